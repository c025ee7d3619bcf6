"""Run rules over a view. Pure: the same view and rules give the same findings in the same order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wikic.lint import suppress
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule
from wikic.lint.selecting import choose
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

    What a comment in a page silences is left out. Raises UsageError for a selector that names no rule.
    """
    select, ignore = tuple(select), tuple(ignore)
    chosen = view.profile.adapt(choose(rules, select, ignore))
    codes = {rule.code for rule in chosen}
    # U002 sees the comments that silence rules, so it runs whatever is chosen; and which comments silence
    # nothing shows only where all rules run.
    wider = tuple(rule for rule in rules if rule.code == suppress.UNUSED)
    if suppress.UNUSED in codes:
        wider = view.profile.adapt(choose(rules, (), ignore))
    running = (*chosen, *(rule for rule in wider if rule.code not in codes))
    scoped = view if paths is None else view.within(paths)
    found = {
        finding: None
        for rule in running
        for finding in map(rule.finding, rule.check(scoped))
        if paths is None or finding.path in scoped.scope
    }
    ran = codes | {rule.code for rule in running if suppress.UNUSED in codes}
    kept = suppress.apply(sorted(found, key=_order), scoped, ran)
    return tuple(finding for finding in kept if finding.code in codes)


def fails(findings: Iterable[Finding], at: Severity = Severity.ERROR) -> bool:
    """Whether a gate that fails at severity ``at`` or worse fails."""
    return any(finding.severity.rank <= at.rank for finding in findings)


def _order(finding: Finding) -> tuple[object, ...]:
    return (*finding.sort_key, finding.edits != (), finding.help)
