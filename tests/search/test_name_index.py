from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex
from wikic.search.name_keys import base_name, key_of, loose_key, name_key, split_words

PAGES = (
    SearchRecord("people/Princess-Feodora-of-Denmark", "Princess Feodora of Denmark", ("Feodora",)),
    SearchRecord("places/Denmark", "Denmark", body="A kingdom."),
    SearchRecord("places/New-York", "New York", aliases=("NY",)),
    SearchRecord("places/New-York-City", "New York City", aliases=("NY", "New York")),
    SearchRecord("works/Heat-film", "Heat (film)"),
    SearchRecord("works/Heat-novel", "Heat (novel)"),
    SearchRecord("works/Witch", "Witch", body="which which"),
    SearchRecord("concepts/C-plus-plus", "C++"),
    SearchRecord("people/鲁迅", "鲁迅", aliases=("周树人",)),
    SearchRecord("works/阿Q正传", "阿Q正传"),
    SearchRecord("people/Karel-Capek", "Karel Čapek"),
    SearchRecord("people/Henry-IV", "Henry IV"),
)


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> NameIndex:
    index = SearchIndex.open(tmp_path_factory.mktemp("wikic"))
    index.rebuild((*PAGES, SearchRecord("people/gone", "Gone Away")))
    index.update(deletes=["people/gone"])
    return NameIndex(index)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("When was princess feodora of denmark's father born?", [("title", "Princess Feodora of Denmark")]),
        ("When was Princes Feodra of Denmark born?", [("fuzzy", "Princess Feodora of Denmark")]),
        ("Is FEODORA from Denmark?", [("alias", "Feodora"), ("title", "Denmark")]),
        ("Is New York City larger than New York?", [("title", "New York City"), ("title", "New York")]),
        ("Who directed Heat?", [("base", "Heat")]),
        ("Who directed Heat (film)?", [("title", "Heat (film)")]),
        ("Which is it?", []),
        ("What is C++ good for", [("title", "C++")]),
        ("鲁迅的父亲是谁", [("title", "鲁迅")]),
        ("周树人写了《阿Q正传》吗", [("alias", "周树人"), ("title", "阿Q正传")]),
        ("谁写了《阿Q传》", [("fuzzy", "阿Q正传")]),
        ("Karel Capek's plays", [("fuzzy", "Karel Čapek")]),
        ("Who was Henry VI", []),
        ("Where has Gone Away gone", []),
        ("", []),
    ],
)
def test_finds(names: NameIndex, question: str, found: list[tuple[str, str]]) -> None:
    assert [(match.kind, match.name) for match in names.find(question)] == found


def test_typos_can_be_left_alone(names: NameIndex) -> None:
    question = "When was Princes Feodra of Denmark born?"
    assert [match.name for match in names.find(question, typos=False)] == ["Denmark"]


def test_offsets_are_those_of_the_text(names: NameIndex) -> None:
    question = "Cafe\u0301: is “New York” or 鲁迅 \U0001f600 NY?"
    assert [question[match.start : match.end] for match in names.find(question)] == ["New York", "鲁迅", "NY"]


def test_a_name_that_many_claim_is_less_specific(names: NameIndex) -> None:
    city, state = names.find("New York City and New York")
    assert state.paths == ("places/New-York", "places/New-York-City")
    assert (city.claims, state.claims) == (1, 2)
    assert 0 < state.weight < city.weight <= 1


def test_a_common_word_is_less_specific(tmp_path: Path) -> None:
    index = SearchIndex.open(tmp_path)
    index.rebuild(
        [SearchRecord(f"p/{at}", f"Page {at}", body="the film was shown") for at in range(50)]
        + [SearchRecord("c/Film", "Film"), SearchRecord("c/Zither", "Zither")]
    )
    film, zither = NameIndex(index).find("which film has a zither")
    assert film.weight < 0.3 < zither.weight


def test_who_is_called_just_so_is_not_divided_by_namesakes(tmp_path: Path) -> None:
    others = [SearchRecord(f"things/{number}", f"Thing {number}") for number in range(20)]

    def weight(*pages: SearchRecord) -> float:
        index = SearchIndex.open(tmp_path / str(len(pages)))
        index.rebuild((*pages, *others))
        (match,) = NameIndex(index).find("Who was Hester Dunn's father?")
        assert match.paths[0] == pages[0].path
        return match.weight

    person = SearchRecord("people/Hester-Dunn", "Hester Dunn")
    boat = SearchRecord("ships/Hester-Dunn-lifeboat", "Hester Dunn (lifeboat)")
    other = SearchRecord("people/Hester-Dunn-2", "Hester Dunn")
    assert weight(person, boat) > 0.7 * weight(person)
    assert weight(person, boat, other) < 0.6 * weight(person)


@examples(60, HealthCheck.function_scoped_fixture)
@given(
    st.lists(
        st.sampled_from(
            [*(page.title for page in PAGES), "NY", "of", "《", "(", "\ud800", "Feodra", "New", "\x00"]
        )
        | st.text(max_size=8)
    ).map(" ".join)
)
def test_matches_never_overlap_and_stand_in_the_text(names: NameIndex, text: str) -> None:
    end = 0
    for match in names.find(text):
        assert end <= match.start < match.end <= len(text)
        assert 0 < match.weight <= 1 and match.paths and match.claims >= len(match.paths) > 0
        if match.kind != "fuzzy":
            assert key_of(split_words(text[match.start : match.end])) == name_key(match.name)
        end = match.end


@examples(60)
@given(st.text(st.characters(exclude_categories=["Cs", "Cn", "Cf"]), max_size=30))
def test_a_stem_has_the_key_of_its_title(title: str) -> None:
    from wikic import layout

    stem = layout.slug(title)
    if layout.title_hash(title) not in stem:
        assert name_key(stem) == name_key(title)


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_is_cut_as_everything_else_is(text: str) -> None:
    # One letter more, parted by a space, sends the text down the other path.
    assert split_words(text) == split_words(text + " ä")[:-1]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("John V, Prince of Anhalt-Zerbst", "john-v-prince-of-anhalt-zerbst"),
        ("Mary\u200bland", "maryland"),
        ("Cafe\u0301", "café"),
        ("Simon & Garfunkel", "simon-and-garfunkel"),
        ("C#", "c-sharp"),
        ("#1", "number-1"),
        ("东京 タワー BTS", "东京タワーbts"),
        ("???", "???"),
        ("Straße", "strasse"),
    ],
)
def test_keys(name: str, key: str) -> None:
    assert name_key(name) == key


def test_loose_keys_drop_accents_of_latin_letters() -> None:
    assert loose_key("łódź") == "lodz"
    assert loose_key("が") == "が"


def test_base_names() -> None:
    assert base_name("Heat (1995 film)") == "Heat"
    assert base_name("彷徨（小说集）") == "彷徨"
    assert base_name("Heat") is None
    assert base_name("(What's the Story)") is None
