"""Names by what somebody has typed of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.lsp.knowledge import best_matches


def test_beginnings_come_first_then_words_then_the_rest() -> None:
    names = ["Old compost", "Decompose", "Compost", "Compost of 2019", "Barrow", "Shed"]
    assert best_matches("comp", names, str, 9) == ["Compost", "Compost of 2019", "Old compost", "Decompose"]
    assert best_matches("cmpst", names, str, 9) == ["Compost", "Old compost", "Compost of 2019"]
    assert best_matches("", names, str, 2) == ["Barrow", "Compost"]


@given(st.lists(st.text(max_size=8), max_size=20), st.text(max_size=4), st.integers(1, 5))
def test_what_holds_the_letters_is_found_and_no_more_than_wanted(
    names: list[str], typed: str, most: int
) -> None:
    found = best_matches(typed, names, str, most)
    assert len(found) <= most
    assert set(found) <= set(names)
    if typed.strip() and typed in names:
        assert found
