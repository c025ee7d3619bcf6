"""The merge of a knowledge page by unit: bullets by id, lists as sets, people's sections by heading.

Nothing is folded: git runs a merge driver before the other files are there. What people changed on a side
and no fold has noted yet is noted here, in ``keep:`` and ``drop:``, because the stamp that tells it from
generated text does not survive the merge of two heads. The next command that writes folds exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape
from wikic.markdown.read import read
from wikic.wiki import document_page, page_blocks, page_read, page_render
from wikic.wiki.merging import three_way
from wikic.wiki.merging.three_way import Merged
from wikic.wiki.page_blocks import FACT_SECTIONS, GENERATED_SECTIONS, RELATED_PAGES, RELATED_SOURCES
from wikic.wiki.page_read import PageOnDisk

_LISTS: Final = ("aliases", "tags", "redirects")
_NOTES: Final = ("keep", "drop")
_ABSENT: Final = object()


@dataclass(frozen=True, slots=True)
class Both:
    """Two values that two people gave one thing: a conflict."""

    ours: Any
    theirs: Any


def settled_value(value: Any) -> Any:
    """A merged value, ours where it is a conflict."""
    return value.ours if isinstance(value, Both) else value


def is_stamped(page: PageOnDisk) -> bool:
    """Whether the head is as the fold wrote it, with what people changed noted in ``keep`` and ``drop``."""
    return page.text("fold") == page_render.stamp(page.head)


def merge_heads(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> dict[str, Any]:
    """The merged frontmatter, its stamp left out; a ``Both`` where a value is a conflict."""
    merged: dict[str, Any] = {}
    names = dict.fromkeys([*page_blocks.KNOWN_KEYS, *ours.fields, *theirs.fields])
    for name in names:
        old, left, right = (side.fields.get(name, _ABSENT) for side in (base, ours, theirs))
        if name in _NOTES:
            merged[name] = _noted(name, base, ours, theirs)
        elif name == "title":
            # Both say how the page is called, title and heading: which, the heading shows.
            merged[name] = (titled(base, ours, theirs) or base).fields.get(name, left)
        elif name in _LISTS and all(map(_is_list, (old, left, right))):
            merged[name] = list(three_way.union(base.texts(name), ours.texts(name), theirs.texts(name)))
        elif name != "fold":
            merged[name] = three_way.value(old, left, right, partial(_scalar, name))
    empty: tuple[Any, ...] = ([], {}, _ABSENT)
    return {name: value for name, value in merged.items() if value not in empty}


def titled(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> PageOnDisk | None:
    """The side that says how the page is called, by title and heading; None where people gave two names."""
    old, left, right = ((side.fields.get("title"), side.heading) for side in (base, ours, theirs))
    if left == right or right == old:
        return ours
    if left == old:
        return theirs
    stems = {layout.page_stem(title_given(side, base)).casefold() for side in (ours, theirs)}
    return ours if len(stems) == 1 else None  # one name that two folds spell


def title_given(side: PageOnDisk, base: PageOnDisk) -> str:
    """What a side calls the page: in its heading, where that is not as it was."""
    given = side.heading if side.heading != base.heading else side.text("title")
    return given or ""


def summary(base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> Any:
    """The summary that people gave the page, "" where they gave none; a ``Both`` where they gave two."""
    old, left, right = (_summary_given(side, base) for side in (base, ours, theirs))
    return three_way.value(old, left, right, partial(_scalar, "summary"))


def _summary_given(side: PageOnDisk, base: PageOnDisk) -> str:
    if not is_stamped(side) and side.summary != base.summary:
        return side.summary
    return page_read.head_from(side.fields.get("keep")).summary


def merged_stamp(
    base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk, fields: dict[str, Any], body: str
) -> str:
    """``fold:`` of the merged page, ``fields`` and ``body``.

    Without a stamped base nothing tells people's changes on an unstamped side from what the fold wrote: its
    stamp stays, so that the next fold finds them.
    """
    for side in (ours, theirs):
        if not is_stamped(base) and side.text("fold") and not is_stamped(side):
            return side.text("fold") or ""
    merged = page_read.parse((frontmatter.dump(fields) + body).encode("utf-8"), "merged")
    return page_render.stamp(merged.head)


def _is_list(value: Any) -> bool:
    texts = value if isinstance(value, list) else [value]
    return value is _ABSENT or all(isinstance(each, str) for each in texts)


def _listed(value: Any) -> list[str]:
    return [] if value is _ABSENT else value if isinstance(value, list) else [value]


def _scalar(name: str, base: Any, ours: Any, theirs: Any) -> Any:
    """A value that both sides changed; one that says nothing gives way."""
    if ours in (_ABSENT, "") or theirs in (_ABSENT, ""):
        return theirs if ours in (_ABSENT, "") else ours
    if name == "created" and base is _ABSENT:
        return min(ours, theirs)
    # No person writes the stamp of what is borrowed, or what an article rests on.
    return ours if name in ("borrows", "written") else Both(ours, theirs)


def _noted(name: str, base: PageOnDisk, ours: PageOnDisk, theirs: PageOnDisk) -> Any:
    """``keep`` or ``drop``: both sides' notes, and what a side changed that no fold has noted yet."""
    old, left, right = ({**_notes(name, side)} for side in (base, ours, theirs))
    for side, notes in ((ours, left), (theirs, right)):
        if is_stamped(side) or not base.text("fold"):
            continue
        new, was = (side.head, base.head) if name == "keep" else (base.head, side.head)
        for each in ("aliases", "tags", "related"):
            more = [text for text in getattr(new, each) if text not in getattr(was, each)]
            if _is_list(notes.get(each, _ABSENT)):
                notes[each] = [*_listed(notes.get(each, _ABSENT)), *more]
        if name == "drop" and new.summary and not was.summary:
            notes["summary"] = new.summary
    merged: dict[str, Any] = {}
    for each in dict.fromkeys([*left, *right]):
        was, mine, yours = (notes.get(each, _ABSENT) for notes in (old, left, right))
        if all(map(_is_list, (was, mine, yours))) and each != "summary":
            merged[each] = list(three_way.union(*map(_listed, (was, mine, yours))))
        else:
            merged[each] = three_way.value(was, mine, yours, partial(_scalar, each))
    if name == "keep":
        merged["summary"] = summary(base, ours, theirs)
    if ours.summary != theirs.summary:  # they stand below the heading, and there for people to choose
        merged["summary"] = settled_value(merged.get("summary", ""))
    merged = {each: value for each, value in merged.items() if value not in ("", [], _ABSENT)}
    if not any(isinstance(value, Both) for value in merged.values()):
        return merged
    other = {each: value.theirs if isinstance(value, Both) else value for each, value in merged.items()}
    return Both({each: settled_value(value) for each, value in merged.items()}, other)


