"""``wikic eval`` as people run it."""

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


def test_a_table_a_file_and_a_gate(
    kb: str, fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, stored = str(fixtures / "questions/harbour.jsonl"), str(tmp_path / "run.jsonl")
    assert main(["eval", "run", questions, "-C", kb, "-o", stored, "--by", "type"]) == 0
    shown = capsys.readouterr()
    assert "10 questions" in shown.out
    assert "recall@5 of bm25 beside ask:" in shown.out
    assert "comparison: 1 question" in shown.out
    assert "replies: " in shown.err
    assert main(["eval", "run", questions, "-C", kb, "-o", stored, "--json"]) == 0
    shown = capsys.readouterr()
    lines = json.loads(shown.out)["lines"]
    assert [line["arm"] for line in lines] == ["ask", "search", "bm25"]
    assert lines[0]["scores"]["recall@5"]["mean"] >= 0.9
    beside = lines[1]["gains"]["covers"]
    decided = beside["won"] + beside["lost"]
    assert beside["win_rate"] == (beside["won"] / decided if decided else None)
    assert {*lines[2]["gains"]} == {*lines[2]["scores"]}
    gate = ["eval", "check", questions, "-C", kb]
    assert main([*gate, "--min", "ask.recall@5=0.9", "--against", stored]) == 0
    assert capsys.readouterr().out.rstrip().endswith("passed")
    assert main([*gate, "--min", "ask.tokens=1", "--min", "search.recall@5=0.1"]) == 1
    assert "failed: ask.tokens" in capsys.readouterr().out
    assert main([*gate, "--min", "ask.em=1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["failed"]


def test_what_makes_no_sense(
    kb: str, fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = str(fixtures / "questions/harbour.jsonl")
    assert main(["eval", "run", str(tmp_path / "none.jsonl"), "-C", kb]) == 2
    assert main(["eval", "run", questions, "-C", str(tmp_path)]) == 2
    assert main(["eval", "run", questions, "-C", kb, "--arm", "walk"]) == 2
    assert main(["eval", "run", questions, "-C", kb, "--by", "colour"]) == 2
    for command in (["run"], ["check", "--min", "ask.em=0.1"]):
        capsys.readouterr()
        assert main(["eval", *command, questions, "-C", kb, "--effort", "high"]) == 2
        assert "no model answers: leave out --effort" in capsys.readouterr().err
    assert main(["eval", "check", questions, "-C", kb]) == 2
    assert main(["eval", "check", questions, "-C", kb, "--min", "ask.recall@5=90"]) == 2
    other = tmp_path / "other.jsonl"
    other.write_text('{"question": "Q?", "gold": ["nobody"]}\n')
    capsys.readouterr()
    assert main(["eval", "run", str(other), "-C", kb]) == 2
    assert "no gold document of these questions is in this wiki" in capsys.readouterr().err


def test_an_arm_that_writes_no_short_answer_is_not_scored_by_it(
    kb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = tmp_path / "facts.jsonl"
    facts.write_text('{"question": "Tell of Isaac Dunn", "answer": "a pilot", "gold": ["isaac-dunn"]}\n')
    assert main(["eval", "run", str(facts), "-C", kb]) == 0
    shown = capsys.readouterr()
    assert "contains" in shown.out and not any(
        line.startswith(("em ", "f1 ")) for line in shown.out.splitlines()
    )
    assert "which they do not write: ask, search, bm25\n" in shown.err
    assert main(["eval", "check", str(facts), "-C", kb, "--min", "ask.em=0"]) == 1
    assert "failed: ask.em: nothing can be scored by it" in capsys.readouterr().out


def test_a_report_to_read_in_a_browser(
    kb: str, fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, file = tmp_path / "q.jsonl", tmp_path / "report.html"
    hostile = {"question": "Who is <script>alert(1)</script>?", "answer": "<b>", "gold": ["agnes-varley"]}
    harbour = (fixtures / "questions/harbour.jsonl").read_text("utf-8")
    questions.write_text(f"{json.dumps(hostile)}\n{harbour}", "utf-8")
    assert main(["eval", "run", str(questions), "-C", kb, "--by", "type", "--html", str(file)]) == 0
    assert f"report: {file}" in capsys.readouterr().err
    html = file.read_text("utf-8")
    assert html.startswith("<!doctype html>")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<script" not in html
    assert "When was Agnes Varley born?" in html
    assert "What ask by rules lacks" in html
    for path in (tmp_path / "none" / "report.html", tmp_path):
        assert main(["eval", "run", str(questions), "-C", kb, "--html", str(path)]) == 2
        assert "Asking" not in capsys.readouterr().err, "before anything is asked"


def test_a_gate_with_nothing_to_compare_fails_and_a_report_replaces_only_reports(
    kb: str, fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, stored = str(fixtures / "questions/harbour.jsonl"), tmp_path / "run.jsonl"
    other = tmp_path / "other.jsonl"
    other.write_text('{"question": "When was Isaac Dunn born?", "answer": "1829"}\n')
    assert main(["eval", "run", str(other), "-C", kb, "-o", str(stored), "-q"]) == 0
    capsys.readouterr()
    assert main(["eval", "check", questions, "-C", kb, "--against", str(stored)]) == 1
    assert "holds none of these questions" in capsys.readouterr().out
    stored.write_bytes(stored.read_bytes().splitlines(keepends=True)[0])
    assert main(["eval", "check", questions, "-C", kb, "--against", str(stored)]) == 1
    assert "holds no reply" in capsys.readouterr().out
    assert main(["eval", "check", questions, "-C", kb, "--min", "ask.tokens=nan"]) == 2
    page, report = Path(kb) / "wiki/people/Isaac-Dunn.md", tmp_path / "report.html"
    before = page.read_bytes()
    assert main(["eval", "run", str(other), "-C", kb, "--html", str(page)]) == 2
    assert page.read_bytes() == before
    for _ in range(2):
        assert main(["eval", "run", str(other), "-C", kb, "--html", str(report), "-q"]) == 0
    other.write_text('{"question": "Who?", "answer": "\\ud800"}\n')
    assert main(["eval", "run", str(other), "-C", kb]) == 2
    assert "lone surrogate" in capsys.readouterr().err
