"""Comments that silence rules: those that name no rule, and those that silence nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wikic.lint.rule import Problem, Rule
from wikic.lint.selecting import matches
from wikic.lint.suppress import UNKNOWN, UNUSED, comments
from wikic.lint.view import WikiView
from wikic.model.finding import Category, Severity


def _unknown(view: WikiView) -> Iterator[Problem]:
    for sheet in view.prose():
        for each in comments(sheet):
            for selector in each.selectors:
                if not _known(selector):
                    message = f"wikic-{each.verb} names no rule: {selector!r}"
                    yield Problem(sheet.file, each.line, each.column, message, help=_LIST)


def _unused(view: WikiView) -> Iterator[Problem]:
    for sheet in view.prose():
        for each in comments(sheet):
            # A comment that names no rule there is has its finding.
            if each.verb != "enable" and (not each.selectors or any(map(_known, each.selectors))):
                named = " ".join(each.selectors) or "any rule"
                message = f"wikic-{each.verb} silences nothing: {named} finds nothing there"
                yield Problem(sheet.file, each.line, each.column, message, help="remove the comment")


def _known(selector: str) -> bool:
    from wikic.lint.registry import RULES  # not above: the registry holds these rules

    return any(matches(rule.code, rule.name, selector) for rule in RULES)


_LIST: Final = "wikic lint --rules lists them"

U001: Final = Rule(
    UNKNOWN,
    "unknown-suppression",
    Category.OTHER,
    Severity.WARNING,
    "A comment that switches a rule off or on names no rule there is.",
    "The rule that was meant goes on reporting, or a typing error hides that nothing is switched off.",
    "<!-- wikic-disable-next-line L01 -->\n[[Nobody]]",
    "<!-- wikic-disable-next-line L001 -->\n[[Nobody]]",
    _unknown,
    scope="file",
)
# Its check reports every comment that switches off, so that a cache by content can hold that: which of them
# silence nothing is known when all rules have run (wikic/lint/suppress.py).
U002: Final = Rule(
    UNUSED,
    "unused-suppression",
    Category.OTHER,
    Severity.WARNING,
    "A comment switches a rule off where that rule finds nothing.",
    "The defect is gone; the comment would hide the next one.",
    "<!-- wikic-disable-next-line L001 -->\nNo link stands here.",
    "Remove the comment.",
    _unused,
    scope="file",
)
