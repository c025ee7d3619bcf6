"""Landing what a person changed on a page: held to what they saw, checked, and taken in by the fold.

It goes the way of a page saved in an editor: the file is written in one transaction, and the fold takes in
what changed on disk. Retired facts stay retired because the fold notes it in their digest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.report import Fate, Tally
from wikic.compiler.writer import STRUCTURAL, Writer
from wikic.errors import RefusedError, UsageError
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import ChangeSet, Write
from wikic.model.finding import Finding, Severity
from wikic.wiki import transaction
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import require
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

FOLD = "fold what changed on disk"
_EMPTY = "P001"  # a page that lost its last fact goes in the fold that follows


@dataclass(frozen=True, slots=True)
class Landed:
    """What became of a change.

    stale: the page was not what the person had seen; nothing was changed.
    notices: lines that a person should know.
    files: file paths of the wiki that were written, moved or deleted.
    """

    stale: bool = False
    notices: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def change_page(
    root: Path,
    options: Options,
    write: tuple[str, str],
    change: Callable[[bytes], bytes],
    *,
    why: tuple[str, str] | None = None,
    faults: Faults = no_fault,
) -> Landed:
    """Change a page that is still as a person saw it.

    write: page path, and the hash (``layout.content_hash``) of the file they saw.
    change: gives the new content.
    why: id of a statement that goes, and the reason, which its digest keeps.

    Raises RefusedError as ``change`` does and for a new error of structure, and LockedError, NotAWikiError,
    ConfigError, FormatError and DiskError as every writing command does.
    """
    path, expects = write
    file = layout.page_file(path)
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        tree = Tree(root)
        data = tree.read(file)
        if data is None or layout.content_hash(data) != expects:
            return Landed(stale=True)
        content = change(data)
        if content != data:
            changes = ChangeSet(f"change {path} by hand", (Write(file, content, expects),))
            _refuse_errors(tree, changes, file)
            if transaction.apply(root, changes, faults=faults).conflicts:
                return Landed(stale=True)
            tally.files[file] = Fate.WRITTEN
        space = Workspace.open(root, options.title)
        if why is not None:
            space.explain(*why)
        writer.land(space, space.propose(FOLD))
    return _landed(tally)


def restore(root: Path, options: Options, key: str, statement: str, *, faults: Faults = no_fault) -> Landed:
    """Show a retired statement of a source again.

    Raises UsageError where the source has no such retired statement, and as ``change_page`` does.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        space = writer.land(space, space.propose(FOLD))
        known = space.symbols(key)
        digest = space.digest(key) if known is not None else None
        if digest is None or not any(each.id == statement and each.retired for each in digest.statements):
            raise UsageError(f"{key} has no retired fact {statement}; nothing was changed")
        statements = tuple(
            replace(each, retired=False, reason="") if each.id == statement else each
            for each in digest.statements
        )
        space.edit([replace(digest, statements=statements)])
        writer.land(space, space.propose(f"show {statement} of {key} again"))
    return _landed(tally)


def _landed(tally: Tally) -> Landed:
    lines = (f"{each.path}: {each.message}" if each.path else each.message for each in tally.notices)
    return Landed(notices=tuple(dict.fromkeys(lines)), files=tuple(sorted(tally.files)))


def _refuse_errors(tree: Tree, changes: ChangeSet, file: str) -> None:
    """Raise RefusedError for an error of structure that the page does not have now."""
    before = WikiView.over(tree)
    known = Counter(each.code for each in _errors(before, file))
    for each in _errors(before.after(changes.changes), file):
        known[each.code] -= 1
        if known[each.code] < 0:
            raise RefusedError(f"line {each.line}: {each.message} ({each.code}); nothing was changed")


def _errors(view: WikiView, file: str) -> list[Finding]:
    found = lint(view, select=STRUCTURAL, paths={file})
    return [each for each in found if each.severity is Severity.ERROR and each.code != _EMPTY]
