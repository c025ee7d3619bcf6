"""The topics of one collection: the author's folders, participants, beginnings of titles, else labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.model.placing import TopicPlacer
from wikic.model.schema import Positioning, Schema
from wikic.model.topics import Topic
from wikic.schema.library.clusters import MOST, count_for, label_first
from wikic.schema.library.conversations import conversation_groups
from wikic.schema.library.folders import folder_groups
from wikic.schema.library.group import Group
from wikic.schema.library.leaf import Leaf
from wikic.schema.library.phrases import title_phrases, word_phrases
from wikic.schema.library.prefixes import prefix_groups
from wikic.schema.library.vectors import space

FEW: Final = 12  # documents below which topics are not looked for
LARGE: Final = 200  # documents of a topic above which it is divided (issue of depth: WikiKV, section III-C)
_LEFT: Final = 0.15  # share of documents that no group takes from which more groups are looked for
_NAMED: Final = 0.5  # share of documents whose titles have a label's phrase where titles carry names


def find_groups(keys: Sequence[str], leaves: Sequence[Leaf]) -> tuple[list[Group], str]:
    """The groups of one collection and in a word what they are by; none for a handful of documents.

    keys: of all its documents. leaves: some of them, or all, in any order.
    """
    leaves = sorted(leaves, key=lambda each: each.key)
    for how, groups in (
        ("folder", folder_groups(keys)),
        ("participant", conversation_groups(leaves)),
        ("beginning of the title", prefix_groups(leaves)),
    ):
        if groups:
            left = left_over(groups, leaves)
            more = by_labels(left) if len(left) > max(FEW, _LEFT * len(leaves)) else []
            known = {each.label.casefold() for each in groups}
            return [*groups, *(each for each in more if each.label.casefold() not in known)], how
    if len(leaves) < FEW:
        return [], ""
    scale = len(keys) / len(leaves)
    return [inner for each in by_labels(leaves) for inner in divided(each, leaves, scale)], "topic"


def by_labels(leaves: Sequence[Leaf]) -> list[Group]:
    """Label-first topics: phrases of titles where titles carry names, else words of the documents."""
    known = space(leaves)
    phrases = title_phrases(leaves)
    named = {at for each in phrases for at in each.holders}
    if len(named) < _NAMED * len(leaves):
        phrases = word_phrases(leaves)
    return label_first(known, phrases, min(MOST, count_for(len(leaves))))


def divided(group: Group, leaves: Sequence[Leaf], scale: float) -> list[Group]:
    """A group, and those it is divided into where it is large.

    scale: how many documents of the collection stand for one of ``leaves``.
    """
    return [group]


def left_over(groups: Sequence[Group], leaves: Sequence[Leaf]) -> list[Leaf]:
    """The documents that no group takes."""
    placer = TopicPlacer(
        Schema(
            Positioning(),
            (),
            topics=tuple(entry for at, each in enumerate(groups) for entry in entries(each, str(at))),
        )
    )
    return [
        each
        for each in leaves
        if placer.is_rest(placer.place(each.key, each.title, each.speakers, each.words))
    ]


def entries(group: Group, directory: str, collection: str = "") -> list[Topic]:
    """A group as entries of ``schema.yaml``: one for each way into it."""
    found = [Topic(directory, collection, speaker=name) for name in group.speakers]
    if group.folder:
        found.append(Topic(directory, collection, folder=group.folder))
    if group.prefix:
        found.append(Topic(directory, collection, prefix=group.prefix))
    if group.words:
        found.append(Topic(directory, collection, words=group.words))
    return found
