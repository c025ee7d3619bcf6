"""``wikic eval`` with a language model, over HTTP: arms that ask it, a judge, limits, transcripts, faults."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.copies import copied
from support.eval_model import Respondent
from support.model_server import BAD_KEY, QUOTA, Body, ModelServer, Said, error

from wikic.cli.main import main
from wikic.evaluate.arms.registry import KINDS
from wikic.evaluate.question import read_questions
from wikic.evaluate.run_file import load_run

ASKING = tuple(kind.name for kind in KINDS.values() if kind.asks and kind.name != "skills")
ANSWERS = {
    "When was Agnes Varley born?": "22 June 1868",
    "Who was the father of Eleanor Rooke?": "Edmund Rooke",
    "Where was Isaac Dunn born?": "Tilly's Reach",
    "In which year did the cannery close?": "1964",
}
RECORDS: list[dict[str, Any]] = [
    {"id": "q1", "question": "When was Agnes Varley born?", "answer": "22 June 1868",
     "gold": ["people/agnes-varley.md"], "claims": ["born on 22 June", "born in 1868"]},
    {"id": "q2", "question": "Who was the father of Eleanor Rooke?", "answer": "Edmund Rooke",
     "gold": ["Eleanor Rooke"]},
    {"id": "q3", "question": "In which year did the cannery close?", "answer": "1964",
     "gold_groups": [["hallowmouth.md", "companies/hallowmouth-canning-company.rst"]]},
    {"id": "q4", "question": "What is the airport code of Hallowmouth?", "unanswerable": True},
]  # fmt: skip
NAMED = ("--model", "openai/m1")


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    root = tmp_path_factory.mktemp("eval-model") / "kb"
    assert main(["init", str(fixtures / "harbour"), "-C", str(root), "-q"]) == 0
    assert main(["compile", str(fixtures / "harbour"), "-C", str(root), "-q"]) == 0
    return root


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(Respondent(ANSWERS)) as running:
        yield running


@pytest.fixture
def kb(harbour: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A copy of the wiki whose configuration names the server."""
    copied(harbour, tmp_path / "kb")
    prices = "".join(f'[model.prices."openai/{name}"]\ninput = 1.0\noutput = 2.0\n' for name in ("m1", "j1"))
    (tmp_path / "kb/wikic.toml").write_text(f'[model]\nbase_url = "{server.url}"\n{prices}')
    lines = "".join(json.dumps(record) + "\n" for record in RECORDS)
    (tmp_path / "questions.jsonl").write_text(lines)
    capsys.readouterr()
    return tmp_path / "kb"


def run(kb: Path, *arguments: str) -> int:
    return main(["eval", "run", str(kb.parent / "questions.jsonl"), "-C", str(kb), *arguments])


def scores(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, float]]:
    lines = json.loads(capsys.readouterr().out)["lines"]
    return {line["arm"]: {name: each["mean"] for name, each in line["scores"].items()} for line in lines}


def arms(*names: str) -> list[str]:
    return [word for name in names for word in ("--arm", name)]


