"""One knowledge base of a fleet: commands of wikic, one after another in a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, Literal

from wikic import layout
from wikic.fleet.manifest import Base

State = Literal["compiled", "unchanged", "failed", "stopped"]
_SAID: Final = 300  # characters of what a command complained of


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a base.

    directory: of the base. state: ``failed`` where a step did not come to its end.
    step: that failed, or "". said: why.
    sources: taken in by this run. failed: keys of documents that could not be. findings: by severity.
    cost: dollars that models took, 0.0 without one. seconds: by the clock.
    """

    directory: str
    state: State
    step: str = ""
    said: str = ""
    sources: int = 0
    failed: tuple[str, ...] = ()
    findings: dict[str, int] = field(default_factory=dict)
    cost: float = 0.0
    seconds: float = 0.0

    @property
    def well(self) -> bool:
        """Whether nobody need look at it."""
        return self.state in ("compiled", "unchanged") and not self.failed and not self.findings.get("error")


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that ended: its exit code, what it printed, what it complained of."""

    code: int
    out: str
    err: str


class Running:
    """The processes of a fleet that are under way, so that Ctrl-C reaches them once each."""

    def __init__(self) -> None:
        self.stopped = False
        self._lock = Lock()
        self._processes: set[subprocess.Popen[str]] = set()

    def run(self, steps: Sequence[Sequence[str]]) -> tuple[list[Ended], int, str]:
        """Run commands until one fails: those that ended, the code of the process and its complaints.

        A negative code is a signal's number.
        """
        with self._lock:
            if self.stopped:
                return [], -signal.SIGINT, ""
            # A session of its own: Ctrl-C of the terminal comes by way of stop, and once.
            process = subprocess.Popen(
                [sys.executable, "-m", "wikic", "run-steps"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
            self._processes.add(process)
        try:
            out, err = process.communicate("".join(json.dumps([*each]) + "\n" for each in steps))
        finally:
            with self._lock:
                self._processes.discard(process)
        return list(_ended(out)), process.returncode, err

    def stop(self) -> None:
        """Interrupt what runs, and start nothing more."""
        with self._lock:
            self.stopped = True
            for process in self._processes:
                process.send_signal(signal.SIGINT)


def run(base: Base, running: Running, options: Sequence[str] = (), ceiling: float | None = None) -> Outcome:
    """Initialise where there is no wiki, compile, lint, mirror. Nothing is raised for what a step does.

    options: of ``compile``, as on the command line. ceiling: dollars that its model may take.
    """
    began = time.monotonic()
    steps = dict(_steps(base, options, ceiling))
    try:
        ended, code, err = running.run([*steps.values()])
    except OSError as error:  # no process more, no memory
        return Outcome(str(base.directory), "failed", next(iter(steps)), f"no process: {error}")
    told = dict(zip(steps, ended, strict=False))
    cost = 0.0
    if ceiling is not None and "cost" in told:  # asked apart: a step may have failed, or its process died
        now, _, _ = running.run([_status(base)])
        cost = max(0.0, _cost(now[0]) - _cost(told["cost"])) if now else ceiling
    took = round(time.monotonic() - began, 3)
    step = next((name for name in steps if name not in told or not _goes_on(name, told[name])), "")
    if step:
        broken = told.get(step)
        said = _complaint(code, err) if broken is None else _complaint(broken.code, broken.err)
        state: State = "stopped" if running.stopped else "failed"
        return Outcome(str(base.directory), state, step, said, cost=cost, seconds=took)
    compiled, linted = _values(told["compile"].out), _values(told["lint"].out)
    taken = len(compiled["added"]) + len(compiled["changed"])
    return Outcome(
        str(base.directory),
        "compiled" if taken or compiled["forgotten"] or compiled["written"] else "unchanged",
        sources=taken,
        failed=tuple(each["key"] for each in compiled["failed"]),
        findings={name: linted["summary"][name] for name in ("error", "warning", "info")},
        cost=cost,
        seconds=took,
    )


def _goes_on(step: str, ended: Ended) -> bool:
    """Whether a step came to its end; exit code 1 of two of them says that something wants a look."""
    if step in ("compile", "lint"):
        return ended.code in (0, 1) and bool(_values(ended.out))
    return ended.code == 0


def _steps(base: Base, options: Sequence[str], ceiling: float | None) -> Iterator[tuple[str, list[str]]]:
    at = ["-C", str(base.directory)]
    documents = [str(each) for each in base.documents]
    if not (base.directory / layout.WIKI_DIR / layout.SCHEMA_FILE).exists():
        given = ["--from", str(base.schema)] if base.schema is not None else []
        named = ["--title", base.title] if base.title else []
        yield "init", ["init", *documents, *at, *given, *named, "--quiet"]
    if ceiling is not None:
        yield "cost", _status(base)
    limit = [] if ceiling is None else ["--max-cost", f"{ceiling:.6f}"]
    yield "compile", ["compile", *documents, *at, *options, *limit, "--json", "--quiet"]
    yield "lint", ["lint", *at, "--format", "json"]
    if base.mirror:
        yield "mirror", ["mirror", *at, "--to", base.mirror, "--quiet"]


def _status(base: Base) -> list[str]:
    return ["status", "-C", str(base.directory), "--json"]


def _cost(status: Ended) -> float:
    """Dollars that the models of a base had taken when it was asked; 0.0 where nobody knows."""
    model = _values(status.out).get("model")
    cost = model.get("cost") if isinstance(model, dict) else None
    return float(cost) if isinstance(cost, int | float) else 0.0


def _ended(out: str) -> Iterator[Ended]:
    """What a process told of its commands, up to a line that it did not end."""
    for line in out.splitlines():
        held = _values(line)
        if not {"code", "out", "err"} <= held.keys():
            return
        yield Ended(held["code"], held["out"], held["err"])


def _values(out: str) -> dict[str, Any]:
    try:
        held = json.loads(out)
    except ValueError:
        return {}
    return held if isinstance(held, dict) else {}


def _complaint(code: int, err: str) -> str:
    if code < 0 and not err.strip():
        return f"its process was ended by {signal.Signals(-code).name}"
    lines = [line for line in err.strip().splitlines() if line.strip()]
    return " ".join(lines)[:_SAID] or f"exit code {code}"
