from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.written import article_of
from wikic.curator.encyclopaedia.english import sections
from wikic.curator.offline import OfflineCurator
from wikic.document.quotes import segment
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema

SCHEMA = Schema(Positioning(), tuple(Dimension(name, name) for name in ("people", "geography", "media")))


def prose(number: int, name: str = "Tregeagle") -> str:
    """Ten thousand characters in the first person; one sentence in ten is about ``name``."""
    plain = [f"We saw the sea on walk {number} at turn {at} and I was glad of it." for at in range(140)]
    told = [f"{name} was in house {number} at turn {at} again." for at in range(20)]
    return " ".join([*plain, f"We heard of {name} by walk {number} there.", *told])


def extract(title: str, text: str, shelf: str | None = None) -> Extraction:
    article = replace(article_of(text, title, "c/1", "en"), collection_title=shelf)
    return OfflineCurator().extract(article, segment(article.text, "en"), SCHEMA)


BOOK = "A TALE\n\nOF THE SEA\n\n" + "\n\n".join(
    f"CHAPTER {roman}\n\n{prose(at)}" for at, roman in enumerate(("I", "II", "III", "IV", "V"))
)


def test_chapters_are_parts_of_the_work_and_hold_its_sentences() -> None:
    found = extract("a-tale-of-the-sea", BOOK)
    work = found.entities[0]
    assert work.title == "A Tale of the Sea"
    chapters = [each for each in found.entities if each.disambiguator == work.title]
    assert [each.title for each in chapters] == [
        f"Chapter {roman} (A Tale of the Sea)" for roman in ("I", "II", "III", "IV", "V")
    ]
    assert {each.dimension for each in chapters} == {work.dimension}
    parts = {
        s.of for s in found.statements for r in s.relations if (r.label, r.entity) == ("part of", work.id)
    }
    assert parts == {each.id for each in chapters}


def test_sentences_about_a_name_that_recurs_are_its_own() -> None:
    found = extract("a-tale-of-the-sea", BOOK)
    own = next(each for each in found.entities if each.title == "Tregeagle")
    assert all("Tregeagle" in s.text for s in found.statements if s.of == own.id)
    assert sum(s.of == own.id for s in found.statements) == 105


def test_no_page_holds_more_than_a_page_should() -> None:
    text = prose(1, "the man") + " ".join(f"I walked {at} miles by the sea that day." for at in range(4000))
    found = extract("Walks", text)
    sizes = {each.id: 0 for each in found.entities}
    for statement in found.statements:
        sizes[statement.of] += len(statement.text)
    assert max(sizes.values()) <= sections.LONGEST + 100
    assert [each.title for each in found.entities[1:3]] == ["Part 1 (Walks)", "Part 2 (Walks)"]


def test_the_chapters_of_two_books_of_one_title_stay_apart() -> None:
    one, other = extract("a-tale-of-the-sea", BOOK, "Verne"), extract("a-tale-of-the-sea", BOOK, "Poe")
    assert one.entities[-1].title == other.entities[-1].title
    assert (one.entities[-1].disambiguator, other.entities[-1].disambiguator) == (
        "A Tale of the Sea, Verne",
        "A Tale of the Sea, Poe",
    )


def test_a_short_work_with_chapters_stays_one_page() -> None:
    text = "\n\n".join(f"CHAPTER {at}\n\n{prose(at)[:900]}" for at in range(1, 6))
    found = extract("Letters", text)
    assert not any("Chapter" in each.title for each in found.entities)


def divided(text: str) -> list[str]:
    text = article_of(text).text
    made = segment(text, "en")
    kept = [block for block in made if block.kind != "heading"]
    return [each.title for each in sections.divide(text, made, kept, "Guide")]


def test_markdown_headings_by_level() -> None:
    text = "# Guide\n\n" + "".join(f"## Step {at}\n\n### Why {at}\n\n{prose(at)}\n\n" for at in range(4))
    assert divided(text) == ["", "Step 0", "Step 1", "Step 2", "Step 3"]


def test_contents_open_no_sections_and_titles_are_told_apart() -> None:
    contents = "CONTENTS\n\n" + "".join(f"CHAPTER {at}\n\n" for at in range(1, 4))
    book = "".join(f"CHAPTER {at}\n\n{prose(at)}\n\n" for at in range(1, 4))
    again = "".join(f"CHAPTER {at}\n\n{prose(at + 10)}\n\n" for at in range(1, 4))
    expected = [f"Chapter {at}" for at in range(1, 4)]
    assert divided(contents + book + again) == ["", *expected, *(f"{each}, 2" for each in expected)]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("DAY THE FIRST", "day the #"),
        ("Chapter 3: The Lamp", "chapter #"),
        ("BOOK XII", "book #"),
        ("IV.", "#"),
        ("The Lamp", "the lamp"),
    ],
)
def test_the_form_of_a_heading(heading: str, expected: str) -> None:
    assert sections.form(heading) == expected
