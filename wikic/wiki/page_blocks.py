"""The blocks of a page as they stand: which of them state facts, under which address, citing what.

The one reader of ids on pages: the fold, the merge, lint, stores and readers ask it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from wikic import layout
from wikic.markdown.bullet_lines import from_markdown
from wikic.markdown.document import Document, Heading
from wikic.markdown.escape import unescape
from wikic.model.page import Citation, Fact, Own, SourceLine
from wikic.model.statement import STATEMENT_KINDS, StatementKind
from wikic.wiki import link_form

FACTS, HISTORY = "Key Facts", "History"


# What a document says, in its order, under its own headings; what documents say of a name.
CONTENT, BORROWED = "Document", "In Documents"


# Where documents give the thing two values of which one can hold.
DIFFERING: Final = "Sources Differ"


RELATED_PAGES, RELATED_SOURCES = "Related Pages", "Related Sources"


# The section each kind of statement stands in, in page order (LLM-Wiki, Appendix E, gives Key Facts; the
# others keep judgements from being read as facts).
KIND_SECTIONS: Final[tuple[tuple[StatementKind, str], ...]] = (
    ("fact", FACTS),
    ("claim", "Claims"),
    ("judgement", "Judgements"),
    ("quotation", "Quotations"),
)


FACT_SECTIONS: Final = (
    CONTENT, FACTS, DIFFERING, *(name for _, name in KIND_SECTIONS if name != FACTS), HISTORY, BORROWED
)  # fmt: skip


GENERATED_SECTIONS: Final = (*FACT_SECTIONS, RELATED_PAGES, RELATED_SOURCES)


KNOWN_KEYS: Final = (
    "type", "title", "created", "document", "written", "aliases", "tags", "redirects", "home", "keep", "drop",
    "fold", "borrows",
)  # fmt: skip


TOP: Final = 3  # level of a document's own outermost headings on its page


LOWEST: Final = 6


def section_of(fact: Fact) -> str:
    """Name of the section a fact stands in."""
    if fact.superseded:
        return HISTORY
    if fact.borrowed:
        return DIFFERING if fact.differing else BORROWED
    return dict(KIND_SECTIONS)[fact.kind] if fact.place is None else CONTENT


MARK: Final = "⁂"  # what a citation shows: a sign that texts do not use, the same for all, so that lines stay
HIDDEN: Final = "<!-- wikic -->"  # behind it stand lists and definitions; viewers hide it

_DIGEST: Final = rf"{layout.DIGESTS_DIR}/[^\]|#\n]+"
_ID: Final = r"f[0-9a-f]{8}"
LABEL: Final = r"[fw][0-9a-f]{8}"  # of a fact's link, or of that of a sentence of a written article
CITATION: Final = re.compile(rf"\[{MARK}\]\[(?P<id>{LABEL})\]")  # as it stands in a text
SENTENCE_CITATION: Final = re.compile(rf"\[{MARK}\]\[(?P<id>w[0-9a-f]{{8}})\]")  # of a written article
# As format 2 had it: citations and id behind the words.
_CITATION: Final = rf"\s*\[\[{_DIGEST}#\^p[0-9a-f]{{8}}\]\]"
_STATED: Final = re.compile(
    rf"^(?P<text>.*?)(?:(?P<citations>(?:{_CITATION})*)(?:^|[ \t]+)\^(?P<old>{_ID})"
    rf"|[ \t]*\[{MARK}\]\[(?P<id>{_ID})\])[ \t\r]*$"
)
_HAS_ID: Final = re.compile(rf"(?:\^|\[{MARK}\]\[){_ID}\]?[ \t\r]*\Z")
_CITED: Final = re.compile(rf"\[\[({_DIGEST})#\^(p[0-9a-f]{{8}})\]\]")
_HIDDEN_LINE: Final = re.compile(rf"^{HIDDEN}[ \t\r]*$", re.M)
# A definition of the fold's: `[f1a2b3c4d]: <../sources/digests/x.md#p3f9a1c02> "the sentence"`.
_DEFINITION: Final = re.compile(
    rf"^ {{0,3}}\[(?P<id>{LABEL})(?:-\d{{1,4}})?\]:[ \t]*<?(?P<target>[^<>\s#]+)#(?P<block>p[0-9a-f]{{8}})>?"
    r"""(?:[ \t]+"[^"\n]*")?[ \t\r]*(?:\n|\Z)""",
    re.M,
)
_DEFINES: Final = re.compile(rf"\[{LABEL}(?:-\d{{1,4}})?\]:")
_SOURCE_ID: Final = re.compile(r"(?: -- (?P<title>.*?))? (?:<!-- )?\^(?P<id>r[0-9a-f]{8})(?: -->)?[ \t\r]*$")
_HEADING: Final = re.compile(r"^(?P<marks>#{3,6})[ \t]+(?P<text>.*?)[ \t]*$")
# What opens code, behind the marks of the items it may be the first line of.
_FENCE: Final = re.compile(r"^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
_HOLDER: Final = re.compile(r"^\*\*(?P<holder>.+?)\*\*: (?P<text>.*)$", re.DOTALL)
_QUOTE: Final = re.compile(r"^> .*$", re.M)
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
    """A page cut at its headings of level 1 and 2 and at the hidden line, behind which stands one of level 0.

    Headings inside quotes and lists part nothing.
    """
    cuts: list[tuple[int, int, Heading | None]] = [
        (each.start, each.end, each)
        for each in document.headings
        if each.level <= 2 and (each.start == 0 or text[each.start - 1] in "\r\n")
    ]
    hidden = list(_HIDDEN_LINE.finditer(text, document.body)) if HIDDEN in text else []
    if hidden:
        cuts.append((*hidden[-1].span(), None))
        cuts.sort(key=lambda cut: cut[0])
    bounds = [*(cut[0] for cut in cuts), len(text)]
    parts = [Part("", 0, 1, 0, 0, bounds[0])]
    for (start, behind, head), end in zip(cuts, bounds[1:], strict=True):
        below = _LINE_END.search(text, behind, end)
        body = end if below is None else below.end()
        if text.startswith("\r\n", body - 1):
            body += 1
        line = head.line if head is not None else text.count("\n", 0, start) + 1
        named = (head.text, head.level) if head is not None else ("", 0)
        parts.append(Part(*named, line, start, body, end))
    return tuple(parts)


def behind_hidden_line(text: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts of a document's page: above the hidden line no heading is recognised by its words."""
    line = text.rfind(f"\n{HIDDEN}")
    titled = next((part for part in parts if part.level == 1), None)
    kept = [part for part in parts if part.start == 0 or part is titled or part.start > line >= 0]
    ends = [*(part.start for part in kept[1:]), len(text)]
    return tuple(replace(part, end=end) for part, end in zip(kept, ends, strict=True))


def citations_in(text: str) -> dict[str, tuple[Citation, ...]]:
    """What the definitions of a page say that each fact rests on, by its id, in order."""
    found: dict[str, tuple[Citation, ...]] = {}
    for each in _DEFINITION.finditer(text) if "]: " in text else ():
        digest = link_form.digest_of(each["target"])
        if digest is not None:
            found[each["id"]] = (*found.get(each["id"], ()), Citation(digest, each["block"]))
    return found


def without_definitions(text: str) -> str:
    """A page without the definitions that the fold wrote behind the hidden line."""
    above, hidden, below = text.rpartition(HIDDEN)
    return above + hidden + _DEFINITION.sub("", below)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a block stands: offsets of its text, white space behind it left out."""

    start: int
    end: int


def blocks(text: str, start: int, end: int) -> Iterator[Span]:
    """The blocks between two offsets: bullets with what is indented below them, paragraphs, fenced code, and
    each definition of the fold's."""
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
            opens = line.startswith("- ") or _DEFINES.match(line) is not None
            if first < 0 or opens or (blank and line[0] not in " \t"):
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


def summary_and_rest(text: str, start: int, end: int, known: str = "") -> tuple[str, list[str]]:
    """What stands below a page's heading: the line of its summary, "" without one, and the blocks around it.

    known: the summary, where it stands above. A quote needs no empty line before it, so the summary may stand
    right below a bullet that people wrote.
    """
    summary = known
    rest: list[str] = []
    for block in blocks(text, start, end):
        words = text[block.start : block.end]
        quote = _QUOTE.search(words) if not summary and "```" not in words and "~~~" not in words else None
        if quote is None:
            rest.append(words)
            continue
        summary = quote[0]
        around = words[: quote.start()].rstrip(), words[quote.end() + 1 :]
        rest += [each for each in around if each.strip()]
    return summary, rest


def _span(text: str, start: int, end: int) -> Span:
    return Span(start, start + len(text[start:end].rstrip()))


Cited: TypeAlias = Mapping[str, tuple[Citation, ...]]
NO_CITATIONS: Final[Cited] = {}


@dataclass(frozen=True, slots=True)
class BulletOnDisk:
    """A bullet that carries a statement's id.

    id: of the statement.
    markdown: its words as they stand, without the bullet's mark and indent, citations and id taken off.
    section: the section it stands in.
    below: indented lines under it, which people wrote, or "".
    cites: the blocks it cites, in order.
    place: the headings it stands under in the section of a document's content, outermost first.
    span: where it stands in its page's text, ``below`` left out.
    tail: what stands behind its words there: the link by its id.
    """

    id: str
    markdown: str
    section: str
    below: str = ""
    cites: tuple[Citation, ...] = ()
    place: tuple[str, ...] = ()
    span: Span = field(default=Span(0, 0), compare=False)
    tail: str = field(default="", compare=False)

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
    text: str, block: Span, section: str = "", place: tuple[str, ...] = (), cited: Cited = NO_CITATIONS
) -> BulletOnDisk | None:
    """The bullet of a statement, or None for a block without an id: it ends at the first line with one.

    cited: as ``citations_in`` gives them.
    """
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
                id = match["id"] or match["old"]
                found = (Citation(*each) for each in _CITED.findall(match["citations"] or ""))
                words, span = _words(text, Span(block.start, end), match)
                below, cites = text[end + 1 : block.end], tuple(found) or cited.get(id, ())
                tail = match[0][len(match["text"]) :].strip()
                return BulletOnDisk(id, words, section, below, cites, place, span, tail)
        start = end + 1
    return None


def _words(text: str, span: Span, stated: re.Match[str]) -> tuple[str, Span]:
    """The words of a bullet that ends in ``stated``, and where it stands, white space behind it left out."""
    before = text[span.start + 2 : span.end - len(stated[0])].split("\n")[:-1]
    lines = [line.rstrip("\r") for line in before]
    words = [*lines[:1], *(line.removeprefix("  ") for line in lines[1:])]
    last = stated["text"].removeprefix("  ") if lines else stated["text"]
    if last.strip() or not lines:
        words.append(last)
    while len(words) > 1 and not words[-1].strip():
        words.pop()
    return "\n".join(words), Span(span.start, span.start + len(text[span.start : span.end].rstrip()))


def read_source(line: str) -> SourceLine | None:
    """The source that a line of Related Sources names, None for a line that people wrote there."""
    entry = link_form.read_entry(line[2:]) if line.startswith("- ") else None
    stated = _SOURCE_ID.fullmatch(entry.rest) if entry is not None else None
    if entry is None or stated is None or f"{layout.DIGESTS_DIR}/" not in entry.target:
        return None
    title = unescape(stated["title"]) if stated["title"] else entry.text
    return SourceLine(f"{layout.DIGESTS_DIR}/{entry.stem}", title, stated["id"])


def facts_in(text: str, parts: Iterable[Part]) -> Iterator[BulletOnDisk]:
    """The bullets of a page that carry a statement's id, in order."""
    cited = citations_in(text)
    for part in parts:
        for block in blocks(text, part.body, part.end) if part.states_facts else ():
            stated = read_bullet(text, block, part.name, cited=cited)
            if stated is not None:
                yield stated


def is_definition(block: str) -> bool:
    """Whether a block says where the link of a fact leads."""
    return _DEFINES.match(block) is not None


def id_of(line: str) -> str:
    """The id of the fact or source that a line is the bullet of, "" where people wrote it."""
    stated, source = read_bullet(line, Span(0, len(line))), read_source(line)
    return stated.id if stated is not None else source.id if source is not None else ""


@dataclass(slots=True)
class FactsOnDisk:
    """Bullets with ids and, between them, what else stands among the facts."""

    bullets: list[BulletOnDisk] = field(default_factory=list)
    own: list[Own] = field(default_factory=list)
    cited: Cited = field(default_factory=dict)

    def read(self, text: str, part: Part) -> None:
        """Take what stands in a section of facts."""
        place: tuple[str, ...] = ()
        for block in blocks(text, part.body, part.end):
            stated = read_bullet(text, block, part.name, place, self.cited)
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
