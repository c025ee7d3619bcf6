"""Two directories of a vault whose pages are called alike, or say the same: one layout that was misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.lint.rules.duplicates import BODY, all_titles
from wikic.lint.view.wiki_view import WikiView
from wikic.text.normalise import fold_name

# Fewer copies may be copies; of more that fill half a directory, the directory is one.
MANY: Final = 20
SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Twins:
    """Two directories.

    raw: the one that may hold documents as they came: it lies inside the other, or its pages link less.
    other: the pages that may be made of them.
    pages: how many pages of one are called like a page of the other, or say the same.
    """

    raw: str
    other: str
    pages: int


def twin_trees(view: WikiView) -> tuple[Twins, ...]:
    """Pairs of directories that would give an equal finding for many of their pages, the most first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for files, by_title in _alike(view):
        there = {
            _parting(one, other)
            for one in files
            for other in files
            if one < other and not (by_title and _folded(one) == _folded(other))  # as D004 has it
        }
        pairs.update(each for each in there if each is not None)
    inside = Counter(directory for file in view.names.pages for directory in _around(file))
    found = [
        _twins(view, pair, count)
        for pair, count in pairs.most_common()
        if count >= MANY and count >= SHARE * min(inside[pair[0]], inside[pair[1]])
    ]
    return tuple(found)


def _alike(view: WikiView) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Files of one title (True), and of one body, a few of each: a title of hundreds is no pair."""
    groups: dict[object, list[str]] = {}
    for page in all_titles(view):
        for title in page.given[:1]:
            groups.setdefault((view.profile.tree_of(page.file), fold_name(title)), []).append(page.file)
    for file in view.names.pages:
        body = view.gist(BODY, file)
        if body is not None:
            groups.setdefault(body, []).append(file)
    seen: set[tuple[str, ...]] = set()  # whoever says the same under one title is one pair
    for key, files in reversed(groups.items()):
        pair = tuple(files)
        if 1 < len(pair) <= MANY // 2 and pair not in seen:
            seen.add(pair)
            yield pair, isinstance(key, tuple)


def _folded(file: str) -> str:
    return fold_name(layout.stem(layout.page_path(file)))


def _parting(one: str, other: str) -> tuple[str, str] | None:
    """The directories in which the paths of two files part, None where that is one directory."""
    left, right = one.split("/"), other.split("/")
    at = next(at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    a, b = (
        "/".join(steps[: at + 1]) if at < len(steps) - 1 else "/".join(steps[:at]) for steps in (left, right)
    )
    return (a, b) if a != b else None


def _around(file: str) -> Iterator[str]:
    inside = layout.directory(file)
    yield inside
    while inside:
        inside = layout.directory(inside)
        yield inside


def _twins(view: WikiView, pair: tuple[str, str], count: int) -> Twins:
    one, other = pair
    if f"{other}/".startswith(f"{one}/") or not one:
        return Twins(other, one, count)
    if f"{one}/".startswith(f"{other}/") or not other:
        return Twins(one, other, count)
    fewer = min(pair, key=lambda directory: (_links(view, directory), directory))
    return Twins(fewer, other if fewer == one else one, count)


def _links(view: WikiView, directory: str) -> float:
    """Wikilinks of a page of a directory."""
    files = [file for file in view.names.pages if file.startswith(f"{directory}/")]
    return sum(_wikilinks(view, files)) / len(files)


def _wikilinks(view: WikiView, files: Iterable[str]) -> Iterator[int]:
    for file in files:
        page = view.page(file)
        yield 0 if page is None else sum(link.kind == "wiki" for link in page.document.links)
