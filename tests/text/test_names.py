from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text import names


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Henry I", "Henry II"),
        ("Apollo 11", "Apollo 13"),
        ("Apollo", "Apollo 11"),
        ("Harbour dues 2019", "Harbour dues 2024"),
        ("First Symphony", "Second Symphony"),
        ("John Smith", "John Smith Jr."),
        ("John Smith Sr.", "John Smith Jr."),
        ("Plan (draft)", "Plan (final)"),
        ("Thomas Penhale (engineer)", "Thomas Penhale (painter)"),
        ("North Korea", "South Korea"),
        ("Duke of Kent", "Duchess of Kent"),
    ],
)
def test_names_that_are_never_one_thing(a: str, b: str) -> None:
    assert names.conflict(a, b)
    assert names.conflict(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Theodred II (Bishop of Elmham)", "Theodred II"),
        ("John V, Prince of Anhalt-Zerbst", "John V of Anhalt-Zerbst"),
        ("WHO", "World Health Organization"),
        ("Frederick", "Frederick I, Count Palatine of Simmern"),
        ("C", "C++"),
        ("I. V. Sasi", "I V Sasi"),
    ],
)
def test_names_that_may_be_one_thing(a: str, b: str) -> None:
    assert not names.conflict(a, b)
    assert not names.conflict(b, a)


@given(st.text(max_size=60), st.text(max_size=60))
def test_conflict_is_symmetric_and_never_with_itself(a: str, b: str) -> None:
    assert names.conflict(a, b) == names.conflict(b, a)
    assert not names.conflict(a, a)


def test_a_title_parts_into_base_and_disambiguator() -> None:
    assert names.base("The Hideout (2007 film)") == "The Hideout"
    assert names.disambiguator("The Hideout (2007 film)") == "2007 film"
    assert names.base("(untitled)") == "(untitled)"
    assert names.disambiguator("Anhalt") is None
