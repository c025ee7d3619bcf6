"""Compiling with a language model: a real server on loopback, real litellm, every way it can go wrong."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import command
from support.command import ENVIRONMENT, snapshot, wikic, write
from support.error_books import book, entry
from support.good_model import serve
from support.model_server import (
    CUT,
    EMPTY_OBJECT,
    NO_CHOICES,
    NOTHING,
    PROSE,
    QUOTA,
    REFUSAL,
    SERVER_ERROR,
    SPEND_LIMIT,
    TRUNCATED,
    UNUSABLE,
    ModelServer,
    Said,
    rate_limited,
)
from support.patience import HUNG, until

from wikic.compiler.article_digest import STANDS_IN
from wikic.compiler.batch_steps import Land, Step, StepOutcome
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.curation import curating
from wikic.errorbook import book_file
from wikic.errors import BudgetError, QuotaError
from wikic.llm.limits import Limits
from wikic.llm.meter import all_runs
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.session import Session
from wikic.wiki.schema_file import render_schema
from wikic.wiki.workspace import Workspace

TOWNS = ("Arl", "Bex", "Cray", "Dorn", "Esk", "Fell", "Garn", "Holt")
# What a test waits for is what it is about, not the patience of retries.


def documents(folder: Path, count: int = len(TOWNS)) -> Path:
    """So many towns, each with a river and a mill."""
    folder.mkdir()
    for at, name in enumerate(TOWNS[:count]):
        (folder / f"{name.lower()}.md").write_text(
            f"# {name}ton\n\n{name}ton is a town in Norland. It was founded in {1200 + at}.\n"
            f"The {name} River flows through {name}ton. {name}ton Mill was built in {1700 + at}.\n"
        )
    return folder


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return documents(tmp_path / "docs")


@contextmanager
def serving(script: Callable[[dict[str, Any]], Said] = serve, delay: float = 0.0) -> Iterator[ModelServer]:
    with ModelServer(script, delay=delay) as server:
        yield server


def start(kb: Path, server: ModelServer | None = None, **compile_: object) -> Path:
    """An empty wiki, configured for the server's model."""
    told = "".join(f"{name} = {json.dumps(value)}\n" for name, value in compile_.items())
    model = f'model = "openai/m1"\n{told}[model]\nbase_url = "{server.url}"\n' if server else told
    dimensions = (Dimension("geography", "towns, rivers"), Dimension("concepts", "the rest"))
    return write(
        kb,
        {
            "wiki/schema.yaml": render_schema(Schema(Positioning("a land"), dimensions)),
            "wikic.toml": f"[compile]\n{model}",
        },
    )


def run(
    kb: Path,
    docs: Path,
    *,
    jobs: int = 4,
    limits: Limits | None = None,
    lessons: bool = True,
    fallback: bool = False,
    on_stop: Callable[[Report], None] | None = None,
) -> Report:
    session = Session.open(kb, "2026-11-22")
    with curating(session, None, limits or Limits(), fallback=fallback) as curation:
        options = curation.options(jobs=jobs, lessons=lessons)
        steps = curation.steps(options)
        compiling = CompileRun(kb, curation.curator, options, steps=steps)
        try:
            return compiling.compile([docs])
        except QuotaError:
            if on_stop is not None:
                on_stop(compiling.report())
            raise


def undated(kb: Path) -> dict[str, bytes | str]:
    """A wiki without its root, whose heading is the folder's name, and without the days of taking in."""
    found = snapshot(kb / "wiki", without=("index.md",))
    return {
        path: data if isinstance(data, str) else re.sub(rb"^(created|ingested): .*$", b"", data, flags=re.M)
        for path, data in found.items()
    }


def titles(body: dict[str, Any]) -> list[str]:
    """Titles of the documents that a request has extracted."""
    shown = body["messages"][1]["content"]
    return re.findall(r"^title: (.*)$", shown, re.M) if "## The document" in shown else []


def test_sixteen_jobs_write_the_bytes_of_one(tmp_path: Path, docs: Path) -> None:
    trees = []
    for jobs in (1, 16):
        with serving() as server:
            kb = start(tmp_path / f"kb{jobs}", server, batch=5)
            assert not run(kb, docs, jobs=jobs).failed
            assert server.peak <= jobs
            trees.append(snapshot(kb / "wiki", without=("index.md",)))  # its heading is the folder's name
    assert trees[0] == trees[1]


