"""One page as rules see it: scanned once, with its links as its program reads them, sections and facts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, Literal
from urllib.parse import unquote

from wikic import layout
from wikic.document.nodes import Span
from wikic.graph.resolve import PageNames
from wikic.language import pack
from wikic.lint.profile import UNKNOWN, Profile, Program
from wikic.lint.view.text_lines import line_place
from wikic.markdown import frontmatter
from wikic.markdown.document import Document
from wikic.markdown.frontmatter import Frontmatter, FrontmatterError
from wikic.markdown.read import read
from wikic.markdown.source import Source, decode, plain_lines
from wikic.markdown.wikilink import split_target
from wikic.model.link import Link
from wikic.model.page import Citation, SourceLine
from wikic.wiki import document_page
from wikic.wiki.page_blocks import (
    HIDDEN,
    RELATED_SOURCES,
    Part,
    behind_hidden_line,
    blocks,
    citations_in,
    parts_of,
    read_bullet,
    read_source,
)

_START: Final = attrgetter("start")


@lru_cache(maxsize=4)  # asked for one place after the other
def _written_by_people(text: str, end: int) -> frozenset[Span]:
    """Where people wrote in a document's page; what stands behind ``end`` is not the document's."""
    return document_page.written_by_people(text[:end], document_page.read_note(text) or ())


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
class FactBullet:
    """A bullet of a fact section.

    id: of its statement, None on one that people added.
    start, end: offsets of the whole bullet, line end left out.
    links: its links, in order.
    cites: the blocks it cites, in order.
    """

    id: str | None
    start: int
    end: int
    links: tuple[Link, ...]
    cites: tuple[Citation, ...] = ()


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
        return line_place(self.text, offset)

    def is_of_document(self, offset: int) -> bool:
        """Whether a document's page says there what its document says: others wrote that."""
        if not self.generated or "document" not in self.fields:
            return False
        text = self.text[self.body :]
        end = text.rfind(f"\n{HIDDEN}")
        end = end if end >= 0 else len(text)
        at = offset - self.body
        return at <= end and not any(start <= at < last for start, last in _written_by_people(text, end))

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

    def fact_at(self, line: int) -> FactBullet | None:
        """The bullet of a fact that a line stands in, from 1."""
        return next((each for each in self.facts if self._holds(each, line)), None)

    def _holds(self, bullet: FactBullet, line: int) -> bool:
        return self.at(bullet.start)[0] <= line <= self.at(bullet.end)[0]

    def sources(self) -> Iterator[SourceLine]:
        """The lines of Related Sources that the fold wrote."""
        for part in self.parts:
            if part.level == 2 and part.name == RELATED_SOURCES:
                lines = self.text[part.body : part.end].splitlines()
                yield from filter(None, map(read_source, lines))

    def links_in(self, start: int, end: int) -> tuple[Link, ...]:
        """The links that begin in a span."""
        return _links_in(self.document, start, end)


def scan_page(file: str, data: bytes, program: Program = UNKNOWN) -> ParsedPage:
    """The page in ``data``, its links as a program reads them; never raises, whatever the bytes are."""
    source = decode(data)
    text = source.text
    document = read(text)
    links = program_links(text, document.links, program)
    if links is not document.links:
        document = replace(document, links=links)
    fields, fault = _read_fields(text, document.frontmatter)
    if document.frontmatter is None and "::" in text:
        fields = _read_properties(text)
    parts = parts_of(text, document)
    if fields.get("document"):
        parts = behind_hidden_line(text, parts)
    facts = tuple(_read_facts(text, document, parts))
    generated = bool(fields.get("fold")) or _claims_fold(fault, document.frontmatter)
    return ParsedPage(file, source, fields, fault, document, parts, facts, generated)


def _read_fields(text: str, front: Frontmatter | None) -> tuple[dict[str, Any], Fault | None]:
    if front is None:
        return {}, None
    if not front.closed:
        return {}, Fault("the frontmatter is not closed", 1, "frontmatter")
    try:
        return frontmatter.load(front.yaml), None
    except FrontmatterError as error:
        return {}, Fault(error.problem, text.count("\n", 0, front.offset) + error.line, "frontmatter")


def _read_properties(text: str) -> dict[str, Any]:
    """What a page of Logseq's begins with, ``title:: Heron``, as frontmatter would have it."""
    from wikic.wiki.documents import note_fields  # a fifth of a start's imports, for Logseq's pages alone

    found: dict[str, Any] = dict(note_fields.properties(plain_lines(text).lstrip("\ufeff"))[0])
    for names, named in (
        (("alias", "aliases"), note_fields.aliases_of),
        (("tags", "tag"), note_fields.tags_of),
    ):
        found.update({name: list(named({name: found[name]})) for name in names if name in found})
    return found


def _read_facts(text: str, document: Document, parts: tuple[Part, ...]) -> Iterator[FactBullet]:
    cited = citations_in(text)
    for part in parts:
        for block in blocks(text, part.body, part.end) if part.states_facts else ():
            if text.startswith("- ", block.start):
                stated = read_bullet(text, block, cited=cited)
                span = stated.span if stated is not None else block
                links = _links_in(document, span.start, span.end)
                id, cites = (stated.id, stated.cites) if stated is not None else (None, ())
                yield FactBullet(id, span.start, span.end, links, cites)


