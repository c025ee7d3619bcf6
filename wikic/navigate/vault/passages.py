"""Markdown cut into passages of plain words: paragraphs, list items, rows of tables, code. Pure.

A line that leads in to a short list ("A worker stops when:") says nothing without it: they are one passage,
the items on lines of their own as a statement of several lines has them (``markdown/bullet_lines.py``).

What stands on a page as people wrote it: its sections and passages, and where addresses find them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wikic import layout
from wikic.markdown import dialect, note_lines
from wikic.markdown.parse import MAX_NESTING, MAX_PIECE
from wikic.markdown.wikilink import FROM_BRACKET
from wikic.model.page import Fact

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

# A program of hundreds of lines says hundreds of things; one passage is what fits a screen's corner.
CODE_LINES: Final = 12
_MOST_ITEMS: Final = 12
_LONGEST_LIST: Final = 800  # characters; of a longer list each item is looked for by itself
_LEADS_IN: Final = (":", "：")
_NAMED: Final = re.compile(
    r"(?:^|\s)\^[A-Za-z0-9-]+\s*$", re.M
)  # what is linked to by its name stands by itself
_TAGS: Final = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?(?:-->|\Z)", re.DOTALL)
CALLOUT: Final = re.compile(r"\[!(?P<kind>[\w-]+)\][+-]?[ \t]*")
_MARKS: Final = re.compile(r"[\\`*_\[<&~=$^]")
_SIZE: Final = re.compile(r"\s*\d{1,5}(?:x\d{1,5})?\s*")


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage.

    line: where it begins, from 0. end: the line behind its last one.
    text: what it says, without marks; of code its lines.
    """

    line: int
    end: int
    text: str


def plain_line(markdown: str) -> str:
    """One line of Markdown as a reader sees it."""
    return _said(markdown)


def cut_passages(markdown: str, footnotes: Collection[str] = ()) -> Iterator[Cut]:
    """The passages of Markdown, in order. footnotes: labels of those that the page defines."""
    parser = _markdown()
    tokens: list[Token] = []
    environment = {dialect.FOOTNOTES: footnotes}
    parser.block.parse(markdown, parser, environment, tokens)
    head: list[str] = []
    behind = 0
    for at, token in enumerate(tokens):
        if at < behind:
            continue
        led = _led_in(tokens, at, environment) if token.type == "inline" else None
        if led is not None:
            found, behind = led
            yield found
        elif token.type == "thead_open":
            head = []
        elif token.type == "tr_open":
            cells = _cells(tokens, at, environment)
            if tokens[at - 1].type == "thead_open":
                head = cells  # it says nothing by itself
            else:
                yield from _row(token, head, cells)
        elif token.type == "inline" and not tokens[at - 1].type.startswith(("th_", "td_")):
            yield from _paragraph(token, environment)
        elif token.type in ("fence", "code_block"):
            yield from _code(token)
        elif token.type == "formulas" and token.map:
            yield Cut(token.map[0], token.map[1], " ".join(token.content.split()))
        elif token.type == "html_block":
            said = " ".join(_TAGS.sub(" ", token.content).split())
            if said and token.map:
                yield Cut(token.map[0], token.map[1], said)


def _led_in(tokens: Sequence[Token], at: int, environment: dict[str, Any]) -> tuple[Cut, int] | None:
    """The passage of a paragraph with the short list it leads in to, and where the tokens behind that are."""
    if at + 2 >= len(tokens) or tokens[at + 2].type not in ("bullet_list_open", "ordered_list_open"):
        return None
    said = next(_paragraph(tokens[at], environment), None)
    if said is None or not said.text.endswith(_LEADS_IN):
        return None
    lines = [said.text]
    depth, mark = -1, ""
    for end in range(at + 2, len(tokens)):
        token = tokens[end]
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
            if depth < 0:
                listed = tokens[at + 2].map or (0, said.end)
                return (Cut(said.line, listed[1], "\n".join(lines)), end + 1) if lines[1:] else None
        elif token.type == "list_item_open":
            mark = f"{token.info}. " if token.info else "- "
        elif token.type == "inline":
            item = next(_paragraph(token, environment), None)
            if item is not None and (not mark or _NAMED.search(token.content)):
                return None
            if item is not None:
                lines.append(f"{'  ' * depth}{mark}{item.text}")
            mark = ""
            if len(lines) > _MOST_ITEMS + 1 or sum(map(len, lines)) > _LONGEST_LIST:
                return None
            if note_lines.block_ids(token.content):
                return None
        elif token.type not in ("paragraph_open", "paragraph_close", "list_item_close"):
            return None  # code, tables, quotes: more than a list of words
    return None


