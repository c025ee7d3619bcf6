"""The merge of a knowledge page by unit: bullets by id, lists as sets, people's sections by heading.

Nothing is folded: git runs a merge driver before the other files are there. What people changed on a side
and no fold has noted yet is noted here, in ``keep:`` and ``drop:``, because the stamp that tells it from
generated text does not survive the merge of two heads. The next command that writes folds exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape
from wikic.markdown.read import read
from wikic.wiki import document_page, page_blocks, page_read
from wikic.wiki.merging import heads, lines, three_way
from wikic.wiki.merging.lines import Merged
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.page_sections import FACT_SECTIONS, GENERATED_SECTIONS, RELATED_PAGES, RELATED_SOURCES

_COMMENT: Final = re.compile(r"(?:^|[ \t])#", re.M)
_HEADING, _SUMMARY = "# ", "> "
_OPEN: Final = "\0"
_CONFLICT: Final = re.compile(rf"{_OPEN}(\d+){_OPEN}")
_ORDER: Final = (*FACT_SECTIONS, page_blocks.HIDDEN, RELATED_PAGES, RELATED_SOURCES)


@dataclass(frozen=True, slots=True)
class _Units:
    """A page taken apart.

    page: what it says.
    before: heading, summary and what stands below them, by unit.
    sections: body of each section, by its heading line.
    comments: whether its frontmatter has any.
    """

    page: PageOnDisk
    before: dict[str, str]
    sections: dict[str, str]
    comments: bool


def merge(base: bytes, ours: bytes, theirs: bytes, marker_size: int = lines.MARKER_SIZE) -> Merged | None:
    """The merged page; ``base`` is empty when both sides added it. None when it cannot be merged by unit."""
    try:
        common, left, right = _units(base), _units(ours), _units(theirs)
        if not (left.page.text("fold") or right.page.text("fold")):
            return None  # people's own page: prose
        if left.comments or right.comments:
            return None  # no reader of YAML keeps them
        return _Merge(common, left, right, marker_size).run()
    except FormatError:
        return None


class _Merge:
    """One merge: decides what both sides changed, and counts what it could not decide."""

    def __init__(self, base: _Units, ours: _Units, theirs: _Units, marker_size: int) -> None:
        self._base, self._ours, self._theirs = base, ours, theirs
        self._marker_size = marker_size
        self._conflicts = 0  # inside of people's sections
        self._open: list[tuple[str, str]] = []

    def run(self) -> Merged:
        """The merged page."""
        sides = self._base.page, self._ours.page, self._theirs.page
        fields = heads.merge(*sides)
        text = [*self._before().values()]
        base, ours, theirs = self._base, self._ours, self._theirs
        body, conflicts = self._body() if ours.page.document or theirs.page.document else ("", 0)
        text += ["", body] if body else []
        sections = three_way.sequence(base.sections, ours.sections, theirs.sections, self._section)
        for heading in _ordered(sections, ours.sections, theirs.sections):
            text += [] if text[-1] == page_blocks.HIDDEN else [""]
            text += [_uncounted(heading), *([sections[heading]] if sections[heading] else [])]
        if (ours.page.document or theirs.page.document) and not conflicts:  # else nothing counts as deleted
            text += ["", document_page.note_comment(self._note(body))]
        body = "\n".join(text) + "\n"
        plain = {name: heads.settled(value) for name, value in fields.items()}
        stamp = heads.stamp(*sides, plain, self._shown(body, lambda ours, theirs: ours))
        if stamp:
            fields["fold"] = stamp
        head = "".join(f"{self._field(name, value)}\n" for name, value in fields.items())
        shown = self._shown(f"---\n{head}---\n{body}", self._marked)
        return Merged(shown.encode("utf-8"), self._conflicts + len(self._open))

    def _body(self) -> tuple[str, int]:
        """The text of a document's page, merged line by line, and how many conflicts stand in it."""
        sides = (self._base.page, self._ours.page, self._theirs.page)
        base, ours, theirs = (f"{side.body}\n".encode() for side in sides)
        found = lines.merge(base, ours, theirs, self._marker_size)
        self._conflicts += found.conflicts
        return found.data.decode("utf-8").strip("\n"), found.conflicts

    def _note(self, body: str) -> list[str]:
        """What of a merged body the folds of both sides wrote, and what a person deleted of it on either."""
        there = set(document_page.noted(body))
        kept: dict[str, None] = {}
        for side in (self._ours.page, self._theirs.page):
            shown = set(document_page.noted(side.body))
            kept.update(dict.fromkeys(each for each in side.note or () if each in there or each not in shown))
        order = {
            each: at
            for at, each in enumerate((*(self._theirs.page.note or ()), *(self._ours.page.note or ())))
        }
        return sorted(kept, key=lambda each: order[each])

    def _before(self) -> dict[str, str]:
        """Heading, summary and what stands below them. A person's words go before the fold's."""
        base, ours, theirs = self._base, self._ours, self._theirs
        found = three_way.sequence(base.before, ours.before, theirs.before, self._one_or_both)
        sides = base.page, ours.page, theirs.page
        if heads.titled(*sides) is None:
            given = (escape(heads.title_given(side, base.page)) for side in sides[1:])
            found = {_HEADING: "", **found}  # first, where a side lost it
            found[_HEADING] = self._both(*(_HEADING + each for each in given))
        elif heads.titled(*sides) is theirs.page and _HEADING in theirs.before:
            found[_HEADING] = theirs.before[_HEADING]
        return found

    def _one_or_both(self, key: str, base: str, ours: str, theirs: str) -> str:
        sides = self._base.page, self._ours.page, self._theirs.page
        if key == _HEADING:
            return ours
        if key != _SUMMARY:
            return self._keep_both(key, base, ours, theirs)
        given = heads.summary(*sides)
        if isinstance(given, heads.Both):
            return self._both(ours, theirs)
        return theirs if given and given == sides[2].summary else ours

    def _section(self, heading: str, base: str, ours: str, theirs: str) -> str:
        if heading.removeprefix("## ").strip() in GENERATED_SECTIONS:
            units = three_way.sequence(_keyed(base), _keyed(ours), _keyed(theirs), self._keep_both)
            return "\n".join(_spaced(units.values()))
        old, left, right = (f"{each}\n".encode() for each in (base, ours, theirs))
        found = lines.merge(old, left, right, self._marker_size)
        self._conflicts += found.conflicts
        return found.data.decode("utf-8").strip("\n")

    def _keep_both(self, key: str, base: str, ours: str, theirs: str) -> str:
        if page_blocks.is_definition(ours):
            return ours  # where a fact's link leads the next fold writes
        return self._both(ours, theirs)

    def _field(self, name: str, value: Any) -> str:
        """A key of the frontmatter with its value."""
        if isinstance(value, heads.Both):
            return self._both(self._field(name, value.ours), self._field(name, value.theirs))
        return frontmatter.dump({name: value}).removeprefix("---\n").removesuffix("\n---\n")

    def _both(self, ours: str, theirs: str) -> str:
        """What stands for a conflict until the page is written."""
        self._open.append((ours, theirs))
        return f"{_OPEN}{len(self._open) - 1}{_OPEN}"

    def _shown(self, text: str, show: Callable[[str, str], str]) -> str:
        """``text`` with its conflicts shown."""
        return _CONFLICT.sub(lambda found: show(*self._open[int(found[1])]), text)

    def _marked(self, ours: str, theirs: str) -> str:
        """The two versions of a unit, one after the other between the conflict markers of git."""
        size = self._marker_size
        return f"{'<' * size} ours\n{ours}\n{'=' * size}\n{theirs}\n{'>' * size} theirs"


