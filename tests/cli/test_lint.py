"""`wikic lint` as a person and a CI job run it."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
from pathlib import Path
from typing import get_args

import pytest
from support.command import ENVIRONMENT, WIKIC, git, snapshot, start, wikic, write
from support.copies import copied
from support.patience import HUNG

from wikic.cli.command_lint import Format
from wikic.cli.options import FailOn
from wikic.lint.gate.outcome import FailOn as Levels
from wikic.lint.report.formats import FORMATS

NOTES = "# Notes\n\nSee [[nobody]] and [[Ada-Lovelace#nowhere]].\n"


@pytest.fixture(scope="module")
def noted(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiled wiki with an error and a warning of a person's own; read only."""
    home = tmp_path_factory.mktemp("noted") / "home"
    copied(compiled, home)
    write(home / "kb", {"wiki/people/Notes.md": NOTES})
    wikic("compile", "-C", "kb", cwd=home)
    return home


@pytest.fixture
def kb(noted: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    copied(noted, tmp_path / "home")
    return tmp_path / "home" / "kb"


def configure(kb: Path, lint: str) -> None:
    """Add a table to what `init` wrote."""
    text = (kb / "wikic.toml").read_text(encoding="utf-8").split("\n[lint", maxsplit=1)[0]
    write(kb, {"wikic.toml": f"{text}\n{lint}"})


def lint(kb: Path, *arguments: object, code: int | None = 0) -> str:
    done = wikic("lint", *arguments, cwd=kb, code=code)
    return done.out


def codes(kb: Path, *arguments: object, code: int | None = 0) -> list[str]:
    return [
        json.loads(line)["code"] for line in lint(kb, "-f", "json-lines", *arguments, code=code).splitlines()
    ]


def test_names_are_those_of_the_tables() -> None:
    assert [each.value for each in Format] == [each.name for each in FORMATS]
    assert get_args(FailOn) == get_args(Levels)


@pytest.mark.parametrize("format", ["text", "json", "sarif"])
def test_every_format_prints_to_a_file_what_it_prints(kb: Path, format: str) -> None:
    shown = lint(kb, "--format", format, code=1)
    assert "nobody" in shown
    assert lint(kb, "--format", format, "--output", "out", code=1) == ""
    assert (kb / "out").read_text(encoding="utf-8") == shown
    assert sorted(path.name for path in kb.iterdir() if "out" in path.name) == ["out"]


def test_json_is_short_for_the_format(kb: Path) -> None:
    assert lint(kb, "--json", code=1) == lint(kb, "--format", "json", code=1)


def test_the_line_that_counts_goes_to_standard_error(kb: Path) -> None:
    done = wikic("lint", cwd=kb, code=1)
    assert "2 findings: 1 error, 1 warning" in done.err and "findings" not in done.out
    assert wikic("lint", "--quiet", cwd=kb, code=1).err == ""


@pytest.mark.parametrize(
    ("fail_on", "select", "code"),
    [
        ("error", "L001", 1),
        ("error", "L007", 0),
        ("warning", "L007", 1),
        ("info", "L007", 1),
        ("never", "L", 0),
    ],
)
def test_the_gate(kb: Path, fail_on: str, select: str, code: int) -> None:
    lint(kb, "--fail-on", fail_on, "--select", select, code=code)
    configure(kb, f'[lint]\nselect = ["{select}"]\nfail-on = "{fail_on}"\n')
    lint(kb, code=code)


def test_selectors_may_stand_together(kb: Path) -> None:
    assert codes(kb, "--select", "L001,L007", code=1) == ["L001", "L007"]
    assert codes(kb, "--select", "L", "--ignore", "dangling-link, L002") == ["L007"]
    assert "no lint rule is called" in wikic("lint", "--select", "L001,", cwd=kb, code=2).err


def test_configured_severities_and_paths(kb: Path) -> None:
    text = '[lint]\n[lint.severity]\nL001 = "warning"\n[lint.per-path-ignores]\n"Notes.md" = ["L007"]\n'
    configure(kb, text)
    assert codes(kb) == ["L001"]
    configure(kb, '[lint.severity]\nL001 = "fatal"\n')
    assert "fatal" in wikic("lint", cwd=kb, code=2).err
    configure(kb, '[lint.severity]\nL9 = "off"\n')
    assert "L9" in wikic("lint", cwd=kb, code=2).err


def test_comments_silence(kb: Path) -> None:
    write(kb, {"wiki/people/Notes.md": NOTES.replace("\nSee", "<!-- wikic-disable-next-line L -->\nSee")})
    assert codes(kb) == []


def test_an_old_wiki_adopts_the_gate(kb: Path) -> None:
    configure(kb, '[lint]\nbaseline = "known.jsonl"\n')
    assert "there is no baseline" in wikic("lint", cwd=kb, code=2).err
    assert "2 known" in wikic("lint", "--write-baseline", cwd=kb).err
    kept = (kb / "known.jsonl").read_bytes()
    assert "2 that the baseline knows" in wikic("lint", cwd=kb).err
    wikic("lint", "--write-baseline", cwd=kb)
    assert (kb / "known.jsonl").read_bytes() == kept
    write(kb, {"wiki/people/Notes.md": f"{NOTES.replace('#nowhere', '')}\nMore.\n\nSee [[no one]].\n"})
    done = wikic("lint", "-f", "concise", cwd=kb, code=1)
    assert [line.split()[0] for line in done.out.splitlines()] == ["wiki/people/Notes.md:7:5:"]
    assert "1 finding of the baseline no longer needed" in done.err
    # From elsewhere the configured file is found beside wikic.toml, the option's from where one stands.
    wikic("lint", "-C", "kb", "--write-baseline", cwd=kb.parent)
    wikic("lint", "-C", "kb", "--baseline", "kb/known.jsonl", cwd=kb.parent)


@pytest.mark.parametrize("named", ["../known.jsonl", "link.jsonl", "linked/known.jsonl", "/tmp/known.jsonl"])
def test_a_configured_baseline_lies_in_the_directory(kb: Path, named: str) -> None:
    """Who cloned a repository did not choose the name, and --write-baseline would write there."""
    write(kb.parent, {"known.jsonl": "theirs\n", "out/known.jsonl": "theirs\n"})
    (kb / "link.jsonl").symlink_to(kb.parent / "known.jsonl")
    (kb / "linked").symlink_to(kb.parent / "out")
    configure(kb, f'[lint]\nbaseline = "{named}"\n')
    before = snapshot(kb.parent)
    for arguments in (("lint", "--write-baseline"), ("lint",), ("fix",)):
        assert "leads out of" in wikic(*arguments, cwd=kb, code=2).err
    assert snapshot(kb.parent) == before


def test_a_baseline_keeps_what_a_run_of_some_rules_cannot_judge(kb: Path) -> None:
    lint(kb, "--baseline", "b.jsonl", "--write-baseline")
    both = (kb / "b.jsonl").read_bytes()
    lint(kb, "--baseline", "b.jsonl", "--write-baseline", "--select", "L007")
    assert (kb / "b.jsonl").read_bytes() == both


def test_write_baseline_needs_a_file_and_the_whole(kb: Path) -> None:
    assert "--baseline FILE" in wikic("lint", "--write-baseline", cwd=kb, code=2).err
    options = ("--write-baseline", "--baseline", "b", "--since", "HEAD")
    assert "takes no --since" in wikic("lint", *options, cwd=kb, code=2).err


def test_since_counts_what_was_there(kb: Path) -> None:
    git("init", "-q", "-b", "main", cwd=kb.parent)
    git("add", "-A", cwd=kb.parent)
    git("commit", "-qm", "start", cwd=kb.parent)
    done = wikic("lint", "--since", "main", cwd=kb)
    assert (done.out, "2 that were there at main" in done.err) == ("", True)
    write(kb, {"wiki/people/Notes.md": NOTES + "\n[[someone]]\n"})
    (kb / "wiki/geography/London.md").unlink()
    found = json.loads(lint(kb, "--since", "main", "--json", code=1))["findings"]
    linkers = {each["path"] for each in found if each["code"] == "L001"}
    assert "wiki/people/Ada-Lovelace.md" in linkers and "wiki/people/Notes.md" in linkers
    assert not any("nobody" in each["message"] for each in found)
    lines = lint(kb, "--since", "main", "-f", "github", code=1).splitlines()
    assert all(",file=kb/wiki/" in line for line in lines)
    assert "git knows no commit" in wikic("lint", "--since", "nowhere", cwd=kb, code=2).err


def test_what_the_fold_would_write_is_no_newer_than_its_cause(kb: Path) -> None:
    """P005 compares with the fold: of the old state with its own fold, not with today's."""
    page = kb / "wiki/people/Ada-Lovelace.md"
    page.write_text(page.read_text(encoding="utf-8").replace("# Ada Lovelace\n>", "# Ada Lovelace\n> So:"))
    stale = codes(kb, "--select", "P005", code=None)
    git("init", "-q", "-b", "main", cwd=kb)
    git("add", "-A", cwd=kb)
    git("commit", "-qm", "start", cwd=kb)
    assert codes(kb, "--select", "P005", "--since", "main", code=None) == []
    assert len(stale) <= 1


def test_statistics(kb: Path) -> None:
    assert [line.split()[:2] for line in lint(kb, "--statistics", code=1).splitlines()] == [
        ["1", "L001"],
        ["1", "L007"],
    ]
    assert json.loads(lint(kb, "--statistics", "--json", code=1))["statistics"][0]["code"] == "L001"
    assert "--statistics" in wikic("lint", "--statistics", "-f", "sarif", cwd=kb, code=2).err


def test_output_to_what_is_no_file(kb: Path, tmp_path: Path) -> None:
    assert "there is no directory" in wikic("lint", "-o", "missing/out", cwd=kb, code=2).err
    assert "is a directory" in wikic("lint", "-o", ".", cwd=kb, code=2).err
    assert lint(kb, "-f", "concise", "-o", "/dev/stdout", code=1).count("\n") == 2
    (tmp_path / "there").write_text("")
    (kb / "link").symlink_to(tmp_path / "there")
    lint(kb, "-o", "link", code=1)
    assert (kb / "link").is_symlink() and "nobody" in (tmp_path / "there").read_text()


def test_rules_and_explain(kb: Path) -> None:
    assert "L001  error" in lint(kb, "--rules")
    assert json.loads(lint(kb, "--rules", "--json"))["rules"][0]["code"] == "L001"
    assert lint(kb, "--explain", "dangling-link").startswith("# L001")
    assert "L999" in wikic("lint", "--explain", "L999", cwd=kb, code=2).err


def test_a_reader_changes_nothing(kb: Path) -> None:
    shutil.rmtree(kb / ".wikic")
    before = snapshot(kb)
    lint(kb, code=1)
    assert snapshot(kb) == before


def test_warm_as_cold(kb: Path) -> None:
    cold = lint(kb, "--no-cache", code=1)
    assert lint(kb, code=1) == lint(kb, code=1) == lint(kb, "--jobs", "2", code=1) == cold


def on_a_terminal(kb: Path, **more: str) -> str:
    """What `wikic lint` prints where standard output is a terminal."""
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(kb)
        os.execve(WIKIC, ["wikic", "lint", "--quiet"], {**ENVIRONMENT, "TERM": "xterm", **more})
    shown = b""
    while True:
        try:
            part = os.read(terminal, 65_536)
        except OSError:  # the terminal is gone with its last process
            break
        if not part:
            break
        shown += part
    os.close(terminal)
    os.waitpid(pid, 0)
    return shown.decode()


def test_colours_on_a_terminal(kb: Path) -> None:
    assert "\x1b[1;31merror\x1b[0m" in on_a_terminal(kb)
    assert "\x1b" not in on_a_terminal(kb, NO_COLOR="1")
    assert "\x1b" not in lint(kb, code=1)


def test_watch_lints_after_every_change_until_it_is_interrupted(kb: Path) -> None:
    command = ("lint", "--watch", "-f", "concise", "--select", "L")
    with start(*command, cwd=kb, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
        assert run.stdout is not None

        def shown() -> str:
            lines: list[str] = []
            for line in run.stdout or ():
                lines.append(line)
                if line.startswith("waiting for changes"):
                    break
            return "".join(lines)

        assert "nobody" in shown()
        write(kb, {"wiki/people/Notes.md": "# Notes\n\nSee [[no one]].\n"})
        after = shown()
        while "no one" not in after and "wikic:" not in after:  # a file half written is a change too
            after = shown()
        assert "nobody" not in after
        good = (kb / "wikic.toml").read_bytes()
        write(kb, {"wikic.toml": "[lint"})
        assert "wikic: " in shown()
        write(kb, {"wikic.toml": good})
        while "no one" not in shown():
            pass
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=HUNG)
        assert run.returncode == 0


def test_paths_narrow_what_is_reported_not_what_is_looked_at(kb: Path) -> None:
    assert (
        codes(kb, "wiki/people/Notes.md", code=1) == codes(kb, "people/Notes.md", code=1) == ["L001", "L007"]
    )
    assert codes(kb.parent, "-C", "kb", "wiki/people", code=1) == ["L001", "L007"]
    assert codes(kb.parent, "-C", "kb", "kb/wiki/people/Notes.md", code=1) == ["L001", "L007"]
    other = next(kb.glob("wiki/people/Ada*.md")).name
    done = wikic("lint", f"people/{other}", cwd=kb)  # what it links to lies elsewhere
    assert (done.out, done.err) == ("", "1 page: 0 findings\n")


def test_paths_that_are_nowhere_are_refused(kb: Path) -> None:
    assert "is not there" in wikic("lint", "people/Nobody.md", cwd=kb, code=2).err
    assert "does not lie in" in wikic("lint", "wikic.toml", cwd=kb, code=2).err
    refused = wikic("lint", "people", "--baseline", "b.jsonl", "--write-baseline", cwd=kb, code=2).err
    assert "takes no paths" in refused


def test_paths_and_a_baseline(kb: Path) -> None:
    wikic("lint", "--baseline", "b.jsonl", "--write-baseline", cwd=kb)
    write(kb, {"wiki/people/More.md": "# More\n\n[[nobody-else-here]]\n"})
    assert codes(kb, "people/Notes.md", "--baseline", "b.jsonl") == []
    assert codes(kb, "people/More.md", "--baseline", "b.jsonl", "--select", "L001", code=1) == ["L001"]
