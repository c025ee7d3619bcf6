"""A wiki opened without its files: what it has, what it has not, and an index that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.redis_server import Server, need_client, new_wiki

from wikic import build_dir
from wikic.errors import StoreDamagedError
from wikic.navigate.indexes.remote_mirror import FetchedIndexes, RemoteMirror, remote
from wikic.navigate.indexes.stored_library import StoredLibrary
from wikic.navigate.library import Library
from wikic.store.tree import TreeStore

need_client()

from wikic.store.redis_link import Link, parse_address  # noqa: E402
from wikic.store.redis_store import RedisStore  # noqa: E402


@pytest.fixture
def to(node: Server) -> str:
    return f"redis://127.0.0.1:{node.port}#{new_wiki()}"


@pytest.fixture
def mirror(own: Path, to: str) -> Iterator[RemoteMirror]:
    with remote(TreeStore(own / "wiki"), own, to) as found:
        found.sync()
        assert found.unpublished == ""
        yield found


@pytest.fixture
def store(mirror: RemoteMirror, to: str) -> Iterator[RedisStore]:
    where = parse_address(to)
    with RedisStore(Link(where), where.wiki) as found:
        yield found


@pytest.fixture
def library(store: RedisStore, tmp_path: Path) -> StoredLibrary:
    indexes = FetchedIndexes(store.blobs, tmp_path / "indexes")
    indexes.renew()
    return StoredLibrary(tmp_path, store, indexes)


def found(library: Library, words: str) -> list[str]:
    return [hit.path for hit in library.search.search(words)]


def test_it_has_what_the_files_have(library: StoredLibrary, own: Path) -> None:
    with Library.current(own) as files:
        assert library.catalogue.pages == files.catalogue.pages
        assert library.directories() == files.directories()
        assert library.overview() == files.overview()
        assert found(library, "light") == found(files, "light") != []
        for source in files.sources():
            assert library.article(source.article) == files.article(source.article)
            assert library.digest(source.digest) == files.digest(source.digest)
    assert library.record("people/Nobody") is None


def test_an_index_that_cannot_be_used_leaves_the_one_before(
    library: StoredLibrary, mirror: RemoteMirror, store: RedisStore, own: Path, tmp_path: Path
) -> None:
    before = found(library, "light")
    place = build_dir.at(own)
    files = {p.relative_to(place).as_posix(): p for p in (place / "search").rglob("*") if p.name != "lock"}
    files = {name: path for name, path in files.items() if path.is_file() and not name.endswith(".lock")}
    other = tmp_path / "other-version"
    other.write_text('{"format":99}')
    files |= {name: place / name for name in ("catalogue", "graph")} | {"search/current.json": other}
    store.blobs.publish(files, store.generation, "of another version")
    with pytest.raises(StoreDamagedError, match="cannot be used"):
        library.renew()
    assert found(library, "light") == before != []
    assert library.view("people/Isaac-Dunn") is not None
    page = own / "wiki/people/Isaac-Dunn.md"
    page.write_text(page.read_text() + "\n## Notes\n\nHe kept a quokka named Zebulon.\n")
    mirror.sync()
    library.renew()
    assert found(library, "quokka") == ["people/Isaac-Dunn"]
