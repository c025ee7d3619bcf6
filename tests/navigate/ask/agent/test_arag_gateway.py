"""``wikic ask --controller arag`` against a real server: what it costs, and its transcript played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.copies import copied
from support.model_server import Answer, ModelServer

from wikic.cli.main import main


def test_what_it_costs_and_its_transcript(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    kb, calls = tmp_path / "kb", tmp_path / "calls.jsonl"
    copied(root, kb)
    search = Answer(calls=(("source_search", '{"keywords": ["Ernst I of Anbach"]}'),))
    read = Answer(calls=(("source_read", '{"source": "1", "part": 1}'),))
    said = Answer("ANSWER: prince\nHe was a prince [F1].")
    with ModelServer([search, read, said, said]) as server:
        (kb / "wikic.toml").write_text(
            f'[wiki]\ntitle = "Small"\n[model]\nask = "openai/m1"\nbase_url = "{server.url}"\n'
            '[model.prices."openai/m1"]\ninput = 1.0\noutput = 2.0\n',
            "utf-8",
        )
        command = ["ask", "Who was Ernst I of Anbach?", "-C", str(kb), "--controller", "arag", "--json"]
        main([*command, "--record", str(calls)])
        first = json.loads(capsys.readouterr().out)
        asked = len(server.requests)
        main([*command, "--replay-calls", str(calls)])
        again = json.loads(capsys.readouterr().out)
        assert len(server.requests) == asked >= 3
    assert first["tool_calls"] == again["tool_calls"] == 2
    assert first["model"]["whole"]["cost"] > 0
    assert first["evidence"] == again["evidence"]
