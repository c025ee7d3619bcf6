"""A folder of documents that becomes a symlink while it is read: what lies elsewhere stays there."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.command import write
from support.depth import sample

from wikic.errors import NotPlainError
from wikic.model.article import Article
from wikic.plain_file import read_below, read_plain
from wikic.store.tree import TreeStore
from wikic.wiki.documents.read import Document, read
from wikic.wiki.documents.read_outcome import Unreadable
from wikic.wiki.documents.walk import DEEPEST

SECRET = "What nobody was to read."


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Documents, beside files of the same names that are none of them."""
    names = ("sub/b.md", "sub/c.jsonl", "sub/deep/d.md", "sub/p.csv", "sub/export/users.json")
    slack = '[{"type": "message", "ts": "1.0", "user": "U1", "text": "Hello to all of you."}]'
    record = '{"id": "1", "text": "%s"}\n'
    for folder, words in (("docs", "Known."), ("away", SECRET)):
        contents = {name: record % words if name.endswith("l") else f"{words}\n" for name in names}
        users = f'[{{"id": "U1", "real_name": "{words}"}}]'
        write(
            tmp_path / folder,
            {**contents, "sub/export/users.json": users, "sub/export/general/day.json": slack},
        )
    write(tmp_path / "docs", {"a.md": "See ![it](sub/p.csv) and [list](sub/p.csv).\n", "z.md": "Last.\n"})
    return tmp_path / "docs"


def swap(folder: Path) -> None:
    """Put a symlink to the folder elsewhere in its place, or the folder back."""
    hidden = folder.with_name(f".{folder.name}")
    if folder.is_symlink():
        folder.unlink()
        hidden.rename(folder)
    else:
        folder.rename(hidden)
        top = folder
        while top.name != "docs":
            top = top.parent
        folder.symlink_to(top.parent / "away" / folder.relative_to(top))


def told(documents: list[Document]) -> str:
    found = [each for each in documents if isinstance(each, Article)]
    held = [
        (part.file.read_bytes() if part.file else b"").decode() for each in found for part in each.attachments
    ]
    return "\n".join([*(each.text for each in found), *held])


@pytest.mark.parametrize("folder", ["sub", "sub/deep", "sub/export", "."])
@pytest.mark.parametrize("before", range(1, 7))
def test_a_folder_that_is_swapped_between_two_documents(docs: Path, folder: str, before: int) -> None:
    reading = read([docs])
    found = [each for _, each in zip(range(before), reading, strict=False)]
    swap(docs / folder)
    found += reading
    assert SECRET not in told(
        [each for each in found if not isinstance(each, Article) or not each.attachments]
    )
    swap(docs / folder)
    assert SECRET not in told(found)


@contextmanager
def swapping(folder: Path) -> Iterator[None]:
    """The folder becomes a symlink, and a folder again, all the time."""
    over = threading.Event()

    def storm() -> None:
        while not over.is_set():
            swap(folder)
        if folder.is_symlink():
            swap(folder)

    thread = threading.Thread(target=storm)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("folder", ["sub", "sub/deep"])
def test_a_folder_that_is_swapped_all_the_time(docs: Path, folder: str) -> None:
    found: list[Document] = []
    with swapping(docs / folder):
        for _ in range(sample(200, 5_000)):
            found += read([docs])
    assert SECRET not in told(found)
    assert {each.key for each in read([docs]) if isinstance(each, Article)} >= {"docs/a.md", "docs/sub/b.md"}


@pytest.mark.parametrize("links", [True, False])
def test_a_file_below_a_folder_that_is_swapped_all_the_time(docs: Path, links: bool) -> None:
    held: set[bytes] = set()
    with swapping(docs / "sub"):
        for _ in range(sample(2_000, 50_000)):
            for ask in (
                lambda: read_below(os.fspath(docs), "sub/b.md", 100),
                lambda: read_plain(docs / "sub/b.md", 100, inside=docs, links=links),
                lambda: TreeStore(docs).load("sub/b.md"),
            ):
                try:
                    held.add(ask())
                except (NotPlainError, FileNotFoundError, NotADirectoryError):
                    continue
    assert held == {b"Known.\n"}


def test_a_name_inside_the_folder_may_lead_about_in_it(docs: Path) -> None:
    (docs / "again.md").symlink_to("sub/b.md")
    (docs / "sub/up").symlink_to("../sub/deep")
    found = {each.key: each for each in read([docs])}
    assert isinstance(found["docs/again.md"], Article) and "docs/sub/up/d.md" not in found
    assert read_below(os.fspath(docs), "sub/up/d.md", 100) == b"Known.\n"


def test_folders_without_end_are_said(tmp_path: Path) -> None:
    deep = tmp_path / "docs" / "/".join(["d"] * (DEEPEST + 3))
    deep.mkdir(parents=True)
    (deep / "a.md").write_text("Deep.\n")
    (tmp_path / "docs/b.md").write_text("Here.\n")
    first, second = read([tmp_path / "docs"])
    assert isinstance(first, Article)
    assert isinstance(second, Unreadable) and second.reason == f"lies more than {DEEPEST} folders deep"
