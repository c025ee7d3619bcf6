"""Groups by the tags that authors give their documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.folders import readable
from wikic.schema.library.group import Group

_WEIGHT: Final = 100  # of a topic's only word
_TAGGED: Final = 0.5  # share of documents with such a tag from which tags are the topics
_FEWEST, _MOST = 3, 24  # documents that share a tag; groups
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
        if _FEWEST <= len(inside) <= _ALL * len(leaves) and fresh >= _FRESH * len(inside):
            covered |= inside
            groups.append(Group(readable(tag), len(inside), words={tag: _WEIGHT}))
    if len(groups) < 2 or len(covered) < _TAGGED * len(leaves):
        return []
    return sorted(groups[:_MOST], key=lambda each: (each.size, each.label))