def _units(data: bytes) -> _Units:
    page = page_read.parse(data, "page")
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    if page.document:
        text = document_page.without_note(text)
    document = read(text)
    start = document.frontmatter.end if document.frontmatter is not None else 0
    before: dict[str, str] = {}
    sections: dict[str, str] = {}
    parts = page_blocks.parts_of(text, document)
    for part in page_blocks.behind_hidden_line(text, parts) if page.document else parts:
        heading = text[part.start : part.end].partition("\n")[0]
        if part.level <= 1 and not sections and heading.strip() != page_blocks.HIDDEN:
            if part.level == 1:
                before[_new(_HEADING, before)] = heading
            if page.document:
                continue  # merged line by line
            known = before.get(_SUMMARY, "")
            found, rest = page_blocks.summary_and_rest(text, max(part.body, start), part.end, known)
            if found:
                before[_SUMMARY] = found
            for words in rest:
                before[_new(_unspaced(words), before)] = f"\n{words}"
        else:
            sections[_new(heading, sections)] = text[part.start + len(heading) : part.end].strip("\n")
    front = document.frontmatter
    return _Units(page, before, sections, front is not None and _COMMENT.search(front.yaml) is not None)


def _ordered(headings: Collection[str], *others: Iterable[str]) -> list[str]:
    """Generated sections where the fold puts them, people's behind the one they follow.

    headings: of the sections that are left; others: of those each side had.
    """
    every = list(dict.fromkeys([*headings, *(each for other in others for each in other)]))
    rank: dict[str, int] = {}
    for side in (*others, every):
        last = -1
        for heading in side:
            name = heading.removeprefix("## ").strip()
            last = _ORDER.index(name) if name in _ORDER else last
            rank.setdefault(heading, last)
    return sorted(headings, key=lambda heading: rank[heading])


def _keyed(body: str) -> dict[str, str]:
    """The units of a generated section: facts by id, sources by digest, anything else by what it says."""
    found: dict[str, str] = {}
    for block in page_blocks.blocks(body, 0, len(body)):
        words = body[block.start : block.end]
        stated = page_blocks.read_bullet(body, block)
        source = page_blocks.read_source(words.partition("\n")[0])
        defined = words.partition("]")[0] if page_blocks.is_definition(words) else ""
        key = defined or (f"^{stated.id}" if stated else source.digest if source else _unspaced(words))
        found[_new(key, found)] = words
    return found


def _spaced(units: Iterable[str]) -> Iterator[str]:
    """The units of a generated section, an empty line before a paragraph and before the first definition."""
    defined = False
    for unit in units:
        apart = not unit.startswith(("- ", _OPEN)) and not (defined and page_blocks.is_definition(unit))
        defined = page_blocks.is_definition(unit)
        yield f"\n{unit}" if apart else unit


def _unspaced(chunk: str) -> str:
    return " ".join(chunk.split())


def _new(key: str, taken: dict[str, str]) -> str:
    """``key``, counted where a unit has it already."""
    number = 1
    found = key
    while found in taken:
        number += 1
        found = f"{key}\0{number}"
    return found


def _uncounted(key: str) -> str:
    return key.partition("\0")[0]
