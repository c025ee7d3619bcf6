"""``wikic errors``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root

if TYPE_CHECKING:
    from wikic.errorbook.book_summary import Rate, Row, Statistics, Summary

_CATEGORIES: Final = (
    "dangling-link, incomplete-page, malformed-ref, unseen-overwrite, index-inconsistency, "
    "unsupported-fact, cross-page-contradiction, malformed-reply, other"
)


def errors(
    directory: Root = Path(),
    category: Annotated[
        str | None, typer.Option(help=f"Only one kind of error: {_CATEGORIES}.", show_default=False)
    ] = None,
    closed: Annotated[bool, typer.Option("--closed", help="Only what is not met any more.")] = False,
    open_: Annotated[bool, typer.Option("--open", help="Only what is still met.  [default]")] = False,
    all_: Annotated[bool, typer.Option("--all", help="Both.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Only how errors spread over their types, as a table.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what language models got wrong in this wiki, how often, and what the wiki learned from it.

    Every entry of the Error Book (wiki/error_book.yaml) has a constraint that is sent along when documents
    are taken in, until the error is not met any more. Edit the file to reword a constraint or to add one.
    `--statistics` prints the table that the paper on this method has of its wikis, with a column for yours.
    """
    from wikic.errorbook.book_summary import summarize
    from wikic.errors import UsageError
    from wikic.model.finding import Category

    if open_ + closed + all_ > 1:
        raise UsageError("--open, --closed and --all exclude each other")
    if category is not None and category not in [each.value for each in Category]:
        raise UsageError(f"no error category is called {category!r}", hint=f"known: {_CATEGORIES}")
    if statistics:
        if category is not None or open_ or closed or all_:
            raise UsageError("--statistics is over the whole book: it takes no choice of entries")
        say_statistics(directory, as_json=json)
        return
    found = summarize(
        directory,
        category=Category(category) if category else None,
        status=None if all_ else "closed" if closed else "open",
    )
    if json:
        console.say_json(found)
        return
    if not found.shares:
        console.say("the Error Book is empty: nothing that a model got wrong has been noted")
        return
    if not found.rows:
        console.say("no such entry" if category or closed else "nothing is open; --all lists what was")
    for row in found.rows:
        _say_row(row)
    _say_shares(found)


def _say_row(row: Row) -> None:
    entry = row.entry
    days = f" since {row.since}, last {row.last}" if row.since else ""
    met = f"{console.count(row.times, 'time')}{days}" if row.times else "not met here"
    what = entry.phenomenon or entry.constraint
    console.say_strong(what)
    console.say_text(f"  {entry.id}  {entry.category}  {entry.rule}  {entry.status}  {met}")
    if entry.root_cause and entry.root_cause != what:
        console.say_text(f"  why:     {entry.root_cause}")
    if entry.constraint and entry.constraint != what:
        console.say_text(f"  instead: {entry.constraint}")
    for example in entry.examples[:1]:
        console.say_text(f"  example: {example}")


def _say_shares(found: Summary) -> None:
    console.say()
    for share in found.shares:
        causes = console.count(share.entries, "cause")
        console.say(
            f"  {share.category:<26}{share.share:5.1f} %  {console.count(share.times, 'error')}, {causes}"
        )
    if found.first is not None and found.latest is not None:
        console.say(
            f"errors per source: {found.first.per_source:.2f} in the first {_batches(found.first)}, "
            f"{found.latest.per_source:.2f} in the last {_batches(found.latest)} (of {found.batches:,})"
        )


def _batches(rate: Rate) -> str:
    return "batch" if rate.batches == 1 else f"{rate.batches:,} batches"


def say_statistics(root: Path, *, as_json: bool) -> None:
    """Print the table; raises as ``summarize`` does."""
    from wikic.errorbook.book_summary import distribution, kept

    whole = kept(root)
    found = distribution(whole.rows, ((each.sources, each.errors) for each in whole.counts.recent))
    if as_json:
        console.say_json(found)
    else:
        _say(found)


def _say(found: Statistics) -> None:
    from wikic.errorbook.book_summary import CORPORA

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