def test_a_recorded_run_replays_without_a_server_and_whatever_the_jobs(tmp_path: Path, docs: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    with serving() as server:
        kb = start(tmp_path / "kb", server, batch=5)
        run(kb, docs, limits=Limits(record=tape))
    first = undated(kb)
    for jobs in (1, 16):
        again = start(tmp_path / f"again{jobs}", batch=5)
        wikic("compile", docs, "-C", again, "--replay", tape, "--jobs", jobs, cwd=tmp_path)
        assert undated(again) == first


def test_a_second_run_asks_nothing_and_changes_nothing(tmp_path: Path, docs: Path) -> None:
    with serving() as server:
        kb = start(tmp_path / "kb", server)
        run(kb, docs)
        before, asked = snapshot(kb / "wiki"), len(server.requests)
        report = run(kb, docs)
        assert (snapshot(kb / "wiki"), len(server.requests)) == (before, asked)
        assert (report.unchanged, report.written) == (8, 0)


def test_a_later_batch_is_shown_what_the_earlier_ones_made(tmp_path: Path, docs: Path) -> None:
    (docs / "zz.md").write_text("# A walk\n\nOn the walk from Arlton to Bexton the Arl River is crossed.\n")
    with serving() as server:
        kb = start(tmp_path / "kb", server, batch=8)
        run(kb, docs)
        shown = [body["messages"][1]["content"] for body in server.requests if "A walk" in titles(body)]
    assert len(shown) == 1
    offered = shown[0].partition("<document")[0]
    assert "Arlton" in offered and "Bexton" in offered and "Crayton" not in offered


def test_without_lessons_no_prompt_holds_any(tmp_path: Path, docs: Path) -> None:
    learnt = "Keep every number as the sentence has it."
    for lessons in (True, False):
        with serving() as server:
            kb = start(tmp_path / f"kb-{lessons}", server)
            taught = replace(entry(1, language="en"), constraint=learnt)
            write(kb, {"wiki/error_book.yaml": book_file.render(book(taught))})
            assert not run(kb, docs, lessons=lessons).failed
            told = [learnt in json.dumps(body["messages"]) for body in server.requests if titles(body)]
        assert told and all(told) is lessons and any(told) is lessons


@pytest.mark.parametrize("fault", UNUSABLE.values(), ids=UNUSABLE)
def test_one_bad_reply_is_asked_for_again(tmp_path: Path, docs: Path, fault: Said) -> None:
    seen: Counter[str] = Counter()

    def script(body: dict[str, Any]) -> Said:
        seen.update(titles(body))
        return fault if "Dornton" in titles(body) and seen["Dornton"] == 1 else serve(body)

    with serving(script) as server:
        kb = start(tmp_path / "kb", server)
        report = run(kb, docs)
    assert report.failed == ()
    wikic("lint", "-C", kb, cwd=tmp_path)
    # A refusal is an answer, and no fault of form; of an empty stream the whole is asked for, and is good.
    assert fault in (REFUSAL, NOTHING) or "malformed-reply" in (kb / "wiki/error_book.yaml").read_text()


@pytest.mark.parametrize("fault", UNUSABLE.values(), ids=UNUSABLE)
def test_a_document_that_no_reply_serves_costs_one_source(tmp_path: Path, docs: Path, fault: Said) -> None:
    with serving(lambda body: fault if "Dornton" in titles(body) else serve(body)) as server:
        kb = start(tmp_path / "kb", server)
        report = run(kb, docs)
    assert [each.key for each in report.failed] == ["docs/dorn.md"]
    assert len(report.added) == 7


@pytest.mark.parametrize(
    "fault",
    [SERVER_ERROR, rate_limited("0"), CUT, EMPTY_OBJECT, NO_CHOICES],
    ids=["500", "429", "cut", "empty object", "no choices"],
)
def test_a_server_that_stumbles_is_asked_again(tmp_path: Path, docs: Path, fault: Said) -> None:
    seen: Counter[str] = Counter()

    def script(body: dict[str, Any]) -> Said:
        seen.update(titles(body))
        return fault if "Eskton" in titles(body) and seen["Eskton"] == 1 else serve(body)

    with serving(script) as server:
        kb = start(tmp_path / "kb", server)
        assert not run(kb, docs).failed
    assert seen["Eskton"] == 2


def test_a_model_that_never_says_anything_usable_leaves_only_the_error_book(
    tmp_path: Path, docs: Path
) -> None:
    with serving(lambda body: PROSE) as server:
        kb = start(tmp_path / "kb", server)
        wikic("compile", "-C", kb, "--model", "offline", cwd=tmp_path)  # an empty wiki has an index
        before = snapshot(kb / "wiki")
        report = run(kb, docs)
    assert len(report.failed) == 8 and not report.clean  # the command's exit code is 1 then
    after = snapshot(kb / "wiki")
    book = after.pop("error_book.yaml")
    assert after == before
    assert isinstance(book, bytes) and b"malformed-reply" in book
    told = wikic("errors", "-C", kb, cwd=tmp_path).out
    assert "8 times" in told or "24 times" in told


@pytest.mark.parametrize("fault", [QUOTA, SPEND_LIMIT], ids=["quota", "spend limit"])
def test_a_spent_quota_stops_at_once_and_a_rerun_goes_on(tmp_path: Path, docs: Path, fault: Said) -> None:
    with serving() as server:
        kb = start(tmp_path / "kb", server, batch=1)
        left = iter(range(9))
        server.script(lambda body: serve(body) if next(left, None) is not None else fault)
        reports: list[Report] = []
        with pytest.raises(QuotaError) as stopped:
            run(kb, docs, jobs=1, on_stop=reports.append)
        assert stopped.value.hint
        assert [(len(each.added), each.pending) for each in reports] == [(4, 4)]
        assert len(server.requests) == 10  # not one more
        answered = [json.dumps(body["messages"]) for body in server.requests[:9]]
        server.script(serve)
        assert not run(kb, docs, jobs=1).failed
        later = [json.dumps(body["messages"]) for body in server.requests[10:]]
    assert not set(answered) & set(later)


def test_a_budget_stops_before_it_is_exceeded(tmp_path: Path, docs: Path) -> None:
    with serving() as server:
        kb = start(tmp_path / "kb", server, batch=1)
        with pytest.raises(BudgetError):
            run(kb, docs, limits=Limits(max_tokens=9_000))
        spent = all_runs(kb).whole
        assert spent.calls == len(server.requests) and 0 < spent.tokens <= 9_000
        report = run(kb, docs)
        assert not report.failed and len(report.added) + report.unchanged == 8


@pytest.mark.parametrize("after", [3, 9])
def test_killed_at_any_point_a_rerun_repeats_nothing_that_was_answered(
    tmp_path: Path, docs: Path, after: int
) -> None:
    with serving(delay=0.05) as server:
        kb = start(tmp_path / "kb", server, batch=1)
        process = command.start("compile", docs, "-C", kb, "--jobs", "2", "-q", cwd=tmp_path)
        while len(server.requests) < after and process.poll() is None:
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert not run(kb, docs, jobs=2).failed
        asked = Counter(json.dumps(body["messages"]) for body in server.requests)
        repeated = sum(count - 1 for count in asked.values())
    assert repeated <= 2  # what was under way when it died, one a job
    with serving() as other:
        whole = start(tmp_path / "whole", other, batch=1)
        run(whole, docs)
    assert undated(kb) == undated(whole)


def test_ctrl_c_does_not_wait_for_replies(tmp_path: Path, docs: Path) -> None:
    with serving(delay=3_600.0) as server:
        kb = start(tmp_path / "kb", server)
        process = command.start("compile", docs, "-C", kb, "-q", cwd=tmp_path, stderr=subprocess.PIPE)
        until(lambda: server.requests or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=HUNG)
        assert process.returncode == 130, said
    assert "Traceback" not in said


def test_the_key_of_a_provider_is_in_no_file(tmp_path: Path, docs: Path) -> None:
    secret = "sk-town-of-norland-0123456789"
    tape = tmp_path / "tape.jsonl"
    with serving() as server:
        kb = start(tmp_path / "kb", server)
        env = ENVIRONMENT | {"OPENAI_API_KEY": secret, "WIKIC_API_KEY": secret}
        done = wikic("compile", docs, "-C", kb, "--record", tape, cwd=tmp_path, env=env)
    files = [*kb.rglob("*"), tape]
    assert not any(secret.encode() in file.read_bytes() for file in files if file.is_file())
    assert secret not in done.out + done.err


def test_a_plan_asks_nothing_and_an_unknown_price_is_no_price(tmp_path: Path, docs: Path) -> None:
    with serving() as server:
        kb = start(tmp_path / "kb", server)
        plan = wikic("compile", docs, "-C", kb, "--plan", "--json", cwd=tmp_path).json
        assert not server.requests
        report = run(kb, docs)
        asked = len(server.requests)
    calls = {each["purpose"]: each["calls"] for each in plan["calls"]}
    assert plan["cost"] is None and calls["extract"] == len(report.added) == 8
    assert asked <= sum(calls.values()) + 24  # repairs come on top


# --- what a model cannot do is done by rules (decision 0204) ---------------------------------------


def by_rules(kb: Path) -> list[str]:
    """Keys of the digests that rules made in a model's place."""
    digests = Workspace.open(kb, "t").fold.resolver.digests
    return sorted(key for key, each in digests.items() if STANDS_IN in each.compiled_with)


def unborne(body: dict[str, Any]) -> str:
    """A reply of which no check lets a statement through."""
    said = json.loads(serve(body))
    for each in said.get("documents", [said]):
        for statement in each["statements"]:
            statement["text"] = "Queen Zelda of Hyrule bought 8,812 turnips."
    return json.dumps(said)


@pytest.mark.parametrize(
    "fault",
    [PROSE, TRUNCATED, REFUSAL, unborne],
    ids=["prose", "truncated", "refusal", "nothing borne out"],
)
def test_a_document_that_a_model_cannot_do_is_done_by_rules(tmp_path: Path, docs: Path, fault: Any) -> None:
    def script(body: dict[str, Any]) -> Said:
        if "Dornton" not in titles(body):
            return serve(body)
        return fault(body) if callable(fault) else fault

    with serving(script) as server:
        kb = start(tmp_path / "kb", server)
        report = run(kb, docs, fallback=True)
        assert not report.failed and len(report.added) == 8 and not report.clean
        assert [each.key for each in report.by_rules] == ["docs/dorn.md"] == by_rules(kb)
        assert report.by_rules[0].reason
        server.script(serve)
        again = run(kb, docs, fallback=True)
        assert again.changed == ("docs/dorn.md",) and again.unchanged == 7 and again.clean
        assert by_rules(kb) == []
        asked = len(server.requests)
        assert run(kb, docs, fallback=True).unchanged == 8 and len(server.requests) == asked


def test_documents_that_a_server_is_silent_on_are_done_by_rules(tmp_path: Path, docs: Path) -> None:
    """All that shared the call: whoever asks again waits as long again."""
    with serving(lambda body: SERVER_ERROR if "Dornton" in titles(body) else serve(body)) as server:
        kb = start(tmp_path / "kb", server)
        report = run(kb, docs, fallback=True)
        assert "docs/dorn.md" in by_rules(kb) and len(report.added) == 8
        server.script(serve)
        assert run(kb, docs, fallback=True).clean and by_rules(kb) == []


def test_a_step_that_the_budget_ends_leaves_what_has_landed(tmp_path: Path, docs: Path) -> None:
    def refused(space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        land(space, space.propose("fold again"))
        raise BudgetError("stopped by --max-tokens: all is used")

    with serving() as server:
        kb = start(tmp_path / "kb", server)
        for fallback in (True, False):
            with curating(Session.open(kb, "2026-11-22"), None, Limits(), fallback=fallback) as curation:
                compiling = CompileRun(
                    kb, curation.curator, curation.options(stale=True), steps=[Step("refuse", refused)]
                )
                if fallback:
                    assert any("--max-tokens" in line for line in compiling.compile([docs]).steps)
                else:
                    (docs / "new.md").write_text("# Newton\n\nNewton is a town in Norland.\n")
                    with pytest.raises(BudgetError):
                        compiling.compile([docs])
    wikic("lint", "-C", kb, cwd=tmp_path)


def test_the_page_is_the_one_that_rules_make(tmp_path: Path, docs: Path) -> None:
    with serving(lambda body: REFUSAL) as server:
        kb = start(tmp_path / "kb", server)
        assert len(run(kb, docs, fallback=True).by_rules) == 8
    rules = start(tmp_path / "rules")
    wikic("compile", docs, "-C", rules, cwd=tmp_path)
    made, wanted = (snapshot(each / "wiki/geography", without=("index.md",)) for each in (kb, rules))
    assert made.keys() == wanted.keys()
    for path in wanted:
        assert str(made[path]).partition("created")[0] == str(wanted[path]).partition("created")[0]
        assert str(made[path]).partition("fold:")[2] == str(wanted[path]).partition("fold:")[2]


def test_a_spent_budget_leaves_the_rest_to_rules(tmp_path: Path, docs: Path) -> None:
    with serving() as server:
        kb = start(tmp_path / "kb", server, batch=1)
        report = run(kb, docs, jobs=1, limits=Limits(max_tokens=9_000), fallback=True)
        assert len(report.added) == 8 and 0 < len(report.by_rules) < 8
        assert all("--max-tokens" in each.reason for each in report.by_rules)
        again = run(kb, docs, fallback=True)
        assert set(again.changed) == {each.key for each in report.by_rules} and again.clean


def test_without_a_fallback_it_has_failed(tmp_path: Path, docs: Path) -> None:
    with serving(lambda body: REFUSAL if "Dornton" in titles(body) else serve(body)) as server:
        kb = start(tmp_path / "kb", server)
        done = wikic("compile", docs, "-C", kb, "--fallback", "none", cwd=tmp_path, code=1)
        assert "1 document failed" in done.out and "docs/dorn.md" in done.out
        done = wikic("compile", docs, "-C", kb, cwd=tmp_path, code=1)
        assert "1 document read by rules" in done.out and "the next run asks it again" in done.out
