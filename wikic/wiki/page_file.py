"""Knowledge pages on disk: rendering one, and reading one back as what stands there.

Reading makes no judgement about who wrote a line; ``fold/people.py`` does, by hashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape, unescape
from wikic.markdown.read import read
from wikic.model.page import Fact, Head, Overlay, Page, Section, SourceLine
from wikic.model.statement import STATEMENT_KINDS, StatementKind

FACTS, HISTORY = "Key Facts", "History"
RELATED_PAGES, RELATED_SOURCES = "Related Pages", "Related Sources"
# The section each kind of statement stands in, in page order (LLM-Wiki, Appendix E, gives Key Facts; the
# others keep judgements from being read as facts).
KIND_SECTIONS: Final[tuple[tuple[StatementKind, str], ...]] = (
    ("fact", FACTS),
    ("claim", "Claims"),
    ("judgement", "Judgements"),
    ("quotation", "Quotations"),
)
FACT_SECTIONS: Final = (*(name for _, name in KIND_SECTIONS), HISTORY)
GENERATED_SECTIONS: Final = (*FACT_SECTIONS, RELATED_PAGES, RELATED_SOURCES)
KNOWN_KEYS: Final = (
    "type", "title", "created", "aliases", "tags", "redirects", "home", "keep", "drop", "fold",
)  # fmt: skip

_CITATION: Final = rf"\s*\[\[{layout.DIGESTS_DIR}/[^\]|#]+#\^p[0-9a-f]{{8}}\]\]"
_BULLET: Final = re.compile(
    rf"^- (?P<text>.*?)(?P<citations>(?:{_CITATION})*) \^(?P<id>f[0-9a-f]{{8}})[ \t]*$"
)
_SOURCE: Final = re.compile(
    rf"^- \[\[(?P<digest>{layout.DIGESTS_DIR}/[^\]|#]+)\]\](?: -- (?P<title>.*?))?"
    r" \^(?P<id>r[0-9a-f]{8})[ \t]*$"
)
_HOLDER: Final = re.compile(r"^\*\*(?P<holder>.+?)\*\*: (?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class BulletOnDisk:
    """A bullet that carries a statement's id.

    id: of the statement.
    markdown: its words as they stand, citations and id taken off.
    section: the section it stands in.
    below: indented lines under it, which people wrote, or "".
    """

    id: str
    markdown: str
    section: str
    below: str = ""

    @property
    def generated(self) -> bool:
        """Whether the words hash to the id: nobody reworded it."""
        readings: list[tuple[str | None, str]] = [(None, self.markdown)]
        held = _HOLDER.match(self.markdown)
        if held is not None:
            readings.append((unescape(held["holder"]), held["text"]))
        return any(
            layout.statement_id(kind, holder, unescape(text)) == self.id
            for holder, text in readings
            for kind in STATEMENT_KINDS
        )


@dataclass(frozen=True, slots=True)
class PageOnDisk:
    """A knowledge page as it stands.

    path: page path, from where the file is.
    fields: its frontmatter, every scalar as text; empty when there is none.
    heading: text of its first heading of level 1, or None.
    summary: text of the quote below the heading, or "".
    bullets: bullets with a statement's id, in order.
    sources: lines of Related Sources with their ids.
    related: lines of Related Pages, without ``- ``.
    own: bullets and paragraphs under the fact sections that carry no id, in order.
    sections: sections wikic does not generate.
    """

    path: str
    fields: dict[str, Any]
    heading: str | None
    summary: str
    bullets: tuple[BulletOnDisk, ...]
    sources: tuple[SourceLine, ...]
    related: tuple[str, ...]
    own: tuple[str, ...]
    sections: tuple[Section, ...]

    def text(self, name: str) -> str | None:
        """A scalar of the frontmatter, or None."""
        value = self.fields.get(name)
        return value if isinstance(value, str) and value else None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of the frontmatter; a lone scalar is a list of one, anything else is left out."""
        return _texts(self.fields.get(name))

    @property
    def head(self) -> Head:
        """What stands where the fold writes the head."""
        return Head(self.texts("aliases"), self.texts("tags"), self.summary, self.related)


