"""One pass over a document: its headings, sentences, items, rows, code and turns, in order.

Reads plain and hard-wrapped text in any script. Markdown and reStructuredText have readers of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.text import (
    conversation_turns,
    glued_headings,
    line_shapes,
    sentences,
    structure_marks,
    unruled_tables,
    wrapped_lines,
)
from wikic.text.structure_marks import Piece

# Where a page had a new line, scraped Chinese has a run of tabs or wide spaces.
_GAP: Final = re.compile(r"(?<=\S)(?:[^\S\n]{3,}|[^\S\n]*\u3000{2,})[^\S\n]*(?=\S)")
_LONG_PART: Final = 16


def han_pieces(at: int, body: Sequence[str]) -> Iterator[Piece]:
    """Paragraphs that indents open, as Chinese print does, in lines without a blank one between them."""
    from wikic.text import cjk  # loaded only where the text needs it

    text = "\n".join(body)
    gaps = len(_GAP.findall(text))
    if gaps and len(text) >= _LONG_PART * gaps:  # shorter parts are the cells of a table
        text = _GAP.sub("\n　　", text)
    for number, paragraph in enumerate(cjk.paragraphs(text)):
        if cjk.is_heading(paragraph):
            yield Piece("heading", paragraph, "heading", at, 2)
            continue
        found = list(cjk.sentences(paragraph))
        alone = len(found) == 1 and not glued_headings.ENDED.search(paragraph)
        shape = "prose"
        if alone and paragraph.endswith(("：", ":")) and len(paragraph) <= glued_headings.MAX_LABEL:
            shape = "label"
        elif alone and len(paragraph) <= 30:
            shape = "line"
        for sentence in found:
            yield Piece("sentence", sentence, shape, at + number)  # type: ignore[arg-type]


# A list item beyond this is a paragraph with a bullet: cite its sentences.
MAX_ITEM: Final = 400
# Longer headings are titles of papers, which are one sentence, or paragraphs.
LONGEST_HEADING: Final = 160
_MAX_LINE: Final = 90  # characters of a line that stands alone without an end mark
_MOST_JUDGED: Final = 120  # lines that tell whether an indented run is code
_ENDS: Final = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
# The end of a line above a quotation that was broken: "On Monday, 4 March 2024 at 08:02, Ben Reed", "wrote:".
_SAYS: Final = re.compile(r"\s*[^\W\d_]+:\s*")


@dataclass(frozen=True, slots=True)
class _Item:
    """An open list item: its marker's column, its text's column, its group."""

    indent: int
    content: int
    group: int


@dataclass(slots=True)
class _Reader:
    """What one pass over a document knows: its lines, its language, its tables.

    lines: of the document.
    language: BCP 47 primary tag.
    glued: how to take glued lines apart, or None.
    tables: where tables without bars begin.
    item: the list item that an indented paragraph would belong to.
    levels: characters that underline headings, in order of first use.
    listed: whether the line before announced a list.
    habit: how the document's lines end.
    stops: the lines that end the paragraph or item above them.
    steps: the lines between one numbered step and the next.
    """

    lines: Sequence[str]
    language: str
    glued: glued_headings.Glue | None
    tables: dict[int, unruled_tables.Region]
    item: _Item | None = None
    levels: str = ""
    listed: bool = False
    habit: wrapped_lines.Habit | None = None
    stops: frozenset[int] = frozenset()
    steps: frozenset[int] = frozenset()


def pieces(text: str, language: str) -> Iterator[Piece]:
    """Every piece of ``text`` in order; some may be empty. A document of headings says nothing."""
    found = list(_read(text, language))
    bare = all(piece.kind == "heading" for piece in found)
    for piece in found:
        if piece.kind == "heading" and (is_paragraph(piece.text) or (bare and _ENDS.search(piece.text))):
            for sentence in sentences.split_by_script(piece.text, language):
                yield Piece("sentence", sentence, "prose", piece.group)
        else:
            yield piece


def is_paragraph(heading: str) -> bool:
    """Whether what stands as a heading is a paragraph: long, and of several sentences."""
    return len(heading) > LONGEST_HEADING and len(sentences.split(heading)) > 1


def _read(text: str, language: str) -> Iterator[Piece]:
    lines = line_shapes.body(text)
    above, said = conversation_turns.conversation(lines)
    if said:
        if above:
            yield from _document(lines[:above], "\n".join(lines[:above]), language)
        yield from conversation_turns.turn_pieces(said, language)
        return
    yield from _document(lines, text, language)


def _document(lines: list[str], text: str, language: str) -> Iterator[Piece]:
    at, title = line_shapes.title(lines)
    if title:
        yield Piece("heading", title, "heading", 0, 1)
    reader = _Reader(lines, language, glued_headings.glue(text), _tables(lines, at))
    reader.stops = frozenset(reader.tables)
    if reader.glued is None:
        tabled = [range(each.start, each.end) for each in reader.tables.values()]
        reader.habit = wrapped_lines.habit(lines, tabled)
        reader.stops |= wrapped_lines.beginnings(lines, reader.habit)
        reader.steps = wrapped_lines.between_steps(lines)
    while at < len(lines):
        at, found = _next(reader, at)
        yield from found


def _tables(lines: Sequence[str], start: int) -> dict[int, unruled_tables.Region]:
    if any("|" in line for line in lines) or not any(unruled_tables.is_value(line) for line in lines):
        return {}
    return {each.start: each for each in unruled_tables.regions(lines, start)}


def _next(reader: _Reader, at: int) -> tuple[int, list[Piece]]:
    """What begins at line ``at`` and the line after it."""
    lines = reader.lines
    line = lines[at]
    if not line.strip() or structure_marks.BARE.match(line):
        return at + 1, []
    if at in reader.tables:
        region = reader.tables[at]
        reader.item = None
        return region.end, list(unruled_tables.figure_pieces(lines, region))
    if structure_marks.RULE.match(line):
        return at + 1, []
    end = line_shapes.quotation_end(lines, at)
    if end > at:
        reader.item = None
        return end, [Piece("sentence", line_shapes.unquoted(lines[at:end]), "quote", at)]
    indented = _indented_code(reader, at)
    if indented:
        return indented, [_code(reader, at, line_shapes.dedented(lines[at:indented]))]
    end = line_shapes.paragraph_end(lines, at, reader.stops)
    return end, list(_paragraph(reader, at, end))


def _code(reader: _Reader, at: int, code: str) -> Piece:
    item = reader.item
    group, level = (item.group, item.indent) if item is not None else (at, -1)
    return Piece("code", code, "code", group, level)


def _underlined(reader: _Reader, at: int, rule: str) -> Piece:
    """A heading over a line of one character; levels go by the order in which characters first come."""
    char = rule.strip()[0]
    reader.item = None
    if char not in reader.levels:
        reader.levels += char
    level = {"=": 1, "-": 2}.get(char, 0) if reader.levels in ("=", "=-", "-") else 0
    return Piece("heading", reader.lines[at], "heading", at, level or reader.levels.index(char) + 1)


def _indented_code(reader: _Reader, at: int) -> int:
    """The line after code that is told by its indent; 0 where none begins."""
    lines = reader.lines
    if at and lines[at - 1].strip():
        return 0
    indent = structure_marks.indent(lines[at])
    least = 4 if reader.item is None else reader.item.content + 4
    if indent < least or (reader.item is not None and structure_marks.ITEM.match(lines[at])):
        return 0
    # A whole manual may be indented, and its every paragraph asks.
    judged = lines[at : line_shapes.indented_end(lines, at, _MOST_JUDGED)]
    return line_shapes.indented_end(lines, at) if line_shapes.is_code(judged) else 0


def _paragraph(reader: _Reader, at: int, end: int) -> Iterator[Piece]:
    """One paragraph, item, run of pairs, or heading in other notations than ``#``."""
    body = list(reader.lines[at:end])
    ruled = (
        len(body) == 2
        and structure_marks.RULE.match(body[1])
        and body[1].strip()[0] in structure_marks.UNDERLINES
    )
    if ruled:
        yield _underlined(reader, at, body[1])
        return
    # What ended the paragraph without an empty line is a list, a table or code.
    alone = at == 0 or not reader.lines[at - 1].strip()
    level = line_shapes.heading_level(body, alone=alone)
    if level:
        reader.item = None
        yield Piece("heading", " ".join(body), "heading", at, level)
        return
    if line_shapes.leads_with_heading(body):
        reader.item = None
        yield Piece("heading", body[0], "heading", at, 2)
        body, at = body[1:], at + 1
    item = structure_marks.ITEM.match(body[0])
    if item is None:
        yield from _plain(reader, at, body)
    else:
        yield from _item(reader, at, body, item)


