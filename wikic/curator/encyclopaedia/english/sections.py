"""The sections of a long work: each is a thing of its own, so that no page holds a whole book.

A chapter's heading is known by its form, which recurs ("DAY THE FIRST", "DAY THE SECOND"), by its
level in Markdown, or by the length of what stands under it. A table of contents has the same headings, with
nothing under them. Where there are no headings, the text is cut into runs of equal length.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.english.quote_cleanup import tidy
from wikic.curator.encyclopaedia.english.titles import capitals_undone
from wikic.curator.encyclopaedia.english.vocabulary import DAYS, MONTHS, words
from wikic.model.statement import Block
from wikic.text.normalise import fold_name

# Characters of text: with citations and links a page comes to about 1.7 times that, below 60,000.
LONGEST: Final = 30_000
# A heading with less under it is an entry of a list, a caption or a line of the title page.
SHORTEST: Final = 400
# From this length a heading that looks like no other has a section of its own.
OWN: Final = 2_000
RECURS: Final = 3

# Letters and diaries are told apart by months and days.
_NUMBERED: Final = words("chapter_numbers") | {each.casefold() for each in MONTHS | DAYS}
_WORD = re.compile(r"[^\W_]+")
_ROMAN = re.compile(r"(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_MARKDOWN = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$", re.M)
_KEPT_WORDS: Final = 12  # a heading that goes on after its number is the chapter's name; longer ones are cut


@dataclass(frozen=True, slots=True)
class Section:
    """A run of a work's blocks.

    title: its heading, or "" for what stands before the first one.
    start: number of its first block.
    """

    title: str
    start: int


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading: its block, its words, how deep it stands, how many characters stand right under it."""

    number: int
    title: str
    rank: int
    under: int


def divide(text: str, blocks: Sequence[Block], kept: Sequence[Block], work: str) -> tuple[Section, ...]:
    """Sections in order of their first block; the first one is the work's own front matter, titled ""."""
    sizes = {block.number: len(block.text) for block in kept}
    headings = _headings(text, blocks, sizes)
    runs = [Section("", 0)]
    for rank in sorted({heading.rank for heading in headings}):
        cut: list[Section] = []
        for run, end in zip(runs, _ends(runs), strict=True):
            cut.append(run)
            if _size(sizes, run.start, end) > LONGEST:
                inner = [each for each in headings if each.rank == rank and run.start < each.number < end]
                if len(inner) > 1 or any(
                    each.under for each in inner
                ):  # one above all the others parts nothing
                    cut += [Section(each.title, each.number) for each in inner]
        runs = cut
    titled = _told_apart(runs, work)
    return tuple(
        part for run, end in zip(titled, _ends(titled), strict=True) for part in _parts(run, end, sizes)
    )


def _ends(runs: Sequence[Section]) -> list[float]:
    return [*(float(run.start) for run in runs[1:]), math.inf]


def _size(sizes: dict[int, int], start: float, end: float) -> int:
    return sum(size for number, size in sizes.items() if start <= number < end)


def _headings(text: str, blocks: Sequence[Block], sizes: dict[int, int]) -> list[_Heading]:
    """Headings with something under them, the outer ones of lower rank."""
    levels = {tidy(match.group(2)): len(match.group(1)) for match in _MARKDOWN.finditer(text)}
    under: list[tuple[Block, int]] = []
    for block in blocks:
        if block.kind == "heading":
            under.append((block, 0))
        elif under:
            under[-1] = (under[-1][0], under[-1][1] + sizes.get(block.number, 0))
    forms = Counter(form(block.text) for block, size in under if size >= SHORTEST)
    found: list[_Heading] = []
    for block, size in under:
        title = tidy(block.text)
        if title in levels:
            found.append(_Heading(block.number, _named(title), levels[title], size))
        elif size >= SHORTEST and (forms[form(block.text)] >= RECURS or size >= OWN):
            found.append(_Heading(block.number, _named(title), 1, size))
    return list(_with_text(found))


def _with_text(found: Sequence[_Heading]) -> Iterator[_Heading]:
    """The headings that have text under them, or under the headings below them: no entries of contents."""
    below = [0] * (max((each.rank for each in found), default=0) + 1)  # text since a heading of each rank
    kept: list[_Heading] = []
    for each in reversed(found):
        below = [size + each.under for size in below]
        if below[each.rank]:
            kept.append(each)
        below[each.rank :] = [0] * (len(below) - each.rank)
    return reversed(kept)


def form(heading: str) -> str:
    """What chapters of one work have in common: "day the #", "chapter #"."""
    found = [
        word.casefold().removesuffix("s") if word.isupper() else word.casefold()
        for word in _WORD.findall(heading)
    ]
    numbered = ["#" if _is_number(word) else word for word in found]
    # "Chapter 3: The Lamp": what follows the number is the chapter's own.
    return " ".join(numbered[: numbered.index("#") + 1] if "#" in numbered else numbered)


def _is_number(word: str) -> bool:
    return (
        word.isdigit() or word in _NUMBERED or f"{word}s" in _NUMBERED or _ROMAN.fullmatch(word) is not None
    )


def _named(heading: str) -> str:
    text = heading.strip(" .:–—-*_#")
    found = text.split()
    return capitals_undone(" ".join(found[:_KEPT_WORDS]) if len(found) > _KEPT_WORDS * 2 else text)


def _told_apart(runs: Iterable[Section], work: str) -> list[Section]:
    """Each title once: the second "Chapter 1" of a book is "Chapter 1, 2"; a heading that only repeats the
    work's title opens no section.
    """
    result: list[Section] = []
    seen: Counter[str] = Counter()
    for run in runs:
        key = fold_name(run.title)
        title = "" if key == fold_name(work) else run.title
        if title:
            seen[key] += 1
            title = f"{title}, {seen[key]}" if seen[key] > 1 else title
        result.append(Section(title, run.start))
    return result


def _parts(run: Section, end: float, sizes: dict[int, int]) -> list[Section]:
    """A run that is too long for a page, in equal parts."""
    inside = [(number, size) for number, size in sizes.items() if run.start <= number < end]
    total = sum(size for _, size in inside)
    count = math.ceil(total / LONGEST)
    if count <= 1:
        return [run]
    result: list[Section] = []
    passed = 0
    for number, size in inside:
        if passed >= total * len(result) / count:
            label = f"part {len(result) + 1}"
            result.append(
                Section(
                    f"{run.title}, {label}" if run.title else label.capitalize(),
                    number if result else run.start,
                )
            )
        passed += size
    return result
