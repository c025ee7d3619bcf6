"""The nodes of a document, named after Pandoc's.

Two trees are equal when their words, marks and structure are: places (``span``, ``target_span``) do not
count. A list's bullets have no sign, since no reader sees one; the number of an item stands in its ``marker``
as written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple


class Span(NamedTuple):
    """A piece of the article's text: characters from ``start`` up to ``end``."""

    start: int
    end: int


NOWHERE = Span(0, 0)
"""The span of a node that was not read from Markdown."""

Alignment = Literal["", "left", "center", "right"]

# --- inlines ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as a reader sees them, without line ends."""

    text: str


@dataclass(frozen=True, slots=True)
class SoftBreak:
    """A line end that means a blank."""


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A line end that shows."""


@dataclass(frozen=True, slots=True)
class Emph:
    children: Inlines


@dataclass(frozen=True, slots=True)
class Strong:
    children: Inlines


@dataclass(frozen=True, slots=True)
class Strikeout:
    children: Inlines


@dataclass(frozen=True, slots=True)
class Superscript:
    children: Inlines


@dataclass(frozen=True, slots=True)
class Subscript:
    children: Inlines


@dataclass(frozen=True, slots=True)
class Highlight:
    children: Inlines


@dataclass(frozen=True, slots=True)
class Code:
    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """LaTeX, without its dollars; ``display``: set off, ``$$…$$`` within a paragraph."""

    text: str
    display: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A link.

    children: its words; of a wikilink one Text: its display text, or its target as written.
    target: address, or of a wikilink page and place (``Page#Heading``).
    form: ``[words](target)`` and ``<a href>``, ``[words][label]``, ``<target>``, ``[[target|words]]``.
    label: of a reference, as written.
    target_span: the target alone; None for a reference, whose target stands in its LinkDefinition.
    """

    children: Inlines
    target: str
    title: str = ""
    form: Literal["inline", "reference", "auto", "wiki"] = "inline"
    label: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    target_span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture; the fields as those of Link.

    alt: what it shows, in words.
    size: ``300`` or ``300x200`` as Obsidian writes it behind a bar, or "".
    """

    alt: Inlines
    target: str
    title: str = ""
    form: Literal["inline", "reference"] = "inline"
    label: str = ""
    size: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    target_span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Embed:
    """``![[target|text]]``: a page, a part of one, or a file shown in this place; text: words or size."""

    target: str
    text: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    target_span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote's mark (``[^label]``), or without label a note where it is written (``^[…]``)."""

    label: str
    children: Inlines = ()


@dataclass(frozen=True, slots=True)
class RawInline:
    """HTML or a shortcode that is kept as it is: no words."""

    text: str


@dataclass(frozen=True, slots=True)
class BlockRef:
    """``((id))``: a block of Logseq's, shown here."""

    id: str


@dataclass(frozen=True, slots=True)
class BlockId:
    """``^id`` at a block's end: the name that others link to."""

    id: str


@dataclass(frozen=True, slots=True)
class Field:
    """``key:: value``, on a line of its own (in Fields) or in brackets within one."""

    key: str
    children: Inlines
    span: Span = field(default=NOWHERE, compare=False)


Inline = (
    Text | SoftBreak | LineBreak | Emph | Strong | Strikeout | Superscript | Subscript | Highlight | Code
    | Math | Link | Image | Embed | Note | RawInline | BlockRef | BlockId | Field
)  # fmt: skip
Inlines = tuple[Inline, ...]

# --- blocks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Header:
    """A heading; level: 1 to 6."""

    level: int
    inlines: Inlines
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Para:
    inlines: Inlines
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item.

    blocks: its first paragraph is its own text.
    task: whether it is ticked, None where it has no box.
    marker: of a numbered item its label as written (``3.``), else "".
    """

    blocks: Blocks
    task: bool | None = None
    marker: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class BulletList:
    """tight: no blank line between its items."""

    items: tuple[ListItem, ...]
    tight: bool = True
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class OrderedList:
    """A numbered list, whose labels are never counted anew.

    start: the first number.
    delimiter: ``.`` or ``)``.
    style: how numbers are written; Markdown knows ``decimal`` alone.
    """

    start: int
    items: tuple[ListItem, ...]
    delimiter: Literal[".", ")"] = "."
    style: Literal["decimal"] = "decimal"
    tight: bool = True
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Definition:
    """One meaning of a term."""

    blocks: Blocks
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class DefinitionItem:
    """A term with its meanings; span: of the term."""

    term: Inlines
    definitions: tuple[Definition, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class DefinitionList:
    items: tuple[DefinitionItem, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code; info: what stands behind the fence, its first word the language."""

    info: str
    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MathBlock:
    """A formula that stands alone: LaTeX without dollars."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, one cell for each column."""

    cells: tuple[Inlines, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A table; caption: the paragraph ``Table: …`` below it, as Pandoc reads it."""

    head: Row
    alignments: tuple[Alignment, ...]
    rows: tuple[Row, ...]
    caption: Inlines = ()
    span: Span = field(default=NOWHERE, compare=False)
    caption_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class BlockQuote:
    blocks: Blocks
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Callout:
    """A box (``> [!kind]- title``).

    folded: whether it is shown closed, None where it cannot be closed.
    title_span: its first line.
    """

    kind: str
    title: Inlines
    blocks: Blocks
    folded: bool | None = None
    span: Span = field(default=NOWHERE, compare=False)
    title_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Div:
    """A part set off by its container: ``::: name``, or with the class ``tab`` ``=== "title"``."""

    classes: tuple[str, ...]
    title: Inlines
    blocks: Blocks
    span: Span = field(default=NOWHERE, compare=False)
    title_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture that stands alone."""

    image: Image | Embed
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HorizontalRule:
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class RawBlock:
    """HTML that is kept as it is; its words count."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class NoteDefinition:
    """The text of a footnote."""

    label: str
    blocks: Blocks
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LinkDefinition:
    """``[label]: target "title"``."""

    label: str
    target: str
    title: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    target_span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Fields:
    """A run of lines ``key:: value``."""

    fields: tuple[Field, ...]
    span: Span = field(default=NOWHERE, compare=False)


Block = (
    Header | Para | BulletList | OrderedList | DefinitionList | CodeBlock | MathBlock | Table | BlockQuote
    | Callout | Div | Figure | HorizontalRule | RawBlock | NoteDefinition | LinkDefinition | Fields
)  # fmt: skip
Blocks = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A document's structure, in its order."""

    blocks: Blocks
