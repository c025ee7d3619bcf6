"""Indexes that are fetched from beside the pages: whole or not at all, and never from a strange place."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Timer

import pytest
from filelock import FileLock
from support.redis_server import Server, need_client, new_wiki

from wikic.errors import StoreDamagedError, StoreError
from wikic.navigate.indexes.remote_mirror import FetchedIndexes, publish_indexes
from wikic.store.blobs import Head, Manifest, piece_name

need_client()

from wikic.store.redis_link import Link, parse_address  # noqa: E402
from wikic.store.redis_store import RedisStore  # noqa: E402


class Shelf:
    """``Blobs`` in memory, and how often a piece was fetched."""

    def __init__(self) -> None:
        self.now: Manifest | None = None
        self.pieces: dict[str, bytes] = {}
        self.fetched: list[bytes] = []

    def put(self, generation: int, files: dict[str, bytes]) -> str:
        self.pieces |= {piece_name(each): each for each in files.values()}
        self.now = Manifest(generation, "", {name: (piece_name(each),) for name, each in files.items()})
        return self.now.version

    def head(self) -> Head | None:
        return None if self.now is None else (self.now.version, self.now.generation)

    def manifest(self) -> Manifest | None:
        return self.now

    def piece(self, name: str) -> bytes:
        if name not in self.pieces:
            raise StoreDamagedError("gone")
        self.fetched.append(self.pieces[name])
        return self.pieces[name]


ONE = {"catalogue": b"c1", "graph": b"g1", "search/g1/meta.json": b"m1"}


def content(place: Path) -> dict[str, bytes]:
    return {p.relative_to(place).as_posix(): p.read_bytes() for p in place.rglob("*") if p.is_file()}


def test_it_fetches_what_is_new_and_changes_over_whole(tmp_path: Path) -> None:
    shelf = Shelf()
    indexes = FetchedIndexes(shelf, tmp_path / "cache")
    with pytest.raises(StoreError, match="no index"):
        indexes.renew()
    shelf.put(3, ONE)
    assert indexes.renew() and content(indexes.place) == ONE and indexes.generation == 3
    assert not indexes.renew()
    first = indexes.place
    shelf.fetched.clear()
    shelf.put(4, ONE | {"graph": b"g2"})
    assert indexes.renew() and content(indexes.place) == ONE | {"graph": b"g2"}
    assert shelf.fetched == [b"g2"]  # the others lie on the disk
    assert content(first) == ONE  # others may be reading it
    # Another process finds it there.
    shelf.fetched.clear()
    other = FetchedIndexes(shelf, tmp_path / "cache")
    assert other.renew() and other.place == indexes.place and not shelf.fetched


def test_a_version_that_cannot_be_had_leaves_the_last_whole_one(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.put(3, ONE)
    indexes = FetchedIndexes(shelf, tmp_path / "cache")
    indexes.renew()
    before = indexes.place
    shelf.put(4, ONE | {"graph": b"g2"})
    del shelf.pieces[piece_name(b"g2")]
    with pytest.raises(StoreDamagedError):
        indexes.renew()
    assert indexes.place == before and content(before) == ONE and indexes.generation == 3
    assert [each.name for each in (tmp_path / "cache").iterdir()] == [before.name]


@pytest.mark.parametrize(
    "name",
    ["../catalogue", "/etc/passwd", "search/../../x", "search/g1/deep/er", "other", "search", "search/"],
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    shelf = Shelf()
    shelf.put(3, ONE | {name: b"x"})
    with pytest.raises(StoreDamagedError, match="names a file"):
        FetchedIndexes(shelf, tmp_path / "cache").renew()
    assert not (tmp_path / "cache").exists()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.put(3, ONE)
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(StoreError, match="cannot be written"):
        FetchedIndexes(shelf, tmp_path / "cache/indexes").renew()


def test_versions_that_nobody_uses_go(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.put(3, ONE)
    indexes = FetchedIndexes(shelf, tmp_path / "cache")
    indexes.renew()
    old = indexes.place
    os.utime(old, (1, 1))
    shelf.put(4, ONE | {"graph": b"g2"})
    indexes.renew()
    assert not old.exists() and content(indexes.place) == ONE | {"graph": b"g2"}


def test_an_index_that_another_process_is_making_is_waited_for(own: Path, node: Server) -> None:
    where = parse_address(f"redis://127.0.0.1:{node.port}", new_wiki())
    with RedisStore(Link(where), where.wiki) as store:
        assert publish_indexes(own, store.blobs, 3) == ""
        first = store.blobs.head()
        page = own / "wiki/people/Isaac-Dunn.md"
        page.write_text(page.read_text() + "\nHe kept a quokka.\n")
        lock = FileLock(own / ".wikic/index.lock", thread_local=False)
        lock.acquire()
        ending = Timer(1.0, lock.release)
        ending.start()
        assert publish_indexes(own, store.blobs, 4) == ""
        ending.join()
        second = store.blobs.head()
        assert first is not None
        assert second is not None
        assert second[0] != first[0]
        assert second[1] == 4
        # Nothing new is only noted.
        assert publish_indexes(own, store.blobs, 5) == ""
        assert store.blobs.head() == (second[0], 5)
