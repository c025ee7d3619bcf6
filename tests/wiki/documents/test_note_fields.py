"""Tags, aliases and what else stands above a note reach its draft; what programs keep there does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.wiki.documents.note_fields import properties, record
from wikic.wiki.documents.text_files import read_markdown


@pytest.mark.parametrize(
    ("yaml", "tags"),
    [
        ("tags: [lamp, project/harbour]", ("lamp", "project/harbour")),
        ("tags:\n  - lamp\n  - '#oil'", ("lamp", "oil")),
        ("tags: lamp, old oil", ("lamp", "old oil")),
        ("tags: lamp oil Lamp", ("lamp", "oil")),
        ("Tag: lamp", ("lamp",)),
        ("tags: []\ntag: lamp", ("lamp",)),
        ("tags: {a: b}", ()),
        ("tags: [lamp\ntitle: a: b", ("lamp",)),
        ("tags:\n- lamp\n- oil\ntitle: a: b", ("lamp", "oil")),
    ],
)
def test_tags(yaml: str, tags: tuple[str, ...]) -> None:
    assert read_markdown(f"---\n{yaml}\n---\nText.\n").tags == tags


@pytest.mark.parametrize(
    ("yaml", "aliases"),
    [
        ("aliases: [HL, 'Light, Harbour']", ("HL", "Light, Harbour")),
        ("aliases: HL, The light", ("HL", "The light")),
        ("alias: '[[HL]]'", ("HL",)),
        ("aliases: [/old/place/, old/, 'https://a.example/x', '-']", ()),
        ("aliases: [*a, b\ntitle: a: b", ("b",)),
    ],
)
def test_aliases(yaml: str, aliases: tuple[str, ...]) -> None:
    assert read_markdown(f"---\n{yaml}\n---\nText.\n").aliases == aliases


def test_tags_of_the_text_stand_behind_those_above_it() -> None:
    assert read_markdown("---\ntags: [lamp]\n---\nThe #Lamp burns #oil.\n").tags == ("lamp", "oil")


def test_what_a_reader_looks_for_stands_above_the_text() -> None:
    made = read_markdown(
        "---\ntitle: Kickoff\ndate: 2024-03-04\nattendees: [Ada, '[[Bo]]']\ndue_by: May\nurl: https://a.example\n"
        "up: [[Home]]\nid: 17\ncssclass: wide\npublish: true\nsidebar_position: 3\ndone: false\n"
        "session: 7f3a9c1e5b2d4f60aa10\ntags: x\n---\n# Kickoff\n\nText.\n"
    )
    assert made.text == (
        "# Kickoff\n\n- **Date:** 2024-03-04\n- **Attendees:** Ada, [[Bo]]\n- **Due by:** May\n"
        "- **URL:** https://a.example\n- **Up:** [[Home]]\n\nText.\n"
    )


@pytest.mark.parametrize(
    ("yaml", "told"),
    [
        ("date: 2024-03-04\ntags: [x]", ""),
        ("attendees: Ada", "- **Attendees:** Ada\n\n"),
        ("作者: 林海", "- **作者:** 林海\n\n"),
        ("note: Really?", "- **Note:** Really?\n\n"),
    ],
)
def test_a_field_that_stands_alone(yaml: str, told: str) -> None:
    assert read_markdown(f"---\n{yaml}\n---\nText.\n").text == f"{told}Text.\n"


def test_a_note_without_text_is_none() -> None:
    assert read_markdown("---\nauthor: Ada\n---\n\n").text.strip() == ""


def test_properties_of_logseq() -> None:
    top = "title:: Pier\ntags:: harbour, [[old walls]]\nalias:: A, B\nbuilt:: 1901\n"
    made = read_markdown(f"{top}\n- It is long. std::vector\n")
    assert (made.title, made.tags, made.aliases) == ("Pier", ("harbour", "old walls"), ("A", "B"))
    assert made.text == "* **Built:** 1901\n\n- It is long. std::vector\n"
    assert read_markdown("- type:: note\n  status:: open\n- Text.\n").text == (
        "* **Type:** note\n* **Status:** open\n\n- Text.\n"
    )


@given(st.text(alphabet="ab:- \n[]灯1", max_size=80))
def test_properties_take_lines_off_the_top(text: str) -> None:
    found, below = properties(text)
    assert text.endswith(below) and bool(found) == (below != text)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=12), values, max_size=5))
def test_a_record_is_lines_of_a_key_and_a_value(fields: dict[str, object]) -> None:
    told = record(fields)
    assert told == "" or told.endswith("\n")
    assert all(": " in line for line in told.split("\n")[:-1])
