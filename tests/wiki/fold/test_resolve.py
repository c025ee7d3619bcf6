"""Which entities of which digests are the same page."""

from __future__ import annotations

import pytest

from wikic.model.schema import Identity, Pin
from wikic.wiki.fold.resolve import Resolver
from wikic.wiki.fold.symbols import DigestSymbols, Symbol


def entity(
    title: str,
    *aliases: str,
    dimension: str = "people",
    disambiguator: str | None = None,
    principal: bool = False,
    self_: bool = False,
) -> Symbol:
    return Symbol("e1", title, disambiguator, dimension, aliases, (), "", principal, self_, ("f00000000",))


def resolver(*digests: tuple[Symbol, ...], identity: Identity | None = None) -> Resolver:
    found = Resolver(identity or Identity(), "concepts")
    for at, symbols in enumerate(digests):
        key = f"t/d{at}"
        found.put(DigestSymbols(key, key, None, "2026-11-21", "", "table/1", symbols, ()))
    return found


def pages(found: Resolver) -> set[frozenset[str]]:
    """The titles on each page."""
    return {
        frozenset(found.symbol(member).title for member in found.all_members(root)) for root in found.roots()
    }


def count(found: Resolver) -> int:
    return len(list(found.roots()))


def test_one_title_is_one_page_whatever_its_case_and_spacing() -> None:
    assert count(resolver((entity("Ada  Lovelace"),), (entity("ada lovelace"),))) == 1


def test_titles_that_differ_are_two_pages() -> None:
    assert count(resolver((entity("Ada Lovelace"),), (entity("Ada"),))) == 2


def test_an_alias_joins_the_group_it_names() -> None:
    assert pages(resolver((entity("New York City", "NYC"),), (entity("NYC"),))) == {
        frozenset({"New York City", "NYC"})
    }


def test_an_alias_that_two_groups_claim_joins_nothing() -> None:
    found = resolver((entity("John Kennedy", "JFK"),), (entity("JFK Airport", "JFK"),), (entity("JFK"),))
    assert count(found) == 3


def test_an_alias_claimed_in_two_digests_of_one_group_is_claimed_once() -> None:
    city = entity("New York City", "NYC")
    assert count(resolver((city,), (city,), (entity("NYC"),))) == 1


def test_joins_make_no_chains() -> None:
    # C would join B, but B itself joins A.
    found = resolver((entity("A", "B"),), (entity("B", "C"),), (entity("C"),))
    assert pages(found) == {frozenset({"A", "B"}), frozenset({"C"})}


def test_two_groups_that_claim_each_other_are_one_page_under_the_stronger() -> None:
    found = resolver(
        (entity("Bombay", "Mumbai", principal=True),), (entity("Mumbai", "Bombay"),), (entity("Mumbai"),)
    )
    assert list(found.roots()) == ["bombay"]


@pytest.mark.parametrize(
    ("title", "alias"),
    [
        ("Louis XIV", "Louis XV"),
        ("World War I", "World War II"),
        ("John Smith Jr.", "John Smith Sr."),
        ("Report (draft)", "Report (final)"),
        ("1908 Olympics", "1912 Olympics"),
        ("1st Division", "2nd Division"),
    ],
)
def test_numbers_and_opposites_veto_an_alias(title: str, alias: str) -> None:
    assert count(resolver((entity(title, alias),), (entity(alias),))) == 2


def test_dimensions_veto_an_alias_but_the_fallback_does_not() -> None:
    assert count(resolver((entity("Paris Hilton", "Paris"),), (entity("Paris", dimension="places"),))) == 2
    assert count(resolver((entity("Paris Hilton", "Paris"),), (entity("Paris", dimension="concepts"),))) == 1


def test_a_document_on_the_bare_title_is_not_the_one_with_a_disambiguator() -> None:
    film = entity("Lilu (film)", "Lilu", dimension="media", principal=True)
    assert count(resolver((film,), (entity("Lilu", dimension="media", principal=True),))) == 2
    assert count(resolver((film,), (entity("Lilu", dimension="media"),))) == 1


def test_different_disambiguators_part_one_title() -> None:
    found = resolver(
        (entity("Mercury", disambiguator="planet"),),
        (entity("Mercury", disambiguator="element"),),
        (entity("Mercury", disambiguator="planet"),),
    )
    assert count(found) == 2


def test_three_essays_of_one_title_are_three_pages_and_the_name_alone_is_a_fourth() -> None:
    essay = entity("序言", self_=True, principal=True)
    assert count(resolver((essay,), (essay,), (essay,))) == 3
    assert count(resolver((essay,), (essay,), (entity("序言"),))) == 3


def test_the_name_of_the_only_work_of_its_title_finds_it() -> None:
    assert count(resolver((entity("铸剑", self_=True, principal=True),), (entity("铸剑"),))) == 1


def test_same_joins_distinct_parts_and_a_pin_renames() -> None:
    ada, byron = (entity("Ada Lovelace"),), (entity("Ada Byron"),)
    assert count(resolver(ada, byron, identity=Identity(same=(("Ada Lovelace", "Ada Byron"),)))) == 1
    nyc = ((entity("New York City", "NYC"),), (entity("NYC"),))
    assert count(resolver(*nyc, identity=Identity(distinct=(("NYC", "New York City"),)))) == 2
    pin = Identity(pins=(Pin("t/d1", "Ada Lovelace", "Ada Lovelace (novel)"),))
    assert count(resolver(ada, ada, identity=pin)) == 2


def test_removing_a_digest_takes_its_claims_away() -> None:
    found = resolver((entity("John Kennedy", "JFK"),), (entity("JFK Airport", "JFK"),), (entity("JFK"),))
    found.remove("t/d1")
    assert pages(found) == {frozenset({"John Kennedy", "JFK"})}
    found.remove("t/d1")
