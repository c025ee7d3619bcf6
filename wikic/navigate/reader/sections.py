"""The parts of what a reader is shown: facts under their headings with people's words and quotes; a source's
blocks in paragraphs, lists and tables. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from textwrap import dedent
from typing import Final

from wikic import layout
from wikic.document.leaves import Leaf
from wikic.document.nodes import CodeBlock, Header, ListItem
from wikic.document.quotes import Quoted as QuotedDocument
from wikic.document.quotes import cells_of
from wikic.document.speech import spoken
from wikic.model import attachment
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact
from wikic.model.statement import Block
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.reader.values import (
    Cited,
    PieceShape,
    Quoted,
    ShownFact,
    ShownSection,
    SourceGroup,
    SourcePiece,
)
from wikic.text.normalise import normalise
from wikic.wiki import link_form, page_read
from wikic.wiki.page_blocks import CONTENT, FACTS, BulletOnDisk, section_of
from wikic.wiki.page_read import PageOnDisk


def page_sections(page: PageOnDisk, view: PageView, numbers: dict[str, int]) -> Iterator[ShownSection]:
    """The article, the facts under their headings, the sections of people. Documents get their numbers."""
    for title, text in view.article_sections(partial(_marks, view.path, numbers)):
        yield ShownSection(title, 2, words=(text,), article=True)
    words: dict[str, list[str]] = {}
    for own in page_read.words_among(page):
        words.setdefault(own.after, []).append(own.text)
    yield from _head_section(tuple(words.pop("", ())))
    place: tuple[str, ...] = ()
    for heading, group in groupby(
        # On the page of a document what it says itself comes first.
        zip(page.bullets, view.facts[len(view.facts) - len(page.bullets) :], strict=True),
        key=lambda pair: _fact_place(pair[1]),
    ):
        facts = tuple(_show_fact(bullet, fact, numbers, words) for bullet, fact in group)
        section, headings = heading
        if section == CONTENT:
            opened = _opened_headings(place, headings)
            place = headings
        else:
            opened, place = ((1, "" if section == FACTS else section),), ()
        for level, text in opened[:-1]:
            yield ShownSection(text, level + 1)
        level, text = opened[-1] if opened else (1, "")
        yield ShownSection(text, level + 1, facts, generated=bool(text) and section != CONTENT)
    for number, each in enumerate(page.sections, start=1):
        yield ShownSection(each.heading.lstrip("#").strip(), 2, words=(each.body,), own=number)


def _marks(origin: str, numbers: dict[str, int], citations: Iterable[Citation]) -> str:
    """Links to what a sentence rests on, by the numbers of documents:
    ``[\\[1\\]](../sources/digests/x.md#p…)``.
    """
    return "".join(
        f"[\\[{each.source}\\]](<{link_form.relative(layout.page_file(digest), origin)}#{each.blocks[0]}>)"
        for digest, each in zip(
            dict.fromkeys(cite.digest for cite in citations), _cite_sources(citations, numbers), strict=True
        )
    )


def written_sections(view: PageView) -> Iterator[ShownSection]:
    """The sections of a page that wikic did not write."""
    for each in view.written:
        marks = tuple((passage.line, passage.fact.id) for passage in each.passages)
        words = (each.markdown,) if each.markdown.strip() else ()
        yield ShownSection(each.heading, each.level, words=words, anchor=each.anchor, marks=marks)


def _head_section(words: tuple[str, ...]) -> Iterator[ShownSection]:
    if words:
        yield ShownSection("", 2, words=words)


def _fact_place(fact: Fact) -> tuple[str, tuple[str, ...]]:
    return section_of(fact), fact.place or ()


def _opened_headings(before: tuple[str, ...], place: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Depth and text of the headings that open ``place`` behind ``before``, as the page has them."""
    shared = 0
    while shared < min(len(before), len(place)) and before[shared] == place[shared]:
        shared += 1
    if shared == len(place) < len(before):
        shared = max(shared - 1, 0)
    return tuple((min(depth, 4), text) for depth, text in enumerate(place[shared:], start=shared + 1))


def _show_fact(
    bullet: BulletOnDisk, fact: Fact, numbers: dict[str, int], words: dict[str, list[str]]
) -> ShownFact:
    markdown = bullet.markdown
    if fact.holder is not None:
        markdown = markdown.partition("**: ")[2]
    notes = [dedent(bullet.below).strip("\n")] if bullet.below.strip() else []
    return ShownFact(
        id=fact.id,
        markdown=markdown,
        kind=fact.kind,
        holder=fact.holder,
        citations=tuple(_cite_sources(fact.citations, numbers)),
        reworded=fact.reworded,
        borrowed=fact.borrowed and not fact.differing,
        notes=(*notes, *words.pop(fact.id, ())),
    )


def _cite_sources(citations: Iterable[Citation], numbers: dict[str, int]) -> Iterator[Cited]:
    found: dict[str, dict[str, None]] = {}
    for cite in citations:
        found.setdefault(cite.digest, {})[cite.block] = None
    for digest, blocks in found.items():
        yield Cited(numbers.setdefault(digest, len(numbers) + 1), tuple(blocks))


def cited_passages(digest: Digest, cited: set[str]) -> Iterator[tuple[Quoted, ...]]:
    """The cited blocks, each sentence with the one before and behind it in its section."""
    blocks = sorted(digest.blocks, key=lambda block: block.number)
    wanted = {at for at, block in enumerate(blocks) if block.id in cited}
    shown = {
        near
        for at in wanted
        for near in (at - 1, at, at + 1)
        if near == at or (0 <= near < len(blocks) and _are_neighbours(blocks[at], blocks[near]))
    }
    run: list[Quoted] = []
    for at in sorted(shown):
        if run and not (at - 1 in shown and _are_neighbours(blocks[at - 1], blocks[at])):
            yield tuple(run)
            run = []
        run.append(Quoted(blocks[at].id, blocks[at].text, at in wanted))
    if run:
        yield tuple(run)


def _are_neighbours(one: Block, other: Block) -> bool:
    """Whether two blocks are neighbouring sentences of one section."""
    return (
        abs(one.number - other.number) == 1
        and one.kind == other.kind == "sentence"
        and one.section == other.section
    )


_SHAPES: Final[dict[str, PieceShape]] = {
    "heading": "heading", "item": "item", "row": "row", "code": "code", "formula": "formula",
    "figure": "picture",
}  # fmt: skip


def group_pieces(text: str, quoted: QuotedDocument, taken: frozenset[str]) -> Iterator[SourceGroup]:
    """The pieces of an article's text in paragraphs, lists and tables; headings skip no level."""
    run: list[SourcePiece] = []
    shape: PieceShape = "prose"
    level = 0
    seen: set[str] = set()
    for leaf, blocks in zip(quoted.leaves, quoted.of_leaf, strict=True):
        if not blocks:
            continue
        found = _piece_shape(leaf)
        if run and not (found == shape and found in ("item", "row")):
            yield SourceGroup(shape, tuple(run))
            run = []
        shape = found
        if isinstance(leaf.node, Header):
            level = min(leaf.node.level, level + 1)
        written = normalise(text[leaf.own_span.start : leaf.own_span.end])
        if attachment.pictures(written):  # one piece, with its pictures where they stand
            piece = _make_piece(quoted.leaves, leaf, blocks[0], taken, level, again=blocks[0].id in seen)
            run.append(replace(piece, text=written))
        else:
            for block in blocks:
                run.append(_make_piece(quoted.leaves, leaf, block, taken, level, again=block.id in seen))
                seen.add(block.id)
    if run:
        yield SourceGroup(shape, tuple(run))


def _piece_shape(leaf: Leaf) -> PieceShape:
    if leaf.kind == "paragraph" and leaf.depth == 0 and spoken(leaf) is not None:
        return "turn"
    return _SHAPES.get(leaf.kind, "prose")


def _make_piece(
    leaves: Sequence[Leaf], leaf: Leaf, block: Block, taken: frozenset[str], level: int, *, again: bool
) -> SourcePiece:
    """level: of the heading, where it is one."""
    label = ""
    text = block.text
    if isinstance(leaf.node, ListItem):
        label, level = leaf.node.marker, leaf.depth - 1
    elif isinstance(leaf.node, CodeBlock):
        label, text = leaf.node.info.partition(" ")[0], leaf.text.strip("\n")
    elif (said := spoken(leaf)) is not None and said[0] in block.text:
        stamp, label, text = block.text.partition(said[0])
        label, text = f"{stamp}{label}", text.lstrip(" :：")
    head = leaves[leaf.head] if leaf.head is not None else None
    return SourcePiece(
        id=block.id,
        text=text,
        label=label,
        level=level,
        cells=cells_of(leaf) if leaf.kind == "row" else (),
        head=cells_of(head) if head is not None else (),
        taken=block.id in taken,
        again=again,
    )
