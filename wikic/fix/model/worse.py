"""Whether a proposal leaves the wiki worse than it was: the rules are asked before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view import WikiView
from wikic.model.change import ABSENT, ChangeSet, Write
from wikic.model.finding import Finding, Severity
from wikic.wiki.tree import Tree


def worse(tree: Tree, changes: ChangeSet) -> tuple[Finding, ...]:
    """What the rules find after ``changes`` and did not before, where it is worse on the whole; else none.

    Errors weigh more than warnings of any number. Where pages come or go every page is looked at, since links
    to them may stand anywhere; else those that change.
    """
    before = WikiView.over(tree)
    after = before.after(changes.changes)
    paths = None if _pages_come_or_go(changes) else after.touched
    old, new = (_found(view, paths) for view in (before, after))
    if _weight(new) <= _weight(old):
        return ()
    known = Counter((each.code, each.path) for each in old)
    return tuple(each for each in new if not _taken(known, (each.code, each.path)))


def _found(view: WikiView, paths: Collection[str] | None) -> list[Finding]:
    found = lint(view, paths=None if paths is None else [path for path in paths if path in view.files])
    return [each for each in found if each.severity is not Severity.INFO]


def _weight(findings: Collection[Finding]) -> tuple[int, int]:
    errors = sum(each.severity is Severity.ERROR for each in findings)
    return errors, len(findings)


def _taken(known: Counter[tuple[str, str]], what: tuple[str, str]) -> bool:
    """Whether it was there before, each time it is asked once less."""
    known[what] -= 1
    return known[what] >= 0


def _pages_come_or_go(changes: ChangeSet) -> bool:
    return any(
        layout.is_knowledge_page(layout.page_path(each.path))
        and (not isinstance(each, Write) or each.expects == ABSENT)
        for each in changes.changes
    )
