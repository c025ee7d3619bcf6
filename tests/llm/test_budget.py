from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.model_server import CUT, Answer, ModelServer
from support.patience import HUNG

from wikic.errors import BudgetError, ModelError, ModelUnavailableError, UsageError
from wikic.llm.attempt_error import Fault
from wikic.llm.budget import Budget, Budgeted
from wikic.llm.limits import UNLIMITED, Limits
from wikic.llm.meter import Meter, all_runs
from wikic.llm.open_models import Settings, open_models
from wikic.llm.price import Price, worst
from wikic.llm.protocol import Message, Reply, Request, Usage
from wikic.llm.retrying import Patience
from wikic.llm.scripted import Said, ScriptedModel

REQUEST = Request("extract", "extract", (Message("user", "a question of some words"),), 100)
PROMPT = worst(None, REQUEST).prompt
DOLLAR = Price(0.001, 0.01)  # a thousand tokens sent are a dollar, a hundred received another


def budgeted(script: list[Said], budget: Budget, meter: Meter | None = None) -> Budgeted:
    return Budgeted(ScriptedModel(script), budget, meter or Meter(), DOLLAR)


def test_a_call_that_may_exceed_the_tokens_is_not_made() -> None:
    model = budgeted(["yes"], Budget(max_tokens=PROMPT + 99))
    with pytest.raises(BudgetError, match=r"--max-tokens: 0 of .* the next call may take") as caught:
        model.complete(REQUEST)
    assert "--max-tokens" in caught.value.hint


def test_a_call_that_may_exceed_the_cost_is_not_made() -> None:
    most = DOLLAR.most(PROMPT, 100)
    with pytest.raises(BudgetError, match="--max-cost"):
        budgeted(["yes"], Budget(max_cost=most - 0.01)).complete(REQUEST)
    budgeted(["yes"], Budget(max_cost=most)).complete(REQUEST)


def test_a_refusal_says_which_limit_it_is_what_is_used_and_what_the_next_call_may_take() -> None:
    used = Reply("yes", usage=Usage(1_200, 300, 0, 4.0))
    limit = 1_500 + PROMPT + 99
    model = budgeted([used, used], Budget(max_tokens=limit, max_cost=1_000.0))
    model.complete(REQUEST)
    said = f"--max-tokens: 1,500 of {limit:,} tokens are used and the next call may take {PROMPT + 100:,}"
    with pytest.raises(BudgetError, match=said):
        model.complete(REQUEST)
    model = budgeted([used, used], Budget(max_tokens=limit + 1, max_cost=4.0 + DOLLAR.most(PROMPT, 100) / 2))
    model.complete(REQUEST)
    with pytest.raises(BudgetError, match=r"--max-cost: \$4\.0000 of \$4\.\d+ are spent"):
        model.complete(REQUEST)
    budgeted([used, used], Budget(max_tokens=limit + 1)).complete(REQUEST)


def test_what_was_not_used_can_be_spent() -> None:
    used = Reply("yes", usage=Usage(PROMPT, 1, 0, DOLLAR.of(PROMPT, 1)))
    model = budgeted([used] * 10, Budget(max_tokens=2 * PROMPT + 101))
    model.complete(REQUEST)
    model.complete(REQUEST)
    with pytest.raises(BudgetError):
        model.complete(REQUEST)


def test_a_call_that_failed_unbilled_is_given_back_and_one_that_may_be_charged_is_not() -> None:
    meter = Meter()
    model = budgeted(
        [Fault("busy"), Fault("cut", billed=True), "yes"], Budget(max_tokens=PROMPT + 150), meter
    )
    with pytest.raises(Fault):
        model.complete(REQUEST)
    with pytest.raises(Fault):
        model.complete(REQUEST)
    with pytest.raises(BudgetError):
        model.complete(REQUEST)
    whole = meter.totals().whole
    assert (whole.calls, whole.lost, whole.lost_tokens) == (0, 1, PROMPT + 100)


def test_who_could_go_on_when_others_are_done_waits_for_them() -> None:
    release = Event()

    def slow(_: Request) -> Said:
        release.wait(HUNG)
        return Reply("yes", usage=Usage(1, 1))

    model = Budgeted(ScriptedModel(slow), Budget(max_tokens=2 * (PROMPT + 100)), Meter())
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(model.complete, REQUEST) for _ in range(4)]
        release.set()
        assert [call.result().text for call in calls] == ["yes"] * 4


