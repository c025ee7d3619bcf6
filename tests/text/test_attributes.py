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
        ("12 May 1863", "1863年5月", False),
        ("12. März 1863", "March 12, 1863", False),
        ("12. März 1863", "12. Mai 1863", True),
        ("3 May 1663", "13 May 1663", False),  # of the Julian calendar and the Gregorian
        ("28 December 1699", "8 January 1700", False),
        ("3 May 1963", "13 May 1963", True),
    ],
)
def test_dates_exclude_each_other(one: str, other: str, excluded: bool) -> None:
    left, right = (Value("date of birth", text, "date") for text in (one, other))
    assert left.excludes(right) is right.excludes(left) is excluded
    assert not left.excludes(Value("founded", other, "date"))


def test_places_exclude_each_other_unless_one_lies_in_the_other() -> None:
    london, england, paris = (
        Value("place of birth", text, "place") for text in ("London", "London England", "Paris")
    )
    assert london.excludes(paris) and not london.excludes(england)


@pytest.mark.parametrize(
    ("one", "other", "excluded"),
    [
        ("31 m", "102 ft", False),
        ("31 metres", "105 feet", True),
        ("1.345 m", "1,345 metres", False),
        ("12 km", "7.5 miles", False),
    ],
)
def test_lengths_exclude_each_other_unless_rounded_or_converted(one: str, other: str, excluded: bool) -> None:
    left, right = (Value("height", text, "length") for text in (one, other))
    assert left.excludes(right) is right.excludes(left) is excluded


@pytest.mark.parametrize(
    ("sentence", "name", "founded"),
    [
        ("Edwin Quill founded the Orsgate Observatory in 1863.", "Orsgate Observatory", "1863"),
        ("In 1863 Edwin Quill founded the Orsgate Observatory.", "Orsgate Observatory", "1863"),
        ("Orsgate Observatory was founded in 1863, not in 1861.", "Orsgate Observatory", "1863"),
        ("The club has a hall. The Orsgate Observatory was founded in 1863.", "Orsgate Observatory", "1863"),
        ("Edwin Quill founded the Orsgate Observatory Club in 1863.", "Observatory", None),
        ("Die Warte liegt am See. Sie wurde 1861 von Edwin Quill gegründet.", "Warte", "1861"),
        ("Er gründete 1863 die Sternwarte Orsgate.", "Sternwarte Orsgate", "1863"),
        ("Die Sternwarte Orsgate wurde am 12. Mai 1863 gegründet.", "Sternwarte Orsgate", "12. Mai 1863"),
        ("石帆天文台：天文台成立于1861年。", "石帆天文台", "1861年"),
        ("1863年，奎尔创办了石帆天文台。", "石帆天文台", "1863年"),
        ("石帆学会：石帆天文台成立于1863年。", "石帆学会", None),
    ],
)
def test_when_a_thing_was_founded(sentence: str, name: str, founded: str | None) -> None:
    found = {each.attribute: each.text for each in values(sentence, called(name))}
    assert found.get("founded") == founded
