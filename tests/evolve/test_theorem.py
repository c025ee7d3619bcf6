"""Theorem 1 (WikiKV, section III-D): along a run the cost never rises, and the run ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.evolve.architect import propose_sections, propose_splits
from wikic.evolve.census import Census, DocumentFeatures, Need, grow_tree
from wikic.evolve.coaccess import is_settled, mutual_information, propose_merges
from wikic.evolve.cost import FAN_OUT, Prices, explain, price_tree
from wikic.evolve.run import plan_changes
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.wiki.schema_file import parse_schema, render_schema

DIMENSIONS = ("people", "places", "works", "concepts")
SCHEMA = Schema(Positioning(), tuple(Dimension(name, name) for name in DIMENSIONS))
TAGS = ("American", "French", "German", "actor", "king", "river", "film")
LABELS = ("director of", "born in", "mentions", "starred in")


@st.composite
def censuses(draw: st.DrawFn) -> Census:
    """A wiki of some hundred pages of a few kinds, and what was asked of it."""
    leaves: list[DocumentFeatures] = []
    for kind in range(draw(st.integers(1, 4))):
        count = draw(st.sampled_from((3, 40, 130, 260, 500)))
        dimension = draw(st.sampled_from(DIMENSIONS))
        tags = tuple(draw(st.lists(st.sampled_from(TAGS), max_size=3, unique=True)))
        labels = frozenset(draw(st.lists(st.sampled_from(LABELS), max_size=2)))
        start = draw(st.sampled_from(("a", "The-", "É", "谭", "zz", "")))
        step = draw(st.integers(1, 5))
        home = draw(st.sampled_from((None, None, None, "places")))
        leaves += [
            DocumentFeatures(
                f"{start}{chr(97 + number * step % 26)}{kind}-{number}",
                dimension,
                tags[: 1 + number % 3],
                labels if number % 2 else frozenset(),
                tokens=10 + 7 * (number % 5),
                quality=(number % 4) / 3,
                home=home if number % 11 == 0 else None,
            )
            for number in range(count)
        ]
    numbers = st.integers(0, len(leaves) - 1)
    needs = draw(st.lists(st.lists(numbers, min_size=1, max_size=4, unique=True), max_size=30))
    asked = [Need(1.0, tuple(each)) for each in needs]
    rest = [Need(20 / len(leaves), (number,)) for number in range(len(leaves))]
    return Census(tuple(leaves), (*asked, *rest), len(asked))


prices = st.builds(
    Prices,
    alpha=st.sampled_from((0.0, 0.002, 0.5)),
    beta=st.sampled_from((0.1, 1.0, 3.0)),
    gamma=st.sampled_from((0.0, 1.0, 5.0)),
)


@examples(20)
@given(censuses(), prices, st.integers(1, 16))
def test_the_cost_never_rises_and_the_run_ends(census: Census, paid: Prices, most: int) -> None:
    found = plan_changes(census, SCHEMA, paid, most=most)
    for step in found.steps:
        assert step.after < step.before and step.delta < 0
    costs = [found.before.total, *(step.after for step in found.steps)]
    assert costs == sorted(costs, reverse=True) and found.after.total == costs[-1]
    assert found.after.excess <= found.before.excess

    assert parse_schema(render_schema(found.schema)) == found.schema
    tree = grow_tree(census, found.schema)
    assert price_tree(tree, paid).total == found.after.total, "the schema alone gives the tree"
    names = {each.name for each in found.schema.dimensions} | {leaf.home for leaf in census.leaves}
    assert set(tree.places) <= names, "every page has a home that the schema knows"
    assert list(explain(found.after, found.basis))


@examples(12)
@given(censuses())
def test_what_is_decided_is_not_undone(census: Census) -> None:
    first = plan_changes(census, SCHEMA)
    again = plan_changes(census, first.schema)
    for step in again.steps:
        each = step.proposal
        assert each.kind != "merge" or not is_settled(first.schema, each.directory, *each.parts)
        assert step.after < step.before
    assert not plan_changes(census, again.schema).steps or again.steps, "a run that changed nothing stays so"
    kept = [leaf.home for leaf in census.leaves if leaf.home]
    tree = grow_tree(census, again.schema)
    assert kept == [place for leaf, place in zip(census.leaves, tree.places, strict=True) if leaf.home]


def people(count: int, tags: tuple[str, ...]) -> list[DocumentFeatures]:
    return [
        DocumentFeatures(f"{chr(97 + n % 26)}-{n}", "people", (tags[n % len(tags)],) if tags else ())
        for n in range(count)
    ]


def test_a_directory_over_the_bound_is_parted_by_what_its_pages_are() -> None:
    leaves = tuple(people(600, ("king", "actor", "painter", "poet")))
    found = plan_changes(Census(leaves, tuple(Need(1.0, (n,)) for n in range(600))), SCHEMA)
    split = next(step.proposal for step in found.steps if step.proposal.kind == "split")
    assert {"people/actors", "people/kings", "people/painters", "people/poets"} == set(split.parts)
    assert found.after.excess == 0 and "600 children" in split.reason
    tree = grow_tree(Census((DocumentFeatures("Zoe", "people", ("poet",)),), ()), found.schema)
    assert tree.places == ("people/poets",), "a page to come finds its home by the rule"


def test_without_anything_to_go_by_letters_part_and_every_new_name_has_a_place() -> None:
    leaves = tuple(people(900, ()))
    found = plan_changes(Census(leaves, tuple(Need(1.0, (n,)) for n in range(900))), SCHEMA)
    assert found.after.excess == 0
    strange = ("Ärger", "谭盾", "0", "The-End", "zzz", "The-", "-")
    for place in grow_tree(
        Census(tuple(DocumentFeatures(stem, "people") for stem in strange), ()), found.schema
    ).places:
        assert place.startswith("people/")


def test_headings_come_before_directories() -> None:
    leaves = tuple(people(190, ("king", "actor", "painter", "poet")))
    found = plan_changes(Census(leaves, tuple(Need(1.0, (n,)) for n in range(190))), SCHEMA)
    assert {step.proposal.kind for step in found.steps} == {"sections"}
    assert {rule.heading for rule in found.schema.sections} >= {"Actors", "Kings"}
    assert not list(propose_sections(grow_tree(Census(leaves, ()), found.schema))), "and are not made again"
    assert not list(propose_splits(grow_tree(Census(leaves, ()), found.schema)))


def test_directories_that_are_always_needed_together_become_one() -> None:
    kinds = ("people", "places", "works")
    leaves = tuple(DocumentFeatures(f"{kind}-{n}", kind) for kind in kinds for n in range(50))
    together = [Need(1.0, (n, 50 + n)) for n in range(50)]
    apart = [Need(1.0, (100 + n,)) for n in range(50)]
    found = plan_changes(Census(leaves, (*together, *apart), 100), SCHEMA)
    step = found.steps[0]
    assert (step.proposal.kind, step.proposal.directory, step.proposal.parts) == (
        "merge",
        "people",
        ("places",),
    )
    assert "questions" in step.proposal.reason and step.after < step.before
    assert found.schema.home_of("places") == "people"
    assert not plan_changes(Census(leaves, (*together, *apart), 100), found.schema).steps
    quiet = plan_changes(Census(leaves, (*together, *apart)), SCHEMA)
    assert "without traffic" in quiet.steps[0].proposal.reason and "no traffic" in quiet.basis
    alone = [Need(1.0, (n,)) for n in range(150)]
    assert not plan_changes(Census(leaves, tuple(alone), 150), SCHEMA).steps, "nothing says that they are one"


def test_parts_of_a_split_are_not_merged_back() -> None:
    leaves = tuple(people(420, ("king", "actor", "painter")))
    split = plan_changes(Census(leaves, tuple(Need(1.0, (n,)) for n in range(420))), SCHEMA).schema
    places = grow_tree(Census(leaves, ()), split).places
    kings = [n for n, place in enumerate(places) if place == "people/kings"]
    actors = [n for n, place in enumerate(places) if place == "people/actors"]
    needs = [Need(1.0, pair) for pair in zip(kings, actors, strict=True)]
    others = [Need(1.0, (n,)) for n, place in enumerate(places) if place == "people/painters"]
    tree = grow_tree(Census(leaves, (*needs, *others), 300), split)
    assert not list(propose_merges(tree))
    forgotten = grow_tree(tree.census, replace(split, evolved=()))
    assert [each.parts for each in propose_merges(forgotten)] == [("people/kings",)], (
        "but for the decision they would be"
    )


def test_information() -> None:
    assert mutual_information(50, 50, 50, 100) == 1.0
    assert mutual_information(25, 50, 50, 100) == 0.0
    assert mutual_information(100, 100, 100, 100) == 0.0, "what always happens tells nothing"
    assert mutual_information(0, 0, 0, 0) == 0.0
    assert 0 < mutual_information(40, 50, 50, 100) < 1


def test_the_cost_explains_itself() -> None:
    leaves = tuple(people(300, ()))
    tree = grow_tree(Census(leaves, (Need(1.0, (0,)),), 1), SCHEMA)
    found = price_tree(tree)
    assert found.excess == 300 - FAN_OUT and found.storage == 301
    # The root's listing, then 300 lines of 20 tokens at 2,000 a read: half of them, or all without a name.
    assert found.depth == pytest.approx(1 + 0.8 * 2 + 0.2 * 3)
    paid = found.prices
    assert found.total == paid.alpha * 301 + found.depth - found.quality + found.excess
    lines = list(explain(found, tree.census.basis))
    assert any(line.startswith("people/") for line in lines)
