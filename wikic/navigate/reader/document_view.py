"""The page of a document as readers see it: its Markdown under its headings, and what it says as facts. Pure.

Facts are cut from the tree of the page as extraction cuts them from that of the article, so they carry the
same ids; what people reworded or added stands among them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from wikic import layout
from wikic.document import nodes
from wikic.document.document_passages import read_passages, statement_of
from wikic.document.plain import plain_text
from wikic.document.quotes import Quoted, quote
from wikic.model import attachment
from wikic.model.page import Citation, Fact
from wikic.model.statement import Block
from wikic.navigate.vault.passages import WrittenPassage, WrittenSection, anchor_of
from wikic.wiki import document_page
from wikic.wiki.page_read import PageOnDisk


def read_document(page: PageOnDisk) -> tuple[tuple[WrittenSection, ...], tuple[str, ...]]:
    """The sections of a document's page in order, each with its passages; and what people wrote in them."""
    language = page.text("language") or "und"
    quoted = quote(page.body, language)
    added = document_page.written_by_people(page.body, page.note)
    own = frozenset(at for at, leaf in enumerate(quoted.leaves) if leaf.span in added)
    said = tuple(
        page.body[quoted.leaves[at].own_span.start : quoted.leaves[at].own_span.end] for at in sorted(own)
    )
    quoted = quoted.without(own)
    digest = layout.digest_path(page.document)
    facts = list(_facts(quoted, page.heading or page.text("title") or "", language, digest))
    return tuple(_sections(page.body, quoted, facts)), said


def _facts(quoted: Quoted, title: str, language: str, digest: str) -> Iterator[tuple[int, Fact]]:
    """What the page says, each with the offset at which it begins."""
    starts: dict[int, int] = {}
    said: dict[int, Block] = {}
    for leaf, blocks in zip(quoted.leaves, quoted.of_leaf, strict=True):
        for block in blocks:
            starts[block.number], said[block.number] = leaf.span.start, block
    found, _ = read_passages(quoted, title, language)
    begun: set[int] = set()
    for each in found:
        # What a list shares with the paragraph above, its lead, stands there already.
        places = sorted({starts[number] for number in each.blocks})
        start = next((place for place in places if place not in begun), places[0])
        begun.add(start)
        own = [said[number] for number in each.blocks]
        stated = statement_of(each, own)
        fact = Fact(
            stated.id,
            attachment.spoken(stated.text),
            tuple(Citation(digest, block.id) for block in own),
            kind=stated.kind,
            holder=stated.holder,
            place=stated.place,
            quotes=tuple(block.text for block in own),
        )
        yield start, fact


def _sections(body: str, quoted: Quoted, facts: Sequence[tuple[int, Fact]]) -> Iterator[WrittenSection]:
    heads = [block for block in quoted.document.blocks if isinstance(block, nodes.Header)]
    lines = [0, *accumulate(len(line) + 1 for line in body.split("\n"))]
    ends = [*(head.span.start for head in heads), len(body)]
    anchors: dict[str, int] = {}
    at = 0
    for head, start, end in zip([None, *heads], [0, *(each.span.end for each in heads)], ends, strict=True):
        said: list[tuple[int, Fact]] = []
        while at < len(facts) and facts[at][0] < end:
            said.append(facts[at])
            at += 1
        words = plain_text(head.inlines) if head is not None else ""
        markdown = body[start:end]
        if not words and not markdown.strip():
            continue
        first = bisect_right(lines, start) - 1
        anchor = anchor_of(words) if head is not None else ""
        anchors[anchor] = anchors.get(anchor, 0) + 1
        anchor += f"-{anchors[anchor]}" if anchor and anchors[anchor] > 1 else ""
        yield WrittenSection(
            words,
            max(head.level, 2) if head is not None else 2,
            anchor,
            markdown,
            tuple(_passages(body, lines, first, end, said)),
        )


def _passages(
    body: str, lines: Sequence[int], first: int, end: int, said: Sequence[tuple[int, Fact]]
) -> Iterator[WrittenPassage]:
    """The passages of a section, each with its Markdown up to the next one."""
    starts = [lines[bisect_right(lines, start) - 1] for start, _ in said]
    on_line = Counter(starts)
    for (start, fact), begin, stop in zip(said, starts, [*starts[1:], end], strict=False):
        # A long paragraph on one line is several passages.
        markdown = body[begin : max(stop, begin)].strip("\n") if on_line[begin] == 1 else fact.text
        yield WrittenPassage(bisect_right(lines, start) - 1 - first, fact, markdown)
