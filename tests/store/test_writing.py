"""What every store that can be written must do: versions, directories, order, compare-and-swap."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.errors import StaleVersionError
from wikic.store.leveldb import LevelStore
from wikic.store.path_store import MemoryStore
from wikic.store.protocol import list_names
from wikic.store.records import MAX_PAGE_NAMES, Batch, Delete, FileMeta, Put, Restamp, Stamp, file_record


def put(path, text="text", expects=None, mtime_ns=1):
    return Put(path, file_record(path, text.encode(), mtime_ns), expects)


def test_a_stored_record_comes_back_with_a_version(writable):
    meta = FileMeta(
        confidence=0.5, sources=("sources/digests/a",), last_verified="2026-11-21", access_count=7
    )
    record = file_record("people/a.md", b"text", 5, meta)
    applied = writable.apply(Batch((Put("people/a.md", record),)))
    assert applied.generation == writable.generation == 1
    assert writable.get("people/a.md") == replace(record, meta=replace(meta, version=1))
    assert writable.stamp("people/a.md") == (1, record.stamp)
    assert list(writable.stamps()) == [("people/a.md", 1, record.stamp)]


def test_versions_grow_over_a_delete(writable):
    seen = []
    for operation in (put("a.md"), put("a.md", "b"), Delete("a.md"), put("a.md")):
        writable.apply(Batch((operation,)))
        record = writable.get("a.md")
        seen.append(record and record.meta.version)
    assert seen == [1, 2, None, 4]


def test_what_was_touched_is_reported_for_caches(writable):
    applied = writable.apply(Batch((put("people/a.md"), put("people/b.md"))))
    assert set(applied.files) == {"people/a.md", "people/b.md"}
    assert set(applied.directories) == {"", "people"}
    applied = writable.apply(Batch((put("people/a.md", "new"),)))
    assert (applied.files, applied.directories) == (("people/a.md",), ())
    applied = writable.apply(Batch((Delete("people/a.md"),)))
    assert applied.directories == ("people",)


def test_a_directory_goes_with_its_last_file(writable):
    writable.apply(Batch((put("a/b/c/page.md"), put("a/x.md"))))
    assert writable.list("a/b").sub_dirs == ("c",)
    writable.apply(Batch((Delete("a/b/c/page.md"),)))
    assert writable.list("a/b/c") is writable.list("a/b") is None
    assert writable.list("a").sub_dirs == ()
    assert writable.list("a").meta.entry_count == 1
    writable.apply(Batch((Delete("a/x.md"),)))
    assert writable.list("").meta.entry_count == 0


def test_a_move_is_one_batch(writable):
    writable.apply(Batch((put("people/a.md"),)))
    writable.apply(Batch((Delete("people/a.md"), put("places/a.md"))))
    assert writable.list("").sub_dirs == ("places",)
    assert writable.prefix("") == ("places/a.md",)


def test_a_directory_keeps_its_version_while_its_names_stay(writable):
    writable.apply(Batch((put("people/a.md"),)))
    writable.apply(Batch((put("people/a.md", "new"),)))
    assert writable.list("people").meta.version == 1
    writable.apply(Batch((put("people/b.md"),)))
    assert writable.list("people").meta.version == 3
    assert writable.list("").meta.version == 1


def test_compare_and_swap_refuses_a_stale_version_and_writes_nothing(writable):
    writable.apply(Batch((put("a.md", expects=0),)))
    with pytest.raises(StaleVersionError) as caught:
        writable.apply(Batch((put("b.md"), put("a.md", "new", expects=0))))
    assert (caught.value.path, caught.value.found) == ("a.md", 1)
    assert writable.get("b.md") is None
    assert writable.generation == 1
    writable.apply(Batch((put("a.md", "new", expects=1),)))
    with pytest.raises(StaleVersionError):
        writable.apply(Batch((Delete("a.md", expects=1),)))
    writable.apply(Batch((Delete("a.md", expects=2),)))
    with pytest.raises(StaleVersionError):
        writable.apply(Batch((Delete("a.md", expects=2),)))


def test_a_restamp_renews_the_time_and_keeps_the_version(writable):
    writable.apply(Batch((put("a.md"),)))
    stamp = writable.get("a.md").stamp
    writable.apply(Batch((Restamp("a.md", replace(stamp, mtime_ns=9)), Restamp("b.md", stamp))))
    assert writable.get("a.md").stamp.mtime_ns == writable.stamp("a.md")[1].mtime_ns == 9
    assert writable.get("a.md").meta.version == 1
    assert writable.get("b.md") is None
    writable.apply(Batch((Restamp("a.md", Stamp("0" * 64, 10, 4)),)))
    assert writable.get("a.md").stamp.mtime_ns == 9


def test_a_directory_whose_names_change_forgets_its_time(writable):
    writable.apply(Batch((put("people/a.md"),), (("people", 7), ("nowhere", 8))))
    assert writable.list("people").meta.mtime_ns == 7
    writable.apply(Batch((put("people/a.md", "new"),)))
    assert writable.list("people").meta.mtime_ns == 7
    writable.apply(Batch((put("people/b.md"),)))
    assert writable.list("people").meta.mtime_ns == 0


def test_settled_is_said_by_the_writer_alone(writable):
    assert not writable.settled
    writable.apply(Batch((put("a.md"),)))
    assert not writable.settled
    writable.apply(Batch(settled=True))
    writable.apply(Batch((put("b.md"),)))
    assert writable.settled
    writable.apply(Batch(settled=False))
    assert not writable.settled


def test_a_path_that_leaves_the_wiki_is_refused(writable):
    for path in ("", "/a", "a/", "a//b", "../a", "a/../b", ".git/a", "a\0b", "a\nb", "\ud800"):
        for operation in (Put(path, file_record("a", b"")), Delete(path)):
            with pytest.raises(ValueError):
                writable.apply(Batch((operation,)))
    assert writable.generation == 0


def test_a_path_named_twice_is_refused(writable):
    with pytest.raises(ValueError):
        writable.apply(Batch((put("a.md"), Delete("a.md"))))


def test_an_empty_batch_and_the_delete_of_nothing_do_no_harm(writable):
    writable.apply(Batch())
    writable.apply(Batch((Delete("no/such/file.md"),)))
    assert writable.list("").meta.entry_count == 0
    assert writable.list("no") is None


# Names over few letters, so that directories fill, split, empty and merge.
_NAMES = st.integers(0, 3 * MAX_PAGE_NAMES).map("{:04d}".format)


@st.composite
def _steps(draw):
    """Stretches of names to add to or take from one directory, so that pages overflow and empty."""
    steps = []
    for _ in range(draw(st.integers(1, 8))):
        low, high = sorted((draw(st.integers(0, 2000)), draw(st.integers(0, 2000))))
        steps.append((draw(st.booleans()), range(low, high, draw(st.integers(1, 7)))))
    return steps


@examples(40)  # each fills and empties some pages
@given(_steps())
def test_pages_hold_what_was_put_in_after_any_history(tmp_path_factory, steps):
    with LevelStore(tmp_path_factory.mktemp("pages") / "mirror") as store:
        held: set[str] = set()
        for adding, run in steps:
            run_names = {f"{number:04d}" for number in run}
            held = held | run_names if adding else held - run_names
            store.apply(
                Batch(tuple(put(f"d/{each}") if adding else Delete(f"d/{each}") for each in run_names))
            )
            head = store.list("d")
            assert (head is None) == (not held)
            assert list(list_names(store, "d")) == sorted(held)
            if head is not None:
                assert head.meta.entry_count == len(held)
                assert (head.next is None) == (len(held) <= MAX_PAGE_NAMES)
                assert head.files


_PATHS = st.lists(st.sampled_from(["a", "b", "ab", "人", "a-b"]), min_size=1, max_size=4).map("/".join)
_OPERATIONS = st.dictionaries(_PATHS, st.one_of(st.none(), st.text("xy", max_size=2)), max_size=6)


@given(st.lists(_OPERATIONS, max_size=6))
def test_memory_and_leveldb_agree_on_any_history(tmp_path_factory, history):
    memory = MemoryStore()
    with LevelStore(tmp_path_factory.mktemp("agree") / "mirror") as level:
        held: dict[str, str] = {}
        for step in history:
            operations = tuple(
                Delete(path) if text is None else put(path, text) for path, text in step.items()
            )
            memory.apply(Batch(operations))
            level.apply(Batch(operations))
            held |= {path: text for path, text in step.items() if text is not None}
            held = {path: text for path, text in held.items() if step.get(path, "") is not None}
        assert level.prefix("") == memory.prefix("") == tuple(sorted(held))
        assert list(level.stamps()) == list(memory.stamps())
        directories = {"", "a", "b", "ab", "人", "a-b"} | {path.rpartition("/")[0] for path in held}
        for path in directories | held.keys():
            assert level.list(path) == memory.list(path)
            assert level.get(path) == memory.get(path)
