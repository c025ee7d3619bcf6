from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex

PEOPLE = (
    SearchRecord(
        "people/John-V-Prince-of-Anhalt-Zerbst",
        "John V, Prince of Anhalt-Zerbst",
        aliases=("John the Builder",),
        tags=("House of Ascania",),
        summary="German prince of the House of Ascania",
        body="John V was born on 4 September 1504 in Dessau.\nHe married Margaret of Brandenburg.",
        directory="people",
    ),
    SearchRecord(
        "people/rulers/Ernest-I",
        "Ernest I, Prince of Anhalt-Dessau",
        tags=("House of Ascania", "Princes"),
        summary="Father of John V",
        body="Ernest I ruled Anhalt-Dessau.\nHis son was the builder of a bridge.",
        directory="people/rulers",
    ),
    SearchRecord("works/The-Builder", "The Builder", body="A journal of architecture.", directory="works"),
    SearchRecord(
        "places/Łódź", "Łódź", summary="City in Poland", body="Painters lived here.", directory="places"
    ),
    SearchRecord("concepts/C", "C", body="A language.", directory="concepts"),
    SearchRecord("concepts/C-plus-plus", "C++", body="A language with classes.", directory="concepts"),
    SearchRecord("concepts/C-sharp", "C#", body="A language of another house.", directory="concepts"),
    SearchRecord("people/鲁迅", "鲁迅", aliases=("周树人",), body="鲁迅的父亲是周伯宜。", directory="people"),
    SearchRecord("people/周伯宜", "周伯宜", body="周伯宜是绍兴人。", directory="people"),
    SearchRecord("works/Heat-film", "Heat (film)", body="A film of 1995.", directory="works"),
    SearchRecord("works/Henry-IV", "Henry IV", body="A play.", directory="works"),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    found = SearchIndex.open(tmp_path_factory.mktemp("wikic") / "search")
    found.rebuild(PEOPLE)
    return found


def first(index: SearchIndex, query: str, **rest: str) -> tuple[str, str]:
    hit = index.search(query, limit=5, **rest)[0]  # type: ignore[arg-type]
    return hit.path, hit.matched


@pytest.mark.parametrize(
    ("query", "path", "matched"),
    [
        ("John V, Prince of Anhalt-Zerbst", "people/John-V-Prince-of-Anhalt-Zerbst", "name"),
        ("john v  prince of anhalt zerbst", "people/John-V-Prince-of-Anhalt-Zerbst", "name"),
        ("JOHN-V-Prince-of-Anhalt-Zerbst", "people/John-V-Prince-of-Anhalt-Zerbst", "name"),
        ("john the builder", "people/John-V-Prince-of-Anhalt-Zerbst", "alias"),
        ("The Builder", "works/The-Builder", "name"),
        ("Jonh V, Prince of Anhalt Zerbts", "people/John-V-Prince-of-Anhalt-Zerbst", "fuzzy"),
        ("Lodz", "places/Łódź", "fuzzy"),
        ("who was born in dessau in 1504", "people/John-V-Prince-of-Anhalt-Zerbst", "text"),
        ("painter", "places/Łódź", "text"),
        ("C", "concepts/C", "name"),
        ("C++", "concepts/C-plus-plus", "name"),
        ("c#", "concepts/C-sharp", "name"),
        ("鲁迅", "people/鲁迅", "name"),
        ("周树人", "people/鲁迅", "alias"),
        ("周伯仪", "people/周伯宜", "fuzzy"),
        ("绍兴", "people/周伯宜", "text"),
        ("heat", "works/Heat-film", "name"),
    ],
)
def test_finds(index: SearchIndex, query: str, path: str, matched: str) -> None:
    assert first(index, query) == (path, matched)


def test_phrases_signs_and_particles(tmp_path: Path) -> None:
    found = SearchIndex.open(tmp_path / "search")
    found.rebuild(
        (
            SearchRecord("a/Roads", "Roads", body="The red lantern hangs over the road."),
            SearchRecord("a/Lamps", "Lamps", body="The lantern is red only at dusk, a red one apart."),
            SearchRecord("a/New", "New box", body="It compiles C++ and C#."),
            SearchRecord("a/Old", "Old box", body="It compiles C, and C again."),
            SearchRecord("a/탑", "남산타워", body="남산타워는 서울에 있는 탑입니다. 높이는 236미터입니다."),
        )
    )

    def paths(query: str) -> list[str]:
        return [each.path for each in found.search(query)]

    assert paths('"red lantern"') == ["a/Roads"]
    assert set(paths('"lantern red"')) == set(paths("lantern red")) == {"a/Roads", "a/Lamps"}
    assert set(paths('What is a "red lantern"?')) == {"a/Roads", "a/Lamps"}
    assert [paths(each)[0] for each in ("C++", "c#", "C")] == ["a/New", "a/New", "a/Old"]
    assert [paths(each) for each in ("서울", "높이", "탑")] == [["a/탑"]] * 3


def test_a_number_is_no_typo(index: SearchIndex) -> None:
    assert all(hit.matched != "fuzzy" for hit in index.search("Henry VI", limit=5))


def test_a_word_mistyped_among_others_still_finds_the_name(index: SearchIndex) -> None:
    assert first(index, "prince Ernets of the bridge")[0] == "people/rulers/Ernest-I"


def test_filters(index: SearchIndex) -> None:
    assert first(index, "builder", directory="works")[0] == "works/The-Builder"
    below = {hit.path for hit in index.search("anhalt", limit=9, directory="people/")}
    assert below == {"people/John-V-Prince-of-Anhalt-Zerbst", "people/rulers/Ernest-I"}
    assert {hit.path for hit in index.search("anhalt", limit=9, tag="#princes")} == {"people/rulers/Ernest-I"}
    assert index.search("anhalt", limit=9, directory="peo") == []
    elsewhere = index.search("John V, Prince of Anhalt-Zerbst", limit=9, directory="works")
    assert {(hit.directory, hit.matched) for hit in elsewhere} == {("works", "text")}


def test_snippet_is_the_line_that_says_most(index: SearchIndex) -> None:
    assert index.search("who married Margaret", limit=1)[0].snippet == "He married Margaret of Brandenburg."


def test_equal_scores_are_ordered_by_path_beyond_the_limit(tmp_path: Path) -> None:
    index = SearchIndex.open(tmp_path)
    index.rebuild(
        SearchRecord(f"a/{at:03}", f"Page {at:03}", body="same words") for at in reversed(range(200))
    )
    assert [hit.path for hit in index.search("same words", limit=3)] == ["a/000", "a/001", "a/002"]


def test_limits(index: SearchIndex) -> None:
    assert (
        index.search("anhalt", limit=0) == index.search("", limit=5) == index.search(" \x00 ", limit=5) == []
    )
    assert len(index.search("a language", limit=2)) == 2


ODD = (
    'title:(" AND', "x" * 1_000_000, "鲁迅" * 500_000, "a b " * 250_000, "\x00\x1b[2J",
    "*", "?~2^-1", "[1 TO *]",
    "\ud800", "name:/.*/", "' OR 1=1 --", "\u200b", "-" * 5000, "++--&&||!(){}[]^\"~*?:\\/",
)  # fmt: skip


@pytest.mark.parametrize("query", ODD)
def test_nothing_typed_is_an_error(index: SearchIndex, query: str) -> None:
    assert isinstance(index.search(query, limit=5, directory=query[:100], tag=query[:100]), list)
    assert isinstance(index.search(query, limit=5), list)


@examples(60, HealthCheck.function_scoped_fixture)
@given(st.text(st.characters() | st.sampled_from(list("鲁迅周伯宜 Vv+#&-()\"':*\ud800")), max_size=60))
def test_search_never_raises(index: SearchIndex, query: str) -> None:
    hits = index.search(query, limit=4)
    assert len(hits) <= 4 and len({hit.path for hit in hits}) == len(hits)
    assert hits == index.search(query, limit=4)


words = st.sampled_from(["anhalt", "Dessau", "鲁迅", "painter", "of", "Łódź", "C++", "1504"])
texts = st.lists(words, max_size=5).map(" ".join)
records = st.builds(
    SearchRecord,
    path=st.sampled_from([f"p/{at}" for at in range(6)]),
    title=texts,
    aliases=st.lists(texts, max_size=2).map(tuple),
    tags=st.lists(texts, max_size=2).map(tuple),
    summary=texts,
    body=texts,
    directory=st.sampled_from(["", "p", "p/q"]),
)


@examples(12)
@given(st.lists(st.tuples(st.lists(records, max_size=4), st.sets(st.sampled_from(["p/0", "p/1", "p/2"])))))
def test_updating_page_by_page_holds_what_a_rebuild_holds(
    tmp_path_factory: pytest.TempPathFactory,
    batches: list[tuple[list[SearchRecord], set[str]]],
) -> None:
    index = SearchIndex.open(tmp_path_factory.mktemp("wikic"))
    index.rebuild([])
    kept: dict[str, SearchRecord] = {}
    for upserts, deletes in batches:
        index.update(upserts, deletes)
        kept = {path: record for path, record in kept.items() if path not in deletes}
        kept.update((record.path, record) for record in upserts)
    fresh = SearchIndex.open(tmp_path_factory.mktemp("wikic"))
    fresh.rebuild(kept.values())
    assert index.documents == fresh.documents == len(kept)
    assert {each.path: each for each in index.records()} == {each.path: each for each in fresh.records()}
    for query in ("anhalt dessau", "鲁迅", "C++", "anhaltt"):
        found = {(hit.path, hit.matched) for hit in index.search(query, limit=9)}
        assert found == {(hit.path, hit.matched) for hit in fresh.search(query, limit=9)}


def test_borrowed_sentences_are_kept_and_not_searched(tmp_path: Path) -> None:
    index = SearchIndex.open(tmp_path / "search")
    index.rebuild(
        [
            SearchRecord("p/Own", "Own", body="The ferry sails at noon.", directory="p"),
            SearchRecord("p/Ferry", "Ferry", borrowed="The ferry sails at noon.", directory="p"),
        ]
    )
    assert [hit.path for hit in index.search("sails at noon")] == ["p/Own"]
    assert [hit.snippet for hit in index.search("ferry", limit=1)] == ["The ferry sails at noon."]
    assert sorted(each.borrowed for each in index.records()) == ["", "The ferry sails at noon."]
