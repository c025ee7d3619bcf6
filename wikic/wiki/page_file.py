"""Knowledge pages on disk: rendering one, and reading one back as what stands there.

Reading makes no judgement about who wrote a line; ``fold/people.py`` does, by hashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape, unescape
from wikic.markdown.lines import ends_apart, from_markdown, to_markdown
from wikic.markdown.read import read
from wikic.model import attachment
from wikic.model.page import Fact, Head, Overlay, Own, Page, Section, SourceLine
from wikic.model.statement import STATEMENT_KINDS, StatementKind

FACTS, HISTORY = "Key Facts", "History"
# What a document says, in its order, under its own headings; what documents say of a name.
CONTENT, BORROWED = "Document", "In Documents"
RELATED_PAGES, RELATED_SOURCES = "Related Pages", "Related Sources"
# The section each kind of statement stands in, in page order (LLM-Wiki, Appendix E, gives Key Facts; the
# others keep judgements from being read as facts).
KIND_SECTIONS: Final[tuple[tuple[StatementKind, str], ...]] = (
    ("fact", FACTS),
    ("claim", "Claims"),
    ("judgement", "Judgements"),
    ("quotation", "Quotations"),
)
FACT_SECTIONS: Final = (CONTENT, *(name for _, name in KIND_SECTIONS), HISTORY, BORROWED)
GENERATED_SECTIONS: Final = (*FACT_SECTIONS, RELATED_PAGES, RELATED_SOURCES)
KNOWN_KEYS: Final = (
    "type", "title", "created", "aliases", "tags", "redirects", "home", "keep", "drop", "fold", "borrows",
)  # fmt: skip

_CITATION: Final = rf"\s*\[\[{layout.DIGESTS_DIR}/[^\]|#]+#\^p[0-9a-f]{{8}}\]\]"
_STATED: Final = re.compile(
    rf"^(?P<text>.*?)(?P<citations>(?:{_CITATION})*)(?:^|[ \t]+)\^(?P<id>f[0-9a-f]{{8}})[ \t]*$"
)
_HEADING: Final = re.compile(r"^(?P<marks>#{3,6})[ \t]+(?P<text>.*?)[ \t]*$")
# What opens code, behind the marks of the items it may be the first line of.
_FENCE: Final = re.compile(r"^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
TOP: Final = 3  # level of a document's own outermost headings on its page
LOWEST: Final = 6
_SOURCE: Final = re.compile(
    rf"^- \[\[(?P<digest>{layout.DIGESTS_DIR}/[^\]|#]+)\]\](?: -- (?P<title>.*?))?"
    r" \^(?P<id>r[0-9a-f]{8})[ \t]*$"
)
_HOLDER: Final = re.compile(r"^\*\*(?P<holder>.+?)\*\*: (?P<text>.*)$", re.DOTALL)


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


@dataclass(frozen=True, slots=True)
class BulletOnDisk:
    """A bullet that carries a statement's id.

    id: of the statement.
    markdown: its words as they stand, without the bullet's mark and indent, citations and id taken off.
    section: the section it stands in.
    below: indented lines under it, which people wrote, or "".
    cites: its citations as they stand, one behind the other.
    place: the headings it stands under in the section of a document's content, outermost first.
    """

    id: str
    markdown: str
    section: str
    below: str = ""
    cites: str = ""
    place: tuple[str, ...] = ()

    @property
    def generated(self) -> bool:
        """Whether the words hash to the id: nobody reworded it."""
        return is_generated(self.id, self.markdown)


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
    own: bullets, paragraphs and headings among the facts that carry no id, in order.
    sections: sections wikic does not generate.
    """

    path: str
    fields: dict[str, Any]
    heading: str | None
    summary: str
    bullets: tuple[BulletOnDisk, ...]
    sources: tuple[SourceLine, ...]
    related: tuple[str, ...]
    own: tuple[Own, ...]
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


def borrows_stamp(ids: Iterable[str]) -> str:
    """``borrows:``: eight hex digits over the ids of the statements a page borrows, "" for none."""
    found = sorted(set(ids))
    return layout.short_hash(*found) if found else ""


