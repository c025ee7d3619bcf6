"""Edits of findings, pass by pass, until nothing is left to do. Folding is left to whoever can fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from wikic import layout
from wikic.lint.fixes.apply import REASON, always, apply, harmless, is_usable
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.source import decode
from wikic.model.change import ABSENT, Change, ChangeSet, Delete, Move, Write
from wikic.model.finding import Finding

# Fixes uncover further findings two or three deep; rules that need ten passes undo each other.
MAX_PASSES: Final = 10
MAX_FOLDS: Final = 3  # in a row: a fold of what a fold gave changes nothing

# What stands in such a file would be folded as people's words, or not be read at all: these come first.
_BEFORE_FOLDING: Final = frozenset({"D002", "F001", "F002"})

# File path → content, None for a file that goes.
Contents = Mapping[str, bytes | None]


def no_fold() -> tuple[Change, ...]:
    """For a caller that cannot fold: folding changes nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is found once some files have other contents.

    view: the files as they are then.
    findings: all of them, in order.
    fold: gives what folding would change about these files.
    steady: whether a file path is still what it was when the findings were made.
    """

    view: WikiView
    findings: tuple[Finding, ...]
    fold: Callable[[], tuple[Change, ...]] = no_fold
    steady: Callable[[str], bool] = always


Inspect = Callable[[Contents], Inspection]


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixing came to.

    changes: one change for each file that is to be another.
    left: findings of the fixed wiki, those for the fold among them.
    fighting: codes of rules that undid each other, or never came to an end; what they did was taken back.
    passes: how often edits were applied.
    before: findings of the wiki as it was.
    view: the fixed wiki.
    harmful: codes of edits that would have brought more, or worse, findings than they mend, or changed what a
        reader sees besides the defect.
    """

    changes: ChangeSet
    left: tuple[Finding, ...]
    fighting: tuple[str, ...]
    passes: int
    before: tuple[Finding, ...]
    view: WikiView
    harmful: tuple[str, ...] = ()


def settle_edits(
    inspect: Inspect, *, unsafe: bool = False, wanted: Callable[[Finding], bool] | None = None
) -> Fixed:
    """Edit and fold by turns until neither has anything to do.

    inspect: gives what is found with some contents in place of those that are there; with ``{}`` of the
        wiki as it is.
    wanted: which findings to fix; None for all.

    It folds where a finding asks for it and after every pass of edits. Edits that make things worse (more
    errors; as many, and more warnings; and so on) are left out; rules that bring a file back to what it was,
    or edit it ``MAX_PASSES`` times, are named and their edits of that file taken back.
    """
    return _Settling(inspect, unsafe, wanted or (lambda finding: True)).run()


@dataclass(slots=True)
class _Path:
    """One file while it is fixed.

    states: hash and content before each pass that edited it.
    codes: of the rules that edited it in that pass.
    """

    states: list[tuple[str, bytes | None]] = field(default_factory=list)
    codes: list[set[str]] = field(default_factory=list)


