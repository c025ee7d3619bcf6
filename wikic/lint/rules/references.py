"""L: brackets that never become a link, and links and footnotes of Markdown that never become one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.rule import Problem
from wikic.lint.view.link_targets import NOTHING
from wikic.lint.view.more_links import is_within, unread_spans, without_code
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.document import Malformed
from wikic.model.finding import Edit
from wikic.model.link import Link
from wikic.wiki.page_blocks import MARK

_DEFINITION: Final = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)*\[(?P<name>(?:[^\[\]\\\n]|\\.)+)\]:")
_FOOTNOTE: Final = re.compile(r"\[\^(?<![\\\[]\[\^)(?P<name>\d+|[A-Za-z][\w-]*)\](?![:({*+?])")
_REFERENCE: Final = re.compile(
    r"(?P<text>\[(?<![\w\\\])}]\[)(?!\^|[ xX]\])(?:[^\[\]\\\n]|\\.)+\])"
    r"\[(?P<name>(?:[^\[\]\\\n^@][^\[\]\\\n]*)?)\](?![(\[:*+?{])"
)
# Not a letter of mathematics or a place in a table of numbers: `[a][b]`, `[0][1]`.
_WORD: Final = re.compile(r"[^\W\d]{2}")
_CLASS: Final = re.compile(r"\^?(?:\w-\w)+.{0,3}")  # of letters, in a pattern: `[a-z][0-9]`
_SHORT: Final = 3  # letters; a shorter name may be a set of letters, where no note is defined
_SPACE: Final = re.compile(r"\s+")

_ADDRESS: Final = r"(?:https?://|www\.)"
_FILE: Final = r"\.(?:md|pdf|png|jpe?g|gif|svg|webp|html?)"
_REVERSED: Final = re.compile(
    rf"(?<![\w\])])\((?P<text>[^()\[\]\n]+)\)"
    rf"\[(?P<url>{_ADDRESS}[^\[\]\s]*|[^\[\]\n^@#]{{1,300}}{_FILE}(?:#[^\[\]\s]*)?)\](?![(\[:])"
)
_SPACED: Final = re.compile(
    rf"(?<!\\)!?\[(?P<text>[^\[\]\n]*)\]\("
    rf"(?P<url>(?!{_ADDRESS})(?=[^()\n ]* )[^()<>\n\"'#]{{1,300}}{_FILE}(?:#[^()<>\n]*)?)\)"
)
_OPEN_ADDRESS: Final = re.compile(
    rf"(?<!\\)!?\[(?P<text>[^\[\]\n]+)\]\((?P<url>{_ADDRESS}[^()<>\s]*|[^()<>\s]{{1,300}}{_FILE}(?:#[^()<>\s]*)?)"
    rf"(?=[ \t\r]|$)[^()\n]*$",
    re.M,
)
_EMPTY: Final = re.compile(r"(?<![\w\\\])}])!?\[(?=[ \t]*[^\s\[\]])(?P<text>[^\[\]\n]+)\]\([ \t]*\)(?P<url>)")
_OPEN_TEXT: Final = re.compile(
    rf"(?<![\\\[!])\[(?P<text>[^\[\]()\n]*[^\[\]()\s])\((?P<url>{_ADDRESS}[^()\s]*)\)[^\[\]\n]*$", re.M
)
# Told at a glance, of nearly every page: that none of these stands there.
_MAY_BE_SPACED: Final = re.compile(r"\]\((?!https?:)[^()<>\n\"' ]* ")
_MAY_BE_EMPTY: Final = re.compile(r"\]\([ \t]*\)")
_MAY_BE_OPEN: Final = re.compile(r"\]\([^()<>\s]+(?=\s|\Z)")
_REMARKS: Final = ("//", "comment", "_")  # what people write `[//]: # (remarks)` with
_LINE: Final = re.compile(r"^[^\n]*\]:[^\n]*", re.M)
_REVERSED_SAYS: Final = "round and square brackets are the wrong way round: [{text}]({url}) is a link"
_SPACED_SAYS: Final = "a destination with a space ends there: <{url}> holds it"
_OPEN_ADDRESS_SAYS: Final = "the link to {url} is never closed"
_EMPTY_SAYS: Final = "[{text}]() leads nowhere: its destination is empty"
_OPEN_TEXT_SAYS: Final = "the words of the link to {url} are never closed"


def check_undefined(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        text = page.text
        if page.generated or ("][" not in text and "[^" not in text):
            continue
        plain = without_code(page)
        defined = _defined_names(text)
        unread = unread_spans(page, vault=view.profile.is_vault)
        yield from _defined_twice(page, plain)
        notes = any(name.startswith("^") for name in defined)
        for match in _FOOTNOTE.finditer(plain, page.body):
            if not (notes or match["name"].isdigit() or len(match["name"]) >= _SHORT):
                continue
            if _fold_label(f"^{match['name']}") not in defined and not is_within(unread, match.start()):
                message = f"there is no footnote [^{match['name']}]"
                yield Problem(page.file, *page.at(match.start()), message)
        if view.profile.program.name == "mkdocs":
            continue  # plugins know what a reference means that no page defines
        for match in _REFERENCE.finditer(plain, page.body):
            words = text[slice(*match.span("text"))][1:-1]  # code is part of a name
            name = text[slice(*match.span("name"))] or words
            if _fold_label(name) in defined or _WORD.search(words) is None or words == MARK:
                continue
            if _CLASS.fullmatch(words):
                continue
            if not is_within(unread, match.start()):
                message = f"nothing says where the reference {name!r} leads"
                yield Problem(page.file, *page.at(match.start()), message, help=f"[{name}]: address")


def _defined_twice(page: ParsedPage, plain: str) -> Iterator[Problem]:
    """Names that are defined twice, otherwise: one of the two is not seen."""
    first: dict[str, tuple[int, str]] = {}
    for match in _LINE.finditer(plain, page.body):
        line = page.text[slice(*match.span())]
        found = _DEFINITION.match(line) if "]:" in line else None
        if found is None or found["name"] in _REMARKS:
            continue
        number, told = page.at(match.start())[0], line[found.end() :].strip()
        before, said = first.setdefault(_fold_label(found["name"]), (number, told))
        if before != number and said != told:
            message = f"{found['name']!r} is defined in line {before} as well"
            yield Problem(
                page.file, number, 1, message, help="one of the two is not seen: call this one otherwise"
            )


def _defined_names(text: str) -> set[str]:
    lines = (_DEFINITION.match(line) for line in text.split("\n") if "]:" in line)
    return {_fold_label(match["name"]) for match in lines if match is not None}


def _fold_label(name: str) -> str:
    """How a reference and what defines it are compared."""
    return _SPACE.sub(" ", name).strip().casefold()


def check_form(view: WikiView) -> Iterator[Problem]:
    spaced = view.profile.program.name == "logseq"  # it writes such destinations itself, and shows them
    for page in view.prose():
        forms = () if page.generated else tuple(_find_forms(page, spaced=spaced))
        if not forms:
            continue
        plain = without_code(page)
        unread = unread_spans(page, vault=view.profile.is_vault)
        for form, message in forms:
            for match in form.finditer(plain, page.body):
                at = match.start()
                taken = page.links_in(at, at + 1) if form is not _EMPTY else ()
                if not is_within(unread, at) and not taken:
                    said = message.format(text=match["text"], url=match["url"].strip())
                    yield Problem(page.file, *page.at(at), said)


def _find_forms(page: ParsedPage, *, spaced: bool) -> Iterator[tuple[re.Pattern[str], str]]:
    """The forms that may stand on a page: on nearly every page none does.

    spaced: whether a destination may hold a space.
    """
    count = page.text.count
    if count(")["):
        yield _REVERSED, _REVERSED_SAYS
    if not spaced and _MAY_BE_SPACED.search(page.text) is not None:
        yield _SPACED, _SPACED_SAYS
    if _MAY_BE_OPEN.search(page.text) is not None:
        yield _OPEN_ADDRESS, _OPEN_ADDRESS_SAYS
    if _MAY_BE_EMPTY.search(page.text) is not None:
        yield _EMPTY, _EMPTY_SAYS
    if count("(http") + count("(www.") > count("](http") + count("](www."):
        yield _OPEN_TEXT, _OPEN_TEXT_SAYS


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


def check_brackets(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        unread = unread_spans(page, vault=view.profile.is_vault) if page.document.malformed else ()
        for each in page.document.malformed:
            if (
                not _is_text(page, each)
                and not is_within(unread, each.start)
                and not page.is_of_document(each.start)
            ):
                yield _malformed_problem(view, page, each)
        if "]](" in page.text:
            for link in page.document.links:
                tail = _TAIL.match(page.text, link.end)
                if tail is not None and link.kind == "wiki" and not page.is_of_document(link.start):
                    yield from _find_tails(view, page, link, tail)


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


def _malformed_problem(view: WikiView, page: ParsedPage, each: Malformed) -> Problem:
    shown = page.text[each.start : min(each.end, each.start + 40)].partition("\n")[0]
    message = _MESSAGES.get(each.reason, "{} is no wikilink").format(repr(shown))
    edit = _repair_link(view, page, each)
    help = "" if edit else "close the link with ]], or write \\[[ where brackets are meant"
    line, column = page.at(each.start)
    return Problem(page.file, line, column, message, (edit,) if edit else (), help=help)


def _repair_link(view: WikiView, page: ParsedPage, each: Malformed) -> Edit | None:
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


def _find_tails(view: WikiView, page: ParsedPage, link: Link, tail: re.Match[str]) -> Iterator[Problem]:
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
