"""The body of a document's page: the article as it was written, spliced. Pure.

Links between documents lead to pages, a heading that repeats the title goes, headings stand below it, names
of blocks are anchors, and what people reworded, added and deleted is as they left it. A leaf's address is
its block id, ``p3f9a1c02``, with ``~2`` for the second equal one below the same headings
(``document.leaves``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Final

from wikic.document import nodes
from wikic.document.leaves import Leaf, leaves
from wikic.document.nodes import Document
from wikic.document.parse import parse_document
from wikic.document.walk import links_in
from wikic.markdown.escape import escape
from wikic.markdown.read import read
from wikic.model.page import Own
from wikic.text.normalise import CJK, normalise

_DEEPEST: Final = 6
_BLOCK_ID: Final = re.compile(r"(?<=[ \t\n])\^(?P<id>[A-Za-z0-9-]+)[ \t]*\Z")
_LONE_BLOCK_ID: Final = re.compile(r"(?<=\n\n)\^(?P<id>[A-Za-z0-9-]+)[ \t]*(?=\n\n|\n?\Z)")
_LINE_END: Final = re.compile(f"(?<=[{CJK}])[ \\t]?\\n[ \\t]*(?=[{CJK}])")
_LONGEST_NAME: Final = 60  # characters of a block that stand for it in a link
# HTML that an empty line does not end (CommonMark, section 4.6), by what begins it.
_ENDS_OF_HTML: Final = {
    "<!--": "-->",
    "<?": "?>",
    "<![cdata[": "]]>",
    "<pre": "</pre>",
    "<script": "</script>",
    "<style": "</style>",
    "<textarea": "</textarea>",
    "<!": ">",
}
_FOLLOWING: Final = "what follows"

Where = Callable[[str], str | None]
"""From a target as a document states it to what its page links to: None for the same, "" for nothing."""


@dataclass(frozen=True, slots=True)
class Edits:
    """What people changed on a document's page.

    rewordings: the Markdown that stands in place of a leaf, by its address.
    removed: addresses of the leaves they deleted.
    own: what they added, each behind the leaf whose address it names, "" above all of them.
    """

    rewordings: Mapping[str, str]
    removed: Collection[str]
    own: Sequence[Own]


def parts(document: Document) -> tuple[Leaf, ...]:
    """What a page is told apart into: its leaves, and what no reader sees, such as a comment or a rule."""
    return leaves(document, unseen=True)


@dataclass(frozen=True, slots=True)
class Parted:
    """An article's text with what it is told apart into.

    text: as it stands on a page, ``closed``. document: the tree of it. parts: its leaves, as ``parts``.
    """

    text: str
    document: Document
    parts: tuple[Leaf, ...]

    @classmethod
    def of(cls, text: str) -> Parted:
        """An article's text, read once for all that a page needs of it."""
        document = parse_document(whole := closed(text))
        return cls(whole, document, parts(document))


def address(leaf: Leaf) -> str:
    """What a leaf is called within its document."""
    return leaf.id if leaf.number == 1 else f"{leaf.id}~{leaf.number}"


def is_address(text: str) -> bool:
    """Whether a text is the address of a leaf, and no id of a statement."""
    return text.startswith("p")


@dataclass(frozen=True, slots=True)
class _Splice:
    start: int
    end: int
    text: str


def write_body(article: Parted, titles: Collection[str], where: Where, edits: Edits) -> str:
    """The body of a document's page, without outer blank lines.

    titles: what the page and its document are called; the page's heading stands above the body.

    What the document, or a person, began and did not end is ended: it would swallow what stands behind.
    """
    text, document, found = article.text, article.document, article.parts
    splices: list[_Splice] = []
    taken: list[tuple[int, int]] = []
    for leaf in found:
        called = address(leaf)
        if called in edits.removed:
            splices.append(_without_lines(text, leaf.span))
        elif called in edits.rewordings:
            splices.append(_Splice(leaf.span.start, leaf.span.end, edits.rewordings[called]))
        else:
            continue
        taken.append((splices[-1].start, splices[-1].end))
    heads = [block for block in document.blocks if isinstance(block, nodes.Header)]
    own_title = _title_of(document, titles)
    if own_title is not None:
        taken.append((own_title.span.start, own_title.span.end))
        splices.append(_without_lines(text, own_title.span))
    if any(head.level == 1 and head is not own_title for head in heads):
        lowered = (head for head in heads if head is not own_title and not _inside(head.span, taken))
        splices += (_lowered(text, head) for head in lowered)
    named = _named(text, found) if "^" in text else {}
    splices += _linked(text, document, where, taken, {name: words for name, (_, words) in named.items()})
    if not text.isascii():
        splices += _joined_lines(text, found, taken)
    spans = ((name, span) for name, (span, _) in named.items() if not _inside(span, taken))
    splices += (_Splice(*span, f'<a id="{name}"></a>') for name, span in spans)
    by_address = {address(leaf): leaf for leaf in found}
    for each in edits.own:
        behind = by_address.get(each.after)
        if behind is None:
            splices.append(_Splice(0, 0, each.text.lstrip("\n") + "\n\n"))
        elif not _says(behind, each):
            at = _line_end(text, behind.span.end)
            splices.append(_Splice(at, at, f"\n{each.text}"))
    body = _spliced(text, splices).strip("\n")
    return closed(body) if edits.rewordings or edits.removed or edits.own else body


