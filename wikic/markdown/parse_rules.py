"""Rules for markdown-it-py by which the full parse notes where blocks, links and code stand in the file.

markdown-it-py gives inline tokens no offsets: their content is the block's lines, each without the indent
and marks of its containers. But a block rule knows, while it runs, where each of its lines ends. So the
rules run the library's own and note, in a token's ``meta``, the *places* of its content: pairs ``(c,
shift)``, for each line the offset at which it begins in the content and what to add to an offset in it.
Wikilinks are a rule of their own, tried before links and images: what begins first wins; what is inside
code or HTML is neither.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import code, fence, heading, lheading, paragraph, reference, table
from markdown_it.rules_inline import backtick, html_inline, image, link
from markdown_it.token import Token

from wikic.markdown.document import CodeSpan, Malformed
from wikic.markdown.wikilink import FROM_BRACKET, malformed, split_target, wikilink
from wikic.model.link import Link

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline


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


RECORDER = "wikic"  # key of the Recorder in markdown-it-py's environment


def install_links(markdown: MarkdownIt) -> None:
    """Add and replace the inline rules of ``markdown``."""
    ruler = markdown.inline.ruler
    ruler.at("backticks", _backtick)
    ruler.at("link", _link)
    ruler.at("image", _image)
    ruler.at("html_inline", _html)
    ruler.before("link", "wikilink", _wikilink)


class Recorder:
    """Collects what the inline rules find, in offsets of the file.

    text: the file's text, line ends as ``\\n``.
    starts: offset of each of its lines.
    hidden: spans of code, HTML and links, in which no block id stands.
    """

    def __init__(self, text: str, starts: Sequence[int]) -> None:
        self.text = text
        self.starts = starts
        self.places: Places = []
        self.shift = 0  # where the text of an image begins in the content, while that is parsed
        self.links: list[Link] = []
        self.code_spans: list[CodeSpan] = []
        self.malformed: list[Malformed] = []
        self.hidden: list[tuple[int, int]] = []

    def at(self, position: int) -> int:
        """Offset in the file of a position of the inline state."""
        return offset(self.places, position + self.shift)

    def line(self, start: int) -> int:
        return bisect_right(self.starts, start)

    def column(self, start: int) -> int:
        return start - self.starts[self.line(start) - 1] + 1


def _wikilink(state: StateInline, silent: bool) -> bool:
    source, pos = state.src, state.pos
    bracket = pos + 1 if source[pos] == "!" else pos
    if not source.startswith("[[", bracket):
        return False
    recorder: Recorder = state.env[RECORDER]
    match = FROM_BRACKET.match(source, bracket, state.posMax)
    opening = recorder.at(bracket)
    if match is None:
        if not silent and bracket == pos and not source.startswith("[[[", pos):
            recorder.malformed.append(malformed(recorder.text, opening, recorder.line(opening)))
        return False
    if not silent:
        start, end = recorder.at(pos), opening + len(match.group())
        line, column = recorder.line(start), recorder.column(start)
        found = wikilink(match.group(1), match.group(2), bracket > pos, (start, end), (line, column))
        if found is None:
            recorder.malformed.append(malformed(recorder.text, opening, line))
        else:
            recorder.links.append(found)
        recorder.hidden.append((start, end))
        state.pending += source[pos : match.end()]
    state.pos = match.end()
    return True


def _backtick(state: StateInline, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if not silent and len(state.tokens) > count and state.tokens[-1].type == "code_inline":
        recorder: Recorder = state.env[RECORDER]
        begin, end = recorder.at(start), recorder.at(state.pos - 1) + 1
        recorder.code_spans.append(CodeSpan(begin, end, recorder.line(begin)))
        recorder.hidden.append((begin, end))
    return True


def _html(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not html_inline(state, silent):
        return False
    if not silent:
        recorder: Recorder = state.env[RECORDER]
        recorder.hidden.append((recorder.at(start), recorder.at(state.pos - 1) + 1))
    return True


def _link(state: StateInline, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if state.src[start] != "[" or not _may_close(state, start):
        return False
    label_end = state.md.helpers.parseLinkLabel(state, start, True)
    state.pos = start
    if not link(state, silent):
        return False
    if not silent:
        opening = next(token for token in state.tokens[count:] if token.type == "link_open")
        _record(state, start, start + 1, label_end, str(opening.attrs["href"]), False)
    return True


def _image(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("![", start) or not _may_close(state, start):
        return False
    label_end = state.md.helpers.parseLinkLabel(state, start + 1, False)
    state.pos = start
    recorder: Recorder = state.env[RECORDER]
    recorder.shift += start + 2
    found = image(state, silent)
    recorder.shift -= start + 2
    if found and not silent:
        _record(state, start, start + 2, label_end, str(state.tokens[-1].attrs["src"]), True)
    return found


def _may_close(state: StateInline, start: int) -> bool:
    """Whether a bracket may open a link at all: looking for its end costs a walk over the paragraph."""
    known = vars(state)  # where the last link of the paragraph may close, looked up once
    if "last_close" not in known:
        known["last_close"] = state.src.rfind("](")
    return bool(known["last_close"] >= start or state.env.get("references"))


def _record(state: StateInline, start: int, label: int, label_end: int, target: str, embed: bool) -> None:
    recorder: Recorder = state.env[RECORDER]
    begin, end = recorder.at(start), recorder.at(state.pos - 1) + 1
    text = state.src[label:label_end]
    page, heading, block = split_target(target)
    line, column = recorder.line(begin), recorder.column(begin)
    recorder.links.append(Link("markdown", page, text, heading, block, embed, begin, end, line, column))
    recorder.hidden.append((begin, end))