@given(
    st.integers(0, 2_000),
    st.lists(st.tuples(st.integers(0, 100), st.sampled_from(["reply", "busy", "cut"])), max_size=30),
)
def test_the_limit_holds_whatever_happens(limit: int, calls: list[tuple[int, str]]) -> None:
    script: list[Said] = []
    for completion, kind in calls:
        reply = Reply("yes", usage=Usage(PROMPT, completion, 0, None))
        script.append(reply if kind == "reply" else Fault(kind, billed=kind == "cut"))
    meter = Meter()
    model = Budgeted(ScriptedModel(script), Budget(max_tokens=limit), meter)
    for _ in calls:
        try:
            model.complete(REQUEST)
        except ModelError:
            continue
    whole = meter.totals().whole
    assert whole.tokens + whole.lost_tokens <= limit


def settings(server: ModelServer, root: Path, limits: Limits = UNLIMITED) -> Settings:
    return Settings(
        root=root,
        names={"extract": "openai/m1", "ask": "openai/m1"},
        base_url=server.url,
        patience=Patience(tries=2),
        sleep=lambda _: None,
        limits=limits,
    )


def test_an_unknown_price_and_a_limit_in_dollars_are_refused_before_anything_is_sent(tmp_path: Path) -> None:
    with ModelServer(["yes"]) as server:
        with pytest.raises(UsageError, match="that of openai/m1 is unknown") as caught:
            open_models(settings(server, tmp_path, Limits(max_cost=1.0))).model("extract")
        assert "model.prices" in caught.value.hint
        assert server.requests == []


def test_a_price_of_ones_own_makes_the_cost_known(tmp_path: Path) -> None:
    with ModelServer([Answer("yes", usage=(1_000, 100, 0))]) as server:
        own = replace(settings(server, tmp_path, Limits(max_cost=100.0)), prices={"openai/m1": DOLLAR})
        models = open_models(own)
        assert models.worst(REQUEST).cost == pytest.approx(DOLLAR.most(PROMPT, 100))
        assert models.model("extract").complete(REQUEST).usage.cost == pytest.approx(2.0)
        assert str(models.meter.totals().whole) == "1 call, 1,100 tokens, $2.0000"


def test_the_limit_is_one_for_all_roles_and_threads(tmp_path: Path) -> None:
    with ModelServer(lambda _: Answer("yes", usage=(PROMPT, 100, 0))) as server:
        models = open_models(settings(server, tmp_path, Limits(max_tokens=5 * (PROMPT + 100))))

        def call(at: int) -> str:
            request = Request(
                "ask" if at % 2 else "extract", "p", (Message("user", f"number {at:04d}"),), 100
            )
            try:
                return models.model(request.role).complete(request).text
            except BudgetError:
                return "no"

        with ThreadPoolExecutor(8) as pool:
            said = list(pool.map(call, range(20)))
        assert len(server.requests) == said.count("yes") <= 5
        assert models.meter.totals().whole.tokens <= 5 * (PROMPT + 100)


def test_each_attempt_of_a_retry_is_counted(tmp_path: Path) -> None:
    with ModelServer([CUT, CUT]) as server:
        models = open_models(settings(server, tmp_path))
        with pytest.raises(ModelUnavailableError):
            models.model("extract").complete(REQUEST)
        assert models.meter.totals().whole.lost == len(server.requests) == 2


def test_totals_outlive_the_run(tmp_path: Path) -> None:
    with ModelServer(lambda _: Answer("yes", usage=(10, 5, 4))) as server:
        for role in ("extract", "ask"):
            models = open_models(settings(server, tmp_path))
            models.model(role).complete(Request(role, role, REQUEST.messages, 10))  # type: ignore[arg-type]
    with (tmp_path / ".wikic" / "model-calls.jsonl").open("ab") as file:
        file.write(b'\n{"purpose":"ext')  # a crash
    found = all_runs(tmp_path)
    assert list(found.by_purpose) == ["ask", "extract"]
    assert str(found.whole) == "2 calls, 30 tokens (8 cached), price unknown"
    assert str(all_runs(tmp_path / "nowhere").whole) == ""


def test_a_line_after_a_line_that_a_crash_cut_short_is_not_lost(tmp_path: Path) -> None:
    ledger = tmp_path / ".wikic" / "model-calls.jsonl"
    Meter(ledger).spent("extract", "m", Usage(1, 1))
    with ledger.open("ab") as file:
        file.write(b'\n{"purpose":"ext')
    Meter(ledger).spent("extract", "m", Usage(1, 1))
    assert all_runs(tmp_path).whole.calls == 2


def test_many_threads_write_one_ledger(tmp_path: Path) -> None:
    meter = Meter(tmp_path / ".wikic" / "model-calls.jsonl")
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda _: meter.spent("extract", "m", Usage(1, 2, 0, 0.5)), range(500)))
    assert all_runs(tmp_path).whole == meter.totals().whole
    assert meter.totals().whole.cost == 250.0
