"""reStructuredText as the tree of a document: docutils reads it, without files, without raw HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from wikic.document import nodes as tree
from wikic.document.nodes import Alignment, Block, Blocks, Document, Inline, Inlines
from wikic.document.write import is_tight
from wikic.text.tokens import words
from wikic.wiki.documents.rst_directives import register_unknown
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

_SETTINGS: Final[dict[str, Any]] = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 5,
    "_disable_config": True,
    "smart_quotes": False,
    "line_length_limit": 1 << 30,
    "toc_backlinks": False,
    "syntax_highlight": "none",
    "embed_stylesheet": False,
}
_ADMONITIONS: Final = words("attention caution danger error hint important note tip warning")
_SKIPPED: Final = words("comment substitution_definition pending raw target meta decoration generated")
_STYLES: Final = {"arabic": "1", "loweralpha": "a", "upperalpha": "A", "lowerroman": "i", "upperroman": "I"}
_DEEPEST: Final = 40
_ERROR: Final = 3  # of docutils' levels
# What reStructuredText has and Markdown has not; one alone is in other texts too.
_SIGNS: Final = re.compile(r"^\.\. [\w\[|_]|:[a-z]+:`[^`]+`|`__?(?!\w)", re.M)
_FEWEST_SIGNS: Final = 2


def is_restructured(text: str) -> bool:
    """Whether a text of another name is reStructuredText."""
    return len(_SIGNS.findall(text)) >= _FEWEST_SIGNS


def read_tree(text: str) -> Document:
    """The tree of a text. Raises RecursionError where it nests beyond what docutils reads."""
    from docutils.core import publish_doctree

    register_unknown(text)
    document = publish_doctree(text, settings_overrides=_SETTINGS)
    titled = any(child.tagname == "title" for child in document.children)
    return Document(_Reader(1 if titled else 0).blocks(document.children, 0))


class _Reader:
    """Reads docutils' nodes by their names; level: of the next title."""

    def __init__(self, level: int) -> None:
        self.level = level

    def blocks(self, children: Sequence[Any], depth: int) -> Blocks:
        return tuple(block for child in children for block in self.block(child, depth))

    def block(self, node: Any, depth: int) -> Iterator[Block]:
        kind = node.tagname
        if kind in _SKIPPED or depth > _DEEPEST:
            if depth > _DEEPEST and node.astext().strip():
                yield tree.Para(tidy((tree.Text(node.astext()),)))
            return
        reader = getattr(self, f"_{kind}", None)
        if reader is not None:
            yield from reader(node, depth + 1)
        elif kind in _ADMONITIONS:
            yield tree.Callout(kind, (), self.blocks(node.children, depth + 1))
        elif kind == "#text" or node.tagname in _INLINES:
            yield from _para(self.inlines([node]))
        else:
            yield from self.blocks(node.children, depth + 1)

    # --- sections and paragraphs -----------------------------------------------------------------

    def _section(self, node: Any, depth: int) -> Iterator[Block]:
        self.level += 1
        yield from self.blocks(node.children, depth)
        self.level -= 1

    def _title(self, node: Any, depth: int) -> Iterator[Block]:
        line = one_line(self.inlines(node.children))
        if line:
            yield tree.Header(min(max(self.level, 1), 6), line)

    def _subtitle(self, node: Any, depth: int) -> Iterator[Block]:
        line = one_line(self.inlines(node.children))
        if line:
            yield tree.Header(2, line)

    def _paragraph(self, node: Any, depth: int) -> Iterator[Block]:
        yield from _para(self.inlines(node.children))

    def _rubric(self, node: Any, depth: int) -> Iterator[Block]:
        inside = tidy(self.inlines(node.children))
        yield from _para((tree.Strong(inside),) if inside else ())

    def _line_block(self, node: Any, depth: int) -> Iterator[Block]:
        yield from _para(self._lines(node))

    def _lines(self, node: Any) -> Inlines:
        found: list[Inline] = []
        for child in node.children:
            found += [tree.LineBreak()] if found else []
            found += self._lines(child) if child.tagname == "line_block" else self.inlines(child.children)
        return tuple(found)

    def _block_quote(self, node: Any, depth: int) -> Iterator[Block]:
        inside = self.blocks(node.children, depth)
        if inside:
            yield tree.BlockQuote(inside)

    def _attribution(self, node: Any, depth: int) -> Iterator[Block]:
        yield from _para((tree.Text("— "), *self.inlines(node.children)))

    def _transition(self, node: Any, depth: int) -> Iterator[Block]:
        yield tree.HorizontalRule()

    def _literal_block(self, node: Any, depth: int) -> Iterator[Block]:
        named = [name for name in node.get("classes", ()) if name and name != "code"]
        yield tree.CodeBlock(named[0] if named else "", node.astext().strip("\n"))

    def _system_message(self, node: Any, depth: int) -> Iterator[Block]:
        """A directive that has an error, as it stands; what is only warned of is switched off."""
        for child in node.children if node.get("level", 0) >= _ERROR else ():
            if child.tagname == "literal_block":
                yield tree.CodeBlock("rst", child.astext().strip("\n"))

    def _doctest_block(self, node: Any, depth: int) -> Iterator[Block]:
        yield tree.CodeBlock("pycon", node.astext().strip("\n"))

    def _math_block(self, node: Any, depth: int) -> Iterator[Block]:
        text = "\n".join(line for line in node.astext().strip().split("\n") if line.strip())
        if text:
            yield tree.CodeBlock("math", text) if "$" in text else tree.MathBlock(text)

    # --- boxes -------------------------------------------------------------------------------------

    def _admonition(self, node: Any, depth: int) -> Iterator[Block]:
        yield from self._boxed(node, depth, "note")

    def _topic(self, node: Any, depth: int) -> Iterator[Block]:
        if "contents" not in node.get("classes", ()):
            yield from self._boxed(node, depth, "info")

    def _sidebar(self, node: Any, depth: int) -> Iterator[Block]:
        yield from self._boxed(node, depth, "info")

    def _boxed(self, node: Any, depth: int, kind: str) -> Iterator[Block]:
        titles = [child for child in node.children if child.tagname == "title"]
        title = one_line(self.inlines(titles[0].children)) if titles else ()
        inside = self.blocks([child for child in node.children if child.tagname != "title"], depth)
        if title or inside:
            yield tree.Callout(kind, title, inside)

    def _footnote(self, node: Any, depth: int) -> Iterator[Block]:
        label = next((child.astext() for child in node.children if child.tagname == "label"), "")
        inside = self.blocks([child for child in node.children if child.tagname != "label"], depth)
        yield tree.NoteDefinition(_note_label(label), inside)

    _citation = _footnote

    # --- lists -------------------------------------------------------------------------------------

    def _bullet_list(self, node: Any, depth: int) -> Iterator[Block]:
        items = tuple(tree.ListItem(self.blocks(item.children, depth)) for item in node.children)
        if items:
            yield tree.BulletList(items, is_tight(items, is_short(items)))

    def _enumerated_list(self, node: Any, depth: int) -> Iterator[Block]:
        start, style = int(node.get("start", 1)), node.get("enumtype", "arabic")
        prefix, suffix = node.get("prefix", ""), node.get("suffix", ".")
        made = [self.blocks(item.children, depth) for item in node.children]
        if style == "arabic" and not prefix and suffix in (".", ")"):
            items = tuple(
                tree.ListItem(inside, None, f"{start + number}{suffix}") for number, inside in enumerate(made)
            )
            yield tree.OrderedList(start, items, suffix, tight=is_tight(items, is_short(items)))
            return
        items = tuple(
            tree.ListItem(labelled(inside, f"{prefix}{label_of(start + number, _STYLES[style])}{suffix} "))
            for number, inside in enumerate(made)
        )
        yield tree.BulletList(items, is_tight(items, is_short(items)))

    def _definition_list(self, node: Any, depth: int) -> Iterator[Block]:
        pairs = []
        for item in node.children:
            term: list[Inline] = []
            inside: Blocks = ()
            for child in item.children:
                if child.tagname == "definition":
                    inside = self.blocks(child.children, depth)
                else:
                    term += [tree.Text(" : ")] if term else []
                    term += self.inlines(child.children)
            pairs.append((tuple(term), inside))
        yield from _terms(pairs)

    def _field_list(self, node: Any, depth: int) -> Iterator[Block]:
        pairs = []
        for field in node.children:
            name, body = field.children[0], field.children[-1]
            pairs.append((self.inlines(name.children), self.blocks(body.children, depth)))
        yield from _terms(pairs)

    def _docinfo(self, node: Any, depth: int) -> Iterator[Block]:
        pairs = []
        for child in node.children:
            if child.tagname == "field":
                inside = self.blocks(child.children[-1].children, depth)
                pairs.append((self.inlines(child.children[0].children), inside))
            elif child.tagname == "authors":
                for author in child.children:
                    pairs.append(((tree.Text("author"),), tuple(_para(self.inlines(author.children)))))
            else:
                pairs.append(((tree.Text(child.tagname),), tuple(_para(self.inlines(child.children)))))
        yield from _terms([((tree.Text(_capital(name)),), inside) for name, inside in pairs])

    def _option_list(self, node: Any, depth: int) -> Iterator[Block]:
        pairs = []
        for item in node.children:
            options = ", ".join(option.astext() for option in item.children[0].children)
            pairs.append(((tree.Code(options),), self.blocks(item.children[1].children, depth)))
        yield from _terms(pairs)

    # --- pictures and tables -----------------------------------------------------------------------

    def _image(self, node: Any, depth: int) -> Iterator[Block]:
        yield tree.Figure(_picture(node))

    def _figure(self, node: Any, depth: int) -> Iterator[Block]:
        shown: Inlines = ()
        for child in node.children:
            if child.tagname == "image" or child.tagname == "reference":
                shown = self.inlines([child])
            elif child.tagname == "caption" and shown:
                shown = (*shown, tree.SoftBreak(), *tidy(self.inlines(child.children)))
        yield from _para(shown)
        for child in node.children:
            if child.tagname == "legend":
                yield from self.blocks(child.children, depth)

    def _table(self, node: Any, depth: int) -> Iterator[Block]:
        group = next((child for child in node.children if child.tagname == "tgroup"), None)
        if group is None:
            return
        heads: list[list[Inlines]] = []
        rows: list[list[Inlines]] = []
        for part in group.children:
            if part.tagname in ("thead", "tbody"):
                (heads if part.tagname == "thead" else rows).extend(self._grid(part, depth))
        width = max((len(row) for row in (*heads, *rows)), default=0)
        if not width:
            return
        filled = [tree.Row((*row, *((),) * (width - len(row)))) for row in rows]
        head = [joined([row[at] for row in heads if at < len(row)], tree.Text(" ")) for at in range(width)]
        sides: tuple[Alignment, ...] = tuple("" for _ in range(width))
        titles = [child for child in node.children if child.tagname == "title"]
        caption = one_line(self.inlines(titles[0].children)) if titles else ()
        yield tree.Table(tree.Row(tuple(head)), sides, tuple(filled), caption)

    def _grid(self, part: Any, depth: int) -> Iterator[list[Inlines]]:
        """Rows with all their columns: what spans others stands in each of them."""
        above: dict[int, tuple[int, Inlines]] = {}
        for row in part.children:
            line: list[Inlines] = []
            for entry in [*row.children, None]:
                while len(line) in above and above[len(line)][0] > 0:
                    left, cell = above[len(line)]
                    above[len(line)] = (left - 1, cell)
                    line.append(cell)
                if entry is None:
                    break
                cell = inlines_of(self.blocks(entry.children, depth))
                for _ in range(1 + int(entry.get("morecols", 0))):
                    above[len(line)] = (int(entry.get("morerows", 0)), cell)
                    line.append(cell)
            yield line

    # --- inlines -----------------------------------------------------------------------------------

    def inlines(self, children: Sequence[Any]) -> Inlines:
        return tuple(each for child in children for each in self._inline(child))

    def _inline(self, node: Any) -> Iterator[Inline]:
        kind = node.tagname
        if kind == "#text":
            yield tree.Text(" ".join(re.split(r"[ \t\n]+", node.astext())))
        elif kind in _INLINES:
            inside = self.inlines(node.children)
            if inside:
                yield _INLINES[kind](inside)
        elif kind == "literal":
            text = " ".join(node.astext().split())
            if text:
                yield tree.Code(text)
        elif kind == "math":
            text = " ".join(node.astext().split())
            if text:
                yield tree.Code(text) if "$" in text else tree.Math(text)
        elif kind == "reference" and node.get("refuri"):
            target = node["refuri"]
            inside = self.inlines(node.children)
            same = node.astext() == target or f"mailto:{node.astext()}" == target
            yield tree.Link(inside, target, form="auto" if same else "inline")
        elif kind in ("footnote_reference", "citation_reference"):
            yield tree.Note(_note_label(node.astext()))
        elif kind == "image":
            yield _picture(node)
        elif kind not in _SKIPPED or kind == "target":
            yield from self.inlines(node.children)


