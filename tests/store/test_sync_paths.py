"""A mirror is exact after any edits: when it is told of them, and by content when it was told of nothing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.audit import audit, differences
from support.depth import examples
from support.shown import Edited, rebuilt, shown

from wikic.navigate.indexes.mirror import describe_file
from wikic.store.path_store import MemoryStore
from wikic.store.sync import plan_sync, survey_tree, sync_store
from wikic.store.sync_paths import plan_paths
from wikic.store.tree import TreeStore

# Few names, so that files and directories take each other's place.
_PATHS = st.lists(st.sampled_from(["a", "b", "人"]), min_size=1, max_size=3).map("/".join)
_TEXTS = st.sampled_from(["x", "y", "longer", ""])
_EDITS = st.one_of(
    st.tuples(st.just("write"), _PATHS, _TEXTS),
    st.tuples(st.just("write_alike"), _PATHS, st.sampled_from(["x", "y"])),
    st.tuples(st.just("replace"), _PATHS, _TEXTS),
    st.tuples(st.just("delete"), _PATHS),
    st.tuples(st.just("move"), _PATHS, _PATHS),
)
_ROUND = st.lists(_EDITS, min_size=1, max_size=5)


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    return Edited(tmp_path / "wiki")


def whole(store: MemoryStore, tree: TreeStore) -> None:
    entries, directories = survey_tree(tree, hashed=True)
    sync_store(store, plan_sync(entries, store, directories), describe_file)


@examples(60)
@given(
    rounds=st.lists(st.lists(_EDITS, min_size=1, max_size=5), min_size=1, max_size=6), told_of=st.booleans()
)
def test_exact_after_any_edits(rounds: list[list[tuple[str, ...]]], told_of: bool) -> None:
    home = Path(mkdtemp(prefix="wikic-told-"))
    edited, store = Edited(home / "wiki"), MemoryStore()
    tree = TreeStore(edited.wiki)
    whole(store, tree)
    try:
        for edits in rounds:
            edited.told.clear()
            for name, *arguments in edits:
                getattr(edited, name)(*arguments)
            if told_of:
                sync_store(store, plan_paths(edited.told, tree, store), describe_file)
            else:
                whole(store, tree)
            assert shown(store) == rebuilt(edited.wiki)
            assert not list(audit(store))
            assert not list(differences(tree, store))
            before = store.generation
            sync_store(store, plan_paths(edited.told, tree, store), describe_file)
            assert store.generation == before, "what is in step is written again"
    finally:
        shutil.rmtree(home)


def test_a_name_whose_event_was_lost_is_found_beside_one_that_was_told(edited: Edited) -> None:
    edited.write("people/a.md", "a")
    tree, store = TreeStore(edited.wiki), MemoryStore()
    whole(store, tree)
    edited.write("people/lost.md", "lost")
    edited.write("places/north/lost.md", "lost")
    edited.write("people/b.md", "b")
    sync_store(store, plan_paths({"people/b.md"}, tree, store), describe_file)
    assert shown(store) == rebuilt(edited.wiki)


def test_a_file_that_was_renamed_over_shows_before_its_event_comes(edited: Edited) -> None:
    edited.write("people/a.md", "a")
    tree, store = TreeStore(edited.wiki), MemoryStore()
    whole(store, tree)
    edited.replace("people/a.md", "renamed over")
    edited.write("people/b.md", "b")
    sync_store(store, plan_paths({"people/b.md"}, tree, store), describe_file)
    assert store.get("people/a.md").text == "renamed over"
    assert shown(store) == rebuilt(edited.wiki)


def test_an_empty_directory_that_gets_its_first_file_keeps_its_parents_listing_fresh(edited: Edited) -> None:
    edited.write("people/a.md", "a")
    (edited.wiki / "people" / "kings").mkdir()
    tree, store = TreeStore(edited.wiki), MemoryStore()
    whole(store, tree)
    (edited.wiki / "people/kings/k.md").write_bytes(b"k")
    sync_store(store, plan_paths({"people/kings/k.md"}, tree, store), describe_file)
    assert store.list("people").meta.mtime_ns == (edited.wiki / "people").stat().st_mtime_ns
    assert shown(store) == rebuilt(edited.wiki)


def test_two_directories_that_change_places_with_files_that_look_alike(edited: Edited) -> None:
    for directory, text in (("left", "x"), ("right", "y")):
        edited.write(f"{directory}/a.md", text)
    for directory in ("left", "right"):
        os.utime(edited.wiki / directory / "a.md", ns=(1, 10**18))
    tree, store = TreeStore(edited.wiki), MemoryStore()
    whole(store, tree)
    edited.told.clear()
    edited.move("left", "aside")
    edited.move("right", "left")
    edited.move("aside", "right")
    sync_store(store, plan_paths(edited.told, tree, store), describe_file)
    assert store.get("left/a.md").text == "y"
    assert shown(store) == rebuilt(edited.wiki)


def test_every_kind_of_difference_is_listed(edited: Edited) -> None:
    for name in ("a", "b", "c"):
        edited.write(f"people/{name}.md", "x")
    tree, store = TreeStore(edited.wiki), MemoryStore()
    whole(store, tree)
    edited.write_alike("people/a.md", "y")
    edited.delete("people/b.md")
    edited.write("people/d.md", "d")
    found = {each.path: each.kind for each in differences(tree, store)}
    assert found == {"people/a.md": "differs", "people/b.md": "extra", "people/d.md": "missing"}


def test_what_a_transaction_overtook_is_not_shown(edited: Edited) -> None:
    edited.write("people/a.md", "old")
    tree, store = TreeStore(edited.wiki), MemoryStore()
    whole(store, tree)
    edited.write("people/a.md", "new")
    result = sync_store(store, plan_paths({"people/a.md"}, tree, store), describe_file, still=lambda: False)
    assert result.overtaken
    assert store.get("people/a.md").text == "old"
    assert store.settled
