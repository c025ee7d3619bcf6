"""Drafted questions: of every kind, with gold that holds the answer, and answered by the wiki they are of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from wikic.cli.main import main
from wikic.evaluate.drafting.draft_questions import as_lines, make_questions
from wikic.evaluate.question import Gold, read_questions
from wikic.evaluate.wording import contains_answer
from wikic.navigate.library import Library


@pytest.fixture(scope="module")
def manuals(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Library:
    """A library of documents with steps, tables, records and exchanges."""
    root = tmp_path_factory.mktemp("manuals") / "kb"
    assert main(["init", str(fixtures / "library"), "-C", str(root), "-q"]) == 0
    assert main(["compile", str(fixtures / "library"), "-C", str(root), "-q"]) == 0
    return Library.current(root)


@pytest.fixture(scope="module")
def chinese(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Library:
    root = tmp_path_factory.mktemp("chinese") / "kb"
    assert main(["init", str(fixtures / "zh"), "-C", str(root), "-q"]) == 0
    assert main(["compile", str(fixtures / "zh"), "-C", str(root), "-q"]) == 0
    return Library.current(root)


def test_things_give_facts_chains_comparisons_and_strangers(library: Library) -> None:
    drafts = make_questions(library, 400)
    types = {each.type for each in drafts}
    assert {"father", "born in", "birth", "death", "first birth", "unknown name", "gap"} <= types
    chains = [each for each in drafts if each.hops == 2 and "," in each.type]
    assert chains
    for each in chains:
        assert len(each.gold) == 2
        assert set(each.gold[0]).isdisjoint(each.gold[1])
    asked = {each.question: each for each in drafts}
    assert asked["Who was the father of Eleanor Rooke?"].answers == ("Edmund Rooke",)
    assert asked["When was Agnes Varley born?"].answers == ("22 June 1868",)
    for each in drafts:
        if each.type == "unknown name":
            assert (each.answers, each.gold, each.hops) == ((), (), 0)


def test_documents_give_their_steps_tables_records_and_questions(manuals: Library) -> None:
    drafts = make_questions(manuals, 1_000)
    types = {each.type for each in drafts}
    assert {"steps", "table", "record", "exchange", "gap"} <= types
    gaps = [each for each in drafts if each.type == "gap"]
    assert all("____" in each.question and each.answers[0].isascii() for each in gaps)


def test_chinese_is_asked_in_chinese(chinese: Library) -> None:
    drafts = make_questions(chinese, 200)
    assert "许青禾生于何时？" in {each.question for each in drafts}
    assert not [each for each in drafts if each.question.startswith("Who")]


def test_gold_holds_every_answer_that_is_given(library: Library, manuals: Library, chinese: Library) -> None:
    for each_library in (library, manuals, chinese):
        texts = {
            source.key: article.text
            for source in each_library.sources()
            if (article := each_library.article(source.article)) is not None
        }
        for each in make_questions(each_library, 1_000):
            assert all(key in texts for group in each.gold for key in group)
            if each.answers and not each.type.startswith("first "):
                held = "\n".join(texts[key] for group in each.gold for key in group)
                assert any(contains_answer(held, (answer,)) for answer in each.answers), each


def test_the_same_seed_draws_the_same_and_another_others(library: Library) -> None:
    one = make_questions(library, 20)
    assert one == make_questions(library, 20)
    assert len(one) == 20
    assert one != make_questions(library, 20, seed=1)
    assert sum(not each.hops for each in one) == 2, "a tenth is not in the wiki"
    assert make_questions(library, 1)


def test_a_file_of_drafts_is_a_file_of_questions(library: Library, tmp_path: Path) -> None:
    drafts = make_questions(library, 60)
    file = tmp_path / "q.jsonl"
    file.write_bytes(as_lines(drafts))
    questions = read_questions(file)
    assert [each.text for each in questions] == [each.question for each in drafts]
    assert [each.unanswerable for each in questions] == [not each.hops for each in drafts]
    assert Gold(library).missing(questions) == ()
    assert json.loads(file.read_text("utf-8").splitlines()[0])["why"]


def test_the_command_writes_runs_and_leaves_edited_files_alone(
    harbour: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "q.jsonl")
    assert main(["eval", "make", "-C", str(harbour), "-o", file, "--count", "40"]) == 0
    assert "40 questions of" in capsys.readouterr().out
    assert main(["eval", "make", "-C", str(harbour), "-o", file]) == 2
    assert main(["eval", "make", "-C", str(harbour), "-o", file, "--count", "5", "--force"]) == 0
    assert main(["eval", "check", file, "-C", str(harbour), "--min", "ask.recall@5=0.5"]) == 0
    capsys.readouterr()
    assert main(["eval", "make", "-C", str(harbour), "--count", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_what_a_document_answers_at_length_is_not_called_unanswerable(
    manuals: Library, tmp_path: Path
) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(as_lines(make_questions(manuals, 1_000)))
    asked = {each.type: each for each in read_questions(file)}
    for kind in ("steps", "exchange"):
        assert asked[kind].gold and not asked[kind].answers and not asked[kind].unanswerable


def test_a_date_is_asked_of_what_it_fits(library: Library) -> None:
    asked = {each.question: each for each in make_questions(library, 1_000)}
    lived = {name for each in asked for name in re.findall("When was (.*) born", each)}
    assert "Agnes Varley" in lived
    for each in asked.values():
        if each.type in ("start", "release", "first start", "first release"):
            assert not [name for name in lived if name in each.question], each
    assert asked["When did Hallowmouth Harbour Board begin?"].answers == ("1849",)
    for wrong in (
        "When did Hallowmouth begin?",  # the Hallowmouth Canning Company opened
        "When did Sandry Island begin?",  # its landing stage was built
        "When did Hallowmouth come out?",  # the year of a census
        "When did Custom House come out?",  # it was built
    ):
        assert wrong not in asked
