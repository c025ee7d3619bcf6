"""Comments in a page that silence rules there.

::

    <!-- wikic-disable L001 C005 -->         from here to the end of the page, or to the next enable
    <!-- wikic-enable L001 -->               ends that; without codes, everything
    <!-- wikic-disable-next-line L001 -->    the line that follows
    <!-- wikic-disable-file L001 -->         the whole page, wherever it stands

Codes, families (``L``) and names (``dangling-link``) may be given, several with spaces or commas between
them; without any, every rule is meant. What follows `` -- `` is a reason and is not read. Honoured in pages
and indexes, outside code and frontmatter; never in sources and in what the page of a document takes from it,
whose text others wrote.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, cast

from wikic.lint.rule import Problem, Rule, matches
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Finding, Severity

UNKNOWN: Final = "U001"
UNUSED: Final = "U002"

_COMMENT: Final = re.compile(
    r"(?<!\\)<!--[ \t]*wikic-(?P<verb>disable-next-line|disable-file|disable|enable)(?![\w-])"
    r"(?P<rest>(?:(?!-->).){0,400}?)-->",
    re.S,
)
_SELECTOR: Final = re.compile(r"[^\s,]+")

Verb = Literal["disable", "enable", "disable-next-line", "disable-file"]


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment that speaks to wikic.

    verb: what it asks for.
    selectors: codes, families or names of rules; empty for every rule.
    start: offset of ``<!--``.
    line, column: of ``start``, from 1.
    last: the line it ends on.
    """

    verb: Verb
    selectors: tuple[str, ...]
    start: int
    line: int
    column: int
    last: int

    def means(self, code: str, name: str) -> bool:
        """Whether a rule is among those it names."""
        return not self.selectors or any(matches(code, name, each) for each in self.selectors)


def find_comments(page: ParsedPage) -> tuple[Comment, ...]:
    """The comments of a page that speak to wikic, in order."""
    if "wikic-" not in page.text:
        return ()
    found: list[Comment] = []
    for match in _COMMENT.finditer(page.text, page.body):
        start = match.start()
        if page.in_code(start) or page.is_of_document(start):
            continue
        words = re.split(r"(?:^|\s)--(?:\s|$)", match["rest"], maxsplit=1)[0]
        (line, column), (last, _) = page.at(start), page.at(match.end())
        selectors = tuple(_SELECTOR.findall(words))
        found.append(Comment(cast("Verb", match["verb"]), selectors, start, line, column, last))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Span:
    """The lines a comment silences.

    comment: which one.
    first, last: line numbers, both included; None for the end of the page.
    enabled: rules that later ``enable`` comments freed: selectors and the line from which on.
    """

    comment: Comment
    first: int
    last: int | None
    enabled: tuple[Comment, ...] = ()

    def covers(self, line: int, code: str, name: str) -> bool:
        """Whether a finding of a rule on a line is silenced."""
        inside = self.first <= line and (self.last is None or line <= self.last)
        if not inside or not self.comment.means(code, name):
            return False
        return not any(each.line <= line and each.means(code, name) for each in self.enabled)


def disabled_spans(found: Iterable[Comment]) -> tuple[Span, ...]:
    """What each ``disable`` of a page covers."""
    ordered = tuple(found)
    result: list[Span] = []
    for at, each in enumerate(ordered):
        match each.verb:
            case "disable-file":
                result.append(Span(each, 1, None))
            case "disable-next-line":
                result.append(Span(each, each.last + 1, each.last + 1))
            case "disable":
                later = tuple(other for other in ordered[at + 1 :] if other.verb == "enable")
                result.append(Span(each, each.line, None, later))
            case "enable":
                pass
    return tuple(result)


def apply_comments(
    findings: Iterable[Finding], view: WikiView, ran: Collection[str], rules: Iterable[Rule]
) -> tuple[Finding, ...]:
    """The findings no comment silences; of U002, which reports every ``disable``, those that silence nothing.

    ran: codes of the rules that ran: a comment for one that did not may well be needed. U002 is reported
        where it is among them.
    rules: every rule there is, by whose names comments call them.

    Pages without a comment are not looked at: U002's findings say which have one.
    """
    found = tuple(findings)
    pages = {each.path for each in found if each.code == UNUSED}
    if not pages:
        return found
    known = {
        each: disabled_spans(find_comments(parsed))
        for each in pages
        if (parsed := view.page(each)) is not None
    }
    names = {rule.code: rule.name for rule in rules}
    used: set[tuple[str, int, int]] = set()
    kept: list[Finding] = []
    for each in found:
        covering = [
            span
            for span in known.get(each.path, ())
            if each.code not in (UNKNOWN, UNUSED) and span.covers(each.line, each.code, names[each.code])
        ]
        used |= {(each.path, span.comment.line, span.comment.column) for span in covering}
        if not covering:
            kept.append(each)
    idle = {
        (path, span.comment.line, span.comment.column)
        for path, of_page in known.items()
        for span in of_page
        if any(code not in ran and span.comment.means(code, name) for code, name in names.items())
    }
    silent = used | idle
    return tuple(
        each
        for each in kept
        if each.code != UNUSED or (UNUSED in ran and (each.path, each.line, each.column) not in silent)
    )


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
            for each in find_comments(page):
                for selector in each.selectors:
                    if not is_known(selector):
                        message = f"wikic-{each.verb} names no rule: {selector!r}"
                        yield Problem(page.file, each.line, each.column, message, help=_LIST)

    def silences(comment: Comment) -> bool:
        """Whether a comment switches off a rule there is: one that names none has the finding of U001."""
        return comment.verb != "enable" and (not comment.selectors or any(map(is_known, comment.selectors)))

    def unused(view: WikiView) -> Iterator[Problem]:
        for page in view.prose():
            for each in filter(silences, find_comments(page)):
                named = " ".join(each.selectors) or "any rule"
                message = f"wikic-{each.verb} silences nothing: {named} finds nothing there"
                yield Problem(page.file, each.line, each.column, message, help="remove the comment")

    # U002's check reports every comment that switches off, so that a cache by content can hold that. Which of
    # them silence nothing is known when all rules have run (wikic/lint/disable_comments.py).
    return (
        Rule(*_OWN[0], Category.OTHER, Severity.WARNING, unknown, "file"),
        Rule(*_OWN[1], Category.OTHER, Severity.WARNING, unused, "file"),
    )
