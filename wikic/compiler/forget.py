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
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace


def forget_sources(root: Path, keys: Sequence[str], options: Options, *, faults: Faults = no_fault) -> Report:
    """Remove sources and all that rests on them alone; what people wrote stays.

    The key of a book stands for all of its chapters. What waits of a source for review is removed too, and
    that it was rejected is forgotten; so is every written article that was composed of it.

    Raises UsageError, naming the nearest key, for a key the wiki does not hold; nothing is removed then.
    Raises LockedError, NotAWikiError, ConfigError, FormatError and DiskError as every writing command does.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        folder = ReviewFolder(root)
        there, waiting, rejected = space.fold.resolver.digests, folder.waiting(), folder.rejected()
        known = {*there, *waiting, *rejected}
        tally.forgotten = sorted({each for key in keys for each in _sources(key, known)})
        landed = [key for key in tally.forgotten if key in there]
        proposal = space.propose(f"forget {', '.join(tally.forgotten)}", forget=landed)
        beside = [change for key in tally.forgotten if key in waiting for change in folder.drop(key)]
        beside += [change for key in tally.forgotten if key in rejected for change in folder.forgive(key)]
        beside += folder.drop_articles_of(tally.forgotten)
        writer.land(space, proposal, None, beside)
        written = {change.path for change in proposal.changes} if options.dry_run else set()
        tally.notices += _quoting(space, tally.forgotten, written)
        return report_of(tally, options)


def _quoting(space: Workspace, keys: Sequence[str], written: Collection[str]) -> Iterator[Notice]:
    """Pages on which people still cite what is forgotten, as saved answers do; ``written`` will change."""
    links = {layout.digest_path(key): key for key in keys}
    one = re.compile(rf"({'|'.join(map(re.escape, links))})(?:\.md)?(?=[#\]|)>])")
    for file, _ in space.tree.walk():
        if file in written or not file.endswith(".md") or file.startswith(f"{layout.SOURCES_DIR}/"):
            continue
        text = (space.tree.read(file) or b"").decode("utf-8", "replace")
        cited = dict.fromkeys(links[each] for each in one.findall(text))
        if cited:
            yield Notice(
                file, f"somebody's words here still cite {', '.join(cited)}; they are yours to delete"
            )


def _sources(key: str, known: Collection[str]) -> list[str]:
    """The sources a key means. Raises UsageError where it means none."""
    if not known:
        raise UsageError("the wiki holds no source; nothing was changed")
    where = f"each digest in {layout.WIKI_DIR}/{layout.DIGESTS_DIR}/ names its source's key"
    return named_sources(key, known, where)


NEAR: Final = 60  # rapidfuzz's WRatio, of 100: below it two keys share little but their alphabet


def named_sources(key: str, known: Collection[str], hint: str) -> list[str]:
    """The keys among ``known`` that a key means: itself, or the chapters of the book it is of.

    hint: where keys are to be found. Raises UsageError, naming the nearest key, where it means none.
    """
    found = [key] if key in known else layout.parts_of(key, known)
    if found:
        return found
    from rapidfuzz import process

    near = process.extractOne(key, list(known), score_cutoff=NEAR)
    raise UsageError(
        f"no source has the key {key!r}; nothing was changed",
        hint=f"did you mean {near[0]!r}?" if near else hint,
    )
