"""Schema and identities: what is written is read, what cannot be used is named."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import ConfigError
from wikic.model.schema import Dimension, Identity, Pin, Positioning, Schema, SectionRule
from wikic.wiki.schema_file import parse_identity, parse_schema, render_identity, render_schema

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t

NAMES = ("people", "places", "concepts", "人物")
dimensions = st.tuples(*(st.builds(Dimension, st.just(each), t.line, t.line, t.names) for each in NAMES))
schemas = st.builds(
    Schema,
    positioning=st.builds(Positioning, t.line, t.line, t.line),
    dimensions=dimensions,
    sections=st.lists(st.builds(SectionRule, st.sampled_from(NAMES), t.name, t.names), max_size=2).map(tuple),
    overview=st.lists(t.line, max_size=3).map("\n".join),
    fallback=st.sampled_from(NAMES),
)
identities = st.builds(
    Identity,
    same=st.lists(t.names, max_size=2).map(tuple),
    distinct=st.lists(t.names, max_size=2).map(tuple),
    pins=st.lists(st.builds(Pin, t.name, t.name, t.name), max_size=2).map(tuple),
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
