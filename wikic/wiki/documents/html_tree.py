"""Parsed HTML as the tree of a document: what a browser shows, node by node."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wikic.document import nodes
from wikic.document.nodes import Block, Blocks, Inline, Inlines
from wikic.document.plain import plain_text
from wikic.document.write import is_tight
from wikic.model.attachment import label
from wikic.text.tokens import words
from wikic.wiki.documents.html_math import tex
from wikic.wiki.documents.html_table import is_layout, read_table
from wikic.wiki.documents.tree_parts import (
    inlines_of,
    is_short,
    joined,
    label_of,
    labelled,
    one_line,
    paragraph,
    tidy,
)

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NEVER: Final = words(
    "script style noscript template iframe svg canvas object button select textarea input video audio map"
    " datalist rt rp"
)
BLOCKS: Final = words(
    "address article aside body center dd dialog div dt fieldset figcaption footer form header hgroup html"
    " legend main nav p section tbody td tfoot th thead tr caption summary li table ul ol dl menu dir"
    " blockquote details figure"
)
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_MARKS: Final[dict[str, Callable[[Inlines], Inline]]] = {
    "b": nodes.Strong, "strong": nodes.Strong, "i": nodes.Emph, "em": nodes.Emph, "cite": nodes.Emph,
    "dfn": nodes.Emph, "var": nodes.Emph, "sup": nodes.Superscript, "sub": nodes.Subscript,
    "mark": nodes.Highlight, "del": nodes.Strikeout, "s": nodes.Strikeout, "strike": nodes.Strikeout,
}  # fmt: skip
_CODE: Final = frozenset({"code", "kbd", "samp", "tt"})
_HOLDS_BLOCKS: Final = (
    "p, div, ul, ol, dl, table, pre, h1, h2, h3, h4, h5, h6, blockquote, section, article, figure, hr"
)
# As Pandoc, Python-Markdown and GitHub write them, and Sphinx, today and before; a link to one is its mark.
_FOOTNOTES: Final = (
    ".footnotes li[id], .footnote li[id], [role=doc-endnotes] li[id]"
    ", aside.footnote[id], dl.footnote > dt[id]"
)
_NOTE_NAME: Final = re.compile(r"^(?:user-content-)?fn[:_-]?|[^\w-]+")
_ANCHORS: Final = frozenset({"¶", "#", "§", "🔗", "⚓"})
_BOXES: Final = words("note tip info warning danger caution important hint attention error seealso")
_SPACE: Final = re.compile(r"[ \t\n\r\f]+")  # not the no-break space, as in HTML itself
_ELSEWHERE: Final = re.compile(r"(?:#|javascript:|data:)", re.IGNORECASE)
# Nested elements; further down only the words are kept. Each takes up to six of Python's 1,000 frames.
_DEEPEST: Final = 80
# Lists, quotes and boxes within each other: what is deeper stands in the last one.
_MOST_NESTED: Final = 10
_SMALLEST: Final = 24  # pixels; below it are icons, dots that count readers, spacers
# language-python · highlight-python3 (Sphinx) · highlight-source-python (GitHub) · sourceCode python (Pandoc)
_LANGUAGE: Final = re.compile(
    r"\blang(?:uage)?-([\w+#-]+)|\bhighlight-(?:source-|text-)?([\w+#]+)|\bsourceCode ([\w+#-]+)"
)
_NAME: Final = re.compile(r"[\w+#-]{1,30}")
_NO_LANGUAGE: Final = frozenset(
    {"default", "none", "text", "plaintext", "plain", "nohighlight", "notranslate"}
)
_CALLED: Final = {"python3": "python", "pycon3": "pycon", "ipython3": "python", "py3": "python"}


def read_blocks(node: LexborNode, skip: Collection[int] = (), *, pictures: bool = False) -> Blocks:
    """What stands under ``node``.

    skip: ``mem_id`` of nodes to leave out.
    pictures: whether pictures stay.
    """
    notes = {found.attributes["id"] or "" for found in node.css(_FOOTNOTES)}
    brackets = {found.mem_id for found in node.css(".fn-bracket")} if notes else set()
    return _Reader({*skip, *brackets}, pictures, notes).read(node, 0, 0)


def read_line(node: LexborNode, skip: Collection[int] = ()) -> str:
    """The words on one line, for a title."""
    return " ".join(plain_text(inlines_of(read_blocks(node, skip))).split())


class _Reader:
    """Collects blocks; inlines between them become paragraphs."""

    def __init__(self, skip: Collection[int], pictures: bool, notes: Collection[str]) -> None:
        """notes: ids of the footnotes, the others as ``read_blocks``."""
        self.skip = skip
        self.pictures = pictures
        self.notes = notes
        self.blocks: list[Block] = []
        self.inlines: list[Inline] = []

    def read(self, node: LexborNode, depth: int, nested: int) -> Blocks:
        """The blocks under ``node``; depth: elements it stands in; nested: lists and quotes."""
        self.walk(node, depth, nested)
        self.flush()
        return tuple(self.blocks)

    def inside(self, node: LexborNode, depth: int, nested: int) -> Blocks:
        return _Reader(self.skip, self.pictures, self.notes).read(node, depth, nested)

    def flush(self) -> None:
        """End the paragraph; two line ends in it part two."""
        found, self.inlines = tidy(self.inlines), []
        start = 0
        for at in range(len(found) + 1):
            if at == len(found) or found[at : at + 2] == (nodes.LineBreak(), nodes.LineBreak()):
                para = tidy(found[start:at])
                if para:
                    self.blocks.append(paragraph(para))
                start = at

    def walk(self, node: LexborNode, depth: int, nested: int) -> None:
        for child in children(node):
            self.child(child, depth, nested)

    def child(self, node: LexborNode, depth: int, nested: int) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self.inlines.append(nodes.Text(_SPACE.sub(" ", node.text_content or "")))
        elif tag == "script" and (node.attributes.get("type") or "").startswith("math/tex"):
            self._formula((node.text() or "").strip(), "display" in (node.attributes["type"] or ""))
        elif tag.startswith("-") or tag in NEVER or node.mem_id in self.skip:
            return
        elif tag == "br":
            self.inlines.append(nodes.LineBreak())
        elif depth > _DEEPEST:
            self.inlines.append(nodes.Text(_SPACE.sub(" ", raw_words(node, self.skip))))
        elif tag == "math":
            self._formula(tex(node), (node.attributes.get("display") or "") == "block")
        elif tag == "img":
            self._picture(node)
        elif tag in _CODE:
            text = _SPACE.sub(" ", raw_words(node, self.skip))
            self.inlines.append(nodes.Code(text.strip()) if text.strip() else nodes.Text(text))
        elif tag == "a" and (node.text() or "").strip() in _ANCHORS:
            return  # a heading's link to itself
        elif tag == "a" and (target := (node.attributes.get("href") or "").removeprefix("#")) in self.notes:
            self.inlines.append(nodes.Note(_note_label(target)))
        elif tag == "a" and self.notes and _is_backlink(node):
            return
        elif (tag in _MARKS or tag == "a") and not node.css_first(_HOLDS_BLOCKS):
            self._marked(node, tag, depth, nested)
        elif not self._structure(node, tag, depth + 1, nested):
            self.walk(node, depth + 1, nested)

    # --- inlines ----------------------------------------------------------------------------------

    def _marked(self, node: LexborNode, tag: str, depth: int, nested: int) -> None:
        around, self.inlines = self.inlines, []
        self.walk(node, depth + 1, nested)
        inside, self.inlines = tuple(self.inlines), around
        if tag in _MARKS:
            noted = tag == "sup" and len(inside) == 1 and isinstance(inside[0], nodes.Note)
            self.inlines.append(inside[0] if noted else _MARKS[tag](inside))
            return
        target = (node.attributes.get("href") or "").strip()
        if not target or _ELSEWHERE.match(target):
            self.inlines += inside
        else:
            title = " ".join((node.attributes.get("title") or "").split())
            self.inlines.append(nodes.Link(inside, target, title))

    def _formula(self, text: str, display: bool) -> None:
        text = " ".join(text.replace("$", "\\text{USD}").split()) if "$" in text else " ".join(text.split())
        if text:
            self.inlines.append(nodes.Math(text, display))

    def _picture(self, node: LexborNode) -> None:
        """A picture, unless it says nothing: an icon, a decoration, one from elsewhere without words."""
        attributes = node.attributes
        if "math" in (attributes.get("class") or "") and attributes.get("alt"):
            self._formula(attributes["alt"] or "", False)
            return
        source = " ".join((attributes.get("src") or attributes.get("data-src") or "").split())
        alt = label(attributes.get("alt") or "")
        small = any(
            (size := (attributes.get(side) or "").removesuffix("px")).isdecimal() and int(size) < _SMALLEST
            for side in ("width", "height")
        )
        elsewhere = source.lower().startswith(("http:", "https:", "//")) and not (alt or _in_figure(node))
        if not self.pictures or not source or ("alt" in attributes and not alt) or small or elsewhere:
            return
        title = label((attributes.get("title") or "").replace('"', "'"))
        shown = (nodes.Text(alt),) if alt else ()
        self.inlines.append(nodes.Image(shown, source, title if title != alt else ""))

    # --- blocks -----------------------------------------------------------------------------------

    def _structure(self, node: LexborNode, tag: str, depth: int, nested: int) -> bool:
        """Read what is a block of its own; False for a part of a sentence."""
        if tag == "hr":
            parted = self.notes and "footnote" in (
                (node.parent and node.parent.attributes.get("class")) or ""
            )
            self._add(*([] if parted else [nodes.HorizontalRule()]))
        elif tag in _HEADINGS:
            line = one_line(inlines_of(self.inside(node, depth, nested)))
            self._add(*([nodes.Header(_HEADINGS[tag], line)] if line else []))
        elif tag == "pre":
            text = raw_words(node, self.skip).replace("\r\n", "\n").strip("\n")
            self._add(*([nodes.CodeBlock(_language(node), text)] if text.strip() else []))
        elif tag == "table" and not is_layout(node):
            read = lambda cell: inlines_of(self.inside(cell, depth, nested))  # noqa: E731 - the table asks for each
            self._add(*read_table(node, read))
        elif self.notes and (node.attributes.get("id") or "") in self.notes:
            self._add(
                nodes.NoteDefinition(
                    _note_label(node.attributes["id"] or ""), self.inside(node, depth, nested)
                )
            )
        elif (
            self.notes
            and tag == "ol"
            and any(child.attributes.get("id") in self.notes for child in children(node))
        ):
            for child in children(node):
                self.child(child, depth, nested)
        elif nested < _MOST_NESTED and self._container(node, tag, depth, nested + 1):
            return True
        elif tag in BLOCKS:
            self.flush()
            self.walk(node, depth, nested)
            self.flush()
        elif tag == "q":
            self.inlines.append(nodes.Text("“"))
            self.walk(node, depth, nested)
            self.inlines.append(nodes.Text("”"))
        elif tag == "a":
            self._linked_blocks(node, depth, nested)
        else:
            return False
        return True

    def _container(self, node: LexborNode, tag: str, depth: int, nested: int) -> bool:
        kind = _box(node, tag)
        if tag in ("ul", "ol", "menu", "dir"):
            self._add(*self._list(node, tag, depth, nested))
        elif tag == "dl":
            self._add(*self._definitions(node, depth, nested))
        elif tag == "blockquote":
            inside = self.inside(node, depth, nested)
            self._add(*([nodes.BlockQuote(inside)] if inside else []))
        elif tag == "figure":
            self._add(*_captioned(self.inside(node, depth, nested)))
        elif tag == "details":
            self._details(node, depth, nested)
        elif kind:
            self._boxed(node, kind, depth, nested)
        else:
            return False
        return True

    def _add(self, *blocks: Block) -> None:
        self.flush()
        self.blocks += blocks

    def _linked_blocks(self, node: LexborNode, depth: int, nested: int) -> None:
        """A link around blocks leads from the first of them."""
        inside = list(self.inside(node, depth, nested))
        target = (node.attributes.get("href") or "").strip()
        first = next(
            (at for at, block in enumerate(inside) if isinstance(block, nodes.Header | nodes.Para)), None
        )
        if first is not None and target and not _ELSEWHERE.match(target):
            block = inside[first]
            assert isinstance(block, nodes.Header | nodes.Para)
            inside[first] = replace(block, inlines=tidy((nodes.Link(block.inlines, target),)))
        self._add(*inside)

    def _list(self, node: LexborNode, tag: str, depth: int, nested: int) -> Iterator[Block]:
        start = _number(node.attributes.get("start"), 1)
        style = (node.attributes.get("type") or "1")[:1] if tag == "ol" else ""
        number = start
        items: list[nodes.ListItem] = []
        for child in children(node):
            if child.mem_id in self.skip:
                continue
            inside = self._nested(child, depth, nested)
            if not inside:
                continue
            if child.tag in ("ul", "ol") and items:
                # A list right inside a list belongs to the item above it.
                items[-1] = replace(items[-1], blocks=(*items[-1].blocks, *inside))
                continue
            number = _number(child.attributes.get("value"), number) if child.tag == "li" else number
            if style in ("a", "A", "i", "I"):
                inside = labelled(inside, f"{label_of(number, style)}. ")
            marker = f"{number}." if style and style not in ("a", "A", "i", "I") else ""
            items.append(nodes.ListItem(inside, _tick(child, inside), marker))
            number += 1
        if not items:
            return
        tight = is_tight(items, is_short(items))
        if style and items[0].marker:
            first = int(items[0].marker.removesuffix("."))
            yield nodes.OrderedList(first, tuple(items), tight=tight)
        else:
            yield nodes.BulletList(tuple(items), tight)

    def _nested(self, node: LexborNode, depth: int, nested: int) -> Blocks:
        """What a child of a list holds; text between items too, though it has no place there."""
        if node.tag in ("li", "dd"):
            return self.inside(node, depth, nested)
        reader = _Reader(self.skip, self.pictures, self.notes)
        reader.child(node, depth, nested)
        reader.flush()
        return tuple(reader.blocks)

    def _definitions(self, node: LexborNode, depth: int, nested: int) -> Iterator[Block]:
        """Terms with what they mean; a term without meaning, a meaning without term as paragraphs."""
        items: list[nodes.DefinitionItem] = []
        terms: list[Inlines] = []
        meanings: list[nodes.Definition] = []

        def ended() -> Iterator[Block]:
            term = one_line(joined(terms))
            if term and meanings:
                items.append(nodes.DefinitionItem(term, tuple(meanings)))
                return
            if items and (term or meanings):
                yield nodes.DefinitionList(tuple(items))
                items.clear()
            if term:
                yield nodes.Para(term)
            for meaning in meanings:
                yield from meaning.blocks

        noted = ""
        for child in self._entries(node):
            name = child.attributes.get("id") or ""
            if child.tag == "dt" and name in self.notes:
                noted = name
            elif noted and child.tag == "dd":
                yield nodes.NoteDefinition(_note_label(noted), self.inside(child, depth, nested))
            elif child.tag == "dt":
                if meanings:
                    yield from ended()
                    terms, meanings = [], []
                terms.append(inlines_of(self.inside(child, depth, nested)))
            elif (
                inside := self._nested(child, depth, nested)
                if child.tag != "dd"
                else self.inside(child, depth, nested)
            ):
                meanings.append(nodes.Definition(inside))
        yield from ended()
        if items:
            yield nodes.DefinitionList(tuple(items))

    def _entries(self, node: LexborNode) -> Iterator[LexborNode]:
        """What stands in a list of definitions, groups in ``div`` taken apart."""
        for child in children(node):
            if child.mem_id in self.skip:
                continue
            if child.tag == "div" and any(each.tag in ("dt", "dd") for each in children(child)):
                yield from (each for each in children(child) if each.mem_id not in self.skip)
            else:
                yield child

    def _details(self, node: LexborNode, depth: int, nested: int) -> None:
        summary = next((child for child in children(node) if child.tag == "summary"), None)
        title = one_line(inlines_of(self.inside(summary, depth, nested))) if summary is not None else ()
        skip = self.skip if summary is None else {*self.skip, summary.mem_id}
        inside = _Reader(skip, self.pictures, self.notes).read(node, depth, nested)
        if title or inside:
            self._add(nodes.Callout("details", title, inside, "open" not in node.attributes))

    def _boxed(self, node: LexborNode, kind: str, depth: int, nested: int) -> None:
        named = next(
            (child for child in children(node) if "title" in (child.attributes.get("class") or "")), None
        )
        title = one_line(inlines_of(self.inside(named, depth, nested))) if named is not None else ()
        skip = self.skip if named is None else {*self.skip, named.mem_id}
        inside = _Reader(skip, self.pictures, self.notes).read(node, depth, nested)
        if title or inside:
            self._add(nodes.Callout(kind, title, inside))


def children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def raw_words(node: LexborNode, skip: Collection[int]) -> str:
    """The characters under a node as they stand, however deep, without what is never shown."""
    parts: list[str] = []
    waiting: list[LexborNode | None] = [node.child]
    while waiting:
        child = waiting.pop()
        if child is None:
            continue
        waiting.append(child.next)
        tag = child.tag or ""
        if tag == "-text":
            parts.append(child.text_content or "")
        elif tag == "br":
            parts.append("\n")
        elif not tag.startswith("-") and tag not in NEVER and child.mem_id not in skip:
            waiting.append(child.child)
    return "".join(parts)


# --- what the tree of a document knows differently --------------------------------------------------


def _note_label(name: str) -> str:
    return _NOTE_NAME.sub("", name) or "note"


def _is_backlink(node: LexborNode) -> bool:
    """Whether a link leads from a footnote to where it is called."""
    attributes = node.attributes
    return attributes.get("role") == "doc-backlink" or any(
        name in (attributes.get("class") or "") for name in ("footnote-back", "fn-backref")
    )


def _captioned(blocks: Blocks) -> Blocks:
    """What stands in a figure: a picture's caption on the line below it."""
    if len(blocks) == 2:
        figure = next((block for block in blocks if isinstance(block, nodes.Figure)), None)
        caption = next((block for block in blocks if isinstance(block, nodes.Para)), None)
        if figure is not None and caption is not None:
            return (nodes.Para((figure.image, nodes.SoftBreak(), *caption.inlines)),)
    return blocks


