"""The fold's opinion on a wiki: none where nothing changed, nor where that does not show at a glance."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.tended import Tended
from wikic import layout
from wikic.compiler.fold_expectations import expectations, is_current
from wikic.wiki.tree import Tree

TITLE = "Wiki"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    Tended(30).write(tmp_path)
    return tmp_path


def page(root: Path) -> Path:
    return sorted((root / "wiki" / "people").glob("[!_]*.md"))[0]


def digest(root: Path) -> Path:
    return sorted((root / "wiki" / layout.DIGESTS_DIR).glob("*.md"))[0]


def test_nothing_is_folded_where_every_file_is_as_it_was_left(root: Path) -> None:
    assert is_current(Tree(root), TITLE)
    os.utime(page(root), (1, 1))  # a checkout: the stat says nothing, the content does
    assert is_current(Tree(root), TITLE)
    opinion = expectations(root, TITLE)
    assert opinion("people/_index") is None and opinion("people/x") is None


@pytest.mark.parametrize(
    "change",
    [
        lambda root: page(root).write_bytes(page(root).read_bytes() + b"x\n"),
        lambda root: page(root).unlink(),
        lambda root: page(root).rename(page(root).with_name("Other.md")),
        lambda root: (root / "wiki" / "people" / "New.md").write_bytes(b"# New\n"),
        lambda root: digest(root).unlink(),
        lambda root: (root / "wiki" / "people" / "_index.md").write_bytes(b"# People\n"),
        lambda root: (root / "wiki" / "index.md").unlink(),
        lambda root: (root / "wiki" / layout.SCHEMA_FILE).write_bytes(b"dimensions: []\n"),
        lambda root: (root / ".wikic" / layout.NAMES_FILE).unlink(),
        lambda root: (root / ".wikic" / layout.NAMES_FILE).write_bytes(b"\x93"),
    ],
)
def test_whatever_changed_is_seen(root: Path, change: Callable[[Path], object]) -> None:
    change(root)
    assert not is_current(Tree(root), TITLE)


def test_another_title_is_another_root_index(root: Path) -> None:
    assert not is_current(Tree(root), "Other")
    assert expectations(root, "Other")("index") is not None


def test_a_checkout_without_the_build_directory_is_folded(root: Path) -> None:
    (root / ".wikic" / layout.NAMES_FILE).unlink()
    assert expectations(root, TITLE)("people/_index") is None
    page(root).write_bytes(page(root).read_bytes().replace(b"## Key Facts", b"## Claims", 1))
    assert expectations(root, TITLE)(layout.page_path(f"people/{page(root).name}")) is not None
