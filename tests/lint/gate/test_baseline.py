"""Known findings: told from new ones by what the line says, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import git, write
from support.wiki_files import WikiFiles

from wikic.errors import ConfigError
from wikic.lint.engine import lint
from wikic.lint.gate import outcome
from wikic.lint.registry import RULES
from wikic.lint.view.text_lines import make_fingerprints
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding

CODES = {rule.code for rule in RULES}


def checked(page: str, path: str = "notes/n.md") -> dict[Finding, str]:
    files = {path: page.encode()}
    found = lint(WikiView.over(WikiFiles(files)), select=("L001", "P"))
    return make_fingerprints(found, files.get, "wiki/")


def known(page: str) -> frozenset[outcome.Entry]:
    prints = checked(page)
    return outcome.baseline_entries(prints, prints, "wiki/")


def compared(page: str, base: frozenset[outcome.Entry]) -> tuple[list[str], int, int]:
    prints = checked(page)
    result = outcome.compare_runs(prints, prints, base, CODES)
    return [f"{each.line} {each.code}" for each in result.new], result.known, len(result.gone)


PAGE = "# N\n\nSee [[a]].\n\nSee [[b]], twice: [[b]].\n"


def test_what_moves_stays_known() -> None:
    base = known(PAGE)
    assert compared(PAGE, base) == ([], 3, 0)
    assert compared("# N\n\nA new start.\n\n" + PAGE[5:].replace("See ", " See \t"), base) == ([], 3, 0)


def test_what_is_new_is_found_and_what_is_gone_is_counted() -> None:
    assert compared(PAGE + "\nSee [[c]].\n", known(PAGE)) == (["7 L001"], 3, 0)
    assert compared(PAGE.replace("See [[a]].", "See x."), known(PAGE)) == ([], 2, 1)


def test_one_of_two_equal_findings_may_go_and_a_third_is_new() -> None:
    two = "# N\n\n[[a]]\n\n[[a]]\n"
    assert compared("# N\n\n[[a]]\n", known(two)) == ([], 1, 1)
    assert compared(two + "\n[[a]]\n", known(two)) == (["7 L001"], 2, 0)


def test_a_finding_about_a_whole_file_is_known_whatever_its_first_line() -> None:
    assert compared("# Another\n", known("# N\n")) == ([], 1, 0)


def test_another_path_is_another_finding() -> None:
    prints, base = checked(PAGE, "notes/m.md"), known(PAGE)
    assert len(outcome.compare_runs(prints, prints, base, CODES).new) == 3


def test_entries_of_rules_that_did_not_run_are_not_gone() -> None:
    result = outcome.compare_runs((), {}, known(PAGE), {"L002"})
    assert result.gone == frozenset()


entries = st.builds(
    outcome.Entry,
    path=st.text(max_size=9),
    code=st.sampled_from(sorted(CODES)),
    fingerprint=st.text("0123456789abcdef", min_size=16, max_size=16),
)


@given(st.frozensets(entries, max_size=5))
def test_the_file_holds_what_was_written(tmp_path_factory: pytest.TempPathFactory, some: frozenset) -> None:  # type: ignore[type-arg]
    file = tmp_path_factory.getbasetemp() / "baseline.jsonl"
    file.write_bytes(outcome.render_baseline(some))
    assert outcome.load_baseline(file) == some
    assert outcome.render_baseline(outcome.load_baseline(file)) == file.read_bytes()


def test_two_branches_of_a_baseline_merge(tmp_path: Path) -> None:
    base = known(PAGE)
    ours, theirs = known(PAGE + "\n[[c]]\n"), known(PAGE + "\n[[d]]\n\n[[e]]\n")
    write(tmp_path, {"b.jsonl": outcome.render_baseline(base), ".gitattributes": "b.jsonl merge=union\n"})
    git("init", "-q", "-b", "main", cwd=tmp_path)
    git("add", "-A", cwd=tmp_path)
    git("commit", "-qm", "base", cwd=tmp_path)
    for name, state in (("one", ours), ("two", theirs)):
        git("switch", "-q", "-c", name, "main", cwd=tmp_path)
        write(tmp_path, {"b.jsonl": outcome.render_baseline(state)})
        git("commit", "-qam", name, cwd=tmp_path)
    git("merge", "-q", "-m", "both", "one", cwd=tmp_path)
    assert outcome.load_baseline(tmp_path / "b.jsonl") == ours | theirs


def test_conflict_markers_are_read_past(tmp_path: Path) -> None:
    lines = outcome.render_baseline(known(PAGE)).splitlines(keepends=True)
    file = tmp_path / "b.jsonl"
    file.write_bytes(
        lines[0]
        + b"<<<<<<< HEAD\n"
        + lines[1]
        + b"||||||| base\n=======\n"
        + b"".join(lines[2:])
        + b">>>>>>> x\n"
    )
    assert outcome.load_baseline(file) == known(PAGE)


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"", "no baseline of wikic"),
        (b'{"findings":[]}\n', "no baseline of wikic"),
        (b'{"wikic_baseline":1}\n{"path":1}\n', r"b\.jsonl:2: "),
        (b'{"wikic_baseline":1}\n{"path":"a","code":"L001","fingerprint":"x","more":1}\n', "more"),
        (b'{"wikic_baseline":1}\n\xff\n', r"b\.jsonl:2: "),
    ],
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path, content: bytes, match: str) -> None:
    (tmp_path / "b.jsonl").write_bytes(content)
    with pytest.raises(ConfigError, match=match):
        outcome.load_baseline(tmp_path / "b.jsonl")


def test_a_baseline_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no baseline"):
        outcome.load_baseline(tmp_path / "b.jsonl")


def test_a_paragraph_may_change_around_a_known_link() -> None:
    assert compared(PAGE.replace("See [[a]].", "Do see [[a]], and soon."), known(PAGE)) == ([], 3, 0)
