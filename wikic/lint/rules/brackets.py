"""L003: double brackets that open and never become a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.rule import Problem
from wikic.lint.view.link_targets import NOTHING
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.unread_text import is_within, unread_spans
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.document import Malformed
from wikic.model.finding import Edit
from wikic.model.link import Link

# A destination that leads somewhere: words in parentheses are words.
_SPLICED: Final = re.compile(
    r"\[\[(?P<text>[^\[\]\n]+)\]\((?P<url>[a-z]+:[^\s()]+|[^\s()]*[/#.][^\s()]*)\)(?!\])"
)
_HALF_CLOSED: Final = re.compile(r"\[\[(?P<target>[^\[\]\n|#]+)(?:[|#][^\[\]\n]*)?\](?!\])")
# What ends a paragraph, and what brackets are counted by: code hides them; an escaped one is a pair's, too.
_SIGN: Final = re.compile(r"`+[^`\n]*`+|\n[ \t]*\n|[\[\]]")
FAR: Final = 2_000  # characters; a bracket that is closed further on was forgotten
_MESSAGES: Final = {
    "empty": "empty double brackets",
    "unclosed": "{} opens a link that is never closed",
    "nested": "{} opens a link inside which another opens",
    "single closer": "{} closes with one bracket",
    "markdown link": "{} is half wikilink, half Markdown link",
    "bracket in target": "{} holds a bracket where a page's name must stand",
}
# Behind a link: empty parentheses, or a path that makes it look like one Markdown link.
_TAIL: Final = re.compile(r"\((?P<path>[^\s()]*)\)")


def check(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        unread = unread_spans(page, vault=view.profile.is_vault) if page.document.malformed else ()
        for each in page.document.malformed:
            if (
                not _is_text(page, each)
                and not is_within(unread, each.start)
                and not page.is_of_document(each.start)
            ):
                yield _malformed(view, page, each)
        if "]](" in page.text:
            for link in page.document.links:
                tail = _TAIL.match(page.text, link.end)
                if tail is not None and link.kind == "wiki" and not page.is_of_document(link.start):
                    yield from _tail(view, page, link, tail)


def _is_text(page: ParsedPage, each: Malformed) -> bool:
    """Whether all brackets are closed: ``[[view email](/x)]`` is a link in brackets, ``[[a] b]`` words.

    Three that open at once were to be a wikilink, whatever closes them.
    """
    if each.reason not in ("markdown link", "single closer") or page.text.startswith("[", each.start - 1):
        return False
    depth = 0
    for match in _SIGN.finditer(page.text, each.start, each.start + FAR):
        if match[0][0] == "\n":
            return False
        depth += (match[0] == "[") - (match[0] == "]")
        if not depth:
            return True
    return False


def _malformed(view: WikiView, page: ParsedPage, each: Malformed) -> Problem:
    shown = page.text[each.start : min(each.end, each.start + 40)].partition("\n")[0]
    message = _MESSAGES.get(each.reason, "{} is no wikilink").format(repr(shown))
    edit = _repair(view, page, each)
    help = "" if edit else "close the link with ]], or write \\[[ where brackets are meant"
    line, column = page.at(each.start)
    return Problem(page.file, line, column, message, (edit,) if edit else (), help=help)


def _repair(view: WikiView, page: ParsedPage, each: Malformed) -> Edit | None:
    """What makes the link that was certainly meant."""
    if page.text.startswith("[", each.start - 1):
        return None
    if each.reason == "markdown link" and _SPLICED.match(page.text, each.start) is not None:
        return Edit(page.file, each.start, each.start + 1, "")
    if each.reason == "single closer":
        half = _HALF_CLOSED.match(page.text, each.start)
        if half is not None and view.names.resolve(half["target"], origin=page.path).rung in (
            "path",
            "folder",
            "stem",
        ):
            return Edit(page.file, half.end(), half.end(), "]")
    return None


def _tail(view: WikiView, page: ParsedPage, link: Link, tail: re.Match[str]) -> Iterator[Problem]:
    """Parentheses behind a wikilink that are no words: empty ones, or the path of a page."""
    line, column = page.at(link.end)
    edits = (Edit(page.file, link.end, tail.end(), ""),)
    path = tail["path"]
    if not path:
        message = "empty parentheses follow a wikilink"
        yield Problem(page.file, line, column, message, edits, safe=False)  # `[[run]]()` may be a call
        return
    place = Link("markdown", path.partition("#")[0], None, None, None, False, 0, 0, line, column)
    named = view.resolve(page.file, place) if "/" in path or path.endswith(".md") else NOTHING
    if named.rung == "path" or path.endswith(".md"):
        message = f"a wikilink followed by ({path}) is a link and text, not one link"
        same = len(named.files) == 1 and view.resolve(page.file, link).files == named.files
        yield Problem(page.file, line, column, message, edits if same else (), safe=False)
