"""Accepting and rejecting what waits: each decision is one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from wikic import layout
from wikic.compiler.batch_steps import MOST_HELD
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.reworded_facts import moved_on, reworded
from wikic.compiler.writer import Writer
from wikic.errors import RefusedError, UsageError
from wikic.model.change import Change, ChangeSet
from wikic.model.digest import Digest
from wikic.plain_file import said_size
from wikic.review.listing import Candidate, choose_waiting, mark_of, propose_changes, read_candidate
from wikic.text.normalise import normalise
from wikic.text.printable import printable_text
from wikic.wiki import lock, recovery, transaction, written_file
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.review_folder import Rejection, ReviewFolder
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace


def accept(
    root: Path,
    keys: Sequence[str] | None,
    options: Options,
    *,
    seen: str | None = None,
    faults: Faults = no_fault,
) -> Report:
    """Fold what waits of sources and articles into the wiki in one transaction, and with it end its waiting.

    keys: of sources, that of a book for its chapters; None for all that wait.
    seen: mark of what a person looked at, as ``show`` gives it; None where they named it alone.

    An article of which a document is gone, or that gives way to another of these, is dropped with a notice.

    Raises RefusedError where something else waits than what they saw, UsageError for a key of which nothing
    waits, and where pictures and files weigh more than one transaction can hold; LockedError, NotAWikiError,
    ConfigError, FormatError, NotPlainError and DiskError as every writing command does. Nothing is changed
    then.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        folder = ReviewFolder(root)
        waiting, articles = folder.waiting(), folder.articles()
        named = choose_waiting(keys, {*waiting, *articles})
        taken, written = ([key for key in named if key in each] for each in (waiting, articles))
        _refuse_unseen([waiting[key] for key in taken], seen)
        _refuse_heavy(folder, [waiting[key] for key in taken])
        candidates = [read_candidate(space, folder, waiting[key]) for key in taken]
        worded = reworded(
            space.fold.changed_pages(), [each.before for each in candidates if each.before is not None]
        )
        changes = propose_changes(space, candidates, [articles[key] for key in written])
        # People's decisions may have been carried, so that what lands is not, byte for byte, what waited.
        beside = [change for key in taken for change in folder.drop(key, landed=True)]
        beside += [change for key in written for change in folder.drop_article(key)]
        stands = space.fold.groups.articles.files
        tally.notices += [
            Notice("", f"{key} stands on no page by now, and was dropped; `wikic write` writes another")
            for key in written
            if written_file.file_of(articles[key]) not in stands
        ]
        space = writer.land(space, changes, None, beside)
        renamed = {old: new for each in candidates for old, new in each.renamed}
        digests = [each.source.digest for each in candidates]
        tally.notices += [
            *moved_on(worded, renamed, digests, space.fold.changed_pages()),
            *_list_notices(candidates),
        ]
        for each in candidates:
            (tally.added if each.before is None else tally.changed).append(each.source.digest.key)
        _note_landed(space, folder, digests, tally, options)
    return report_of(tally, options)


def _note_landed(
    space: Workspace, folder: ReviewFolder, digests: Iterable[Digest], tally: Tally, options: Options
) -> None:
    """Note what landed; of what people saved at that moment, here or in the wiki, say that it waits on."""
    waiting = {} if options.dry_run else folder.waiting()
    for digest in digests:
        key, symbols = digest.key, space.symbols(digest.key)
        if symbols is not None and symbols.sha256 == digest.sha256:
            tally.landed.add(key)
        if key in waiting:
            file = f"{layout.REVIEW_DIR}/{layout.page_file(layout.digest_path(key))}"
            tally.notices.append(Notice("", f"{key} was saved meanwhile; {file} still waits"))


def _refuse_unseen(digests: Sequence[Digest], seen: str | None) -> None:
    if seen is not None and [mark_of(each) for each in digests] != [seen]:
        raise RefusedError("what waits of this document is not what was shown; nothing was changed")


def _refuse_heavy(folder: ReviewFolder, digests: Iterable[Digest]) -> None:
    weight = sum(map(folder.weight, digests))
    if weight > MOST_HELD:
        raise UsageError(
            f"pictures and files of these documents have {said_size(weight)}, and "
            f"{said_size(MOST_HELD)} is the most that lands at once; nothing was changed",
            hint="accept fewer documents at a time",
        )


def _list_notices(candidates: Iterable[Candidate]) -> Iterator[Notice]:
    for each in candidates:
        if each.lost:
            key = each.source.digest.key
            file = layout.page_file(layout.digest_path(key))
            yield Notice(file, f"{each.lost} statements people had deleted are not in the new text of {key}")


def reject(
    root: Path,
    keys: Sequence[str] | None,
    reason: str = "",
    *,
    seen: str | None = None,
    faults: Faults = no_fault,
) -> tuple[str, ...]:
    """Reject what waits of sources; returns their keys. A document is read again when its text changes.

    keys, seen: as in ``accept``. reason: kept with each, on one line. Raises as ``accept`` does.
    """
    require(root)
    with lock.writer(root):
        recovery.recover(root, faults=faults)
        folder = ReviewFolder(root)
        waiting, articles = folder.waiting(), folder.articles()
        named = choose_waiting(keys, {*waiting, *articles})
        taken = [key for key in named if key in waiting]
        _refuse_unseen([waiting[key] for key in taken], seen)
        changes: list[Change] = []
        for key in named:
            if key in articles:
                changes += folder.reject_article(articles[key], _clean_reason(reason))
        for key in taken:
            digest = waiting[key]
            changes += folder.reject(Rejection(key, digest.title, digest.sha256, _clean_reason(reason)))
        _apply_decision(root, f"reject {len(named)} sources", changes, faults)
    return tuple(named)


def reject_facts(
    root: Path, key: str, ids: Sequence[str], reason: str = "", *, faults: Faults = no_fault
) -> int:
    """Retire statements of a source that waits, so that they never stand on a page; returns how many.

    ids: of statements, with or without ``^``. Raises UsageError for one the source does not have; else as
    ``accept`` does.
    """
    require(root)
    wanted = {each.removeprefix("^") for each in ids}
    with lock.writer(root):
        recovery.recover(root, faults=faults)
        folder = ReviewFolder(root)
        waiting = folder.waiting()
        taken = choose_waiting([key], waiting)
        known = {each.id for one in taken for each in waiting[one].statements}
        if unknown := sorted(wanted - known):
            raise UsageError(
                f"{key} has no fact {', '.join(unknown)}; nothing was changed",
                hint=f"`wikic review show {key}` lists them",
            )
        changes = [
            change
            for one in taken
            for change in folder.rewrite(_without_statements(waiting[one], wanted, reason))
        ]
        _apply_decision(root, f"reject facts of {key}", changes, faults)
    return len(wanted)


def _without_statements(digest: Digest, ids: set[str], reason: str) -> Digest:
    """The digest with some statements retired."""
    why = _clean_reason(reason)
    return replace(
        digest,
        statements=tuple(
            replace(each, retired=True, reason=why or each.reason) if each.id in ids else each
            for each in digest.statements
        ),
    )


def _clean_reason(reason: str) -> str:
    """A reason as files hold it: one line, without control characters."""
    return normalise(printable_text(reason))


def _apply_decision(root: Path, reason: str, changes: Sequence[Change], faults: Faults) -> None:
    transaction.apply_beside(root, ChangeSet(reason, ()), changes, faults=faults)
