"""The line of a page that says most about a query, and what of it is shown."""

from __future__ import annotations

from wikic.search.ranking import MAX_SNIPPET, best_line, cut_snippet

LONG = "mole " * 60 + "harbour " + "pier " * 60


def test_the_heaviest_line_is_the_best_and_the_first_of_equals() -> None:
    body = "A pier.\nThe harbour has a pier.\nA pier and a harbour.\n"
    assert best_line(body, {"harbour": 2.0, "pier": 1.0}) == (3.0, "The harbour has a pier.")
    assert best_line(body, {"quay": 1.0}) == (0.0, "")


def test_a_line_is_looked_for_in_the_first_65_536_characters() -> None:
    assert best_line("\n" * 65_532 + "pier", {"pier": 1.0}) == (1.0, "pier")
    assert best_line("\n" * 65_533 + "pier", {"pier": 1.0}) == (0.0, "")


def test_a_short_line_is_shown_whole_without_its_mark() -> None:
    assert cut_snippet("- The harbour.", {}) == "The harbour."
    assert cut_snippet("x" * MAX_SNIPPET, {}) == "x" * MAX_SNIPPET


def test_a_long_line_is_cut_around_its_term_a_third_of_the_room_before_it() -> None:
    shown = cut_snippet(LONG, {"harbour": 1.0})
    assert shown.startswith("…mole") and shown.endswith("…") and len(shown) <= MAX_SNIPPET
    assert shown.index("harbour") == 1 + MAX_SNIPPET // 3


def test_a_long_line_without_a_term_is_shown_from_its_beginning() -> None:
    assert cut_snippet(LONG, {}) == LONG[: MAX_SNIPPET - 2].strip() + "…"


def test_a_long_line_whose_term_comes_last_is_shown_to_its_end() -> None:
    line = "pier " * 60 + "harbour"
    assert cut_snippet(line, {"harbour": 1.0}) == "…" + line[2 - MAX_SNIPPET :].strip()
