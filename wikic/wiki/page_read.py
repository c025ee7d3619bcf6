"""Knowledge pages read back as what stands there.

Reading makes no judgement about who wrote a line; ``fold/people_edits.py`` does, by hashes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import unescape
from wikic.markdown.read import read
from wikic.model import attachment
from wikic.model.page import Citation, Head, Own, Section, SourceLine
from wikic.wiki import document_page, link_form
from wikic.wiki.page_blocks import (
    DIFFERING,
    GENERATED_SECTIONS,
    HIDDEN,
    RELATED_PAGES,
    RELATED_SOURCES,
    BulletOnDisk,
    FactsOnDisk,
    Part,
    blocks,
    citations_in,
    heading_text,
    parts_of,
    read_source,
    summary_and_rest,
    without_definitions,
)

_TITLE: Final = re.compile(r"# (.*)(?:\n|\Z)")


@dataclass(frozen=True, slots=True)
class PageOnDisk:
    """A knowledge page as it stands.

    path: page path, from where the file is.
    fields: its frontmatter, every scalar as text; empty when there is none.
    heading: text of its first heading of level 1, or None.
    summary: text of the quote below the heading, or "".
    summary_markdown: the same as Markdown; the fold escapes people's words too, which ``keep:`` has as they
        wrote them.
    body, note: of a document's page: its Markdown above the hidden line, and what of it the fold noted
        (``wiki.document_page``); of a page with a written article, that.
    cited: of that, what its sentences rest on, by their ids.
    bullets: bullets with a statement's id, in order.
    sources: lines of Related Sources with their ids.
    related: lines of Related Pages as they stand, without ``- ``.
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
    summary_markdown: str = ""
    body: str = ""
    note: tuple[str, ...] | None = None
    cited: Mapping[str, tuple[Citation, ...]] = field(default_factory=dict)

    @property
    def document(self) -> str:
        """The key of the document whose page it is, "" where it is the page of a thing or a term."""
        return self.text("document") or ""

    def text(self, name: str) -> str | None:
        """A scalar of the frontmatter, or None."""
        value = self.fields.get(name)
        return value if isinstance(value, str) and value else None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of the frontmatter; a lone scalar is a list of one, anything else is left out."""
        return _texts(self.fields.get(name))

    @property
    def head(self) -> Head:
        """What stands where the fold writes the head, links by the stem they name."""
        related = tuple(map(link_form.by_stem, self.related))
        return Head(self.texts("aliases"), self.texts("tags"), self.summary, related)


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
    if fields.get("document"):
        return _of_document(path, fields, text, head.end if head is not None else 0)
    if fields.get("written"):
        body, rest = without_article(text)
        page = _assemble(path, fields, rest)
        return replace(page, body=body, note=document_page.read_note(text), cited=citations_in(text))
    return _assemble(path, fields, document_page.without_note(text))


def without_article(text: str) -> tuple[str, str]:
    """The written article of a page, and the page without it and without its note.

    It stands between the summary and the first section that the fold writes, whatever headings it has.
    """
    text = document_page.without_note(text)
    document = read(text)
    parts = parts_of(text, document)
    titled = next((part for part in parts if part.level == 1), parts[0])
    start = titled.body
    while text.startswith("\n", start):
        start += 1
    if text.startswith("> ", start):
        start = text.find("\n", start) + 1 or len(text)
    end = next((part.start for part in parts if part.start >= start and _is_generated(part)), len(text))
    return text[start:end].strip("\n"), f"{text[:start]}\n{text[end:]}"


def _is_generated(part: Part) -> bool:
    """Whether a part is the fold's: a section it knows, or what stands behind the hidden line."""
    return part.level == 0 or (part.level == 2 and part.name in GENERATED_SECTIONS)


def _of_document(path: str, fields: dict[str, Any], text: str, start: int) -> PageOnDisk:
    """The page of a document: nothing above the hidden line is the fold's but the document itself."""
    end = text.rfind(f"\n{HIDDEN}\n", start)
    if end < 0:  # somebody took the line away: what the fold wrote behind it is known by its headings
        heads = (text.rfind(f"\n## {name}\n", start) for name in (DIFFERING, RELATED_PAGES, RELATED_SOURCES))
        end = min((at for at in heads if at >= 0), default=len(text))
    above = document_page.without_note(text[start:end]).lstrip("\n")
    title = _TITLE.match(above)
    body = (above[title.end() :] if title is not None else above).strip("\n")
    behind = document_page.without_note(text[end:].replace(HIDDEN, "", 1))
    page = _assemble(path, fields, behind)
    # What people write behind the hidden line is of the document, too.
    added = [each.text for each in page.own]
    added += [f"{each.heading}\n\n{each.body}".rstrip() for each in page.sections]
    return replace(
        page,
        heading=unescape(title[1].strip()) if title is not None else None,
        body="\n\n".join(filter(None, [body, *added])),
        note=document_page.read_note(text),
        own=(),
        sections=(),
    )


def _assemble(path: str, fields: dict[str, Any], text: str) -> PageOnDisk:
    facts = FactsOnDisk(cited=citations_in(text))
    text = without_definitions(text)
    document = read(text)
    start = document.frontmatter.end if document.frontmatter is not None else 0
    heading: str | None = None
    marked = ""
    sources: list[SourceLine] = []
    related: list[str] = []
    sections: list[Section] = []
    after = ""
    seen: set[str] = set()
    for part in parts_of(text, document):
        if part.level <= 1 and (part.level == 0 or heading is None):
            if part.level == 1:
                heading = unescape(part.name)
            known = marked or after  # behind a section none is looked for
            found, rest = summary_and_rest(text, max(part.body, start), part.end, known)
            marked = marked if known else found[2:].strip()
            for words in rest:
                facts.add(words)
        elif part.level == 2 and part.name in GENERATED_SECTIONS and part.name not in seen:
            seen.add(part.name)
            after = part.name
            if part.states_facts:
                facts.read(text, part)
                continue
            for block in blocks(text, part.body, part.end):
                words = text[block.start : block.end]
                if part.name == RELATED_PAGES:
                    related.append(words.removeprefix("- "))
                    continue
                first, _, below = words.partition("\n")
                source = read_source(first)
                sources += [source] if source is not None else []
                # What people write at the end of a page stands in this section.
                facts.add(below if source is not None else words)
        else:
            first, _, body = text[part.start : part.end].partition("\n")
            sections.append(Section(first, body.rstrip("\n"), after))
    summary = unescape(marked)
    theirs = bool(summary) and summary == head_from(fields.get("keep")).summary
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
        summary_markdown=summary if theirs else marked,
    )


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