def _notes(name: str, side: PageOnDisk) -> dict[str, Any]:
    notes = side.fields.get(name)
    return notes if isinstance(notes, dict) else {}


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


def merge_page(
    base: bytes, ours: bytes, theirs: bytes, marker_size: int = three_way.MARKER_SIZE
) -> Merged | None:
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
        fields = merge_heads(*sides)
        text = [*self._before().values()]
        base, ours, theirs = self._base, self._ours, self._theirs
        document = bool(ours.page.document or theirs.page.document)
        body, conflicts = self._body() if document or ours.page.body or theirs.page.body else ("", 0)
        text += ["", body] if body else []
        sections = three_way.sequence(base.sections, ours.sections, theirs.sections, self._section)
        for heading in _ordered(sections, ours.sections, theirs.sections):
            text += [] if text[-1] == page_blocks.HIDDEN else [""]
            text += [_uncounted(heading), *([sections[heading]] if sections[heading] else [])]
        if (document or body) and not conflicts:  # else nothing counts as deleted
            text += ["", document_page.note_comment(self._note(body))]
        body = "\n".join(text) + "\n"
        plain = {name: settled_value(value) for name, value in fields.items()}
        stamp = merged_stamp(*sides, plain, self._shown(body, lambda ours, theirs: ours))
        if stamp:
            fields["fold"] = stamp
        head = "".join(f"{self._field(name, value)}\n" for name, value in fields.items())
        shown = self._shown(f"---\n{head}---\n{body}", self._marked)
        return Merged(shown.encode("utf-8"), self._conflicts + len(self._open))

    def _body(self) -> tuple[str, int]:
        """The text of a document's page or a written article, merged line by line, and how many conflicts
        stand in it. Of two articles the one that a person touched stays, or ours: the next fold says which.
        """
        sides = (self._base.page, self._ours.page, self._theirs.page)
        if (one := self._untouched()) is not None:
            return one.body, 0
        base, ours, theirs = (f"{side.body}\n".encode() for side in sides)
        found = three_way.merge_lines(base, ours, theirs, self._marker_size)
        self._conflicts += found.conflicts
        return found.data.decode("utf-8").strip("\n"), found.conflicts

    def _untouched(self) -> PageOnDisk | None:
        """The side whose article stays as it is, None where people touched both."""
        base, *sides = self._base.page, self._ours.page, self._theirs.page
        worded = [side for side in sides if _has_words(side)]
        if len(worded) == 2:
            return None
        return worded[0] if worded else sides[sides[0].body == base.body]

    def _note(self, body: str) -> Sequence[str]:
        """What of a merged body the folds of both sides wrote, and what a person deleted of it on either."""
        if (one := self._untouched()) is not None:
            return one.note or ()
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
        if titled(*sides) is None:
            given = (escape(title_given(side, base.page)) for side in sides[1:])
            found = {_HEADING: "", **found}  # first, where a side lost it
            found[_HEADING] = self._both(*(_HEADING + each for each in given))
        elif titled(*sides) is theirs.page and _HEADING in theirs.before:
            found[_HEADING] = theirs.before[_HEADING]
        return found

    def _one_or_both(self, key: str, base: str, ours: str, theirs: str) -> str:
        sides = self._base.page, self._ours.page, self._theirs.page
        if key == _HEADING:
            return ours
        if key != _SUMMARY:
            return self._keep_both(key, base, ours, theirs)
        given = summary(*sides)
        if isinstance(given, Both):
            return self._both(ours, theirs)
        return theirs if given and given == sides[2].summary else ours

    def _section(self, heading: str, base: str, ours: str, theirs: str) -> str:
        if heading.removeprefix("## ").strip() in GENERATED_SECTIONS:
            units = three_way.sequence(_keyed(base), _keyed(ours), _keyed(theirs), self._keep_both)
            return "\n".join(_spaced(units.values()))
        old, left, right = (f"{each}\n".encode() for each in (base, ours, theirs))
        found = three_way.merge_lines(old, left, right, self._marker_size)
        self._conflicts += found.conflicts
        return found.data.decode("utf-8").strip("\n")

    def _keep_both(self, key: str, base: str, ours: str, theirs: str) -> str:
        if page_blocks.is_definition(ours):
            return ours  # where a fact's link leads the next fold writes
        return self._both(ours, theirs)

    def _field(self, name: str, value: Any) -> str:
        """A key of the frontmatter with its value."""
        if isinstance(value, Both):
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


def _has_words(page: PageOnDisk) -> bool:
    """Whether people wrote in, or deleted of, what the fold noted; always of a document's page."""
    if page.document or page.note is None:
        return bool(page.document or page.body)
    return document_page.noted(page.body) != page.note


def _units(data: bytes) -> _Units:
    page = page_read.parse(data, "page")
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    if page.document:
        text = document_page.without_note(text)
    elif page.text("written"):
        text = page_read.without_article(text)[1]
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
