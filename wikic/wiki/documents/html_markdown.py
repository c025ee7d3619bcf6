"""Parsed HTML to Markdown that reads as prose: headings, lists, tables and code stay, markup of words goes.

Emphasis and links are dropped and their words kept, because quotes are compared with plain text. Nothing
is escaped: the article is never parsed as wiki Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NEVER: Final = (
    *("script", "style", "noscript", "template", "iframe", "svg", "canvas", "object", "button"),
    *("select", "textarea", "input", "img", "picture", "video", "audio"),
)
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
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html"),
        *("legend", "main", "menu", "nav", "p", "section", "summary"),
        *("tbody", "td", "tfoot", "th", "thead", "tr"),
    }
)
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}
# Nested elements; further down only the words are kept. Each takes up to six of Python's 1,000 frames.
_DEEPEST: Final = 80
_SPACE: Final = re.compile(r"[ \t\n\r\f]+")  # not the no-break space, as in HTML itself
_AROUND_BREAK: Final = re.compile(r" *\n *")


def markdown(node: LexborNode, skip: Collection[int] = ()) -> str:
    """What stands under ``node``, ending in one line end; "" when there are no words.

    skip: ``mem_id`` of nodes to leave out.
    """
    text = "\n\n".join(_Writer(skip).read(node, 0))
    return text + "\n" if text else ""


class _Writer:
    """Collects blocks; words between them become paragraphs."""

    def __init__(self, skip: Collection[int]) -> None:
        self._skip = skip
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
        elif tag.startswith("-") or tag in NEVER or node.mem_id in self._skip:
            return
        elif depth > _DEEPEST:
            self._words.append(_SPACE.sub(" ", node.text()))
        elif tag in ("code", "kbd", "samp", "tt"):
            self._words.append(_code(node.text()))
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
        if tag in _HEADINGS:
            words = " ".join(self._blocks(node, depth)).replace("\n", " ")
            made = f"{_HEADINGS[tag]} {words}" if words else ""
        elif tag == "pre":
            made = _fence(node)
        elif tag in ("ul", "ol"):
            made = self._list(node, tag, depth)
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
        return _Writer(self._skip).read(node, depth)

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
        writer = _Writer(self._skip)
        if node.tag == "li":
            return writer.read(node, depth)
        writer.child(node, depth)
        writer.flush()
        return writer.blocks

    def _table(self, node: LexborNode, depth: int) -> str:
        """With a header row a table; without one a list of rows; for layout, what the cells hold."""
        if node.css_first("table table, td h1, td h2, td ul, td p + p"):
            return "\n\n".join(self._blocks(node, depth))
        caption = ""
        rows: list[list[str]] = []
        header = False
        for row in node.css("tr"):
            cells = [cell for cell in _children(row) if cell.tag in ("td", "th")]
            words = [" ".join(self._blocks(cell, depth)).replace("\n", " ") for cell in cells]
            if not rows and any(words):
                header = len(cells) > 1 and all(cell.tag == "th" for cell in cells)
            if any(words):
                rows.append(words)
        if named := node.css_first("caption"):
            caption = " ".join(self._blocks(named, depth))
        if not header:
            body = "\n".join("- " + _row_words(row) for row in rows)
        else:
            width = max(map(len, rows))
            lines = [
                "| "
                + " | ".join(cell.replace("|", "\\|") for cell in [*row, *[""] * (width - len(row))])
                + " |"
                for row in rows
            ]
            body = "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])
        return "\n\n".join(part for part in (caption, body) if part)


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _code(words: str) -> str:
    words = _SPACE.sub(" ", words)
    return f"`{words}`" if words.strip() and "`" not in words else words


def _fence(node: LexborNode) -> str:
    text = node.text().replace("\r\n", "\n").strip("\n")
    if not text.strip():
        return ""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    code = node.css_first("code")
    named = re.search(r"\blang(?:uage)?-([\w+#-]+)", (code.attributes.get("class") or "") if code else "")
    return f"{fence}{named[1] if named else ''}\n{text}\n{fence}"


def _joined(blocks: list[str]) -> str:
    """A list below an item's words follows at once, a second paragraph after a blank line."""
    text = blocks[0]
    for block in blocks[1:]:
        text += ("\n" if re.match(r"- |\d+\. ", block) else "\n\n") + block
    return text


def _indented(text: str, by: str) -> str:
    return re.sub(r"\n(?=[^\n])", "\n" + by, text)


def _row_words(row: list[str]) -> str:
    words = [cell for cell in row if cell]
    return f"{words[0].rstrip(':')}: {words[1]}" if len(words) == 2 else "; ".join(words)
