"""Schema and identities: what is written is read, what cannot be used is named."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.errors import ConfigError
from wikic.model.schema import (
    Decision,
    Dimension,
    Identity,
    Pin,
    PlacementRule,
    Placer,
    Positioning,
    Redirect,
    Schema,
    SectionRule,
    in_range,
)
from wikic.model.topics import Collection, Topic
from wikic.wiki.schema_file import parse_identity, parse_schema, render_identity, render_schema, updated

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t

ONE = "fallback: a\ndimensions:\n- {name: a, description: x}\n"
NAMES = ("people", "places", "concepts", "人物", "people/rulers", "people/rulers/old")
dimensions = st.tuples(*(st.builds(Dimension, st.just(each), t.line, t.line, t.names) for each in NAMES))
schemas = st.builds(
    Schema,
    positioning=st.builds(Positioning, t.line, t.line, t.line),
    dimensions=dimensions,
    sections=st.lists(st.builds(SectionRule, st.sampled_from(NAMES), t.name, t.names), max_size=2).map(tuple),
    overview=st.lists(t.line, max_size=3).map("\n".join),
    fallback=st.sampled_from(NAMES),
    placement=st.lists(
        st.builds(
            PlacementRule,
            st.just("people"),
            st.sampled_from(("people/rulers", "people/rulers/old")),
            t.names,
            last=t.name,
        ),
        max_size=1,
    ).map(tuple),
    evolved=st.lists(st.builds(Decision, st.just("split"), t.names, t.line), max_size=2).map(tuple),
    layout=st.sampled_from(("things", "library")),
    collections=st.lists(
        st.builds(Collection, t.name, st.sampled_from(("things", "library"))),
        max_size=2,
        unique_by=lambda each: each.name,
    ).map(tuple),
    topics=st.lists(
        st.builds(
            Topic,
            st.sampled_from(NAMES),
            *(4 * [t.line]),
            st.sampled_from(("", "2024", "2024-03", "2024-03-05")),
            st.dictionaries(t.name, st.integers(1, 999), max_size=5),
        ),
        max_size=3,
    ).map(tuple),
)
identities = st.builds(
    Identity,
    same=st.lists(t.names, max_size=2).map(tuple),
    distinct=st.lists(t.names, max_size=2).map(tuple),
    pins=st.lists(st.builds(Pin, t.name, t.name, t.name), max_size=2).map(tuple),
    redirects=st.lists(st.builds(Redirect, t.name, t.name), max_size=2).map(tuple),
)


@given(schemas)
def test_a_schema_is_read_back(schema: Schema) -> None:
    data = render_schema(schema)
    assert parse_schema(data) == schema
    assert data.startswith(b"#")


@given(identities)
def test_identities_are_read_back(identity: Identity) -> None:
    assert parse_identity(render_identity(identity)) == identity


def test_an_empty_identity_file_says_nothing() -> None:
    assert parse_identity(b"") == Identity()
    assert parse_identity(render_identity(Identity())) == Identity()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dimensions: people", "dimensions"),
        ("dimensions: []", "names no dimension"),
        ("overview: x", "names no dimension"),
        ("dimensions:\n- name: a/../b\n  description: x\n", "cannot be a directory"),
        ("dimensions:\n- name: sources\n  description: x\n", "cannot be a directory"),
        ("dimensions:\n- name: a\n  description: x\n", "fallback 'concepts'"),
        ("fallback: a\ndimensions:\n- name: a\n  description: x\n- name: A\n  description: x\n", "clash"),
        ("fallback: a\ndimensions:\n- name: a\n  description: x\n- name: a\n  description: y\n", "clash"),
        ("dimensions: [", "schema.yaml"),
        ("- a\n", "schema.yaml"),
        ("<<<<<<< HEAD\n", "conflict"),
        ("fallback: a\ndimensions:\n- name: a\n  descripton: x\n", "unknown key 'descripton'"),
        ("falback: a\n", "unknown key 'falback'"),
        (
            "fallback: a\nplacement:\n- {directory: a, into: a/b}\n"
            "dimensions:\n- {name: a, description: x}\n",
            "'a/b' is not",
        ),
        (
            "fallback: a\nplacement:\n- {directory: a, into: b}\n"
            "dimensions:\n- {name: a, description: x}\n- {name: b, description: x}\n",
            "must lie below",
        ),
        (ONE + "layout: shelf\n", "layout"),
        (
            ONE + "collections:\n- {name: a, layout: library}\n- {name: a, layout: things}\n",
            "'a' stands twice",
        ),
        (ONE + "topics:\n- {directory: b}\n", "topic 1 of 'b'.*not one of its dimensions"),
        (ONE + "topics:\n- {directory: a, word: {pump: 3}}\n", "unknown key 'word'"),
        (ONE + "topics:\n- {directory: a, words: {pump: 0}}\n", "weight of 'pump'"),
        (ONE + "topics:\n- {directory: a, words: {pump: much}}\n", "topics"),
        (
            ONE + f"topics:\n- directory: a\n  words: {{{', '.join(f'w{n}: 1' for n in range(41))}}}\n",
            "41 words",
        ),
    ],
)
def test_a_schema_that_cannot_be_used(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse_schema(text.encode())


@given(st.binary(max_size=60))
def test_anything_is_a_schema_or_a_configuration_error(data: bytes) -> None:
    for parse in (parse_schema, parse_identity):
        with contextlib.suppress(ConfigError):
            parse(data)


@examples(25, phases=[Phase.generate])
@given(schemas, schemas)
def test_a_rewritten_schema_says_what_it_should(old: Schema, new: Schema) -> None:
    assert parse_schema(updated(render_schema(old), new)) == new


@examples(25, phases=[Phase.generate])
@given(identities, identities)
def test_rewritten_identities_say_what_they_should(old: Identity, new: Identity) -> None:
    assert parse_identity(updated(render_identity(old), new)) == new


def test_the_words_of_a_topic_stand_on_one_line() -> None:
    schema = parse_schema(ONE.encode())
    added = replace(schema, topics=(Topic("a", words={"pump": 9, "no": 2, "水泵": 1}),))
    for data in (render_schema(added), updated(ONE.encode(), added)):
        assert "\n  words: {pump: 9, 'no': 2, 水泵: 1}\n" in data.decode()
        assert parse_schema(data) == added


def test_comments_stay_with_what_stays() -> None:
    text = (
        "# ours\nfallback: people\n\n# where things live\ndimensions:  # keep it short\n"
        "  # the living\n  - name: people\n    description: who  # everybody\n"
        "  - name: places\n    description: where\n"
    )
    schema = parse_schema(text.encode())
    added = replace(schema, dimensions=(*schema.dimensions, Dimension("people/kings", "rulers")))
    now = updated(text.encode(), added).decode()
    assert now == text + "  - description: rulers\n    name: people/kings\n" or now.startswith(text)
    fewer = replace(schema, dimensions=schema.dimensions[:1])
    assert updated(text.encode(), fewer).decode() == text.partition("  - name: places")[0]
    assert updated(text.encode(), schema).decode() == text


def test_a_page_goes_down_by_the_first_rule_that_takes_it() -> None:
    rules = (
        PlacementRule("people", "people/kings", tags=("king",)),
        PlacementRule("people", "people/makers", labels=("director of",)),
        PlacementRule("people", "people/a-m", last="m"),
        PlacementRule("people", "people/n-z", first="m"),
        PlacementRule("people/kings", "people/kings/first", stems=("Zog",)),
    )
    names = ("people", *(rule.into for rule in rules))
    placer = Placer(
        Schema(Positioning(), tuple(Dimension(n, n) for n in names), placement=rules, fallback="people")
    )

    def place(stem: str, tags: tuple[str, ...] = (), labels: tuple[str, ...] = ()) -> str:
        return placer.place("people", stem, tags, lambda: labels)

    assert place("Zog", ("king",)) == "people/kings/first"
    assert place("Ada", ("king",), ("director of",)) == "people/kings"
    assert place("Ada", (), ("director of",)) == "people/makers"
    assert place("Ada") == place("Émile") == place("The-Mill") == "people/a-m"
    assert place("Zoe") == place("谭盾") == "people/n-z"
    assert placer.place("people/gone", "Ada", (), lambda: ()) == "people/a-m", "it is what it was below"
    assert not in_range("Ada", "", "") and in_range("Mill", "m", "") and not in_range("Nora", "", "m")


@pytest.mark.parametrize("date", ["2024-3", "March 2024", "24", "2024-03-05T10"])
def test_a_topic_of_no_year_month_or_day_is_refused(date: str) -> None:
    text = "positioning: {focus: x}\ndimensions:\n- {name: concepts, description: x}\ntopics:\n"
    text += f"- {{directory: concepts, date: {date}}}\n"
    with pytest.raises(ConfigError, match="no year, month or day"):
        parse_schema(text.encode())


def test_a_date_needs_no_quotes() -> None:
    text = "positioning: {focus: x}\ndimensions:\n- {name: concepts, description: x}\ntopics:\n"
    dates = "".join(
        f"- {{directory: concepts, date: {date}}}\n" for date in ("2024", "2024-03", "2024-03-05")
    )
    assert [each.date for each in parse_schema((text + dates).encode()).topics] == [
        "2024",
        "2024-03",
        "2024-03-05",
    ]
