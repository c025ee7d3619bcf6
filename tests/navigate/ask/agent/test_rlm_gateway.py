"""``wikic ask --tools rlm`` against a real server: children in its cost, limit, transcript and trace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.copies import copied
from support.model_server import Answer, Body, ModelServer, error

from wikic.cli.main import main

QUESTION = "Who was the father of Johann V of Anbach?"
IDS = '["people/Ernst-I-of-Anbach"]'
ASK = Answer(calls=(("sub_query", f'{{"question": "When did Ernst I die?", "ids": {IDS}}}'),))
CHILD = Answer("ANSWER: 12 June 1516\nHe died on 12 June 1516 [F1].")
SAID = Answer("ANSWER: Ernst I of Anbach\nErnst I of Anbach died on 12 June 1516 [F1].")


@pytest.fixture
def kb(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    copied(root, tmp_path / "kb")
    return tmp_path / "kb"


def settings(kb: Path, url: str) -> None:
    (kb / "wikic.toml").write_text(
        f'[wiki]\ntitle = "Small"\n[model]\nask = "openai/m1"\nbase_url = "{url}"\n'
        '[model.prices."openai/m1"]\ninput = 1.0\noutput = 2.0\n',
        "utf-8",
    )


def ask(kb: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[dict[str, Any], str]:
    command = ["ask", QUESTION, "-C", str(kb), "--json", *options]
    main([*command, "--controller", "agent", "--tools", "rlm"] if "--replay" not in options else command)
    said = capsys.readouterr()
    return json.loads(said.out), said.err


def test_a_child_counts_is_recorded_and_is_played_again(
    kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls, trace = str(tmp_path / "calls.jsonl"), str(tmp_path / "trace.json")
    with ModelServer([ASK, CHILD, SAID]) as server:
        settings(kb, server.url)
        first, _ = ask(kb, capsys, "--record", calls, "--trace-file", trace)
        assert len(server.requests) == 3 and not server.requests[1].get("tools")
        again, _ = ask(kb, capsys, "--replay-calls", calls)
        played, _ = ask(kb, capsys, "--replay", trace)
        assert len(server.requests) == 3
    assert first["by"] == "agent" and first["short"]["text"] == "Ernst I of Anbach"
    assert first["model"]["by_purpose"]["ask-passages"]["calls"] == 1
    assert first["model"]["whole"]["calls"] == 3
    assert first["evidence"] == again["evidence"] == played["evidence"]


def test_a_child_that_the_server_fails_costs_no_answer(kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def failing(body: Body) -> Any:
        rules = str(body["messages"][0]["content"])
        if "from facts out of a wiki" in rules:
            return error(400, "This model takes no more")
        told = "\n".join(str(each.get("content") or "") for each in body["messages"][1:])
        if "gave no answer" not in told:
            return ASK
        if "[F1]" not in told:
            return Answer(calls=(("wiki_read", f'{{"paths": {IDS}}}'),))
        return SAID

    with ModelServer(failing) as server:
        settings(kb, server.url)
        first, _ = ask(kb, capsys)
    assert first["by"] == "agent" and first["short"]["text"] == "Ernst I of Anbach"


def test_what_a_child_may_cost_is_of_its_parents_limit(kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer([ASK, CHILD, SAID]) as server:
        settings(kb, server.url)
        # Enough for the first call, whose worst case is set aside, and not for what comes behind it.
        first, _ = ask(kb, capsys, "--max-cost", "0.0125")
        assert len(server.requests) < 3
    assert first["by"] == "heuristic" and first["answered"]
    assert any("--max-cost" in note or "limit" in note for note in first["notes"]), first["notes"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--tools", "rlm", "--model", "offline"), "no model is asked: leave out --tools"),
        (("--tools", "rlm", "--controller", "arag", "--model", "openai/m1"), "has its own tools"),
        (("--tools", "rlm", "--replay", "trace.json"), "--replay asks no model"),
        (("--tools", "all"), "--tools"),
    ],
)
def test_tools_that_nobody_can_use_are_refused(
    kb: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], says: str
) -> None:
    assert main(["ask", QUESTION, "-C", str(kb), *options]) == 2
    assert says in " ".join(capsys.readouterr().err.split())
