"""The full parse, on markdown-it-py: CommonMark with tables and wikilinks.

It is for the pages the linear scan calls odd, and the oracle the scan is tested against. Frontmatter is
blanked out before, so that offsets and lines are the file's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final

from wikic.markdown.document import BlockId, Bullet, Document, Fence, Heading
from wikic.markdown.frontmatter import split
from wikic.markdown.source import plain_lines
from wikic.markdown.wikilink import BLOCK_ID

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from wikic.markdown.parse_rules import Recorder

MAX_NESTING: Final = 60  # levels of lists (two each), quotes, brackets; Python's stack ends at 1,000 frames
# Characters of one block that the library reads at once. It looks for the ends of links, titles and code from
# each place where one might begin; no paragraph that people wrote is as long, some generated ones are.
MAX_PIECE: Final = 10_000
_MARKER = re.compile(r"[ \t>]*([-+*]|[0-9]{1,9}[.)])[ \t]*")
# The bar of a wikilink parts no cells: while blocks are parsed, another character stands for it.
LINK_WITH_BAR = re.compile(r"\[\[[^\[\]|\n]*\|[^\[\]\n]*\]\]")
STAND_INS: Final = "\ue000\ue001\ue002\ue003"
_NOT_NEWLINE = re.compile(r"[^\n]")
_by_start = attrgetter("start")


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    from wikic.markdown import parse_rules

    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    parse_rules.install(markdown)
    parse_rules.install_links(markdown)
    # Destinations as written; what they may be is the linter's to say.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]  # its hooks are set so
    markdown.normalizeLink = lambda url: url  # type: ignore[method-assign]  # its hooks are set so
    return markdown


def parse(text: str) -> Document:
    """Read ``text``; never ``odd``. Costs about 0.2 ms a kilobyte."""
    from wikic.markdown.parse_rules import RECORDER, Recorder

    frontmatter = split(text)
    text = plain_lines(text)
    body = frontmatter.body if frontmatter else 0
    source = _NOT_NEWLINE.sub(" ", text[:body]) + text[body:]
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    recorder = Recorder(text, starts)
    environment: dict[str, Any] = {RECORDER: recorder}
    tokens: list[Token] = []
    markdown = _markdown()
    bar = next((char for char in STAND_INS if char not in text), "|")
    source = LINK_WITH_BAR.sub(lambda match: match.group().replace("|", bar), source)
    markdown.block.parse(source, markdown, environment, tokens)
    for token in tokens:
        token.content = token.content.replace(bar, "|")
        token.info = token.info.replace(bar, "|")
        if token.type == "inline" and token.content:
            recorder.places = token.meta["places"]
            for begin, piece in pieces(token.content):
                recorder.shift = begin
                markdown.inline.parse(piece, markdown, environment, token.children or [])
    return Document(
        frontmatter,
        tuple(_headings(tokens)),
        tuple(_bullets(text, tokens, starts)),
        tuple(sorted(recorder.links, key=_by_start)),
        tuple(_fences(tokens)),
        tuple(sorted(recorder.code_spans, key=_by_start)),
        tuple(_block_ids(tokens, recorder)),
        tuple(sorted(recorder.malformed, key=_by_start)),
    )


def pieces(content: str) -> Iterator[tuple[int, str]]:
    """The content of a block in pieces the library reads in little time, each with where it begins.

    Cut between lines, else between words; what stands across a cut is text.
    """
    begin = 0
    while len(content) - begin > MAX_PIECE:
        last = begin + MAX_PIECE
        cut = content.rfind("\n", begin, last)
        cut = cut if cut > begin else content.rfind(" ", begin, last)
        cut = _outside_brackets(content, begin, cut + 1 if cut > begin else last)
        yield begin, content[begin:cut]
        begin = cut
    yield begin, content[begin:]


def _outside_brackets(content: str, begin: int, cut: int) -> int:
    """``cut``, or the bracket before it that is still open there."""
    opened = content.rfind("[", begin, cut)
    if opened <= begin or content.find("]", opened, cut) >= 0:
        return cut
    while opened > begin and content[opened - 1] in "![":
        opened -= 1
    return opened if opened > begin else cut


def _headings(tokens: Sequence[Token]) -> list[Heading]:
    found: list[Heading] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.map:
            start, end = token.meta["span"]
            words = inline.content.strip()
            found.append(Heading(int(token.tag[1]), words, start, end, token.map[0] + 1))
    return found


def _bullets(text: str, tokens: Sequence[Token], starts: Sequence[int]) -> list[Bullet]:
    """Items; between a line's beginning, or an item on it, and the next are only white space and ``>``."""
    found: list[Bullet] = []
    level = 0
    behind = 0
    for number, token in enumerate(tokens):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            level += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            level -= 1
        elif token.type == "list_item_open" and token.map:
            line = token.map[0]
            match = _MARKER.match(text, max(starts[line], behind))
            assert match is not None
            behind = match.end(1)
            begin = match.start(1)
            end = _item_end(text, starts, line, tokens[number + 1])
            indent = len(text[starts[line] : begin].expandtabs(4))
            words = min(match.end(), end)
            found.append(Bullet(level, indent, match[1], text[words:end], begin, words, end, line + 1))
    return found


def _item_end(text: str, starts: Sequence[int], line: int, child: Token) -> int:
    """End of the paragraph that opens an item, or of the item's first line."""
    last = line
    if child.type == "paragraph_open" and child.map and child.map[0] == line:
        last = child.map[1] - 1
    end = starts[last + 1] - 1 if last + 1 < len(starts) else len(text)
    return starts[last] + len(text[starts[last] : end].rstrip(" \t"))


def _fences(tokens: Sequence[Token]) -> list[Fence]:
    found: list[Fence] = []
    for token in tokens:
        if token.type in ("fence", "code_block") and token.map:
            start, end = token.meta["span"]
            closed = token.meta.get("closed", True)
            found.append(Fence(token.markup, token.info.strip(), start, end, token.map[0] + 1, closed))
    return found


def _block_ids(tokens: Sequence[Token], recorder: Recorder) -> list[BlockId]:
    text = recorder.text
    hidden = sorted(recorder.hidden)
    reach = list(accumulate((end for _, end in hidden), max))  # spans may lie inside each other
    found: list[BlockId] = []
    for token in tokens:
        for start, end in token.meta.get("spans", ()):
            match = BLOCK_ID.search(text, start, end)
            if match is None:
                continue
            at = match.start()
            free = at == 0 or text[at - 1] in " \t\n"
            before = bisect_right(hidden, at, key=itemgetter(0))
            if free and not (before and at < reach[before - 1]):
                found.append(BlockId(match.group(1), at, recorder.line(at)))
    return found
