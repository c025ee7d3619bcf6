from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import UsageError
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.topics import Topic
from wikic.schema.scaffold import COMMANDS, edit
from wikic.wiki import schema_file

SCHEMA = Schema(
    Positioning("Boats", "Sailors", "Logs"),
    (
        Dimension("concepts", "terms"),
        Dimension("media", "films", "Works", ("movies",)),
        Dimension("people", "persons"),
    ),
)


def after(*lines: str) -> Schema:
    schema = SCHEMA
    for line in lines:
        schema = edit(schema, line)
    return schema


def test_rename_keeps_the_old_name_as_one_that_is_accepted() -> None:
    for line in ("rename media Written Works", "RENAME 2 to written works", "rename works as Written-Works"):
        renamed = after(line).dimensions[1]
        assert (renamed.name, renamed.accepts) == ("written-works", ("media", "movies"))
    assert after("rename concepts ideas").fallback == "ideas"
    assert after("rename media films", "rename films media").dimensions[1].accepts == ("films", "movies")


def test_merge() -> None:
    merged = after("merge media into concepts")
    assert merged.dimensions[0] == Dimension("concepts", "terms; films", "", ("media", "movies"))
    assert len(merged.dimensions) == 2
    assert after("merge concepts people").fallback == "people"


def test_drop_add_describe_title_fallback() -> None:
    assert [each.name for each in after("drop people").dimensions] == ["concepts", "media"]
    assert after("fallback people", "drop 1").fallback == "people"
    assert after("add Court Cases: trials and  rulings").dimensions[-1] == Dimension(
        "court-cases", "trials and rulings"
    )
    assert after("add movies: moving pictures").dimensions[1].accepts == ()
    assert after("describe people those who sail").dimensions[2].description == "those who sail"
    assert after("title people Menschen").dimensions[2].title == "Menschen"


def test_positioning() -> None:
    changed = after("focus  Ships of the  North", "audience Pilots", "bias no poems").positioning
    assert changed == Positioning("Ships of the North", "Pilots", "no poems")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frob", "'frob' is no command; known: rename"),
        ("rename people", "rename DIRECTORY NEW-NAME"),
        ("rename people media", "`merge people media`"),
        ("rename people index", "cannot be a directory's name"),
        ("merge people people", "two different directories"),
        ("merge people ships", "no directory 'ships'; there are concepts, media, people"),
        ("drop concepts", "first say `fallback DIRECTORY`"),
        ("drop", "name a directory"),
        ("drop 4", "no directory '4'"),
        ("add people: men", "a directory people already"),
        ("add rivers", "WHAT BELONGS IN IT"),
        ("focus", "focus TEXT"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(line: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        edit(SCHEMA, line)


WORDS = st.sampled_from(
    ["1", "2", "3", "people", "media", "concepts", "to", "into", "New Name", "人物", ":", "a: b", "/", ""]
)
LINES = st.lists(
    st.builds(
        lambda word, rest: " ".join([word, *rest]),
        st.sampled_from([each.word for each in COMMANDS]),
        st.lists(WORDS, max_size=4),
    ),
    max_size=12,
)


@given(LINES)
def test_after_any_lines_the_schema_can_be_written_and_read(lines: list[str]) -> None:
    schema = SCHEMA
    for line in lines:
        try:
            schema = edit(schema, line)
        except UsageError:
            continue
    assert schema_file.parse_schema(schema_file.render_schema(schema)) == schema


def test_topics_follow_their_directories() -> None:
    topics = (Topic("people", folder="who"), Topic("places", words={"river": 3}))
    schema = replace(
        Schema(Positioning(), tuple(Dimension(each, each) for each in ("people", "places", "concepts"))),
        topics=topics,
    )
    renamed = edit(schema, "rename people humans")
    assert [each.directory for each in renamed.topics] == ["humans", "places"]
    merged = edit(schema, "merge people into places")
    assert [each.directory for each in merged.topics] == ["places", "places"]
    assert [each.directory for each in edit(schema, "drop people").topics] == ["places"]
