"""Whose page a file is, is told from what stands on it: what was remembered changes no byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.bench import Bench
from support.marked_words import found, generated, mark
from support.table_curator import Doc

FILM = Doc("t/film", (("Bo (film)", "concepts", ()),), ((0, "It was shot in Oslo.", ()),))
ADA = Doc("t/ada", (("Ada", "concepts", ()),), ((0, "She sang.", ()),))
PIN = "pins:\n- {key: t/film, entity: 'Bo (film)', title: 'Ada'}\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path).start()


def marked(bench: Bench, docs: tuple[Doc, ...]) -> set[str]:
    """The marks on every page, compiled in."""
    bench.compile(docs)
    words = set[str]().union(*(mark(page, at) for at, page in enumerate(generated(bench.wiki))))
    bench.compile(docs)
    assert found(bench.wiki).keys() == words
    return words


def settled(bench: Bench, docs: tuple[Doc, ...]) -> None:
    """Nothing is left to do, whether what was remembered is there or not."""
    before = bench.files()
    assert bench.compile(docs).written == 0
    assert bench.files() == before
    bench.forget_build()
    bench.compile(docs)
    assert bench.files() == before


@pytest.mark.parametrize("forgets", [False, True])
def test_pages_that_a_decision_makes_one_are_one_for_a_run_that_remembers_nothing(
    bench: Bench, forgets: bool
) -> None:
    words = marked(bench, (FILM, ADA))
    (bench.wiki / "identity.yaml").write_text(PIN)
    if forgets:
        bench.forget_build()
    bench.compile((FILM, ADA))
    assert found(bench.wiki) == {word: {"concepts/Ada.md"} for word in words}
    bench.forget(["t/film"])
    assert found(bench.wiki).keys() == words
    settled(bench, (ADA,))


def test_a_decision_gives_the_same_bytes_whatever_was_remembered(bench: Bench) -> None:
    results = []
    for forgets in (False, True):
        marked(bench.start(), (FILM, ADA))
        (bench.wiki / "identity.yaml").write_text(PIN)
        if forgets:
            bench.forget_build()
        bench.compile((FILM, ADA))
        results.append(bench.files())
    assert results[0] == results[1]


def test_a_decision_on_the_title_holds_on_a_page_with_redirects_of_people(bench: Bench) -> None:
    words = marked(bench, (ADA,))
    (bench.wiki / "identity.yaml").write_text("same:\n- ['Countess', 'Ada']\n")
    bench.compile((ADA,))
    assert found(bench.wiki) == {word: {"concepts/Countess.md"} for word in words}
    settled(bench, (ADA,))


def test_a_page_that_people_named_leads_on_from_what_its_digests_call_it_by_now(bench: Bench) -> None:
    bench.compile((ADA,))
    page = bench.wiki / "concepts/Ada.md"
    page.write_text(page.read_text().replace("# Ada\n", "# Countess\n"))
    bench.compile((ADA,))
    king = Doc("t/king", (("Ada King", "concepts", ("Ada",)),), ((0, "She swam.", ()),))
    docs = (ADA, king, Doc("t/other", king.entities, ((0, "She ran.", ()),)))
    bench.compile(docs)
    settled(bench, docs)


def test_words_that_stand_where_a_page_with_a_suffix_comes_are_not_written_over(bench: Bench) -> None:
    # "Bo!" and "Bo" share a stem: both have a suffix, as long as both are there.
    bang = Doc("t/bang", (("Bo!", "concepts", ()),), ((0, "It rang.", ()),))
    both = (("Bo!", "concepts", ()), ("Bo", "concepts", ()))
    first = Doc("t/first", both, ((1, "He ran.", ()),))
    words = marked(bench, (bang, first))
    bench.compile((bang,), prune=True)
    assert found(bench.wiki).keys() == words
    later = Doc("t/later", both, ((1, "He swam.", ()),))
    bench.compile((bang, later))
    assert found(bench.wiki).keys() == words
    settled(bench, (bang, later))


def test_what_people_write_on_a_copy_of_a_page_goes_to_the_page(bench: Bench) -> None:
    words = marked(bench, (ADA,))
    page = bench.wiki / "concepts/Ada.md"
    (bench.wiki / "concepts/A-copy.md").write_text(page.read_text() + "\n## Mine\n\nMine alone.\n")
    bench.compile((ADA,))
    assert found(bench.wiki) == {word: {"concepts/Ada.md"} for word in words}
    assert "Mine alone." in page.read_text()
    settled(bench, (ADA,))


@pytest.mark.parametrize("forgets", [False, True])
def test_a_folded_page_of_nothing_keeps_words_alone(bench: Bench, forgets: bool) -> None:
    marked(bench, (FILM, ADA))
    page = bench.wiki / "concepts/Ada.md"
    stray = bench.wiki / "concepts/Stray.md"
    facts = page.read_text().replace("title: Ada", "title: Stray").replace("# Ada", "# Stray")
    stray.write_text(
        "".join(line for line in facts.splitlines(True) if "[⁂][f" not in line) + "\nMine alone.\n"
    )
    if forgets:
        bench.forget_build()
    bench.compile((FILM,), prune=True)
    assert "Mine alone." in stray.read_text() and "fold:" not in stray.read_text()
    settled(bench, (FILM,))


def test_a_page_called_alike_but_for_case_takes_the_words_in_its_place(
    bench: Bench,
) -> None:
    work = Doc("t/d0", (("Ada", "concepts", ()),), ((0, "met Ada in 1901", ()),), self_=True)
    docs = (
        work,
        Doc("t/d2", (("ada", "concepts", ("The Dunmore",)), ("Bo", "concepts", ())), ((1, "stands", (0,)),)),
        Doc(
            "t/d4",
            (("The Dunmore", "concepts", ()), ("Bo", "concepts", ()), ("Ada I", "concepts", ("Ada",))),
            ((1, "was born here", (2, 0)),),
        ),
    )
    words = marked(bench, docs)
    bench.forget(["t/d0"])
    assert found(bench.wiki).keys() == words
    settled(bench, docs[1:])
