"""Steps along the links: by way of what two pages name, be it a page that says nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.library import Library

WORKS = "[[Tolland-Works|Tolland Works]]"
PAGES = {
    "people/Ann-Poe": f"# Ann Poe\n\n## Facts\n\n- Ann Poe cast bells at the {WORKS}.\n",
    "people/Carl-Rask": f"# Carl Rask\n\n## Facts\n\n- Carl Rask led the {WORKS} for ten years.\n",
    "places/Tolland-Works": "# Tolland Works\n",
}


def test_two_pages_that_name_the_same_are_a_step_apart(wiki: Callable[..., Path]) -> None:
    with Library.current(wiki(PAGES)) as library:
        found = Heuristic(library).explore("Who led the place where Ann Poe cast bells?")
    led = {each.how for each in found.ranked if each.passage.title == "Carl Rask"}
    assert led == {"", "names Tolland Works"}
