"""Edits of findings as changes: one pass, or passes until nothing is left to do.

What an edit does not name stays byte for byte. Findings that folding repairs are left to whoever can fold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.fixes.side_effects import harmless
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown import edit
from wikic.markdown.source import decode, encode
from wikic.model.change import ABSENT, Change, ChangeSet, Delete, Move, Write
from wikic.model.finding import Edit, Finding

# Fixes uncover further findings two or three deep; rules that need ten passes undo each other.
MAX_PASSES: Final = 10
MAX_FOLDS: Final = 3  # in a row: a fold of what a fold gave changes nothing

REASON: Final = "lint: edits of findings"

# What stands in such a file would be folded as people's words, or not be read at all: these come first.
_BEFORE_FOLDING: Final = frozenset({"D002", "F001", "F002"})

# File path → content, None for a file that goes.
Contents = Mapping[str, bytes | None]


def no_fold() -> tuple[Change, ...]:
    """The opinion of those who cannot fold."""
    return ()


def always(file: str) -> bool:
    """What is in memory does not change."""
    return True


@dataclass(frozen=True, slots=True)
class Look:
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


Find = Callable[[Contents], Look]


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


def apply(
    findings: Iterable[Finding],
    view: WikiView,
    *,
    unsafe: bool = False,
    steady: Callable[[str], bool] = always,
) -> ChangeSet:
    """One pass: the edits of these findings, first come first served where they overlap.

    A finding's edits are applied together or not at all. Safe ones only, unless ``unsafe``. A file that is
    not ``steady`` once it has been read is left alone: the edits are of another text.
    """
    taken: dict[str, list[Edit]] = {}
    for finding in findings:
        usable = _is_usable(finding, unsafe)
        if usable and not any(_clashes(each, taken.get(each.path, ())) for each in finding.edits):
            for each in finding.edits:
                taken.setdefault(each.path, []).append(each)
    changes: list[Change] = []
    for path, edits in sorted(taken.items()):
        data = view.read(path)
        if data is None or not steady(path) or _is_foreign(view, path):
            continue
        source = decode(data)
        content = encode(replace(source, text=edit.apply(source.text, edits)))
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
    """Lint and apply until no edit is left; nothing is folded.

    paths: file paths to report on and to fix, None for all.

    Raises UsageError for a selector that names no rule.
    """
    select, ignore = tuple(select), tuple(ignore)

    def find(contents: Contents) -> Look:
        writes = [Write(path, data) for path, data in contents.items() if data is not None]
        after = view.after(writes)
        return Look(after, lint(after, select=select, ignore=ignore, paths=paths, rules=rules))

    return settle(find, unsafe=unsafe)


def settle(find: Find, *, unsafe: bool = False, wanted: Callable[[Finding], bool] | None = None) -> Fixed:
    """Edit and fold by turns until neither has anything to do.

    find: what is found with some contents in place of those that are there; ``{}`` for the wiki as it is.
    wanted: which findings to fix; None for all.

    It folds where a finding asks for it and after every pass of edits. Edits that make things worse (more
    errors; as many, and more warnings; and so on) are left out; rules that bring a file back to what it was,
    or edit it ``MAX_PASSES`` times, are named and their edits of that file taken back.
    """
    return _Settling(find, unsafe, wanted or (lambda finding: True)).run()


@dataclass(slots=True)
class _Path:
    """One file while it is fixed.

    states: hash and content before each pass that edited it.
    codes: of the rules that edited it in that pass.
    """

    states: list[tuple[str, bytes | None]] = field(default_factory=list)
    codes: list[set[str]] = field(default_factory=list)


class _Settling:
    """One run of ``settle``."""

    def __init__(self, find: Find, unsafe: bool, wanted: Callable[[Finding], bool]) -> None:
        self._find = find
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
        first = look = self._find({})
        folded = not any(each.refold and self._wanted(each) for each in look.findings)
        while True:
            usable = self._usable(look)
            urgent = [each for each in usable if each.code in _BEFORE_FOLDING]
            if not folded and not urgent:
                folded = True
                look = self._folded(look)
                continue
            chosen = urgent or usable
            if not chosen:
                break
            look = self._edited(look, chosen)
        return Fixed(
            ChangeSet(REASON, _changes(self._contents, self._expects)),
            look.findings,
            tuple(sorted(self._fighting)),
            self._passes,
            first.findings,
            look.view,
            tuple(sorted(self._harmful - self._fighting)),
        )

    def _usable(self, look: Look) -> list[Finding]:
        by_path: dict[str, list[Finding]] = {}
        for each in look.findings:
            usable = _is_usable(each, self._unsafe) and self._wanted(each)
            if usable and not any((edit.path, each.code) in self._banned for edit in each.edits):
                by_path.setdefault(each.edits[0].path, []).append(each)
        return [each for path, found in by_path.items() for each in self._without_harm(look, path, found)]

    def _without_harm(self, look: Look, path: str, found: list[Finding]) -> list[Finding]:
        """Those whose edits change nothing that a reader sees but the defect."""
        data = look.view.read(path)
        if data is None or not path.endswith(".md"):
            return found
        key = path, _hash(data), frozenset(found)
        kept = self._harmless.get(key)
        if kept is None:
            kept = self._harmless[key] = harmless(found, path, decode(data).text)
            self._harmful |= {each.code for each in found} - {each.code for each in kept}
        return kept

    # --- one pass ---------------------------------------------------------------------------------

    def _edited(self, look: Look, chosen: list[Finding]) -> Look:
        """The wiki after a pass of these edits, or of as many of them as do no harm."""
        changes = apply(chosen, look.view, unsafe=self._unsafe, steady=look.steady)
        writes = {each.path: each.content for each in changes.changes if isinstance(each, Write)}
        if not writes:  # edits that change nothing, or of what may not be edited
            self._banned |= {(edit.path, each.code) for each in chosen for edit in each.edits}
            return look
        before = dict(self._contents)
        self._take(changes.changes, look.view)
        after = self._folded(self._find(self._contents))
        if _weight(after.findings) > _weight(look.findings):
            self._contents = before
            groups = sorted({each.edits[0].path for each in chosen})
            if len(groups) > 1:
                half = set(groups[: len(groups) // 2])
                return self._edited(look, [each for each in chosen if each.edits[0].path in half])
            codes = sorted({each.code for each in chosen})
            if len(codes) > 1:
                return self._edited(look, [each for each in chosen if each.code == codes[0]])
            self._harmful |= set(codes)
            self._banned |= {(edit.path, each.code) for each in chosen for edit in each.edits}
            return look
        self._passes += 1
        back = [self._noted(path, look.view.read(path), chosen) for path in sorted(writes)]
        return self._find(self._contents) if any(back) else after

    def _folded(self, look: Look) -> Look:
        """The wiki once it is folded, where it can be."""
        for _ in range(MAX_FOLDS):
            changes = look.fold()
            if not changes:
                break
            self._take(changes, look.view)
            look = self._find(self._contents)
        return look

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
        record.states.append((_hash(before), before))
        record.codes.append({each.code for each in chosen if any(edit.path == path for edit in each.edits)})
        now = _hash(self._contents.get(path))
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


def _is_usable(finding: Finding, unsafe: bool) -> bool:
    return bool(finding.edits) and not finding.refold and (finding.safe or unsafe)


def _weight(findings: Iterable[Finding]) -> tuple[int, ...]:
    """How bad it is: errors, then warnings, then the rest."""
    count = Counter(each.severity.rank for each in findings)
    return tuple(count[rank] for rank in range(3))


def _is_foreign(view: WikiView, path: str) -> bool:
    """Whether a file's text is somebody else's: an article, or what lies in a vault and is no note."""
    kind = view.profile.kind_of(path)
    return kind == "article" or (kind == "other" and view.profile.is_vault)


def _changes(contents: Contents, expects: Mapping[str, str]) -> tuple[Change, ...]:
    """One change for each file that is to differ from what was met first."""
    changes: list[Change] = []
    for path, content in sorted(contents.items()):
        if _hash(content) == expects[path]:
            continue
        changes.append(
            Delete(path, expects[path]) if content is None else Write(path, content, expects[path])
        )
    return tuple(changes)


def _hash(content: bytes | None) -> str:
    return ABSENT if content is None else layout.content_hash(content)


def _clashes(edit: Edit, others: Iterable[Edit]) -> bool:
    """Whether two edits touch; at one point two insertions would, too: which comes first is a guess."""
    return any(edit.start <= other.end and other.start <= edit.end for other in others)
