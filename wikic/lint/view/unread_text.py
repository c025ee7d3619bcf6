"""Text in which brackets are no links: formulas, comments, templates, code as HTML, configuration."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from wikic.lint.view.page import ParsedPage
from wikic.model.link import Link

Spans = Sequence[tuple[int, int]]

# Bounded, so that many that are never closed are not each looked for to the end. A formula holds no blank
# line; a lone dollar opens none before a space and closes none before a digit.
_BLOCKS: Final = (
    r"<!--(?:.*?-->|.*)|<%.{0,2000}?%>"
    r"|<(?P<tag>code|pre|script|style|math)\b[^<>]*>.{0,5000}?</(?P=tag)>"
    r"|\$\$(?<![\\$]\$\$)(?:(?!\n[ \t]*\n).){1,4000}?\$\$"
    r"|\$(?<![\\$]\$)(?![\s$])(?:[^$\n\\]|\\.)*?(?<!\s)\$(?![\d$])"
)
_UNREAD: Final = re.compile(_BLOCKS, re.S | re.I)
_LOGSEQS: Final = r"^[ \t]*#\+BEGIN_(?P<kind>\w+).{0,5000}?#\+END_(?P=kind)"  # a query, an export
_UNREAD_IN_VAULT: Final = re.compile(rf"%%.*?%%|{_LOGSEQS}|{_BLOCKS}", re.S | re.I | re.M)
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9_.\"' -]+")
_SETTING: Final = re.compile(r"[ \t]*[A-Za-z0-9_.\"'-]+[ \t]*=[ \t]*[^\s=]")
# Behind double brackets that name no page: with it they are a Markdown link whose words stand in brackets.
_DESTINATION: Final = re.compile(r"\((?!\))[^\s()]*[/#:][^\s()]*\)")
_LINE: Final = re.compile(r"[^\r\n]+")
_TAG: Final = re.compile(r"<[!%cpsm]", re.I)


def unread_spans(page: ParsedPage, *, vault: bool) -> Spans:
    """Spans below the frontmatter, in order, in which no reader sees a link.

    vault: whether ``%%`` opens a comment, as it does in Obsidian.
    """
    text = page.text
    if (
        "$" not in text
        and "%%" not in text
        and "#+" not in text
        and ("<" not in text or _TAG.search(text, page.body) is None)
    ):
        return ()
    pattern = _UNREAD_IN_VAULT if vault else _UNREAD
    return [match.span() for match in pattern.finditer(without_code(page), page.body)]


def without_code(page: ParsedPage) -> str:
    """The page's text with blanks for every character of code, so that offsets stay."""
    text = page.text
    pieces: list[str] = []
    at = 0
    spans = [(each.start, each.end) for each in page.document.fences]
    spans += [(each.start, each.end) for each in page.document.code_spans]
    for start, end in sorted(spans):
        if start >= at:
            pieces += [text[at:start], _blanks(text[start:end])]
            at = end
    return "".join((*pieces, text[at:]))


def _blanks(code: str) -> str:
    if "\n" not in code and "\r" not in code:
        return " " * len(code)
    return _LINE.sub(lambda line: " " * len(line[0]), code)


def is_within(spans: Spans, offset: int) -> bool:
    """Whether an offset lies in one of the spans."""
    before = bisect_right(spans, offset, key=itemgetter(0))
    return bool(before and offset < spans[before - 1][1])


def is_text(text: str, link: Link, *, dangling: bool) -> bool:
    """Whether what reads as a wikilink is none: a directory, ``[[1]](url)``, a table of TOML.

    dangling: whether it names no page.
    """
    if link.target.endswith("/") and (link.kind == "wiki" or not dangling):
        return True
    if link.kind != "wiki" or link.text is not None or link.heading is not None:
        return False
    bracketed = dangling and not link.embed and _DESTINATION.match(text, link.end) is not None
    return bracketed or _is_toml_table(text, link)


def _is_toml_table(text: str, link: Link) -> bool:
    """Whether the link opens a table of TOML: ``[[containers]]`` beside ``name = "web"``."""
    if _TABLE_NAME.fullmatch(link.target) is None:
        return False
    start, end = text.rfind("\n", 0, link.start) + 1, text.find("\n", link.end)
    if text[start : link.start].strip() or text[link.end : end if end >= 0 else None].strip():
        return False
    above = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : start]
    return (end >= 0 and _SETTING.match(text, end + 1) is not None) or _SETTING.match(above) is not None
