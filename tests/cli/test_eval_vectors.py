"""``wikic eval`` with an embedding model, over HTTP: dense and hybrid, limits, transcripts, faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.copies import copied
from support.eval_model import Respondent
from support.hashed_vectors import hashed
from support.model_server import BAD_KEY, SERVER_ERROR, Answer, Body, ModelServer, Said

from wikic.cli.main import main
from wikic.evaluate.run_file import load_run

NAMED = ("--embedding", "openai/e1")
ARMS = ("--arm", "dense", "--arm", "hybrid")


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    root = tmp_path_factory.mktemp("eval-vectors") / "kb"
    assert main(["init", str(fixtures / "harbour"), "-C", str(root), "-q"]) == 0
    assert main(["compile", str(fixtures / "harbour"), "-C", str(root), "-q"]) == 0
    return root


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def kb(harbour: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    copied(harbour, tmp_path / "kb")
    (tmp_path / "kb/wikic.toml").write_text(
        f'[embedding]\nbase_url = "{server.url}"\n[model.prices."openai/e1"]\ninput = 1.0\noutput = 0.0\n'
    )
    capsys.readouterr()
    return tmp_path / "kb"


def run(kb: Path, fixtures: Path, *arguments: str) -> int:
    return main(["eval", "run", str(fixtures / "questions/harbour.jsonl"), "-C", str(kb), *arguments])


def scores(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, float]]:
    lines = json.loads(capsys.readouterr().out)["lines"]
    return {line["arm"]: {name: each["mean"] for name, each in line["scores"].items()} for line in lines}


def test_documents_are_found_by_their_vectors(
    kb: Path, fixtures: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored, tape = str(tmp_path / "run.jsonl"), str(tmp_path / "tape.jsonl")
    command = [*ARMS, "--arm", "bm25", *NAMED, "--json"]
    assert run(kb, fixtures, *command, "-o", stored, "--record", tape) == 0
    found = scores(capsys)
    assert {*found} == {"dense", "hybrid", "bm25"}
    assert found["dense"]["recall@10"] >= 0.6 and found["hybrid"]["recall@5"] >= 0.6
    assert found["dense"]["calls"] == 1.0 and found["dense"]["cost"] > 0 and found["dense"]["failed"] == 0.0
    assert found["hybrid"]["cost"] == 0.0, "the same questions were paid for by dense"
    assert load_run(Path(stored)).head.embedding == "openai/e1"
    rows = {(row.arm, row.id): row.reply for row in load_run(Path(stored)).rows}
    fused = [reply.documents for (arm, _), reply in rows.items() if arm == "hybrid"]
    alone = [reply.documents for (arm, _), reply in rows.items() if arm != "hybrid"]
    assert not {*fused} <= {*alone}

    sent = len(server.embedded)
    assert run(kb, fixtures, *command, "--replay", tape) == 0
    again = scores(capsys)
    assert {arm: each["mrr"] for arm, each in again.items()} == {
        arm: each["mrr"] for arm, each in found.items()
    }
    assert run(kb, fixtures, *command) == 0
    assert len(server.embedded) == sent, "vectors are kept in .wikic/"
    capsys.readouterr()
    assert run(kb, fixtures, *ARMS, "--embedding", "openai/e2", "-o", stored) == 2
    assert "is a run with the embedding openai/e1" in capsys.readouterr().err


def test_the_model_may_be_configured(kb: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kb / "wikic.toml"
    file.write_text(file.read_text().replace("[embedding]\n", '[embedding]\nmodel = "openai/e1"\n'))
    assert run(kb, fixtures, "--arm", "dense") == 0
    shown = capsys.readouterr()
    assert "dense" in shown.out and "model: " in shown.err


def test_an_arm_that_needs_an_embedding_model_says_so(
    kb: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(kb, fixtures, "--arm", "dense") == 2
    shown = capsys.readouterr().err
    assert "needs an embedding model" in shown and "--embedding" in shown
    assert run(kb, fixtures, "--arm", "hybrid", "--model", "openai/m1") == 2
    assert "needs an embedding model" in capsys.readouterr().err


def test_a_server_that_stumbles_is_asked_again_and_a_key_refused_ends_the_run(
    kb: Path, fixtures: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = [SERVER_ERROR]
    server.vectors = lambda texts: faults.pop() if faults else [hashed(text) for text in texts]
    assert run(kb, fixtures, "--arm", "dense", *NAMED) == 0
    server.vectors = lambda _: BAD_KEY
    assert run(kb, fixtures, "--arm", "dense", "--embedding", "openai/e2") == 2
    assert "key is missing or refused" in capsys.readouterr().err


def test_a_limit_ends_it_before_the_first_question(
    kb: Path, fixtures: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(kb, fixtures, "--arm", "dense", *NAMED, "--max-cost", "0.0001") == 2
    assert "--max-cost" in capsys.readouterr().err
    assert server.embedded == []


def test_a_rag_searches_by_meaning_where_an_embedding_model_is_named(
    kb: Path, fixtures: Path, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = "When was Agnes Varley born?"
    (kb / "wikic.toml").write_text(f'[model]\nbase_url = "{server.url}"\n')
    asked = tmp_path / "one.jsonl"
    asked.write_text(json.dumps({"question": question, "answer": "22 June 1868", "gold": ["Agnes Varley"]}))

    def offered(body: Body) -> list[str]:
        return [tool["function"]["name"] for tool in body["tools"]]

    answering = Respondent({question: "22 June 1868"})

    def said(body: Body) -> Said:
        if "semantic_search" not in offered(body) or len(body["messages"]) > 2:
            return answering(body)
        return Answer("", (("semantic_search", json.dumps({"query": question, "limit": 20})),))

    server.script(said)
    command = [
        "eval",
        "run",
        str(asked),
        "-C",
        str(kb),
        "--model",
        "openai/m1",
        "--arm",
        "a-rag:30",
        "--json",
    ]
    assert main([*command, *NAMED]) == 0
    found = scores(capsys)["a-rag:30"]
    assert found["em"] == found["recall@5"] == 1.0
    assert len({text for body in server.embedded for text in body["input"]}) > 100, "every sentence"
    assert main(command) == 0
    assert offered(server.requests[-1]) == ["source_search", "source_read"]
    assert scores(capsys)["a-rag:30"]["em"] == 1.0


def test_a_gate_on_vectors(kb: Path, fixtures: Path) -> None:
    gate = ["eval", "check", str(fixtures / "questions/harbour.jsonl"), "-C", str(kb), *NAMED]
    assert main([*gate, "--min", "hybrid.recall@10=0.5"]) == 0
    assert main([*gate, "--min", "hybrid.recall@2=1"]) == 1
