"""``wikic fleet``: the bytes of a serial run, bases that fail alone, ends before its end, one ceiling."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import redis_server
from support.command import ENVIRONMENT, snapshot, start, wikic, write
from support.good_model import serve
from support.model_server import ModelServer
from support.patience import HUNG, until
from support.started import Started

from wikic.fleet import executor
from wikic.fleet.base_run import Order, Outcome, _last_complaint
from wikic.fleet.executor import run_all
from wikic.fleet.manifest import Base

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal")
POISON = b"\xff\xfe\x00\x00"


def documents(home: Path, count: int = 4) -> Path:
    for at in range(count):
        name, other = NAMES[at % 8], NAMES[(at + 1) % 8]
        text = (
            f"# {name} Reed\n\n{name} Reed was a sailor from Port {at}. "
            f"{name} Reed met {other} Reed in 19{at:02}.\n"
        )
        write(
            home / "docs",
            {
                f"base-{at:02}/{name.lower()}.md": text,
                f"base-{at:02}/port.md": f"# Port {at}\n\nPort {at} is a harbour.\n",
            },
        )
    return home / "docs"


def bases(done_json: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {Path(each["directory"]).name: each for each in done_json["bases"]}


def test_it_makes_the_bytes_of_one_base_after_another_and_then_nothing(tmp_path: Path) -> None:
    docs = documents(tmp_path)
    done = wikic("fleet", docs, "--to", "kb", "-j", "3", "--json", cwd=tmp_path)
    found = bases(done.json)
    assert list(found) == [f"base-{at:02}" for at in range(4)]
    assert {each["state"] for each in found.values()} == {"compiled"}
    assert {each["sources"] for each in found.values()} == {2}
    for at in range(4):
        base = f"base-{at:02}"
        wikic("init", docs / base, "-C", f"one/{base}", "-q", cwd=tmp_path)
        wikic("compile", docs / base, "-C", f"one/{base}", "-q", cwd=tmp_path)
        assert snapshot(tmp_path / "kb" / base / "wiki") == snapshot(tmp_path / "one" / base / "wiki")
    again = bases(wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path).json)
    assert {each["state"] for each in again.values()} == {"unchanged"}
    said = wikic("fleet", docs, "--to", "kb", cwd=tmp_path).out
    assert said == "4 knowledge bases: 4 unchanged; 0 sources taken in\n"


def test_a_base_that_fails_fails_alone_and_is_told(tmp_path: Path) -> None:
    docs = documents(tmp_path, 3)
    write(docs, {"base-03/data.bin": POISON, "base-02/broken.md": POISON + b"caf\xe9"})
    write(tmp_path / "kb", {"base-01/wikic.toml": "[model\n"})
    done = wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path, code=1)
    found = bases(done.json)
    assert {name: each["state"] for name, each in found.items()} == {
        "base-00": "compiled", "base-01": "failed", "base-02": "compiled", "base-03": "failed"
    }  # fmt: skip
    assert "wikic.toml" in found["base-01"]["said"] and found["base-03"]["step"] == "init"
    assert found["base-02"]["failed"] == ["base-02/broken.md"]
    said = wikic("fleet", docs, "--to", "kb", cwd=tmp_path, code=1).out
    assert "base-02: 1 document could not be taken in" in said and "base-03: failed in init" in said
    assert said.endswith("4 knowledge bases: 2 unchanged, 2 failed; 0 sources taken in\n")


def _children(process: Started) -> list[int]:
    """The processes that a process has started and that still run."""
    try:
        return [*map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())] + [
            int(each)
            for thread in Path(f"/proc/{process.pid}/task").iterdir()
            if thread.name != str(process.pid)
            for each in (thread / "children").read_text().split()
        ]
    except OSError:
        return []


def _long(home: Path, count: int = 300) -> Path:
    """Documents of three bases, of which the second takes seconds."""
    docs = documents(home, 3)
    lines = [
        json.dumps(
            {"id": str(at), "title": f"Bo {at}", "text": f"Bo {at} met Cy {at + 1} in Port {at % 9}. " * 20}
        )
        for at in range(count)
    ]
    write(docs, {"base-01/many.jsonl": "\n".join(lines)})
    return docs


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="looks at /proc for children"
)
@pytest.mark.parametrize("hit", [signal.SIGKILL, signal.SIGINT])
def test_a_base_whose_process_is_killed_and_a_fleet_that_is_stopped_go_on(
    tmp_path: Path, hit: signal.Signals
) -> None:
    docs = _long(tmp_path)
    pipe = subprocess.PIPE
    process = start(
        "fleet", "docs", "--to", "kb", "-j", "1", "--json", cwd=tmp_path, stdout=pipe, stderr=pipe
    )
    begun = tmp_path / "kb/base-01/wiki/schema.yaml"
    until(lambda: process.poll() is not None or begun.exists(), lambda: "base-01 is not begun")
    (child,) = _children(process)
    os.kill(child if hit == signal.SIGKILL else process.pid, hit)
    out, err = process.communicate(timeout=HUNG)
    assert "Traceback" not in err, err
    if hit == signal.SIGKILL:
        found = bases(json.loads(out))
        assert process.returncode == 1
        killed = found["base-01"]
        assert (killed["state"], killed["said"]) == ("failed", "its process was ended by SIGKILL")
        assert {found[name]["state"] for name in ("base-00", "base-02")} == {"compiled"}
    else:
        assert process.returncode == 130, out + err
        assert not Path(f"/proc/{child}").exists(), "a base goes on without its fleet"
    (docs / "base-01/many.jsonl").unlink()
    again = wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path).json["bases"]
    assert {each["state"] for each in again} <= {"compiled", "unchanged"}


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="looks at /proc for children"
)
def test_a_fleet_that_is_killed_takes_its_bases_along(tmp_path: Path) -> None:
    _long(tmp_path)
    nowhere = subprocess.DEVNULL
    with start(
        "fleet", "docs", "--to", "kb", "-j", "1", "--json", cwd=tmp_path, stdout=nowhere, stderr=nowhere
    ) as process:
        begun = tmp_path / "kb/base-01/wiki/schema.yaml"
        until(lambda: process.poll() is not None or begun.exists(), lambda: "base-01 is not begun")
        (child,) = _children(process)
        process.kill()
    until(lambda: _ended(child), lambda: "a base goes on without its fleet")
    (tmp_path / "docs/base-01/many.jsonl").unlink()
    again = wikic("fleet", "docs", "--to", "kb", "--json", cwd=tmp_path).json["bases"]
    assert {each["state"] for each in again} <= {"compiled", "unchanged"}


def test_a_base_that_takes_too_long_is_ended_and_fails_alone(tmp_path: Path) -> None:
    docs = _long(tmp_path, 600)
    done = wikic(
        "fleet", docs, "--to", "kb", "-j", "1", "--timeout", "0.01", "--json", cwd=tmp_path, code=None
    )
    found = bases(done.json)
    late = [each for each in found.values() if each["state"] == "failed"]
    assert found["base-01"] in late
    assert all(each["said"] == "not done in 0.01 minutes" for each in late)
    assert {each["state"] for each in found.values()} <= {"compiled", "failed"}
    assert done.code == 1
    again = bases(wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path).json)
    assert {each["state"] for each in again.values()} <= {"compiled", "unchanged"}


def _ended(process: int) -> bool:
    """Whether a process is gone, or only waits for somebody to ask how it ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_shards_of_a_job_by_its_environment(tmp_path: Path) -> None:
    docs = documents(tmp_path, 3)
    job = ENVIRONMENT | {"JOB_COMPLETION_INDEX": "1", "WIKIC_FLEET_SHARDS": "2"}
    found = bases(wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path, env=job).json)
    assert list(found) == ["base-01"]
    found = bases(wikic("fleet", docs, "--to", "kb", "--json", "--shard", "0/2", cwd=tmp_path).json)
    assert list(found) == ["base-00", "base-02"]
    for wrong in ("2/2", "x", "1", "-1/2", "1/0"):
        assert "shard" in wikic("fleet", docs, "--to", "kb", f"--shard={wrong}", cwd=tmp_path, code=2).err


