"""What a sentence says of attributes a thing has one value of."""

from __future__ import annotations

import pytest

from wikic.text.attributes import Value, called, says_any, values

ADA = called("Ada Lovelace", ("Ada King",))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ada Lovelace was born on 10 December 1815.", [("date of birth", "10 December 1815")]),
        ("Ada Lovelace (1815–1852) wrote notes.", [("date of birth", "1815"), ("date of death", "1852")]),
        ("Ada King died in London in 1852.", [("date of death", "1852"), ("place of death", "London")]),
        ("Ada Lovelace was born in London and was married from 1835.", [("place of birth", "London")]),
        ("Ada Lovelace died after giving birth to a son who died in 1848.", []),
        ("Ada Lovelace was probably born in 1815.", []),
        ("Lord Byron was born in 1788.", []),
        ("Ada Lovelace wrote notes.", []),
    ],
)
def test_values(sentence: str, expected: list[tuple[str, str]]) -> None:
    assert [(each.attribute, each.text) for each in values(sentence, ADA)] == expected
    assert says_any(sentence) or not expected


@pytest.mark.parametrize(
    ("one", "other", "excluded"),
    [
        ("10 December 1815", "1816", True),
        ("10 December 1815", "11 December 1815", True),
        ("10 December 1815", "December 1815", False),
        ("1815", "1815", False),
    ],
)
def test_dates_exclude_each_other(one: str, other: str, excluded: bool) -> None:
    left, right = (Value("date of birth", text, True) for text in (one, other))
    assert left.excludes(right) is right.excludes(left) is excluded
    assert not left.excludes(Value("founded", other, True))


def test_places_exclude_each_other_unless_one_lies_in_the_other() -> None:
    london, england, paris = (
        Value("place of birth", text, False) for text in ("London", "London England", "Paris")
    )
    assert london.excludes(paris) and not london.excludes(england)
