"""What two branches decided, merged by what it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errorbook import book_file as book_file
from wikic.errorbook.entry import Book, Entry
from wikic.model.finding import Category
from wikic.model.schema import Dimension, Identity, PlacementRule, Positioning, Schema
from wikic.wiki.merging.driver import merge
from wikic.wiki.schema_file import parse_identity, parse_schema, render_identity, render_schema

BASE = Schema(
    Positioning("Boats"), (Dimension("people", "Who"), Dimension("places", "Where")), fallback="people"
)
SCHEMA, IDENTITY, BOOK = "kb/wiki/schema.yaml", "wiki/identity.yaml", "wiki/error_book.yaml"


def schemas(ours: Schema, theirs: Schema, base: Schema = BASE) -> Schema | None:
    """The merged schema, None for a conflict."""
    merged = merge(*map(render_schema, (base, ours, theirs)), path=SCHEMA, marker_size=7)
    return None if merged.conflicts else parse_schema(merged.data)


def changed(**fields: object) -> Schema:
    values = {name: getattr(BASE, name) for name in BASE.__slots__}
    return Schema(**{**values, **fields})  # type: ignore[arg-type]


def test_dimensions_of_both_are_there() -> None:
    ships, banks = Dimension("ships", "Hulls"), Dimension("banks", "Money")
    merged = schemas(
        changed(dimensions=(*BASE.dimensions, ships)), changed(dimensions=(*BASE.dimensions, banks))
    )
    assert merged is not None
    assert {each.name for each in merged.dimensions} == {"people", "places", "ships", "banks"}


def test_one_describes_while_the_other_accepts() -> None:
    _, places = BASE.dimensions
    ours = changed(dimensions=(Dimension("people", "Who they were"), places))
    theirs = changed(dimensions=(Dimension("people", "Who", accepts=("persons",)), places))
    merged = schemas(ours, theirs)
    assert merged is not None
    assert merged.dimensions == (Dimension("people", "Who they were", accepts=("persons",)), places)


def test_a_dimension_that_one_side_removed_is_gone() -> None:
    rule = PlacementRule("people", "people/rulers", tags=("king",))
    deeper = (*BASE.dimensions, Dimension("people/rulers", "Kings"))
    merged = schemas(changed(dimensions=BASE.dimensions[:1]), changed(dimensions=deeper, placement=(rule,)))
    assert merged is not None
    assert [each.name for each in merged.dimensions] == ["people", "people/rulers"]
    assert merged.placement == (rule,)


def test_two_values_for_one_thing_are_for_people_to_choose() -> None:
    assert (
        schemas(
            changed(positioning=Positioning("Ships")), changed(positioning=Positioning("Boats and ships"))
        )
        is None
    )


def test_what_would_be_no_schema_is_left_to_git() -> None:
    """They removed the directory that our rule leads to."""
    rule = PlacementRule("places", "places/ports", tags=("port",))
    ours = changed(
        dimensions=(*BASE.dimensions, Dimension("places/ports", "")), placement=(rule,), fallback="places"
    )
    merged = merge(
        render_schema(BASE), render_schema(ours), render_schema(changed(dimensions=BASE.dimensions[:1])),
        path=SCHEMA, marker_size=7,
    )  # fmt: skip
    assert merged.conflicts


def test_comments_of_both_stay() -> None:
    base = b"same:\n- [A, B]\n# end\ndistinct:\n- [X, Y]\n"
    ours = base.replace(b"- [A, B]\n", b"- [A, B]\n# ours\n- [C, D]\n")
    theirs = base.replace(b"- [X, Y]\n", b"- [X, Y]\n# theirs\n- [V, W]\n")
    merged = merge(base, ours, theirs, path=IDENTITY, marker_size=7)
    assert not merged.conflicts and b"# ours" in merged.data and b"# theirs" in merged.data
    at_one_place = merge(
        base, ours, base.replace(b"- [A, B]\n", b"- [A, B]\n# theirs\n"), path=IDENTITY, marker_size=7
    )
    assert b"# theirs" in at_one_place.data and b"# ours" in at_one_place.data


def test_titles_join_a_group_on_both_branches() -> None:
    sides = (
        Identity(same=(("A", "B"),)),
        Identity(same=(("A", "B", "C"),)),
        Identity(same=(("A", "D", "B"),)),
    )
    merged = merge(*map(render_identity, sides), path=IDENTITY, marker_size=7)
    assert not merged.conflicts
    assert parse_identity(merged.data).same == (("A", "B", "C", "D"),)


groups = st.lists(st.sampled_from("ABCDEFGH"), min_size=2, max_size=3, unique=True).map(tuple)
identities = st.builds(
    Identity,
    same=st.lists(groups, max_size=3, unique_by=lambda group: group[0]).map(tuple),
    distinct=st.lists(groups, max_size=3, unique=True).map(tuple),
)


@given(identities, identities, identities)
def test_every_merge_is_readable_and_holds_what_either_added(
    base: Identity, ours: Identity, theirs: Identity
) -> None:
    merged = merge(*map(render_identity, (base, ours, theirs)), path=IDENTITY, marker_size=7)
    assert not merged.conflicts
    found = parse_identity(merged.data)
    for side in (ours, theirs):
        for group in set(side.distinct) - set(base.distinct):
            assert group in found.distinct
        for group in side.same:
            before = next((each for each in base.same if each[0] == group[0]), ())
            there = next((each for each in found.same if each[0] == group[0]), ())
            assert set(group) - set(before) <= set(there)


def entry(phenomenon: str) -> Entry:
    return Entry(f"e{abs(hash(phenomenon)) % 10**8:08d}", Category.OTHER, "rule", phenomenon)


def test_error_books_are_joined() -> None:
    books = [Book((entry("a"),)), Book((entry("a"), entry("b"))), Book((entry("a"), entry("c")))]
    base, ours, theirs = (
        book_file.render(Book(tuple(sorted(each.entries, key=lambda one: one.id)))) for each in books
    )
    merged = merge(base, ours, theirs, path=BOOK, marker_size=7)
    assert not merged.conflicts
    assert {each.phenomenon for each in book_file.parse(merged.data).entries} == {"a", "b", "c"}
    assert merge(b"", ours, theirs, path=BOOK, marker_size=7).conflicts == 0


@pytest.mark.parametrize("path", [SCHEMA, IDENTITY, BOOK])
@given(sides=st.tuples(*[st.text("ab: -[]#\n", max_size=30)] * 3))
def test_anything_else_is_merged_by_line(path: str, sides: tuple[str, str, str]) -> None:
    merged = merge(*(side.encode() for side in sides), path=path, marker_size=7)
    assert isinstance(merged.data, bytes)