def stamp(head: Head) -> str:
    """``fold:``: eight hex digits over the head as the fold wrote it."""
    return layout.short_hash(
        "\n".join(head.aliases), "\n".join(head.tags), head.summary, "\n".join(head.related)
    )


def bullet(fact: Fact) -> str:
    """The bullet of a fact: one line, and below it what people wrote there."""
    words = fact.text if fact.reworded else escape(fact.text)
    if fact.holder and not fact.reworded:
        words = f"**{escape(fact.holder)}**: {words}"
    cites = "".join(f" [[{cite.digest}#^{cite.block}]]" for cite in fact.citations)
    below = f"\n{fact.below}" if fact.below else ""
    return f"- {words}{cites} ^{fact.id}{below}"


def section_of(fact: Fact) -> str:
    """Name of the section a fact stands in."""
    return HISTORY if fact.superseded else dict(KIND_SECTIONS)[fact.kind]


def render(page: Page) -> bytes:
    """The page's bytes."""
    lines = [frontmatter.dump(_fields(page)) + f"# {escape(page.title)}"]
    if page.head.summary:
        lines.append(f"> {escape(page.head.summary)}")
    lines += _people(page.overlay, "")
    by_section: dict[str, list[str]] = {}
    for fact in page.facts:
        by_section.setdefault(section_of(fact), []).append(bullet(fact))
    for own in page.overlay.bullets:
        # A paragraph right below a bullet would be read as the bullet's own.
        by_section.setdefault(FACTS, []).append(own if own.startswith("- ") else f"\n{own}")
    by_section[RELATED_PAGES] = [f"- {line}" for line in page.head.related]
    by_section[RELATED_SOURCES] = [
        f"- [[{line.digest}]] -- {escape(line.title)} ^{line.id}" for line in page.sources
    ]
    for name in GENERATED_SECTIONS:
        if by_section.get(name):
            lines += ["", f"## {name}", *by_section[name]]
        lines += _people(page.overlay, name)
    return ("\n".join(lines) + "\n").encode("utf-8")


def _fields(page: Page) -> dict[str, Any]:
    overlay = page.overlay
    fields: dict[str, Any] = {"type": page.type, "title": page.title}
    optional: tuple[tuple[str, Any], ...] = (
        ("created", page.created),
        ("aliases", list(page.head.aliases)),
        ("tags", list(page.head.tags)),
        ("redirects", list(dict.fromkeys((*overlay.redirects, *page.redirects)))),
        ("home", overlay.home),
        ("keep", _head_fields(overlay.keep)),
        ("drop", _head_fields(overlay.drop)),
        ("fold", page.stamp),
    )
    fields.update({name: value for name, value in optional if value})
    fields.update({name: value for name, value in overlay.extra if name not in fields})
    return fields


def _head_fields(head: Head) -> dict[str, Any]:
    pairs: tuple[tuple[str, Any], ...] = (
        ("aliases", list(head.aliases)),
        ("tags", list(head.tags)),
        ("summary", head.summary),
        ("related", list(head.related)),
    )
    return {name: value for name, value in pairs if value}


def _people(overlay: Overlay, after: str) -> Iterable[str]:
    for section in overlay.sections:
        if section.after == after:
            yield from ("", section.heading)
            if section.body:
                yield section.body


def head_from(fields: Any) -> Head:
    """``keep:`` or ``drop:`` as a head; anything of another shape counts as empty."""
    if not isinstance(fields, dict):
        return Head()
    summary = fields.get("summary")
    return Head(
        _texts(fields.get("aliases")),
        _texts(fields.get("tags")),
        summary if isinstance(summary, str) else "",
        _texts(fields.get("related")),
    )


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) and value:
        return (value,)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def parse(data: bytes, path: str) -> PageOnDisk:
    """What stands in ``data``; ``path`` is the page's.

    Raises FormatError when the file is not UTF-8 or its frontmatter is broken.
    """
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(f"{layout.page_file(path)} is not UTF-8") from error
    head = frontmatter.split(text)
    fields: dict[str, Any] = {}
    if head is not None:
        if not head.closed:
            raise FormatError(f"{layout.page_file(path)}: the frontmatter is not closed")
        try:
            fields = frontmatter.load(head.yaml)
        except FormatError as error:
            raise FormatError(f"{layout.page_file(path)}: {error}") from error
    parts = split_parts(text, head.end if head is not None else 0)
    return _assemble(path, fields, parts)


