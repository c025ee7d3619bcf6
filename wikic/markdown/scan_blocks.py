"""The block half of the linear scan: one look at the first character of each line.

The containers are a stack of list items, each known by the column its text begins at. A construct whose
reading would need more (quotes that hold blocks, code inside lists, setext headings) makes the
text odd; so does every rule of CommonMark that few writers know.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final

from wikic.markdown import block_grammar
from wikic.markdown.block_grammar import definition
from wikic.markdown.document import Bullet, Fence, Heading

# A line that begins with anything else is text.
_SPECIAL: Final = frozenset(" \t#>-+*`~<=[_0123456789")
_ITEM = re.compile(r"[ \t]*([-+*]|(\d{1,9})[.)])( {1,4})(?=[^ \t])")
_ITEM_LIKE = re.compile(r"(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|$)")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING = re.compile(r"(?:^|[ \t])#+[ \t]*$")
_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)")
_RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_DEFINITION = re.compile(r"\[(?![\[^])(?:[^\[\]\\]|\\.)*(?:\]:|\\?$)")
_AUTOLINK = re.compile(r"<(?:https?|mailto):")
# Text of an item or quote that is a block of its own.
_BLOCK_START = re.compile(
    r"(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|$)|#{1,6}(?:[ \t]|$)|>|`{3}|~{3}"
    r"|(?:=+|-+)[ \t]*$|([-*_])[ \t]*(?:\1[ \t]*){2,}$|\[(?![\[^])(?:[^\[\]\\]|\\.)*(?:\]:|\\?$)"
)
_BLOCK_FIRST: Final = frozenset("-+*#>`~<=_[0123456789")
# A line of dashes below a line with a bar may make a table of it.
_TABLE = re.compile(r"^[ \t>]*+[|:-][-|: \t]*+$", re.MULTILINE)
_DELIMITERS = re.compile(r"[ \t]*[|:-][-|: \t]*$")

_ONE_MORE: Final = (1).__add__

_MAX_DEPTH: Final = 20  # deeper lists are left to the parser, whose own limit is near
_ODD: Final = -1
_TEXT: Final = 1  # in a paragraph
_QUOTED: Final = 2  # in a paragraph of a quote


class BlockScan:
    """Headings, list items, code blocks of ``text`` from ``begin`` on, and the regions of inline text.

    further: lines that continue a paragraph, by their number from 0, and how far they are indented at most
        as its text.
    definitions: targets of links by the normal form of their labels.
    """

    __slots__ = (
        "bullets", "definitions", "end", "fences", "first_line", "further", "headings", "item", "lines",
        "paragraph", "region", "regions", "stack", "starts", "tables", "text",
    )  # fmt: skip

    def __init__(self, text: str, begin: int) -> None:
        self.text = text
        self.lines = text[begin:].split("\n") if begin else text.split("\n")
        self.first_line = text.count("\n", 0, begin) + 1
        self.starts = list(accumulate(map(_ONE_MORE, map(len, self.lines[:-1])), initial=begin))
        self.end = len(text)
        self.region = begin  # where the open region of inline text begins
        self.regions: list[tuple[int, int]] = []
        self.tables = "|" in text and _has_table(text)
        self.stack: list[int] = []  # columns at which the text of the open items begins
        self.paragraph = 0
        self.item = -1  # the bullet whose first paragraph is open
        self.headings: list[Heading] = []
        self.bullets: list[Bullet] = []
        self.fences: list[Fence] = []
        self.further: dict[int, int] = {}
        self.definitions: dict[str, str] = {}

    def run(self) -> bool:
        """Scan the whole text; False where only the full parser can read it."""
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if not line:
                self.paragraph = 0
                self.item = -1
                at += 1
                continue
            if line[0] not in _SPECIAL:
                if not self.paragraph:
                    self.stack.clear()
                    self.paragraph = _TEXT
                elif not self.stack:
                    self.further[at] = 0
                elif not self._goes_on(at, line, 0):
                    return False
                at += 1
                continue
            at = self._block(at, line)
            if at < 0:
                return False
        self.regions.append((self.region, self.end))
        return True

    def _block(self, at: int, line: str) -> int:
        """Take the block that may begin at line ``at``; the next line, or -1."""
        stripped = line.lstrip(" \t")
        if not stripped:
            self.paragraph = 0
            self.item = -1
            return at + 1
        indent = len(line) - len(stripped)
        if indent and "\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(4))
        sign = stripped[0]
        if (
            self.tables
            and sign != "|"
            and "|" in line
            and _DELIMITERS.match("".join(self.lines[at + 1 : at + 2]))
        ):
            return _ODD  # a table's head is one before it is a heading, an item or a quote
        if sign in "-+*0123456789":
            return self._item(at, line, stripped, indent)
        if sign == "#":
            return self._heading(at, stripped, indent)
        if sign == ">":
            return self._quote(at, stripped, indent)
        if sign in "`~" and (fence := _FENCE.match(stripped)) is not None:
            return self._fence(at, fence, indent)
        if sign == "<" and _AUTOLINK.match(stripped) is None:
            return self._html(at, stripped, indent)
        if sign == "_" and _RULE.match(stripped):
            return self._rule(at, indent)
        if sign == "=" and self.paragraph and _UNDERLINE.match(stripped):
            return _ODD
        return self._text(at, line, stripped, indent)

    def _opens(self, indent: int) -> bool:
        """Close the containers that a block at column ``indent`` does not stand in; False when odd."""
        stack = self.stack
        while stack and indent < stack[-1]:
            stack.pop()
        self.paragraph = 0
        self.item = -1
        return indent - (stack[-1] if stack else 0) < 4

    def _goes_on(self, at: int, line: str, indent: int) -> bool:
        """A line that continues a paragraph; False when a table may be in play."""
        top = self.stack[-1] if self.stack else 0
        if self.tables and (indent < top or indent - top >= 4):
            return False
        self.further[at] = 0 if self.paragraph == _QUOTED else top
        if self.item >= 0:
            bullet = self.bullets[self.item]
            end = self.starts[at] + len(line.rstrip(" \t"))
            if self.tables and ("|" in line or "|" in bullet.text):
                return False
            self.bullets[self.item] = bullet._replace(text=self.text[bullet.text_start : end], end=end)
        return True

    def _text(self, at: int, line: str, stripped: str, indent: int) -> int:
        if self.paragraph:
            return at + 1 if self._goes_on(at, line, indent) else _ODD
        if not self._opens(indent):
            return _ODD if self.stack else self._indented(at)
        if stripped[0] == "[" and _DEFINITION.match(stripped):
            return self._definition(at, stripped)
        self.paragraph = _TEXT
        return at + 1

    def _definition(self, at: int, stripped: str) -> int:
        found = definition(stripped, "".join(self.lines[at + 1 : at + 2]).lstrip(" \t"))
        if found is None:
            return _ODD
        self.definitions.setdefault(*found)
        self._hide(at, at + 1)
        return at + 1

    def _item(self, at: int, line: str, stripped: str, indent: int) -> int:
        if self.paragraph and _UNDERLINE.match(stripped):
            return _ODD
        if stripped[0] in "-*" and _RULE.match(stripped):
            return self._rule(at, indent)
        match = _ITEM.match(line)
        if match is None:
            return _ODD if _ITEM_LIKE.match(stripped) else self._text(at, line, stripped, indent)
        marker, number, gap = match.groups()
        inside = not self.stack or indent >= self.stack[-1]
        if number is not None and int(number) != 1 and self.paragraph and inside:
            # Only 1 may interrupt a paragraph.
            if self.tables or self.paragraph == _QUOTED:
                return _ODD
            return self._text(at, line, stripped, indent)
        if self._opens(indent):
            return self._open_item(at, line, match.end(), indent, marker, len(gap))
        # Below another list or a paragraph it is text, or code: few know which.
        return _ODD

    def _open_item(self, at: int, line: str, text: int, indent: int, marker: str, gap: int) -> int:
        if len(self.stack) >= _MAX_DEPTH or _begins_block(line, text):
            return _ODD
        self._add_item(at, line, text, indent, marker, gap)
        return at + 1

    def _add_item(self, at: int, line: str, text: int, indent: int, marker: str, gap: int) -> None:
        start = self.starts[at]
        if line[-1] in " \t":
            line = line.rstrip(" \t")
        words = line[text:]
        text += start
        self.item = len(self.bullets)
        self.bullets.append(
            Bullet(
                len(self.stack) + 1,
                indent,
                marker,
                words,
                text - gap - len(marker),
                text,
                start + len(line),
                self.first_line + at,
            )
        )
        self.stack.append(indent + len(marker) + gap)
        self.paragraph = _TEXT

    def _heading(self, at: int, stripped: str, indent: int) -> int:
        match = _HEADING.match(stripped)
        if match is None:
            return self._text(at, self.lines[at], stripped, indent)
        if not self._opens(indent):
            return _ODD
        text = (match.group(2) or "").strip(" \t")
        if text.endswith("#"):
            text = _CLOSING.sub("", text)
        text = text.strip()
        line_end = self.starts[at] + len(self.lines[at])
        start = line_end - len(stripped)
        end = start + len(stripped.rstrip(" \t"))
        self.headings.append(Heading(len(match.group(1)), text, start, end, self.first_line + at))
        return at + 1

    def _quote(self, at: int, stripped: str, indent: int) -> int:
        if not self._opens(indent):
            return _ODD
        content = stripped[1:]
        text = content.lstrip(" \t")
        if not text:
            return at + 1
        if len(content) - len(text) > 4 or "\t" in content[: len(content) - len(text)]:
            return _ODD
        if _begins_block(text, 0):
            return _ODD
        self.paragraph = _QUOTED
        return at + 1

    def _rule(self, at: int, indent: int) -> int:
        return at + 1 if self._opens(indent) else _ODD

    def _html(self, at: int, stripped: str, indent: int) -> int:
        """A block of HTML hides what it holds; other HTML is text."""
        top = self.stack[-1] if self.stack else 0
        closing = block_grammar.ending(stripped, in_paragraph=bool(self.paragraph))
        if closing is None or indent - top >= 4:
            return self._text(at, self.lines[at], stripped, indent)
        if not self._opens(indent):
            return _ODD
        behind = at + 1
        if closing.search(stripped) is None or closing is block_grammar.BLANK:
            if self.stack:
                return _ODD
            behind = self._html_end(at, closing)
        self._hide(at, behind)
        return behind

    def _html_end(self, at: int, closing: re.Pattern[str]) -> int:
        """The line behind a block of HTML that its own line does not end, outside lists."""
        blank = closing is block_grammar.BLANK
        for number in range(at + 1, len(self.lines)):
            if (closing.match if blank else closing.search)(self.lines[number]):
                return number if blank else number + 1
        return len(self.lines)

    def _fence(self, at: int, match: re.Match[str], indent: int) -> int:
        if not self._opens(indent):
            return _ODD
        marker = match.group(1)
        top = self.stack[-1] if self.stack else 0
        last, closed = len(self.lines) - 1, False
        for number in range(at + 1, len(self.lines)):
            if not top and marker not in self.lines[number]:
                continue
            line = self.lines[number].lstrip(" \t")
            if not line or not (top or line.startswith(marker)):
                continue
            white = self.lines[number][: -len(line)]
            column = len(white.expandtabs(4)) if white else 0
            if column < top:
                return _ODD
            if line.startswith(marker) and column - top < 4 and not line.rstrip(" \t").strip(marker[0]):
                last, closed = number, True
                break
        start = self.starts[at] + len(self.lines[at]) - len(match.string)
        end = self.starts[last] + len(self.lines[last])
        self._code(Fence(marker, match.group(2).strip(), start, end, self.first_line + at, closed))
        self._hide(at, last + 1)
        return last + 1

    def _indented(self, at: int) -> int:
        """Indented code, outside lists."""
        last = at
        for number in range(at + 1, len(self.lines)):
            line = self.lines[number]
            stripped = line.lstrip(" \t")
            if not stripped:
                continue
            if len(line[: -len(stripped)].expandtabs(4)) < 4:
                break
            last = number
        start = self.starts[at] + len(self.lines[at]) - len(self.lines[at].lstrip(" \t"))
        end = self.starts[last] + len(self.lines[last])
        self._code(Fence("", "", start, end, self.first_line + at, True))
        self._hide(at, last + 1)
        return last + 1

    def _code(self, fence: Fence) -> None:
        """Keep a code block, white space at its end left out."""
        code = self.text[fence.start : fence.end].rstrip(" \t\n")
        self.fences.append(fence._replace(end=fence.start + len(code)))

    def _hide(self, first: int, behind: int) -> None:
        """Lines ``first`` to ``behind``, exclusive, hold no inline text."""
        self.regions.append((self.region, self.starts[first]))
        self.region = self.starts[behind] if behind < len(self.starts) else self.end


def _begins_block(line: str, at: int) -> bool:
    """Whether the text of an item or a quote, from ``at`` on, is a block of its own."""
    sign = line[at]
    if sign == "<":
        return block_grammar.ending(line[at:], in_paragraph=False) is not None
    return sign in _BLOCK_FIRST and _BLOCK_START.match(line, at) is not None


def _has_table(text: str) -> bool:
    """Whether a line that may delimit a table's head stands below a line with a bar."""
    return any(
        "|" in text[text.rfind("\n", 0, match.start() - 1) + 1 : match.start()]
        for match in _TABLE.finditer(text)
        if match.start()
    )
