"""The blocks of a page as they stand: which of them state facts, under which address, citing what.

The one reader of ids on pages: the fold, the merge, lint, stores and readers ask it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from wikic import layout
from wikic.markdown.bullet_lines import from_markdown
from wikic.markdown.document import Document
from wikic.markdown.escape import unescape
from wikic.model.page import Own, SourceLine
from wikic.model.statement import STATEMENT_KINDS
from wikic.wiki.page_sections import FACT_SECTIONS, HIDDEN_LINE, TOP

_DIGEST: Final = rf"{layout.DIGESTS_DIR}/[^\]|#\n]+"
_CITATION: Final = rf"\s*\[\[{_DIGEST}#\^p[0-9a-f]{{8}}\]\]"
_STATED: Final = re.compile(
    rf"^(?P<text>.*?)(?P<citations>(?:{_CITATION})*)(?:^|[ \t]+)\^(?P<id>f[0-9a-f]{{8}})[ \t\r]*$"
)
_HAS_ID: Final = re.compile(r"\^f[0-9a-f]{8}[ \t\r]*\Z")
_SOURCE: Final = re.compile(
    rf"^- \[\[(?P<digest>{_DIGEST})\]\](?: -- (?P<title>.*?))? \^(?P<id>r[0-9a-f]{{8}})[ \t\r]*$"
)
_HEADING: Final = re.compile(r"^(?P<marks>#{3,6})[ \t]+(?P<text>.*?)[ \t]*$")
# What opens code, behind the marks of the items it may be the first line of.
_FENCE: Final = re.compile(r"^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
_HOLDER: Final = re.compile(r"^\*\*(?P<holder>.+?)\*\*: (?P<text>.*)$", re.DOTALL)
_LINE_END: Final = re.compile(r"[\r\n]|\Z")


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

    @property
    def states_facts(self) -> bool:
        """Whether it is a section of facts."""
        return self.level == 2 and self.name in FACT_SECTIONS


def parts_of(text: str, document: Document) -> tuple[Part, ...]:
    """A page cut at its headings of level 1 and 2; headings inside quotes and lists part nothing."""
    heads = [
        each
        for each in document.headings
        if each.level <= 2 and (each.start == 0 or text[each.start - 1] in "\r\n")
    ]
    bounds = [*(each.start for each in heads), len(text)]
    parts = [Part("", 0, 1, 0, 0, bounds[0])]
    for head, end in zip(heads, bounds[1:], strict=True):
        below = _LINE_END.search(text, head.end, end)
        body = end if below is None else below.end()
        if text.startswith("\r\n", body - 1):
            body += 1
        parts.append(Part(head.text, head.level, head.line, head.start, body, end))
    return tuple(parts)


def behind_hidden_line(text: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts of a document's page: above the hidden line no heading is recognised by its words."""
    line = text.rfind(f"\n{HIDDEN_LINE}")
    kept = [part for part in parts if part.level < 2 or part.start > line >= 0]
    ends = [*(part.start for part in kept[1:]), len(text)]
    return tuple(replace(part, end=end) for part, end in zip(kept, ends, strict=True))


@dataclass(frozen=True, slots=True)
class Span:
    """Where a block stands: offsets of its text, white space behind it left out."""

    start: int
    end: int


def blocks(text: str, start: int, end: int) -> Iterator[Span]:
    """The blocks between two offsets: bullets with what is indented below them, paragraphs, fenced code."""
    first = last = -1  # of the open block
    blank = False
    fence = ""
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        line = text[at:stop].rstrip("\r")
        bare = line.lstrip()
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0] + " \t"):
                fence = ""
            last = at + len(line)
        elif not bare:
            blank = True
        else:
            if first < 0 or line.startswith("- ") or (blank and line[0] not in " \t"):
                if first >= 0:
                    yield _span(text, first, last)
                first = at
            last, blank = at + len(line), False
            opened = _FENCE.match(line) if "```" in line or "~~~" in line else None
            if opened is not None:
                fence = opened["fence"]
        at = stop + 1
    if first >= 0:
        yield _span(text, first, last)


def _span(text: str, start: int, end: int) -> Span:
    return Span(start, start + len(text[start:end].rstrip()))


@dataclass(frozen=True, slots=True)
class BulletOnDisk:
    """A bullet that carries a statement's id.

    id: of the statement.
    markdown: its words as they stand, without the bullet's mark and indent, citations and id taken off.
    section: the section it stands in.
    below: indented lines under it, which people wrote, or "".
    cites: its citations as they stand, one behind the other.
    place: the headings it stands under in the section of a document's content, outermost first.
    span: where it stands in its page's text, ``below`` left out.
    """

    id: str
    markdown: str
    section: str
    below: str = ""
    cites: str = ""
    place: tuple[str, ...] = ()
    span: Span = field(default=Span(0, 0), compare=False)

    @property
    def generated(self) -> bool:
        """Whether the words hash to the id: nobody reworded it."""
        return is_generated(self.id, self.markdown)


