"""One table of countries, their peoples and adjectives."""

from __future__ import annotations

from wikic.language.countries import countries
from wikic.navigate.ask.answer.follow_relation import first_country


def test_a_country_has_its_names_and_adjectives() -> None:
    (france,) = [each for each in countries("en") if each.name == "France"]
    assert (france.adjectives, france.people, france.answer) == (
        ("French", "Franco"),
        ("Frenchman",),
        "France",
    )


def test_every_answer_is_a_country_of_the_table() -> None:
    names = {each.name for each in countries("en")}
    assert {each.answer for each in countries("en")} <= {"", *names}


def test_no_name_is_of_two_countries() -> None:
    every = [name for each in countries("en") for name in (each.name, *each.others)]
    assert len(every) == len(set(every))


def test_answers_know_countries_by_any_of_their_names() -> None:
    assert first_country("a Scottish engineer") == ("United Kingdom", "Scottish")
    assert first_country("1902 in Korea") == ("South Korea", "Korea")
    # As often a person's name as a country's: "Michael Jordan".
    assert first_country("Jordan was born in 1963.") is None
