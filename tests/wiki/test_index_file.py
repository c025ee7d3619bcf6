"""An index reads as what it lists: one bullet and one link for each page, nothing else."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.markdown.escape import unescape
from wikic.markdown.read import read
from wikic.model.schema import Dimension, Positioning, Schema, SectionRule
from wikic.wiki.index_file import IndexEntry, read_listed, render_directory, render_root

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t

entries = st.lists(st.builds(IndexEntry, t.name.map(layout.slug), t.names, t.line, t.names), max_size=4).map(
    lambda found: {entry.stem: entry for entry in found}
)
rules = st.lists(st.builds(SectionRule, st.just("people"), t.name, t.names), max_size=2).map(tuple)


@given(st.builds(Dimension, st.just("people"), t.line, t.line), entries, rules)
def test_a_directory_lists_each_page_once(
    dimension: Dimension, found: dict[str, IndexEntry], sections: tuple[SectionRule, ...]
) -> None:
    data = render_directory(dimension, found, sections)["_index"]
    document = read(data.decode())
    assert sorted(unquote(link.target) for link in document.links) == sorted(map(layout.page_file, found))
    assert [bullet.level for bullet in document.bullets] == [1] * len(found)
    assert document.malformed == document.fences == document.block_ids == ()


@given(st.builds(Dimension, st.just("people"), t.line, t.name), entries, rules)
def test_headings_and_description_read_as_they_were_meant(
    dimension: Dimension, found: dict[str, IndexEntry], sections: tuple[SectionRule, ...]
) -> None:
    text = render_directory(dimension, found, sections)["_index"].decode()
    headings = [(each.level, unescape(each.text)) for each in read(text).headings]
    assert headings[0] == (1, dimension.title)
    assert {level for level, _ in headings[1:]} <= {2}
    assert {name for _, name in headings[1:]} <= {"Other", *(rule.heading for rule in sections)}


def test_entries_are_sorted_and_stand_in_the_first_section_that_matches() -> None:
    found = {
        stem: IndexEntry(stem, ("Countess",), "a line", tags)
        for stem, tags in (("B", ("x",)), ("A", ("x", "y")), ("C", ()))
    }
    sections = (SectionRule("people", "Y", ("y",)), SectionRule("people", "X", ("x", "y")))
    assert render_directory(Dimension("people", "Who"), found, sections)["_index"].decode() == (
        "# People\n> Who\n"
        "\n## Y\n- [A](A.md) (Countess) -- a line #x #y\n"
        "\n## X\n- [B](B.md) (Countess) -- a line #x\n"
        "\n## Other\n- [C](C.md) (Countess) -- a line\n"
    )


def test_what_is_numbered_stands_by_its_number_and_not_by_its_name() -> None:
    keys = {
        "Prologue": "books/lamp.md/00-prologue",
        "Storm": "books/lamp.md/2-storm",
        "Anchor": "books/lamp.md/10-anchor",
        "Use-Kafka": "books/ways/0003-kafka.md",
        "Beacons": "books/beacons.md",
        "Ash": "books/3d.md",
    }
    found = {stem: IndexEntry(stem, document=key) for stem, key in sorted(keys.items())}
    text = render_directory(Dimension("books", ""), found)["_index"].decode()
    order = [each.target.removesuffix(".md") for each in read(text).links]
    assert order == ["Ash", "Beacons", "Prologue", "Storm", "Anchor", "Use-Kafka"]


@given(t.name, t.line, st.lists(t.line, max_size=2).map("\n".join))
def test_the_root_catalogues_its_directories(title: str, about: str, overview: str) -> None:
    schema = Schema(Positioning(), (Dimension("people", about), Dimension("places", about)), (), overview)
    text = render_root(schema, title, ["places", "people"]).decode()
    document = read(text)
    assert [unescape(each.text) for each in document.headings] == [title, "Directories"]
    assert [bullet.text.partition("/")[0] for bullet in document.bullets] == ["[people", "[places", "sources"]
    assert [link.target for link in document.links] == ["people/_index.md", "places/_index.md"]
    plain = render_root(replace(schema, links="wikilinks"), title, ["people"]).decode()
    assert "\n- people/" in plain and read(plain).links == ()


def test_a_day_in_other_words_is_no_name_that_an_index_lists() -> None:
    days = ("2024-03-05", "5 March 2024", "Mar 5, 2024", "5. März 2024", "2024年3月5日", "March 2024")
    entry = IndexEntry("Meeting", ("1917", *days, "May 5", "The March sitting", "sitting"))
    assert entry.line() == "- [Meeting](Meeting.md) (1917, The March sitting, sitting)"


def test_a_line_of_an_index_gives_its_entry_again() -> None:
    listed = (
        IndexEntry(
            "Ada-Lovelace",
            ("Ada", "A. A. L. (the Countess)"),
            "Wrote notes -- many #1",
            ("maths",),
            "Ada *L*",
        ),
        IndexEntry("Babbage", title="Charles Babbage"),
        IndexEntry("Byron", summary="A poet (and father)"),
        IndexEntry("谭盾", ("Tan Dun",), tags=("music", "作曲")),
    )
    data = render_directory(Dimension("people", ""), {each.stem: each for each in listed}, ())["_index"]
    for each in listed:
        found = read_listed(data, f"people/{each.stem}")
        assert found is not None and found.line() == each.line()
    assert read_listed(data, "people/Nobody") is None