def closed(markdown: str) -> str:
    """Markdown that ends what it began: a fence, or HTML that no empty line ends, would swallow the rest."""
    if _shows_what_follows(markdown):
        return markdown
    fences = dict.fromkeys(each.marker for each in reversed(read(markdown).fences) if not each.closed)
    lines, folded = markdown if markdown.endswith("\n") else f"{markdown}\n", markdown.casefold()
    ended = (lines + end for end in (*fences, *(end for of, end in _ENDS_OF_HTML.items() if of in folded)))
    return next(filter(_shows_what_follows, ended), markdown)


def _shows_what_follows(markdown: str) -> bool:
    return any(each.text == _FOLLOWING for each in read(f"{markdown}\n\n# {_FOLLOWING}\n").headings[-1:])


def _says(leaf: Leaf, own: Own) -> bool:
    """Whether a leaf of the document says what a person wrote, who keeps it when the document drops it."""
    return leaf.id in (each.id for each in parts(parse_document(own.text.strip())))


def _title_of(document: Document, titles: Collection[str]) -> nodes.Header | None:
    """The heading that opens a document and says what its page is called."""
    first = next(iter(document.blocks), None)
    if not isinstance(first, nodes.Header):
        return None
    said = next(iter(parts(Document((first,)))), None)
    named = {normalise(each).casefold() for each in titles}
    return first if said is not None and normalise(said.text).casefold() in named else None


def _lowered(text: str, head: nodes.Header) -> _Splice:
    """A heading one level down, where others of level 1 stand beside the page's title."""
    raw = text[head.span.start : head.span.end]
    if raw.lstrip().startswith("#"):
        mark = head.span.start + raw.index("#")
        return _Splice(mark, mark, "" if head.level == _DEEPEST else "#")
    words = raw.rpartition("\n")[0].strip()  # underlined
    return _Splice(head.span.start, head.span.end, f"{'#' * (head.level + 1)} {' '.join(words.split())}")


def _named(text: str, found: Sequence[Leaf]) -> dict[str, tuple[nodes.Span, str]]:
    """By the name of a block (``^name`` at its end) where the name stands and how the block begins."""
    named: dict[str, tuple[nodes.Span, str]] = {}
    for leaf in found:
        if leaf.kind not in ("code", "formula", "raw") and (name := _BLOCK_ID.search(text, *leaf.span)):
            named[name["id"]] = nodes.Span(*name.span()), shorten(leaf.text, _LONGEST_NAME, placeholder=" …")
    for name in _LONE_BLOCK_ID.finditer(text):  # below what it names, a table or a list
        named.setdefault(name["id"], (nodes.Span(*name.span()), name["id"]))
    return named


def _joined_lines(text: str, found: Sequence[Leaf], taken: Sequence[tuple[int, int]]) -> Iterator[_Splice]:
    """Lines within a paragraph of a script without spaces: every viewer would show a blank where they end."""
    for leaf in found:
        if leaf.kind in ("paragraph", "item", "definition") and not _inside(leaf.span, taken):
            for end in _LINE_END.finditer(text, *leaf.span):
                yield _Splice(*end.span(), "")


def _linked(
    text: str,
    document: Document,
    where: Where,
    taken: Sequence[tuple[int, int]],
    named: Mapping[str, str],
) -> Iterator[_Splice]:
    """The links to other documents, which lead to their pages; one that leads nowhere here is its words.

    named: how the document's blocks that have names begin.
    """
    for link in links_in(document):
        if _inside(link.span, taken) or link.target_span is None:
            continue
        shown = ""
        if isinstance(link, nodes.Embed):
            shown = escape(link.text or link.target)
        elif isinstance(link, nodes.Link) and link.form == "wiki":
            shown = _words_of(link)
            page, _, block = link.target.partition("#^")
            if block and shown == escape(link.target):
                shown = escape(page or named.get(block, block))
        target = where(f"[[{link.target}]]" if shown else link.target)
        if target is None:
            continue
        start, end = link.span
        if shown:
            yield _Splice(start, end, f"[{shown}]({target})" if target else shown)
        elif target:
            yield _Splice(*link.target_span, target)
        elif isinstance(link, nodes.Link) and link.form == "inline":
            yield _Splice(start, end, _label(text, link))


def _words_of(link: nodes.Link) -> str:
    return escape("".join(each.text for each in link.children if isinstance(each, nodes.Text)))


def _label(text: str, link: nodes.Link) -> str:
    """The words of a link as they stand between its brackets."""
    assert link.target_span is not None
    raw = text[link.span.start : link.target_span.start]
    return raw[1 : raw.rindex("](")] if raw.startswith("[") and "](" in raw else _words_of(link)


def _without_lines(text: str, span: nodes.Span) -> _Splice:
    """What stands at ``span`` with its lines, and with the empty ones below where one stands above."""
    start = text.rfind("\n", 0, span.start) + 1
    end = min(_line_end(text, span.end) + 1, len(text))
    if not start or text.endswith("\n\n", 0, start):
        while text.startswith("\n", end):
            end += 1
    return _Splice(start, end, "")


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _inside(span: nodes.Span, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start <= span.start and span.end <= end for start, end in taken)


def _spliced(text: str, splices: Iterable[_Splice]) -> str:
    made: list[str] = []
    at = 0
    for each in sorted(splices, key=lambda each: (each.start, each.end)):
        if each.start < at:
            continue  # within one that was made already
        made += (text[at : each.start], each.text)
        at = each.end
    return "".join((*made, text[at:]))
