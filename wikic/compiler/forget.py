"""Forgetting sources: the fold without their digests."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.errors import UsageError
from wikic.wiki.changes_on_disk import Notice
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
        written = {change.path for change in proposal.changes} if options.dry_run else set()
        tally.notices += _quoting(space, tally.forgotten, written)
        return report_of(tally, options)


def _quoting(space: Workspace, keys: Sequence[str], written: Collection[str]) -> Iterator[Notice]:
    """Pages on which people still cite what is forgotten, as saved answers do; ``written`` will change."""
    links = {f"[[{layout.digest_path(key)}{end}": key for key in keys for end in ("#", "]]", "|")}
    one = re.compile("|".join(map(re.escape, links)))
    for file, _ in space.tree.walk():
        if file in written or not file.endswith(".md") or file.startswith(f"{layout.SOURCES_DIR}/"):
            continue
        text = (space.tree.read(file) or b"").decode("utf-8", "replace")
        cited = dict.fromkeys(links[each] for each in one.findall(text))
        if cited:
            yield Notice(
                file, f"somebody's words here still cite {', '.join(cited)}; they are yours to delete"
            )


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
