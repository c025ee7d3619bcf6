"""What a document says, as passages that can be found and handed to a question: from its tree.

A passage is a paragraph of few sentences or a sentence of a long one, a list under the line that leads in to
it, a table, a piece of code, what one speaker says. The page does not show them: it is the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.document.leaves import Leaf
from wikic.document.line_kinds import Words
from wikic.document.nodes import Inline, LineBreak, ListItem, Para, SoftBreak
from wikic.document.passage import Passage
from wikic.document.plain import plain_text
from wikic.document.quotes import Quoted, cells_of
from wikic.markdown.bullet_lines import fenced, table
from wikic.model.statement import Block, Form
from wikic.text.normalise import CJK, normalise

MOST_ITEMS: Final = (
    12  # of a list in one passage: what fits a screen's corner, as in ``navigate/passage_text``
)
LONGEST_LIST: Final = 1_200  # characters of one
MOST_ROWS: Final = 40
MOST_LINES: Final = 80  # of code
SHORT_PARAGRAPH: Final = 320  # characters of a paragraph that is one thought
LONGEST: Final = 600  # characters of sentences that stand together
_CAPTION: Final = 160  # characters of a line of a table's caption
_CAPTION_LINES: Final = 6
_LEADS: Final = (":", "：")
_ENDS: Final = (".", "!", "?", "。", "！", "？")
_KEYED: Final = re.compile(r"[^\W\d_][\w ()/-]{0,40}[:：]\s*\S")
_HAN: Final = re.compile(f"[{CJK}]")


def passages(quoted: Quoted, title: str, words: Words) -> Iterator[Passage]:
    """The passages of a document in order.

    title: of the document, which is no heading of a part.
    """
    reader = _Reader(quoted, title, words)
    leading = {leaf.lead for leaf in quoted.leaves if leaf.lead is not None}
    captions = {
        each for leaf in quoted.leaves if leaf.kind in ("head", "code") for each in reader.above(leaf)
    }
    at = 0
    while at < len(quoted.leaves):
        leaf = quoted.leaves[at]
        end = at + 1
        if leaf.kind in ("item", "row", "head"):
            while end < len(quoted.leaves) and _goes_on(leaf, quoted.leaves[end]):
                end += 1
        if leaf.kind == "item":
            yield from reader.listed(range(at, end))
        elif leaf.kind in ("row", "head"):
            yield from reader.tabled(range(at, end))
        elif leaf.kind == "definition":
            yield from reader.defined(at)
        elif leaf.kind == "code":
            yield from reader.code(at)
        elif not _is_named(leaf, quoted.of_leaf[at]) and at not in captions:
            yield from reader.sentences(at, leads=at in leading)
        at = end


def _is_named(leaf: Leaf, blocks: Sequence[Block]) -> bool:
    """Whether a leaf names what stands below it; a heading that is read as sentences says something."""
    return leaf.kind == "term" or (leaf.kind == "heading" and all(each.kind == "heading" for each in blocks))


def _goes_on(first: Leaf, leaf: Leaf) -> bool:
    """Whether a leaf is of the same list, or of the same table."""
    if first.kind in ("row", "head"):
        return leaf.kind == "row"
    return leaf.depth > 0 and leaf.path == first.path and leaf.kind in ("item", "paragraph")


class _Reader:
    def __init__(self, quoted: Quoted, title: str, words: Words) -> None:
        self._quoted = quoted
        self._title = title.casefold()
        self._words = words

    def _place(self, leaf: Leaf) -> tuple[str, ...]:
        path = leaf.path
        return path[1:] if path and path[0].casefold() == self._title else path

    def above(self, leaf: Leaf) -> range:
        """The lines of a caption right above a table or code: none of them ends as a sentence does."""
        if leaf.lead is None:
            return range(0)
        leaves, first = self._quoted.leaves, leaf.lead + 1
        while first and leaf.lead + 1 - first < _CAPTION_LINES:
            line = leaves[first - 1]
            ended = line.text.endswith(_ENDS) or len(line.text) > _CAPTION or line.kind != "paragraph"
            if ended or line.depth != leaf.depth:
                break
            first -= 1
        return range(first, leaf.lead + 1)

    def _lead(self, leaf: Leaf) -> tuple[str, tuple[int, ...]]:
        """The sentence that leads in to a list, table or code, and the number of its block."""
        caption = self.above(leaf) if leaf.kind in ("head", "code") else range(0)
        if len(caption) > 1:
            found = [block for at in caption for block in self._quoted.of_leaf[at]]
            return ", ".join(each.text for each in found), tuple(each.number for each in found)
        blocks = self._quoted.of_leaf[leaf.lead] if leaf.lead is not None else ()
        return (blocks[-1].text, (blocks[-1].number,)) if blocks else ("", ())

    def sentences(self, at: int, *, leads: bool) -> Iterator[Passage]:
        """A paragraph: whole where it is short, else its sentences, those that lean together.

        Lines ``Key: value`` are a record.
        """
        leaf, blocks = self._quoted.leaves[at], list(self._quoted.of_leaf[at])
        if lines := _record(leaf):
            yield self._passage("record", "\n- ".join(lines), blocks, leaf)
            return
        if leads and blocks and blocks[-1].text.endswith(_LEADS):
            blocks.pop()  # it stands with what it leads in to
        if blocks and sum(len(each.text) for each in blocks) <= SHORT_PARAGRAPH:
            yield self._passage("sentence", joined([each.text for each in blocks]), blocks, leaf)
            return
        group: list[Block] = []
        for block in blocks:
            if group and not self._leans(group, block):
                yield self._passage("sentence", joined([each.text for each in group]), group, leaf)
                group = []
            group.append(block)
        if group:
            yield self._passage("sentence", joined([each.text for each in group]), group, leaf)

    def _leans(self, group: Sequence[Block], block: Block) -> bool:
        """Whether a sentence says nothing without the one before it."""
        if sum(len(each.text) for each in group) + len(block.text) > LONGEST:
            return False
        words = self._words
        text = block.text
        return words.leans(text) or words.lacks_subject(text) or words.points_back(text) or text[:1].islower()

    def _passage(
        self, form: Form, text: str, blocks: Sequence[Block], leaf: Leaf, lead: tuple[int, ...] = ()
    ) -> Passage:
        numbers = tuple(dict.fromkeys((*lead, *(each.number for each in blocks))))
        return Passage(form, text, numbers, self._place(leaf))

    def listed(self, span: range) -> Iterator[Passage]:
        """A list with what leads in to it; a long one in stretches."""
        first = self._quoted.leaves[span[0]]
        lead, numbers = self._lead(first)
        base = first.depth
        group: list[str] = []
        blocks: list[Block] = []
        ordered = bool(_item(first).marker)
        for at in span:
            leaf = self._quoted.leaves[at]
            apart = not (lead or ordered)  # items that nothing leads in to stand by themselves
            full = apart or len(group) >= MOST_ITEMS or sum(map(len, group)) + len(leaf.text) > LONGEST_LIST
            if group and leaf.kind == "item" and leaf.depth <= base and full:
                yield self._list(lead, numbers, group, blocks, first, ordered=ordered)
                group, blocks = [], []
            said = normalise(leaf.text)
            if leaf.kind == "item":
                item = _item(leaf)
                box = "" if item.task is None else "[x] " if item.task else "[ ] "
                mark = f"{item.marker.rstrip('.)')}. " if item.marker else "- "
                group.append(f"{'  ' * max(leaf.depth - base, 0)}{mark}{box}{said}")
            elif group:
                group[-1] += f" {said}"
            blocks += self._quoted.of_leaf[at]
        if group:
            yield self._list(lead, numbers, group, blocks, first, ordered=ordered)

    def _list(
        self,
        lead: str,
        numbers: tuple[int, ...],
        lines: Sequence[str],
        blocks: Sequence[Block],
        leaf: Leaf,
        *,
        ordered: bool,
    ) -> Passage:
        if not lead and len(lines) == 1:
            bare = lines[0].partition(" ")[2]
            return self._passage("sentence", bare, blocks, leaf)
        text = "\n".join(filter(None, [lead, *lines]))
        return self._passage("procedure" if ordered else "list", text, blocks, leaf, numbers)

    def tabled(self, span: range) -> Iterator[Passage]:
        """A table with its head and what leads in to it; a long one in stretches, each with its head."""
        rows = [self._quoted.leaves[at] for at in span]
        first = rows[0]
        lead, numbers = self._lead(first)
        head = cells_of(first) if first.kind == "head" else ("",) * len(cells_of(first))
        body = [
            (leaf, self._quoted.of_leaf[at])
            for at, leaf in zip(span, rows, strict=True)
            if leaf.kind == "row"
        ]
        for start in range(0, len(body), MOST_ROWS):
            part = body[start : start + MOST_ROWS]
            cells = [[*cells_of(leaf), *[""] * len(head)][: len(head)] for leaf, _ in part]
            text = "\n".join(filter(None, [lead, table([head, *cells])]))
            blocks = [block for _, own in part for block in own]
            if blocks:
                yield self._passage("table", text, blocks, first, numbers)

    def defined(self, at: int) -> Iterator[Passage]:
        """What a term means: "latest: Print the last reading."."""
        leaf, blocks = self._quoted.leaves[at], self._quoted.of_leaf[at]
        term = self._quoted.of_leaf[leaf.lead] if leaf.lead is not None else ()
        said = joined([each.text for each in blocks])
        text = f"{term[0].text.rstrip(':：')}: {said}" if term else said
        if blocks:
            yield self._passage("sentence", text, (*term, *blocks), leaf)

    def code(self, at: int) -> Iterator[Passage]:
        """Code as it stands, below what leads in to it; a very long one in stretches."""
        leaf = self._quoted.leaves[at]
        lead, numbers = self._lead(leaf)
        lines = leaf.text.strip("\n").split("\n")
        for start in range(0, len(lines), MOST_LINES):
            said = "\n".join(lines[start : start + MOST_LINES])
            if said.strip() and self._quoted.of_leaf[at]:
                text = "\n".join(filter(None, [lead, fenced(said)]))
                yield self._passage("code", text, self._quoted.of_leaf[at], leaf, numbers)


def _record(leaf: Leaf) -> list[str]:
    """The lines of a paragraph each of which is a key with its value; none of any other."""
    if not isinstance(leaf.node, Para) or ":" not in leaf.text:
        return []
    broken = [isinstance(each, SoftBreak | LineBreak) for each in leaf.node.inlines]
    if not any(broken):
        return []
    lines: list[list[Inline]] = [[]]
    for each, ends in zip(leaf.node.inlines, broken, strict=True):
        if ends:
            lines.append([])
        else:
            lines[-1].append(each)
    told = [" ".join(plain_text(line).split()) for line in lines]
    return told if all(map(_KEYED.match, told)) else []


def _item(leaf: Leaf) -> ListItem:
    assert isinstance(leaf.node, ListItem)
    return leaf.node


def joined(texts: Sequence[str]) -> str:
    """Sentences in a row, with a space between them where their script has one."""
    text = "".join(texts[:1])
    for each in texts[1:]:
        dense = _is_han(each[:1]) or (_is_han(text[-1:]) and not each[:1].isascii())
        text += each if dense else f" {each}"
    return text


def _is_han(char: str) -> bool:
    return bool(char) and _HAN.match(char) is not None
