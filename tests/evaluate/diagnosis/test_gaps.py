"""Questions that were asked and not answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.copies import copied

from wikic.cli.main import main

UNKNOWN = "Which Nobel prize did Zoltan Kadar win?"


@pytest.fixture
def asked(harbour: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The harbour after some questions, three of which it cannot answer."""
    copied(harbour, tmp_path / "kb")
    root = str(tmp_path / "kb")
    questions = ("When was Agnes Varley born?", UNKNOWN, UNKNOWN.upper(), "Zorblaxian hyperdrive?")
    codes = [main(["ask", question, "-C", root]) for question in questions]
    assert codes == [0, 1, 1, 1]
    capsys.readouterr()
    return root


def test_unanswered_questions_are_listed_once_the_most_asked_first(
    asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "gaps", "-C", asked, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["questions"]
    assert [(each["question"], each["times"]) for each in found] == [
        (UNKNOWN.upper(), 2),
        ("Zorblaxian hyperdrive?", 1),
    ]
    assert main(["eval", "gaps", "-C", asked]) == 1
    shown = capsys.readouterr().out
    assert "2 questions without an answer" in shown
    assert "2 times" in shown


def test_what_is_answered_by_now_is_left_out(
    asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "kadar.md").write_text(
        "# Zoltan Kadar\n\nZoltan Kadar (1901 – 1980) was a chemist. Zoltan Kadar did win the Nobel prize of "
        "1946.\n\n# Zorblaxian hyperdrive\n\nThe Zorblaxian hyperdrive is an engine of a novel.\n",
        "utf-8",
    )
    main(["compile", str(folder), "-C", asked, "-q"])
    capsys.readouterr()
    main(["eval", "gaps", "-C", asked, "--json"])
    left = {each["question"] for each in json.loads(capsys.readouterr().out)["questions"]}
    assert UNKNOWN.upper() not in left


def test_a_wiki_that_was_not_asked_has_none(harbour: Path, tmp_path: Path) -> None:
    copied(harbour, tmp_path / "kb")
    for file in (tmp_path / "kb/.wikic").glob("access*"):
        file.unlink()
    assert main(["eval", "gaps", "-C", str(tmp_path / "kb")]) == 0
