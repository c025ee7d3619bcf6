"""Parsed HTML to Markdown that reads as prose: headings, lists, tables and code stay, markup of words goes.

Emphasis and links are dropped and their words kept, because quotes are compared with plain text. Nothing
is escaped: the article is never parsed as wiki Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from wikic.wiki.documents.html_code import NEVER, fence, words
from wikic.wiki.documents.html_picture import captioned, picture
from wikic.wiki.documents.html_table import is_layout, table_text

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_BLOCKS: Final = frozenset(
    {
        *(
            "address",
            "article",
            "aside",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "dialog",
            "dir",
            "div",
        ),
        *("dt", "fieldset", "figcaption", "footer", "form", "header", "hgroup", "hr", "html"),
        *("legend", "main", "menu", "nav", "p", "section", "summary"),
        *("tbody", "td", "tfoot", "th", "thead", "tr"),
    }
)
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}
# Nested elements; further down only the words are kept. Each takes up to six of Python's 1,000 frames.
_DEEPEST: Final = 80
_ANCHORS: Final = frozenset({"¶", "#", "§", "🔗", "⚓"})
_LONGEST_TERM: Final = 60  # characters, as in text.shapes
_STRUCTURE: Final = re.compile(r"[-*>|] |\d+\. |#{1,6} |```")
_SPACE: Final = re.compile(r"[ \t\n\r\f]+")  # not the no-break space, as in HTML itself
_AROUND_BREAK: Final = re.compile(r" *\n *")


def markdown(node: LexborNode, skip: Collection[int] = (), *, pictures: bool = False) -> str:
    """What stands under ``node``, ending in one line end; "" when there are no words.

    skip: ``mem_id`` of nodes to leave out.
    pictures: whether pictures stay, as Markdown shows them.
    """
    text = "\n\n".join(_Writer(skip, pictures=pictures).read(node, 0))
    return text + "\n" if text else ""


def line(node: LexborNode, skip: Collection[int] = ()) -> str:
    """The same on one line, for a title."""
    return " ".join(" ".join(_Writer(skip).read(node, 0)).split())


class _Writer:
    """Collects blocks; words between them become paragraphs."""

    def __init__(self, skip: Collection[int], *, pictures: bool = False) -> None:
        self._skip = skip
        self._pictures = pictures
        self.blocks: list[str] = []
        self._words: list[str] = []

    def read(self, node: LexborNode, depth: int) -> list[str]:
        """The blocks under ``node``."""
        self.walk(node, depth)
        self.flush()
        return self.blocks

    def walk(self, node: LexborNode, depth: int) -> None:
        for child in _children(node):
            self.child(child, depth)

    def child(self, node: LexborNode, depth: int) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self._words.append(_SPACE.sub(" ", node.text_content or ""))
        elif tag == "br":
            self._words.append("\n")
        elif self._pictures and tag in ("img", "picture") and node.mem_id not in self._skip:
            self._words += [picture(each) for each in ([node] if tag == "img" else node.css("img"))]
        elif tag.startswith("-") or tag in NEVER or node.mem_id in self._skip:
            return
        elif depth > _DEEPEST:
            self._words.append(_SPACE.sub(" ", words(node, self._skip)))
        elif tag in ("code", "kbd", "samp", "tt"):
            self._words.append(_code(words(node, self._skip)))
        elif _is_anchor(node):
            return
        elif not self._structure(node, tag, depth + 1):
            self.walk(node, depth + 1)

    def flush(self) -> None:
        """End the paragraph."""
        words = _AROUND_BREAK.sub("\n", re.sub(" {2,}", " ", "".join(self._words))).strip(" \n")
        self._words.clear()
        if words:
            self.blocks.append(re.sub("\n{2,}", "\n\n", words))

    def _structure(self, node: LexborNode, tag: str, depth: int) -> bool:
        """Write what is a block of its own; False for a part of a sentence."""
        if tag in _BLOCKS:
            self.flush()
            self.walk(node, depth)
            self.flush()
            return True
        made: str | None = None
        if tag == "figure":
            made = captioned(self._blocks(node, depth))
        elif tag in _HEADINGS:
            words = " ".join(self._blocks(node, depth)).replace("\n", " ")
            made = f"{_HEADINGS[tag]} {words}" if words else ""
        elif tag == "pre":
            made = fence(node, self._skip)
        elif tag in ("ul", "ol"):
            made = self._list(node, tag, depth)
        elif tag == "dl":
            made = self._definitions(node, depth)
        elif tag == "table":
            made = self._table(node, depth)
        elif tag == "blockquote":
            made = "\n".join(
                f"> {line}".rstrip() for line in "\n\n".join(self._blocks(node, depth)).split("\n")
            )
            made = "" if made == ">" else made
        if made is None:
            return False
        self.flush()
        if made:
            self.blocks.append(made)
        return True

    def _blocks(self, node: LexborNode, depth: int) -> list[str]:
        return _Writer(self._skip, pictures=self._pictures).read(node, depth)

    def _list(self, node: LexborNode, tag: str, depth: int) -> str:
        start = node.attributes.get("start") or "1"
        number = int(start) if start.isdecimal() and len(start) < 9 else 1
        items: list[str] = []
        for child in _children(node):
            if child.tag in ("ul", "ol") and items:
                # A list right inside a list belongs to the item above it.
                items[-1] += _indented("\n" + "\n\n".join(self._nested(child, depth)), "  ")
            elif blocks := self._nested(child, depth):
                marker = f"{number}. " if tag == "ol" else "- "
                number += 1
                items.append(marker + _indented(_joined(blocks), " " * len(marker)))
        return "\n".join(items)

    def _nested(self, node: LexborNode, depth: int) -> list[str]:
        """What a child of a list holds; text between items too, though it has no place there."""
        writer = _Writer(self._skip, pictures=self._pictures)
        if node.tag == "li":
            return writer.read(node, depth)
        writer.child(node, depth)
        writer.flush()
        return writer.blocks

    def _definitions(self, node: LexborNode, depth: int) -> str:
        """Terms with what they mean: one paragraph indented below its term, more as an item of a list."""
        made: list[str] = []
        terms: list[str] = []
        said = False  # of these terms; a second meaning stands with them too
        for child in self._entries(node):
            if child.tag == "dt":
                terms = [] if said else terms
                said = False
                if words := " ".join(" ".join(self._blocks(child, depth)).split()):
                    terms.append(words)
            elif blocks := self._nested(child, depth):
                made.append(_definition(terms, blocks))
                said = True
        if not said:
            made += terms
        return "\n\n".join(made)

    def _entries(self, node: LexborNode) -> Iterator[LexborNode]:
        """What stands in a list of definitions, groups in ``div`` taken apart."""
        for child in _children(node):
            if child.mem_id in self._skip:
                continue
            if child.tag == "div" and any(each.tag in ("dt", "dd") for each in _children(child)):
                yield from (each for each in _children(child) if each.mem_id not in self._skip)
            else:
                yield child

    def _table(self, node: LexborNode, depth: int) -> str:
        if is_layout(node):
            return "\n\n".join(self._blocks(node, depth))
        return table_text(node, lambda cell: self._blocks(cell, depth))


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _is_anchor(node: LexborNode) -> bool:
    """A link of a heading to itself: "¶" or "#"."""
    return node.tag == "a" and (node.text() or "").strip() in _ANCHORS


def _code(words: str) -> str:
    words = _SPACE.sub(" ", words)
    return f"`{words}`" if words.strip() and "`" not in words else words


def _definition(terms: list[str], blocks: list[str]) -> str:
    term = ", ".join(terms)
    if not term:
        return "\n\n".join(blocks)
    said = blocks[0]
    if len(blocks) == 1 and len(term) <= _LONGEST_TERM and _is_words(said):
        return f"{term}\n    " + said.replace("\n", "\n    ")
    colon = "" if term.endswith((":", "：")) else ":"
    head = (
        f"- {term}{colon} {_indented(said, '  ')}"
        if _is_words(said)
        else f"- {term}{colon}\n\n  {_indented(said, '  ')}"
    )
    return "".join([head, *("\n\n  " + _indented(block, "  ") for block in blocks[1:])])


def _is_words(block: str) -> bool:
    """Whether a block is a paragraph and no list, code, table, heading or quotation."""
    return _STRUCTURE.match(block) is None


def _joined(blocks: list[str]) -> str:
    """A list below an item's words follows at once, a second paragraph after a blank line."""
    text = blocks[0]
    for block in blocks[1:]:
        text += ("\n" if re.match(r"- |\d+\. ", block) else "\n\n") + block
    return text


def _indented(text: str, by: str) -> str:
    return re.sub(r"\n(?=[^\n])", "\n" + by, text)
