"""``wikic ask`` as people run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wikic.cli.main import main


@pytest.fixture
def kb(tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]) -> str:
    root = str(tmp_path / "kb")
    assert main(["init", str(fixtures / "harbour"), "-C", root, "-q"]) == 0
    assert main(["compile", str(fixtures / "harbour"), "-C", root, "-q"]) == 0
    capsys.readouterr()
    return root


def test_answers_traces_and_budgets(kb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "trace.json"
    assert (
        main(["ask", "harbour master", "-C", kb, "--evidence", "3", "--json", "--trace-file", str(file)]) == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert answer["answered"]
    assert len(answer["evidence"]) <= 3
    assert main(["ask", "--replay", str(file), "-C", kb, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == answer
    assert main(["ask", "harbour master", "-C", kb]) == 0
    assert "[1]" in capsys.readouterr().out
    assert main(["ask", "harbour master", "-C", kb, "--trace"]) == 0
    assert (Path(kb) / ".wikic/trace.json").is_file()
    capsys.readouterr()
    assert main(["ask", "harbour master", "-C", kb, "--budget", "60s", "--json"]) == 0
    levels = [each["detail"] for each in json.loads(capsys.readouterr().out)["records"]]
    assert levels[0] == "index"
    assert levels[-1] == "article"


def test_what_is_not_there_and_what_is_no_question(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "Zorblaxian hyperdrive?", "-C", kb]) == 1
    assert capsys.readouterr().out.startswith("Not in this wiki.")
    assert main(["ask", "-C", kb]) == 2
    assert main(["ask", "harbour", "-C", kb, "--budget", "soon"]) == 2
    assert main(["ask", "harbour", "-C", f"{kb}/none"]) == 2
    assert main(["ask", "--replay", f"{kb}/none.json", "-C", kb]) == 2


@pytest.mark.parametrize(
    "question",
    [
        "Who was the father of Edmund Rooke?",  # "as the son of a miller, he came to Hallowmouth"
        "Who was the father of Isaac Dunn?",  # "born in Tilly's Reach and went to sea …"
        "Who was the mother of Isaac Dunn?",
    ],
)
def test_nobody_is_the_child_of_a_town_or_a_ship(
    kb: str, question: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", question, "-C", kb, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["short"] is None
    assert main(["ask", "Who was the father of Eleanor Rooke?", "-C", kb, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["short"]["text"] == "Edmund Rooke"