@pytest.mark.xfail(reason="a fact of two sentences is quoted by its first alone", strict=False)
def test_what_an_agent_cites_holds_its_answer(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(kb, *arms("agent"), *NAMED, "--judge", "openai/j1", "--json") == 0
    assert scores(capsys)["agent"]["citations"] == 1.0


def test_every_arm_answers_is_judged_and_told_what_it_took(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored, tape = str(tmp_path / "run.jsonl"), str(tmp_path / "tape.jsonl")
    command = [*arms(*ASKING, "search"), *NAMED, "--judge", "openai/j1", "--json", "--by", "hops"]
    assert run(kb, *command, "-o", stored, "--record", tape) == 0
    found = scores(capsys)
    assert {*found} == {*ASKING, "search"}
    for name in ASKING:
        told = found[name]
        assert told["em"] == told["contains"] == 1.0, name
        assert told["refused"] == 1.0 and told["refused-falsely"] == 0.0, name
        assert told["accuracy"] == 1.0, name
        assert told["context-recall"] == (0.0 if name == "closed-book" else 1.0), name
        assert told["factuality"] == pytest.approx(0.8), name
        assert told["claims"] == pytest.approx(2 / 3), name
        assert told["failed"] == 0.0, name
        assert told["sent"] > 0 and told["calls"] >= 1 and told["cost"] > 0, name
        assert told["recall@5"] == (0.0 if name == "closed-book" else 1.0), name
    assert found["agent"]["supported"] == found["ask-model"]["supported"] == 1.0
    assert found["search"]["calls"] == 0 and found["search"]["accuracy"] == 1.0
    assert "claims" in found["search"] and "failed" not in found["search"]
    rows = {(row.arm, row.id): row for row in load_run(Path(stored)).rows}
    judged = rows["agent", "q1"].judgement
    assert judged is not None and judged.judge == "openai/j1"
    assert judged.claims == ("supported", "missing") and judged.score == 2
    assert rows["agent", "q4"].judgement is None
    assert rows["agent", "q1"].reply.tools == 2
    assert {body["model"] for body in server.requests} == {"m1", "j1"}

    sent = len(server.requests)
    assert run(kb, *command, "-o", stored) == 0
    assert scores(capsys) == found, "a run that is whole asks and judges nothing"
    assert len(server.requests) == sent
    assert run(kb, *command, "--replay", tape) == 0
    again = scores(capsys)
    took = ("sent", "cost", "seconds")
    for name in ASKING:
        assert {key: value for key, value in again[name].items() if key not in took} == {
            key: value for key, value in found[name].items() if key not in took
        }
    assert len(server.requests) == sent


def test_a_model_that_is_named_is_measured_beside_the_rest(
    kb: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(kb, *NAMED) == 0
    shown = capsys.readouterr()
    assert "ask-model" in shown.out and "model: " in shown.err


def test_effort_is_asked_for_and_a_stored_run_is_of_one(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored, tape = str(tmp_path / "run.jsonl"), str(tmp_path / "tape.jsonl")
    command = [*arms("a-rag:5", "closed-book"), *NAMED, "--judge", "openai/j1", "--effort", "high", "--json"]
    assert run(kb, *command, "-o", stored, "--record", tape) == 0
    found = scores(capsys)
    assert {body.get("reasoning_effort") for body in server.requests if body["model"] == "m1"} == {"high"}
    assert not [body for body in server.requests if body["model"] == "j1" and "reasoning_effort" in body]
    assert load_run(Path(stored)).head.model == "openai/m1, effort high"
    sent = len(server.requests)
    assert run(kb, *command, "--replay", tape) == 0
    assert scores(capsys)["a-rag:5"]["em"] == found["a-rag:5"]["em"] == 1.0
    assert len(server.requests) == sent
    assert run(kb, *command[:-3], "--effort", "low", "-o", stored) == 2
    assert "is a run with the model openai/m1, effort high" in capsys.readouterr().err
    assert run(kb, *arms("closed-book"), *NAMED) == 0
    assert "reasoning_effort" not in server.requests[-1]
    assert len(server.requests) > sent, "another effort is another question"
    assert run(kb, *NAMED, "--effort", "much") == 2


def test_how_many_passages_are_read_can_be_said(kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(kb, *arms("chunks:1", "chunks", "bm25-model:2"), *NAMED, "--json") == 0
    found = scores(capsys)
    assert [*found] == ["chunks:1", "chunks", "bm25-model:2"]
    assert found["chunks:1"]["tokens"] < found["chunks"]["tokens"]
    for setting in ("0", "many", "1000", "²"):
        assert run(kb, *arms(f"chunks:{setting}"), *NAMED) == 2


def test_a_call_that_fails_is_one_replys_error_and_is_asked_again(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = Respondent(ANSWERS)

    def broken(body: Body) -> Said:
        return error(400, "too long") if "father of Eleanor" in json.dumps(body["messages"]) else good(body)

    stored = str(tmp_path / "run.jsonl")
    command = [*arms("ask-model", "agent", "closed-book"), *NAMED, "-o", stored, "--json"]
    server.script(broken)
    assert run(kb, *command) == 0
    shown = capsys.readouterr()
    lines = {line["arm"]: line["scores"] for line in json.loads(shown.out)["lines"]}
    assert [lines[name]["failed"]["mean"] for name in lines] == [0.25, 0.25, 0.25]
    errors = [row for row in load_run(Path(stored)).rows if row.reply.error]
    assert [row.id for row in errors] == ["q2"] * 3
    assert all("too long" in row.reply.error for row in errors)
    server.script(good)
    sent = len(server.requests)
    assert run(kb, *command) == 0
    assert all(told["failed"] == 0.0 for told in scores(capsys).values())
    assert all("father of Eleanor" in json.dumps(body["messages"]) for body in server.requests[sent:])


@pytest.mark.parametrize("fault", [BAD_KEY, QUOTA], ids=["key", "quota"])
@pytest.mark.parametrize("arm", ["ask-model", "closed-book"])
def test_what_would_fail_again_ends_the_run_which_goes_on_later(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: Said, arm: str
) -> None:
    good = Respondent(ANSWERS)
    stored = tmp_path / "run.jsonl"
    command = [*arms(arm), *NAMED, "-o", str(stored), "--json"]
    server.script(
        lambda body: fault if "did the cannery close" in json.dumps(body["messages"]) else good(body)
    )
    assert run(kb, *command) == 2
    assert [row.id for row in load_run(stored).rows] == ["q1", "q2"]
    server.script(good)
    capsys.readouterr()
    assert run(kb, *command) == 0
    assert scores(capsys)[arm]["failed"] == 0.0
    assert [row.id for row in load_run(stored).rows] == ["q1", "q2", "q3", "q4"]


@pytest.mark.parametrize("limit", [("--max-cost", "0.0083"), ("--max-tokens", "4400")])
def test_a_limit_ends_the_run_and_what_was_done_stays(
    kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], limit: tuple[str, str]
) -> None:
    stored = tmp_path / "run.jsonl"
    command = [*arms("bm25", "closed-book"), *NAMED, "-o", str(stored)]
    assert run(kb, *command, *limit) == 2
    assert limit[0] in capsys.readouterr().err
    rows = load_run(stored).rows
    assert 4 <= len(rows) < 8
    assert run(kb, *command) == 0
    assert len(load_run(stored).rows) == 8


def test_a_judge_that_fails_leaves_its_column_out_and_says_so(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = str(tmp_path / "run.jsonl")
    server.script(Respondent(ANSWERS, {"factuality": {"score": 9}}))
    command = [*arms("ask"), "--judge", "openai/j1", "-o", stored, "--json"]
    assert run(kb, *command) == 0
    shown = capsys.readouterr()
    assert "not judged" not in shown.err, "with --json everything is in the JSON"
    assert json.loads(shown.out)["unjudged"] != []
    assert "accuracy" not in json.loads(shown.out)["lines"][0]["scores"]
    server.script(Respondent(ANSWERS))
    assert run(kb, *command) == 0
    assert scores(capsys)["ask"]["factuality"] == pytest.approx(0.8)
    server.script(Respondent(ANSWERS, {"accuracy": {"same": False}}))
    command[command.index("openai/j1")] = "openai/m1"
    assert run(kb, *command) == 0
    assert scores(capsys)["ask"]["accuracy"] == 0.0, "another judge judges anew"


def test_what_makes_no_sense(kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(kb, *arms("agent")) == 2
    assert "--model" in capsys.readouterr().err
    assert run(kb, *arms("agent"), "--model", "offline") == 2
    assert run(kb, "--record", str(tmp_path / "tape.jsonl")) == 2
    assert "nothing to record" in capsys.readouterr().err
    stored = str(tmp_path / "run.jsonl")
    assert run(kb, *arms("closed-book"), *NAMED, "-o", stored) == 0
    capsys.readouterr()
    assert run(kb, *arms("closed-book"), "--model", "openai/j1", "-o", stored) == 2
    assert "is a run with the model openai/m1" in capsys.readouterr().err


def test_a_gate_for_a_model(kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gate = ["eval", "check", str(kb.parent / "questions.jsonl"), "-C", str(kb), *NAMED]
    assert main([*gate, "--min", "ask-model.em=0.9", "--min", "ask-model.failed=0"]) == 0
    judged = ["--judge", "openai/j1", "--min", "ask-model.accuracy=0.9"]
    assert main([*gate, *judged, "--min", "ask-model.factuality=0.9"]) == 1
    assert "failed: ask-model.factuality" in capsys.readouterr().out


def test_drafts_are_put_in_other_words(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def reword(body: Body) -> Said:
        shown = str(body["messages"][1]["content"])
        asked = re.search(r"^When was (.*) born\?$", shown, re.MULTILINE)
        right = re.search(r"<right-answer \w+>\n(.*)", shown)
        assert right is not None
        said = f"What is the date of birth of {asked[1]}?" if asked else "What is it?"
        return json.dumps({"question": said, "answer": right[1]})

    server.script(reword)
    file, tape = tmp_path / "drafts.jsonl", str(tmp_path / "tape.jsonl")
    make = ["eval", "make", "-C", str(kb), "--count", "30", "-o", str(file)]
    assert main([*make, *NAMED, "--record", tape]) == 0
    shown = capsys.readouterr()
    assert "in other words: " in shown.err and "model: 30 calls" in shown.err
    records = [json.loads(line) for line in file.read_text().splitlines()]
    reworded = [each for each in records if "drafted" in each]
    assert 0 < len(reworded) < len(records)
    for each in reworded:
        assert each["question"].startswith("What is the date of birth of ")
        assert each["drafted"].startswith("When was ")
    assert all(each["question"] != "What is it?" for each in records)
    assert len(read_questions(file)) == len(records)
    held = file.read_bytes()
    assert main([*make, "--force", "--replay", tape]) == 0
    assert file.read_bytes() == held
    assert main([*make, "--force", "--record", str(tmp_path / "more.jsonl")]) == 2


def test_skills_are_walked_to_the_document(
    kb: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "skills"
    assert main(["export", "skills", str(folder), "-C", str(kb), "-q"]) == 0
    capsys.readouterr()
    assert run(kb, *arms(f"skills:{folder}"), *NAMED, "--json") == 0
    told = scores(capsys)[f"skills:{folder}"]
    assert told["em"] == 1.0 and told["recall@10"] >= 0.6 and told["refused"] == 1.0
    assert told["calls"] > 2 and told["failed"] == 0.0
    assert run(kb, *arms("skills"), *NAMED) == 2
    assert run(kb, *arms(f"skills:{tmp_path}"), *NAMED) == 2
    assert "holds no skill" in capsys.readouterr().err


def test_arms_of_ask_search_by_meaning_where_the_wiki_has_vectors(
    kb: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with (kb / "wikic.toml").open("a") as settings:
        settings.write(f'[embedding]\nmodel = "openai/e1"\nbase_url = "{server.url}"\n')

    def offered(arm: str) -> set[str]:
        before = len(server.requests)
        assert run(kb, *arms(arm), *NAMED, "--json") == 0
        return {each["function"]["name"] for each in server.requests[before]["tools"]}

    assert "semantic_search" not in offered("ask-rlm")
    assert main(["embed", "-C", str(kb)]) == 0
    assert {"semantic_search", "sub_query", "summarize", "rerank"} < offered("ask-rlm:5")
    assert "semantic_search" in offered("ask-arag:5")
