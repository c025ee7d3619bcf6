"""A page that people wrote, as readers see it: its Markdown under its headings, cut into passages. Pure.

A passage is a paragraph, the text of a list item, a row of a table or a piece of code. It stands where a
fact of a compiled wiki stands, without citations: search, answers and tools take it for one. Reading never
fails.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import attrgetter
from typing import Final

from wikic import layout
from wikic.lint.profile import Profile
from wikic.lint.view.page import ParsedPage, scan
from wikic.lint.view.page_names import names_of_file, titles
from wikic.markdown import dialect, note_lines
from wikic.markdown.boxes import as_callouts
from wikic.markdown.document import BlockId, Document, Heading
from wikic.markdown.scan import plain_lines
from wikic.model.link import Link
from wikic.model.page import Fact
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.vault.links import stored_link
from wikic.navigate.vault.passages import (
    Cut,
    WrittenPassage,
    WrittenSection,
    anchor_of,
    cut_passages,
    plain_line,
)
from wikic.text import note_marks
from wikic.wiki.documents import note_fields

_SUMMARY: Final = ("summary", "description")
_LONGEST_SUMMARY: Final = 300
_DEEPEST: Final = 6
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?=\S)|//")
_LONE_ID: Final = re.compile(r"\^[A-Za-z0-9-]+")
_COMMENT: Final = re.compile(r"%%.*?%%", re.DOTALL)  # Obsidian shows none of it
_BLANK: Final = re.compile(r"\n{3,}")
_NOT_NEWLINE: Final = re.compile(r"[^\n]")
_GONE: Final = "\0"  # in no text that ``plain_lines`` gives
_START: Final = attrgetter("start")


def passage_id(path: str, what: str, number: int = 0) -> str:
    """Id of a passage by its text, of the ``number``-th of that text; one that people named by ``^name``."""
    return f"f{layout.short_hash(path, what, str(number))}"


def read_page(text: str, path: str, profile: Profile) -> PageView:
    """The page at ``path`` of a vault."""
    page = scan(layout.page_file(path), text.encode("utf-8", "replace"), profile.program)
    names = titles(page)
    by_file = names_of_file(path, profile.journals)
    title = (plain_line(names[0]) if names else "") or next(iter(by_file), layout.stem(path))
    aliases = page.texts(*profile.key_names("aliases"))
    written = (*_noted(page, profile), *_Sections(page, title).read())
    return PageView(
        path=path,
        type=next(iter(page.texts(*profile.key_names("type"))), ""),
        title=title,
        aliases=tuple(dict.fromkeys(aliases)),
        tags=tuple(
            _tags((*page.texts(*profile.key_names("tags")), *note_marks.tags(page.text[page.body :])))
        ),
        # What links find it by, too, and a reader need not be told: ids, a first heading that is no title.
        redirects=tuple(
            dict.fromkeys(
                (
                    *page.texts(*profile.key_names("id")),
                    *names[1:],
                    *page.texts("redirects"),
                    *by_file,
                    *note_lines.block_ids(page.text),
                )
            )
        ),
        summary=" ".join(next(iter(page.texts(*_SUMMARY)), "").split())[:_LONGEST_SUMMARY],
        facts=tuple(passage.fact for section in written for passage in section.passages),
        written=written,
    )


def _noted(page: ParsedPage, profile: Profile) -> Iterator[WrittenSection]:
    """What a reader looks for of the frontmatter, one passage: "Contact: Gerrit; Phone: 0251 900 44"."""
    shown = {name for kind in ("aliases", "tags", "type", "id") for name in profile.key_names(kind)} | {
        *_SUMMARY,
        "redirects",
    }
    fields = {name: value for name, value in page.fields.items() if name not in shown}
    lines = note_fields.record(fields).splitlines()
    if lines:
        # One passage: who asks for Gerrit's phone number means both.
        text = "; ".join(plain_line(line).removesuffix(".") for line in lines)
        markdown = "".join(f"- {line}\n" for line in lines)
        fact = Fact(passage_id(page.path, text), text, ())
        links = tuple(note_marks.wikilinks(markdown))
        yield WrittenSection("", 2, "", markdown, (WrittenPassage(0, fact, markdown, links),), links)


def _tags(texts: Sequence[str]) -> Iterator[str]:
    """Tags as a list gives them, or one text with commas."""
    found = (tag.strip().removeprefix("#") for text in texts for tag in text.split(","))
    return iter(dict.fromkeys(filter(None, found)))


@dataclass(frozen=True, slots=True)
class _Span:
    """What stands under one heading: offsets of its Markdown, and of the heading where there is one."""

    heading: Heading | None
    start: int
    end: int


class _Sections:
    """The sections of one page."""

    def __init__(self, page: ParsedPage, title: str) -> None:
        self._path = page.path
        text = plain_lines(page.text)
        self._text = _without_comments(text, page.document)
        self._commented = self._text != text
        self._links = page.document.links
        self._blocks = page.document.block_ids
        self._starts = list(accumulate((len(line) + 1 for line in self._text.split("\n")), initial=0))
        # A heading inside a quote or a list parts nothing.
        self._heads = [
            each for each in page.document.headings if each.start == self._starts[self._line(each.start)]
        ]
        first = next((each for each in self._heads if each.level == 1), None)
        named = first is not None and plain_line(first.text) == title
        self._title = first if named else None
        # What Logseq's pages begin with is told as frontmatter is.
        below = text if page.front is not None else note_fields.properties(text)[1]
        self._body = page.body if page.front is not None else len(text) - len(below)
        self._footnotes = dialect.footnotes(text)
        self._seen: Counter[str] = Counter()
        self._named_blocks: set[str] = set()  # a copied block has the id of the other one

    def read(self) -> Iterator[WrittenSection]:
        above: list[tuple[int, str]] = []
        anchors: Counter[str] = Counter()
        level = 1
        # Where headings of level 1 part the page, its title is not among them: all go one level down.
        shift = any(each.level == 1 and each is not self._title for each in self._heads)
        for span in self._spans():
            heading, anchor = "", ""
            if span.heading is not None and span.heading is not self._title:
                heading = plain_line(_LONE_ID.sub("", span.heading.text)) or span.heading.text
                depth = span.heading.level
                above = [each for each in above if each[0] < depth]
                above.append((depth, heading))
                level = min(depth + shift, level + 1, _DEEPEST)
                anchor = anchor_of(heading)
                anchors[anchor] += 1
                anchor += f"-{anchors[anchor]}" if anchors[anchor] > 1 else ""
            elif span.heading is not None:
                above = []
            written = self._text[span.start : span.end]
            markdown = as_callouts(written)
            place = tuple(name for _, name in above)
            passages = tuple(self._passages(written, self._cut(markdown, span, place or None)))
            if heading or markdown.strip():
                yield WrittenSection(
                    heading=heading,
                    level=max(level, 2),
                    anchor=anchor,
                    markdown=markdown,
                    passages=passages,
                    links=tuple(self._leads(span.heading.start if span.heading else span.start, span.end)),
                )

    def _spans(self) -> Iterator[_Span]:
        ends = [*(each.start for each in self._heads), len(self._text)]
        yield _Span(None, self._body, max(ends[0], self._body))
        for heading, end in zip(self._heads, ends[1:], strict=True):
            yield _Span(heading, min(heading.end, end), end)

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _passages(self, markdown: str, passages: Iterable[WrittenPassage]) -> Iterator[WrittenPassage]:
        """The passages of a section, each with the lines up to the next one."""
        found = list(passages)
        lines = markdown.split("\n")
        if self._commented:  # what is blank now was a remark that nobody sees
            lines = [line.rstrip() for line in lines]
        starts = [0, *(each.line for each in found[1:]), len(lines)]
        for each, start, end in zip(found, starts, starts[1:], strict=False):
            said = "\n".join(lines[start:end])
            # The empty line that parts paragraphs stays, and one is enough.
            parted = said.endswith("\n") and end < len(lines)
            if self._commented:
                said = _BLANK.sub("\n\n", said)
            yield replace(each, markdown=said.strip("\n") + "\n" * parted)

    def _cut(self, markdown: str, span: _Span, place: tuple[str, ...] | None) -> Iterator[WrittenPassage]:
        first = self._line(span.start)
        before: WrittenPassage | None = None
        for each in cut_passages(markdown, self._footnotes):
            start, end = self._bounds(first + each.line, first + each.end, span)
            block = self._block(start, end)
            if block is not None and _LONE_ID.fullmatch(each.text):
                # A name below a list or a table is of what stands above it.
                if before is not None:
                    before = replace(before, fact=replace(before.fact, id=self._named(block)))
                continue
            if before is not None:
                yield before
            before = self._passage(each, block, place, (start, end))
        if before is not None:
            yield before

    def _passage(
        self, each: Cut, block: BlockId | None, place: tuple[str, ...] | None, span: tuple[int, int]
    ) -> WrittenPassage:
        text = each.text
        if block is not None:
            text = text.removesuffix(f"^{block.id}").rstrip() or text
        named = note_lines.block_ids(self._text[span[0] : span[1]])
        if block is not None:
            own = self._named(block)
        elif named and named[0] not in self._named_blocks:
            self._named_blocks.add(named[0])
            own = passage_id(self._path, f"^{named[0]}")
        else:
            self._seen[text] += 1
            own = passage_id(self._path, text, self._seen[text])
        fact = Fact(own, text, (), place=place)
        return WrittenPassage(each.line, fact, "", tuple(self._leads(*span)))

    def _named(self, block: BlockId) -> str:
        return passage_id(self._path, f"^{block.id}")

    def _bounds(self, first: int, end: int, span: _Span) -> tuple[int, int]:
        """Offsets of lines within a section."""
        last = self._starts[min(end, len(self._starts) - 1)]
        return max(self._starts[min(first, len(self._starts) - 1)], span.start), min(last, span.end)

    def _block(self, start: int, end: int) -> BlockId | None:
        at = bisect_left(self._blocks, start, key=_START)
        return self._blocks[at] if at < len(self._blocks) and self._blocks[at].start < end else None

    def _leads(self, start: int, end: int) -> Iterator[str]:
        """The links between two offsets that may lead to a page, as they are kept."""
        first = bisect_left(self._links, start, key=_START)
        last = bisect_left(self._links, end, first, key=_START)
        return iter(dict.fromkeys(stored_link(link) for link in self._links[first:last] if _may_lead(link)))


def _may_lead(link: Link) -> bool:
    return bool(link.target) and not (link.kind == "markdown" and _SCHEME.match(link.target))


def _without_comments(text: str, document: Document) -> str:
    """``text`` with its ``%%`` comments blank, every line where it was and as long; code keeps its own."""
    if "%%" not in text:
        return text
    code = [(each.start, each.end) for each in document.fences]
    code = sorted(code + [(each.start, each.end) for each in document.code_spans])

    def blank(found: re.Match[str]) -> str:
        at = bisect_right(code, (found.start(), len(text))) - 1
        inside = at >= 0 and found.start() < code[at][1]
        return found[0] if inside else _NOT_NEWLINE.sub(_GONE, found[0])

    # Were spaces left in its place, what stands behind a remark would be indented, and code.
    lines = _COMMENT.sub(blank, text).split("\n")
    return "\n".join(line.replace(_GONE, "").ljust(len(line)) if _GONE in line else line for line in lines)
