"""The names of notes' files: which of them people say, and when they are aliases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.article import Article
from wikic.wiki.documents.file_names import alias, designation, is_generic, spoken_name
from wikic.wiki.documents.read import read


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("vault/FAQ.md", "Questions customers ask"),
        ("FAQ.txt", "Questions customers ask"),
        ("2026-09-15 Team.md", "Kick-off"),
        ("Spiral mixer manual.md", "The machine in the back"),
        ("spiral-mixer.md", "The machine in the back"),
        ("spiral-mixer.markdown", "The spiral mixer of 2019"),
        ("K-7.md", "Bulk at five degrees"),
        ("C++.md", "The language"),
        ("茶.md", "绿茶与红茶"),
    ],
)
def test_what_people_call_a_note(path: str, title: str) -> None:
    name = path.rpartition("/")[2].rpartition(".")[0]
    assert spoken_name(path) == name
    assert alias(path, title) == name


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "index.md",
        "untitled 3.md",
        "Note 12.md",
        "page_4.md",
        "未命名 3.md",
        "Unbenannt.md",
        "12.md",
        "2026-01-05.md",
        "d00012.md",
        "p12.txt",
        "IMG_2034.md",
        "8f3a6b7c8d9e0f1a2b3c.md",
        "0b6cf1de-8d50-4a3a-9f1e-2f4c6a7b8c9d.md",
        "Meeting 8f3a6b7c8d9e0f1a2b3c4d5e6f708192.md",
        "20260105_1200.md",
        f"{'long ' * 20}.md",
        "FAQ.pdf",
        "FAQ",
        "FAQ.json",
        ".md",
        "",
    ],
)
def test_what_nobody_says(path: str) -> None:
    assert spoken_name(path) == alias(path, "Questions") == designation(path) == ""


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("faq.md", "FAQ"),
        ("how-to-reset-router.md", "How to reset the router"),
        ("reset_router.md", "Reset router"),
        ("01-introduction.md", "Introduction"),
        ("2024-03-01-why-paper.md", "Why"),
        ("Spiral mixer.md", "Spiral mixer"),
    ],
)
def test_a_name_that_the_title_says(path: str, title: str) -> None:
    assert alias(path, title) == ""


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("batch/B-0912.md", "B-0912"),
        ("K-7.md", "K-7"),
        ("Q3.md", "Q3"),
        ("Lot-4.md", ""),
        ("FAQ.md", ""),
        ("k-7.md", ""),
        ("2026-W03.md", ""),
        ("B-091234.md", ""),
    ],
)
def test_designations(path: str, found: str) -> None:
    assert designation(path) == found


@given(st.text(max_size=40), st.sampled_from([".md", ".txt", ""]), st.text(max_size=20))
def test_any_name_is_read(stem: str, extension: str, title: str) -> None:
    name = spoken_name(stem + extension)
    assert alias(stem + extension, title) in ("", name)
    assert designation(stem + extension) in ("", name)
    assert not name or (extension and not is_generic(name))


def _read(file: Path, text: str) -> list[Article]:
    file.write_text(text, "utf-8")
    return [each for each in read([file]) if isinstance(each, Article)]


def test_the_files_name_is_an_alias_beside_those_of_the_author(tmp_path: Path) -> None:
    (found,) = _read(
        tmp_path / "FAQ.md", "---\naliases: [Answers]\n---\n# Questions customers ask\n\nMany.\n"
    )
    assert found.aliases == ("Answers", "FAQ")
    (found,) = _read(tmp_path / "2026-09-15 Team.md", "# Kick-off\n\nWe met.\n")
    assert found.aliases[-1] == "2026-09-15 Team"


def test_records_and_chapters_are_not_called_by_their_file(tmp_path: Path) -> None:
    (found,) = _read(
        tmp_path / "a.jsonl", json.dumps({"id": "FAQ.md", "title": "Questions", "text": "Many."})
    )
    assert found.aliases == ()
    chapter = "The rain fell on the harbour all night. " * 700
    text = "\n\n".join(f"CHAPTER {each}\n\n{chapter}" for each in ("I", "II", "III"))
    found_parts = _read(tmp_path / "Rain book.txt", f"The Harbour\n\n{text}\n")
    assert len(found_parts) > 1
    assert {each.aliases for each in found_parts} == {()}


def test_a_designation_is_the_title_as_it_is_written(tmp_path: Path) -> None:
    (found,) = _read(tmp_path / "B-0912.md", "---\nbatch: B-0912\n---\nBulk 3:10, retard 14:20.\n")
    assert (found.title, found.aliases) == ("B-0912", ())
    (found,) = _read(tmp_path / "K-7.md", "# Cold proof\n\nBulk 3:10.\n")
    assert (found.title, found.aliases) == ("Cold proof", ("K-7",))


def test_a_common_word_is_no_name(tmp_path: Path) -> None:
    (found,) = _read(tmp_path / "old.md", "# Wessmere\n\nWessmere is a town.\n")
    assert found.aliases == ()
