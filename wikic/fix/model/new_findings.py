"""Whether a proposal leaves the wiki worse: compares the rules' findings before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import Part, WikiView
from wikic.model.change import ChangeSet, Write
from wikic.model.finding import Finding, Severity
from wikic.wiki.tree import Tree

# Rules that read every page whatever they are to report on: 20 s where the others take half of one. The
# first is asked about the pages in question alone; repair gives no page a name that could clash.
CONTRADICTION: Final = "K002"
WIDE: Final = (CONTRADICTION, "D")


def worsened(tree: Tree, changes: ChangeSet) -> tuple[Finding, ...]:
    """The findings that ``changes`` bring, where all findings together weigh more than before; else none.

    Errors weigh more than warnings of any number. Linted are the files that change and, where pages go, the
    pages that link to them.
    """
    before = WikiView.over(tree)
    after = before.after(changes.changes)
    paths = after.touched | _linking(before, _stems_that_go(changes))
    old = _found(before, paths) + _contradictions(tree, ChangeSet("", ()), paths)
    new = _found(after, paths) + _contradictions(tree, changes, paths)
    if _weight(new) <= _weight(old):
        return ()
    known = Counter((each.code, each.path) for each in old)
    return tuple(each for each in new if not _taken(known, (each.code, each.path)))


def _found(view: WikiView, paths: Collection[str]) -> list[Finding]:
    found = lint(view, paths=[path for path in paths if path in view.files], ignore=WIDE)
    return [each for each in found if each.severity is not Severity.INFO]


def _contradictions(tree: Tree, changes: ChangeSet, paths: Collection[str]) -> list[Finding]:
    """Findings on facts of these pages that contradict each other once the changes have landed."""
    view = WikiView.over(Part(tree, paths), changes.changes)
    return list(lint(view, select=[CONTRADICTION]))


def _weight(findings: Collection[Finding]) -> tuple[int, int]:
    errors = sum(each.severity is Severity.ERROR for each in findings)
    return errors, len(findings)


def _taken(known: Counter[tuple[str, str]], what: tuple[str, str]) -> bool:
    """Whether ``what`` is among the known findings; each call uses up one of them."""
    known[what] -= 1
    return known[what] >= 0


def _stems_that_go(changes: ChangeSet) -> list[str]:
    """Stems of the pages that are deleted or moved; a page that comes breaks no link."""
    return [
        layout.stem(layout.page_path(each.path))
        for each in changes.changes
        if layout.is_knowledge_page(layout.page_path(each.path)) and not isinstance(each, Write)
    ]


def _linking(view: WikiView, stems: Collection[str]) -> frozenset[str]:
    """Pages that hold one of these names, as a link or otherwise."""
    if not stems:
        return frozenset()
    names = [stem.encode() for stem in stems]
    return frozenset(
        file
        for file in view.files
        if not file.startswith(f"{layout.SOURCES_DIR}/")
        and any(name in (view.read(file) or b"") for name in names)
    )
