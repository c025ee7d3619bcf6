"""A mirror is exact after any edits of the tree."""

from __future__ import annotations

import hashlib
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.audit import audit
from support.depth import examples

from wikic.store import sync as sync_module
from wikic.store.leveldb import LevelStore
from wikic.store.path_store import MemoryStore
from wikic.store.records import Batch, FileMeta, Put, file_record, is_fresh
from wikic.store.sync import Entry, plan_sync, survey_tree, sync_store
from wikic.store.tree import FreshStore, TreeStore


def entry(path, text, mtime_ns=1, hashed=True):
    data = text.encode()
    sha256 = hashlib.sha256(data).hexdigest() if hashed else ""
    return Entry(path, mtime_ns, len(data), lambda: data, sha256)


def content(store):
    """Everything a store shows but its versions."""
    files = {path: store.get(path) for path in store.prefix("")}
    shown = {path: (each.text, each.stamp, each.meta.sources) for path, each in files.items()}
    directories, queue = {}, [""]
    while queue:
        path = queue.pop()
        record = store.list(path)
        directories[path] = (record.sub_dirs, record.files, record.meta.entry_count, record.meta.mtime_ns)
        queue += [f"{path}/{each}" if path else each for each in record.sub_dirs]
    return shown, directories


def describe(path, text):
    return FileMeta(sources=(f"{path}:{len(text)}",))


# Paths that are also directories of others, so that files and directories take each other's place.
_PATHS = st.lists(st.sampled_from(["a", "b", "人", "a-b"]), min_size=1, max_size=4).map("/".join)
_TREES = st.dictionaries(
    _PATHS, st.tuples(st.sampled_from(["", "x", "y", "文"]), st.integers(1, 3)), max_size=8
)


@examples(60)
@given(trees=st.lists(_TREES, min_size=1, max_size=5), hashed=st.booleans(), small=st.booleans())
def test_a_sync_after_any_edits_equals_a_fresh_rebuild(tmp_path_factory, trees, hashed, small):
    with pytest.MonkeyPatch.context() as patch, LevelStore(tmp_path_factory.mktemp("m") / "mirror") as level:
        patch.setattr(sync_module, "BATCH_BYTES", 2 if small else 4 << 20)
        memory = MemoryStore()
        for number, tree in enumerate(trees):
            # Without hashes an edit shows in the time: give each round its own times.
            def entries(tree=tree, number=number):
                times = {path: time if hashed else 10 * number + time for path, (_, time) in tree.items()}
                return [entry(path, text, times[path], hashed) for path, (text, _) in tree.items()]

            directories = [("", number + 1), ("a", number + 1), ("a/b", 5)]
            rebuilt = MemoryStore()
            sync_store(rebuilt, plan_sync(entries(), rebuilt, directories), describe)
            for store in (memory, level):
                result = sync_store(store, plan_sync(entries(), store, directories), describe)
                assert not result.skipped
                assert store.settled
                assert content(store) == content(rebuilt)
                assert not list(audit(store))
                generation = store.generation
                sync_store(store, plan_sync(entries(), store, directories))
                assert store.generation == generation


def test_one_edit_is_one_small_write():
    store = MemoryStore()
    files = {f"people/{n}.md": "text" for n in range(100)}
    sync_store(store, plan_sync([entry(path, text) for path, text in files.items()], store))
    files["people/7.md"] = "other"
    changes = plan_sync([entry(path, text) for path, text in files.items()], store)
    assert [each.path for each in changes.changed] == ["people/7.md"]
    assert (changes.touched, changes.gone) == ((), ())
    sync_store(store, changes)
    assert store.get("people/7.md").meta.version == 2
    assert store.get("people/8.md").meta.version == 1


def test_a_touched_file_is_not_read_when_its_hash_is_known():
    store = MemoryStore()
    sync_store(store, plan_sync([entry("a.md", "text", 1)], store))

    def never():
        raise AssertionError("was read")

    touched = Entry("a.md", 2, 4, never, hashlib.sha256(b"text").hexdigest())
    result = sync_store(store, plan_sync([touched], store))
    assert (result.written, result.touched) == (0, 1)
    assert (store.get("a.md").stamp.mtime_ns, store.get("a.md").meta.version) == (2, 1)


def test_a_file_that_changes_while_it_is_read_is_left_for_the_next_sync():
    store = MemoryStore()
    sync_store(store, plan_sync([entry("d/a.md", "old"), entry("d/b.md", "b")], store, [("d", 1)]))
    late = Entry("d/a.md", 2, 3, lambda: b"later", hashlib.sha256(b"new").hexdigest())

    def gone():
        raise FileNotFoundError

    lost = Entry("d/c.md", 2, 3, gone, "0" * 64)
    result = sync_store(store, plan_sync([late, entry("d/b.md", "b"), lost], store, [("d", 2), ("", 3)]))
    assert result.skipped == ("d/a.md", "d/c.md")
    assert store.get("d/a.md").text == "old"
    assert store.list("d").meta.mtime_ns == 1
    assert store.list("").meta.mtime_ns == 3


