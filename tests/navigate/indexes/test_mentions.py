"""Links that nobody wrote: names of pages in the text of others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wikic.graph.resolve import PageNames
from wikic.graph.wiki_graph import Edge
from wikic.navigate.indexes.mentions import NameTable
from wikic.navigate.library import Library

TABLE = NameTable(
    [
        PageNames("a/Water", "Water"),
        PageNames("a/Brother-song", "Brother (song)"),
        PageNames("a/Tom-Harper-director", "Tom Harper (director)"),
        PageNames("a/Moguy", "Léonide Moguy"),
        PageNames("a/1984", "1984"),
        PageNames("a/Port", "Port of Vast", ("Vast",)),
        PageNames("a/林知远", "林知远"),
    ]
)


def named(text: str) -> set[str]:
    return set(TABLE.named(text))


def test_names_are_written_as_names() -> None:
    assert named("Cold Water and water") == {"a/Water"}
    assert named("much water") == set()
    assert named("in 1984") == set()


def test_the_longest_name_wins() -> None:
    assert named("at the Port of Vast") == {"a/Port"}
    assert named("in Vast") == {"a/Port"}


def test_a_title_without_its_disambiguator() -> None:
    assert named("directed by Tom Harper.") == {"a/Tom-Harper-director"}
    assert named("His Brother came") == set()
    assert named('the song "Brother" came') == {"a/Brother-song"}


def test_accents_and_scripts() -> None:
    assert named("directed by Leonide Moguy") == {"a/Moguy"}
    assert named("是林知远写的小说") == {"a/林知远"}


def test_a_page_that_comes_later_is_linked_by_those_that_name_it(wiki: Callable[..., Path]) -> None:
    first = {"people/Ada": "# Ada\n\nAda lives in Port Blanc.\n"}
    root = wiki(first)
    assert Library.current(root).graph.out("people/Ada") == []
    wiki({"places/Port-Blanc": "# Port Blanc\n\nA port.\n"})
    assert Library.current(root).graph.out("people/Ada") == [Edge("places/Port-Blanc", "mention")]


def test_a_longer_name_that_does_not_stand_there_leaves_the_shorter_one() -> None:
    table = NameTable(
        [
            PageNames("a/Moon", "Moon"),
            PageNames("a/Moles", "Moon Over Moles"),
            PageNames("a/Over", "Moon Over"),
            PageNames("a/Beijing", "北京"),
            PageNames("a/University", "北京大学"),
        ]
    )
    text = "Moon Over Moles, Moon Over Paris, Moon and Moon; 北京大学在北京, 北京大街"
    named = ["a/Moles", "a/Over", "a/Moon", "a/Moon", "a/University", "a/Beijing", "a/Beijing"]
    assert list(table.named(text)) == named
