"""What stands before and behind a page: numbers count, documents go by their files."""

from __future__ import annotations

from pathlib import Path

from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.reader.series import Series, natural


def test_numbers_count() -> None:
    names = ["b", "10-end", "2-middle", "1-start", "a10", "a9"]
    assert sorted(names, key=natural) == ["1-start", "2-middle", "10-end", "a9", "a10", "b"]


def test_notes_go_by_name(tmp_path: Path) -> None:
    for name in ("2-b", "10-c", "1-a"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\nText.\n")
    (tmp_path / "wikic.toml").write_text('[lint]\nprofile = "vault"\n')
    refresh(tmp_path)
    with Library.current(tmp_path) as library:
        series = Series(library)
        assert series.beside("1-a") == ("", "2-b")
        assert series.beside("2-b") == ("1-a", "10-c")
        assert series.beside("10-c") == ("2-b", "")
        assert series.beside("nowhere") == ("", "")


def test_pages_of_things_are_in_none(harbour: Path) -> None:
    with Library.current(harbour) as library:
        things = [path for path, entry in library.catalogue.pages.items() if not entry.article]
        assert things
        assert {Series(library).beside(path) for path in things} == {("", "")}