def test_one_ceiling_holds_for_all_bases(tmp_path: Path) -> None:
    docs = documents(tmp_path, 2)
    with ModelServer(serve) as server:
        prices = '[model.prices."openai/m1"]\ninput = 1000.0\noutput = 2000.0\n'
        for at in range(2):
            write(
                tmp_path / "kb", {f"base-{at:02}/wikic.toml": f'[model]\nbase_url = "{server.url}"\n{prices}'}
            )
        command = ("fleet", docs, "--to", "kb", "-j", "1", "--model", "openai/m1", "--json")
        found = bases(wikic(*command, "--max-cost", "9", cwd=tmp_path, code=None).json)
    spent = {name: wikic("status", "-C", f"kb/{name}", "--json", cwd=tmp_path, code=None) for name in found}
    told = {name: done.json["model"]["cost"] if done.code == 0 else 0.0 for name, done in spent.items()}
    assert {name: each["cost"] for name, each in found.items()} == pytest.approx(told)
    assert 0 < sum(told.values()) <= 9
    assert any(each["state"] == "failed" or each["by_rules"] for each in found.values())


def test_a_base_that_names_a_store_is_mirrored(tmp_path: Path, node: redis_server.Server) -> None:
    documents(tmp_path, 1)
    to = f"redis://127.0.0.1:{node.port}#{redis_server.new_wiki()}"
    row = {"directory": "one", "documents": "docs/base-00", "mirror": to, "title": "First"}
    (tmp_path / "fleet.jsonl").write_text(json.dumps(row))
    wikic("fleet", "fleet.jsonl", cwd=tmp_path)
    assert "as the wiki is" in wikic("mirror", "--to", to, "--check", "-C", "one", cwd=tmp_path).out
    assert (tmp_path / "one/wiki/index.md").read_text().startswith("# First\n")
    (tmp_path / "fleet.jsonl").write_text(json.dumps(row | {"mirror": "redis://127.0.0.1:1#none"}))
    failed = wikic("fleet", "fleet.jsonl", "-q", cwd=tmp_path, code=1)
    assert "one: failed in mirror" in failed.out


