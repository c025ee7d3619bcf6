"""Links that Markdown knows nothing of (wikilinks in properties, those of HTML, the cards of canvases), and
text in which brackets are no links: formulas, comments, templates, code as HTML, configuration.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from operator import itemgetter
from typing import Any, Final
from urllib.parse import quote

import msgspec

from wikic.lint.profile import Profile
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.text_lines import line_place
from wikic.markdown.read import read
from wikic.markdown.source import decode
from wikic.markdown.wikilink import FROM_BRACKET, split_target, wikilink
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
            pieces += [text[at:start], _blank_out(text[start:end])]
            at = end
    return "".join((*pieces, text[at:]))


def _blank_out(code: str) -> str:
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


_KEY: Final = re.compile(r"^([^\W\d][\w.-]*(?:[ ]+[\w.-]+)*|\"[^\"\n]+\"|'[^'\n]+')[ \t]*:", re.M)
_ENDS: Final = re.compile(r"[\"']|[ \t]*(?:#.*)?\r?$", re.M)
_ATTRIBUTE: Final = re.compile(
    r"<(?:a|img|video|audio|source|embed|iframe)\b[^<>]*?\s(?:href|src)[ ]*="
    r"[ ]*(?P<quote>[\"'])(?P<value>[^\"'<>\n]+)(?P=quote)",
    re.I,
)
# Names of the page itself, and what it rests on: other rules look at these.
_NAMES: Final = ("aliases", "tags", "title", "id", "sources")


def more_links(page: ParsedPage, profile: Profile) -> tuple[Link, ...]:
    """The links of a vault's page that stand in its frontmatter and in its HTML."""
    text = page.text
    found: list[Link] = []
    if page.front is not None and "[[" in page.front.yaml:
        found += _of_properties(page, profile)
    if "src=" in text or "href=" in text:
        found += _of_html(page)
    return tuple(found)


def _of_properties(page: ParsedPage, profile: Profile) -> Iterator[Link]:
    front = page.front
    if front is None or page.fault is not None:
        return
    yaml = front.yaml
    names = _property_names(profile)
    for match in FROM_BRACKET.finditer(yaml):
        line = yaml.rfind("\n", 0, match.start()) + 1
        if not (_opens_value(yaml[line : match.start()]) and _ENDS.match(yaml, match.end())):
            continue
        key = _key_of_line(yaml, line)
        if key and key not in names:
            start = front.offset + match.start()
            place = (start, front.offset + match.end())
            link = wikilink(match[1], match[2], False, place, _line_and_column(page, start))
            if link is not None:
                yield link


def _line_and_column(page: ParsedPage, offset: int) -> tuple[int, int]:
    """As ``page.at`` has it, without looking for every line of the page."""
    before = page.text[:offset]
    if "\r" in before:
        return page.at(offset)
    return before.count("\n") + 1, offset - before.rfind("\n")


@lru_cache(maxsize=16)
def _property_names(profile: Profile) -> frozenset[str]:
    return frozenset(key for meaning in _NAMES for key in profile.key_names(meaning))


def _key_of_line(yaml: str, line: int) -> str:
    """The key whose value stands on the line that begins at an offset, or goes on there."""
    own = _KEY.match(yaml, line)
    if own is not None:
        return own[1].strip("\"'")
    above = [match[1] for match in _KEY.finditer(yaml, 0, line)]
    return above[-1].strip("\"'") if above else ""


def _opens_value(before: str) -> bool:
    """Whether a value begins behind these words of its line: in quotes, or alone behind a key or a dash."""
    return before.endswith(('"', "'")) or before.rstrip(" \t").endswith((":", "-")) or not before.strip(" \t")


def _of_html(page: ParsedPage) -> Iterator[Link]:
    spans = unread_spans(page, vault=True)
    for match in _ATTRIBUTE.finditer(without_code(page), page.body):
        if not is_within(spans, match.start()):
            start, end = match.span("value")
            target, heading, block = split_target(unescape(match["value"]))
            yield Link("markdown", target, None, heading, block, True, start, end, *page.at(start))


_FILE: Final = re.compile(r'"file"\s*:\s*("(?:[^"\\]|\\.)*")')


def canvas_links(data: bytes) -> tuple[Link, ...]:
    """The links of a canvas; none where it is no JSON that a canvas may hold.

    A card's page or picture is a link by path, its words hold wikilinks. Lines and columns are the file's.
    """
    try:
        told = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return ()
    nodes = told.get("nodes") if isinstance(told, dict) else None
    if not isinstance(nodes, list):
        return ()
    text = decode(data).text
    return tuple(link for node in nodes if isinstance(node, dict) for link in _of_node(node, text))


def _of_node(node: dict[str, Any], text: str) -> Iterator[Link]:
    file, words, part = node.get("file"), node.get("text"), node.get("subpath")
    if node.get("type") == "file" and isinstance(file, str) and file:
        at = _body_offset(text, file)
        _, heading, block = split_target(part if isinstance(part, str) else "")
        yield Link("markdown", quote(file), None, heading, block, True, at, at, *line_place(text, at))
    if node.get("type") == "text" and isinstance(words, str) and "[[" in words:
        for link in read(words).links:
            if link.kind == "wiki":
                at = max(text.find(f"[[{link.target}"), 0)
                yield Link(
                    "wiki",
                    link.target,
                    link.text,
                    link.heading,
                    link.block,
                    link.embed,
                    at,
                    at,
                    *line_place(text, at),
                )


def _body_offset(text: str, file: str) -> int:
    for match in _FILE.finditer(text):
        try:
            if msgspec.json.decode(match[1]) == file:
                return match.start()
        except msgspec.DecodeError:
            continue
    return 0
