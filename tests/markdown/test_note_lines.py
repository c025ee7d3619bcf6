"""Fields are told by their names; what Logseq keeps for itself is not told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.markdown import note_lines
from wikic.markdown.note_lines import Line

ID = "64f1a2b3-0000-4000-8000-000000000001"


def test_fields_stand_alone() -> None:
    assert list(note_lines.told("Office:: Room 2\n**Floor**:: 3\nmore\nwords")) == [
        Line("Office", "Room 2"),
        Line("Floor", "3"),
        Line("", "more\nwords"),
    ]
    assert list(note_lines.told("std::vector holds\nFoo::\nbar")) == [
        Line("", "std::vector holds"),
        Line("", "bar"),
    ]


def test_what_logseq_keeps_is_not_told() -> None:
    text = f"Words\nid:: {ID}\ncollapsed:: true\n:LOGBOOK:\nCLOCK: [x]\nany\n:END:\nmore"
    assert list(note_lines.told(text)) == [Line("", "Words\nmore")]
    assert list(note_lines.told(f"id:: {ID}")) == []
    assert note_lines.block_ids(f"- a\n  id:: {ID}\n- b id:: x") == [ID]


def test_only_what_logseq_writes_is_hidden() -> None:
    assert list(note_lines.told("id:: 42\nheading:: Left")) == [Line("id", "42"), Line("heading", "Left")]
    assert list(note_lines.told("a::b\n:LOGBOOK:\nopen")) == [Line("", "a::b\n:LOGBOOK:\nopen")]


def test_definitions_stand_with_what_they_define() -> None:
    assert list(note_lines.told("`base`\n:   Path of it.\n    More.\nnext\n: its own\nlast")) == [
        Line("`base`", "Path of it.\n    More."),
        Line("next", "its own"),
        Line("", "last"),
    ]
    assert list(note_lines.told(": alone\n: more")) == [Line(": alone", "more")]


def test_a_pictures_width_is_obsidians() -> None:
    (line,) = note_lines.told("![a](b.png){:height 12, :width 200} ![c](d.png){:height 2}")
    assert line.text == "![a|200](b.png) ![c](d.png)"


@given(st.text(st.sampled_from("ab:: \n[]()!{}")) | st.text())
def test_lines_without_marks_are_told_as_they_are(text: str) -> None:
    found = "\n".join(each.text for each in note_lines.told(text))
    if note_lines.is_plain(text):
        assert found == text
    assert all(word in text or "|" in word for word in found.split())
