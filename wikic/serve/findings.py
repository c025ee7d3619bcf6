"""What the rules find on one page, and what their fixes would change: for the reader to see and to apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from threading import Lock
from typing import Final

from wikic import build_dir, layout
from wikic.config import LintConfig
from wikic.fix.by_code import FixRequest, Report, fix
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Policy, Selection
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.registry import RULES
from wikic.lint.view.wiki_view import Expect, WikiView
from wikic.markdown.source import apply_edits, decode
from wikic.model.finding import Edit, Finding

_NAMES: Final = {rule.code: rule.name for rule in RULES}


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding on a page.

    code, name: of the rule. severity, message, help: of the finding.
    line: from 1. words: what stands there.
    fact: id of the fact it stands in, or "".
    diff: lines of a unified diff that the fix would make, none where there is no fix that is certain.
    fixable: whether ``wikic fix`` repairs it.
    """

    code: str
    name: str
    severity: str
    message: str
    help: str
    line: int
    words: str
    fact: str
    diff: tuple[str, ...]
    fixable: bool


class Linter:
    """Lints one wiki for its reader. Any threads; one lints at a time.

    root: the knowledge base. settings: ``[lint]``. title: of the wiki. today: ``YYYY-MM-DD``.
    """

    def __init__(self, root: Path, settings: LintConfig, title: str, today: str) -> None:
        self._root = root
        self._settings = settings
        self._title = title
        self._today = today
        self._lock = Lock()

    def page(self, path: str) -> tuple[ShownFinding, ...]:
        """What is found on a page. Raises NotAWikiError, ConfigError and UsageError as linting does."""
        file = layout.page_file(path)
        policy, settings = Policy.of(self._settings), self._settings
        build = build_dir.at(self._root)
        with self._lock:
            linted = lint_tree(
                reader(self._root, settings),
                Selection.of(Profile.of(settings), settings.select, (*settings.ignore, *policy.off)),
                opinion=self._opinion,
                cache=build / layout.LINT_CACHE_FILE if build.is_dir() else None,
                workers=1,  # a process of many threads is not to be forked
                configuration=self._title,
            )
            on_page = [each for each in linted.findings if each.path == file]
            judged = policy.judge(on_page, linted.view.profile.prefix)
            return tuple(_shown(judged, linted.view, file))

    def fix(self, path: str, code: str) -> Report:
        """Repair what one rule finds on a page. Raises what ``wikic fix`` does."""
        file = layout.page_file(path)
        settings, title = self._settings, self._title
        return fix(FixRequest(self._root, settings, title, self._today, (code,), (), (file,)))

    def _opinion(self) -> Expect:
        from wikic.compiler.fold_expectations import expectations  # the fold; a wiki in step needs none

        return expectations(self._root, self._title)


def _shown(findings: Iterable[Finding], view: WikiView, file: str) -> Iterator[ShownFinding]:
    page = view.page(file)
    lines = page.text.split("\n") if page is not None else []
    for each in findings:
        here = lines[each.line - 1].strip() if 0 < each.line <= len(lines) else ""
        edits = each.edits if each.safe and not each.refold else ()
        fact = page.fact_at(each.line) if page is not None else None
        yield ShownFinding(
            each.code,
            _NAMES.get(each.code, ""),
            each.severity.value,
            each.message,
            each.help,
            each.line,
            here,
            (fact.id if fact is not None else None) or "",
            tuple(_diff(view, edits)),
            bool(edits) or each.refold,
        )


def _diff(view: WikiView, edits: Iterable[Edit]) -> Iterator[str]:
    by_file: dict[str, list[Edit]] = {}
    for each in edits:
        by_file.setdefault(each.path, []).append(each)
    for file, found in sorted(by_file.items()):
        data = view.read(file)
        if data is None:
            continue
        before = decode(data).text
        after = apply_edits(before, found)
        yield from unified_diff(before.split("\n"), after.split("\n"), file, file, n=1, lineterm="")
