"""``wikic errors --statistics``: this wiki's errors by type, beside those of the paper's wikis."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.errorbook.category_shares import Statistics


def say_statistics(root: Path, *, as_json: bool) -> None:
    """Print the table; raises as ``summarize`` does."""
    from wikic.errorbook.book_summary import kept
    from wikic.errorbook.category_shares import distribution

    whole = kept(root)
    found = distribution(whole.rows, ((each.sources, each.errors) for each in whole.counts.recent))
    if as_json:
        console.say_json(found)
    else:
        _say(found)


def _say(found: Statistics) -> None:
    from wikic.errorbook.category_shares import CORPORA

    heads = "".join(f"{name:>11}" for name in ("here", *CORPORA))
    console.say(f"{'percent of errors':<26}{heads}{'errors here':>14}")
    for line in found.lines:
        shares = "".join(f"{share:>11.1f}" for share in (line.share, *line.paper))
        console.say(f"{line.category:<26}{shares}{line.errors:>14,}")
    console.say(f"{'all seven types':<26}{'':>55}{found.errors:>14,}")
    if found.beside:
        console.say(f"{'types of wikic alone':<26}{'':>55}{found.beside:>14,}")
    if found.sources:
        number = console.count(found.sources, "document")
        console.say(f"{found.per_source:.2f} errors a document, over the last {number} taken in")
    console.say("The other columns are LLM-Wiki's, Table 7. Counted is what was met on this machine.")
