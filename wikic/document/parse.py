"""Markdown of wikic's one dialect as a tree, on markdown-it-py.

CommonMark with tables and struck words, and what note programs write: wikilinks, embeds, sizes of pictures,
highlights, callouts, tasks, block ids, fields, footnotes, formulas, definition lists, boxes and tabs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, cast

from wikic.document import nodes
from wikic.document.nodes import Alignment, Block, Blocks, Document, Inlines, Span
from wikic.document.parse_inlines import has_only, parse_inlines
from wikic.document.write import is_tight
from wikic.markdown import dialect, note_lines
from wikic.markdown.parse import LINK_WITH_BAR, MAX_NESTING, STAND_INS
from wikic.markdown.parse_rules import Places, offset
from wikic.markdown.source import plain_lines
from wikic.remembered import remembered

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_CALLOUT: Final = re.compile(r"\[!(?P<kind>[A-Za-z][\w-]*)(?:\|[^\]\n]*)?\](?P<fold>[-+]?)[ \t]*")
_TASK: Final = re.compile(r"\[([ xX])\][ \t\n]+(?=\S)")
_CONTAINERS: Final = re.compile(r"[ \t>]*")
_CAPTION: Final = "Table: "
_PICTURES: Final = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".tif", ".tiff"}
)
_SEPARATOR: Final = "<!-- -->"  # parts two lists that would else be one, and says nothing


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    from wikic.document import block_rules, inline_rules

    options = {"maxNesting": MAX_NESTING, "inline_definitions": True, "store_labels": True}
    markdown = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    block_rules.install(markdown)
    inline_rules.install(markdown)
    markdown.inline.ruler2.disable("fragments_join")
    # Destinations as written; what they may be is the linter's to say.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]  # its hooks are set so
    markdown.normalizeLink = lambda url: url  # type: ignore[method-assign]  # its hooks are set so
    return markdown


@remembered(8)  # several look at one document in a row
def parse_document(text: str) -> Document:
    """The tree of an article's text (without frontmatter). Reads any text, in time linear in its size."""
    from wikic.document.block_rules import BEGINS

    text = plain_lines(text)
    bar = next((char for char in STAND_INS if char not in text), "|")
    source = LINK_WITH_BAR.sub(lambda found: found[0].replace("|", bar), text) if "[[" in text else text
    env: dict[str, Any] = {BEGINS: {}}
    tokens: list[Token] = []
    markdown = _markdown()
    markdown.block.parse(source, markdown, env, tokens)
    env[dialect.FOOTNOTES] = {token.meta["label"] for token in tokens if token.type == "footnote_open"}
    return Document(_Builder(text, bar, tokens, env).blocks(0, len(tokens)))


