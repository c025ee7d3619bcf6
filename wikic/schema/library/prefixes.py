"""Groups by what titles begin with, where most begin so: the company of filings, the product of a manual."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.model.placing import begins
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.folders import readable
from wikic.schema.library.group import Group
from wikic.text.normalise import fold_name

_FEWEST, _MOST = 4, 24  # groups that a reader takes in
_COVERED: Final = 0.85  # share of documents they hold together: what is left is "other"
_LARGEST: Final = 0.5  # share that one of them may hold
_SMALLEST: Final = 2
_LONGEST: Final = 40  # characters
_MARKS: Final = frozenset(":：|")
# Where a title's beginning ends: a mark, or a number behind it.
_END: Final = re.compile(r"\s*(?:[:：|–—]|\s-\s|_(?=\d)|[\s_]+(?=\d))")


def opening(title: str) -> str:
    """The label that a title sets off at its front by a mark, folded, "" where there is none: "Router: …"."""
    said = beginning(title)
    return fold_name(said) if said and title[title.find(said) + len(said) :].lstrip()[:1] in _MARKS else ""


def beginning(title: str) -> str:
    """What stands before the first mark or number of a title, "" where there is none."""
    found = _END.search(title, 1)
    said = title[: found.start()].strip() if found else ""
    return said if len(said) <= _LONGEST and any(map(str.isalpha, said)) else ""


def prefix_groups(leaves: Sequence[DocumentFeatures]) -> list[Group]:
    """Groups by shared beginning, if 4 to 24 of them hold nearly all documents; else none."""
    spelled: dict[str, list[str]] = {}
    for leaf in leaves:
        said = beginning(leaf.title)
        if said:
            spelled.setdefault(fold_name(said), []).append(said)
    groups = [
        Group(readable(text), len(said), prefix=text)
        for said in spelled.values()
        if len(said) >= _SMALLEST and (text := max(sorted(set(said)), key=said.count))
    ]
    groups = sorted(groups, key=lambda each: (-each.size, each.label))[:_MOST]
    held = sum(
        any(begins(fold_name(leaf.title), fold_name(each.prefix)) for each in groups) for leaf in leaves
    )
    if len(groups) < _FEWEST or held < _COVERED * len(leaves) or groups[0].size > _LARGEST * len(leaves):
        return []
    return sorted(groups, key=lambda each: fold_name(each.label))
