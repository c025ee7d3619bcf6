"""``wikic status --health``: from the log of what was asked, and without writing anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wikic import layout
from wikic.cli.main import main


def test_health_of_what_was_asked(tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "kb"
    kb = ("-C", str(root))
    assert main(["init", str(fixtures / "harbour"), *kb, "-q"]) == 0
    assert main(["compile", str(fixtures / "harbour"), *kb, "-q"]) == 0
    assert main(["status", "--health", *kb]) == 0
    assert "health, from 0 questions" in capsys.readouterr().out
    old = '{"at":"2026-11-20T08:00:00Z","by":"ask","question":"Older?","pages":["people/Agnes-Varley"]}\n'
    (root / ".wikic" / layout.ACCESS_FILE).write_text(old, "utf-8")
    assert main(["ask", "When was Agnes Varley born?", *kb]) == 0
    assert main(["ask", "Zorblaxian hyperdrive?", *kb]) == 1
    assert main(["read", "people/Isaac-Dunn", *kb]) == 0
    capsys.readouterr()
    assert main(["status", "--health", *kb]) == 0
    shown = capsys.readouterr().out
    assert "health, from 2 questions; of 1 more the log does not say how they went" in shown
    assert "(of 1 that name one)" in shown
    assert main(["status", "--health", "--json", *kb]) == 0
    found = json.loads(capsys.readouterr().out)["health"]
    assert found["all"]["questions"] == 2
    assert found["all"]["unanswered"] == 0.5
    assert found["all"]["seed_hits"] == 1.0
    assert "people" in found["directories"]
    assert main(["status", "--json", *kb]) == 0
    assert "health" not in json.loads(capsys.readouterr().out)