def test_a_name_that_no_store_holds_is_passed_over_and_the_rest_mirrored():
    store = MemoryStore()
    found = plan_sync([entry("a\nb.md", ""), entry("../x", ""), entry("a.md", "")], store)
    sync_store(store, found)
    assert store.prefix("") == ("a.md",)


def test_a_mirror_is_unsettled_until_its_last_batch(monkeypatch):
    monkeypatch.setattr(sync_module, "BATCH_BYTES", 10)

    class Watching(MemoryStore):
        seen = ()

        def apply(self, batch):
            applied = super().apply(batch)
            self.seen += (self.settled,)
            return applied

    store = Watching()
    sync_store(store, plan_sync([entry(f"{n}.md", "text") for n in range(9)], store))
    assert store.seen == (False, False, True)


def test_a_moved_page_is_never_missing_in_between(monkeypatch):
    monkeypatch.setattr(sync_module, "BATCH_BYTES", 1)

    class Watching(MemoryStore):
        seen = ()

        def apply(self, batch):
            applied = super().apply(batch)
            self.seen += (self.prefix(""),)
            return applied

    store = Watching()
    sync_store(store, plan_sync([entry("z/page.md", "text")], store))
    sync_store(store, plan_sync([entry("a/page.md", "text")], store))
    assert store.seen == (("z/page.md",), ("a/page.md", "z/page.md"), ("a/page.md",))


# --- with files ----------------------------------------------------------------------------------


@pytest.fixture
def wiki(tmp_path):
    root = tmp_path / "wiki"
    for path in ("index.md", "people/a.md", "people/b.md", "places/c.md"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(path.encode())
    return root


def mirrored(root, hashed=False):
    store = MemoryStore()
    entries, directories = survey_tree(TreeStore(root), hashed=hashed)
    sync_store(store, plan_sync(entries, store, directories))
    return store


@pytest.mark.parametrize("hashed", [False, True])
def test_a_mirror_shows_what_the_tree_shows(wiki, hashed):
    files, directories = content(mirrored(wiki, hashed))
    assert (files, directories) == content(TreeStore(wiki))


def test_freshness_is_judged_by_time_and_size(wiki):
    store = mirrored(wiki)
    record, at = store.get("people/a.md"), wiki / "people/a.md"
    assert is_fresh(record, at.stat())
    assert is_fresh(store.list("people"), (wiki / "people").stat())
    assert not is_fresh(record, None)
    os.utime(at, ns=(1, record.stamp.mtime_ns + 1))
    assert not is_fresh(record, at.stat())
    at.write_bytes(b"longer than it was")
    os.utime(at, ns=(1, record.stamp.mtime_ns))
    assert not is_fresh(record, at.stat())
    assert not is_fresh(file_record("a.md", b""), at.stat())


def test_a_reader_sees_an_edit_the_mirror_was_not_told_of(wiki):
    store = FreshStore(mirrored(wiki), TreeStore(wiki))
    assert store.get("people/a.md").text == "people/a.md"
    assert store.list("people").files == ("a.md", "b.md")
    assert store.prefix("people/") == ("people/a.md", "people/b.md")
    (wiki / "people/a.md").write_bytes(b"edited by hand")
    (wiki / "people/new.md").write_bytes(b"new")
    (wiki / "people/b.md").unlink()
    assert store.get("people/a.md").text == "edited by hand"
    assert store.get("people/b.md") is None
    assert store.get("people/new.md").text == "new"
    assert store.list("people").files == ("a.md", "new.md")
    assert store.prefix("people/") == ("people/a.md", "people/new.md")


def test_a_mirror_half_made_is_passed_over(wiki):
    mirror = MemoryStore()
    mirror.apply(Batch((Put("people/a.md", file_record("people/a.md", b"half")),), settled=False))
    store = FreshStore(mirror, TreeStore(wiki))
    assert store.list("people").files == ("a.md", "b.md")
    assert store.get("people/a.md").text == "people/a.md"


def test_freshly_mirrored_after_edits_without_hashes(wiki):
    store = mirrored(wiki)
    (wiki / "people/a.md").write_bytes(b"edited")
    (wiki / "places/c.md").rename(wiki / "people/c.md")
    (wiki / "places").rmdir()
    entries, directories = survey_tree(TreeStore(wiki))
    result = sync_store(store, plan_sync(entries, store, directories))
    assert (result.written, result.removed) == (2, 1)
    assert content(store) == content(TreeStore(wiki))
