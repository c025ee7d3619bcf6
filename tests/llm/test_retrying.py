from __future__ import annotations

from dataclasses import replace

import pytest

from wikic.errors import ModelError, ModelUnavailableError, QuotaError
from wikic.llm.attempt_error import Fault
from wikic.llm.protocol import Message, Reply, Request
from wikic.llm.retrying import Patience, Retrying
from wikic.llm.scripted import Said, ScriptedModel

REQUEST = Request("extract", "extract", (Message("user", "u"),), 10)


def tried(script: list[Said], **more: float) -> tuple[str | ModelError, list[float], int]:
    """The reply or error, the pauses, and the number of attempts; the dice always show ``draw``."""
    pauses: list[float] = []
    inner = ScriptedModel(script)
    model = Retrying(inner, Patience(tries=5), sleep=pauses.append, draw=lambda: more.get("draw", 1.0))
    try:
        outcome: str | ModelError = model.complete(REQUEST).text
    except ModelError as error:
        outcome = error
    return outcome, pauses, len(inner.requests)


def test_it_backs_off_twice_as_long_each_time() -> None:
    assert tried([Fault("busy")] * 4 + ["yes"]) == ("yes", [1.0, 2.0, 4.0, 8.0], 5)


def test_a_server_that_is_not_there_is_tried_once_more_only() -> None:
    outcome, pauses, attempts = tried([Fault("no connection", unreached=True)] * 9)
    assert isinstance(outcome, ModelUnavailableError)
    assert (len(pauses), attempts) == (1, 2)
    # One that was heard of before may be restarting, and a compile waits for it; a person does not.
    for role, most in (("extract", 5), ("ask", 2)):
        inner = ScriptedModel(["yes", *[Fault("no connection", unreached=True)] * 9])
        model = Retrying(inner, Patience(tries=5), sleep=lambda _: None)
        model.complete(REQUEST)
        with pytest.raises(ModelUnavailableError):
            model.complete(replace(REQUEST, role=role))
        assert len(inner.requests) == 1 + most


def test_the_pause_is_drawn_from_nothing_up() -> None:
    assert tried([Fault("busy")] * 2 + ["yes"], draw=0.0)[1] == [0.0, 0.0]


def test_no_pause_is_longer_than_the_longest() -> None:
    pauses: list[float] = []
    model = Retrying(
        ScriptedModel([Fault("busy")] * 9), Patience(tries=9), sleep=pauses.append, draw=lambda: 1
    )
    with pytest.raises(ModelUnavailableError):
        model.complete(REQUEST)
    assert max(pauses) == 60.0


def test_what_a_provider_asks_for_is_waited_and_a_little_more() -> None:
    assert tried([Fault("busy", wait=7.0), "yes"], draw=0.5)[1] == [7.5]


def test_what_one_request_was_asked_to_wait_every_other_waits_too() -> None:
    pauses: list[float] = []
    now = [0.0]
    inner = ScriptedModel([Fault("busy", wait=30.0), "a", "b", "c"])
    model = Retrying(inner, sleep=pauses.append, draw=lambda: 0.5, clock=lambda: now[0])
    model.complete(REQUEST)
    now[0] = 10.0
    model.complete(REQUEST)
    now[0] = 31.0
    model.complete(REQUEST)
    assert pauses == [30.5, 20.5]


def test_nobody_waits_an_hour() -> None:
    assert tried([Fault("busy", wait=3600.0), "yes"], draw=0.0)[1] == [120.0]


def test_after_the_last_attempt_it_is_unavailable() -> None:
    outcome, pauses, attempts = tried([Fault("busy")] * 9)
    assert isinstance(outcome, ModelUnavailableError) and not isinstance(outcome, Fault)
    assert str(outcome) == "scripted did not answer after 5 attempts: busy"
    assert outcome.hint
    assert (len(pauses), attempts) == (4, 5)


@pytest.mark.parametrize("error", [QuotaError("used up"), ModelUnavailableError("refused")])
def test_what_will_not_pass_is_not_tried_again(error: ModelError) -> None:
    assert tried([error, "yes"]) == (error, [], 1)


def test_when_the_run_is_over_nothing_is_tried_again() -> None:
    inner = ScriptedModel([Fault("busy"), "yes"])
    with pytest.raises(ModelUnavailableError, match="the run is over"):
        Retrying(inner, sleep=lambda _: True).complete(REQUEST)
    assert len(inner.requests) == 1


def test_text_of_a_stream_that_broke_is_not_heard_twice() -> None:
    class Breaking:
        name = "breaking"
        attempts = 0

        def complete(self, request: Request, on_text: object = None) -> Reply:
            self.attempts += 1
            for piece in ("one ", "two ", "three"):
                if piece == "three" and self.attempts < 3:
                    raise Fault("cut")
                assert callable(on_text)
                on_text(piece)
            return Reply("one two three")

        def keep(self, request: Request, reply: Reply) -> None:
            pass

    heard: list[str] = []
    Retrying(Breaking(), sleep=lambda _: None).complete(REQUEST, heard.append)
    assert "".join(heard) == "one two three"