class _Settling:
    """What one call of ``settle`` has changed so far, and which edits it must not make again."""

    def __init__(self, inspect: Inspect, unsafe: bool, wanted: Callable[[Finding], bool]) -> None:
        self._inspect = inspect
        self._unsafe = unsafe
        self._wanted = wanted
        self._contents: dict[str, bytes | None] = {}
        self._expects: dict[str, str] = {}
        self._paths: dict[str, _Path] = {}
        self._banned: set[tuple[str, str]] = set()
        self._fighting: set[str] = set()
        self._harmful: set[str] = set()
        self._harmless: dict[tuple[str, str, frozenset[Finding]], list[Finding]] = {}
        self._passes = 0

    def run(self) -> Fixed:
        first = inspection = self._inspect({})
        folded = not any(each.refold and self._wanted(each) for each in inspection.findings)
        while True:
            usable = self._usable(inspection)
            urgent = [each for each in usable if each.code in _BEFORE_FOLDING]
            if not folded and not urgent:
                folded = True
                inspection = self._folded(inspection)
                continue
            chosen = urgent or usable
            if not chosen:
                break
            inspection = self._edited(inspection, chosen)
        return Fixed(
            ChangeSet(REASON, _as_changes(self._contents, self._expects)),
            inspection.findings,
            tuple(sorted(self._fighting)),
            self._passes,
            first.findings,
            inspection.view,
            tuple(sorted(self._harmful - self._fighting)),
        )

    def _usable(self, inspection: Inspection) -> list[Finding]:
        by_path: dict[str, list[Finding]] = {}
        for each in inspection.findings:
            usable = is_usable(each, self._unsafe) and self._wanted(each)
            if usable and not any((edit.path, each.code) in self._banned for edit in each.edits):
                by_path.setdefault(each.edits[0].path, []).append(each)
        return [
            each for path, found in by_path.items() for each in self._without_harm(inspection, path, found)
        ]

    def _without_harm(self, inspection: Inspection, path: str, found: list[Finding]) -> list[Finding]:
        """Those whose edits change nothing that a reader sees but the defect."""
        data = inspection.view.read(path)
        if data is None or not path.endswith(".md"):
            return found
        key = path, _hash_content(data), frozenset(found)
        kept = self._harmless.get(key)
        if kept is None:
            kept = self._harmless[key] = harmless(found, path, decode(data).text)
            self._harmful |= {each.code for each in found} - {each.code for each in kept}
        return kept

    # --- one pass ---------------------------------------------------------------------------------

    def _edited(self, inspection: Inspection, chosen: list[Finding]) -> Inspection:
        """The wiki after a pass of these edits, or of as many of them as do no harm."""
        changes = apply(chosen, inspection.view, unsafe=self._unsafe, steady=inspection.steady)
        writes = {each.path: each.content for each in changes.changes if isinstance(each, Write)}
        if not writes:  # edits that change nothing, or of what may not be edited
            self._banned |= {(edit.path, each.code) for each in chosen for edit in each.edits}
            return inspection
        before = dict(self._contents)
        self._take(changes.changes, inspection.view)
        after = self._folded(self._inspect(self._contents))
        if _weigh_findings(after.findings) > _weigh_findings(inspection.findings):
            self._contents = before
            groups = sorted({each.edits[0].path for each in chosen})
            if len(groups) > 1:
                half = set(groups[: len(groups) // 2])
                return self._edited(inspection, [each for each in chosen if each.edits[0].path in half])
            codes = sorted({each.code for each in chosen})
            if len(codes) > 1:
                return self._edited(inspection, [each for each in chosen if each.code == codes[0]])
            self._harmful |= set(codes)
            self._banned |= {(edit.path, each.code) for each in chosen for edit in each.edits}
            return inspection
        self._passes += 1
        back = [self._noted(path, inspection.view.read(path), chosen) for path in sorted(writes)]
        return self._inspect(self._contents) if any(back) else after

    def _folded(self, inspection: Inspection) -> Inspection:
        """The wiki once it is folded, where it can be."""
        for _ in range(MAX_FOLDS):
            changes = inspection.fold()
            if not changes:
                break
            self._take(changes, inspection.view)
            inspection = self._inspect(self._contents)
        return inspection

    def _take(self, changes: Iterable[Change], view: WikiView) -> None:
        for each in changes:
            self._expects.setdefault(each.path, each.expects)
            match each:
                case Write():
                    self._contents[each.path] = each.content
                case Delete():
                    self._contents[each.path] = None
                case Move():
                    self._expects.setdefault(each.target, ABSENT)
                    self._contents[each.target], self._contents[each.path] = view.read(each.path), None

    def _noted(self, path: str, before: bytes | None, chosen: list[Finding]) -> bool:
        """Note a pass over a file; whether its edits are taken back, as rules fight over it."""
        record = self._paths.setdefault(path, _Path())
        record.states.append((_hash_content(before), before))
        record.codes.append({each.code for each in chosen if any(edit.path == path for edit in each.edits)})
        now = _hash_content(self._contents.get(path))
        known = [state for state, _ in record.states]
        if now in known:
            at = known.index(now)
        elif len(known) == MAX_PASSES:
            at = 0
        else:
            return False
        codes = set().union(*record.codes[at:])
        self._fighting |= codes
        self._banned |= {(path, code) for code in codes}
        self._contents[path] = record.states[at][1]
        del self._paths[path]
        return True


def _weigh_findings(findings: Iterable[Finding]) -> tuple[int, ...]:
    """How bad it is: errors, then warnings, then the rest."""
    count = Counter(each.severity.rank for each in findings)
    return tuple(count[rank] for rank in range(3))


def _as_changes(contents: Contents, expects: Mapping[str, str]) -> tuple[Change, ...]:
    """One change for each file that is to differ from what was met first."""
    changes: list[Change] = []
    for path, content in sorted(contents.items()):
        if _hash_content(content) == expects[path]:
            continue
        changes.append(
            Delete(path, expects[path]) if content is None else Write(path, content, expects[path])
        )
    return tuple(changes)


def _hash_content(content: bytes | None) -> str:
    return ABSENT if content is None else layout.content_hash(content)
