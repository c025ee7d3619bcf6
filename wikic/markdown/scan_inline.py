"""The inline half of the linear scan: links and code spans, one regular expression over the text.

Alternatives are tried at each candidate from left to right, as an inline parser would. What spans lines,
nests, or depends on the rest of the page is not decided here: the text is odd.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from wikic.markdown.document import BlockId, CodeSpan, Malformed
from wikic.markdown.html_blocks import CLOSE_TAG, COMMENT, OPEN_TAG
from wikic.markdown.wikilink import BLOCK_ID, WIKILINK, malformed, split_target, wikilink
from wikic.model.link import Link

_HTML = rf"(?:{OPEN_TAG}|{CLOSE_TAG}|{COMMENT})"
_LABEL = rf"[^\[\]\\`<\n]*(?:(?:\\[^\n]|`[^`\n]+`(?!`)|{_HTML})[^\[\]\\`<\n]*)*"
_BARE = r"[^\x00-\x20\x7f()<>\\]*"
_ESCAPED = r"\\[!-/:-@\[-`{-~]"
_DESTINATION = rf"(?:<([^<>\n\\]*)>|({_BARE}(?:(?:{_ESCAPED}|\({_BARE}\)){_BARE})*))"
_TITLE = r"""(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|\((?:[^()\\\n]|\\[^\n])*\))"""
# Every alternative begins with a literal character, so that the engine skips over prose in C.
# Groups: 2, 3 wikilink; 5, 6, 7 Markdown link.
_TOKEN = re.compile(
    rf"\[(?P<wiki>{WIKILINK})"
    rf"|\[(?P<link>({_LABEL})\]\([ \t]*+{_DESTINATION}(?:[ \t]++{_TITLE})?[ \t]*+\))"
    r"|\[(?P<open>(?=\[(?!\[)))"
    r"|`(?P<code>(?P<ticks>`*)(?!`)[^\n]*?[^`\n]`(?P=ticks)(?!`))"
    r"|`(?P<stray>`*)"
    rf"|\\(?P<escape>[!-/:-@\[-_{{-~]|`(?!`))"
    r"|\\(?P<escaped_run>`)"
    rf"|{_HTML}"  # what stands in it is hidden
    # a tag or autolink that hides nothing
    r"""|<[A-Za-z/](?:[^<>"'`\[\]\n]|"[^<>"`\[\]\n]*"|'[^<>'`\[\]\n]*')*>"""
    r"|<(?P<html>[A-Za-z/!?])"
    r"|\](?P<half>\()"  # the end of a link that none of the above took
)
_BACKTICKS = re.compile(r"`+")
_BLANK = re.compile(r"\n[ \t]*\n")
_LINK_CODE = re.compile(rf"\\.|`[^`]+`|{_HTML}")
_ENTITY = re.compile(r"&[#A-Za-z][A-Za-z0-9]*;")
_UNESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


class InlineScan:
    """Collects links, code spans, block ids and malformed wikilinks of the regions it is given."""

    __slots__ = ("block_ids", "code_spans", "links", "malformed", "starts", "text")

    def __init__(self, text: str, starts: Sequence[int]) -> None:
        self.text = text
        self.starts = starts
        self.links: list[Link] = []
        self.code_spans: list[CodeSpan] = []
        self.block_ids: list[BlockId] = []
        self.malformed: list[Malformed] = []

    def run(self, regions: Iterable[tuple[int, int]], first_line: int) -> bool:
        """Scan ``regions`` of the text, in order; False when one of them is odd.

        first_line: number of the line that begins at ``starts[0]``.
        """
        text = self.text
        below = first_line - 1
        for start, end in regions:
            if not self._tokens(start, end, below):
                return False
            if "^" in text:
                self._block_ids(start, end, below)
        return True

    def _tokens(self, begin: int, end: int, below: int) -> bool:
        text, starts, links = self.text, self.starts, self.links
        last = begin
        for match in _TOKEN.finditer(text, begin, end):
            kind = match.lastgroup
            at = match.start()
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
            elif kind == "code":
                self.code_spans.append(CodeSpan(at, match.end(), below + bisect_right(starts, at)))
            elif kind == "open":
                self.malformed.append(malformed(text, at, below + bisect_right(starts, at)))
            elif kind == "stray":
                if self._may_pair(match, end):
                    return False
            elif kind is not None and kind != "escape":
                return False
            last = match.end()
        return True

    def _may_pair(self, run: re.Match[str], end: int) -> bool:
        """Whether backticks without a partner on their line may have one below, in the same paragraph."""
        blank = _BLANK.search(self.text, run.end(), end)
        rest = self.text[run.end() : blank.start() if blank else end]
        return any(len(other) == len(run.group()) for other in _BACKTICKS.findall(rest))

    def _link(self, match: re.Match[str], start: int, embed: bool, below: int) -> bool:
        label, angled, bare = match.group(5, 6, 7)
        target = angled if bare is None else bare
        if "&" in target and _ENTITY.search(target):
            return False
        if "\\" in target:
            target = _UNESCAPE.sub(r"\1", target)
        index = bisect_right(self.starts, start)
        line, column = below + index, start - self.starts[index - 1] + 1
        if "`" in label:
            for code in _LINK_CODE.finditer(self.text, match.start(5), match.end(5)):
                if code.group()[0] == "`":
                    self.code_spans.append(CodeSpan(code.start(), code.end(), line))
        page, heading, block = split_target(target)
        self.links.append(
            Link("markdown", page, label, heading, block, embed, start, match.end(), line, column)
        )
        return True

    def _block_ids(self, begin: int, end: int, below: int) -> None:
        text = self.text
        for match in BLOCK_ID.finditer(text, begin, end):
            at = match.start()
            if at == 0 or text[at - 1] in " \t\n":
                self.block_ids.append(BlockId(match.group(1), at, below + bisect_right(self.starts, at)))
