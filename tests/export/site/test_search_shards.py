"""The files of a site's search: what is in them, how they change, how large they are."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.search_files import names, parts, rows, words

from wikic.export.site.search_shards import PAGES, fold, loader, search_files, spaced
from wikic.search.fields import SearchRecord

SAID = [
    *("harbour", "Harbours", "tide", "lamp", "keeper", "2026", "C++", "café", "石帆镇", "渡口", "的灯塔"),
    *("한국", "A𠀋B", "\u2028", "</script>", "\\", '"', "'", "`${x}`"),
]
texts = st.lists(st.sampled_from(SAID), max_size=8).map(" ".join)
records = st.builds(
    SearchRecord,
    path=st.sampled_from([f"area-{number % 3}/page-{number}" for number in range(40)]),
    title=texts,
    aliases=st.lists(texts, max_size=2).map(tuple),
    tags=st.lists(texts, max_size=1).map(tuple),
    summary=texts,
    body=st.lists(texts, max_size=3).map("\n".join),
    directory=st.sampled_from(["", "area-1", 'b"\\']),
)


def address(path: str) -> str:
    return f"{path}.html"


def page(number: int, body: str, **more: str) -> SearchRecord:
    return SearchRecord(f"page-{number:05d}", f"Page {number}", body=body, **more)


def generated(count: int, vocabulary: list[str], seed: int = 1) -> list[SearchRecord]:
    draw = random.Random(seed)
    return [page(number, " ".join(draw.choices(vocabulary, k=60))) for number in range(count)]


@examples(60)
@given(st.lists(records, max_size=40), st.randoms(use_true_random=False))
def test_any_order_gives_the_same_files(some: list[SearchRecord], draw: random.Random) -> None:
    unique = list({each.path: each for each in some}.values())
    mixed = draw.sample(unique, len(unique))
    assert search_files(unique, address) == search_files(mixed, address)


@examples(60)
@given(st.lists(records, max_size=40, unique_by=lambda each: each.path))
def test_every_word_leads_to_its_pages(some: list[SearchRecord]) -> None:
    files = search_files(some, address)
    found = words(files)
    some.sort(key=lambda each: each.path)
    expected: dict[str, set[int]] = {}
    for number, each in enumerate(some):
        for text in (each.title, *each.aliases, *each.tags, each.summary, each.body):
            for word in spaced(fold(text)):
                expected.setdefault(word, set()).add(number)
    spread = {word: {number for number, _ in places} for word, places in found.items()}
    assert {word: spread.get(word) for word in expected} == expected
    # Beside words there are the names of scripts without spaces.
    assert all(fold(word) in fold("石帆镇渡口的灯塔𠀋") for word in spread.keys() - expected.keys())
    assert [row[:2] for row in rows(files)] == [[each.title, address(each.path)] for each in some]


@pytest.mark.parametrize(
    ("record", "level"),
    [
        (SearchRecord("a", "X", body="tide"), 0),
        (SearchRecord("a", "X", body="tide tide"), 1),
        (SearchRecord("a", "X", body="tide tide tide tide"), 2),
        (SearchRecord("a", "X", summary="the tide", body="the tide"), 3),
        (SearchRecord("a", "X", tags=("tide",)), 3),
        (SearchRecord("a", "the tide of the year", body="tide"), 4),
        (SearchRecord("a", "X", aliases=("low tide table",)), 5),
        (SearchRecord("a", "Low tide"), 6),
        (SearchRecord("a", "Tide", ("low tide",)), 7),
        (SearchRecord("a", "Tide (physics)"), 7),
    ],
)
def test_a_word_has_the_level_of_its_best_place(record: SearchRecord, level: int) -> None:
    assert words(search_files([record], address))["tide"] == [(0, level)]


def test_no_page_is_no_error() -> None:
    files = search_files([], address)
    assert parts(files, "index")[1:] == [0, 1, ""]
    assert parts(files, "w0")[1:] == ["", "", ""]
    assert rows(files) == []


def test_what_is_shown_of_a_page() -> None:
    some = [
        SearchRecord("a", "A", summary="Said in short.", body="Said.", directory="d"),
        SearchRecord("b", "B", body="First line.\nSecond line.", directory="d"),
        SearchRecord("c", "C", borrowed="Of another page.", directory="e"),
        SearchRecord("d", "D", summary="long " * 100),
    ]
    found = rows(search_files(some, address))
    assert found[:3] == [
        ["A", "a.html", "Said in short.", "d"],
        ["B", "b.html", "First line."],
        ["C", "c.html", "Of another page.", "e"],
    ]
    assert found[3][3] == "" and len(found[3][2]) == 160 and found[3][2].endswith("long…")


def test_only_what_a_page_says_is_searched() -> None:
    files = search_files([SearchRecord("a", "A", body="lamp", borrowed="gull", unshown="eel")], address)
    assert {"gull", "eel"} & words(files).keys() == set()


def test_a_changed_page_touches_the_files_of_its_words() -> None:
    vocabulary = [f"{start}{number}" for start in "kmprstv" for number in range(400)]
    some = generated(800, vocabulary)
    before = search_files(some, address)
    changed = replace(some[400], body=f"{some[400].body} {vocabulary[7]}")
    after = search_files([*some[:400], changed, *some[401:]], address)
    assert before.keys() == after.keys() and len(names(before, "w")) == 16
    differing = {path for path in before if before[path] != after[path]}
    assert len(differing) == 1


def test_a_character_more_moves_no_other_page() -> None:
    some = [page(number, f"潮{'水' * 4}{number}") for number in range(200)]
    before = search_files(some, address)
    after = search_files([*some[:9], replace(some[9], body="潮水水水水岸9"), *some[10:]], address)
    assert parts(before, "index")[0] == parts(after, "index")[0]  # the numbering is the same


def test_another_page_is_another_numbering() -> None:
    some = generated(3, ["tide"])
    stamps = {parts(search_files(some[:count], address), "index")[0] for count in (1, 2, 3)}
    assert len(stamps) == 3


def test_files_are_small_however_many_pages_there_are() -> None:
    # Words of a rising alphabet, drawn by rank as those of a language are.
    draw = random.Random(3)
    vocabulary = ["".join(draw.choices("aeioubdgklmnprst", k=draw.randint(2, 9))) for _ in range(4_000)]
    weights = [1 / (rank + 2) for rank in range(len(vocabulary))]
    some = [page(number, " ".join(draw.choices(vocabulary, weights, k=80))) for number in range(1_500)]
    files = search_files(some, address)
    shards = [len(files[f"-/search/{name}.js"]) for name in names(files, "w")]
    assert max(shards) < 15_000 and sum(shards) / len(shards) < 6_000
    assert sum(shards) < sum(len(each.body) for each in some) / 4
    assert len(names(files, "p")) == -(-len(some) // PAGES)


def test_scripts_hold_no_comments_and_few_bytes() -> None:
    engine = search_files([], address)["-/search/engine.js"].decode()
    assert len(loader()) < 2_000 and len(engine) < 8_000
    for script in (loader(), engine):
        assert re.findall(r"^\s+|^//", script, re.MULTILINE) == []