def bullet(fact: Fact) -> str:
    """The bullet of a fact, and below it what people wrote there.

    A fact of several lines is indented under its mark; citations and id end its last line, or stand on a line
    of their own below a table or code.
    """
    lines = fact.text.split("\n") if fact.reworded else to_markdown(fact.text)
    if fact.holder and not fact.reworded:
        lines[0] = f"**{escape(fact.holder)}**: {lines[0]}"
    stated = "".join(f" [[{cite.digest}#^{cite.block}]]" for cite in fact.citations) + f" ^{fact.id}"
    if ends_apart(fact.text):
        lines += ["", stated.strip()]
    else:
        lines[-1] += stated
    first, *rest = lines
    below = [fact.below] if fact.below else []
    return "\n".join([f"- {first}", *(f"  {line}" if line else "" for line in rest), *below])


def section_of(fact: Fact) -> str:
    """Name of the section a fact stands in."""
    if fact.superseded:
        return HISTORY
    if fact.borrowed:
        return BORROWED
    return dict(KIND_SECTIONS)[fact.kind] if fact.place is None else CONTENT


def render(page: Page) -> bytes:
    """The page's bytes."""
    lines = [frontmatter.dump(_fields(page)) + f"# {escape(page.title)}"]
    if page.head.summary:
        lines.append(f"> {escape(page.head.summary)}")
    lines += _people(page.overlay, "")
    by_section = _fact_lines(page)
    by_section[RELATED_PAGES] = [f"- {line}" for line in page.head.related]
    by_section[RELATED_SOURCES] = [
        f"- [[{line.digest}]] -- {escape(line.title)} ^{line.id}" for line in page.sources
    ]
    for name in GENERATED_SECTIONS:
        if by_section.get(name):
            lines += ["", f"## {name}", *by_section[name]]
        lines += _people(page.overlay, name)
    text = "\n".join(lines) + "\n"
    way = "../" * page.path.count("/") + f"{layout.ARTICLES_DIR}/"
    return attachment.shown_from(text, way).encode("utf-8")


def _fact_lines(page: Page) -> dict[str, list[str]]:
    """The lines of every section of facts: bullets, headings of places, and what people wrote behind them."""
    own: dict[str, list[str]] = {}
    for each in page.overlay.bullets:
        own.setdefault(each.after, []).append(each.text)
    main = CONTENT if any(section_of(fact) == CONTENT for fact in page.facts) else FACTS
    found: dict[str, list[str]] = {}
    place: tuple[str, ...] = ()
    _write_own(found.setdefault(main, []), own.pop("", ()))
    for fact in page.facts:
        name = section_of(fact)
        lines = found.setdefault(name, [])
        if name == CONTENT and fact.place is not None:
            lines += _headings(place, fact.place)
            place = fact.place
        if lines and lines[-1].startswith("\n"):
            lines.append("")
        lines.append(bullet(fact))
        _write_own(lines, own.pop(fact.id, ()))
    for left in own.values():  # the bullet they stood behind is gone
        _write_own(found[main], left)
    return found


def _write_own(lines: list[str], texts: Iterable[str]) -> None:
    """People's words among facts: a paragraph right below a bullet would be read as the bullet's own."""
    for text in texts:
        if text.startswith("- ") and lines and lines[-1].startswith("\n"):
            lines.append("")
        lines.append(text if text.startswith("- ") else f"\n{text}")


def _headings(before: tuple[str, ...], place: tuple[str, ...]) -> Iterable[str]:
    """The headings that open ``place`` behind ``before``."""
    shared = 0
    while shared < min(len(before), len(place)) and before[shared] == place[shared]:
        shared += 1
    if shared == len(place) < len(before):
        shared = max(shared - 1, 0)  # back from a section below it: only its own heading says so
    for depth, heading in enumerate(place[shared:], start=shared):
        yield from ("", f"{'#' * min(TOP + depth, LOWEST)} {escape(heading)}")


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
        ("drop", {**_head_fields(overlay.drop), **_listed("facts", overlay.refused)}),
        ("borrows", page.borrows),
        ("fold", page.stamp),
    )
    fields.update({name: value for name, value in optional if value})
    fields.update({name: value for name, value in overlay.extra if name not in fields})
    return fields


