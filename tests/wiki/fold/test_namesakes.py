"""Names that several could bear, titles before a surname, clipped names: on whose page they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikic.model.schema import Identity
from wikic.wiki.fold.resolve import Resolver
from wikic.wiki.fold.symbols import DigestSymbols, Symbol


def about(title: str, *aliases: str, dimension: str = "people", summary: str = "") -> Symbol:
    """The entity that a document is about."""
    return Symbol("e1", title, None, dimension, aliases, (), summary, True, False, ("f00000000",))


def named(title: str, *aliases: str, dimension: str = "people", tags: tuple[str, ...] = ()) -> Symbol:
    """An entity that a document names."""
    return Symbol("e2", title, None, dimension, aliases, tags, "", False, False, ("f00000001",))


def digest(key: str, *symbols: Symbol, edges: tuple[tuple[int, str, int], ...] = ()) -> DigestSymbols:
    return DigestSymbols(key, key, None, "2026-11-21", "", "table/1", symbols, edges)


def resolved(*digests: DigestSymbols) -> Resolver:
    found = Resolver(Identity(), "concepts")
    for each in digests:
        found.put(each)
    return found


def page_of(found: Resolver, key: str, at: int = 1) -> set[str]:
    """The titles on the page that an entity is on."""
    root = found.root_of((key, at))
    return {found.symbol(member).title for member in found.all_members(root)}


PAINTER = digest(
    "d/painter", about("Tom Moor (painter)", "Tom Moor"), named("Lantern Row", dimension="media")
)
ENGINEER = digest(
    "d/engineer", about("Tom Moor (engineer)", "Tom Moor"), named("Carrow Bridge", dimension="x")
)
NILS = digest("d/nils", about("Nils Aarvik", "Captain Nils Aarvik"))
PETER = digest("d/peter", about("Peter Aarvik"))


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (digest("d/a", about("Regatta"), named("Tom Moor", tags=("painter",))), "Tom Moor (painter)"),
        (digest("d/a", about("Carrow Bridge", dimension="x"), named("Tom Moor")), "Tom Moor (engineer)"),
        (digest("d/a", about("Regatta"), named("Tom Moor")), "Regatta"),
        (digest("d/a", about("Regatta"), named("Tom Moor", tags=("painter", "engineer"))), "Regatta"),
    ],
)
def test_a_bare_name_goes_to_whom_its_document_means_else_stays_with_it(
    other: DigestSymbols, expected: str
) -> None:
    assert expected in page_of(resolved(PAINTER, ENGINEER, other), "d/a")


def test_a_relation_that_two_documents_tell_says_who_is_meant() -> None:
    son = digest("d/e", about("Tom Moor (engineer)"), named("Otto Moor"), edges=((0, "parent", 1),))
    grandson = digest("d/p", about("Tom Moor (painter)"), named("Otto Moor"), edges=((0, "grandparent", 1),))
    father = digest("d/o", about("Otto Moor"), named("Tom Moor"), edges=((0, "child", 1),))
    assert page_of(resolved(son, grandson, father), "d/o") == {"Tom Moor (engineer)", "Tom Moor"}


def test_a_document_on_just_this_name_keeps_it() -> None:
    found = resolved(
        PAINTER, ENGINEER, digest("d/t", about("Tom Moor")), digest("d/a", about("X"), named("Tom Moor"))
    )
    assert page_of(found, "d/a") == {"Tom Moor"}


@pytest.mark.parametrize(
    ("digests", "expected"),
    [
        ((NILS,), "Nils Aarvik"),
        ((PETER,), "Peter Aarvik"),
        ((NILS, PETER), "Nils Aarvik"),
        ((PETER, digest("d/l", about("Lars Aarvik"))), "Letter"),
        ((), "Captain Aarvik"),
        ((digest("d/x", about("Bergen", dimension="geography"), named("Lars Aarvik")),), "Captain Aarvik"),
        ((digest("d/s", about("Nils Aarvik", dimension="ships")),), "Captain Aarvik"),
    ],
)
def test_a_title_before_a_surname_is_the_one_who_is_called_so_or_the_only_one(
    digests: tuple[DigestSymbols, ...], expected: str
) -> None:
    letter = digest("d/letter", about("Letter", dimension="media"), named("Captain Aarvik"))
    found = resolved(letter, *digests)
    assert expected in page_of(found, "d/letter")
    assert (expected == "Letter") == (not found.called(("d/letter", 1)))


def test_a_form_of_address_needs_somebody_who_is_called_so() -> None:
    letter = digest("d/letter", about("Letter", dimension="media"), named("Miss Moor"))
    assert "Letter" in page_of(resolved(letter, digest("d/e", about("Ella Moor"))), "d/letter")
    known = digest("d/e", about("Ella Moor", "Miss Moor"))
    assert page_of(resolved(letter, known), "d/letter") == {"Ella Moor", "Miss Moor"}


def test_a_chinese_title_behind_a_surname() -> None:
    letter = digest("d/序", about("序", dimension="works"), named("许先生"))
    found = resolved(letter, digest("d/许", about("许青禾")), digest("d/沈", about("沈一舟")))
    assert page_of(found, "d/序") == {"许青禾", "许先生"}


def test_a_clipped_name_is_the_documents_that_speaks_of_the_same() -> None:
    town = digest("d/town", about("Carrow", dimension="geography"))
    board = digest("d/b", about("Carrow Harbour Board", dimension="orgs"), named("Otto Moor"))
    storm = digest("d/s", about("Great Storm of 1883", dimension="history"), named("Otto Moor"))
    man = digest(
        "d/o",
        about("Otto Moor"),
        named("Harbour Board", dimension="orgs"),
        named("Great Storm", dimension="history"),
    )
    found = resolved(town, board, storm, man)
    assert page_of(found, "d/o", 1) == {"Carrow Harbour Board", "Harbour Board"}
    assert page_of(found, "d/o", 2) == {"Great Storm of 1883", "Great Storm"}
    assert page_of(resolved(board, man), "d/o", 1) == {"Harbour Board"}  # nothing says that Carrow is a place
    far = digest("d/x", about("Ann Lee"), named("Great Storm", dimension="history"))
    assert page_of(resolved(storm, far), "d/x", 1) == {"Great Storm"}
    two = digest("d/t", about("Great Storm of 1901", dimension="history"))
    assert page_of(resolved(storm, two, man), "d/o", 2) == {"Great Storm"}


NAMES = (
    *(
        "Tom Moor",
        "Tom Moor (painter)",
        "Tom Moor (engineer)",
        "Captain Moor",
        "Miss Moor",
        "Ella Moor",
        "Moor",
    ),
    *("Carrow", "Carrow Harbour Board", "Harbour Board", "Great Storm", "Great Storm of 1883"),
    "Great Storm of 1901",
)
SYMBOLS = st.builds(
    lambda title, alias, tag, principal, dimension: Symbol(
        "e", title, None, dimension, alias, tag, "", principal, False, ("f00000000",)
    ),
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(NAMES), max_size=1).map(tuple),
    st.sampled_from(((), ("painter",), ("captain",))),
    st.booleans(),
    st.sampled_from(("people", "people", "orgs", "concepts")),
)


@st.composite
def tables(draw: st.DrawFn, key: str) -> DigestSymbols:
    drawn = draw(st.lists(SYMBOLS, min_size=1, max_size=4, unique_by=lambda each: each.title))
    first = next((each for each in drawn if each.principal), None)
    symbols = tuple(each for each in drawn if each is first or not each.principal)
    ends = st.integers(0, len(symbols) - 1)
    edges = draw(
        st.lists(st.tuples(ends, st.sampled_from(("mentions", "child", "parent")), ends), max_size=3)
    )
    return digest(key, *symbols, edges=tuple(edges))


@settings(max_examples=300)
@given(st.data())
def test_pages_are_those_of_the_set_of_digests_and_a_change_reaches_all_it_moves(data: st.DataObject) -> None:
    found = Resolver(Identity(), "concepts")
    for _ in range(data.draw(st.integers(1, 6))):
        key = f"d/{data.draw(st.integers(0, 4))}"
        table = data.draw(st.none() | tables(key))
        before = {root: tuple(found.all_members(root)) for root in found.roots()}
        names = found.names_of(key) | (found.names_in(table) if table is not None else set())
        reached = found.reached(names)
        found.remove(key)
        if table is not None:
            found.put(table)
        reached |= found.reached(names)
        after = {root: tuple(found.all_members(root)) for root in found.roots()}
        pages = {root for root in {*before, *after} if before.get(root, ()) != after.get(root, ())}
        assert pages <= reached
        fresh = resolved(*(found.digests[each] for each in sorted(found.digests)))
        assert {root: each for root, each in after.items() if each} == {
            root: each for root in fresh.roots() if (each := tuple(fresh.all_members(root)))
        }
        placed = sorted(member for members in after.values() for member in members)
        assert placed == sorted(
            (each, at) for each, one in found.digests.items() for at in range(len(one.symbols))
        )
