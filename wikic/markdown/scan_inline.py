"""The inline half of the linear scan: links and code spans, one regular expression over the text.

Alternatives are tried at each candidate from left to right, as an inline parser would. What spans lines,
nests, or depends on the rest of the page is not decided here: the text is odd.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from wikic.markdown.block_grammar import CLOSE_TAG, COMMENT, ENTITY, OPEN_TAG, normal
from wikic.markdown.document import BlockId, CodeSpan, Malformed
from wikic.markdown.scan_blocks import BlockScan
from wikic.markdown.wikilink import BLOCK_ID, WIKILINK, malformed, split_target, wikilink
from wikic.model.link import Link

_HTML = rf"(?:{OPEN_TAG}|{CLOSE_TAG}|{COMMENT})"
_LABEL = rf"[^\[\]\\`<]*(?:(?:\\[^\n]|`[^`\n]+`(?!`)|{_HTML})[^\[\]\\`<]*)*"
_BARE = r"[^\x00-\x20\x7f()<>\\]*"
_ESCAPED = r"\\[!-/:-@\[-`{-~]"
_DESTINATION = rf"(?:<([^<>\n\\]*)>|({_BARE}(?:(?:{_ESCAPED}|\({_BARE}\)){_BARE})*))"
_TITLE = r"""(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|\((?:[^()\\\n]|\\[^\n])*\))"""
# Every alternative begins with a literal character, so that the engine skips over prose in C.
# Groups: 2, 3 wikilink; 5, 6, 7 Markdown link; 9, 10 the text and the label of one by reference.
_LINKS = (
    rf"\[(?P<wiki>{WIKILINK})"
    rf"|\[(?P<link>({_LABEL})\]\([ \t]*+{_DESTINATION}(?:[ \t]++{_TITLE})?[ \t]*+\))"
)
_OPEN = r"|\[(?P<open>(?=\[(?!\[)))"
# Where targets are defined, any bracket may begin a link; none has a label with a bracket in it.
_REFERENCES = (
    rf"|\[(?P<reference>(?=({_LABEL})\](?:\[({_LABEL})\]|(?![\[(]))))"
    r"|\[(?P<nested>(?=[^\[\]\\`<]+\[))|\[(?P<bracket>)"
)
_OTHERS = (
    r"|`(?P<code>(?P<ticks>`*)(?!`)[^\n]*?[^`\n]`(?P=ticks)(?!`))"
    r"|`(?P<stray>`*)"
    rf"|\\(?P<escape>[!-/:-@\[-_{{-~]|`(?!`))"
    r"|\\(?P<escaped_run>`)"
    rf"|{_HTML}"  # what stands in it is hidden
    # a tag or autolink that hides nothing
    r"""|<[A-Za-z/](?:[^<>"'`\[\]\n]|"[^<>"`\[\]\n]*"|'[^<>'`\[\]\n]*')*>"""
    r"|<(?P<html>[A-Za-z/!?])"
    r"|\](?P<half>(?=[(\[]))"  # the end of a link that none of the above took
)
_NOTHING = frozenset((None, "escape", "nested"))
_BACKTICKS = re.compile(r"`+")
_BLANK = re.compile(r"\n[ \t]*\n")
_LINK_CODE = re.compile(rf"\\.|`[^`]+`|{_HTML}")
_UNESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


@cache
def _token(*, references: bool) -> re.Pattern[str]:
    """The tokens of inline text; made when first needed, which takes 10 ms."""
    return re.compile(_LINKS + (_REFERENCES if references else _OPEN) + _OTHERS)


class InlineScan:
    """Collects links, code spans, block ids and malformed wikilinks of the inline text of ``blocks``."""

    __slots__ = ("block_ids", "blocks", "code_spans", "links", "malformed", "starts", "text", "token")

    def __init__(self, text: str, blocks: BlockScan) -> None:
        self.text = text
        self.blocks = blocks
        self.starts = blocks.starts
        self.token = _token(references=bool(blocks.definitions))
        self.links: list[Link] = []
        self.code_spans: list[CodeSpan] = []
        self.block_ids: list[BlockId] = []
        self.malformed: list[Malformed] = []

    def run(self) -> bool:
        """Scan the regions of the text, in order; False when one of them is odd."""
        text = self.text
        below = self.blocks.first_line - 1
        for start, end in self.blocks.regions:
            if not self._tokens(start, end, below):
                return False
            if "^" in text:
                self._block_ids(start, end, below)
        return True

    def _tokens(self, begin: int, end: int, below: int) -> bool:
        text, starts, links = self.text, self.starts, self.links
        last = begin
        label = (0, 0)  # of the last link by reference: it is no link itself
        for match in self.token.finditer(text, begin, end):
            kind = match.lastgroup
            at = match.start()
            if label[0] <= at < label[1]:
                if match.end() > label[1]:
                    return False
                continue
            if kind == "wiki":
                index = bisect_right(starts, at)
                embed = at > last and text[at - 1] == "!"
                start = at - embed
                end_at = match.end()
                column = start - starts[index - 1] + 1
                found = wikilink(match[2], match[3], embed, (start, end_at), (below + index, column))
                if found is not None:
                    links.append(found)
                else:
                    self.malformed.append(malformed(text, at, below + index))
                last = end_at
                continue
            if kind == "link":
                embed = at > last and text[at - 1] == "!"
                if not self._link(match, at - embed, embed, below):
                    return False
            elif kind == "reference":
                embed = at > last and text[at - 1] == "!"
                found_label = self._reference(match, at - embed, embed, below)
                if found_label is None:
                    return False
                label = found_label
            elif kind == "code":
                self.code_spans.append(CodeSpan(at, match.end(), below + bisect_right(starts, at)))
            elif kind == "open":
                self.malformed.append(malformed(text, at, below + bisect_right(starts, at)))
            elif kind == "stray":
                if self._may_pair(match, end):
                    return False
            elif kind == "half":
                # Where nothing is defined, only a parenthesis may make a link of it.
                if text[at + 1] == "(" or self.blocks.definitions:
                    return False
            elif kind not in _NOTHING:
                return False
            last = match.end()
        return True

    def _may_pair(self, run: re.Match[str], end: int) -> bool:
        """Whether backticks without a partner on their line may have one below, in the same paragraph."""
        blank = _BLANK.search(self.text, run.end(), end)
        rest = self.text[run.end() : blank.start() if blank else end]
        return any(len(other) == len(run.group()) for other in _BACKTICKS.findall(rest))

    def _link(self, match: re.Match[str], start: int, embed: bool, below: int) -> bool:
        angled, bare = match.group(6, 7)
        target = angled if bare is None else bare
        if "&" in target and ENTITY.search(target):
            return False
        if "\\" in target:
            target = _UNESCAPE.sub(r"\1", target)
        label = self._label(match.start(5), match.end(5))
        if label is None:
            return False
        if "`" in label:
            for code in _LINK_CODE.finditer(self.text, match.start(5), match.end(5)):
                if code.group()[0] == "`":
                    line = below + bisect_right(self.starts, code.start())
                    self.code_spans.append(CodeSpan(code.start(), code.end(), line))
        self._add(label, target, embed, (start, match.end()), below)
        return True

    def _add(self, label: str, target: str, embed: bool, span: tuple[int, int], below: int) -> None:
        start, end = span
        index = bisect_right(self.starts, start)
        page, heading, block = split_target(target)
        place = below + index, start - self.starts[index - 1] + 1
        self.links.append(Link("markdown", page, label, heading, block, embed, start, end, *place))

    def _reference(self, match: re.Match[str], start: int, embed: bool, below: int) -> tuple[int, int] | None:
        """Take the link by reference, if it is one: where its label stands behind its text; None when odd."""
        text = self._label(match.start(9), match.end(9))
        end = match.end(9) if match[10] is None else match.end(10)
        label = normal(match[10] or match[9])
        if text is None or label is None or (match[10] and self._label(match.start(10), end) is None):
            return None
        target = self.blocks.definitions.get(label)
        if target is None:
            return match.end(9), match.end(9) + 1
        self._add(text, target, embed, (start, end + 1), below)
        return match.end(9), end + 1

    def _label(self, start: int, end: int) -> str | None:
        """The text of a link, without the indents of its lines; None where a block ends in it."""
        text = self.text[start:end]
        if "\n" not in text:
            return text
        if self.blocks.tables:
            return None
        first = bisect_right(self.starts, start)
        lines = text.split("\n")
        for at, line in enumerate(lines[1:]):
            most = self.blocks.further.get(first + at)
            indent = line[: len(line) - len(line.lstrip(" \t"))]
            if most is None or "\t" in indent:
                return None
            lines[at + 1] = line[min(len(indent), most) :]
        return "\n".join(lines)

    def _block_ids(self, begin: int, end: int, below: int) -> None:
        text = self.text
        for match in BLOCK_ID.finditer(text, begin, end):
            at = match.start()
            if at == 0 or text[at - 1] in " \t\n":
                self.block_ids.append(BlockId(match.group(1), at, below + bisect_right(self.starts, at)))
