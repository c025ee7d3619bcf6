from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.model.schema import Dimension, Positioning
from wikic.schema.scaffold import MOST, make_sound, name_of
from wikic.wiki import schema_file

NOTHING = Positioning()
TEXT = st.text(max_size=50) | st.sampled_from(
    ["people", "People", "concept", "sources", "index", "a/b", "人物", ".."]
)
DIMENSION = st.builds(Dimension, TEXT, TEXT, TEXT, st.tuples(TEXT, TEXT))


@given(st.lists(DIMENSION, max_size=30))
def test_whatever_is_proposed_the_scaffold_is_valid(proposed: list[Dimension]) -> None:
    schema = make_sound(NOTHING, proposed)
    names = [each.name for each in schema.dimensions]
    assert 1 <= len(names) <= MOST and schema.fallback in names
    assert len({name.casefold() for name in names}) == len(names)
    for each in schema.dimensions:
        assert "/" not in each.name and layout.path_fault(f"{each.name}/x") is None and each.description
    accepted = [name for each in schema.dimensions for name in each.accepts]
    assert not set(accepted) & set(names) and len(accepted) == len(set(accepted))
    assert schema_file.parse_schema(schema_file.render_schema(schema)).dimensions
    assert make_sound(NOTHING, schema.dimensions) == schema


def test_overlap_becomes_acceptance_and_order_stays() -> None:
    schema = make_sound(
        NOTHING,
        [
            Dimension("Rivers", "streams and rivers"),
            Dimension("river", "what flows"),
            Dimension("people/rulers", "kings"),
            Dimension("creeks", "streams, and rivers"),
        ],
    )
    assert [each.name for each in schema.dimensions] == ["rivers", "people", "concepts"]
    assert schema.dimensions[0].accepts == ("river", "creeks")


def test_names() -> None:
    assert name_of("Court Cases") == "court-cases" and name_of("人物") == "人物"
    for bad in ("", "...", "sources", "INDEX", "_index", "x" * 41):
        assert name_of(bad) == "", bad
