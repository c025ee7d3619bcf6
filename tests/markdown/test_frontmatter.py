from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import FormatError
from wikic.markdown.frontmatter import FrontmatterError, dump, load, split

# What "real wikis are dirty" loads as: YAML, value.
LOADS: tuple[tuple[str, Any], ...] = (
    ("tags:\n  one\n  - two", {"tags": "one - two"}),
    ("list:\n  - a: b\n  - c", {"list": [{"a": "b"}, "c"]}),
    ("source: [[some-page]]", {"source": [["some-page"]]}),
    ("aliases: [1632]", {"aliases": ["1632"]}),
    ("draft: no", {"draft": "no"}),
    ("month: 2024-10", {"month": "2024-10"}),
    ("date: 2022-01-00", {"date": "2022-01-00"}),
    ("date: 2022-01-05", {"date": "2022-01-05"}),
    ("empty:", {"empty": ""}),
    ("", {}),
    ("# only a comment\n", {}),
)

# What does not load: YAML, line of the fault.
FAILS: tuple[tuple[str, int], ...] = (
    ("a: b\nauthor: @name", 2),
    ("title: Error: again", 1),
    ('a: b\nc: d\ntitle: "an "inner" quote"', 3),
    ('path: "C:\\Users"', 1),
    ("a: b\n<<<<<<< HEAD\ntitle: x\n=======\ntitle: y\n>>>>>>> other", 2),
    ("list:\n  - a\n<<<<<<< HEAD\n  - b\n=======\n  - c\n>>>>>>> other", 3),
    ("- a\n- b", 1),
    ("just a sentence", 1),
    ("a: b\nc: \0", 2),
    ("[" * 20_000, 1),
    ("{[a]: b}", 1),
    # libyaml ended the process
    ("a: " + "[" * 200_000 + "]" * 200_000, 1),
    ("a: " + "[b, " * 200_000, 1),
    ("- " * 200_000, 1),
)


@pytest.mark.parametrize(("yaml", "expected"), LOADS)
def test_load_reads_every_scalar_as_text(yaml: str, expected: Any) -> None:
    assert load(yaml) == expected


