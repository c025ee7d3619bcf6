"""Comments that silence rules: those that name no rule, and those that silence nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wikic.lint.disable_comments import UNKNOWN, UNUSED, Comment, comments
from wikic.lint.rule import Problem, Rule
from wikic.lint.rule_selectors import matches
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Severity

# The two rules can be silenced as the others can.
_OWN: Final = ((UNKNOWN, "unknown-suppression"), (UNUSED, "unused-suppression"))
_LIST: Final = "wikic lint --rules lists them"


def suppression_rules(others: tuple[Rule, ...]) -> tuple[Rule, Rule]:
    """U001 and U002; ``others`` are all rules beside these, which comments may name."""
    named = (*((rule.code, rule.name) for rule in others), *_OWN)

    def is_known(selector: str) -> bool:
        return any(matches(code, name, selector) for code, name in named)

    def unknown(view: WikiView) -> Iterator[Problem]:
        for page in view.prose():
            for each in comments(page):
                for selector in each.selectors:
                    if not is_known(selector):
                        message = f"wikic-{each.verb} names no rule: {selector!r}"
                        yield Problem(page.file, each.line, each.column, message, help=_LIST)

    def silences(comment: Comment) -> bool:
        """Whether a comment switches off a rule there is: one that names none has the finding of U001."""
        return comment.verb != "enable" and (not comment.selectors or any(map(is_known, comment.selectors)))

    def unused(view: WikiView) -> Iterator[Problem]:
        for page in view.prose():
            for each in filter(silences, comments(page)):
                named = " ".join(each.selectors) or "any rule"
                message = f"wikic-{each.verb} silences nothing: {named} finds nothing there"
                yield Problem(page.file, each.line, each.column, message, help="remove the comment")

    # U002's check reports every comment that switches off, so that a cache by content can hold that. Which of
    # them silence nothing is known when all rules have run (wikic/lint/disable_comments.py).
    return (
        Rule(*_OWN[0], Category.OTHER, Severity.WARNING, unknown, "file"),
        Rule(*_OWN[1], Category.OTHER, Severity.WARNING, unused, "file"),
    )
