"""The tree as a store: what it does not show, and files that go while it reads."""

from __future__ import annotations

import os

import pytest

from wikic.store.tree import TreeStore


@pytest.fixture
def wiki(tmp_path):
    root = tmp_path / "wiki"
    (root / "people").mkdir(parents=True)
    (root / "people/a.md").write_bytes(b"a")
    return root


def test_symbolic_links_are_not_followed(wiki, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_bytes(b"secret")
    (wiki / "linked").symlink_to(outside)
    (wiki / "people/link.md").symlink_to(outside / "secret.md")
    store = TreeStore(wiki)
    assert store.prefix("") == ("people/a.md",)
    assert store.list("").sub_dirs == ("people",)
    assert store.get("people/link.md") is None
    assert store.get("linked/secret.md") is None
    assert store.list("linked") is None
    assert store.prefix("linked/") == ()
    assert store.prefix("linked/s") == ()


def test_the_root_may_be_a_link(wiki, tmp_path):
    (tmp_path / "other").symlink_to(wiki)
    assert TreeStore(tmp_path / "other").get("people/a.md").text == "a"
    assert TreeStore(tmp_path / "other").list("").sub_dirs == ("people",)


def test_hidden_and_impossible_names_are_not_shown(wiki):
    (wiki / ".obsidian").mkdir()
    (wiki / ".obsidian/app.json").write_bytes(b"{}")
    (wiki / "people/.a.md.swp").write_bytes(b"")
    (wiki / "people/new\nline.md").write_bytes(b"")
    os.mkfifo(wiki / "people/pipe.md")
    with open(os.fsencode(wiki) + b"/people/\xff.md", "wb"):
        pass
    store = TreeStore(wiki)
    assert store.prefix("") == ("people/a.md",)
    assert store.list("people").files == ("a.md",)
    assert store.get(".obsidian/app.json") is None
    assert store.get("people/pipe.md") is None


def test_a_missing_root_is_an_absent_store(tmp_path):
    store = TreeStore(tmp_path / "nowhere")
    assert store.list("") is None
    assert store.get("a.md") is None
    assert store.prefix("") == ()


def test_it_shows_every_change_at_once(wiki):
    store = TreeStore(wiki)
    assert store.get("people/b.md") is None
    (wiki / "people/b.md").write_bytes(b"b")
    assert store.get("people/b.md").text == "b"
    assert store.list("people").files == ("a.md", "b.md")
    (wiki / "people/b.md").unlink()
    assert store.get("people/b.md") is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_skipped(wiki):
    (wiki / "people/a.md").chmod(0)
    assert TreeStore(wiki).get("people/a.md") is None


def test_a_file_longer_than_one_read_is_whole(wiki):
    data = os.urandom(100_000).hex().encode()
    (wiki / "people/long.md").write_bytes(data)
    assert TreeStore(wiki).load("people/long.md") == data
    with pytest.raises(FileNotFoundError):
        TreeStore(wiki).load("people/none.md")
