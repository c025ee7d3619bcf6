"""Which rules run, over a view, and how bad the wiki's owners hold what they find to be.

Pure: the same view and rules give the same findings in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from wikic.config import LintConfig
from wikic.errors import ConfigError, UsageError
from wikic.lint import disable_comments
from wikic.lint.profile import WIKIC, Profile
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule, applying, choose, known, matches
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding, Severity

_UNREADABLE: Final = "F001"  # frontmatter that no program reads


@dataclass(frozen=True, slots=True)
class Selection:
    """The rules of a run.

    codes: of those whose findings are reported.
    running: those that run: which comments silence nothing shows only where all rules run.
    apart: codes of those the profile leaves out, which find nothing there.
    profile: what kind of wiki they are for.
    """

    codes: frozenset[str]
    running: tuple[Rule, ...]
    apart: frozenset[str]
    profile: Profile

    @classmethod
    def of(
        cls,
        profile: Profile = WIKIC,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        rules: tuple[Rule, ...] = RULES,
    ) -> Selection:
        """What ``select`` and ``ignore`` leave. Raises UsageError for a selector that names no rule."""
        select, ignore = tuple(select), tuple(ignore)
        chosen = applying(choose(rules, select, ignore), profile)
        codes = frozenset(rule.code for rule in chosen)
        # U002 sees the comments that silence rules, so it runs whatever is chosen.
        wider = tuple(rule for rule in rules if rule.code == disable_comments.UNUSED)
        if disable_comments.UNUSED in codes:
            wider = applying(choose(rules, (), ignore), profile)
        running = (*chosen, *(rule for rule in wider if rule.code not in codes))
        apart = {rule.code for rule in rules} - {rule.code for rule in applying(rules, profile)}
        return cls(codes, running, frozenset(apart), profile)

    def report(self, found: Iterable[Finding], view: WikiView) -> tuple[Finding, ...]:
        """The findings to report, in order, each once; those that comments silence are left out."""
        ran = self.codes
        if disable_comments.UNUSED in ran:
            ran |= {rule.code for rule in self.running} | self.apart
        ordered = sorted(dict.fromkeys(found), key=_finding_order)
        # The fold leaves a page alone that it cannot read: it repairs nothing there.
        unreadable = {finding.path for finding in ordered if finding.code == _UNREADABLE}
        kept = disable_comments.apply_comments(ordered, view, ran, RULES)
        return tuple(
            replace(finding, refold=finding.refold and finding.path not in unreadable)
            for finding in kept
            if finding.code in self.codes
        )


def lint(
    view: WikiView,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    paths: Collection[str] | None = None,
    rules: tuple[Rule, ...] = RULES,
) -> tuple[Finding, ...]:
    """Findings in order of path, position and code.

    select, ignore: codes (``L001``), families (``L``) or names (``dangling-link``); nothing selected
        means every rule.
    paths: file paths to report on, None for all; the rest of the wiki is read only as far as the rules
        ask for it.

    What a comment in a page silences is left out. Raises UsageError for a selector that names no rule.
    """
    selection = Selection.of(view.profile, select, ignore, rules)
    scoped = view if paths is None else view.within(paths)
    found = (
        finding
        for rule in selection.running
        for finding in map(rule.finding, rule.check(scoped))
        if paths is None or finding.path in scoped.scope
    )
    return selection.report(found, scoped)


def _finding_order(finding: Finding) -> tuple[object, ...]:
    return (*finding.sort_key, finding.edits != (), finding.help)


OFF: Final = "off"
_GLOB: Final = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_MEANING: Final = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@dataclass(frozen=True, slots=True)
class Policy:
    """What ``[lint]`` says of severities and paths.

    severities: code → severity, for the rules whose own is not wanted.
    off: codes of rules that are switched off.
    per_path: glob → codes; a finding whose path matches and whose code is among them is not reported.
    """

    severities: Mapping[str, Severity]
    off: tuple[str, ...]
    per_path: tuple[tuple[str, frozenset[str]], ...]

    @classmethod
    def of(cls, settings: LintConfig, rules: tuple[Rule, ...] = RULES) -> Policy:
        """The policy of a configuration. Raises ConfigError for a rule or severity there is none of."""
        try:
            known(rules, settings.severity, "lint.severity")
            for glob, selectors in settings.per_path_ignores.items():
                known(rules, selectors, f"lint.per_path_ignores.{glob!r}")
        except UsageError as error:
            raise ConfigError(str(error), hint=error.hint) from error
        levels: dict[str, str] = {}
        # The longer selector is the more exact one: L = "off" and L001 = "error" may stand together.
        for selector, level in sorted(settings.severity.items(), key=lambda item: (len(item[0]), item[0])):
            levels |= {rule.code: level for rule in rules if matches(rule.code, rule.name, selector)}
        return cls(
            {code: Severity(level) for code, level in levels.items() if level != OFF},
            tuple(code for code, level in levels.items() if level == OFF),
            tuple(
                (glob, frozenset(rule.code for rule in rules if _any_selects(rule, selectors)))
                for glob, selectors in settings.per_path_ignores.items()
            ),
        )

    def judge(self, findings: Iterable[Finding], prefix: str) -> tuple[Finding, ...]:
        """The findings that are wanted, as bad as they are held to be.

        prefix: what paths are shown behind; globs are written for paths as they are shown.
        """
        ignored: dict[str, frozenset[str]] = {}
        kept: list[Finding] = []
        for finding in findings:
            path = finding.path
            if path not in ignored:
                ignored[path] = frozenset().union(
                    *(codes for glob, codes in self.per_path if fits(prefix + path, glob))
                )
            if finding.code in self.off or finding.code in ignored[path]:
                continue
            severity = self.severities.get(finding.code, finding.severity)
            kept.append(finding if severity is finding.severity else replace(finding, severity=severity))
        return tuple(kept)


def _any_selects(rule: Rule, selectors: Iterable[str]) -> bool:
    return any(matches(rule.code, rule.name, each) for each in selectors)


def fits(path: str, glob: str) -> bool:
    """Whether a path matches: ``*`` within a step, ``**`` over steps, ``?``; without ``/`` any file's name.

    A glob that names a directory means everything below it.
    """
    return _compile_glob(glob).fullmatch(path) is not None


@lru_cache(maxsize=256)
def _compile_glob(glob: str) -> re.Pattern[str]:
    inside = glob.strip("/")
    meant = "".join(_MEANING.get(part, re.escape(part)) for part in _GLOB.findall(inside))
    anywhere = "(?:.*/)?" if "/" not in glob.rstrip("/") else ""
    return re.compile(f"{anywhere}{meant}(?:/.*)?", re.S)
