"""A test that hangs fails and leaves no process behind, whatever it waits for."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import until

HANGS = """
import signal, subprocess, sys

SLEEPS = [sys.executable, "-c", "import time; time.sleep(3600)"]

def test_waits_for_what_never_ends():
    # The first is a child's orphan in a session of its own; leaving the block waits for the second.
    code = "import subprocess as s, sys; print(s.Popen(sys.argv[1:], stdout=2, start_new_session=True).pid)"
    told = subprocess.run([sys.executable, "-c", code, *SLEEPS], stdout=subprocess.PIPE, text=True).stdout
    with subprocess.Popen(SLEEPS) as process, open("started", "w") as file:
        print(told.strip(), process.pid, file=file, flush=True)
        signal.raise_signal(signal.SIGALRM)  # as when the limit is reached
        process.wait()

def test_that_comes_after():
    pass
"""


def alive(number: int) -> bool:
    """Whether a process is there and not merely waiting to be counted."""
    try:
        return Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found in /proc")
def test_a_test_that_hangs_leaves_no_process_behind(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGS, "utf-8")
    here = Path(__file__).parent
    command = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "--timeout=3600"]
    done = subprocess.run(
        [*command, "--rootdir", tmp_path, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(here)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "Timeout" in done.stdout
    first, second = map(int, (tmp_path / "started").read_text("utf-8").split())
    until(lambda: not alive(first) and not alive(second))  # a process that was killed takes a moment to end


# --- clocks

CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time", "time_ns", "monotonic_ns"}
WAITS = {
    "wait",
    "communicate",
    "join",
    "result",
    "take",
    "timeout",
    "HTTPConnection",
    "AsyncClient",
}


def impatient(file: Path) -> list[str]:
    """Where a file asserts on a clock, or gives up waiting after less than minutes for what must happen."""
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"), str(file))):
        if isinstance(node, ast.Assert):
            if any(isinstance(each, ast.Call) and called(each) in CLOCKS for each in ast.walk(node.test)):
                found.append(f"{file.name}:{node.lineno} asserts on a clock")
        elif isinstance(node, ast.Call) and called(node) in WAITS:
            given = [*node.args, *(each.value for each in node.keywords if each.arg == "timeout")]
            limits = [each.value for each in given if isinstance(each, ast.Constant)]
            # Less than a second is how long nothing is to happen.
            if any(isinstance(each, int | float) and 1 <= each < 300 for each in limits):
                found.append(f"{file.name}:{node.lineno} waits for {limits} seconds")
    return found


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_no_test_asserts_on_a_clock_or_waits_for_moments() -> None:
    own = {Path(__file__), Path(__file__).parent / "support/patience.py"}
    files = sorted(set(Path(__file__).parent.rglob("*.py")) - own)
    assert [each for file in files for each in impatient(file)] == []


@pytest.mark.parametrize(
    "code",
    [
        "assert time.monotonic() - began < 2",
        "while not true():\n    assert monotonic() < end",
        "process.wait(10)",
        "process.communicate(timeout=20)",
        "call.result(timeout=2.5)",
    ],
)
def test_impatience_is_seen(code: str, tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(code, "utf-8")
    assert len(impatient(tmp_path / "test_x.py")) == 1