@pytest.mark.parametrize(("yaml", "line"), FAILS)
def test_load_names_the_line_that_fails(yaml: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        load(yaml)
    assert isinstance(caught.value, FrontmatterError)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


# Text, YAML, closed, stacked, the body.
SPLITS: tuple[tuple[str, str, bool, bool, str], ...] = (
    ("---\na: b\n---\nbody\n", "a: b\n", True, False, "body\n"),
    ("---\r\na: b\r\n---\r\nbody\r\n", "a: b\r\n", True, False, "body\r\n"),
    ("---\n---\nbody", "", True, False, "body"),
    ("---\na: b\n---", "a: b\n", True, False, ""),
    ("---  \na: b\n--- \nbody", "a: b\n", True, False, "body"),
    ("\ufeff---\na: b\n---\nbody", "a: b\n", True, False, "body"),
    # invalid, yet all of it between its fences
    (
        "---\ntitle: one\nthat goes on\ntags: [a]\n---\nbody",
        "title: one\nthat goes on\ntags: [a]\n",
        True,
        False,
        "body",
    ),
    (
        "---\n<<<<<<< H\na: b\n=======\na: c\n>>>>>>> x\n---\nz",
        "<<<<<<< H\na: b\n=======\na: c\n>>>>>>> x\n",
        True,
        False,
        "z",
    ),
    ("---\njust a sentence\n---\nbody", "just a sentence\n", True, False, "body"),
    ("---\n- a\n- b\n---\nbody", "- a\n- b\n", True, False, "body"),
    ('---\na: "one\n\ntwo"\n---\nbody', 'a: "one\n\ntwo"\n', True, False, "body"),
    (
        "---\ntags:\n- a\n- b\n\n# note\nc: d\n---\nbody",
        "tags:\n- a\n- b\n\n# note\nc: d\n",
        True,
        False,
        "body",
    ),
    # the closing fence is missing; a rule further down does not close it
    (
        "---\na: b\n\n# Title\nSome text.\n\n---\nmore",
        "a: b\n",
        False,
        False,
        "\n# Title\nSome text.\n\n---\nmore",
    ),
    ("---\na: b\nSome text.\n\n---\nmore", "a: b\n", False, False, "Some text.\n\n---\nmore"),
    ("---\na: b\n# Title\n- fact\n\n---\n", "a: b\n", False, False, "# Title\n- fact\n\n---\n"),
    (
        "---\na: b\n\n> quote\n\nText: with a colon\n---\n",
        "a: b\n",
        False,
        False,
        "\n> quote\n\nText: with a colon\n---\n",
    ),
    ("---\na: b\n  c\n\n# Title\n", "a: b\n  c\n", False, False, "\n# Title\n"),
    ("---\na: b", "a: b", False, False, ""),
    # two and three blocks
    ("---\na: b\n---\n\n---\nc: d\n---\nbody", "a: b\n", True, True, "body"),
    ("---\na: b\n---\n---\nc: d\n---\n---\ne: f\n---\nbody", "a: b\n", True, True, "body"),
    ("---\na: b\n---\n\n---\n\nparagraph\n\n---\n", "a: b\n", True, False, "\n---\n\nparagraph\n\n---\n"),
)


@pytest.mark.parametrize(("text", "yaml", "closed", "stacked", "body"), SPLITS)
def test_split(text: str, yaml: str, closed: bool, stacked: bool, body: str) -> None:
    found = split(text)
    assert found is not None
    assert (found.yaml, found.closed, found.stacked, text[found.body :]) == (yaml, closed, stacked, body)
    assert text[found.offset : found.offset + len(yaml)] == yaml


@pytest.mark.parametrize(
    "text",
    [
        "",
        "body",
        "----\na: b\n---\n",
        " ---\na: b\n---\n",
        "---\n\nprose\n\n---\nmore",
        "---",
        "---\n",
        "\n---\na: b\n---\n",
    ],
)
def test_no_frontmatter(text: str) -> None:
    assert split(text) is None


@given(
    st.lists(
        st.sampled_from(
            (
                "---",
                "a: b",
                "- x",
                "  - y",
                "",
                "# H",
                "prose",
                "tags:",
                "> q",
                "a: 'x",
                "]",
                "<<<<<<< H",
                "---\r",
                "c:\r",
            )
        ),
        max_size=12,
    )
)
def test_split_partitions_any_text(lines: list[str]) -> None:
    text = "---\n" + "\n".join(lines)
    found = split(text)
    if found is not None:
        assert found.start == 0 < found.offset <= found.offset + len(found.yaml) <= found.end <= found.body
        assert text[found.offset : found.offset + len(found.yaml)] == found.yaml
        assert found.stacked == (found.body > found.end)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    (
        "no",
        "1632",
        "2024-10",
        "2022-01-00",
        "2026-11-21",
        "5e10",
        "~",
        "null",
        "---",
        "- a",
        "a: b",
        "[[x]]",
        "@n",
        "0o17",
        "=",
        "<<",
    )
)
KEY = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
FLAT = TEXT | st.lists(TEXT, max_size=4)


@given(st.dictionaries(KEY, FLAT | st.dictionaries(KEY, FLAT, max_size=3), max_size=5))
def test_load_reads_what_dump_wrote(mapping: dict[str, Any]) -> None:
    text = dump(mapping)
    found = split(text + "# Body\n")
    assert found is not None
    assert found.closed
    assert found.body == len(text)
    assert load(found.yaml) == mapping
    assert list(load(found.yaml)) == list(mapping)


@given(TEXT)
def test_other_readers_take_what_dump_wrote_for_text_or_a_day(value: str) -> None:
    import datetime

    import yaml

    read = yaml.safe_load(load_body(dump({"k": value})))["k"]
    assert read == (value if isinstance(read, str) else datetime.date.fromisoformat(value))


def load_body(block: str) -> str:
    found = split(block)
    assert found is not None
    return found.yaml


def test_dump_is_what_a_person_would_write() -> None:
    assert dump(
        {
            "type": "people",
            "title": "John V, Prince of Anhalt-Zerbst",
            "created": "2026-11-21",
            "aliases": ["John V of Anhalt-Zerbst", "1632"],
            "tags": [],
            "name": "谭盾",
            "draft": "no",
            "long": "word " * 60 + "end",
        }
    ) == (
        "---\ntype: people\ntitle: John V, Prince of Anhalt-Zerbst\ncreated: 2026-11-21\n"
        "aliases: [John V of Anhalt-Zerbst, '1632']\ntags: []\nname: 谭盾\ndraft: 'no'\n"
        f"long: {'word ' * 60}end\n---\n"
    )
