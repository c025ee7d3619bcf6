"""The inline content of a block as nodes, from markdown-it-py's tokens; of HTML, what marks words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any, Final

from wikic.document import nodes
from wikic.document.nodes import Inline, Inlines, Span
from wikic.markdown.dialect import is_words
from wikic.markdown.parse import pieces
from wikic.markdown.parse_rules import Places, offset

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DEEPEST: Final = 30
"""Marks within marks that are read; what is deeper is text, so that no walk over a tree is too deep."""

_MARKS: Final[dict[str, Callable[[Inlines], Inline]]] = {
    "em": nodes.Emph,
    "strong": nodes.Strong,
    "s": nodes.Strikeout,
    "mark": nodes.Highlight,
}
_ELEMENTS: Final[dict[str, Callable[[Inlines], Inline]]] = {
    "b": nodes.Strong,
    "strong": nodes.Strong,
    "i": nodes.Emph,
    "em": nodes.Emph,
    "sup": nodes.Superscript,
    "sub": nodes.Subscript,
    "mark": nodes.Highlight,
    "del": nodes.Strikeout,
    "s": nodes.Strikeout,
}
_CODE: Final = frozenset({"code", "kbd", "samp", "tt"})
_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE: Final = re.compile(r"""\s([A-Za-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""")
_SIZE: Final = re.compile(r"\|(\d{1,5}(?:x\d{1,5})?)\Z")
_BLOCK_ID: Final = re.compile(r"(?:\A|[ \t\n])\^(?P<id>[A-Za-z0-9-]+)[ \t]*\Z")


@dataclass(slots=True)
class _Frame:
    """What is open: its kind, its token or tag, what stands in it so far."""

    kind: str
    token: Any = None
    tag: str = ""
    base: int = 0
    raw: bool = False
    found: list[Inline] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def add(self, *found: Inline) -> None:
        for node in found:
            if isinstance(node, nodes.Text):
                self.text.append(node.text)
                continue
            if isinstance(node, nodes.SoftBreak) and not self.text and self.ends_in_break():
                continue  # a line that was ended already
            self._join_text(" \t" if isinstance(node, nodes.SoftBreak) else "")
            self.found.append(node)

    def ends_in_break(self) -> bool:
        return bool(self.found) and isinstance(self.found[-1], nodes.LineBreak)

    def _join_text(self, ends: str = "") -> None:
        """ends: blanks to take off its end."""
        if self.text:
            text = "".join(self.text)
            text = text.rstrip(ends) if ends else text
            self.text.clear()
            if text:
                self.found.append(nodes.Text(text))

    def nodes(self) -> Inlines:
        """All that stands in it."""
        self._join_text()
        return tuple(self.found)


def parse_inlines(markdown: MarkdownIt, content: str, places: Places, env: dict[str, Any]) -> Inlines:
    """``content`` of a block as nodes; places: where it stands in the text."""
    named = _BLOCK_ID.search(content) if "^" in content else None
    if named is not None:
        content = content[: named.start()]
    reader = _Reader(places)
    for begin, piece in pieces(content):
        tokens: list[Token] = []
        markdown.inline.parse(piece, markdown, env, tokens)
        reader.read(tokens, begin)
    found = reader.end()
    return (*found, nodes.BlockId(named["id"])) if named is not None else found


class _Reader:
    """Reads the tokens of one block; marks are closed by their own kind."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.frames = [_Frame("block")]
        self.too_deep: list[str] = []  # kinds that are open beyond what is read
        self.base = 0

    def end(self) -> Inlines:
        while len(self.frames) > 1:
            self._flatten()
        return self.frames[0].nodes()

    def read(self, tokens: Iterable[Token], base: int) -> None:
        """base: where the content that was parsed begins in the block's."""
        self.base = base
        for token in tokens:
            kind = token.type
            if kind in ("text", "text_special"):
                self.frames[-1].text.append(token.content)
            elif kind == "html_inline":
                self._html(token)
            elif kind.endswith("_open"):
                self._open(kind.removesuffix("_open"), token)
            elif kind.endswith("_close"):
                self._close(kind.removesuffix("_close"), token)
            else:
                self.frames[-1].add(self._node(token))

    # --- marks ------------------------------------------------------------------------------------

    def _open(self, kind: str, token: Token) -> None:
        if len(self.frames) > DEEPEST and kind != "link":
            self.too_deep.append(kind)
            self.frames[-1].text.append(token.markup)
            return
        if kind == "link":
            for frame in self.frames:
                frame.raw = frame.raw or frame.tag == "a"
        self.frames.append(_Frame(kind, token, base=self.base))

    def _close(self, kind: str, token: Token) -> None:
        if self.too_deep and self.too_deep[-1] == kind:
            self.too_deep.pop()
            self.frames[-1].text.append(token.markup)
            return
        while self.frames[-1].tag:
            self._flatten()
        frame = self.frames.pop()
        self.frames[-1].add(self._closed(frame))

    def _closed(self, frame: _Frame) -> Inline:
        children = frame.nodes()
        if frame.kind in _MARKS:
            return _MARKS[frame.kind](children)
        token, span = frame.token, self._span(frame.token.meta["span"], frame.base)
        if frame.kind == "note":
            return nodes.Note("", children)
        if frame.kind == "field":
            return nodes.Field(token.info, children, span)
        return nodes.Link(children, span=span, **self._target(token, str(token.attrs["href"]), frame.base))

    def _target(self, token: Token, address: str, base: int) -> dict[str, Any]:
        """What links and pictures have in common."""
        found: dict[str, Any] = {"target": address, "title": str(token.attrs.get("title", ""))}
        if "reference" in token.meta:
            found.update(form="reference", label=token.meta["reference"])
        else:
            found["target_span"] = self._span(token.meta["target"], base)
            found.update({"form": "auto"} if token.info == "auto" else {})
        return found

    def _span(self, span: tuple[int, int], base: int) -> Span:
        start, end = span
        begin = offset(self.places, start + base)
        return Span(begin, offset(self.places, end - 1 + base) + 1 if end > start else begin)

    # --- nodes without content --------------------------------------------------------------------

    def _node(self, token: Token) -> Inline:
        kind = token.type
        if kind == "softbreak":
            return nodes.SoftBreak()
        if kind == "hardbreak":
            return nodes.LineBreak()
        if kind == "code_inline":
            return nodes.Code(token.content)
        if kind == "formula":
            size = len(token.markup)
            return nodes.Math(" ".join(token.content[size:-size].split("\n")).strip(), size == 2)
        if kind == "footnote":
            return nodes.Note(str(token.meta["label"]))
        if kind == "block":
            return nodes.BlockRef(str(token.meta["id"]))
        if kind == "image":
            return self._image(token)
        span = self._span(token.meta["span"], self.base)
        target = self._span(token.meta["target"], self.base)
        if kind == "embed":
            return nodes.Embed(token.content, token.info, span, target)
        words = (nodes.Text(token.info or token.content),)
        return nodes.Link(words, token.content, form="wiki", span=span, target_span=target)

    def _image(self, token: Token) -> nodes.Image:
        inside = _Reader(self.places)
        start = token.meta["span"][0]
        inside.read(token.children or (), self.base + start + 2)
        alt, size = inside.end(), str(token.meta.get("size", ""))
        if alt and isinstance(alt[-1], nodes.Text):
            sized = _SIZE.search(alt[-1].text)
            if sized is not None:
                size, words = sized[1], alt[-1].text[: sized.start()]
                alt = (*alt[:-1], nodes.Text(words)) if words else alt[:-1]
        return nodes.Image(
            alt,
            size=size,
            span=self._span(token.meta["span"], self.base),
            **self._target(token, str(token.attrs["src"]), self.base),
        )

    # --- HTML -------------------------------------------------------------------------------------

    def _html(self, token: Token) -> None:
        html, top = token.content, self.frames[-1]
        found = _TAG.match(html)
        if found is None:
            top.add(nodes.RawInline(html))
            return
        name = found["name"].casefold()
        if is_words(html):
            first, *rest = html.split("\n")
            top.add(nodes.Text(first.rstrip(" \t") if rest else first))
            for line in rest:
                top.add(nodes.SoftBreak(), nodes.Text(line.strip(" \t")))
        elif name == "br":
            top.add(nodes.LineBreak())
        elif name == "img" and "src" in (attributes := _attributes(html)):
            alt = attributes.get("alt", "").strip()
            words = (nodes.Text(alt),) if alt else ()
            span = self._span(token.meta["span"], self.base)
            top.add(nodes.Image(words, attributes["src"], attributes.get("title", ""), span=span))
        elif name in _ELEMENTS or name in _CODE or name == "a":
            if found["close"]:
                self._close_element(name, html)
            elif html.endswith("/>") or len(self.frames) > DEEPEST:
                top.add(nodes.RawInline(html))
            else:
                within = any(frame.kind == "link" or frame.tag == "a" for frame in self.frames)
                raw = name == "a" and (within or "href" not in _attributes(html))
                self.frames.append(_Frame("html", html, name, raw=raw))
        else:
            top.add(nodes.RawInline(html))

    def _close_element(self, name: str, html: str) -> None:
        depth = len(self.frames) - 1
        while depth and self.frames[depth].tag not in ("", name):
            depth -= 1
        if self.frames[depth].tag != name:
            self.frames[-1].add(nodes.RawInline(html))
            return
        while len(self.frames) - 1 > depth:
            self._flatten()
        frame = self.frames.pop()
        children = frame.nodes()
        node = None if frame.raw else _element(name, frame.token, children)
        if node is None:
            self.frames[-1].add(nodes.RawInline(frame.token), *children, nodes.RawInline(html))
        else:
            self.frames[-1].add(node)

    def _flatten(self) -> None:
        """The innermost mark has no end: its tag stays as it is."""
        frame = self.frames.pop()
        opening = frame.token if frame.tag else frame.token.markup
        node: Inline = nodes.RawInline(opening) if frame.tag else nodes.Text(opening)
        self.frames[-1].add(node, *frame.nodes())


def _attributes(html: str) -> dict[str, str]:
    return {
        name.casefold(): unescape(one or other or bare) for name, one, other, bare in _ATTRIBUTE.findall(html)
    }


def _element(name: str, tag: str, children: Inlines) -> Inline | None:
    """The node of an element, None where its content has no place in one."""
    if name in _ELEMENTS:
        return _ELEMENTS[name](children) if children else None
    if name == "a":
        attributes = _attributes(tag)
        return nodes.Link(children, attributes["href"], attributes.get("title", "")) if children else None
    if not all(isinstance(child, nodes.Text | nodes.SoftBreak) for child in children):
        return None
    text = "".join(child.text if isinstance(child, nodes.Text) else " " for child in children)
    return nodes.Code(text) if text.strip() else None


def has_only(inlines: Sequence[Inline], kinds: type | tuple[type, ...]) -> bool:
    """Whether ``inlines`` is one node of these kinds."""
    return len(inlines) == 1 and isinstance(inlines[0], kinds)
