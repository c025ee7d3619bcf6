"""Run rules over a view. Pure: the same view and rules give the same findings in the same order."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from wikic.lint import disable_comments
from wikic.lint.profile import WIKIC, Profile
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule, applying
from wikic.lint.rule_selectors import choose
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding


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
        kept = disable_comments.apply(sorted(dict.fromkeys(found), key=_order), view, ran, RULES)
        return tuple(finding for finding in kept if finding.code in self.codes)


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


def _order(finding: Finding) -> tuple[object, ...]:
    return (*finding.sort_key, finding.edits != (), finding.help)
