"""One page as rules see it: scanned once, with its sections and the bullets that state facts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final, Literal

from wikic import layout
from wikic.lint.programs import UNKNOWN, Program
from wikic.lint.view.program_links import program_links
from wikic.lint.view.text_lines import place
from wikic.markdown import frontmatter
from wikic.markdown.document import Document
from wikic.markdown.frontmatter import Frontmatter, FrontmatterError
from wikic.markdown.read import read
from wikic.markdown.scan import plain_lines
from wikic.markdown.source import Source, decode
from wikic.model.link import Link
from wikic.wiki.page_sections import FACT_SECTIONS

_FACT_ID: Final = re.compile(r"[ \t]\^(?P<id>f[0-9a-f]{8})[ \t]*\Z")
_START: Final = attrgetter("start")
_LINE_END: Final = re.compile(r"[\r\n]|\Z")


FaultKind = Literal["encoding", "missing", "frontmatter", "content"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a file cannot be read as what it is.

    message: one line.
    line: in the file, from 1.
    kind: ``encoding`` for bytes that are no UTF-8, ``missing`` for a frontmatter that must be there and is
        not, ``frontmatter`` for one that is broken, ``content`` for what stands below it.
    """

    message: str
    line: int
    kind: FaultKind


@dataclass(frozen=True, slots=True)
class Part:
    """The body under one heading of level 1 or 2, or what stands before the first (level 0).

    name: the heading's text, "" for level 0.
    level: 0, 1 or 2.
    line: of the heading, from 1.
    start: offset of the heading's line.
    body: offset of what follows the heading's line.
    end: offset of the next part.
    """

    name: str
    level: int
    line: int
    start: int
    body: int
    end: int


@dataclass(frozen=True, slots=True)
class FactBullet:
    """A bullet of a fact section.

    id: of its statement, None on one that people added.
    start, end: offsets of the whole bullet, line end left out.
    links: its links, in order.
    """

    id: str | None
    start: int
    end: int
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page or index of the wiki, as it stands.

    file: file path.
    source: its text, line ends as they are on disk, and what it takes to write the same bytes again.
    fields: what the frontmatter says, every scalar as text; empty where it cannot be read.
    fault: why it cannot be read, or None.
    document: headings, links and bullets by offset into the text.
    parts: the body cut at headings of level 1 and 2.
    facts: bullets at the margin of the fact sections, in order.
    generated: whether the fold wrote the page; people's own pages are prose.
    """

    file: str
    source: Source
    fields: dict[str, Any]
    fault: Fault | None
    document: Document
    parts: tuple[Part, ...]
    facts: tuple[FactBullet, ...]
    generated: bool

    @property
    def path(self) -> str:
        """Page path."""
        return layout.page_path(self.file)

    @property
    def text(self) -> str:
        """The file's decoded text."""
        return self.source.text

    @property
    def front(self) -> Frontmatter | None:
        """The frontmatter's place, or None."""
        return self.document.frontmatter

    @property
    def body(self) -> int:
        """Offset at which the frontmatter ends."""
        return self.document.body

    def texts(self, *names: str) -> tuple[str, ...]:
        """The texts under these keys; a lone scalar counts as a list of one."""
        found: list[Any] = []
        for name in names:
            value = self.fields.get(name)
            found += [value] if isinstance(value, str) else value if isinstance(value, list) else ()
        return tuple(each for each in found if isinstance(each, str) and each.strip())

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 1."""
        return place(self.text, offset)

    def key_line(self, key: str) -> int:
        """Line on which a key of the frontmatter stands, 1 when it is not there."""
        if self.front is None:
            return 1
        match = re.search(rf"^{re.escape(key)}[ \t]*:", self.front.yaml, re.M)
        return 1 if match is None else self.at(self.front.offset + match.start())[0]

    def part_at(self, offset: int) -> Part:
        """The part that an offset lies in."""
        return self.parts[max(bisect_right(self.parts, offset, key=_START) - 1, 0)]

    def in_code(self, offset: int) -> bool:
        """Whether an offset lies in a code block or a span of code."""
        for each in (self.document.fences, self.document.code_spans):
            before = bisect_right(each, offset, key=_START)
            if before and offset < each[before - 1].end:
                return True
        return False

    def links_in(self, start: int, end: int) -> tuple[Link, ...]:
        """The links that begin in a span."""
        return _links_in(self.document, start, end)


def scan(file: str, data: bytes, program: Program = UNKNOWN) -> ParsedPage:
    """The page in ``data``, its links as a program reads them; never raises, whatever the bytes are."""
    source = decode(data)
    text = source.text
    document = read(text)
    links = program_links(text, document.links, program)
    if links is not document.links:
        document = replace(document, links=links)
    fields, fault = _fields(text, document.frontmatter)
    if document.frontmatter is None and "::" in text:
        fields = _properties(text)
    parts = _parts(text, document)
    facts = tuple(_facts(text, document, parts))
    generated = bool(fields.get("fold")) or _claims_fold(fault, document.frontmatter)
    return ParsedPage(file, source, fields, fault, document, parts, facts, generated)


def _fields(text: str, front: Frontmatter | None) -> tuple[dict[str, Any], Fault | None]:
    if front is None:
        return {}, None
    if not front.closed:
        return {}, Fault("the frontmatter is not closed", 1, "frontmatter")
    try:
        return frontmatter.load(front.yaml), None
    except FrontmatterError as error:
        return {}, Fault(error.problem, text.count("\n", 0, front.offset) + error.line, "frontmatter")


def _properties(text: str) -> dict[str, Any]:
    """What a page of Logseq's begins with, ``title:: Heron``, as frontmatter would have it."""
    from wikic.wiki.documents import note_fields  # a fifth of a start's imports, for Logseq's pages alone

    found: dict[str, Any] = dict(note_fields.properties(plain_lines(text).lstrip("\ufeff"))[0])
    for names, named in (
        (("alias", "aliases"), note_fields.aliases_of),
        (("tags", "tag"), note_fields.tags_of),
    ):
        found.update({name: list(named({name: found[name]})) for name in names if name in found})
    return found


