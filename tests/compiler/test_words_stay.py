"""Whatever becomes of a page, what people wrote on it stays, on the page of what it was about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bench import Bench
from support.drawn_docs import NAMES, corpora, doc
from support.marked_words import found, generated, mark
from support.table_curator import Doc

BOB = Doc(
    "t/b", (("Bob Marlowe", "people", ()),), ((0, "He was a painter.", ()), (0, "He died in Bergen.", ()))
)
ROBERT = Doc(
    "t/a", (("Robert Alan Marlowe", "people", ("Bob Marlowe",)),), ((0, "He was a painter from Oslo.", ()),)
)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path).start()


@pytest.fixture(scope="module")
def memory() -> Iterator[Bench]:
    disk = Path("/dev/shm")
    with TemporaryDirectory(dir=disk if disk.is_dir() else None) as folder:
        yield Bench(Path(folder))


def marked(bench: Bench) -> dict[str, set[str]]:
    """The marks put on each generated page, by its path."""
    return {
        page.relative_to(bench.wiki).as_posix(): mark(page, number)
        for number, page in enumerate(generated(bench.wiki))
    }


def all_on(bench: Bench, words: set[str], page: str) -> None:
    where = found(bench.wiki)
    assert {word: where.get(word) for word in words} == {word: {page} for word in words}


def settled(bench: Bench, docs: tuple[Doc, ...]) -> None:
    """Nothing is left to do, whether what was remembered is there or not."""
    before = bench.files()
    assert bench.compile(docs).written == 0
    assert bench.files() == before
    bench.forget_build()
    bench.compile(docs)
    assert bench.files() == before


def test_words_stay_with_the_page_that_had_joined_the_one_forgotten(bench: Bench) -> None:
    bench.compile((ROBERT, BOB))
    (words,) = marked(bench).values()
    bench.compile((ROBERT, BOB))
    report = bench.forget(["t/a"])
    all_on(bench, words, "people/Bob-Marlowe.md")
    page = bench.files()["people/Bob-Marlowe.md"]
    assert "He died in Bergen." in page or "Reworded" in page
    assert not any("facts are gone" in notice.message for notice in report.notices)
    settled(bench, (BOB,))


def test_words_go_with_a_document_that_calls_its_subject_otherwise(bench: Bench) -> None:
    bench.compile((BOB,))
    (words,) = marked(bench).values()
    bench.compile((BOB,))
    other = (
        replace(BOB, entities=(("Robert Marlowe", "people", ()),), says=(*BOB.says, (0, "He sang.", ()))),
    )
    report = bench.compile(other)
    all_on(bench, words, "people/Robert-Marlowe.md")
    assert any("goes to people/Robert-Marlowe.md" in notice.message for notice in report.notices)
    page = bench.files()["people/Robert-Marlowe.md"]
    assert page.count("[⁂][f") == 3 and "- Reworded" in page  # it is still the fact's wording
    settled(bench, other)


@pytest.mark.parametrize("work", [False, True])
def test_words_go_with_a_document_that_is_moved(bench: Bench, work: bool) -> None:
    old, new = replace(BOB, self_=work), replace(BOB, key="t/moved", self_=work)
    bench.compile((old,))
    (words,) = marked(bench).values()
    bench.compile((old,))
    bench.compile((new,), prune=True)
    all_on(bench, words, "people/Bob-Marlowe.md")
    settled(bench, (new,))


def test_words_go_with_a_document_that_is_moved_and_takes_its_title_from_its_name(bench: Bench) -> None:
    new = replace(BOB, key="t/robert", entities=(("robert", "people", ()),))
    bench.compile((BOB,))
    (words,) = marked(bench).values()
    bench.compile((BOB,))
    bench.compile((new,), prune=True)
    all_on(bench, words, "people/robert.md")
    settled(bench, (new,))


def test_a_rewording_goes_with_its_fact_when_a_page_parts(bench: Bench) -> None:
    # A second document claims the alias too: nothing says any more which Bob Marlowe is meant.
    third = Doc("t/c", (("Robert Marlowe", "people", ("Bob Marlowe",)),), ((0, "He swam.", ()),))
    bench.compile((ROBERT, BOB))
    page = bench.wiki / "people/Bob-Marlowe.md"
    page.write_text(
        page.read_text()
        .replace("- He died in Bergen.", "- Bergen, *alas*.")
        .replace("- He was a painter f", "- O, f")
    )
    bench.compile((ROBERT, BOB))
    bench.compile((ROBERT, BOB, third))
    files = bench.files()
    assert "- Bergen, *alas*. [⁂][f" in files["people/Bob-Marlowe.md"]
    assert "- O, from Oslo. [⁂][f" in files["people/Robert-Alan-Marlowe.md"]
    settled(bench, (ROBERT, BOB, third))


def test_words_on_one_thing_never_go_to_another_that_shares_a_sentence(bench: Bench) -> None:
    ann = Doc("t/ann", (("Ann Lee", "people", ()),), ((0, "They married in 1900.", ()),))
    ray = Doc("t/ray", (("Bob Ray", "people", ()),), ((0, "They married in 1900.", ()), (0, "He ran.", ())))
    bench.compile((ann, ray))
    words = mark(bench.wiki / "people/Ann-Lee.md", 1)
    bench.compile((ann, ray))
    bench.forget(["t/ann"])
    all_on(bench, words, "people/Ann-Lee.md")
    settled(bench, (ray,))


def test_a_page_people_wrote_is_never_written_over_by_one_that_gets_its_name(bench: Bench) -> None:
    # One document calls her Ada; with two that call her Ada King the page is called so.
    ada = Doc("t/ada", (("Ada", "people", ("Ada King",)),), ((0, "She sang.", ()),))
    kings = [Doc(f"t/k{at}", (("Ada King", "people", ()),), ((0, f"She swam {at}.", ()),)) for at in (1, 2)]
    bench.compile((ada,))
    words = mark(bench.wiki / "people/Ada.md", 1)
    (bench.wiki / "people/Ada-King.md").write_text("# Ada King\n\nMine alone.\n")
    bench.compile((ada,))
    docs = (ada, *kings)
    bench.compile(docs)
    all_on(bench, words, "people/Ada-King.md")
    assert "Mine alone." in bench.files()["people/Ada-King.md"]
    settled(bench, docs)


def test_redirects_people_write_stay(bench: Bench) -> None:
    bench.compile((BOB,))
    page = bench.wiki / "people/Bob-Marlowe.md"
    page.write_text(page.read_text().replace("\nfold:", "\nredirects: [Bobby]\nfold:"))
    bench.compile((BOB,))
    assert "redirects: [Bobby]" in page.read_text()
    settled(bench, (BOB,))


def test_what_people_only_put_into_the_head_outlives_the_facts(bench: Bench) -> None:
    for key in ("aliases: [Bobby]", "tags: [tall]", "rating: '5'"):
        bench.start().compile((BOB, ROBERT))
        page = bench.wiki / "people/Bob-Marlowe.md"
        page.write_text(
            page.read_text().replace("\nfold:", f"\n{key}\nfold:").replace("aliases: [Robert", "x: [")
        )
        bench.compile((BOB, ROBERT))
        bench.forget(["t/a", "t/b"])
        assert key.split(": ")[1].strip("[]") in bench.files().get("people/Bob-Marlowe.md", ""), key


def test_choices_come_back_with_the_facts(bench: Bench) -> None:
    docs = (replace(BOB, entities=(("Bob Marlowe", "people", ("Bobby",)),)),)
    bench.compile(docs)
    page = bench.wiki / "people/Bob-Marlowe.md"
    (bench.wiki / "concepts").mkdir(exist_ok=True)
    page.rename(bench.wiki / "concepts/Bob-Marlowe.md")
    page = bench.wiki / "concepts/Bob-Marlowe.md"
    page.write_text(page.read_text().replace("aliases: [Bobby]\n", "") + "\n## Mine\n\nWords.\n")
    bench.compile(docs)
    before = bench.files()["concepts/Bob-Marlowe.md"]
    bench.forget(["t/b"])
    settled(bench, ())
    bench.compile(docs)
    after = bench.files()["concepts/Bob-Marlowe.md"]
    assert sorted(after.splitlines()) == sorted(before.splitlines())  # the section stands first now


def test_two_wordings_under_one_id_both_stay(bench: Bench) -> None:
    bench.compile((BOB,))
    page = bench.wiki / "people/Bob-Marlowe.md"
    line = next(line for line in page.read_text().splitlines() if "Bergen" in line)
    page.write_text(
        page.read_text().replace(line, f"{line.replace('died', 'DIED')}\n{line.replace('died', 'fell')}")
    )
    bench.compile((BOB,))
    assert "DIED" in page.read_text() and "fell" in page.read_text()
    settled(bench, (BOB,))


@pytest.mark.parametrize("words", ["# Robert Marlowe\n\nMine alone.\n", "---\ntype: [\n---\nMine alone.\n"])
def test_words_on_their_way_to_a_page_that_a_person_makes_meanwhile(bench: Bench, words: str) -> None:
    bench.compile((BOB,))
    (marks,) = marked(bench).values()
    bench.compile((BOB,))
    other = (replace(BOB, entities=(("Robert Marlowe", "people", ()),), says=(*BOB.says, (0, "Sang.", ()))),)
    target = bench.wiki / "people/Robert-Marlowe.md"

    def fault(step: str) -> None:
        if step == "create people/Robert-Marlowe.md":
            target.write_text(words)

    bench.compile(other, faults=fault)
    for _ in range(2):
        where = found(bench.wiki)
        assert where.keys() == marks
        assert "Mine alone." in target.read_text()
        bench.compile(other)


@pytest.mark.parametrize("times", [1, 2, 3, 99])
def test_words_on_their_way_to_a_page_that_a_person_saves_meanwhile(bench: Bench, times: int) -> None:
    lone = Doc("t/lone", (("Robert Alan Marlowe", "people", ()),), ((0, "He sailed.", ()),))
    bench.compile((lone, BOB))
    words = mark(bench.wiki / "people/Bob-Marlowe.md", 1)
    bench.compile((lone, BOB))
    page = bench.wiki / "people/Robert-Alan-Marlowe.md"
    saved = 0

    def fault(step: str) -> None:
        nonlocal saved
        if step == "begin" and saved < times:
            saved += 1
            page.write_text(page.read_text() + f"\n## Mine {saved}\n\nMine alone.\n")

    bench.compile((lone, BOB, ROBERT, replace(ROBERT, key="t/z")), faults=fault)
    assert saved and found(bench.wiki).keys() == words
    assert any("Mine alone." in text for text in bench.files().values())


def test_a_page_that_moves_where_another_cannot_be_read_stays_where_it_is(bench: Bench) -> None:
    bench.compile((BOB,))
    (words,) = marked(bench).values()
    (bench.wiki / "people/Robert-Marlowe.md").write_text("---\ntype: [\n---\nMine alone.\n")
    bench.compile((BOB,))
    other = (replace(BOB, entities=(("Robert Marlowe", "people", ()),), says=(*BOB.says, (0, "Sang.", ()))),)
    bench.compile(other)
    assert found(bench.wiki).keys() == words
    assert "Mine alone." in bench.files()["people/Robert-Marlowe.md"]


def test_a_dry_run_says_where_the_words_go(bench: Bench) -> None:
    from wikic.compiler.forget import forget_sources
    from wikic.compiler.options import Options

    bench.compile((ROBERT, BOB))
    marked(bench)
    bench.compile((ROBERT, BOB))
    before = bench.files()
    report = forget_sources(bench.kb, ["t/a", "t/b"], Options("2026-11-21", "Table", dry_run=True))
    assert [notice.path for notice in report.notices] == ["people/Bob-Marlowe.md"]
    assert bench.files() == before


@st.composite
def decisions(draw: st.DrawFn, key: str) -> str:
    """An ``identity.yaml``: two names are one, or an entity of a source is another than its name says."""
    one, other = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True))
    if draw(st.booleans()):
        return f"same:\n- ['{one}', '{other}']\n"
    pin = f"pins:\n- {{key: {key}, entity: '{one}', title: '{other}'}}\n"
    return f"distinct:\n- ['{one}', '{other}']\n{pin}" if draw(st.booleans()) else pin


def test_a_page_borrows_nothing_that_it_says_itself(bench: Bench) -> None:
    """What one document says of Ada, another says of Bo and names Ada in: it stands there once."""
    docs = (
        Doc("t/a", (("Ada", "people", ()),), ((0, "was born here", ()), (0, "met Ada in 1901", ()))),
        Doc(
            "t/b",
            (("Bo", "people", ()),),
            ((0, "met Ada in 1901", ()), (0, "knows Ada", ())),
            terms=(("Ada", 8, (0, 1)),),
        ),
    )
    bench.compile(docs)
    page = (bench.wiki / "people/Ada.md").read_text()
    assert page.count("- met Ada in 1901") == 1 and page.count("- knows Ada") == 1
    assert "## In Documents" in page
    settled(bench, docs)


@settings(max_examples=50)
@given(corpora(), st.data())
def test_no_word_is_ever_lost(memory: Bench, corpus: tuple[Doc, ...], data: st.DataObject) -> None:
    memory.start().compile(corpus)
    every = set().union(*marked(memory).values())
    memory.compile(corpus)
    assert found(memory.wiki).keys() == every
    there = {each.key: each for each in corpus}
    for at in range(data.draw(st.integers(1, 4))):
        if not there:
            break
        key = data.draw(st.sampled_from(sorted(there)))
        match data.draw(st.sampled_from(["forget", "prune", "change", "move", "rename", "decide"])):
            case "forget":
                del there[key]
                memory.forget([key])
            case "prune":
                del there[key]
            case "change":
                there[key] = data.draw(doc(key))
            case "move":
                old = there.pop(key)
                there[f"t/m{at}"] = replace(old, key=f"t/m{at}")
            case "rename":
                old = there[key]
                (first, *rest) = old.entities
                entities = (("Somebody Else", *first[1:]), *rest)
                there[key] = replace(old, entities=entities, says=(*old.says, (0, f"Sang {at}.", ())))
            case "decide":
                (memory.wiki / "identity.yaml").write_text(data.draw(decisions(key)))
        if data.draw(st.booleans()):
            memory.forget_build()
        docs = tuple(there.values())
        if not docs and _keys(memory):
            memory.forget(_keys(memory))  # nothing to compile is no folder that lost its documents
        memory.compile(docs, prune=bool(docs))
        assert found(memory.wiki).keys() == every
    settled(memory, tuple(there.values()))


def _keys(bench: Bench) -> list[str]:
    return [
        line.removeprefix("key: ")
        for path in sorted(bench.wiki.glob("sources/digests/*.md"))
        for line in path.read_text().splitlines()[:4]
        if line.startswith("key: ")
    ]
