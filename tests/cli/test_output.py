"""What is printed where: people's lines, programs' JSON, progress for terminals only, pipes that close."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, start, wikic, write

ESCAPE = "\x1b"


def on_a_terminal(*arguments: str, cwd: Path, env: dict[str, str]) -> tuple[int, str]:
    """Run ``wikic`` with all three streams on a terminal; the exit code and what the terminal got."""
    master, slave = pty.openpty()
    process = start(*arguments, cwd=cwd, env=env, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    parts = []
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # EIO: the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(master)
    return process.wait(), b"".join(parts).decode("utf-8", "replace")


def test_progress_is_for_terminals(home: Path) -> None:
    env = ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "100"}
    code, shown = on_a_terminal("compile", "docs", "-C", "kb", cwd=home, env=env)
    assert code == 0 and ESCAPE in shown and "3 unchanged" in shown
    done = wikic("compile", "docs", "-C", "kb", cwd=home)
    assert done.err == "" and ESCAPE not in done.out and done.out in shown.replace("\r\n", "\n") + done.out


def test_quiet_on_a_terminal(home: Path) -> None:
    env = ENVIRONMENT | {"TERM": "xterm"}
    assert on_a_terminal("compile", "docs", "-C", "kb", "-q", cwd=home, env=env) == (0, "")


@pytest.mark.parametrize("arguments", [("compile", "docs"), ("--help",), ("compile", "--frob")])
def test_no_colour_when_nobody_wants_any(home: Path, arguments: tuple[str, ...]) -> None:
    env = ENVIRONMENT | {"TERM": "xterm", "NO_COLOR": "1"}
    where = ("-C", "kb") if arguments[0] == "compile" else ()
    _, shown = on_a_terminal(*arguments, *where, cwd=home, env=env)
    assert not re.search(r"\x1b\[(?:[0-9;]*;)?(?:3[0-79]|9[0-7]|38)[;m]", shown), shown


@pytest.mark.parametrize("arguments", [("--help",), ("compile", "--help"), ("init",), ("frob",)])
def test_no_escape_goes_into_a_pipe(home: Path, arguments: tuple[str, ...]) -> None:
    done = wikic(*arguments, cwd=home, env=ENVIRONMENT | {"TERM": "xterm-256color"}, code=None)
    assert ESCAPE not in done.out + done.err


def test_failures_are_printed_even_when_quiet(home: Path) -> None:
    write(home / "docs", {"bad.md": b"\xff\xfe\xff"})
    done = wikic("compile", "docs", "-C", "kb", "-q", cwd=home, code=1)
    assert done.out.startswith("1 document failed:\n  docs/bad.md: is not ") and done.err == ""


def test_json_of_every_command(home: Path) -> None:
    write(home / "docs", {"bad.md": b"\0", "new.md": "# Rome\n\nRome is a city in Italy.\n"})
    report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home, code=1).json
    assert report["added"] == ["docs/new.md"] and report["unchanged"] == 3
    (failed,) = report["failed"]
    assert failed["key"] == "docs/bad.md" and "is binary" in failed["reason"]
    assert report["proposed"] is None
    again = [wikic("compile", "docs", "-C", "kb", "--json", cwd=home, code=1).out for _ in range(2)]
    assert again[0] == again[1]
    status = wikic("status", "-C", "kb", "--json", cwd=home).json
    assert status["sources"] == 4 and status["failed"] == [failed]
    assert wikic("lint", "-C", "kb", "--format", "json", cwd=home).json is not None
    assert wikic("forget", "docs/new.md", "-C", "kb", "--json", cwd=home).json["forgotten"] == ["docs/new.md"]
    started = wikic("init", "docs", "-C", "other", "--json", cwd=home).json
    assert started["documents"] == 4 and started["unreadable"] == 1


def test_what_failed_is_remembered_until_it_can_be_taken_in(home: Path) -> None:
    write(home / "docs", {"bad.md": b"\0"})
    write(home / "more", {"worse.md": b"\0"})
    wikic("compile", "docs", "-C", "kb", cwd=home, code=1)
    wikic("compile", "more", "-C", "kb", cwd=home, code=1)
    wikic("compile", "-C", "kb", cwd=home)
    status = wikic("status", "-C", "kb", cwd=home).out
    assert "docs/bad.md: is binary" in status and "more/worse.md: is binary" in status
    write(home / "docs", {"bad.md": "# Rome\n\nRome is a city in Italy.\n"})
    (home / "more/worse.md").unlink()
    wikic("compile", "docs", "more", "-C", "kb", cwd=home)
    assert "failed" not in wikic("status", "-C", "kb", cwd=home).out


@pytest.mark.parametrize(
    "command",
    ["compile docs -C kb --dry-run", "compile docs -C kb", "status -C kb", "lint --rules", "--help"],
)
def test_a_pipe_that_closes(home: Path, command: str) -> None:
    write(home / "docs", {f"bad{at}.md": b"" for at in range(9)})
    for reader in ("head -n 1", "true"):
        run = subprocess.run(
            ["bash", "-c", f"{WIKIC} {command} | {reader}; echo code ${{PIPESTATUS[0]}}"],
            cwd=home,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stderr == "" and re.search(r"code [01]$", run.stdout), run


def test_an_output_in_a_narrow_encoding(home: Path) -> None:
    write(home / "docs", {"谭盾.md": b"\0", "bern.md": "# 伯尔尼\n\n伯尔尼是瑞士的首都。\n"})
    env = ENVIRONMENT | {"PYTHONIOENCODING": "ascii"}
    done = wikic("compile", "docs", "-C", "kb", cwd=home, env=env, code=1)
    assert "1 document failed" in done.out
