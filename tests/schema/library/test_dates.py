"""Minutes, diaries and bulletins go by year and month; few documents stay together."""

from __future__ import annotations

from datetime import date, timedelta

from wikic.model.article import Article
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.library.group import Group
from wikic.schema.library.title_groups import dated_groups, is_dated
from wikic.schema.library.topics import find_groups, place_documents, topic_entries

NAMES = ("Ada spoke of pumps", "Bo spoke of the roof", "Cleo asked for a vote", "Dov reads the minutes")


def minutes(days: list[date], folder: str = "") -> list[DocumentFeatures]:
    """A meeting a day, whose words are of four kinds."""
    return [
        features_of(
            Article(
                f"kb/{folder}{day.isoformat()}.md",
                f"Board Meeting {day.isoformat()}",
                NAMES[at % 4],
                language="en",
            )
        )
        for at, day in enumerate(days)
    ]


def days(first: date, count: int, apart: int) -> list[date]:
    return [first + timedelta(days=apart * at) for at in range(count)]


def found(leaves: list[DocumentFeatures]) -> tuple[list[Group], str]:
    return find_groups([each.key for each in leaves], leaves)


def test_meetings_of_several_years_go_by_year_whoever_spoke() -> None:
    leaves = minutes(days(date(2023, 1, 3), 60, 14))
    groups, how = found(leaves)
    assert (how, [(each.label, each.date) for each in groups]) == (
        "date",
        [("2023", "2023"), ("2024", "2024"), ("2025", "2025")],
    )
    homed = place_documents(groups, leaves)
    assert all(home == f"/{leaf.key[3:7]}" for home, leaf in zip(homed, leaves, strict=True))


def test_meetings_of_one_year_go_by_month() -> None:
    groups, how = found(minutes(days(date(2024, 1, 2), 50, 7)))
    assert how == "date"
    assert [each.label for each in groups] == [f"2024-{month:02}" for month in range(1, 13)]


def test_days_of_one_month_stay_together() -> None:
    assert found(minutes(days(date(2024, 1, 1), 30, 1))) == ([], "")


def test_a_diary_of_many_days_has_months_within_its_years() -> None:
    groups, _ = found(minutes(days(date(2023, 1, 1), 730, 1)))
    assert [each.label for each in groups if not each.parent] == ["2023", "2024"]
    assert [each.label for each in groups if each.parent == "/2024"][:2] == ["2024-01", "2024-02"]


def test_a_folder_of_many_days_is_divided_by_them() -> None:
    diary = minutes(days(date(2023, 1, 1), 400, 1), "journal/")
    notes = [
        features_of(Article(f"kb/ideas/{at}.md", f"Idea {at}", "A shed.", language="en")) for at in range(40)
    ]
    groups, how = found([*diary, *notes])
    inside = [each for each in groups if each.parent == "/Journal"]
    assert (how, [each.date for each in inside]) == ("folder", ["2023", "2024"])
    assert [(each.folder, each.date) for each in topic_entries(inside[0], "journal/2023")] == [
        ("journal", "2023")
    ]
    homed = dict(
        zip([each.key for each in [*diary, *notes]], place_documents(groups, [*diary, *notes]), strict=True)
    )
    assert homed["kb/journal/2023-05-06.md"] == "/Journal/2023"
    assert homed["kb/journal/2024-01-09.md"] == "/Journal/2024"
    assert homed["kb/ideas/3.md"] == "/Ideas"


def test_a_few_days_among_other_documents_say_nothing() -> None:
    dated = minutes(days(date(2024, 1, 1), 10, 30))
    others = [features_of(Article(f"kb/n{at}.md", f"Note {at}", "Ropes.", language="en")) for at in range(10)]
    assert is_dated(dated)
    assert not is_dated([*dated, *others])
    assert dated_groups([*dated, *others]) == []


def test_few_documents_without_a_common_name_are_not_divided() -> None:
    texts = (
        "pump oil belt gauge",
        "roof tile gutter slate",
        "vote ballot chair quorum",
        "bread oven flour yeast",
    )
    titles = (
        *("Caring", "Winter", "Began", "Plain", "Owe", "Time", "Salt", "Kin"),
        *("Rope", "Debt", "Song", "Field", "Glass", "Moss", "Iron", "Lamp"),
    )
    leaves = [
        features_of(Article(f"kb/{at}.md", title, texts[at % 4] * 3, language="en"))
        for at, title in enumerate(titles)
    ]
    assert found(leaves) == ([], "")
