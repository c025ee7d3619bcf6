"""L003: double brackets that open and never become a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.rule import Problem, Rule
from wikic.lint.sheet import Sheet
from wikic.lint.view import WikiView
from wikic.markdown.document import Malformed
from wikic.model.finding import Category, Edit, Severity

_SPLICED: Final = re.compile(r"\[\[(?P<text>[^\[\]\n]+)\]\((?P<url>[^\s()]+)\)\]?(?!\])")
_HALF_CLOSED: Final = re.compile(r"\[\[(?P<target>[^\[\]\n|#]+)(?:[|#][^\[\]\n]*)?\](?!\])")
_MESSAGES: Final = {
    "empty": "empty double brackets",
    "unclosed": "{} opens a link that is never closed",
    "nested": "{} opens a link inside which another opens",
    "single closer": "{} closes with one bracket",
    "markdown link": "{} is half wikilink, half Markdown link",
    "bracket in target": "{} holds a bracket where a page's name must stand",
}
# Behind a link: empty parentheses, or a path that makes it look like one Markdown link.
_TAIL: Final = re.compile(r"\((?P<path>|[^\s()]*(?:/[^\s()]*|\.md))\)")


def check(view: WikiView) -> Iterator[Problem]:
    for sheet in view.prose():
        for each in sheet.document.malformed:
            yield _malformed(view, sheet, each)
        if "]](" in sheet.text:
            for link in sheet.document.links:
                tail = _TAIL.match(sheet.text, link.end)
                if tail is not None and link.kind == "wiki":
                    yield _tail(sheet, link.end, tail)


def _malformed(view: WikiView, sheet: Sheet, each: Malformed) -> Problem:
    shown = sheet.text[each.start : min(each.end, each.start + 40)].partition("\n")[0]
    message = _MESSAGES.get(each.reason, "{} is no wikilink").format(repr(shown))
    edit = _repair(view, sheet, each)
    help = "" if edit else "close the link with ]], or write \\[[ where brackets are meant"
    line, column = sheet.at(each.start)
    return Problem(sheet.file, line, column, message, (edit,) if edit else (), help=help)


def _repair(view: WikiView, sheet: Sheet, each: Malformed) -> Edit | None:
    """What makes the link that was certainly meant."""
    if each.reason == "markdown link":
        spliced = _SPLICED.match(sheet.text, each.start)
        if spliced is not None:
            whole = f"[{spliced['text']}]({spliced['url']})"
            return Edit(sheet.file, each.start, spliced.end(), whole)
    if each.reason == "single closer":
        half = _HALF_CLOSED.match(sheet.text, each.start)
        if half is not None and view.names.resolve(half["target"], origin=sheet.path).rung in (
            "path",
            "folder",
            "stem",
        ):
            return Edit(sheet.file, half.end(), half.end(), "]")
    return None


def _tail(sheet: Sheet, at: int, tail: re.Match[str]) -> Problem:
    line, column = sheet.at(at)
    edit = Edit(sheet.file, at, tail.end(), "")
    if not tail["path"]:
        return Problem(sheet.file, line, column, "empty parentheses follow a wikilink", (edit,))
    message = f"a wikilink followed by ({tail['path']}) is a link and text, not one link"
    return Problem(sheet.file, line, column, message, (edit,), safe=False)


L003 = Rule(
    code="L003",
    name="malformed-wikilink",
    category=Category.MALFORMED_REF,
    severity=Severity.ERROR,
    summary="Double brackets open and do not become a link, or a link is half wikilink and half Markdown.",
    why="Readers see stray brackets, and the link that was meant is not there. Brackets in code, escaped "
    "brackets, and a wikilink followed by words in parentheses are fine.",
    example="She knew [[Charles-Babbage] and [[Mary-Somerville](https://example.org)].",
    instead="She knew [[Charles-Babbage]] and [Mary-Somerville](https://example.org).",
    check=check,
    fix="safe where the meaning is certain: a missing bracket before a known page, a spliced link, "
    "empty parentheses; unsafe: a path in parentheses is removed",
    scope="links",
)