def _tick(node: LexborNode, blocks: Blocks) -> bool | None:
    box = next((each for each in children(node) if each.tag == "input"), None) if node.tag == "li" else None
    if box is None or box.attributes.get("type") != "checkbox" or not isinstance(blocks[0], nodes.Para):
        return None
    return "checked" in box.attributes


def _number(said: str | None, otherwise: int) -> int:
    return int(said) if said and said.isascii() and said.isdecimal() and len(said) < 9 else otherwise


def _box(node: LexborNode, tag: str) -> str:
    """The kind of a box: Sphinx' ``admonition note``, a note beside the text."""
    named = (node.attributes.get("class") or "").lower().split()
    if "admonition" in named:
        return next((name for name in named if name in _BOXES), "note")
    return "note" if tag == "aside" and "footnote-list" not in named else ""


def _in_figure(node: LexborNode) -> bool:
    above = node.parent
    for _ in range(4):
        if above is None:
            return False
        if above.tag == "figure":
            return True
        above = above.parent
    return False


def _language(node: LexborNode) -> str:
    """The language of code by the classes of its element, the one in it and the two around it."""
    around = [node.css_first("code"), node, node.parent, node.parent.parent if node.parent else None]
    for each in around:
        if each is None:
            continue
        attributes = each.attributes
        named = attributes.get("data-lang") or attributes.get("data-language") or ""
        found = _LANGUAGE.search(attributes.get("class") or "")
        said = named if _NAME.fullmatch(named) else (found[1] or found[2] or found[3]) if found else ""
        if said:
            return "" if said.lower() in _NO_LANGUAGE else _CALLED.get(said.lower(), said)
    return ""