def is_generated(id: str, markdown: str) -> bool:
    """Whether the words of a bullet hash to its statement's id."""
    readings: list[tuple[str | None, str]] = [(None, markdown)]
    held = _HOLDER.match(markdown)
    if held is not None:
        readings.append((unescape(held["holder"]), held["text"]))
    return any(
        layout.statement_id(kind, holder, from_markdown(text.split("\n"))) == id
        for holder, text in readings
        for kind in STATEMENT_KINDS
    )


def read_bullet(
    text: str, block: Span, section: str = "", place: tuple[str, ...] = ()
) -> BulletOnDisk | None:
    """The bullet of a statement, or None for a block without an id: it ends at the first line with one."""
    if not text.startswith("- ", block.start):
        return None
    start, fence = block.start + 2, ""
    while start < block.end:
        end = text.find("\n", start, block.end)
        end = block.end if end < 0 else end
        opened = _FENCE.match(text[start:end].rstrip("\r"))
        if fence:
            fence = "" if opened is not None and text[start:end].strip() == fence else fence
        elif opened is not None:
            fence = opened["fence"]
        elif _HAS_ID.search(text, max(start, end - 40), end):
            match = _STATED.match(text[start:end])
            if match is not None:
                return _bullet(text, Span(block.start, end), match, text[end + 1 : block.end], section, place)
        start = end + 1
    return None


def _bullet(
    text: str, span: Span, stated: re.Match[str], below: str, section: str, place: tuple[str, ...]
) -> BulletOnDisk:
    before = text[span.start + 2 : span.end - len(stated[0])].split("\n")[:-1]
    lines = [line.rstrip("\r") for line in before]
    words = [*lines[:1], *(line.removeprefix("  ") for line in lines[1:])]
    last = stated["text"].removeprefix("  ") if lines else stated["text"]
    if last.strip() or not lines:
        words.append(last)
    while len(words) > 1 and not words[-1].strip():
        words.pop()
    shown = "\n".join(words)
    span = Span(span.start, span.start + len(text[span.start : span.end].rstrip()))
    return BulletOnDisk(stated["id"], shown, section, below, stated["citations"], place, span)


def read_source(line: str) -> SourceLine | None:
    """The source that a line of Related Sources names, None for a line that people wrote there."""
    match = _SOURCE.match(line)
    if match is None:
        return None
    return SourceLine(match["digest"], unescape(match["title"] or ""), match["id"])


def facts_in(text: str, parts: Iterable[Part]) -> Iterator[BulletOnDisk]:
    """The bullets of a page that carry a statement's id, in order."""
    for part in parts:
        for block in blocks(text, part.body, part.end) if part.states_facts else ():
            stated = read_bullet(text, block, part.name)
            if stated is not None:
                yield stated


def id_of(line: str) -> str:
    """The id of the fact or source that a line is the bullet of, "" where people wrote it."""
    stated, source = read_bullet(line, Span(0, len(line))), read_source(line)
    return stated.id if stated is not None else source.id if source is not None else ""


@dataclass(slots=True)
class FactsOnDisk:
    """Bullets with ids and, between them, what else stands among the facts."""

    bullets: list[BulletOnDisk] = field(default_factory=list)
    own: list[Own] = field(default_factory=list)

    def read(self, text: str, part: Part) -> None:
        """Take what stands in a section of facts."""
        place: tuple[str, ...] = ()
        for block in blocks(text, part.body, part.end):
            stated = read_bullet(text, block, part.name, place)
            if stated is not None:
                self.bullets.append(stated)
                continue
            words = text[block.start : block.end]
            first, _, rest = words.partition("\n")
            found = _HEADING.match(first)
            if found is not None:
                place = (*place[: len(found["marks"]) - TOP], unescape(found["text"]))
                self.add(first)
                words = rest  # a paragraph right below a heading is not the heading's
            self.add(words)

    def add(self, words: str) -> None:
        """Take a block that people wrote."""
        if words:
            self.own.append(Own(words, self.bullets[-1].id if self.bullets else ""))


def heading_text(own: Own) -> str | None:
    """The text of a heading that stands among the facts, None where it is none."""
    found = _HEADING.match(own.text)
    return unescape(found["text"]) if found is not None else None
