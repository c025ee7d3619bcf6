"""A report is written over an earlier one, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic

from wikic.cli import output_file
from wikic.cli.main import main
from wikic.cli.output_file import LINT
from wikic.errors import UsageError
from wikic.lint.report.formats import FORMATS

NEVER = "--fail-on=never"


@pytest.fixture
def linted(home: Path) -> Path:
    wikic("compile", "docs", "-C", "kb", cwd=home)
    return home


@pytest.mark.parametrize("name", [each.name for each in FORMATS])
def test_lint_writes_over_what_it_wrote(linted: Path, name: str) -> None:
    """Of a wiki without a finding of L001 first, then with one, then without it again."""
    page, report = linted / "kb/wiki/Notes.md", linted / "report"
    written = []
    for text in ("# Notes\n", "# Notes\n\nSee [[Nowhere]].\n", "# Notes\n"):
        page.write_text(text)
        wikic("lint", "-C", "kb", "--format", name, NEVER, "-o", "report", cwd=linted)
        written.append(report.read_text())
    assert "L001" in written[1] and "L001" not in written[0] and written[0] == written[2]


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_lint_writes_over_its_statistics(linted: Path, json: list[str]) -> None:
    (linted / "kb/wiki/Notes.md").write_text("# Notes\n\nSee [[Nowhere]].\n")
    for _ in range(2):
        wikic("lint", "-C", "kb", "--statistics", *json, NEVER, "-o", "report", cwd=linted)
    assert "L001" in (linted / "report").read_text()


def test_a_page_a_document_and_what_else_people_have_stay(
    linted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(linted)
    silenced = linted / "kb/wiki/Silenced.md"
    silenced.write_text("<!-- wikic-disable-next-line L001 -->\nerror L001: see [[Nowhere]].\n")
    (linted / "own.json").write_text('[{"description": "mine"}]')
    (linted / "own.html").write_text(
        '<!doctype html>\n<html lang="en"><head><title>Mine</title></head></html>'
    )
    (linted / "questions.jsonl").write_text('{"question": "Who is Ada?"}\n')
    pages = [each for each in (linted / "kb/wiki").rglob("*") if each.is_file()]
    theirs = [*pages, *(linted / "docs").rglob("*.md"), linted / "own.json", linted / "own.html"]
    assert len(theirs) > 8
    before = {file: file.read_bytes() for file in theirs}
    for file in theirs:
        name = str(file)
        assert main(["lint", "-C", "kb", "-o", name]) == 2
        assert "it is there and is no report of `wikic lint`" in capsys.readouterr().err
        assert main(["ask", "Who is Ada?", "-C", "kb", "--trace-file", name]) == 2
        assert "it is there and is no trace of `wikic ask`" in capsys.readouterr().err
        assert main(["eval", "run", "questions.jsonl", "-C", "kb", "--html", name]) == 2
        assert "it is there and is no report of `wikic eval`" in capsys.readouterr().err
    assert before == {file: file.read_bytes() for file in theirs}


def test_a_trace_and_an_evaluation_are_written_over(linted: Path) -> None:
    (linted / "questions.jsonl").write_text('{"question": "Who is Ada?"}\n')
    for question in ("Who is Ada?", "Who is Charles?"):
        wikic("ask", question, "-C", "kb", "--trace-file", "trace.json", cwd=linted, code=None)
        wikic("eval", "run", "questions.jsonl", "-C", "kb", "--html", "report.html", cwd=linted)
    assert "Charles" in (linted / "trace.json").read_text()
    assert b"wikic eval" in (linted / "report.html").read_bytes()


def test_one_kind_is_not_written_over_another(linted: Path) -> None:
    wikic("lint", "-C", "kb", "--json", "-o", "report.json", cwd=linted)
    with pytest.raises(UsageError, match="no trace"):
        output_file.require(linted / "report.json", output_file.TRACE)
    output_file.require(linted / "report.json", LINT)
    output_file.require(linted / "new.json", LINT)