def _listed(name: str, values: tuple[str, ...]) -> dict[str, Any]:
    return {name: list(values)} if values else {}


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
    text = attachment.shown_from(text, "")
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
    facts = _Facts()
    sources: list[SourceLine] = []
    related: list[str] = []
    sections: list[Section] = []
    after = ""
    seen: set[str] = set()
    for part in parts:
        if part.level <= 1 and (part.level == 0 or heading is None):
            if part.level == 1:
                heading = unescape(part.name)
            summary, rest = _summary(part.lines, summary)
            facts.read(rest, "")
            continue
        if part.level == 2 and part.name in GENERATED_SECTIONS and part.name not in seen:
            seen.add(part.name)
            after = part.name
            if part.name == RELATED_PAGES:
                related += [chunk.removeprefix("- ") for chunk in chunks(part.lines)]
            elif part.name == RELATED_SOURCES:
                sources += _sources(part.lines)
                # What people write at the end of a page stands in this section.
                facts.read([line for line in part.lines if not _SOURCE.match(line)], "")
            else:
                facts.read(part.lines, part.name)
            continue
        sections.append(Section(part.heading, "\n".join(part.lines).rstrip("\n"), after))
    return PageOnDisk(
        path=path,
        fields=fields,
        heading=heading,
        summary=summary,
        bullets=tuple(facts.bullets),
        sources=tuple(sources),
        related=tuple(related),
        own=tuple(facts.own),
        sections=tuple(sections),
    )


@dataclass(slots=True)
class _Facts:
    """Bullets with ids and, between them, what else stands among the facts."""

    bullets: list[BulletOnDisk] = field(default_factory=list)
    own: list[Own] = field(default_factory=list)

    def read(self, lines: Iterable[str], section: str) -> None:
        """Take the lines of a section; outside of the fact sections (``section`` is "") nothing is a fact."""
        place: tuple[str, ...] = ()
        for chunk in chunks(lines):
            stated = _stated(chunk, section, place) if section else None
            if stated is not None:
                self.bullets.append(stated)
                continue
            after = self.bullets[-1].id if self.bullets else ""
            first, _, rest = chunk.partition("\n")
            found = _HEADING.match(first)
            if found is not None:
                place = (*place[: len(found["marks"]) - TOP], unescape(found["text"]))
                self.own.append(Own(first, after))
                chunk = rest  # a paragraph right below a heading is not the heading's
            if chunk:
                self.own.append(Own(chunk, after))


def stated_id(chunk: str) -> str | None:
    """The id of the statement that a unit of a section is the bullet of, or None."""
    found = _stated(chunk, "", ())
    return found.id if found is not None else None


def _stated(chunk: str, section: str, place: tuple[str, ...]) -> BulletOnDisk | None:
    """The bullet of a statement, or None for what carries no id: it ends at the first line with one."""
    if not chunk.startswith("- "):
        return None
    lines = chunk[2:].split("\n")
    fence = ""
    for at, line in enumerate(lines):
        opened = _FENCE.match(line)
        if fence:
            fence = "" if opened is not None and line.strip() == fence else fence
            continue
        if opened is not None:
            fence = opened["fence"]
            continue
        match = _STATED.match(line)
        if match is None:
            continue
        words = [lines[0], *(each.removeprefix("  ") for each in lines[1:at])]
        last = match["text"].removeprefix("  ") if at else match["text"]
        words = [*words[:at], last] if last.strip() or not at else words[:at]
        while len(words) > 1 and not words[-1].strip():
            words.pop()
        below = "\n".join(lines[at + 1 :])
        return BulletOnDisk(match["id"], "\n".join(words), section, below, match["citations"], place)
    return None


def words_among(page: PageOnDisk) -> tuple[Own, ...]:
    """What people wrote among the facts, as far as the page alone tells.

    A heading is theirs where their words stand right below it, else it is taken for the document's.
    """
    below = [*page.own[1:], Own("")]
    return tuple(
        each
        for each, following in zip(page.own, below, strict=False)
        if each.text
        and (
            heading_text(each) is None
            or (following.text and following.after == each.after and heading_text(following) is None)
        )
    )


def document_headings(page: PageOnDisk) -> frozenset[str]:
    """The headings among the facts that are taken for the document's own, as far as the page alone tells."""
    theirs = words_among(page)
    found = {heading_text(each) for each in page.own if each not in theirs}
    return frozenset(each for each in found if each is not None)


def heading_text(own: Own) -> str | None:
    """The text of a heading that stands among the facts, None where it is none."""
    found = _HEADING.match(own.text)
    return unescape(found["text"]) if found is not None else None


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
        opened = _FENCE.match(line)
        if opened is not None:
            fence = opened["fence"]
    return ["\n".join(chunk).rstrip() for chunk in chunks]