def test_two_fleets_at_once_make_the_bases_once(tmp_path: Path) -> None:
    """As where cron begins the second before the first has ended; and a name that looks like an option."""
    docs = documents(tmp_path, 3)
    (docs / "base-01").rename(docs / "-x")
    command = ("fleet", ".", "--to", "../kb", "--json")
    running = [start(*command, cwd=docs, stdout=subprocess.PIPE) for _ in "ab"]
    told = [json.loads(each.communicate(timeout=HUNG)[0]) for each in running]
    assert [each.returncode for each in running] == [0, 0], told
    states = [sorted(each["state"] for each in found["bases"]) for found in told]
    assert sum(each.count("compiled") for each in states) >= 3
    again = bases(wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path).json)
    assert {each["state"] for each in again.values()} == {"unchanged"}


def test_whatever_goes_wrong_with_a_base_ends_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of our own, and a process that is ended by a signal without a name."""

    def fails(base: Base, *given: object) -> Outcome:
        if base.directory.name == "bad":
            raise KeyError("no such thing")
        return Outcome(str(base.directory), "unchanged")

    monkeypatch.setattr(executor, "run_base", fails)
    found: list[Outcome] = []
    with executor.local_pool(2, Order()) as running:
        run_all([Base(Path(name), (Path("x"),)) for name in ("a", "bad", "b")], running, found.append)
    assert {each.directory: each.state for each in found} == {
        "a": "unchanged",
        "bad": "failed",
        "b": "unchanged",
    }
    assert _last_complaint(-40, "") == "its process was ended by signal 40"
    assert _last_complaint(-9, "") == "its process was ended by SIGKILL"


class Slots:
    """An executor of two slots whose bases end one by one and cost what is told."""

    def __init__(self, costs: dict[str, float], breaks: str = "") -> None:
        self.costs, self.breaks = costs, breaks
        self.running: list[str] = []

    def slots(self) -> int:
        return 2

    def begin(self, base: Base, ceiling: float | None) -> None:
        if base.directory.name == self.breaks:
            raise KeyboardInterrupt
        self.running.append(base.directory.name)

    def ended(self) -> Iterator[Outcome]:
        assert self.running, "waits for ever"
        name = self.running.pop(0)
        yield Outcome(name, "compiled", cost=self.costs[name])

    def stop(self) -> None:
        """Nothing has to be ended."""


def _run(slots: Slots, ceiling: float) -> list[Outcome]:
    found: list[Outcome] = []
    run_all([Base(Path(name), (Path("x"),)) for name in slots.costs], slots, found.append, ceiling)
    return found


def test_what_a_running_base_may_leave_of_its_share_is_waited_for() -> None:
    assert [each.state for each in _run(Slots({"a": 1.0, "b": 0.01, "c": 0.2, "d": 0.2}), 2.0)] == [
        "compiled"
    ] * 4


def test_what_costs_more_than_its_share_is_paid_by_the_others() -> None:
    states = {each.directory: each.state for each in _run(Slots({"a": 1.5, "b": 1.0, "c": 0.2}), 2.0)}
    assert states == {"a": "compiled", "b": "compiled", "c": "failed"}


def test_interrupted_while_a_base_begins_only_those_that_run_are_waited_for() -> None:
    slots = Slots({"a": 0.1, "b": 0.1}, breaks="b")
    with pytest.raises(KeyboardInterrupt):
        _run(slots, 2.0)
    assert not slots.running