def _item(reader: _Reader, at: int, body: list[str], item: re.Match[str]) -> Iterator[Piece]:
    indent = structure_marks.indent(body[0])
    reader.item = _Item(indent, len(item.group().expandtabs(4)), at)
    mark = item.group().strip()
    text = "\n".join([body[0][item.end() :], *body[1:]])
    if len(text) <= MAX_ITEM:
        yield Piece("item", text, "item", at, indent, mark)
        return
    for part in wrapped_lines.unwrapped(text.split("\n")):
        for sentence in sentences.split_by_script(part, reader.language):
            yield Piece("sentence", sentence, "item", at, indent, mark)


def _plain(reader: _Reader, at: int, body: list[str]) -> Iterator[Piece]:
    """The pieces of a paragraph without a marker; one that is indented below an item belongs to it."""
    inside = reader.item
    deep = inside is not None and structure_marks.indent(body[0]) > inside.indent + 1
    if not (deep or at in reader.steps):
        reader.item = inside = None
    if inside is None and line_shapes.is_definition(body):
        cells = (body[0].strip(), " ".join(line.strip() for line in body[1:]))
        yield Piece("item", "\n".join(body), "pair", at, 0, cells[0], (), cells)
        return
    run = wrapped_lines.pairs(body, reader.habit) if reader.glued is None else []
    if run:
        for key, raw in run:
            yield Piece("item", raw, "pair", at, 0, key)
        return
    if inside is None and len(body) >= 3 and line_shapes.is_code(body):
        if body[0].rstrip().endswith(":") and not line_shapes.is_printed(body[0]):
            yield from _parts(reader, at, body[:1])  # says what the code below it does
            body, at = body[1:], at + 1
        yield Piece("code", line_shapes.dedented(body), "code", at, -1)
        return
    if inside is not None and line_shapes.is_session(body):
        yield _code(reader, at, line_shapes.dedented(body))
        return
    if inside is None and sentences.is_cjk("\n".join(body), reader.language):
        yield from han_pieces(at, body)
        return
    for piece in _parts(reader, at, body):
        if inside is not None and piece.kind != "heading":
            yield replace(piece, shape="item", group=inside.group, level=inside.indent, mark="")
        else:
            yield piece


