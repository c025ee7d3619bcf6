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
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.workspace import Workspace, require

NEAR: Final = 60  # rapidfuzz's WRatio, of 100: below it two keys share little but their alphabet


def forget_sources(root: Path, keys: Sequence[str], options: Options, *, faults: Faults = no_fault) -> Report:
    """Remove sources and all that rests on them alone; what people wrote stays.

    Raises UsageError, naming the nearest key, for a key the wiki does not hold; nothing is removed then.
    Raises LockedError, NotAWikiError, ConfigError, FormatError and DiskError as every writing command does.
    """
    require(root)
    tally = Tally(forgotten=sorted(set(keys)))
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        _check(space, keys)
        proposal = space.propose(f"forget {', '.join(tally.forgotten)}", forget=tally.forgotten)
        writer.land(space, proposal)
        return report_of(tally, options)


def _check(space: Workspace, keys: Sequence[str]) -> None:
    known = space.fold.resolver.digests
    if not known:
        raise UsageError("the wiki holds no source; nothing was changed")
    for key in keys:
        if key not in known:
            from rapidfuzz import process

            near = process.extractOne(key, list(known), score_cutoff=NEAR)
            where = f"each digest in {layout.WIKI_DIR}/{layout.DIGESTS_DIR}/ names its source's key"
            raise UsageError(
                f"no source has the key {key!r}; nothing was changed",
                hint=f"did you mean {near[0]!r}?" if near else where,
            )
