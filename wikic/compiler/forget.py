"""Forgetting sources: the fold without their digests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.errors import UsageError
from wikic.wiki.decision_files import require
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.workspace import Workspace

NEAR: Final = 60  # rapidfuzz's WRatio, of 100: below it two keys share little but their alphabet


def forget_sources(root: Path, keys: Sequence[str], options: Options, *, faults: Faults = no_fault) -> Report:
    """Remove sources and all that rests on them alone; what people wrote stays.

    The key of a book stands for all of its chapters.

    Raises UsageError, naming the nearest key, for a key the wiki does not hold; nothing is removed then.
    Raises LockedError, NotAWikiError, ConfigError, FormatError and DiskError as every writing command does.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        tally.forgotten = sorted({each for key in keys for each in _sources(space, key)})
        proposal = space.propose(f"forget {', '.join(tally.forgotten)}", forget=tally.forgotten)
        writer.land(space, proposal)
        return report_of(tally, options)


def _sources(space: Workspace, key: str) -> list[str]:
    """The sources a key means. Raises UsageError where it means none."""
    known = space.fold.resolver.digests
    if not known:
        raise UsageError("the wiki holds no source; nothing was changed")
    found = [key] if key in known else layout.parts_of(key, known)
    if found:
        return found
    from rapidfuzz import process

    near = process.extractOne(key, list(known), score_cutoff=NEAR)
    where = f"each digest in {layout.WIKI_DIR}/{layout.DIGESTS_DIR}/ names its source's key"
    raise UsageError(
        f"no source has the key {key!r}; nothing was changed",
        hint=f"did you mean {near[0]!r}?" if near else where,
    )
