"""One knowledge base of a fleet: commands of wikic, one after another in a process of its own."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from wikic import layout
from wikic.fleet.child import Ended, Ran, Running, read_values
from wikic.fleet.manifest import Base

State = Literal["compiled", "unchanged", "failed", "stopped"]
_SAID: Final = 300  # characters of what a command complained of
_LOOK: Final = 60.0  # seconds that a look at what was spent may take


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a base.

    directory: of the base. state: ``failed`` where a step did not come to its end.
    step: that failed, or "". said: why.
    sources: taken in by this run. failed: keys of documents that could not be; by_rules: of those that rules
    read, since the model could not. findings: by severity.
    cost: dollars that models took, 0.0 without one. seconds: by the clock.
    """

    directory: str
    state: State
    step: str = ""
    said: str = ""
    sources: int = 0
    failed: tuple[str, ...] = ()
    by_rules: tuple[str, ...] = ()
    findings: dict[str, int] = field(default_factory=dict)
    cost: float = 0.0
    seconds: float = 0.0

    @property
    def well(self) -> bool:
        """Whether nobody need look at it."""
        whole = self.state in ("compiled", "unchanged") and not self.failed and not self.by_rules
        return whole and not self.findings.get("error")


@dataclass(frozen=True, slots=True)
class Order:
    """How every base of a fleet is to be kept.

    options: of ``compile``, as on the command line. seconds: that each may take, None for any number.
    """

    options: tuple[str, ...] = ()
    seconds: float | None = None


def run_base(
    base: Base, running: Running, order: Order, ceiling: float | None = None, before: float | None = None
) -> Outcome:
    """Initialise where there is no wiki, compile, lint, mirror. Nothing is raised for what a step does.

    ceiling: dollars that its model may take, None for any number. before: what it had taken when this was
        begun for the first time; None: now.
    """
    began = time.monotonic()
    try:
        limit = ceiling
        if ceiling is not None:
            now = cost_of(base)
            before = now if before is None else before
            limit = ceiling - max(0.0, (now or 0.0) - (before or 0.0))
        steps = dict(_run_steps(base, order.options, limit))
        ran = running.run(base.directory, [*steps.values()], order.seconds)
        spent = _dollars_spent(base, before, ceiling)
    except OSError as error:  # no process more, no memory
        said = f"no process: {error}"
        return Outcome(str(base.directory), "failed", "compile", said, cost=ceiling or 0.0)
    seconds = round(time.monotonic() - began, 3)
    return replace(_base_outcome(base, [*steps], ran, order, running.stopped), cost=spent, seconds=seconds)


def cost_of(base: Base) -> float | None:
    """Dollars that models have taken for a base until now, or None where it cannot be told.

    It is asked even while a fleet is stopped. Raises OSError where no process can be had.
    """
    if _is_new(base):
        return 0.0
    asked = Running().run(base.directory, [["status", "-C", str(base.directory), "--json"]], _LOOK).ended
    status = read_values(asked[0].out) if asked else {}
    model = status.get("model")
    cost = model.get("cost") if isinstance(model, dict) else None
    return float(cost) if isinstance(cost, int | float) else 0.0 if status else None


def _dollars_spent(base: Base, before: float | None, ceiling: float | None) -> float:
    """Dollars taken since ``before``; all that it may take, where nobody can tell any more.

    Where nobody could tell before either, there is no wiki that could be opened to spend on.
    """
    if ceiling is None or before is None:
        return 0.0
    now = cost_of(base)
    return ceiling if now is None else max(0.0, now - before)


def _base_outcome(base: Base, steps: Sequence[str], ran: Ran, order: Order, stopped: bool) -> Outcome:
    told = dict(zip(steps, ran.ended, strict=False))
    step = next((name for name in steps if name not in told or not _goes_on(name, told[name])), "")
    if step:
        broken = told.get(step)
        said = (
            _last_complaint(ran.code, ran.err) if broken is None else _last_complaint(broken.code, broken.err)
        )
        if ran.late and order.seconds is not None:
            said = f"not done in {order.seconds / 60:g} minutes"
        return Outcome(str(base.directory), "stopped" if stopped else "failed", step, said)
    compiled, linted = read_values(told["compile"].out), read_values(told["lint"].out)
    taken = len(compiled["added"]) + len(compiled["changed"])
    return Outcome(
        str(base.directory),
        "compiled" if taken or compiled["forgotten"] or compiled["written"] else "unchanged",
        sources=taken,
        failed=tuple(each["key"] for each in compiled["failed"]),
        by_rules=tuple(each["key"] for each in compiled["by_rules"]),
        findings={name: linted["summary"][name] for name in ("error", "warning", "info")},
    )


def _goes_on(step: str, ended: Ended) -> bool:
    """Whether a step came to its end; exit code 1 of two of them says that something wants a look."""
    if step in ("compile", "lint"):
        return ended.code in (0, 1) and bool(read_values(ended.out))
    return ended.code == 0


def _is_new(base: Base) -> bool:
    return not (base.directory / layout.WIKI_DIR / layout.SCHEMA_FILE).exists()


def _run_steps(base: Base, options: Sequence[str], ceiling: float | None) -> Iterator[tuple[str, list[str]]]:
    at = ["-C", str(base.directory)]
    documents = [str(each) for each in base.documents]
    if _is_new(base):
        given = ["--from", str(base.schema)] if base.schema is not None else []
        named = ["--title", base.title] if base.title else []
        yield "init", ["init", *at, *given, *named, "--quiet", "--", *documents]
    limit = [] if ceiling is None else ["--max-cost", f"{max(0.0, ceiling):.6f}"]
    yield "compile", ["compile", *at, *options, *limit, "--json", "--quiet", "--", *documents]
    yield "lint", ["lint", *at, "--format", "json"]
    if base.mirror:
        yield "mirror", ["mirror", *at, "--to", base.mirror, "--quiet"]


def _last_complaint(code: int, err: str) -> str:
    if code < 0 and not err.strip():
        known = {each.value: each.name for each in signal.Signals}
        return f"its process was ended by {known.get(-code, f'signal {-code}')}"
    lines = [line for line in err.strip().splitlines() if line.strip()]
    return " ".join(lines)[:_SAID] or f"exit code {code}"