class _Builder:
    """Makes nodes of the tokens of one text.

    bar: what stands for the bar of wikilinks in the tokens.
    """

    def __init__(self, text: str, bar: str, tokens: list[Token], env: dict[str, Any]) -> None:
        from wikic.document.block_rules import BEGINS

        self.text = text
        self.bar = bar
        self.tokens = tokens
        self.env = env
        self.begins: dict[int, int] = env[BEGINS]
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.closing = _closing(tokens)
        self.markdown = _markdown()

    # --- walking ----------------------------------------------------------------------------------

    def blocks(self, at: int, end: int) -> Blocks:
        """The blocks of the tokens from ``at`` up to ``end``."""
        found: list[Block] = []
        while at < end:
            behind = self.closing.get(at, at) + 1
            for block in self._block(at, behind - 1):
                if isinstance(block, nodes.Para) and found and _is_caption(found[-1], block):
                    block = _with_caption(cast("nodes.Table", found.pop()), block)
                found.append(block)
            at = behind
        return tuple(found)

    def _block(self, at: int, end: int) -> Iterator[Block]:
        token = self.tokens[at]
        kind = token.type
        if kind == "paragraph_open":
            inline = self.tokens[at + 1]
            yield from self._paragraph(self._content(inline), inline.meta["places"])
        elif kind == "heading_open":
            yield self._header(at)
        elif kind in ("bullet_list_open", "ordered_list_open"):
            yield self._list(at, end)
        elif kind == "blockquote_open":
            yield self._quote(at, end)
        elif kind in ("fence", "code_block"):
            text = self._content(token).removesuffix("\n")
            yield nodes.CodeBlock(token.info.replace(self.bar, "|").strip(), text, self._span(at))
        elif kind == "formulas":
            yield self._formula(at)
        elif kind == "html_block":
            text = self._content(token).rstrip("\n")
            if text.strip() != _SEPARATOR:
                yield nodes.RawBlock(text, self._span(at))
        elif kind == "hr":
            yield nodes.HorizontalRule(self._span(at))
        elif kind == "table_open":
            yield self._table(at, end)
        elif kind == "dl_open":
            yield self._definitions(at, end)
        elif kind == "footnote_open":
            yield nodes.NoteDefinition(str(token.meta["label"]), self.blocks(at + 1, end), self._span(at))
        elif kind == "definition":
            yield self._link_definition(at)
        elif kind == "div_open":
            yield self._container(at, end)

    def _content(self, token: Token) -> str:
        return token.content.replace(self.bar, "|")

    def _inlines(self, content: str, places: Places) -> Inlines:
        return parse_inlines(self.markdown, content, places, self.env)

    def _span(self, at: int) -> Span:
        """From where a block begins, behind the marks of its containers, to the end of its last line."""
        token = self.tokens[at]
        assert token.map is not None
        begin = self.begins[at]
        last = token.map[1]
        end = self.starts[last] if last < len(self.starts) else len(self.text)
        return Span(begin, begin + len(self.text[begin:end].rstrip()))

    # --- blocks -----------------------------------------------------------------------------------

    def _header(self, at: int) -> nodes.Header:
        inline = self.tokens[at + 1]
        content = self._content(inline).replace("\n", " ")  # of an underlined heading of several lines
        level = int(self.tokens[at].tag[1])
        return nodes.Header(level, self._inlines(content, inline.meta["places"]), self._span(at))

    def _formula(self, at: int) -> Block:
        content = self._content(self.tokens[at])
        formula = content[2:-2].strip()
        if formula:
            return nodes.MathBlock(formula, self._span(at))
        return nodes.Para((nodes.Text("".join(content.split())),), self._span(at))

    def _paragraph(self, content: str, places: Places) -> Iterator[Block]:
        """A paragraph; lines that are fields are blocks of their own."""
        if "::" not in content:
            yield from self._para(content, places)
            return
        begin = at = 0
        fields: list[nodes.Field] = []
        for line in content.split("\n"):
            found = note_lines.FIELD.fullmatch(line)
            if found is not None and not fields:
                yield from self._para(content[begin : max(at - 1, begin)], _moved(places, begin))
            if found is not None:
                value = found["value"] or ""
                start = at + (found.start("value") if value else len(line))
                children = self._inlines(value.rstrip(), [(0, offset(places, start))])
                fields.append(
                    nodes.Field(found["key"], children, _place(places, at, at + len(line.rstrip())))
                )
            elif fields:
                yield _fields(fields)
                fields = []
            at += len(line) + 1
            begin = at if found is not None else begin
        if fields:
            yield _fields(fields)
        yield from self._para(content[begin:], _moved(places, begin))

    def _para(self, content: str, places: Places) -> Iterator[Block]:
        from markdown_it.common.utils import mdTrim

        trimmed = mdTrim(content)
        if not trimmed:
            return
        lead = content.index(trimmed[0])
        places = _moved(places, lead)
        inlines = self._inlines(trimmed, places)
        span = _place(places, 0, len(trimmed))
        if has_only(inlines, nodes.Image) or (has_only(inlines, nodes.Embed) and _is_picture(inlines)):
            yield nodes.Figure(cast("nodes.Image | nodes.Embed", inlines[0]), span)
        elif inlines:
            yield nodes.Para(inlines, span)

    def _list(self, at: int, end: int) -> Block:
        token = self.tokens[at]
        items: list[nodes.ListItem] = []
        tight = True
        child = at + 1
        while child < end:
            closing = self.closing[child]
            first = self.tokens[child + 1]
            for place in self._children(child, closing):
                tight = tight and (place.type != "paragraph_open" or place.hidden)
            items.append(self._item(child, closing, first, self.begins[at] if not items else None))
            child = closing + 1
        tight = is_tight(items, tight)
        span = Span(items[0].span.start, items[-1].span.end)
        if token.type == "bullet_list_open":
            return nodes.BulletList(tuple(items), tight, span)
        start = int(token.attrs.get("start", 1)) if token.attrs else 1
        delimiter = cast("Any", token.markup)
        return nodes.OrderedList(start, tuple(items), delimiter, tight=tight, span=span)

    def _children(self, at: int, end: int) -> Iterator[Token]:
        """The tokens right within another."""
        child = at + 1
        while child < end:
            yield self.tokens[child]
            child = self.closing.get(child, child) + 1

    def _item(self, at: int, end: int, first: Token, begin: int | None) -> nodes.ListItem:
        token = self.tokens[at]
        assert token.map is not None
        line = self.starts[token.map[0]]
        if begin is None:
            marks = _CONTAINERS.match(self.text, line)
            begin = marks.end() if marks is not None else line
        marker = token.info + token.markup if token.info else ""
        task = None
        if first.type == "paragraph_open":
            inline = self.tokens[at + 2]
            box = _TASK.match(inline.content)
            if box is not None:
                task = box[1] != " "
                inline.content = inline.content[box.end() :]
                inline.meta["places"] = _moved(inline.meta["places"], box.end())
        blocks = self.blocks(at + 1, end)
        behind = blocks[-1].span.end if blocks else begin + len(marker or "-")
        return nodes.ListItem(blocks, task, marker, Span(begin, max(behind, begin)))

    def _quote(self, at: int, end: int) -> Block:
        span = self._span(at)
        first = self.tokens[at + 1]
        if first.type == "paragraph_open":
            inline = self.tokens[at + 2]
            found = _CALLOUT.match(inline.content)
            if found is not None:
                return self._callout(at, end, found, span)
        return nodes.BlockQuote(self.blocks(at + 1, end), span)

    def _callout(self, at: int, end: int, found: re.Match[str], span: Span) -> Block:
        inline = self.tokens[at + 2]
        content, places = self._content(inline), inline.meta["places"]
        line, _, rest = content.partition("\n")
        title = self._inlines(line[found.end() :].strip(), _moved(places, found.end()))
        blocks = (
            *self._paragraph(rest, _moved(places, len(line) + 1)),
            *self.blocks(at + 4, end),
        )
        folded = {"-": True, "+": False}.get(found["fold"])
        title_span = _place(places, 0, len(line))
        return nodes.Callout(found["kind"].casefold(), title, blocks, folded, span, title_span)

    def _container(self, at: int, end: int) -> Block:
        meta = self.tokens[at].meta
        begin, behind = meta["line"]
        title_span = Span(begin, begin + len(self.text[begin:behind].rstrip()))
        title = self._inlines(self._content(self.tokens[at]).strip(), meta["places"])
        blocks = self.blocks(at + 1, end)
        span = Span(begin, max(self._span(at).end, title_span.end))
        kind = meta["kind"]
        if kind == "quote" and not title:
            return nodes.BlockQuote(blocks, span)
        if meta["box"]:
            return nodes.Callout(kind, title, blocks, meta["folded"], span, title_span)
        return nodes.Div((kind,), title, blocks, span, title_span)

    def _table(self, at: int, end: int) -> nodes.Table:
        rows: list[nodes.Row] = []
        alignments: list[Alignment] = []
        cells: list[Inlines] = []
        for token in self.tokens[at:end]:
            if token.type == "th_open":
                style = str(token.attrs.get("style", ""))
                alignments.append(cast("Alignment", style.removeprefix("text-align:")))
            elif token.type == "inline":
                cells.append(self._inlines(self._content(token), token.meta["places"]))
            elif token.type == "tr_open":
                cells, line = [], cast("list[int]", token.map)[0]
            elif token.type == "tr_close":
                rows.append(nodes.Row(tuple(cells), self._line(line, at)))
        return nodes.Table(rows[0], tuple(alignments), tuple(rows[1:]), span=self._span(at))

    def _line(self, line: int, at: int) -> Span:
        """A row: its line, behind the marks of containers."""
        begin = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        opening = cast("list[int]", self.tokens[at].map)[0]
        marks = _CONTAINERS.match(self.text, begin, end)
        begin = self.begins[at] if line == opening else marks.end() if marks is not None else begin
        return Span(begin, begin + len(self.text[begin:end].rstrip()))

    def _definitions(self, at: int, end: int) -> nodes.DefinitionList:
        items: list[nodes.DefinitionItem] = []
        term: Inlines = ()
        meanings: list[nodes.Definition] = []
        span = Span(0, 0)
        child = at + 1
        while child < end:
            token, closing = self.tokens[child], self.closing[child]
            line = cast("list[int]", token.map)[0]
            if token.type == "dt_open":
                if term or meanings:
                    items.append(nodes.DefinitionItem(term, tuple(meanings), span))
                content = self._content(self.tokens[child + 1])
                begin = self.text.find(content, self.starts[line])
                span = Span(begin, begin + len(content))
                term, meanings = self._inlines(content, [(0, begin)]), []
            else:
                marks = _CONTAINERS.match(self.text, self.starts[line])
                begin = marks.end() if marks is not None else self.starts[line]
                blocks = self.blocks(child + 1, closing)
                behind = blocks[-1].span.end if blocks else begin + 1
                meanings.append(nodes.Definition(blocks, Span(begin, behind)))
            child = closing + 1
        items.append(nodes.DefinitionItem(term, tuple(meanings), span))
        return nodes.DefinitionList(
            tuple(items), Span(items[0].span.start, items[-1].definitions[-1].span.end)
        )

    def _link_definition(self, at: int) -> nodes.LinkDefinition:
        meta, span = self.tokens[at].meta, self._span(at)
        label, target = meta["label"].replace(self.bar, "|"), meta["url"]
        begin = self.text.find(target, span.start + len(label) + 3, span.end) if target else -1
        target_span = Span(begin, begin + len(target)) if begin >= 0 else None
        return nodes.LinkDefinition(label, target, meta["title"], span, target_span)