@dataclass(frozen=True, slots=True)
class PartOnDisk:
    heading: str  # the heading line
    level: int
    name: str
    lines: tuple[str, ...]


def split_parts(text: str, start: int) -> list[PartOnDisk]:
    """The body cut at headings of level 1 and 2; the part before the first has level 0."""
    # Those inside quotes and lists do not begin a line, and part nothing.
    cuts = [
        each
        for each in read(text).headings
        if each.level <= 2 and each.start >= start and text[each.start - 1 : each.start] in ("", "\n")
    ]
    bounds = [start, *(each.start for each in cuts), len(text)]
    parts = [PartOnDisk("", 0, "", tuple(text[bounds[0] : bounds[1]].split("\n")))]
    for at, heading in enumerate(cuts, start=1):
        first, *rest = text[bounds[at] : bounds[at + 1]].split("\n")
        parts.append(PartOnDisk(first, heading.level, heading.text, tuple(rest)))
    return parts


def _assemble(path: str, fields: dict[str, Any], parts: list[PartOnDisk]) -> PageOnDisk:
    heading: str | None = None
    summary = ""
    bullets: list[BulletOnDisk] = []
    sources: list[SourceLine] = []
    related: list[str] = []
    own: list[str] = []
    sections: list[Section] = []
    after = ""
    seen: set[str] = set()
    for part in parts:
        if part.level <= 1 and (part.level == 0 or heading is None):
            if part.level == 1:
                heading = unescape(part.name)
            summary, rest = _summary(part.lines, summary)
            own += chunks(rest)
            continue
        if part.level == 2 and part.name in GENERATED_SECTIONS and part.name not in seen:
            seen.add(part.name)
            after = part.name
            if part.name == RELATED_PAGES:
                related += [chunk.removeprefix("- ") for chunk in chunks(part.lines)]
            elif part.name == RELATED_SOURCES:
                sources += _sources(part.lines)
                # What people write at the end of a page stands in this section.
                own += chunks(line for line in part.lines if not _SOURCE.match(line))
            else:
                for chunk in chunks(part.lines):
                    line, _, below = chunk.partition("\n")
                    match = _BULLET.match(line)
                    if match is None:
                        own.append(chunk)
                    else:
                        bullets.append(BulletOnDisk(match["id"], match["text"], part.name, below))
            continue
        sections.append(Section(part.heading, "\n".join(part.lines).rstrip("\n"), after))
    return PageOnDisk(
        path=path,
        fields=fields,
        heading=heading,
        summary=summary,
        bullets=tuple(bullets),
        sources=tuple(sources),
        related=tuple(related),
        own=tuple(own),
        sections=tuple(sections),
    )


def _summary(lines: tuple[str, ...], summary: str) -> tuple[str, list[str]]:
    """The first quoted line, and the lines that are not it."""
    rest: list[str] = []
    for line in lines:
        if not summary and line.startswith("> "):
            summary = unescape(line[2:].strip())
        else:
            rest.append(line)
    return summary, rest


def _sources(lines: tuple[str, ...]) -> Iterable[SourceLine]:
    for line in lines:
        match = _SOURCE.match(line)
        if match is not None:
            yield SourceLine(match["digest"], unescape(match["title"] or ""), match["id"])


def chunks(lines: Iterable[str]) -> list[str]:
    """Units of a section: bullets with what is indented below them, paragraphs, and fenced code."""
    chunks: list[list[str]] = []
    blanks = 0  # since the last line of the open chunk
    fence = ""
    for line in lines:
        text = line.lstrip()
        if fence:
            chunks[-1].append(line)
            if text.startswith(fence) and not text.strip(fence[0] + " \t"):
                fence = ""
            continue
        if not text:
            blanks += 1
            continue
        bullet = line.startswith("- ")
        if chunks and not bullet and (not blanks or line[0] in " \t"):
            chunks[-1] += [""] * blanks + [line]
        else:
            chunks.append([line])
        blanks = 0
        marker = text[:3]
        if marker in ("```", "~~~"):
            fence = text[: len(text) - len(text.lstrip(marker[0]))]
    return ["\n".join(chunk).rstrip() for chunk in chunks]
