"""The drawing has room for its names."""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import east_asian_width

from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.reader.values import PageName, ReaderPage, RelatedPages
from wikic.site.drawings import MOST, WIDTH, drawing


def page(titles: list[str]) -> ReaderPage:
    names = tuple(PageName(f"a/{number}", title) for number, title in enumerate(titles))
    groups = (RelatedPages("brother of the keeper of", names),) if names else ()
    return ReaderPage("a/own", "Own " * 20, "a", (), (), "", (), (), groups, (), 0, ())


@given(st.lists(st.text(min_size=1, max_size=60), max_size=30))
def test_names_do_not_meet(titles: list[str]) -> None:
    found = drawing(page(titles))
    if not titles:
        assert found is None
        return
    assert found is not None and len(found.neighbours) == min(len(titles), MOST)
    for side in ("start", "end"):
        rows = [each.y for each in found.neighbours if each.anchor == side]
        assert all(later - one >= 30 for one, later in pairwise(rows))
        assert all(10 < y < found.height - 10 for y in rows)
    for each in found.neighbours:
        assert 0 < each.x < WIDTH and 0 < each.said < WIDTH
        assert sum(2 if east_asian_width(letter) in "WF" else 1 for letter in each.title) <= 29
    assert len(found.title) <= 25


def test_pages_that_are_not_there_are_not_drawn() -> None:
    missing = ReaderPage(
        "a/own", "Own", "a", (), (), "", (), (), (RelatedPages("", (PageName("", "Gone"),)),), (), 0, ()
    )
    assert drawing(missing) is None


def test_one_line_leads_from_each_neighbour_to_the_middle() -> None:
    found = drawing(page(["One", "Two", "Three"]))
    assert found is not None
    lines = re.findall(r"M(\d+) (\d+) (\d+) (\d+)", found.lines)
    assert "".join(f"M{' '.join(line)}" for line in lines) == found.lines
    middle = (str(WIDTH // 2), str(found.height // 2))
    assert lines == [(str(each.line), str(each.y), *middle) for each in found.neighbours]
