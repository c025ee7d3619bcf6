"""What a provider of skills takes, and how a skill is made to fit: documents in fewer files, larger leaves.

The limits are those of Anthropic's Skills API, as Corpus2Skill met them (section 3.2, footnote 2): 8 skills a
request, 200 files and 30 MB a skill.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.errors import UsageError
from wikic.export.skills.document_forest import Branch, Shape, grown

MAX_SKILLS: Final = 8
MAX_FILES: Final = 200
MAX_BYTES: Final = 30 * 1_000_000
_DOUBLINGS: Final = 7


@dataclass(frozen=True, slots=True)
class Fitted:
    """A root with its groups, and how its files lie.

    bundled: whether the documents of a leaf stand in one file, and not in one each.
    """

    branch: Branch
    bundled: bool


def fitted(root: Branch, shape: Shape, *, compact: bool) -> Fitted:
    """A root parted so that it has at most 200 files: a file for each document where that fits.

    Raises UsageError where nothing helps.
    """
    for leaf, bundled in _ways(len(root.entries), shape.branching, compact=compact):
        found = Fitted(grown(root, shape.branching, leaf), bundled)
        if files_of(found, compact=compact) <= MAX_FILES:
            return found
    raise UsageError(
        f"{len(root.entries):,} documents fit in no skill of {MAX_FILES} files",
        hint="more --roots, or a wiki divided in two",
    )


def files_of(fitted: Fitted, *, compact: bool) -> int:
    """How many files a skill has."""
    return 1 + _below(fitted.branch, fitted.bundled, compact=compact)


def _below(branch: Branch, bundled: bool, *, compact: bool) -> int:
    if not branch.children:
        return 1 if bundled else len(branch.entries)
    return sum(
        _below(each, bundled, compact=compact) + bool(each.children or not compact)
        for each in branch.children
    )


def _ways(size: int, branching: int, *, compact: bool) -> Iterator[tuple[int, bool]]:
    """Size of a leaf and whether its documents share a file, the finest first, without hopeless ones."""
    if size < MAX_FILES:
        yield branching, False
    for leaf in (branching << doubling for doubling in range(_DOUBLINGS)):
        if (1 if compact else 2) * size / (2 * leaf) < MAX_FILES:
            yield leaf, True
