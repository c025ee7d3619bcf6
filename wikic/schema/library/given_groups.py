"""Groups that people made: folders of the documents' files, who takes part in conversations, tags that
authors give.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from wikic import language, layout
from wikic.schema.library.document_features import DocumentFeatures
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
    above, counts = "", _count_below(inside, "")
    while counts and max(counts.values()) > _NEARLY_ALL * len(keys):
        deeper = f"{above}{counts.most_common(1)[0][0]}/"
        below = _count_below(inside, deeper)
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
    tops = [Group(readable_name(name), count, folder=f"{above}{name}") for name, count in sorted(largest)]
    trees = [[top, *_folders_within(inside, top)] for top in tops]
    nested = [each for tree in trees for each in tree if each.parent]
    # A folder is no smaller than one in it, so what holds a group that is kept is kept as well.
    nested = sorted(nested, key=lambda each: (-each.size, each.depth, each.folder))[:_MOST_WITHIN]
    kept = {each.folder for each in (*tops, *nested)}
    return [each for tree in trees for each in tree if each.folder in kept]


def _folders_within(inside: Sequence[str], group: Group) -> Iterator[Group]:
    """The folders in that of a group, each followed by those in it, as deep as pages may lie."""
    if group.depth >= DEEPEST:
        return
    folder, below = group.folder, _count_below(inside, f"{group.folder}/")
    while below and max(below.values()) == group.size:  # one that holds all of another tells nothing apart
        folder = f"{folder}/{next(iter(below))}"
        below = _count_below(inside, f"{folder}/")
    for name, size in sorted(below.items()):
        if size >= _FEWEST_WITHIN:
            found = Group(readable_name(name), size, folder=f"{folder}/{name}", parent=group.path)
            yield from (found, *_folders_within(inside, found))


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
        Group(readable_name(_FILE.sub("", home.rpartition("/")[2])), size, folder=home.partition("/")[2])
        for home, size in books
    ]


def readable_name(name: str) -> str:
    """A folder's name as a heading: ``getting-started`` is "Getting started"."""
    words = _BREAK.sub(" ", name).strip() or name
    return words[:1].upper() + words[1:] if words.islower() else words


def _count_below(inside: Sequence[str], above: str) -> Counter[str]:
    """How many documents lie in each folder right below another."""
    rest = (each[len(above) :] for each in inside if each.startswith(above))
    return Counter(each.partition("/")[0] for each in rest if "/" in each)


_MOST_PARTICIPANTS: Final = 24
_CONVERSATIONS: Final = 0.5  # share of documents from which participants are the topics
_EVERYWHERE: Final = 0.6  # share of conversations from which a speaker tells nothing apart
_TOGETHER: Final = 0.5  # of the documents of two speakers both are in, from which they are one group
_FEWEST_TALKS: Final = 3  # conversations of a group
_NAMED: Final = 3  # speakers that a label names


def conversation_groups(leaves: Sequence[DocumentFeatures]) -> list[Group]:
    """Groups by speaker, the smallest first, so that who speaks seldom decides; none without conversations.

    Speakers who are mostly together are one group.
    """
    spoken: dict[str, set[int]] = {}
    conversations = 0
    for at, leaf in enumerate(leaves):
        conversations += bool(leaf.speakers)
        for name in leaf.speakers:
            spoken.setdefault(name, set()).add(at)
    if conversations < _CONVERSATIONS * len(leaves) or not conversations:
        return []
    telling = {
        name: where
        for name, where in spoken.items()
        if len(where) >= _FEWEST_TALKS and len(where) <= _EVERYWHERE * conversations
    }
    groups: list[tuple[int, list[str]]] = []
    for names in _join_speakers(telling):
        ordered = sorted(names, key=lambda name: (-len(telling[name]), name))
        groups.append((len(set().union(*(telling[name] for name in names))), ordered))
    if len(groups) < 2:
        return []
    largest = sorted(groups, key=lambda each: (-each[0], each[1]))[:_MOST_PARTICIPANTS]
    both = language.pack(_common_language(leaves)).both
    return [
        Group(_speakers_label(names, both), size, speakers=tuple(names))
        for size, names in sorted(largest, key=lambda each: (each[0], each[1]))
    ]


def _join_speakers(spoken: Mapping[str, set[int]]) -> list[list[str]]:
    """Speakers in groups: each with those it mostly speaks with, and with those these speak with."""
    left = sorted(spoken)
    groups: list[list[str]] = []
    while left:
        group = [left.pop(0)]
        for name in group:  # it grows while it is walked
            near = [
                each
                for each in left
                if len(spoken[name] & spoken[each]) >= _TOGETHER * len(spoken[name] | spoken[each])
            ]
            group += near
            left = [each for each in left if each not in near]
        groups.append(group)
    return groups


def _speakers_label(names: Sequence[str], both: str) -> str:
    shown = list(names[:_NAMED])
    if len(names) > _NAMED:
        return ", ".join(shown) + " …"
    joint = f" {both} " if both.isascii() and both else both or ", "
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + joint + shown[-1]


def _common_language(leaves: Sequence[DocumentFeatures]) -> str:
    codes = sorted(leaf.language for leaf in leaves)
    return max(codes, key=codes.count)


_WEIGHT: Final = 100  # of a topic's only word
_TAGGED: Final = 0.5  # share of documents with such a tag from which tags are the topics
_FEWEST_TAGGED, _MOST_TAGS = 3, 24  # documents that share a tag; groups
_GIVEN_GROUPS_ALL: Final = 0.6  # share of documents from which a tag tells nothing apart
_FRESH: Final = 0.34  # share of its documents that no larger tag has


def tag_groups(leaves: Sequence[DocumentFeatures]) -> list[Group]:
    """A group for each tag that several documents share and most have not, the smallest first; else none.

    A tag most of whose documents have a larger one as well makes no group. Of two tags of a document the
    rarer says more of it.
    """
    holders: dict[str, set[int]] = {}
    for at, leaf in enumerate(leaves):
        for tag in leaf.tags:
            holders.setdefault(tag, set()).add(at)
    covered: set[int] = set()
    groups: list[Group] = []
    for tag, inside in sorted(holders.items(), key=lambda each: (-len(each[1]), each[0])):
        fresh = len(inside - covered)
        if _FEWEST_TAGGED <= len(inside) <= _GIVEN_GROUPS_ALL * len(leaves) and fresh >= _FRESH * len(inside):
            covered |= inside
            groups.append(Group(readable_name(tag), len(inside), words={tag: _WEIGHT}))
    if len(groups) < 2 or len(covered) < _TAGGED * len(leaves):
        return []
    return sorted(groups[:_MOST_TAGS], key=lambda each: (each.size, each.label))
