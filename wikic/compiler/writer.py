"""Landing what a writing command proposes: judged first, and folded again for people who saved meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.report import Fate, Tally
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import Part, WikiView
from wikic.model.change import ABSENT, Change, ChangeSet, Move, Write, files_of
from wikic.model.finding import Finding, Severity
from wikic.wiki import lock, recovery
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.journal import Faults, Journal
from wikic.wiki.transaction_refusals import Place
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

# The structural rules that need no more than the files touched and the digests they cite; the whole table is
# `wikic lint`'s, which reads the whole wiki.
STRUCTURAL: Final = ("F001", "F002", "F003", "F005", "P001", "P002", "P003", "C001", "C003")
_CITED: Final = re.compile(
    rf"[\[(</](?:{layout.DIGESTS_DIR}|{layout.ARTICLES_DIR})/([^\[\]()<>|#/\n]+)".encode()
)
_AT_ONCE: Final = 500  # pages: parsed, those of a batch take more room than the batch itself


def check_proposal(tree: Tree, changes: ChangeSet) -> tuple[Finding, ...]:
    """Errors that the structural rules report on the pages and indexes a proposal writes.

    Digests and articles have been read back where they were rendered (``article_digest``).
    """
    by_file = {file: change for change in changes.changes for file in files_of((change,))}
    pages = sorted(file for file in by_file if not file.startswith(f"{layout.SOURCES_DIR}/"))
    found: list[Finding] = []
    for start in range(0, len(pages), _AT_ONCE):
        found += _check(tree, by_file, pages[start : start + _AT_ONCE])
    return tuple(found)


def _check(tree: Tree, by_file: dict[str, Change], pages: list[str]) -> list[Finding]:
    files = set(pages).union(*(_cited(by_file[file]) for file in pages))
    changes = dict.fromkeys(by_file[file] for file in files if file in by_file)
    view = WikiView.over(Part(tree, files), changes)
    found = lint(view, select=STRUCTURAL, paths=pages)
    return [finding for finding in found if finding.severity is Severity.ERROR]


def _cited(change: Change) -> set[str]:
    """File paths of the digests that what is written links to, there or not, and of their articles."""
    if not isinstance(change, Write):
        return set()
    names = (name.decode("utf-8", "surrogateescape") for name in _CITED.findall(change.content))
    digests = {layout.page_file(f"{layout.DIGESTS_DIR}/{layout.page_path(name)}") for name in names}
    return digests | set(map(layout.article_of, digests))


# From the findings of a proposal to writes beside it.
Also = Callable[[Sequence[Finding]], Sequence[Write]]

MAX_ROUNDS: Final = 3  # folds for people who save while we write; whoever saves in each is told


class Writer:
    """Lands proposals, judges them first, and folds again what people saved meanwhile."""

    def __init__(
        self,
        root: Path,
        options: Options,
        tally: Tally,
        faults: Faults,
        places: Sequence[Place] = recovery.OURS,
    ) -> None:
        """``places``: where a crashed run may have left something to finish."""
        self._root = root
        self._places = places
        self._options = options
        self._tally = tally
        self._faults = faults
        self._tree = Tree(root)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The writer's turn, what a crashed run left finished or dropped first.

        A dry run takes no lock and finishes nothing: it reads, so it also runs on a read-only disk.
        Raises what ``lock.writer`` and ``recovery.recover`` do: LockedError, UnfinishedError, DiskError,
        FormatError, NotPlainError.
        """
        notices = self._tally.notices
        if self._options.dry_run:
            if Journal.left(self._root):
                notices.append(
                    Notice("", "a run crashed; the next one that writes finishes or drops its work first")
                )
            yield
            return
        with lock.writer(self._root):
            lines = recovery.recover(self._root, places=self._places, faults=self._faults)
            notices += [Notice("", line) for line in lines]
            yield

    def land(
        self, space: Workspace, changes: ChangeSet, also: Also | None = None, beside: Sequence[Change] = ()
    ) -> Workspace:
        """Land a proposal; returns the workspace to go on with.

        also: gives, from what the rules report on it, what belongs into the same transaction.
        beside: changes of ``review/`` that do.
        """
        for _ in range(MAX_ROUNDS):
            self._collect(space)
            if self._options.dry_run:
                self._tally.proposed.update((change.path, change) for change in changes.changes)
                self._count(changes.changes)
                space.pretend(changes)
                return space
            found = check_proposal(self._tree, changes)
            self._tally.findings += found
            if also is not None:
                changes = replace(changes, changes=(*changes.changes, *also(found)))
                also = None
            outcome = space.land(changes, beside, faults=self._faults)
            beside = ()
            self._count(outcome.applied)
            if not outcome.conflicts:
                return space
            space = space.reopened(self._options.title)
            changes = space.propose("fold what people saved during the run")
        for change in outcome.conflicts:
            self._tally.notices.append(
                Notice(change.path, "was saved again and again during the run; run wikic compile once more")
            )
        return space.reopened(self._options.title)  # what was proposed last has not landed

    def _collect(self, space: Workspace) -> None:
        self._tally.notices += space.notices
        space.notices.clear()

    def _count(self, changes: Iterable[Change]) -> None:
        """Note what became of each file, however many batches touch it."""
        files = self._tally.files
        for change in changes:
            path = change.path
            if not (self._options.names_files or layout.is_knowledge_page(layout.page_path(path))):
                continue
            ours = files.get(path) in (Fate.NEW, Fate.PASSING)  # it was not there before this run
            if isinstance(change, Write):
                new = ours or (change.expects == ABSENT and path not in files)
                files[path] = Fate.NEW if new else Fate.WRITTEN
                continue
            files[path] = Fate.PASSING if ours else Fate.DELETED
            if isinstance(change, Move):
                files[change.target] = Fate.MOVED
