"""The leaves of a document: the smallest pieces that a page shows, a digest names and a question finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from wikic.document import nodes
from wikic.document.nodes import Block, Document, Span
from wikic.document.plain import html_words, plain_text
from wikic.layout import block_id
from wikic.markdown import note_lines

Kind = Literal[
    "heading", "paragraph", "item", "head", "row", "caption", "code", "formula", "term", "definition",
    "figure", "title", "field", "raw",
]  # fmt: skip
_PLACES: Final = frozenset({"span", "target_span", "caption_span", "title_span", "marker", "form", "label"})


@dataclass(frozen=True, slots=True)
class Leaf:
    """A piece of a document.

    id: ``p`` and eight hex digits of the hash of its normal form.
    number: it is the n-th with this id under the same headings, from 1.
    kind: what it is; ``item`` is an item's own text, its first paragraph, ``head`` the first row of a table,
        ``title`` that of a box or tab.
    text: its words: marks taken off, of links and pictures what they say, code as it is; cells parted by
        `` | ``.
    span: its own text in the article, of an item or a definition with its marker.
    own_span: ``span`` without marker.
    path: words of the headings above, outermost first.
    node: what it is in the tree: a block, an item, a row, a field.
    depth: how many lists, quotes, boxes it stands in.
    told: what tells it from others of its words, as ``tree`` has it: the nodes of its inlines, tick, level.
    lead: index of the leaf that stands right above its list, table or code and introduces it: a paragraph, or
        for what stands within an item that item's own text.
    head: of a row the index of the table's head.
    """

    id: str
    number: int
    kind: Kind
    text: str
    span: Span
    own_span: Span
    path: tuple[str, ...]
    node: Block | nodes.ListItem | nodes.Row | nodes.Field | nodes.DefinitionItem | nodes.Definition
    depth: int
    told: object = field(repr=False)
    lead: int | None = None
    head: int | None = None

    @property
    def tree(self) -> str:
        """Eight hex digits of the hash of marks, targets of links, tick and level.

        Equal words with another tree are an edit. What only formatters change (kinds of bullets and marks,
        line ends) does not count.
        """
        return sha256("".join(_signs(self.told)).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def leaves(document: Document, *, unseen: bool = False) -> tuple[Leaf, ...]:
    """The leaves of ``document`` in its order; what has no words (rules, definitions of links) is none.

    unseen: whether that counts, too, with a comment and settings of an editor.
    """
    reader = _Reader(unseen)
    reader.blocks(document.blocks, 0, None)
    return tuple(reader.found)


class _Place(NamedTuple):
    """Where a leaf stands, as ``Leaf`` has it; span: that of its node where there is none."""

    depth: int
    lead: int | None = None
    head: int | None = None
    span: Span | None = None
    own_span: Span | None = None


class _Reader:
    def __init__(self, unseen: bool) -> None:
        self.unseen = unseen
        self.found: list[Leaf] = []
        self.path: list[tuple[int, str]] = []  # level and words of the headings above
        self.headings: tuple[str, ...] = ()
        self.counted: Counter[tuple[tuple[str, ...], str]] = Counter()

    def blocks(self, blocks: Sequence[Block], depth: int, lead: int | None) -> None:
        """lead: what introduces the first block."""
        for block in blocks:
            count = len(self.found)
            self.block(block, depth, lead)
            introduces = isinstance(block, nodes.Para) and len(self.found) > count
            lead = count if introduces else None

    def block(self, block: Block, depth: int, lead: int | None) -> None:
        if isinstance(block, nodes.Para):
            self.add("paragraph", block, plain_text(block.inlines), block.inlines, _Place(depth))
        elif isinstance(block, nodes.Header):
            self.header(block, depth)
        elif isinstance(block, nodes.BulletList | nodes.OrderedList):
            for item in block.items:
                self.item(item, depth + 1, lead)
        elif isinstance(block, nodes.Table):
            self.table(block, depth, lead)
        elif isinstance(block, nodes.DefinitionList):
            self.definitions(block, depth, lead)
        elif isinstance(block, nodes.CodeBlock):
            self.add("code", block, block.text, block.info, _Place(depth, lead))
        elif isinstance(block, nodes.MathBlock):
            self.add("formula", block, block.text, "", _Place(depth))
        elif isinstance(block, nodes.Figure):
            inlines = (block.image,)
            words = plain_text(inlines) or block.image.target
            self.add("figure", block, words, inlines, _Place(depth))
        elif isinstance(block, nodes.RawBlock):
            words = html_words(block.text)
            if self.unseen and not words.strip():
                words = block.text
            self.add("raw", block, words, block.text, _Place(depth))
        elif isinstance(block, nodes.Fields):
            for field in block.fields:
                words = plain_text(field.children)
                if self.unseen or not note_lines.UNTOLD.fullmatch(f"{field.key}:: {words}"):
                    self.add("field", field, f"{field.key}: {words}", field.children, _Place(depth))
        elif isinstance(block, nodes.Callout | nodes.Div):
            if block.title:
                place = _Place(depth + 1, span=block.title_span)
                self.add("title", block, plain_text(block.title), block.title, place)
            self.blocks(block.blocks, depth + 1, None)
        elif isinstance(block, nodes.BlockQuote | nodes.NoteDefinition):
            self.blocks(block.blocks, depth + 1, None)
        elif self.unseen and isinstance(block, nodes.HorizontalRule):
            self.add("raw", block, "---", "", _Place(depth))
        elif self.unseen and isinstance(block, nodes.LinkDefinition):
            self.add("raw", block, f"[{block.label}]:", (block.target, block.title), _Place(depth))

    def header(self, block: nodes.Header, depth: int) -> None:
        while self.path and self.path[-1][0] >= block.level:
            self.path.pop()
        self.headings = tuple(words for _, words in self.path)
        text = plain_text(block.inlines)
        self.add("heading", block, text, (block.level, block.inlines), _Place(depth))
        self.path.append((block.level, text.strip()))
        self.headings = (*self.headings, text.strip())

    def item(self, item: nodes.ListItem, depth: int, lead: int | None) -> None:
        blocks: Sequence[Block] = item.blocks
        own = None
        if blocks and isinstance(blocks[0], nodes.Para):
            first, blocks = blocks[0], blocks[1:]
            span = Span(item.span.start, first.span.end)
            place = _Place(depth, lead, span=span, own_span=first.span)
            own = self.add("item", item, plain_text(first.inlines), (item.task, first.inlines), place)
        self.blocks(blocks, depth, own)

    def table(self, table: nodes.Table, depth: int, lead: int | None) -> None:
        head = self.add("head", table.head, _row_words(table.head), table.head.cells, _Place(depth, lead))
        for row in table.rows:
            self.add("row", row, _row_words(row), row.cells, _Place(depth, lead, head))
        if table.caption:
            place = _Place(depth, span=table.caption_span)
            self.add("caption", table, plain_text(table.caption), table.caption, place)

    def definitions(self, block: nodes.DefinitionList, depth: int, lead: int | None) -> None:
        for item in block.items:
            term = self.add("term", item, plain_text(item.term), item.term, _Place(depth + 1, lead))
            for definition in item.definitions:
                blocks: Sequence[Block] = definition.blocks
                if blocks and isinstance(blocks[0], nodes.Para):
                    first, blocks = blocks[0], blocks[1:]
                    span = Span(definition.span.start, first.span.end)
                    place = _Place(depth + 1, term, span=span, own_span=first.span)
                    self.add("definition", definition, plain_text(first.inlines), first.inlines, place)
                self.blocks(blocks, depth + 1, term)

    def add(self, kind: Kind, node: Any, text: str, told: object, place: _Place) -> int | None:
        """Add a leaf, unless it has no words; its index. told: as ``Leaf`` has it."""
        text = text if kind in ("code", "formula") else text.strip()
        if not text.strip():
            return None
        whole: Span = node.span if place.span is None else place.span
        name = block_id(text)
        self.counted[self.headings, name] += 1
        number = self.counted[self.headings, name]
        found = Leaf(
            name,
            number,
            kind,
            text,
            whole,
            place.own_span or whole,
            self.headings,
            node,
            place.depth,
            told,
            place.lead,
            place.head,
        )
        self.found.append(found)
        return len(self.found) - 1


def _row_words(row: nodes.Row) -> str:
    cells = [plain_text(cell).strip() for cell in row.cells]
    return " | ".join(cells) if any(cells) else ""


def _signs(tree: object) -> Iterator[str]:
    """What tells trees of the same words apart, as text."""
    if isinstance(tree, tuple):
        yield "("
        for child in tree:
            yield from _signs(child)
        yield ")"
    elif isinstance(tree, nodes.Text):
        yield tree.text
    elif isinstance(tree, nodes.SoftBreak):
        yield " "
    elif is_dataclass(tree) and not isinstance(tree, type):
        yield f"<{type(tree).__name__}"
        for each in fields(tree):
            if each.name not in _PLACES:
                yield "\0"
                yield from _signs(getattr(tree, each.name))
        yield ">"
    else:
        yield repr(tree)
