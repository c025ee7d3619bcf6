"""A page that people wrote, as readers see it: its Markdown under its headings, cut into passages. Pure.

A passage is a paragraph, the text of a list item, a row of a table or a piece of code. It stands where a
fact of a compiled wiki stands, without citations: search, answers and tools take it for one. Reading never
fails.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from wikic import layout
from wikic.document.nodes import Header
from wikic.document.parse import parse_document
from wikic.document.plain import plain_text
from wikic.lint.profile import Profile
from wikic.lint.view.page import ParsedPage, names_of_file, page_titles, scan_page
from wikic.markdown import note_lines
from wikic.markdown.document import Document
from wikic.markdown.note_lines import as_callouts
from wikic.markdown.source import plain_lines
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
from wikic.text import structure_marks
from wikic.wiki.documents import note_fields

_SUMMARY: Final = ("summary", "description")
_LONGEST_SUMMARY: Final = 300  # characters
_DEEPEST: Final = 6  # levels of headings, as HTML has them
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?=\S)|//")
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
    page = scan_page(layout.page_file(path), text.encode("utf-8", "replace"), profile.program)
    names = page_titles(page)
    by_file = names_of_file(path, profile.journals)
    title = (plain_line(names[0]) if names else "") or next(iter(by_file), layout.stem(path))
    aliases = page.texts(*profile.key_names("aliases"))
    written = (*_noted_fields(page, profile), *_Sections(page, title).read())
    return PageView(
        path=path,
        type=next(iter(page.texts(*profile.key_names("type"))), ""),
        title=title,
        aliases=tuple(dict.fromkeys(aliases)),
        tags=tuple(
            _read_tags(
                (*page.texts(*profile.key_names("tags")), *structure_marks.tags(page.text[page.body :]))
            )
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


def _noted_fields(page: ParsedPage, profile: Profile) -> Iterator[WrittenSection]:
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
        links = tuple(structure_marks.wikilinks(markdown))
        yield WrittenSection("", 2, "", markdown, (WrittenPassage(0, fact, markdown, links),), links)


def _read_tags(texts: Sequence[str]) -> Iterator[str]:
    """Tags as a list gives them, or one text with commas."""
    found = (tag.strip().removeprefix("#") for text in texts for tag in text.split(","))
    return iter(dict.fromkeys(filter(None, found)))


class _Sections:
    """The sections of one page; offsets are those of its text below the frontmatter."""

    def __init__(self, page: ParsedPage, title: str) -> None:
        self._path = page.path
        text = plain_lines(page.text)
        visible = _without_comments(text, page.document)
        self._commented = visible != text
        # What Logseq's pages begin with is told as frontmatter is.
        below = text if page.front is not None else note_fields.properties(text)[1]
        self._at = page.body if page.front is not None else len(text) - len(below)
        self._text = visible[self._at :]
        self._links = page.document.links
        self._blocks = page.document.block_ids
        document = parse_document(self._text)
        self._cuts = list(cut_passages(self._text, document))
        # A heading inside a quote or a list parts nothing.
        self._heads = [each for each in document.blocks if isinstance(each, Header)]
        first = next((each for each in self._heads if each.level == 1), None)
        self._title = first if first is not None and _heading_words(first) == title else None
        self._seen: Counter[str] = Counter()
        self._named_blocks: set[str] = set()  # a copied block has the id of the other one

    def read(self) -> Iterator[WrittenSection]:
        above: list[tuple[int, str]] = []
        anchors: Counter[str] = Counter()
        level = 1
        # Where headings of level 1 part the page, its title is not among them: all go one level down.
        shift = any(each.level == 1 and each is not self._title for each in self._heads)
        starts = (0, *(each.span.end + 1 for each in self._heads))
        ends = (*(each.span.start for each in self._heads), len(self._text))
        for head, start, end in zip((None, *self._heads), starts, ends, strict=True):
            heading, anchor = "", ""
            if head is not None and head is not self._title:
                heading = _heading_words(head) or self._text[head.span.start : head.span.end].lstrip("# ")
                above = [each for each in above if each[0] < head.level]
                above.append((head.level, heading))
                level = min(head.level + shift, level + 1, _DEEPEST)
                anchor = anchor_of(heading)
                anchors[anchor] += 1
                anchor += f"-{anchors[anchor]}" if anchors[anchor] > 1 else ""
            elif head is not None:
                above = []
            markdown = as_callouts(self._text[start:end])
            passages = tuple(self._passages(start, end, tuple(name for _, name in above) or None))
            if heading or markdown.strip():
                yield WrittenSection(
                    heading=heading,
                    level=max(level, 2),
                    anchor=anchor,
                    markdown=markdown,
                    passages=passages,
                    links=tuple(self._leads(head.span.start if head is not None else start, end)),
                )

    def _passages(self, start: int, end: int, place: tuple[str, ...] | None) -> Iterator[WrittenPassage]:
        """The passages of a section, each with the lines up to the next one."""
        cuts = [each for each in self._cuts if start <= each.start < end]
        lines = self._text[start:end].split("\n")
        if self._commented:  # what is blank now was a remark that nobody sees
            lines = [line.rstrip() for line in lines]
        begins = [self._text.count("\n", start, each.start) for each in cuts]
        bounds = [0, *begins[1:], len(lines)]
        stops = [*(each.start for each in cuts[1:]), end]
        for at, (each, line, stop) in enumerate(zip(cuts, begins, stops, strict=False)):
            said = "\n".join(lines[bounds[at] : bounds[at + 1]]).strip("\n")
            said = _BLANK.sub("\n\n", said) if self._commented else said
            fact = Fact(self._id(each, stop), each.text, (), place=place)
            yield WrittenPassage(line, fact, said, tuple(self._leads(each.start, stop)))

    def _id(self, each: Cut, stop: int) -> str:
        """Id of a passage by its name, which may stand below it, or its text. stop: where the next begins."""
        first = bisect_left(self._blocks, self._at + each.start, key=_START)
        if first < len(self._blocks) and self._blocks[first].start < self._at + stop:
            return passage_id(self._path, f"^{self._blocks[first].id}")
        named = note_lines.block_ids(self._text[each.start : stop])
        if named and named[0] not in self._named_blocks:
            self._named_blocks.add(named[0])
            return passage_id(self._path, f"^{named[0]}")
        self._seen[each.text] += 1
        return passage_id(self._path, each.text, self._seen[each.text])

    def _leads(self, start: int, end: int) -> Iterator[str]:
        """The links between two offsets that may lead to a page, as they are kept."""
        first = bisect_left(self._links, self._at + start, key=_START)
        last = bisect_left(self._links, self._at + end, first, key=_START)
        return iter(dict.fromkeys(stored_link(link) for link in self._links[first:last] if _may_lead(link)))


def _heading_words(head: Header) -> str:
    return " ".join(plain_text(head.inlines).split())


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
