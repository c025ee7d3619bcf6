"""Groups that the author made: folders of the documents' files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from wikic import layout
from wikic.schema.library.group import DEEPEST, Group

_MOST: Final = 100  # folders that become directories: they are what the author knows his way around by
_MOST_WITHIN: Final = 200  # folders within those, the largest
_FEWEST: Final = 2  # documents of one
_FEWEST_WITHIN: Final = 3  # of one within another: fewer stay with that
_NEARLY_ALL: Final = 0.9  # share of documents from which a folder that holds them is looked into
_ALL: Final = 0.98  # share from which it tells nothing apart
_COVERED: Final = 0.5  # share of documents in folders from which folders are the topics
_FILE: Final = re.compile(r"\.\w{1,8}$")
_BREAK: Final = re.compile(r"[-_\s]+")


def folder_groups(keys: Sequence[str]) -> list[Group]:
    """The folders below a collection, if two or more hold most of its documents; else none.

    A folder that nearly all documents share tells nothing apart: its own folders are looked at.
    """
    inside = [key.partition("/")[2] for key in keys]
    above, counts = "", _below(inside, "")
    while counts and max(counts.values()) > _NEARLY_ALL * len(keys):
        deeper = f"{above}{counts.most_common(1)[0][0]}/"
        below = _below(inside, deeper)
        if below.total() < _COVERED * max(counts.values()):
            break
        above, counts = deeper, below
    if len(counts) < 2 or counts.total() < _COVERED * len(keys) or max(counts.values()) > _ALL * len(keys):
        return []
    several = [(name, count) for name, count in counts.items() if count >= _FEWEST]
    alone = [(name, count) for name, count in counts.items() if count < _FEWEST]
    if len(alone) <= len(several):  # else each document has a folder, and folders tell nothing apart
        several += alone
    largest = sorted(several, key=lambda each: (-each[1], each[0]))[:_MOST]
    tops = [Group(readable(name), count, folder=f"{above}{name}") for name, count in sorted(largest)]
    trees = [[top, *_within(inside, top)] for top in tops]
    nested = [each for tree in trees for each in tree if each.parent]
    # A folder is no smaller than one in it, so what holds a group that is kept is kept as well.
    nested = sorted(nested, key=lambda each: (-each.size, each.depth, each.folder))[:_MOST_WITHIN]
    kept = {each.folder for each in (*tops, *nested)}
    return [each for tree in trees for each in tree if each.folder in kept]


def _within(inside: Sequence[str], group: Group) -> Iterator[Group]:
    """The folders in that of a group, each followed by those in it, as deep as pages may lie."""
    if group.depth >= DEEPEST:
        return
    folder, below = group.folder, _below(inside, f"{group.folder}/")
    while below and max(below.values()) == group.size:  # one that holds all of another tells nothing apart
        folder = f"{folder}/{next(iter(below))}"
        below = _below(inside, f"{folder}/")
    for name, size in sorted(below.items()):
        if size >= _FEWEST_WITHIN:
            found = Group(readable(name), size, folder=f"{folder}/{name}", parent=group.path)
            yield from (found, *_within(inside, found))


def book_groups(keys: Sequence[str]) -> list[Group]:
    """The books that were read as their chapters, each a group."""
    homes: dict[str, list[str]] = {}
    for key in keys:
        homes.setdefault(key.rpartition("/")[0], []).append(key)
    above = {home[:at] for home in homes for at, char in enumerate(home) if char == "/"}
    books = [
        (home, len(own))
        for home, own in sorted(homes.items())
        if "/" in home
        and home not in above
        and len(layout.parts_of(home, own)) == len(own)
        # Files that are numbered, "0007-kafka.md", lie in a folder.
        and not all(map(_FILE.search, own))
    ]
    return [
        Group(readable(_FILE.sub("", home.rpartition("/")[2])), size, folder=home.partition("/")[2])
        for home, size in books
    ]


def readable(name: str) -> str:
    """A folder's name as a heading: ``getting-started`` is "Getting started"."""
    words = _BREAK.sub(" ", name).strip() or name
    return words[:1].upper() + words[1:] if words.islower() else words


def _below(inside: Sequence[str], above: str) -> Counter[str]:
    """How many documents lie in each folder right below another."""
    rest = (each[len(above) :] for each in inside if each.startswith(above))
    return Counter(each.partition("/")[0] for each in rest if "/" in each)