def _parts(text: str, document: Document) -> tuple[Part, ...]:
    heads = [each for each in document.headings if each.level <= 2 and _at_margin(text, each.start)]
    bounds = [*(each.start for each in heads), len(text)]
    parts = [Part("", 0, 1, 0, 0, bounds[0])]
    for at, head in enumerate(heads):
        below = _LINE_END.search(text, head.end, bounds[at + 1])
        body = bounds[at + 1] if below is None else below.end()
        parts.append(Part(head.text, head.level, head.line, head.start, body, bounds[at + 1]))
    return tuple(parts)


def _facts(text: str, document: Document, parts: tuple[Part, ...]) -> Iterator[FactBullet]:
    for part in parts:
        if part.level == 2 and part.name in FACT_SECTIONS:
            bullets = document.bullets
            first = bisect_left(bullets, part.body, key=_START)
            last = bisect_left(bullets, part.end, first, key=_START)
            outer = [each for each in bullets[first:last] if each.indent == 0 and each.marker == "-"]
            bounds = [*(each.start for each in outer[1:]), part.end]
            for bullet, following in zip(outer, bounds, strict=False):
                end = _line_end(text, bullet.start)
                stated = _FACT_ID.search(text, max(bullet.start, end - 40), end)
                if stated is None and text.startswith(("\n ", "\n\n ", "\r"), end):
                    end, stated = _further(text, end, following)
                links = _links_in(document, bullet.start, max(end, bullet.end))
                yield FactBullet(stated["id"] if stated else None, bullet.start, end, links)


def _further(text: str, end: int, following: int) -> tuple[int, re.Match[str] | None]:
    """Where a fact of several lines ends, and its id: ``end`` and None where no further line carries one."""
    at = end
    while at < following and text[at : at + 1]:
        start = at + (2 if text.startswith("\r\n", at) else 1)
        at = min(_line_end(text, start), following)
        if start < at and text[start] not in " \t":
            break  # the margin: a heading, a paragraph of people
        stated = _FACT_ID.search(text, max(start, at - 40), at)
        if stated is not None:
            return at, stated
    return end, None


def _line_end(text: str, start: int) -> int:
    """Where the line ends; a lone ``\\r`` ends one too."""
    end = text.find("\n", start)
    lone = text.find("\r", start, end if end >= 0 else len(text))
    return lone if lone >= 0 else end if end >= 0 else len(text)


def _links_in(document: Document, start: int, end: int) -> tuple[Link, ...]:
    links = document.links
    first = bisect_left(links, start, key=_START)
    return links[first : bisect_left(links, end, first, key=_START)]


def _at_margin(text: str, offset: int) -> bool:
    """Whether an offset begins a line: headings inside quotes and lists part nothing."""
    return offset == 0 or text[offset - 1] in "\r\n"


def _claims_fold(fault: Fault | None, front: Frontmatter | None) -> bool:
    """Whether a frontmatter that cannot be read still carries the fold's stamp."""
    if fault is None or front is None:
        return False
    return re.search(r"^fold: \S", front.yaml, re.M) is not None
