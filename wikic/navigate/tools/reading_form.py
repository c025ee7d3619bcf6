"""A knowledge page in reading form: one item per fact, paragraph or kind of relation, citations as numbers.

On disk a citation costs as much as the fact it stands behind; here it is ``[1]``, and a legend names the
documents once. Relations are grouped by what they say; pages that link here and are not related are found in
the graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from wikic import layout
from wikic.markdown.bullet_lines import ends_apart
from wikic.model.page import Citation, Fact
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.tools.result import Reading
from wikic.wiki.page_blocks import FACTS, RELATED_PAGES, section_of

BACKLINKS: Final = "Linked from"
# More backlinks than this say little each; wiki_links pages through all of them.
MAX_BACKLINKS: Final = 20
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n")

ItemKind = Literal["fact", "text", "passage", "relation", "backlinks"]


@dataclass(frozen=True, slots=True)
class Item:
    """One line or paragraph of a page.

    kind: ``fact``, ``text`` (people's), ``passage`` (of a page that wikic did not write), ``relation`` or
        ``backlinks``.
    section: heading it stands under.
    text: what it says; of relations, their label.
    id: of a fact or passage, else "".
    cites: numbers of the documents it cites, in order.
    citations: what it cites, in order.
    pages: stems of the pages a relation leads to, or that link here.
    more: pages that are not in ``pages`` for length.
    """

    kind: ItemKind
    section: str
    text: str
    id: str = ""
    cites: tuple[int, ...] = ()
    citations: tuple[Citation, ...] = ()
    pages: tuple[str, ...] = ()
    more: int = 0

    def line(self, *, blocks: bool = False) -> str:
        """The item as it is read; with ``blocks``, each number carries the ids of its blocks."""
        if self.kind == "text":
            return self.text
        if self.kind == "passage":
            said = self.text.rstrip()
            return f"{said} (^{self.id}){self.text[len(said) :]}" if blocks else self.text
        if self.kind != "fact":
            names = ", ".join(f"[[{page}]]" for page in self.pages)
            more = f" and {self.more:,} more" if self.more else ""
            return f"- {self.text}: {names}{more}" if self.text else f"- {names}{more}"
        lines = self.text.replace("\n", "\n  ")
        # A number behind a table's last row or a fence would be read as part of it.
        joint = "\n  " if ends_apart(self.text) else " "
        if not blocks:
            return f"- {lines}{joint if self.cites else ''}" + "".join(f"[{number}]" for number in self.cites)
        ids: dict[int, list[str]] = {number: [] for number in self.cites}
        numbered = dict(zip(dict.fromkeys(cite.digest for cite in self.citations), self.cites, strict=True))
        for cite in self.citations:
            ids[numbered[cite.digest]].append(f"^{cite.block}")
        cites = [f"[{number} {' '.join(ids[number])}]" for number in self.cites]
        return f"- {lines}{joint}{' '.join([*cites, f'^{self.id}'])}"


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page, or a part of one.

    path: page path.
    title, type, aliases, tags, summary: of the page.
    items: those shown.
    first: number of the first item shown, from 0.
    total: how many items the page has.
    blocks: whether ids are shown.
    """

    path: str
    title: str
    type: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    items: tuple[Item, ...]
    first: int
    total: int
    blocks: bool = False

    @property
    def ok(self) -> bool:
        """True."""
        return True

    @property
    def whole(self) -> bool:
        """Whether nothing of the page comes after what is shown."""
        return self.first + len(self.items) >= self.total

    def head(self) -> str:
        """Title, path, names, summary; short where the page is continued."""
        if self.first:
            return f"# {self.title} (continued)\n{self.path}"
        about = [self.path]
        if self.aliases:
            about.append("also: " + "; ".join(self.aliases))
        if self.tags:
            about.append("tags: " + ", ".join(self.tags))
        lines = [f"# {self.title}", " · ".join(about)]
        return "\n".join([*lines, f"> {self.summary}"] if self.summary else lines)

    def text(self) -> str:
        """Head, then items under their headings."""
        lines = [self.head()]
        section = ""
        for item in self.items:
            if item.section != section:
                section = item.section
                lines += ["", f"## {section}"]
            lines.append(item.line(blocks=self.blocks))
        return "\n".join(lines)


def items_of(library: Library, view: PageView, reading: Reading) -> tuple[Item, ...]:
    """Every item of a page, in reading order. Documents get their numbers."""
    if view.written:
        return (*_written_items(view, reading), *_relation_items(view), *_backlink_items(library, view))
    facts = [_fact_item(fact, reading) for fact in view.facts]
    own = [Item("text", FACTS, passage.text) for passage in view.passages if not passage.heading]
    # Facts of one section stand together; people's bullets go behind the Key Facts, as on disk.
    at = next((n for n, item in enumerate(facts) if item.section != FACTS), len(facts))
    added = [
        Item("text", passage.heading, paragraph)
        for passage in view.passages
        if passage.heading
        for paragraph in _PARAGRAPHS.split(passage.text)
        if paragraph.strip()
    ]
    article = _article(view, reading)
    return (
        *article,
        *facts[:at],
        *own,
        *facts[at:],
        *added,
        *_relation_items(view),
        *_backlink_items(library, view),
    )


def note_read(reading: Reading, page: PageRead, sha256: str) -> None:
    """Write down what was shown of a page."""
    from wikic.navigate.tools.result import Read

    shown = page.first + len(page.items)
    before = reading.pages.get(page.path)
    if before is not None and before.sha256 == sha256:
        shown = max(shown, before.items)
    reading.pages[page.path] = Read(sha256, shown, page.total)
    for item in page.items:
        reading.blocks.update(item.citations)
        if item.id:
            reading.facts[item.id] = page.path


def _fact_item(fact: Fact, reading: Reading) -> Item:
    digests = dict.fromkeys(cite.digest for cite in fact.citations)
    text = f"{fact.holder}: {fact.text}" if fact.holder else fact.text
    numbers = tuple(reading.number(digest) for digest in digests)
    section = " › ".join(fact.place) if fact.place else section_of(fact)
    return Item("fact", section, text, fact.id, numbers, fact.citations)


def _article(view: PageView, reading: Reading) -> Iterator[Item]:
    """A written article, a paragraph, list or table an item; what people wrote in it too."""

    def show(citations: Sequence[Citation]) -> str:
        digests = dict.fromkeys(cite.digest for cite in citations)
        return " " + "".join(f"[{reading.number(digest)}]" for digest in digests) if digests else ""

    for heading, text in view.article_sections(show):
        paragraphs = [each for each in _PARAGRAPHS.split(text) if each.strip()]
        yield from (Item("text", heading, f"{each}\n") for each in paragraphs[:-1])
        yield from (Item("text", heading, each) for each in paragraphs[-1:])


def _written_items(view: PageView, reading: Reading) -> Iterator[Item]:
    for section in view.written:
        lines = section.markdown.split("\n")
        for each, following in zip(section.passages, (*section.passages[1:], None), strict=True):
            fact = each.fact
            # The empty line that parts paragraphs stays, and one is enough.
            parted = (
                following is not None and each.line < following.line and not lines[following.line - 1].strip()
            )
            numbers = tuple(
                reading.number(digest) for digest in dict.fromkeys(c.digest for c in fact.citations)
            )
            section_name = " › ".join(fact.place or ())
            text = each.markdown.strip("\n") + "\n" * parted
            yield Item("passage", section_name, text, fact.id, numbers, fact.citations)


def _relation_items(view: PageView) -> Iterator[Item]:
    groups: dict[str, list[str]] = {}
    for line in view.related:
        groups.setdefault(", ".join(line.labels), []).append(line.target)
    for label, stems in groups.items():
        yield Item("relation", RELATED_PAGES, label, pages=tuple(dict.fromkeys(stems)))


def _backlink_items(library: Library, view: PageView) -> Iterator[Item]:
    shown = {line.target for line in view.related}
    stems = dict.fromkeys(layout.stem(link.source) for link in library.graph.backlinks(view.path))
    others = [stem for stem in stems if stem not in shown]
    if others:
        few = tuple(others[:MAX_BACKLINKS])
        yield Item("backlinks", BACKLINKS, "", pages=few, more=len(others) - len(few))
