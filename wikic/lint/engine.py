"""Run rules over a view. Pure: the same view and rules give the same findings in the same order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wikic.errors import UsageError
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule
from wikic.lint.view import WikiView
from wikic.model.finding import Finding, Severity


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

    Raises UsageError for a selector that names no rule.
    """
    chosen = view.profile.adapt(choose(rules, select, ignore))
    scoped = view if paths is None else view.within(paths)
    found = {
        finding: None
        for rule in chosen
        for finding in map(rule.finding, rule.check(scoped))
        if paths is None or finding.path in scoped.scope
    }
    return tuple(sorted(found, key=_order))


def choose(rules: tuple[Rule, ...], select: Iterable[str], ignore: Iterable[str]) -> tuple[Rule, ...]:
    """The rules that are selected and not ignored, in the order of the registry.

    Raises UsageError for a selector that names no rule.
    """
    wanted, unwanted = tuple(select), tuple(ignore)
    for selector in (*wanted, *unwanted):
        if not any(_matches(rule, selector) for rule in rules):
            raise UsageError(f"no lint rule is called {selector!r}", hint="wikic lint --rules lists them")
    return tuple(
        rule
        for rule in rules
        if (not wanted or any(_matches(rule, each) for each in wanted))
        and not any(_matches(rule, each) for each in unwanted)
    )


def fails(findings: Iterable[Finding], at: Severity = Severity.ERROR) -> bool:
    """Whether a gate that fails at severity ``at`` or worse fails."""
    return any(finding.severity.rank <= at.rank for finding in findings)


def _matches(rule: Rule, selector: str) -> bool:
    return bool(selector) and (rule.code.startswith(selector.upper()) or rule.name == selector)


def _order(finding: Finding) -> tuple[object, ...]:
    return (*finding.sort_key, finding.edits != (), finding.help)
