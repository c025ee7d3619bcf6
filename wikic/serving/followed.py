"""One wiki of a process that stays, wherever its pages are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, Self

from wikic.navigate.library import Library
from wikic.serving.live_library import LiveLibrary

Say = Callable[[str], None]


class Followed(Protocol):
    """``LiveLibrary``, or ``LiveStore`` for one whose files are elsewhere.

    root: the knowledge base, or where notes about it are kept. reads_from: what is read.
    busy: whether the indexes are not as the pages are.
    """

    root: Path
    reads_from: str

    @property
    def library(self) -> Library:
        """The wiki, for any number of threads."""
        ...

    @property
    def there(self) -> Library:
        """``library``, for who shows pages. Raises StoreError where its files are gone."""
        ...

    @property
    def busy(self) -> bool: ...

    def start(self) -> None:
        """Begin to follow changes, on a thread of its own."""
        ...

    def overview(self) -> tuple[str, str]:
        """Title and line of the wiki, without waiting."""
        ...

    def health(self) -> tuple[str, ...]:
        """What is not as it should be, a line each."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def opened(root: Path, store: str, say: Say, aloud: Say) -> Followed:
    """The wiki at ``root``, or the one at the address ``store`` where there is one.

    say, aloud: as ``LiveLibrary`` takes them.

    Raises NotAWikiError, MissingExtraError, UsageError, StoreError.
    """
    if not store:
        return LiveLibrary(root, say, aloud)
    from wikic.serving.live_store import LiveStore

    return LiveStore(store, root, say)
