"""Notes that are called by a date: which names are such, and what their pages are called."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.article import Article
from wikic.wiki.documents.note_names import note_name
from wikic.wiki.documents.read import read


@pytest.mark.parametrize(
    ("path", "title", "iso"),
    [
        ("v/journal/2026-01-05.md", "2026-01-05", "2026-01-05"),
        ("2026-01-05 Monday.md", "2026-01-05 Monday", "2026-01-05"),
        ("2026-01-05-Monday.md", "2026-01-05 Monday", "2026-01-05"),
        ("2026-01-05 - Call with Ada.md", "2026-01-05 - Call with Ada", "2026-01-05"),
        ("journals/2026_01_05.md", "2026-01-05", "2026-01-05"),
        ("2026_01_05 a_b.md", "2026-01-05 a_b", "2026-01-05"),
        ("20260105.markdown", "20260105", "2026-01-05"),
        ("2026.01.05.txt", "2026.01.05", "2026-01-05"),
        ("05.01.2026.md", "05.01.2026", "2026-01-05"),
        ("5.1.2026.md", "5.1.2026", "2026-01-05"),
        ("01-25-2026.md", "01-25-2026", "2026-01-25"),
        ("25-01-2026.md", "25-01-2026", "2026-01-25"),
        ("January 5, 2026.md", "January 5, 2026", "2026-01-05"),
        ("Jan 5th, 2026.md", "Jan 5th, 2026", "2026-01-05"),
        ("Monday, 5 January 2026.md", "Monday, 5 January 2026", "2026-01-05"),
        ("日记/2026年1月5日.md", "2026年1月5日", "2026-01-05"),
        ("daily/2026/01/05.md", "2026-01-05", "2026-01-05"),
        ("2026-01.md", "2026-01", "2026-01"),
        ("2026_01 review.md", "2026-01 review", "2026-01"),
        ("2026-W03.md", "2026-W03", "2026-W03"),
        ("2026-w3 review.md", "2026-w3 review", "2026-W03"),
    ],
)
def test_a_note_called_by_a_date(path: str, title: str, iso: str) -> None:
    found = note_name(path)
    assert found is not None
    assert (found.title, found.iso) == (title, iso)


@pytest.mark.parametrize(
    "path",
    [
        "2024-03-01-some-post-title.md",
        "2024-03-01_minutes.md",
        "2026-13-05.md",
        "2026-02-30.md",
        "2026-W54.md",
        "2026-00.md",
        "2026.md",
        "03-04-2026.md",  # nobody can say which
        "20261305.md",
        "12345678.md",
        "2026/13/05.md",
        "January 2026 budget.md",
        "notes 2026-01-05.md",
        "2026-01-05.pdf",
        "2026-01-05",
        "2026-01-05.json",
        "",
    ],
)
def test_other_names(path: str) -> None:
    assert note_name(path) is None


@given(st.text(max_size=30), st.sampled_from([".md", ".txt", ""]))
def test_any_name_is_read(stem: str, extension: str) -> None:
    found = note_name(stem + extension)
    assert found is None or (found.title and found.iso and extension)


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_what_is_spoken_leads_back(day: date) -> None:
    found = note_name(f"{day.isoformat()}.md")
    assert found is not None
    spoken = found.spoken("en")
    assert {again.iso for each in spoken if (again := note_name(f"{each}.md"))} == {day.isoformat()}
    assert spoken[:2] == (day.isoformat(), f"{day.day} {day:%B} {day.year}")


@pytest.mark.parametrize(
    ("path", "language", "spoken"),
    [
        ("2026-01-05.md", "en", ("2026-01-05", "5 January 2026", "January 5, 2026", "Jan 5, 2026")),
        ("2026-01-05.md", "de", ("2026-01-05", "5. Januar 2026")),
        ("2026-01-05.md", "zh", ("2026-01-05", "2026年1月5日")),
        ("2026-01-05.md", "und", ("2026-01-05", "5 January 2026", "January 5, 2026", "Jan 5, 2026")),
        ("2026-03.md", "en", ("2026-03", "March 2026")),
        ("2026-W03.md", "en", ("2026-W03", "week 3 of 2026")),
    ],
)
def test_as_people_write_it(path: str, language: str, spoken: tuple[str, ...]) -> None:
    found = note_name(path)
    assert found is not None
    assert found.spoken(language) == spoken


def _read(folder: Path, name: str, text: str) -> Article:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    (found,) = [each for each in read([file]) if isinstance(each, Article)]
    return found


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## Mood\n\nSlept badly.\n", "2026-01-05"),
        ("Slept badly. Woke at six.\n", "2026-01-05"),
        ("# Mood\n\nGood.\n\n# Work\n\nThe grant went out.\n", "2026-01-05"),
        ("---\ntags: daily\n---\n## Mood\n\nSlept badly.\n", "2026-01-05"),
        ("# Long run\n\n## Mood\n\nThe knee held.\n", "Long run"),
        ("---\ntitle: The storm\n---\n## Mood\n\nThe roof leaks.\n", "The storm"),
    ],
)
def test_the_date_is_the_title_where_the_note_has_none(tmp_path: Path, text: str, title: str) -> None:
    found = _read(tmp_path, "2026-01-05.md", text)
    assert found.title == title
    assert found.date == "2026-01-05"
    assert {"2026-01-05", "5 January 2026", "January 5, 2026"} <= set(found.aliases)


def test_a_post_keeps_the_title_of_its_text(tmp_path: Path) -> None:
    found = _read(tmp_path, "2024-03-01-why-paper.md", "## Why\n\nPaper waits.\n")
    assert (found.title, found.aliases) == ("Why", ())
