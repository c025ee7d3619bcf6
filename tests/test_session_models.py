"""Which model does what, as ``wikic.toml`` and the command line say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

import pytest
from support.model_server import Answer, ModelServer, rate_limited
from support.patience import HUNG, until

from wikic.errors import ConfigError, ModelUnavailableError, UsageError
from wikic.llm.limits import Limits
from wikic.llm.protocol import ROLES, Message, Request
from wikic.session import Session

REQUEST = Request("extract", "extract", (Message("user", "u"),), 100)


def session(root: Path, text: str) -> Session:
    (root / "wikic.toml").write_text(text, "utf-8")
    return Session.open(root, "2026-11-21")


def names(session: Session, model: str | None = None) -> list[str]:
    models = session.models(model)
    found: list[str] = []
    for role in ROLES:
        try:
            found.append(models.name(role))
        except ConfigError:
            found.append("-")
    return found


def test_offline_has_no_model(tmp_path: Path) -> None:
    assert names(session(tmp_path, "")) == ["-"] * 6


def test_every_role_takes_the_model_of_compile(tmp_path: Path) -> None:
    assert names(session(tmp_path, '[compile]\nmodel = "a/b"')) == ["a/b"] * 4 + ["-"] * 2


def test_a_role_may_have_its_own(tmp_path: Path) -> None:
    text = '[compile]\nmodel = "a/b"\n[model]\nverify = "c/d"\nask = "offline"'
    assert names(session(tmp_path, text)) == ["a/b", "c/d", "a/b", "-", "-", "-"]
    assert names(session(tmp_path, '[model]\nask = "c/d"')) == ["-", "-", "-", "c/d", "-", "-"]


def test_the_command_line_overrides_all(tmp_path: Path) -> None:
    text = '[compile]\nmodel = "a/b"\n[model]\nverify = "c/d"'
    assert names(session(tmp_path, text), "e/f") == ["e/f"] * 4 + ["-"] * 2
    assert names(session(tmp_path, text), "offline") == ["-"] * 6


def test_who_judges_is_named_for_one_run(tmp_path: Path) -> None:
    models = session(tmp_path, '[compile]\nmodel = "a/b"').models("e/f", judge="g/h", embedding="i/j")
    assert [models.name(role) for role in ROLES] == ["e/f"] * 4 + ["g/h", "i/j"]


def test_the_embedding_model_is_one_of_its_own(tmp_path: Path) -> None:
    text = '[compile]\nmodel = "a/b"\n[embedding]\nmodel = "c/d"'
    assert names(session(tmp_path, text)) == ["a/b"] * 4 + ["-", "c/d"]
    assert names(session(tmp_path, text), "e/f") == ["e/f"] * 4 + ["-", "c/d"]
    assert not session(tmp_path, "").models("e/f").has("embed")


def test_the_embedding_model_may_be_at_another_address(tmp_path: Path) -> None:
    with ModelServer(["said"]) as one, ModelServer() as other:
        text = (
            f'[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{one.url}"\n'
            f'[embedding]\nmodel = "openai/m1"\nbase_url = "{other.url}"\n'
        )
        with session(tmp_path, text).models() as models:
            assert models.model("extract").complete(REQUEST).text == "said"
            models.embedder().embed(["a text"])
        assert (len(one.requests), len(one.embedded)) == (1, 0)
        assert (len(other.requests), len(other.embedded)) == (0, 1)


def test_address_and_prices_are_taken_from_the_configuration(tmp_path: Path) -> None:
    with ModelServer([Answer("yes", usage=(1_000_000, 100_000, 400_000))]) as server:
        text = (
            f'[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{server.url}"\n'
            '[model.prices."openai/m1"]\ninput = 1.0\noutput = 10.0\ncached = 0.5\n'
        )
        with session(tmp_path, text).models(limits=Limits(max_cost=5)) as models:
            assert models.model("extract").complete(REQUEST).usage.cost == pytest.approx(1.8)
            price = models.price("extract")
            assert price is not None
            assert price.input == pytest.approx(1e-6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[model]\ntimeout = 0", "timeout must be more than 0"),
        ("[model.prices.m]\ninput = -1\noutput = 1", "price of m is below 0"),
        ("[model.prices.m]\ninput = 1\noutput = 1\nout = 2", "unknown field `out`"),
        ("[model.prices.m]\ninput = 1", "missing required field `output`"),
        ('[model]\nkey = "sk-abc"', "unknown key model.key"),
    ],
)
def test_what_the_configuration_cannot_say(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        session(tmp_path, text)


def test_record_and_replay_are_passed_on(tmp_path: Path) -> None:
    opened = session(tmp_path, "")
    with pytest.raises(UsageError):
        opened.models(limits=Limits(record=tmp_path / "a", replay=tmp_path / "b"))


def test_who_interrupts_does_not_wait_for_pauses(tmp_path: Path) -> None:
    with ModelServer(lambda _: rate_limited("100")) as server:
        opened = session(tmp_path, f'[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{server.url}"')
        models = opened.models()
        model = models.model("extract")
        with ThreadPoolExecutor(1) as pool:
            call = pool.submit(model.complete, REQUEST)
            until(lambda: server.requests)
            Thread(target=models.close).start()
            with pytest.raises(ModelUnavailableError):
                call.result(timeout=HUNG)
        assert len(server.requests) == 1  # after the pause there would be another
