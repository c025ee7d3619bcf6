"""What every store must do: tree, memory, LevelDB, with the tree behind it, with a cache before it."""

from __future__ import annotations

import hashlib
import pickle
from copy import copy
from dataclasses import FrozenInstanceError, replace

import pytest

from wikic.store.protocol import list_names, navigate_path
from wikic.store.records import MAX_PAGE_NAMES, DirectoryRecord, FileRecord

WIKI = {
    "index.md": b"# Index\n",
    "schema.yaml": b"dimensions: []\n",
    "people/_index.md": b"# People\n",
    "people/John-V.md": b"---\ntype: people\n---\n# John V\n",
    "people/John.md": b"# John\n",
    "people/kings.md": b"# Kings\n",
    "people/kings/Henry-VIII.md": b"# Henry\n",
    "people-and-places.md": b"own page\n",
    "sources/digests/luxun-1a2b3c.md": "# 呐喊\r\n".encode(),
    "人物/鲁迅.md": "﻿# 鲁迅\n".encode(),
    "人物/谭盾.md": "# 谭盾\n".encode(),
    "人物/𠮷野家.md": b"beyond the basic plane",
}


def test_get_returns_the_text_and_state_of_the_file(fill):
    store = fill(WIKI)
    for path, data in WIKI.items():
        record = store.get(path)
        assert isinstance(record, FileRecord), path
        assert record.name == path.rpartition("/")[2]
        assert record.text.encode() == data
        assert record.stamp.sha256 == hashlib.sha256(data).hexdigest()
        assert record.stamp.size == len(data)
        assert record.stamp.mtime_ns > 0
        assert record.meta.version > 0


STRANGE = (
    "",
    "/",
    "people",
    "people/",
    "people//John.md",
    "/people/John.md",
    "people/John.md/",
    "people/../index.md",
    "../secret.md",
    "./index.md",
    "people/Nobody.md",
    "people/john.md",
    "people/John.md\0",
    "people\0John.md",
    "\ud800.md",
    "人物/" + "鲁" * 300,
    "x" * 5000,
)


def test_what_is_not_there_is_none_and_no_error(fill, tmp_path):
    (tmp_path / "secret.md").write_bytes(b"secret")
    store = fill(WIKI)
    for path in STRANGE:
        assert store.get(path) is None, path
        if path not in ("", "people"):
            assert store.list(path) is None, path
            assert store.list(path, "a") is None, path
        assert path in ("", "people", "people/") or store.prefix(path) == (), path


def test_records_compare_as_values(fill):
    store, again = fill(WIKI), fill(WIKI)
    file, other = store.get("index.md"), store.get("people/John.md")
    plain = FileRecord(file.name, file.text, file.stamp, file.meta)
    assert file == plain and plain == file and hash(file) == hash(plain)
    assert file != other and file != "index"
    assert again.get("index.md").text == file.text
    listing = store.list("people")
    plain = DirectoryRecord(listing.name, listing.sub_dirs, listing.files, listing.next, listing.meta)
    assert listing == plain and plain == listing and hash(listing) == hash(plain)
    assert listing != store.list("") and listing != file
    assert replace(listing, files=()).files == () and replace(file, text="x").text == "x"
    assert pickle.loads(pickle.dumps(file)) == file and copy(listing) == listing
    assert repr(listing).endswith(f"meta={listing.meta!r})")
    for record in (file, listing):
        with pytest.raises(AttributeError):
            _ = record.nothing
        with pytest.raises(FrozenInstanceError):
            record.name = "x"


def test_list_names_directories_and_files_apart(fill):
    root = fill(WIKI).list("")
    assert root == DirectoryRecord(
        name="",
        sub_dirs=("people", "sources", "人物"),
        files=("index.md", "people-and-places.md", "schema.yaml"),
        next=None,
        meta=root.meta,
    )
    assert root.meta.entry_count == 6


def test_a_file_and_a_directory_of_one_name_are_two_things(fill):
    store = fill(WIKI)
    assert store.list("people").sub_dirs == ("kings",)
    assert store.list("people/kings").files == ("Henry-VIII.md",)
    assert store.list("people/kings").name == "kings"
    assert store.get("people/kings.md").text == "# Kings\n"


