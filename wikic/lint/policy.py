"""How bad a wiki's owners hold each rule to be, and where they do not want to hear of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from wikic.config import LintConfig
from wikic.errors import ConfigError, UsageError
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule
from wikic.lint.rule_selectors import known, matches
from wikic.model.finding import Finding, Severity

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
                (glob, frozenset(rule.code for rule in rules if _any(rule, selectors)))
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


def _any(rule: Rule, selectors: Iterable[str]) -> bool:
    return any(matches(rule.code, rule.name, each) for each in selectors)


def fits(path: str, glob: str) -> bool:
    """Whether a path matches: ``*`` within a step, ``**`` over steps, ``?``; without ``/`` any file's name.

    A glob that names a directory means everything below it.
    """
    return _compiled(glob).fullmatch(path) is not None


@lru_cache(maxsize=256)
def _compiled(glob: str) -> re.Pattern[str]:
    inside = glob.strip("/")
    meant = "".join(_MEANING.get(part, re.escape(part)) for part in _GLOB.findall(inside))
    anywhere = "(?:.*/)?" if "/" not in glob.rstrip("/") else ""
    return re.compile(f"{anywhere}{meant}(?:/.*)?", re.S)