def _cells(tokens: Sequence[Token], at: int, environment: dict[str, Any]) -> list[str]:
    """The cells of the row that opens at ``at``."""
    found = []
    for token in tokens[at + 1 :]:
        if token.type == "tr_close":
            break
        if token.type == "inline":
            found.append(_said(token.content, environment))
    return found


def _row(token: Token, head: Sequence[str], cells: Sequence[str]) -> Iterator[Cut]:
    """A row with the heads of its columns, where it has them."""
    named = [*head, *[""] * (len(cells) - len(head))]
    said = [f"{name}: {cell}" if name else cell for name, cell in zip(named, cells, strict=False) if cell]
    if said and token.map:
        yield Cut(token.map[0], token.map[1], "; ".join(said))


def _paragraph(token: Token, environment: dict[str, Any]) -> Iterator[Cut]:
    content = token.content
    callout = CALLOUT.match(content)
    if callout is not None:
        first, _, rest = content[callout.end() :].partition("\n")
        content = f"{first or callout['kind'].capitalize()}: {rest}" if rest else first
    said = "; ".join(filter(None, (_line(each, environment) for each in note_lines.told(content))))
    if said and token.map:
        yield Cut(token.map[0], token.map[1], said)


def _line(line: note_lines.Line, environment: dict[str, Any]) -> str:
    """A line of a paragraph; of a field with its name: "Office: Room 214"."""
    said = _said(line.text, environment)
    return f"{_said(line.key, environment)}: {said}" if line.key and said else said


def _code(token: Token) -> Iterator[Cut]:
    lines = token.content.rstrip("\n").split("\n")
    first, end = token.map or (0, 0)
    fence = token.type == "fence"
    for at in range(0, len(lines), CODE_LINES):
        said = "\n".join(lines[at : at + CODE_LINES]).strip("\n")
        if said.strip():
            yield Cut(first + at + (fence and at > 0), end, said)


def _said(content: str, environment: dict[str, Any] | None = None) -> str:
    """The words of inline Markdown; text without marks, or too long for the parser, stays as it is."""
    if len(content) > MAX_PIECE or _MARKS.search(content) is None:
        return " ".join(content.split())
    parser, children = _markdown(), list["Token"]()
    parser.inline.parse(content, parser, environment or {}, children)
    return " ".join("".join(map(_words, children)).split())


def _words(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "html_inline":
        return token.content if dialect.is_words(token.content) else ""
    if token.type == "image":
        return "".join(map(_words, token.children or ()))
    return token.content


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    dialect.install(markdown)
    markdown.inline.ruler.before("link", "wikilink", _wikilink)
    # Words alone are wanted, whatever the destinations are; a hook of the parser is set by assigning it.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]
    return markdown


def _wikilink(state: StateInline, silent: bool) -> bool:
    at = state.pos
    match = FROM_BRACKET.match(state.src, at, state.posMax)
    if match is None:
        return False
    if not silent:
        embed = state.pending.endswith("!")
        state.pending = state.pending[:-1] if embed else state.pending
        state.push("wikilink", "", 0).content = wikilink_text(match[1], match[2], embed=embed)
    state.pos = match.end()
    return True


def wikilink_text(target: str, text: str | None, *, embed: bool = False) -> str:
    """What a wikilink shows: its text, else its target with headings as a path through the page.

    embed: whether it is one; a text that only says how large a picture is shown is none.
    """
    target = target.removesuffix("\\")
    if text is not None and text.strip() and not (embed and _SIZE.fullmatch(text)):
        return text.strip()
    page, _, place = target.partition("#")
    if place.startswith("^"):
        place = ""
    return " > ".join(part.strip() for part in (page, *place.split("#")) if part.strip()) or target.strip()


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage of a page that wikic did not write.

    line: of its section's Markdown on which it begins, from 0.
    fact: it as a fact without citations.
    markdown: the lines from it up to the next one, as people wrote them.
    links: those in it, as ``vault_links.kept`` gives them.
    """

    line: int
    fact: Fact
    markdown: str
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """What stands under one heading of a page that wikic did not write.

    heading: plain text, "" for what stands above all headings or under the page's title.
    level: 2 for the outermost.
    anchor: place of the heading as addresses name it, "" where there is none.
    markdown: as people wrote it.
    passages: in order. links: all of them, those of the heading included.
    """

    heading: str
    level: int
    anchor: str
    markdown: str
    passages: tuple[WrittenPassage, ...] = ()
    links: tuple[str, ...] = ()


def anchor_of(heading: str) -> str:
    """The place of a heading in its page, as addresses name it: the first of that text has it."""
    # Programs make anchors in several ways; letters and digits are what they have in common.
    key = "".join(filter(str.isalnum, plain_line(heading).casefold()))
    return f"h-{key or layout.title_hash(heading)}"
