"""The mirror of a wiki on a Redis or Valkey, for readers on other machines. The files stay the truth.

with remote(tree, root, "redis://cache:6379#handbook") as mirror:
    mirror.sync()
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import build_dir
from wikic.errors import MissingExtraError
from wikic.navigate.mirror import Mirror
from wikic.navigate.published_indexes import publish
from wikic.progress import Progress
from wikic.store.records import Batch
from wikic.store.sync import Result
from wikic.store.tree import TreeStore

if TYPE_CHECKING:
    from wikic.store.redis_address import Address
    from wikic.store.redis_store import RedisStore

_AGAIN: Final = 3  # times that a server which went back is looked at again
_AT_FIRST: Final = 2.0  # seconds for a server that may not be there at all


class RemoteMirror(Mirror):
    """A mirror that others read; one process keeps it in step, and versions grow whichever does."""

    elsewhere = True

    def __init__(self, tree: TreeStore, root: Path, store: RedisStore, rebuilt: str = "") -> None:
        super().__init__(tree, root, build_dir.at(root), store, rebuilt)
        self._remote = store
        self._root = root

    def sync(self, progress: Progress | None = None) -> Result:
        """As ``Mirror.sync``; again where the server went back meanwhile, and until the replicas have it."""
        result = super().sync(progress)
        for _ in range(_AGAIN):
            if not self._remote.behind:
                break
            result = super().sync(progress)
        if self._remote.replicas and not result.paths:
            self._remote.apply(Batch())  # what an earlier run wrote may be on the master alone
        self._publish()
        return result

    def update(self, paths: Collection[str]) -> Result:
        """As ``Mirror.update``; all is looked at where the server went back."""
        result = super().update(paths)
        if self._remote.behind:
            return self.sync()
        if result.paths:
            self._publish()
        return result

    def _publish(self) -> None:
        """Put the indexes beside the pages."""
        self.unpublished = publish(self._root, self._remote.blobs, self._remote.generation)

    def tell(self) -> None:
        """``status`` tells of the mirror in ``.wikic`` alone."""

    def _take_stock(self) -> Iterable[str]:
        return self._remote.take_stock()


def remote_address(address: str, root: Path) -> Address:
    """Where ``address`` leads; the wiki is called as the folder ``root`` where no name is given.

    Raises MissingExtraError, UsageError.
    """
    if find_spec("redis") is None:
        raise MissingExtraError(
            "a wiki on Redis needs redis, which is not installed", hint="pip install 'wikic[redis]'"
        )
    from wikic.store.redis_address import address as parsed

    name = re.sub(r"[^A-Za-z0-9._-]+", "-", root.resolve().name).strip("._-")
    return parsed(address, name or "wiki")


def open_remote(address: str, root: Path, *, replicas: int = 0, rebuild: bool = False) -> RedisStore:
    """The store at ``address``, for writing; the wiki is called as the folder where no name is given.

    rebuild: drop what is there.

    Raises MissingExtraError, UsageError, StoreError.
    """
    where = remote_address(address, root)
    from wikic.store.redis_link import PATIENCE, Link
    from wikic.store.redis_store import RedisStore

    # As in `Mirror.open`: the clock is ahead of all batches there have been.
    link = Link(where, patience=_AT_FIRST)
    store = RedisStore(link, where.wiki, clock=time.time_ns, replicas=replicas, rebuild=rebuild)
    link.patience = PATIENCE  # it is there: what breaks from here on passes
    return store


def remote(
    tree: TreeStore, root: Path, address: str, *, replicas: int = 0, rebuild: bool = False
) -> RemoteMirror:
    """The mirror at ``address`` of the wiki at ``root``, not yet in step; ``rebuild`` drops what is there.

    Raises as ``open_remote``, and StoreDamagedError where another version of wikic wrote what is there.
    """
    store = open_remote(address, root, replicas=replicas, rebuild=rebuild)
    return RemoteMirror(tree, root, store, "asked for" if rebuild else "")
