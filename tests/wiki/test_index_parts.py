"""Parts of the index of a large directory: which there are depends on the names alone."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.model.schema import Dimension
from wikic.wiki import index_file
from wikic.wiki.index_file import IndexEntry

STEMS = st.lists(st.text("aAbBzéß温杜ℂİ𝐀 -_7.", min_size=1, max_size=5), unique=True, max_size=60)
MOST = 4


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_file, "MOST", MOST)


def test_few_names_need_no_parts() -> None:
    assert index_file.cut(["Ada", "Babbage", "Byron", "Somerville"]) == {}


def test_a_name_stands_under_its_shortest_beginning_that_few_share() -> None:
    stems = ["Ada", "Babbage", "Byron", "Bach", "Bay", "Bax", "Bart", "Éric", "温少白", "温州"]
    parts = index_file.cut(stems)
    assert {name.removeprefix("_index-"): sorted(inside) for name, inside in parts.items()} == {
        "a": ["Ada"], "bab": ["Babbage"], "bac": ["Bach"], "bar": ["Bart"], "bax": ["Bax"], "bay": ["Bay"],
        "by": ["Byron"], "e": ["Éric"], "u": ["温少白", "温州"],
    }  # fmt: skip
    assert index_file.labels(parts)["_index-u"] == "温"
    assert index_file.labels(parts)["_index-bac"] == "Bac"
    assert index_file.labels(parts)["_index-e"] == "E"


def test_capitals_of_other_alphabets_are_letters_like_any() -> None:
    stems = ["ℂ-numbers", "Cab", "ᴬ-b", "Aa", "𝐀-c", "İzmir"]
    parts = index_file.cut(stems)
    assert sorted(parts) == ["_index-a", "_index-c", "_index-i"]


@pytest.mark.parametrize(
    "shared", ["정기주주총회안건심의자료집및의사록모음편", "第三十二次会议纪要" * 7, "a" * 197]
)
def test_names_of_parts_are_no_longer_than_a_disk_takes(shared: str) -> None:
    parts = index_file.cut([f"{shared} {number}" for number in range(3 * MOST)])
    assert sum(map(len, parts.values())) == 3 * MOST
    assert max(len(name.encode()) for name in parts) <= layout.MAX_SEGMENT_BYTES


def test_parts_of_one_character_are_told_apart_by_what_they_hold() -> None:
    stems = [f"第{number}{other}" for number in "一二三四五" for other in "甲乙丙"]
    parts = index_file.cut(stems)
    assert len(parts) > 1
    named = index_file.labels(parts)
    assert len(set(named.values())) == len(named)
    assert all(label.startswith("第") for label in named.values())


@given(STEMS)
def test_every_name_stands_once_in_a_part_that_is_no_page(stems: list[str]) -> None:
    with patch.object(index_file, "MOST", MOST):
        parts = index_file.cut(stems)
    assert sorted(stem for inside in parts.values() for stem in inside) == (sorted(stems) if parts else [])
    assert bool(parts) == (len(stems) > MOST)
    for name, inside in parts.items():
        assert layout.is_index(f"people/{name}") and layout.name_fault(name) == "is a reserved name"
        assert len(inside) <= MOST or len({index_file._part_key(stem) for stem in inside}) == 1
    assert set(index_file.labels(parts)) == set(parts)


@given(STEMS, st.text("aAbBzé温 -7", min_size=1, max_size=5))
def test_a_name_more_changes_one_part_or_cuts_it(stems: list[str], added: str) -> None:
    with patch.object(index_file, "MOST", MOST):
        before, after = index_file.cut(stems), index_file.cut({*stems, added})
    if before:
        changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        first = min(changed, key=len, default="")
        assert len(changed) <= 1 or (first in before and all(name.startswith(first) for name in changed))


def test_the_index_lists_its_parts_and_they_list_the_pages() -> None:
    entries = {stem: IndexEntry(stem, summary=f"about {stem}") for stem in ("Ada", "Bab", "Cid", "Dee", "Ed")}
    found = index_file.render_directory(Dimension("people", "who lived"), entries)
    assert found.pop("_index").decode() == (
        "# People\n> who lived\n\n## Pages\n- [A](_index-a.md)\n- [B](_index-b.md)\n"
        "- [C](_index-c.md)\n- [D](_index-d.md)\n- [E](_index-e.md)\n"
    )
    assert found["_index-a"].decode() == "# People: A\n\n- [Ada](Ada.md) -- about Ada\n"
    assert len(found) == 5
