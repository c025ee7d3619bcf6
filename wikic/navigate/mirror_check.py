"""Whether the mirror shows what the wiki holds, without changing it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wikic import build_dir, layout
from wikic.errors import StoreError, StoreLockedError
from wikic.navigate.describe import describe
from wikic.navigate.indexing import tree_of
from wikic.store.audit import Difference, differences
from wikic.store.open_reader import open_mirror
from wikic.store.protocol import WritableStore
from wikic.store.tree import TreeStore


@dataclass(frozen=True, slots=True)
class Checked:
    """What ``check`` found.

    files: how many the mirror holds.
    differences: by path.
    problem: why it cannot be compared at all, or "".
    """

    files: int
    differences: tuple[Difference, ...] = ()
    problem: str = ""

    @property
    def exact(self) -> bool:
        """Whether it shows what the wiki holds."""
        return not self.differences and not self.problem


def checked(tree: TreeStore, store: WritableStore) -> Checked:
    """Compare ``store`` with ``tree``, by content. Raises StoreError."""
    found = tuple(differences(tree, store, describe))
    return Checked(sum(1 for _ in store.stamps()), found)


def check(root: Path) -> Checked:
    """Compare the mirror of the wiki at ``root`` with its files, by content.

    Raises NotAWikiError, StoreLockedError, MissingExtraError.
    """
    tree = tree_of(root)
    path = build_dir.at(root) / layout.MIRROR_DIR
    if not path.is_dir():
        return Checked(0, problem="there is no mirror")
    try:
        with open_mirror(path) as store:
            return checked(tree, store)
    except StoreLockedError:
        raise
    except StoreError as error:
        return Checked(0, problem=str(error))
