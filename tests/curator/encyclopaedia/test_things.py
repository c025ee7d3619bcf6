"""Which directory of a schema takes a kind of thing, in the words of either language."""

from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.things import choose_directory
from wikic.language import pack
from wikic.model.schema import Dimension, Positioning, Schema


def schema(*dimensions: Dimension) -> Schema:
    return Schema(Positioning(), dimensions)


ENGLISH = schema(
    Dimension("people", "who lives there"),
    Dimension("places", "towns and works"),
    Dimension("concepts", "rest"),
)
CHINESE = schema(
    Dimension("renwu", "谁", "人物"), Dimension("shu", "书籍 报刊"), Dimension("concepts", "其余")
)


@pytest.mark.parametrize(
    ("kind", "code", "found", "expected"),
    [
        ("person", "en", ENGLISH, "people"),
        ("place", "zh", ENGLISH, "places"),
        ("person", "zh", CHINESE, "renwu"),
        ("work", "zh", CHINESE, "shu"),
        ("work", "en", ENGLISH, ENGLISH.fallback),
    ],
)
def test_a_directory_is_found_by_what_it_is_called(
    kind: str, code: str, found: Schema, expected: str
) -> None:
    assert choose_directory(kind, found, pack(code), described=code == "zh") == expected


def test_a_directory_s_own_name_comes_before_what_another_accepts() -> None:
    both = schema(Dimension("lives", "", "", ("people",)), Dimension("people", ""))
    assert choose_directory("person", both, pack("en")) == "people"
    accepts = schema(Dimension("lives", "", "", ("people",)), Dimension("rest", ""))
    assert choose_directory("person", accepts, pack("en")) == "lives"


def test_a_word_of_a_description_counts_only_where_nothing_is_called_so() -> None:
    assert choose_directory("work", ENGLISH, pack("en"), described=True) == "places"
    named = schema(Dimension("towns", "towns and books"), Dimension("works", ""))
    assert choose_directory("work", named, pack("en"), described=True) == "works"


def test_a_language_without_names_for_directories_takes_the_fallback() -> None:
    assert choose_directory("person", ENGLISH, pack("und")) == ENGLISH.fallback
