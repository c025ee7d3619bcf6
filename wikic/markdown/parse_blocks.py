"""Where markdown-it-py's blocks stand in the file.

markdown-it-py gives inline tokens no offsets: their content is the block's lines, each without the indent
and marks of its containers, joined and trimmed. But a block rule knows, while it runs, where each of its
lines ends; and each line of the content is the end of its line in the file. So the rules below run the
library's own rule and note, in the token's ``meta``, the *places* of its content: pairs ``(c, shift)``, for
each line the offset ``c`` at which it begins in the content and what to add to an offset in it.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import code, fence, heading, lheading, paragraph, reference, table
from markdown_it.token import Token

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

Places = list[tuple[int, int]]


def install(markdown: MarkdownIt) -> None:
    """Replace the block rules of ``markdown`` that make inline content, headings or code."""
    rules = (
        ("table", _table, ("paragraph", "reference")),
        ("code", _code, ()),
        ("fence", _fence, ("paragraph", "reference", "blockquote", "list")),
        ("reference", _reference, ()),
        ("heading", _heading, ("paragraph", "reference", "blockquote")),
        ("lheading", _lheading, ()),
        ("paragraph", _paragraph, ()),
    )
    for name, rule, interrupts in rules:
        markdown.block.ruler.at(name, rule, {"alt": list(interrupts)})


def offset(places: Places, content_offset: int) -> int:
    """Offset in the file of an offset in the content."""
    index = bisect_right(places, content_offset, key=lambda place: place[0])
    return content_offset + places[max(index - 1, 0)][1]


def _places(state: StateBlock, first: int, behind: int) -> tuple[Places, list[tuple[int, int]]]:
    """Places of the content made of lines ``first`` to ``behind``, and the file's span of each line."""
    lines = [state.getLines(line, line + 1, state.blkIndent, False) for line in range(first, behind)]
    whole = "\n".join(lines)
    trimmed = mdTrim(whole)
    lead = whole.index(trimmed[0]) if trimmed else 0
    places: Places = []
    spans: list[tuple[int, int]] = []
    begin = 0
    for number, line in enumerate(lines):
        end = state.eMarks[first + number]
        places.append((begin - lead, end - len(line) - begin + lead))
        # A tab that a container took in part comes back as spaces the file has not: never before the line.
        spans.append((max(end - len(line), state.bMarks[first + number]), end))
        begin += len(line) + 1
    return places, spans


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    paragraph(state, start, end, silent)
    meta = state.tokens[-2].meta
    meta["places"], meta["spans"] = _places(state, start, state.line)
    return True


def _lheading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not lheading(state, start, end, silent):
        return False
    meta = state.tokens[-2].meta
    meta["places"], meta["spans"] = _places(state, start, state.line - 1)
    _span(state, state.tokens[-3], start)
    return True


def _heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not heading(state, start, end, silent):
        return False
    if not silent:
        opening, inline = state.tokens[-3], state.tokens[-2]
        begin = state.bMarks[start] + state.tShift[start]
        content = begin + len(opening.markup)
        rest = state.src[content : state.eMarks[start]]
        content += rest.index(inline.content[0]) if inline.content else 0
        inline.meta.update(places=[(0, content)], spans=[(content, state.eMarks[start])])
        _span(state, opening, start)
    return True


def _fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not fence(state, start, end, silent):
        return False
    if not silent:
        token, last = state.tokens[-1], state.line - 1
        closing = state.src[state.bMarks[last] + state.tShift[last] : state.eMarks[last]].rstrip(" \t")
        token.meta["closed"] = (
            last > start
            and len(closing) >= len(token.markup)
            and not closing.strip(token.markup[0])
            and 0 <= state.sCount[last] - state.blkIndent < 4
        )
        _span(state, token, start)
    return True


def _code(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not code(state, start, end, silent):
        return False
    if not silent:
        _span(state, state.tokens[-1], start)
    return True


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A table's rows, each one line of inline content: a cell never ends inside a wikilink."""
    count = len(state.tokens)
    if not table(state, start, end, silent):
        return False
    if not silent:
        del state.tokens[count:]
        for line in (start, *range(start + 2, state.line)):
            begin = state.bMarks[line] + state.tShift[line]
            row = Token("inline", "", 0, map=[line, line + 1], content=state.src[begin : state.eMarks[line]])
            row.children = []
            row.meta.update(places=[(0, begin)], spans=[(begin, state.eMarks[line])])
            state.tokens.append(row)
    return True


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Footnotes (``[^1]: text``) are text, not definitions of links."""
    if state.src.startswith("[^", state.bMarks[start] + state.tShift[start]):
        return False
    return reference(state, start, end, silent)


def _span(state: StateBlock, token: Token, start: int) -> None:
    """Note where a block begins, behind the marks of its containers, and ends."""
    begin = state.bMarks[start] + state.tShift[start]
    text = state.src[begin : state.eMarks[max(state.line - 1, start)]]
    token.meta["span"] = (begin, begin + len(text.rstrip(" \t\n")))
