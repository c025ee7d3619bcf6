"""Directories are called what their pages are."""

from __future__ import annotations

import pytest

from wikic.evolve.census import DocumentFeatures
from wikic.evolve.facets import NO_KIND, by_labels, by_letters, of_label, of_range, of_tag
from wikic.layout import slug
from wikic.model.schema import in_range, initial_key
from wikic.text.relation_labels import INVERSE, LINKS


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("king", "kings"),
        ("film director", "film directors"),
        ("nobleman", "noblemen"),
        ("actress", "actresses"),
        ("city", "cities"),
        ("series", "series"),
        ("American", "American"),
        ("philosophy", "philosophy"),
        ("medieval", "medieval"),
        ("作家", "作家"),
    ],
)
def test_tags(tag: str, name: str) -> None:
    assert of_tag(tag) == name


def test_labels() -> None:
    assert (of_label("director of"), of_label("starred in"), of_label("birthplace of")) == (
        "directors", "actors", "birthplaces",
    )  # fmt: skip
    assert {LINKS, "linked from"} <= NO_KIND  # any document may link to another
    for label in {each for pair in INVERSE for each in pair} - NO_KIND:
        assert of_label(label) and slug(of_label(label)).isascii()


def test_ranges_end_with_the_alphabet() -> None:
    assert of_range("y", "æ") == ("y-z", "Y to Z")
    assert of_range("h-", "h") == ("h", "H")


def test_chinese_names_stand_by_the_letter_their_pinyin_begins_with() -> None:
    assert [initial_key(each) for each in ("鲁迅", "阿Q正传", "北京")] == ["lx", "aqzc", "bj"]
    assert in_range("鲁迅", "k", "m") and not in_range("鲁迅", "m", "")
    assert in_range("龘", "z", ""), "a rare one stands behind z"
    names = ("阿", "北", "曹", "丁", "鲁", "茅", "钱", "王", "周", "龘")
    parts = by_letters([DocumentFeatures(name * 2, "people") for name in names], 4)
    assert [part.name for part in parts] == ["a-d", "l-w", "z"]
    assert sorted(at for part in parts for at in part.leaves) == list(range(len(names)))


def test_a_relation_that_says_what_the_directory_says_parts_nothing() -> None:
    leaves = [
        DocumentFeatures(f"a{n}", "media", labels=frozenset({"directed by"} if n % 2 else ()))
        for n in range(40)
    ]
    assert [part.name for part in by_labels(leaves, 5, frozenset())[0]] == ["films"]
    assert by_labels(leaves, 5, frozenset({"films"})) == []
