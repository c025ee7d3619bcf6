"""A store of every kind, filled with the same files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from support import redis_server

from wikic.store.cached import CachedStore
from wikic.store.leveldb import LevelStore
from wikic.store.path_store import MemoryStore
from wikic.store.protocol import Store, WritableStore
from wikic.store.sync import plan_sync, survey_tree, sync_store
from wikic.store.tree import FreshStore, TreeStore

Fill = Callable[[Mapping[str, bytes]], Store]


@pytest.fixture(scope="session")
def redis_node(node: redis_server.Server) -> str:
    """The address of a Redis."""
    return f"redis://127.0.0.1:{node.port}"


@pytest.fixture(scope="session")
def redis_cluster() -> Iterator[str]:
    """The address of a cluster of three masters."""
    with redis_server.cluster() as nodes:
        yield f"redis+cluster://127.0.0.1:{nodes[0].port}"


def _remote(request: pytest.FixtureRequest, kind: str) -> WritableStore | None:
    """A store on the server that ``kind`` names, None where it names none."""
    if not kind.startswith("redis"):
        return None
    redis_server.need_redis()
    from wikic.store.redis_link import Link, parse_address
    from wikic.store.redis_store import RedisStore

    server = request.getfixturevalue("redis_cluster" if kind == "redis cluster" else "redis_node")
    where = parse_address(server, redis_server.new_wiki())
    return RedisStore(Link(where), where.wiki)


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    root.mkdir()
    for path, data in files.items():
        at = root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(data)


def _open(kind: str, root: Path, mirror: Path, remote: WritableStore | None) -> Store:
    tree = TreeStore(root)
    if kind == "tree":
        return tree
    store: WritableStore = remote or (MemoryStore() if kind == "memory" else LevelStore(mirror))
    entries, directories = survey_tree(tree)
    sync_store(store, plan_sync(entries, store, directories))
    if kind == "cached":
        return CachedStore(store, max_entries=2)  # so that most reads push something out
    return FreshStore(store, tree) if kind == "fresh" else store


@pytest.fixture(params=("memory", "leveldb", "tree", "fresh", "cached", "redis", "redis cluster"))
def fill(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fill]:
    """Opens a store of each kind that holds the given files."""
    opened: list[Store] = []

    def make(files: Mapping[str, bytes]) -> Store:
        root = tmp_path / f"wiki{len(opened)}"
        _write(root, files)
        remote = _remote(request, request.param)
        opened.append(_open(request.param, root, tmp_path / f"mirror{len(opened)}", remote))
        return opened[-1]

    yield make
    for store in opened:
        store.close()


@pytest.fixture(params=("memory", "leveldb", "redis", "redis cluster"))
def writable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WritableStore]:
    """An empty store of each kind that can be written."""
    store = _remote(request, request.param) or (
        MemoryStore() if request.param == "memory" else LevelStore(tmp_path / "mirror")
    )
    yield store
    store.close()