def _closing(tokens: list[Token]) -> dict[int, int]:
    """By token that opens, the one that closes it."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.nesting == 1:
            opened.append(at)
        elif token.nesting == -1:
            found[opened.pop()] = at
    return found


def _moved(places: Places, by: int) -> Places:
    """The places of a content of which ``by`` characters were taken off its beginning."""
    if not by:
        return places
    here = offset(places, by)
    return [(0, here), *((begin - by, shift + by) for begin, shift in places if begin > by)]


def _place(places: Places, start: int, end: int) -> Span:
    begin = offset(places, start)
    return Span(begin, offset(places, end - 1) + 1 if end > start else begin)


def _fields(fields: list[nodes.Field]) -> nodes.Fields:
    return nodes.Fields(tuple(fields), Span(fields[0].span.start, fields[-1].span.end))


def _is_picture(inlines: Inlines) -> bool:
    embed = cast("nodes.Embed", inlines[0])
    return PurePosixPath(embed.target).suffix.casefold() in _PICTURES


def _is_caption(before: Block, block: nodes.Para) -> bool:
    if not isinstance(before, nodes.Table) or before.caption:
        return False
    first = block.inlines[0]
    return isinstance(first, nodes.Text) and first.text.startswith(_CAPTION)


def _with_caption(table: nodes.Table, block: nodes.Para) -> nodes.Table:
    first = cast("nodes.Text", block.inlines[0]).text.removeprefix(_CAPTION).lstrip()
    caption = (*((nodes.Text(first),) if first else ()), *block.inlines[1:])
    span = Span(table.span.start, block.span.end)
    return nodes.Table(table.head, table.alignments, table.rows, caption, span, block.span)
