"""Groups that people made: by who takes part in conversations, by the tags that authors give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from wikic import language
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.folders import readable
from wikic.schema.library.group import Group

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
    for names in _joined(telling):
        ordered = sorted(names, key=lambda name: (-len(telling[name]), name))
        groups.append((len(set().union(*(telling[name] for name in names))), ordered))
    if len(groups) < 2:
        return []
    largest = sorted(groups, key=lambda each: (-each[0], each[1]))[:_MOST_PARTICIPANTS]
    both = language.pack(_language(leaves)).both
    return [
        Group(_label(names, both), size, speakers=tuple(names))
        for size, names in sorted(largest, key=lambda each: (each[0], each[1]))
    ]


def _joined(spoken: Mapping[str, set[int]]) -> list[list[str]]:
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


def _label(names: Sequence[str], both: str) -> str:
    shown = list(names[:_NAMED])
    if len(names) > _NAMED:
        return ", ".join(shown) + " …"
    joint = f" {both} " if both.isascii() and both else both or ", "
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + joint + shown[-1]


def _language(leaves: Sequence[DocumentFeatures]) -> str:
    codes = sorted(leaf.language for leaf in leaves)
    return max(codes, key=codes.count)


_WEIGHT: Final = 100  # of a topic's only word
_TAGGED: Final = 0.5  # share of documents with such a tag from which tags are the topics
_FEWEST_TAGGED, _MOST_TAGS = 3, 24  # documents that share a tag; groups
_ALL: Final = 0.6  # share of documents from which a tag tells nothing apart
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
        if _FEWEST_TAGGED <= len(inside) <= _ALL * len(leaves) and fresh >= _FRESH * len(inside):
            covered |= inside
            groups.append(Group(readable(tag), len(inside), words={tag: _WEIGHT}))
    if len(groups) < 2 or len(covered) < _TAGGED * len(leaves):
        return []
    return sorted(groups[:_MOST_TAGS], key=lambda each: (each.size, each.label))
