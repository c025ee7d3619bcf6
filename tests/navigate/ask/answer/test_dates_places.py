"""Dates and places as facts write them."""

from __future__ import annotations

import pytest

from wikic.navigate.ask.answer import dates, follow_relation


@pytest.mark.parametrize(
    ("kind", "fact", "date"),
    [
        ("birth", "Otto (8 October 1676 – 30 March 1749) was a duke.", "8 October 1676"),
        ("death", "Otto (8 October 1676 – 30 March 1749) was a duke.", "30 March 1749"),
        ("birth", "Anna (born December 6, 1899) was a pilot.", "December 6, 1899"),
        (
            "birth",
            "Sam, born Samuel Neu, (December 6, 1899 - November 10, 1964), made films.",
            "December 6, 1899",
        ),
        ("birth", "Raoul (March 11, 1887 December 31, 1980) made films.", "March 11, 1887"),
        ("death", "Raoul (March 11, 1887 December 31, 1980) made films.", "December 31, 1980"),
        ("death", "She died of fever in 1832.", "1832"),
        ("release", "Snow is a 1962 Italian comedy film.", "1962"),
        ("release", "The song was released on May 3, 2001.", "May 3, 2001"),
        ("start", "The club was founded in 1902 by Ada.", "1902"),
        ("birth", "林知远生于1881年9月25日。", "1881年9月25日"),
        ("birth", "林知远（1881年－1936年），小说家。", "1881年"),
        ("birth", "Otto was a duke.", None),
        ("death", "Otto was born in 1676.", None),
    ],
)
def test_dates(kind: str, fact: str, date: str | None) -> None:
    found = dates.date_in_fact(kind, fact)
    assert (found.text if found is not None else None) == date


def test_dates_compare_as_far_as_they_are_known() -> None:
    year, day, other = (dates.read_date(text) for text in ("1900", "3 May 1900", "2 June 1900"))
    assert year is not None
    assert day is not None
    assert other is not None
    assert not dates.can_compare(year, day)
    assert dates.can_compare(day, other)
    assert day < other


@pytest.mark.parametrize(
    ("kind", "fact", "place"),
    [
        ("birth", "Otto was born in Lodvik and grew up in Vast.", "Lodvik"),
        ("birth", "David (6 April 1920 in Winnetka, Illinois – 1997) made films.", "Winnetka, Illinois"),
        ("death", "Maria died on 9 June 1731 in Quellburg.", "Quellburg"),
        ("education", "She graduated from the University of Vast in 1950.", "University of Vast"),
        ("location", "Lodvik is a town in Denmark.", "Denmark"),
        ("location", "东海大学位于临川。", "临川"),
        ("birth", "Otto was a duke.", None),
    ],
)
def test_places(kind: str, fact: str, place: str | None) -> None:
    assert dates.place_in_fact(kind, fact) == place


def test_countries_are_known_by_their_adjectives() -> None:
    assert follow_relation.first_country("a 1951 French drama") == ("France", "French")
    assert follow_relation.countries_in("Franco-Belgian film") == {"France", "Belgium"}
    assert follow_relation.countries_in("法国作家") == {"France"}
    assert follow_relation.first_country("Frenchman's Creek") is None