def test_names_come_in_code_point_order(fill):
    # UTF-16 order would put the character beyond the basic plane first.
    assert fill(WIKI).list("人物").files == ("谭盾.md", "鲁迅.md", "𠮷野家.md")


PREFIXES = {
    "people/John": ("people/John-V.md", "people/John.md"),
    "people/John.": ("people/John.md",),
    "people/k": ("people/kings.md", "people/kings/Henry-VIII.md"),
    "people/kings/": ("people/kings/Henry-VIII.md",),
    "people": tuple(sorted(each for each in WIKI if each.startswith("people"))),
    "人": ("人物/谭盾.md", "人物/鲁迅.md", "人物/𠮷野家.md"),
    "人物/鲁": ("人物/鲁迅.md",),
    "": tuple(sorted(WIKI)),
    "nothing": (),
    "people/John.md": ("people/John.md",),
    "people/John.md/": (),
    "nowhere/a": (),
}


def test_prefix_finds_files_in_code_point_order(fill):
    store = fill(WIKI)
    for prefix, found in PREFIXES.items():
        assert store.prefix(prefix) == found, prefix
        assert store.prefix(prefix, 1) == found[:1], prefix
        assert store.prefix(prefix, 0) == (), prefix


def test_a_path_that_is_none_ends_a_walk_where_it_stops_making_sense(fill):
    store = fill(WIKI)
    for path in ("/", "/people", "people//John.md", "people/", "\ud800/a.md"):
        assert [each.name for each in navigate_path(store, path)] in ([""], ["", "people"]), path


def test_navigate_returns_the_records_along_the_path(fill):
    store = fill(WIKI)
    trail = navigate_path(store, "people/kings/Henry-VIII.md")
    assert [each.name for each in trail] == ["", "people", "kings", "Henry-VIII.md"]
    assert [each.type for each in trail] == ["directory"] * 3 + ["file"]
    assert [each.name for each in navigate_path(store, "people/kings")] == ["", "people", "kings"]
    assert [each.name for each in navigate_path(store, "")] == [""]
    assert [each.name for each in navigate_path(store, "people/Nobody.md")] == ["", "people"]
    assert [each.name for each in navigate_path(store, "nowhere/at/all.md")] == [""]


def test_an_empty_wiki_has_a_root(fill):
    store = fill({})
    assert store.list("").files == ()
    assert store.list("").meta.entry_count == 0
    assert store.prefix("") == ()


@pytest.mark.parametrize("count", [MAX_PAGE_NAMES, MAX_PAGE_NAMES + 1, 1700])
def test_a_large_directory_comes_in_pages(fill, count):
    files = [f"Page-{number:05d}.md" for number in range(count)]
    below = [f"big/{sub}/{number}.md" for sub in ("Page-00003", "Page-00600.md.d") for number in range(90)]
    store = fill({f"big/{each}": b"x" for each in files} | dict.fromkeys(below, b"x"))
    page = store.list("big")
    assert page.meta.entry_count == count + 2
    assert page.sub_dirs == ("Page-00003", "Page-00600.md.d")
    assert (page.next is None) == (count <= MAX_PAGE_NAMES)
    seen = list(page.files)
    while page.next is not None:
        page = store.list("big", page.next)
        assert 0 < len(page.files) <= MAX_PAGE_NAMES
        assert page.sub_dirs == ()
        assert page.meta.entry_count == count + 2
        seen += page.files
    assert seen == files
    assert list(list_names(store, "big")) == files


def test_a_cursor_need_not_be_a_name_that_is_there(fill):
    files = [f"Page-{number:05d}.md" for number in range(1600)]
    store = fill({f"big/{each}": b"x" for each in files})
    for after in ("Page-00099.md", "Page-00099x", "", "Page-01500.md", "zzz"):
        page = store.list("big", after)
        expected = [each for each in files if each > after]
        assert list(page.files) == expected[: len(page.files)], after
        assert bool(page.files) == bool(expected), after


def test_a_file_of_invalid_utf8_is_read_with_replacements(fill):
    record = fill({"a.md": b"caf\xe9"}).get("a.md")
    assert record.text == "caf�"
    assert record.stamp.size == 4


def test_closing_twice_is_closing_once(fill):
    store = fill(WIKI)
    store.close()
    store.close()
