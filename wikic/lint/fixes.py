"""Edits of findings as changes: one pass, or passes until nothing is left to do.

What an edit does not name stays byte for byte. Findings that folding repairs are left to the fold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule
from wikic.lint.view import WikiView
from wikic.markdown import edit
from wikic.markdown.source import encode
from wikic.model.change import Change, ChangeSet, Write
from wikic.model.finding import Edit, Finding

# Fixes uncover further findings two or three deep; rules that need ten passes undo each other.
MAX_PASSES: Final = 10

REASON: Final = "lint: edits of findings"


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixing came to.

    changes: one write for each page that changes.
    left: findings of the fixed wiki, those for the fold among them.
    fighting: codes of rules that undid each other until the cap was reached, or brought a page back to
        what it had been; empty when all is well.
    passes: how often edits were applied.
    """

    changes: ChangeSet
    left: tuple[Finding, ...]
    fighting: tuple[str, ...]
    passes: int


def apply(findings: Iterable[Finding], view: WikiView, *, unsafe: bool = False) -> ChangeSet:
    """One pass: the edits of these findings, first come first served where they overlap.

    A finding's edits are applied together or not at all. Safe ones only, unless ``unsafe``.
    """
    taken: dict[str, list[Edit]] = {}
    for finding in findings:
        usable = finding.edits and not finding.refold and (finding.safe or unsafe)
        if usable and not any(_clashes(each, taken.get(each.path, ())) for each in finding.edits):
            for each in finding.edits:
                taken.setdefault(each.path, []).append(each)
    changes: list[Change] = []
    for path, edits in sorted(taken.items()):
        sheet, data = view.page(path), view.read(path)
        if sheet is None or data is None:
            continue
        content = encode(replace(sheet.source, text=edit.apply(sheet.text, edits)))
        if content != data:
            changes.append(Write(path, content, layout.content_hash(data)))
    return ChangeSet(REASON, tuple(changes))


def fix(
    view: WikiView,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    paths: Collection[str] | None = None,
    unsafe: bool = False,
    rules: tuple[Rule, ...] = RULES,
) -> Fixed:
    """Lint and apply, again and again, until no edit is left, a page returns to a former state, or the cap.

    Raises UsageError for a selector that names no rule.
    """
    select, ignore = tuple(select), tuple(ignore)
    current, passes = view, 0
    contents: dict[str, bytes] = {}
    seen: set[tuple[str, str]] = set()
    fighting: set[str] = set()
    while True:
        found = lint(current, select=select, ignore=ignore, paths=paths, rules=rules)
        changes = apply(found, current, unsafe=unsafe)
        if not changes:
            break
        passes += 1
        for change in changes.changes:
            assert isinstance(change, Write)
            state = (change.path, layout.content_hash(change.content))
            if change.path not in contents:
                seen.add((change.path, change.expects))
            if state in seen or passes == MAX_PASSES:
                fighting |= {each.code for each in found if _edits(each, change.path)}
            seen.add(state)
            contents[change.path] = change.content
        current = current.after(changes.changes)
        if fighting:
            found = lint(current, select=select, ignore=ignore, paths=paths, rules=rules)
            break
    return Fixed(_whole(view, contents), found, tuple(sorted(fighting)), passes)


def _edits(finding: Finding, path: str) -> bool:
    return any(each.path == path for each in finding.edits)


def _whole(view: WikiView, contents: dict[str, bytes]) -> ChangeSet:
    """One write from the first state to the last, for each page that differs."""
    writes = [
        Write(path, content, layout.content_hash(before))
        for path, content in sorted(contents.items())
        if (before := view.read(path)) is not None and before != content
    ]
    return ChangeSet(REASON, tuple(writes))


def _clashes(edit: Edit, others: Iterable[Edit]) -> bool:
    """Whether two edits touch; at one point two insertions would, too: which comes first is a guess."""
    return any(edit.start <= other.end and other.start <= edit.end for other in others)