def _parts(reader: _Reader, at: int, body: list[str]) -> Iterator[Piece]:
    """Sentences, lines and labels of a paragraph."""
    group = at
    parted = wrapped_lines.unwrapped(body, reader.habit)
    below = reader.lines[at + len(body)] if at + len(body) < len(reader.lines) else ""
    if len(parted) > 1 and _SAYS.fullmatch(parted[-1]) and below.lstrip().startswith(">"):
        parted[-2:] = ["\n".join(parted[-2:])]
    apart = wrapped_lines.are_entries(body, parted, reader.habit)
    for part in parted:
        if reader.glued is not None:
            listed, reader.listed = reader.listed, glued_headings.announces(part)
            yield from glued_headings.scraped_pieces(
                part, reader.glued, reader.language, group, listed=listed
            )
            group += 1 if len(part) > wrapped_lines.WRAP_WIDTH else 0
            continue
        bare = part.strip()
        found = sentences.split_by_script(part, reader.language)
        whole = len(found) == 1 and "\n" not in bare
        if whole and bare.endswith((":", "：")) and len(bare) <= glued_headings.MAX_LABEL:
            yield Piece("sentence", part, "label", at)
            continue
        short = len(bare) <= wrapped_lines.WRAP_WIDTH if apart else whole and len(bare) <= _MAX_LINE
        alone = short and bare[-1:] not in ":：" and (apart or not glued_headings.ENDED.search(bare))
        if alone and not line_shapes.is_signature(reader.lines, group, group + len(body)):
            yield Piece("sentence", part, "line", at)
            continue
        for sentence in found:
            yield Piece("sentence", sentence, "prose", at)
        at += len(part) > wrapped_lines.WRAP_WIDTH and len(body) > 1
