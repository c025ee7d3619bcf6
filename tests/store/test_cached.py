"""The cache in the process: it never tells anything but the store behind it, and it stays small."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.errors import StoreError
from wikic.store.cached import CachedStore
from wikic.store.leveldb import LevelStore
from wikic.store.path_store import MemoryStore
from wikic.store.protocol import navigate_path
from wikic.store.records import Batch, Delete, Put, Restamp, Stamp, file_record

PATHS = ("index.md", "a/_index.md", "a/x.md", "a/b/y.md", "a/b/z.md", "a-b/x.md", "c/x.md", "c.md")
DIRECTORIES = ("", "a", "a/b", "a-b", "c", "nowhere")
CHANGES = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(("", "one", "two", "touch")), max_size=4)
TIMES = st.dictionaries(st.sampled_from(DIRECTORIES), st.integers(1, 9), max_size=2)
READS = st.lists(st.sampled_from(PATHS + DIRECTORIES), max_size=6)


def put(path, text="text"):
    return Put(path, file_record(path, text.encode(), 1))


def operation(path, what):
    if what == "touch":
        return Restamp(path, Stamp(file_record(path, b"one").stamp.sha256, 7, 3))
    return put(path, what) if what else Delete(path)


def same(cached, store):
    for path in PATHS:
        assert cached.get(path) == store.get(path), path
        assert navigate_path(cached, path) == navigate_path(store, path), path
    for directory in DIRECTORIES:
        assert cached.list(directory) == store.list(directory), directory
        assert cached.prefix(directory) == store.prefix(directory)


@pytest.mark.parametrize("kind", ["memory", "leveldb"])
@examples(40)
@given(rounds=st.lists(st.tuples(READS, CHANGES, TIMES), max_size=6), entries=st.sampled_from((1, 3, 100)))
def test_after_any_batches_it_says_what_the_store_says(tmp_path_factory, kind, rounds, entries):
    store = MemoryStore() if kind == "memory" else LevelStore(tmp_path_factory.mktemp("store") / "mirror")
    with CachedStore(store, max_entries=entries) as cached:
        for reads, changes, times in rounds:
            for path in reads:
                cached.get(path)
                cached.list(path)
            operations = tuple(operation(*each) for each in changes.items())
            cached.applied(store.apply(Batch(operations, tuple(times.items()))))
            same(cached, store)
            same(cached, store)
        assert len(cached._kept) <= entries
        assert cached.generation == store.generation


def wiki(dimensions=3, pages=5):
    store = MemoryStore()
    paths = ["index.md"] + [f"d{n}/_index.md" for n in range(dimensions)]
    paths += [f"d{n}/deep/p{m}.md" for n in range(dimensions) for m in range(pages)]
    store.apply(Batch(tuple(put(path) for path in paths), settled=True))
    return store


def read_upper(cached, dimensions):
    for n in range(dimensions):
        cached.list(f"d{n}")
        cached.get(f"d{n}/_index.md")
    cached.list("")
    cached.get("index.md")


def test_the_root_and_its_dimensions_stay():
    cached = CachedStore(wiki(), max_entries=12)
    read_upper(cached, 3)
    for n in range(3):
        for m in range(5):
            cached.get(f"d{n}/deep/p{m}.md")
    cached.hits = cached.misses = 0
    read_upper(cached, 3)
    assert (cached.hits, cached.misses) == (8, 0)


def test_more_dimensions_than_it_holds_are_held_in_part():
    cached = CachedStore(wiki(50), max_entries=10)
    read_upper(cached, 50)
    assert len(cached._kept) == 10
    assert cached.list("d49").files == ("_index.md",)


def test_bytes_are_bounded_and_a_huge_record_is_passed_through():
    store = MemoryStore()
    store.apply(Batch((put("huge.md", "x" * 9_000), *(put(f"p{n}.md", "x" * 400) for n in range(60)))))
    cached = CachedStore(store, max_bytes=16_000)
    assert len(cached.get("huge.md").text) == 9_000
    assert not cached._kept
    for n in range(60):
        cached.get(f"p{n}.md")
    assert 5 < len(cached._kept) < 30
    assert cached._bytes == sum(size for _, size in cached._kept.values()) <= 16_000


def test_a_record_read_before_a_batch_is_not_kept_after_it():
    class Slow(MemoryStore):
        """A batch lands while the old record is on its way to the reader."""

        interrupt = staticmethod(lambda: None)

        def get(self, path):
            record = super().get(path)
            self.interrupt()
            return record

    store = Slow()
    cached = CachedStore(store)
    store.apply(Batch((put("a.md", "old"),)))

    def change():
        store.interrupt = lambda: None
        cached.applied(store.apply(Batch((put("a.md", "new"),))))

    store.interrupt = change
    assert cached.get("a.md").text == "old"
    assert cached.get("a.md").text == "new"


def test_readers_in_threads_never_see_a_version_go_back(tmp_path):
    stop = threading.Event()
    faults = []
    with LevelStore(tmp_path / "mirror") as store:
        cached = CachedStore(store, max_entries=3)
        store.apply(Batch(tuple(put(f"d/p{n}.md", "0") for n in range(4)), settled=True))

        def read():
            seen = {}
            while not stop.is_set():
                for n in range(4):
                    path = f"d/p{n}.md"
                    record = cached.get(path)
                    if record.meta.version < seen.get(path, 0):
                        faults.append((path, record.meta.version, seen[path]))
                    seen[path] = record.meta.version
                    listing = cached.list("d")
                    if listing.meta.version < seen.get("d", 0):
                        faults.append(("d", listing.meta.version))
                    seen["d"] = listing.meta.version

        readers = [threading.Thread(target=read) for _ in range(3)]
        for each in readers:
            each.start()
        for number in range(300):
            changes = [put(f"d/p{number % 4}.md", str(number))]
            extra = f"d/extra{number // 2}.md"
            changes.append(put(extra) if number % 2 == 0 else Delete(extra))
            event = store.apply(Batch(tuple(changes)))
            cached.applied(event)
            assert cached.get(f"d/p{number % 4}.md").meta.version == event.generation  # R1
        stop.set()
        for each in readers:
            each.join()
    assert not faults


@pytest.mark.parametrize("entries", [0, 1])
def test_a_cache_of_nothing_is_still_a_store(entries):
    cached = CachedStore(wiki(), max_entries=entries)
    read_upper(cached, 3)
    assert cached.get("index.md").text == "text"
    assert len(cached._kept) <= entries
    cached.close()


class Away(MemoryStore):
    """A store that can be out of reach."""

    away = False

    def get(self, path):
        if self.away:
            raise StoreError("away")
        return super().get(path)

    def list(self, path, after=None):
        if self.away:
            raise StoreError("away")
        return super().list(path, after)


def test_while_nobody_tells_what_is_kept_answers_only_where_the_store_cannot():
    store = Away()
    store.apply(Batch((put("a/x.md", "one"), put("a/y.md", "other"))))
    cache = CachedStore(store)
    assert cache.get("a/x.md").text == "one" and cache.list("a").files == ("x.md", "y.md")
    cache.doubt()
    store.apply(Batch((put("a/x.md", "two"), put("a/z.md", "new"))))
    assert cache.get("a/x.md").text == "two" and cache.list("a").files == ("x.md", "y.md", "z.md")
    store.away = True
    assert cache.get("a/x.md").text == "one" and cache.list("a").files == ("x.md", "y.md")
    with pytest.raises(StoreError):
        cache.get("a/y.md")
    with pytest.raises(StoreError):
        cache.list("")
    store.away = False
    cache.drop()
    assert cache.get("a/x.md").text == "two"
    store.away = True
    assert cache.get("a/x.md").text == "two"
    with pytest.raises(StoreError):
        cache.get("a/y.md")
