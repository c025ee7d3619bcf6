"""A page's facts under their headings, with people's words where they stand, and their quotes. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import dedent

from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact
from wikic.model.statement import Block
from wikic.navigate.page_view import PageView
from wikic.navigate.reader_page import Cited, Quoted, ShownFact, ShownSection
from wikic.wiki import page_read
from wikic.wiki.page_blocks import BulletOnDisk
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.page_sections import CONTENT, FACTS, section_of


def sections(page: PageOnDisk, view: PageView, numbers: dict[str, int]) -> Iterator[ShownSection]:
    """The facts under their headings, then the sections that people added. Documents get their numbers."""
    words: dict[str, list[str]] = {}
    for own in page_read.words_among(page):
        words.setdefault(own.after, []).append(own.text)
    yield from _head(tuple(words.pop("", ())))
    place: tuple[str, ...] = ()
    for heading, group in groupby(
        zip(page.bullets, view.facts, strict=True), key=lambda pair: _place(pair[1])
    ):
        facts = tuple(_shown(bullet, fact, numbers, words) for bullet, fact in group)
        section, headings = heading
        if section == CONTENT:
            opened = _opened(place, headings)
            place = headings
        else:
            opened, place = ((1, "" if section == FACTS else section),), ()
        for level, text in opened[:-1]:
            yield ShownSection(text, level + 1)
        level, text = opened[-1] if opened else (1, "")
        yield ShownSection(text, level + 1, facts, generated=bool(text) and section != CONTENT)
    for number, each in enumerate(page.sections, start=1):
        yield ShownSection(each.heading.lstrip("#").strip(), 2, words=(each.body,), own=number)


def written(view: PageView) -> Iterator[ShownSection]:
    """The sections of a page that wikic did not write."""
    for each in view.written:
        marks = tuple((passage.line, passage.fact.id) for passage in each.passages)
        words = (each.markdown,) if each.markdown.strip() else ()
        yield ShownSection(each.heading, each.level, words=words, anchor=each.anchor, marks=marks)


def _head(words: tuple[str, ...]) -> Iterator[ShownSection]:
    if words:
        yield ShownSection("", 2, words=words)


def _place(fact: Fact) -> tuple[str, tuple[str, ...]]:
    return section_of(fact), fact.place or ()


def _opened(before: tuple[str, ...], place: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Depth and text of the headings that open ``place`` behind ``before``, as the page has them."""
    shared = 0
    while shared < min(len(before), len(place)) and before[shared] == place[shared]:
        shared += 1
    if shared == len(place) < len(before):
        shared = max(shared - 1, 0)
    return tuple((min(depth, 4), text) for depth, text in enumerate(place[shared:], start=shared + 1))


def _shown(
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
        citations=tuple(_cited(fact.citations, numbers)),
        reworded=fact.reworded,
        borrowed=fact.borrowed and not fact.differing,
        notes=(*notes, *words.pop(fact.id, ())),
    )


def _cited(citations: Iterable[Citation], numbers: dict[str, int]) -> Iterator[Cited]:
    found: dict[str, dict[str, None]] = {}
    for cite in citations:
        found.setdefault(cite.digest, {})[cite.block] = None
    for digest, blocks in found.items():
        yield Cited(numbers.setdefault(digest, len(numbers) + 1), tuple(blocks))


def passages(digest: Digest, cited: set[str]) -> Iterator[tuple[Quoted, ...]]:
    """The cited blocks, each sentence with the one before and behind it in its section."""
    blocks = sorted(digest.blocks, key=lambda block: block.number)
    wanted = {at for at, block in enumerate(blocks) if block.id in cited}
    shown = {
        near
        for at in wanted
        for near in (at - 1, at, at + 1)
        if near == at or (0 <= near < len(blocks) and _beside(blocks[at], blocks[near]))
    }
    run: list[Quoted] = []
    for at in sorted(shown):
        if run and not (at - 1 in shown and _beside(blocks[at - 1], blocks[at])):
            yield tuple(run)
            run = []
        run.append(Quoted(blocks[at].id, blocks[at].text, at in wanted))
    if run:
        yield tuple(run)


def _beside(one: Block, other: Block) -> bool:
    """Whether two blocks are neighbouring sentences of one section."""
    return (
        abs(one.number - other.number) == 1
        and one.kind == other.kind == "sentence"
        and one.section == other.section
    )