def _links_in(document: Document, start: int, end: int) -> tuple[Link, ...]:
    links = document.links
    first = bisect_left(links, start, key=_START)
    return links[first : bisect_left(links, end, first, key=_START)]


def _claims_fold(fault: Fault | None, front: Frontmatter | None) -> bool:
    """Whether a frontmatter that cannot be read still carries the fold's stamp."""
    if fault is None or front is None:
        return False
    return re.search(r"^fold: \S", front.yaml, re.M) is not None


_OFFSET: Final = re.compile(r",-?\d+$")
_MARKS: Final = frozenset({"begin", "end"})  # of a whole note of Dendron's
_PAGE: Final = re.compile(r"\[\[([^\[\]]+)\]\]")


def program_links(text: str, links: tuple[Link, ...], program: Program) -> tuple[Link, ...]:
    """The links of a page, as its program reads them."""
    read = _READ.get(program.name)
    return links if read is None else tuple(read(text, link) for link in links)


def _of_dendron(text: str, link: Link) -> Link:
    """``[[words|note#heading,1:#end]]``: words first; of what lies between two headings the first is named.

    ``*`` is any heading, ``,1`` says how far behind it to begin.
    """
    if link.kind != "wiki":
        return link
    words, bar, target = text[link.start : link.end].lstrip("!")[2:-2].rpartition("|")
    page, heading, block = split_target(target)
    first, last = (_OFFSET.sub("", (part or "").partition(":#")[0]).strip("*") for part in (heading, block))
    last = "" if last in _MARKS else last
    shown = words.rstrip("\\") if bar else None
    return replace(link, target=page, text=shown, heading=first or None, block=last or None)


def _of_logseq(text: str, link: Link) -> Link:
    """``[words]([[Page]])``: a page in the place of an address."""
    found = _PAGE.fullmatch(link.target) if link.kind == "markdown" else None
    return link if found is None else replace(link, kind="wiki", target=found[1])


_READ: Final[dict[str, Callable[[str, Link], Link]]] = {"dendron": _of_dendron, "logseq": _of_logseq}


_DAY: Final = re.compile(r"\d{4}_\d\d_\d\d")
_USUAL: Final = "MMM do, yyyy"  # Logseq's, without a setting
_LETTERS: Final = re.compile(r"'[^']*'|y+|M+|do|d+|E+")
_WEEK: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}


def names_of(page: ParsedPage, profile: Profile) -> PageNames:
    """The names a page gives itself."""
    asked = profile.program.names
    given = page_titles(page, headed="heading" in asked) if "title" in asked else []
    first, *others = given or [""]
    ids = profile.key_names("id") if profile.is_vault else ()
    aliases = page.texts(*profile.key_names("aliases"), *ids) if "aliases" in asked else ()
    by_file = names_of_file(page.path, profile.journals) if profile.is_vault and asked else ()
    return PageNames(page.path, first, (*aliases, *others, *by_file), page.texts("redirects"))


def names_of_file(path: str, journals: str = _USUAL) -> tuple[str, ...]:
    """The names of which Logseq makes a file's: ``2025_05_02`` is "May 2nd, 2025", ``a___b`` is "a/b".

    journals: how it calls a day, in the letters of its settings.
    """
    stem = layout.stem(path)
    if _DAY.fullmatch(stem):
        try:
            day = date.fromisoformat(stem.replace("_", "-"))
        except ValueError:
            return ()
        named = (_day_called(day, each) for each in (journals, _USUAL, "MMMM do, yyyy"))
        return tuple(dict.fromkeys((day.isoformat(), *named)))
    name = unquote(stem.replace("___", "/"))
    return (name,) if name != stem else ()


def _day_called(day: date, written: str) -> str:
    """A day as letters of a pattern have it: ``EEEE, MMM do, yyyy``; what stands in quotes stays."""
    month = pack("en").months[day.month - 1].capitalize()
    ordinal = "th" if day.day in (11, 12, 13) else _ORDINALS.get(day.day % 10, "th")
    week = _WEEK[day.weekday()]
    said = {
        "yyyy": f"{day.year}", "yy": f"{day.year % 100:02}", "MMMM": month, "MMM": month[:3],
        "MM": f"{day.month:02}", "M": f"{day.month}", "do": f"{day.day}{ordinal}", "dd": f"{day.day:02}",
        "d": f"{day.day}", "EEEE": week, "EEE": week[:3], "EE": week[:3], "E": week[:3],
    }  # fmt: skip
    return _LETTERS.sub(lambda found: said.get(found[0], found[0].strip("'")), written)


def page_titles(page: ParsedPage, *, headed: bool = True) -> list[str]:
    """The title a page's frontmatter gives, and its heading's text where that is another.

    headed: whether the heading counts.
    """
    heading = next((part.name for part in page.parts if part.level == 1), "") if headed else ""
    return list(dict.fromkeys((*page.texts("title"), *([heading] if heading else ()))))
