"""Links, code spans and malformed wikilinks out of markdown-it-py's inline parser.

Each rule runs the library's own and notes where it began and ended. Wikilinks are a rule of their own,
tried before links and images, so that precedence is decided in one place: what begins first, wins; what
is inside code or HTML is neither.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from markdown_it.rules_inline import backtick, html_inline, image, link

from wikic.markdown.document import CodeSpan, Malformed
from wikic.markdown.parse_blocks import Places, offset
from wikic.markdown.wikilink import FROM_BRACKET, malformed, split_target, wikilink
from wikic.model.link import Link

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

RECORDER = "wikic"  # key of the Recorder in markdown-it-py's environment


def install(markdown: MarkdownIt) -> None:
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
