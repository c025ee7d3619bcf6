"""A tree as Markdown of wikic's dialect: ``parse_document(write_document(tree)) == tree``.

One blank line between blocks, lists tight or loose as they are, tables without padding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.document import nodes
from wikic.document.nodes import Block, Blocks, Document
from wikic.document.write_inlines import InlineWriter, destination, normalised_label, quoted_title

_RULES: Final = {"": "---", "left": ":--", "center": ":-:", "right": "--:"}
_SEPARATOR: Final = "<!-- -->"
_EMPTY_LISTS: Final = re.compile(r"-(?: -){2,}")
_RULE: Final = "***"  # ``---`` below a line would make it a heading


def write_document(document: Document) -> str:
    """``document`` as Markdown, with a line end behind it unless it is empty."""
    lines = _Writer(document).blocks(document.blocks)
    return "\n".join(lines) + "\n" if lines else ""


def is_tight(items: Sequence[nodes.ListItem], wanted: bool) -> bool:
    """Whether a list is without blank lines: as wanted, where its items leave a choice."""
    if not any(isinstance(block, nodes.Para | nodes.Figure) for item in items for block in item.blocks):
        return True  # no reader sees a difference
    may_be_loose = len(items) > 1 or len(items[0].blocks) > 1
    return _may_be_tight(items) and (wanted or not may_be_loose)


def _may_be_tight(items: Sequence[nodes.ListItem]) -> bool:
    return all(
        _may_follow(before, after)
        for item in items
        for before, after in zip(item.blocks, item.blocks[1:], strict=False)
    )


def _may_follow(before: Block, after: Block) -> bool:
    """Whether a block can stand right below another."""
    if isinstance(before, nodes.Fields):
        return not isinstance(
            after,
            nodes.Fields
            | nodes.Table
            | nodes.RawBlock
            | nodes.LinkDefinition
            | nodes.DefinitionList
            | nodes.Div,
        ) and _interrupts(after)
    if isinstance(before, nodes.Para | nodes.Figure):
        return isinstance(after, nodes.Fields) or _interrupts(after)
    if isinstance(before, nodes.BulletList | nodes.OrderedList):
        return _interrupts(after) and type(before) is not type(after)
    return isinstance(before, nodes.CodeBlock | nodes.MathBlock | nodes.HorizontalRule | nodes.Header) and (
        _interrupts(after) or isinstance(after, nodes.Para | nodes.Figure | nodes.Fields)
    )


def _interrupts(block: Block) -> bool:
    """Whether a block begins even right below a line of a paragraph."""
    if isinstance(block, nodes.BulletList):
        return bool(block.items[0].blocks)
    if isinstance(block, nodes.OrderedList):
        return bool(block.items[0].blocks) and _label(block, 0) == f"1{block.delimiter}"
    return isinstance(
        block,
        nodes.CodeBlock
        | nodes.BlockQuote
        | nodes.Callout
        | nodes.Header
        | nodes.HorizontalRule
        | nodes.MathBlock,
    )


def _label(block: nodes.OrderedList, number: int) -> str:
    return block.items[number].marker or f"{block.start + number}{block.delimiter}"


class _Writer:
    def __init__(self, document: Document) -> None:
        labels = (each.label for each in _link_definitions(document.blocks))
        self.inlines = InlineWriter(frozenset(map(normalised_label, labels)))

    def blocks(self, blocks: Blocks, opening: str = "", *, tight: bool = False) -> list[str]:
        """The lines of blocks; tight: without blank lines between them."""
        lines: list[str] = []
        before: Block | None = None
        sign = "-"
        for block in blocks:
            two_lists = isinstance(before, nodes.BulletList) and isinstance(block, nodes.BulletList)
            sign = ("+" if sign == "-" else "-") if two_lists else "-"
            written = list(self._block(block, opening if before is None else "", sign))
            if before is not None:
                joined = isinstance(before, nodes.LinkDefinition) and isinstance(block, nodes.LinkDefinition)
                if not (tight or joined):
                    lines.append("")
                if _would_join(before, block, written):
                    lines += [_SEPARATOR, ""]
            if isinstance(before, nodes.Table) and not before.caption and written[0].startswith("Table: "):
                written[0] = written[0].replace(":", "\\:", 1)
            lines += written
            before = block
        return lines

    def _block(self, block: Block, opening: str, sign: str) -> Iterator[str]:
        if isinstance(block, nodes.Para):
            yield from self.inlines.paragraph(block.inlines, opening)
        elif isinstance(block, nodes.Header):
            yield f"{'#' * block.level} {self.inlines.heading(block.inlines)}".rstrip()
        elif isinstance(block, nodes.BulletList):
            yield from self._list(block.items, [sign] * len(block.items), block.tight)
        elif isinstance(block, nodes.OrderedList):
            labels = [_label(block, number) for number in range(len(block.items))]
            yield from self._list(block.items, labels, block.tight)
        elif isinstance(block, nodes.CodeBlock):
            yield from _fenced(block)
        elif isinstance(block, nodes.MathBlock):
            yield from ("$$", *block.text.split("\n"), "$$")
        elif isinstance(block, nodes.Table):
            yield from self._table(block)
        elif isinstance(block, nodes.BlockQuote):
            yield from _prefixed(self.blocks(block.blocks, "quote"), "> ", "> ")
        elif isinstance(block, nodes.Callout):
            yield from self._callout(block)
        elif isinstance(block, nodes.Div):
            yield from self._div(block)
        elif isinstance(block, nodes.DefinitionList):
            yield from self._definitions(block)
        elif isinstance(block, nodes.Figure):
            yield from self.inlines.paragraph((block.image,), opening)
        elif isinstance(block, nodes.HorizontalRule):
            yield _RULE
        elif isinstance(block, nodes.RawBlock):
            yield from block.text.split("\n")
        elif isinstance(block, nodes.NoteDefinition):
            yield from _prefixed(self.blocks(block.blocks), f"[^{block.label}]: ", "    ")
        elif isinstance(block, nodes.LinkDefinition):
            title = f" {quoted_title(block.title)}" if block.title else ""
            yield f"[{block.label}]: {destination(block.target)}{title}"
        else:
            for field in block.fields:
                yield f"{field.key}:: {self.inlines.line(field.children)}".rstrip()

    def _list(self, items: Sequence[nodes.ListItem], labels: Sequence[str], tight: bool) -> Iterator[str]:
        tight = tight and _may_be_tight(items)
        for number, (item, label) in enumerate(zip(items, labels, strict=True)):
            if number and not tight:
                yield ""
            box = "" if item.task is None else "[x] " if item.task else "[ ] "
            lines = self.blocks(item.blocks, "" if box else "item", tight=tight)
            found = list(_prefixed(lines, f"{label} {box}", " " * (len(label) + 1)))
            if _EMPTY_LISTS.fullmatch(found[0]):
                found[0] = found[0][:-1] + "+"  # three of one sign would be a rule
            yield from found

    def _table(self, block: nodes.Table) -> Iterator[str]:
        yield self._row(block.head)
        yield f"|{'|'.join(_RULES[each] for each in block.alignments)}|"
        yield from map(self._row, block.rows)
        if block.caption:
            yield ""
            yield f"Table: {self.inlines.line(block.caption)}"

    def _row(self, row: nodes.Row) -> str:
        return f"| {' | '.join(map(self.inlines.cell, row.cells))} |"

    def _callout(self, block: nodes.Callout) -> Iterator[str]:
        fold = {None: "", True: "-", False: "+"}[block.folded]
        yield f"> [!{block.kind}]{fold} {self.inlines.line(block.title)}".rstrip()
        if block.blocks:
            if not isinstance(block.blocks[0], nodes.Para | nodes.BulletList | nodes.CodeBlock):
                yield ">"
            yield from _prefixed(self.blocks(block.blocks), "> ", "> ")

    def _div(self, block: nodes.Div) -> Iterator[str]:
        name, title = " ".join(block.classes), self.inlines.line(block.title)
        lines = self.blocks(block.blocks)
        if block.classes == ("tab",):
            yield f'=== "{title}"'
            yield ""
            yield from _prefixed(lines, "    ", "    ")
            return
        colons = ":" * max(
            [3, *(len(run) + 1 for line in lines for run in re.findall("^[> ]*(:{3,})", line))]
        )
        yield f"{colons} {name}" + (f" [{title}]" if title else "")
        yield from lines
        yield colons

    def _definitions(self, block: nodes.DefinitionList) -> Iterator[str]:
        for number, item in enumerate(block.items):
            if number:
                yield ""
            yield self.inlines.line(item.term, starts=True)
            for place, definition in enumerate(item.definitions):
                if place and not isinstance(item.definitions[place - 1].blocks[-1], nodes.Para):
                    yield ""
                yield from _prefixed(self.blocks(definition.blocks), ": ", "  ")


def _would_join(before: Block, block: Block, written: Sequence[str]) -> bool:
    """Whether two blocks would be read as one; written: the lines of the second."""
    if isinstance(before, nodes.OrderedList) and isinstance(block, nodes.OrderedList):
        return before.delimiter == block.delimiter
    # Behind a meaning any line is a term whose next one begins with a colon, whatever else it begins.
    return isinstance(before, nodes.DefinitionList) and any(
        line.lstrip(" ").startswith((": ", "~ ")) for line in written[1:3]
    )


def _prefixed(lines: Sequence[str], first: str, rest: str) -> Iterator[str]:
    if not lines:
        yield first.rstrip()
    for number, line in enumerate(lines):
        prefix = rest if number else first
        yield prefix + line if line else prefix.rstrip()


def _fenced(block: nodes.CodeBlock) -> Iterator[str]:
    sign = "~" if "`" in block.info else "`"
    fence = sign * max([3, *(len(run) + 1 for run in re.findall(f"{sign}+", block.text))])
    yield fence + block.info
    if block.text:
        yield from block.text.split("\n")
    yield fence


def _link_definitions(blocks: Sequence[Block]) -> Iterator[nodes.LinkDefinition]:
    for block in blocks:
        if isinstance(block, nodes.LinkDefinition):
            yield block
        elif isinstance(block, nodes.BulletList | nodes.OrderedList):
            for item in block.items:
                yield from _link_definitions(item.blocks)
        elif isinstance(block, nodes.DefinitionList):
            for each in block.items:
                for definition in each.definitions:
                    yield from _link_definitions(definition.blocks)
        else:
            yield from _link_definitions(getattr(block, "blocks", ()))
