"""Pages of a compiled wiki as readers see them: facts with their citations, people's words, relations. Pure.

Reading never fails: what is no page in wikic's form is read as text that people wrote. Facts of a
document's page are cut from its tree as extraction cuts them from that of the article, so they carry the
same ids; what people reworded or added stands among them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.document import nodes
from wikic.document.document_passages import read_passages, statement_of
from wikic.document.plain import plain_text
from wikic.document.quotes import Quoted, quote
from wikic.errors import FormatError
from wikic.graph.wiki_graph import Edge
from wikic.markdown import frontmatter
from wikic.markdown.bullet_lines import from_markdown, without_boxes
from wikic.markdown.escape import escape, unescape
from wikic.markdown.read import read
from wikic.model import attachment
from wikic.model.page import Citation, Fact, Own, SourceLine
from wikic.model.statement import Block, StatementKind
from wikic.navigate.vault.passages import WrittenPassage, WrittenSection, anchor_of
from wikic.search.fields import SearchRecord
from wikic.text.relation_labels import LINKS, MENTIONS, inverse
from wikic.wiki import document_page, link_form, page_blocks, page_read
from wikic.wiki.page_blocks import BORROWED, CONTENT, DIFFERING, HISTORY, KIND_SECTIONS, BulletOnDisk
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
    facts = list(_document_facts(quoted, page.heading or page.text("title") or "", language, digest))
    return tuple(_document_sections(page.body, quoted, facts)), said


def _document_facts(quoted: Quoted, title: str, language: str, digest: str) -> Iterator[tuple[int, Fact]]:
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


def _document_sections(
    body: str, quoted: Quoted, facts: Sequence[tuple[int, Fact]]
) -> Iterator[WrittenSection]:
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
            tuple(_section_passages(body, lines, first, end, said)),
        )


def _section_passages(
    body: str, lines: Sequence[int], first: int, end: int, said: Sequence[tuple[int, Fact]]
) -> Iterator[WrittenPassage]:
    """The passages of a section, each with its Markdown up to the next one."""
    starts = [lines[bisect_right(lines, start) - 1] for start, _ in said]
    on_line = Counter(starts)
    for (start, fact), begin, stop in zip(said, starts, [*starts[1:], end], strict=False):
        # A long paragraph on one line is several passages.
        markdown = body[begin : max(stop, begin)].strip("\n") if on_line[begin] == 1 else fact.text
        yield WrittenPassage(bisect_right(lines, start) - 1 - first, fact, markdown)


_KIND_OF: Final[dict[str, StatementKind]] = {name: kind for kind, name in KIND_SECTIONS}
_HOLDER: Final = re.compile(r"^\*\*(?P<holder>.+?)\*\*: (?P<text>.*)$", re.DOTALL)
_HEADING_MARKS: Final = re.compile(r"^#+\s*")
_ELSEWHERE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?=\S)")  # a URL or mail address
_SECTION: Final = re.compile(r"^## (.*)$", re.M)
_PLAIN_LABELS: Final = frozenset((MENTIONS, inverse(MENTIONS), LINKS, inverse(LINKS)))


@dataclass(frozen=True, slots=True)
class Related:
    """A line of Related Pages.

    target: stem of the other page.
    labels: what this page is to it, read from this page to the other: "born in", "child"; may be empty.
    """

    target: str
    labels: tuple[str, ...]

    @property
    def typed(self) -> bool:
        """Whether a fact states the relation; else the text only mentions the page."""
        return bool(set(self.labels) - _PLAIN_LABELS)


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that people wrote.

    heading: of the section they added, "" for what they added to the page's own sections.
    text: Markdown, as they wrote it.
    """

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class PageView:
    """A knowledge page.

    path: page path.
    type: its dimension, or "".
    title: its heading, else ``title:``, else the stem in words.
    aliases, tags: in order.
    redirects: stems it had before people renamed it.
    summary: one line without Markdown, or "".
    facts: in order, text without Markdown escapes; claims, judgements, quotations and history included.
    passages: what people wrote, in order.
    related: lines of Related Pages, in order.
    sources: lines of Related Sources, in order.
    article: Markdown of a written article that stands above the facts, or "". cited: what its sentences rest
        on, by their ids.
    written: of a document's page, and of one that wikic did not write, all of it; ``facts`` are its passages
        then.
    """

    path: str
    type: str
    title: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    redirects: tuple[str, ...] = ()
    summary: str = ""
    facts: tuple[Fact, ...] = ()
    passages: tuple[Passage, ...] = ()
    related: tuple[Related, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    article: str = ""
    cited: Mapping[str, tuple[Citation, ...]] = field(default_factory=dict)
    written: tuple[WrittenSection, ...] = ()

    def article_sections(self, show: Callable[[Sequence[Citation]], str]) -> Iterator[tuple[str, str]]:
        """Heading, "" for the lead, and Markdown of each part of the article.

        show: what stands behind a sentence for what it rests on.
        """
        text = page_blocks.SENTENCE_CITATION.sub(
            lambda mark: show(self.cited.get(mark["id"], ())), self.article
        )
        pieces = _SECTION.split(f"\n{text}")
        for heading, body in zip(["", *pieces[1::2]], pieces[::2], strict=True):
            if heading or body.strip():
                yield unescape(heading), body.strip("\n")


def parse_page(text: str, path: str) -> PageOnDisk:
    """``page_read.parse`` that never fails: a file with broken frontmatter is text that people wrote."""
    try:
        return page_read.parse(text.encode("utf-8", "replace"), path)
    except FormatError:
        head = frontmatter.split(text)
        body = text[head.end :] if head is not None and head.closed else text
        return PageOnDisk(path, {}, None, "", (), (), (), (Own(body.strip()),), ())


def view_of(page: PageOnDisk) -> PageView:
    """``page`` as readers see it."""
    title = page.heading or page.text("title") or layout.stem(page.path).replace("-", " ")
    written: tuple[WrittenSection, ...] = ()
    facts = tuple(map(_read_fact, page.bullets))
    passages = [Passage("", own.text) for own in page_read.words_among(page)]
    if page.document:
        written, own = read_document(page)
        passages = [Passage("", each) for each in own]
        # Behind the document stands where others differ from it.
        facts = (*(each.fact for section in written for each in section.passages), *facts)
    passages += [Passage(_HEADING_MARKS.sub("", each.heading).strip(), each.body) for each in page.sections]
    return PageView(
        path=page.path,
        type=page.text("type") or "",
        title=" ".join(title.split()),
        aliases=page.texts("aliases"),
        tags=page.texts("tags"),
        redirects=page.texts("redirects"),
        summary=_summary_words(page),
        facts=facts,
        passages=tuple(passages),
        related=tuple(filter(None, map(_read_related, page.related))),
        sources=page.sources,
        article="" if page.document else page.body,
        cited=page.cited,
        written=written,
    )


def record_of(view: PageView) -> SearchRecord:
    """``view`` as the search index takes it."""
    lines = list(_fact_lines(fact for fact in view.facts if not fact.borrowed))
    for passage in view.passages:
        lines += [""] if lines else []
        lines += [passage.heading, passage.text] if passage.heading else [passage.text]
    return SearchRecord(
        path=view.path,
        title=view.title,
        aliases=view.aliases,
        tags=view.tags,
        summary=view.summary,
        body="\n".join(lines),
        borrowed="\n".join(_fact_lines(fact for fact in view.facts if fact.borrowed and not fact.differing)),
        directory=layout.directory(view.path),
    )


def _fact_lines(facts: Iterable[Fact]) -> Iterator[str]:
    """Facts, one a line; an empty line parts those of one source, the unit that is ranked as evidence.

    What cites nothing is parted by the heading it stands under.
    """
    source: str | None = None
    place: tuple[str, ...] = ()
    for fact in facts:
        cited = fact.citations[0].digest if fact.citations else "\n".join(fact.place or ())
        if source is not None and cited != source:
            place = ()  # what is ranked by itself says all headings that it stands under
            yield ""
        # A section's first fact carries its heading, so that a line stays a fact and headings are found.
        opened = () if fact.place is None else _opened_headings(place, fact.place)
        source, place = cited, fact.place or ()
        words = (*opened, *((fact.holder,) if fact.holder else ()), without_boxes(fact.text))
        yield " ".join(": ".join(words).split())


def _opened_headings(before: tuple[str, ...], place: tuple[str, ...]) -> tuple[str, ...]:
    """The headings of ``place`` that ``before`` does not stand under."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, place, strict=False)))
    return place[same:]


def links_of(view: PageView) -> tuple[Edge, ...]:
    """What a page links to, with targets as written: Related Pages, links in people's words.

    A relation whose label is only that of a mention is a mention; a line without label is a link.
    """
    found: dict[Edge, None] = {}
    for section in view.written:
        found.update(dict.fromkeys(Edge(target, "link") for target in section.links))
    for line in view.related:
        for label in line.labels if line.typed else ():
            found[Edge(line.target, "relation", label)] = None
        if not line.typed:
            found[Edge(line.target, "mention" if line.labels else "link")] = None
    words = [fact.text for fact in view.facts if fact.reworded]
    words += [passage.text for passage in view.passages]
    for text in words:
        if "[[" in text or "](" in text:
            for target in link_targets(text):
                found[Edge(target, "link")] = None
    return tuple(found)


def link_targets(text: str) -> Iterator[str]:
    """Targets of the links in Markdown that may be pages."""
    for link in read(text).links:
        picture = link.embed and link.kind == "markdown"
        if link.target and not picture and not _ELSEWHERE.match(link.target):
            yield unquote(link.target) if link.kind == "markdown" else link.target


def _summary_words(page: PageOnDisk) -> str:
    """The summary in words; what the fold wrote is plain text behind its escapes."""
    if escape(page.summary) == page.summary_markdown or not page.summary_markdown:
        return page.summary
    from wikic.markdown.rendered import words

    return " ".join(words(page.summary_markdown).split()) or page.summary


def _read_fact(bullet: BulletOnDisk) -> Fact:
    held = None if bullet.section == page_blocks.FACTS else _HOLDER.match(bullet.markdown)
    reworded = not bullet.generated
    words = held["text"] if held is not None else bullet.markdown
    return Fact(
        id=bullet.id,
        # People's words are Markdown with links in them; what the fold wrote is escaped plain text.
        text=attachment.spoken(words if reworded else from_markdown(words.split("\n"))),
        citations=bullet.cites,
        kind=_KIND_OF.get(bullet.section, "fact"),
        holder=unescape(held["holder"]) if held is not None else None,
        superseded=bullet.section == HISTORY,
        reworded=reworded,
        place=bullet.place if bullet.section == CONTENT else None,
        borrowed=bullet.section in (BORROWED, DIFFERING),
        differing=bullet.section == DIFFERING,
    )


def _read_related(line: str) -> Related | None:
    entry = link_form.read_entry(line)
    if entry is None:
        return None
    labels = (label.strip() for label in entry.rest.removeprefix(" -- ").split(","))
    return Related(entry.name, tuple(label for label in labels if label))
