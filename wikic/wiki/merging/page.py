"""The merge of a knowledge page by unit: bullets by id, lists as sets, people's sections by heading.

Nothing is folded: git runs a merge driver before the other files are there. What people changed on a side
and no fold has noted yet is noted here, in ``keep:`` and ``drop:``, because the stamp that tells it from
generated text does not survive the merge of two heads. The next command that writes folds exactly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.read import read
from wikic.wiki import page_blocks, page_read
from wikic.wiki.merging import heads, lines, three_way
from wikic.wiki.merging.lines import Merged
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.page_sections import FACT_SECTIONS, GENERATED_SECTIONS, RELATED_PAGES, RELATED_SOURCES

_HEADING, _SUMMARY = "# ", "> "
_ORDER: Final = (*FACT_SECTIONS, page_blocks.HIDDEN, RELATED_PAGES, RELATED_SOURCES)


@dataclass(frozen=True, slots=True)
class _Units:
    """A page taken apart.

    page: what it says.
    before: heading, summary and what stands below them, by unit.
    sections: body of each section, by its heading line.
    """

    page: PageOnDisk
    before: dict[str, str]
    sections: dict[str, str]


def merge(base: bytes, ours: bytes, theirs: bytes, marker_size: int = lines.MARKER_SIZE) -> Merged | None:
    """The merged page; ``base`` is empty when both sides added it. None when it cannot be merged by unit."""
    try:
        common, left, right = _units(base), _units(ours), _units(theirs)
        if not (left.page.text("fold") or right.page.text("fold")):
            return None  # people's own page: prose
        return _Merge(common, left, right, marker_size).run()
    except (FormatError, heads.NotByUnitError):
        return None


class _Merge:
    """One merge: decides what both sides changed, and counts what it could not decide."""

    def __init__(self, base: _Units, ours: _Units, theirs: _Units, marker_size: int) -> None:
        self._base, self._ours, self._theirs = base, ours, theirs
        self._marker_size = marker_size
        self._conflicts = 0

    def run(self) -> Merged:
        """The merged page. Raises NotByUnitError where it has to be merged line by line."""
        base, ours, theirs = self._base, self._ours, self._theirs
        fields = heads.merge(base.page, ours.page, theirs.page)
        text = [*three_way.sequence(base.before, ours.before, theirs.before, self._before).values()]
        sections = three_way.sequence(base.sections, ours.sections, theirs.sections, self._section)
        for heading in _ordered(sections, ours.sections, theirs.sections):
            text += [] if text[-1] == page_blocks.HIDDEN else [""]
            text += [heading, *([sections[heading]] if sections[heading] else [])]
        body = "\n".join(text) + "\n"
        stamp = heads.stamp(base.page, ours.page, theirs.page, fields, body)
        head = frontmatter.dump({**fields, **({"fold": stamp} if stamp else {})})
        return Merged((head + body).encode("utf-8"), self._conflicts)

    def _before(self, key: str, base: str, ours: str, theirs: str) -> str:
        """Heading and summary are generated; a person's goes before the fold's, ours before theirs."""
        if key not in (_HEADING, _SUMMARY):
            return self._both(key, base, ours, theirs)
        people = not heads.is_stamped(self._theirs.page) and heads.is_stamped(self._ours.page)
        return theirs if people else ours

    def _section(self, heading: str, base: str, ours: str, theirs: str) -> str:
        if heading.removeprefix("## ").strip() in GENERATED_SECTIONS:
            units = three_way.sequence(_keyed(base), _keyed(ours), _keyed(theirs), self._both)
            return "\n".join(_spaced(units.values()))
        old, left, right = (f"{each}\n".encode() for each in (base, ours, theirs))
        found = lines.merge(old, left, right, self._marker_size)
        self._conflicts += found.conflicts
        return found.data.decode("utf-8").strip("\n")

    def _both(self, key: str, base: str, ours: str, theirs: str) -> str:
        """The two versions of a unit, one after the other between the conflict markers of git.

        Where a fact's link leads the next fold writes.
        """
        if page_blocks.is_definition(ours):
            return ours
        self._conflicts += 1
        size = self._marker_size
        return f"{'<' * size} ours\n{ours}\n{'=' * size}\n{theirs}\n{'>' * size} theirs"


def _units(data: bytes) -> _Units:
    page = page_read.parse(data, "page")
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    document = read(text)
    start = document.frontmatter.end if document.frontmatter is not None else 0
    before: dict[str, str] = {}
    sections: dict[str, str] = {}
    for part in page_blocks.parts_of(text, document):
        heading = text[part.start : part.end].partition("\n")[0]
        if part.level <= 1 and not sections and heading.strip() != page_blocks.HIDDEN:
            if part.level == 1:
                before[_new(_HEADING, before)] = heading
            for block in page_blocks.blocks(text, max(part.body, start), part.end):
                words = text[block.start : block.end]
                before[_new(_SUMMARY if words.startswith("> ") else _unspaced(words), before)] = words
        else:
            sections[_new(heading, sections)] = text[part.start + len(heading) : part.end].strip("\n")
    return _Units(page, before, sections)


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
        apart = not unit.startswith(("- ", "<")) and not (defined and page_blocks.is_definition(unit))
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