_INLINES: Final[dict[str, Any]] = {
    "emphasis": tree.Emph, "strong": tree.Strong, "title_reference": tree.Emph,
    "superscript": tree.Superscript, "subscript": tree.Subscript,
}  # fmt: skip


def _para(inlines: Sequence[Inline]) -> Iterator[Block]:
    found = tidy(inlines)
    if found:
        yield paragraph(found)


def _picture(node: Any) -> tree.Image:
    alt = " ".join((node.get("alt") or "").split())
    return tree.Image((tree.Text(alt),) if alt else (), node.get("uri", ""))


def _note_label(label: str) -> str:
    return re.sub(r"[\s\[\]^]+", "-", label.strip()) or "note"


def _terms(pairs: Sequence[tuple[Inlines, Blocks]]) -> Iterator[Block]:
    """Terms with meanings as a list, a term or a meaning alone as what it is."""
    items: list[tree.DefinitionItem] = []
    for name, inside in pairs:
        term = one_line(name)
        if term and inside:
            items.append(tree.DefinitionItem(term, (tree.Definition(inside),)))
            continue
        if items:
            yield tree.DefinitionList(tuple(items))
            items = []
        yield from _para(term)
        yield from inside
    if items:
        yield tree.DefinitionList(tuple(items))


def _capital(name: Inlines) -> str:
    said = "".join(node.text for node in name if isinstance(node, tree.Text))
    return said[:1].upper() + said[1:]
