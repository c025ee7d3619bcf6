"""Texts as vectors, over HTTP from the loopback server: batches, what is kept, and what goes wrong."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.hashed_vectors import SIZE, hashed
from support.model_server import BAD_KEY, QUOTA, SERVER_ERROR, Fault, ModelServer, error, rate_limited

from wikic import layout
from wikic.errors import (
    BudgetError,
    ConfigError,
    CredentialsError,
    InputError,
    ModelUnavailableError,
    QuotaError,
    ReplyError,
    UsageError,
)
from wikic.llm.embedding import Embedder, embed_request, packed, vectors_of
from wikic.llm.limits import UNLIMITED, Limits
from wikic.llm.litellm_model import price_of
from wikic.llm.meter import Meter, all_runs
from wikic.llm.open_models import Models, Settings, open_models
from wikic.llm.price import Price
from wikic.llm.protocol import Reply
from wikic.llm.retrying import Patience
from wikic.llm.scripted import ScriptedModel
from wikic.llm.vector_cache import VectorCache

TEXTS = [f"text number {at}, of its own words {at * at}" for at in range(70)]

PRICE = Price(1e-6, 0)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def opened(root: Path, url: str, limits: Limits = UNLIMITED, price: Price | None = PRICE) -> Models:
    return open_models(
        Settings(
            root=root,
            names={"embed": "openai/e1"},
            embedding_url=url,
            prices={} if price is None else {"openai/e1": price},
            limits=limits,
            patience=Patience(tries=3),
            sleep=lambda _: None,
        )
    )


def failing(server: ModelServer, *said: Fault | list[list[float]]) -> None:
    """Answer so, one after the other, and then well."""
    queue = list(said)
    server.vectors = lambda texts: queue.pop(0) if queue else [hashed(text) for text in texts]


def test_texts_are_sent_in_batches_once_and_priced(server: ModelServer, tmp_path: Path) -> None:
    told: list[int] = []
    with opened(tmp_path, server.url) as models:
        vectors = models.embedder().embed([*TEXTS, TEXTS[3]], told.append)
        assert models.embedder() is models.embedder()
        tally = models.meter.totals().by_purpose["embed"]
    assert [list(each) for each in vectors] == [pytest.approx(hashed(text)) for text in [*TEXTS, TEXTS[3]]]
    assert [len(body["input"]) for body in server.embedded] == [32, 32, 6]
    assert sum(told) == 71
    assert (tally.calls, tally.unpriced) == (3, 0)
    assert tally.prompt == sum(len(text.split()) for text in TEXTS)
    assert tally.cost == pytest.approx(tally.prompt * 1e-6)
    assert all_runs(tmp_path).by_purpose["embed"].calls == 3


def test_what_was_paid_for_is_kept(server: ModelServer, tmp_path: Path) -> None:
    with opened(tmp_path, server.url) as models:
        first = models.embedder().embed(TEXTS[:40])
    with opened(tmp_path, server.url) as models:
        assert models.embedder().embed(TEXTS[:50])[:40] == first
        assert models.meter.totals().whole.reused == 40
    assert [len(body["input"]) for body in server.embedded] == [32, 8, 10]
    kept = sorted((tmp_path / layout.BUILD_DIR / layout.EMBEDDINGS_DIR).glob("*/*"))
    assert len(kept) == 3
    kept[0].write_bytes(kept[0].read_bytes()[:-1])
    with opened(tmp_path, server.url) as models:
        assert models.embedder().embed(TEXTS[:50])[:40] == first
    assert len(server.embedded) == 4, "what is damaged is asked for again"


def test_another_server_is_another_model(server: ModelServer, tmp_path: Path) -> None:
    with opened(tmp_path, server.url) as models:
        models.embedder().embed(TEXTS[:1])
    with ModelServer() as other, opened(tmp_path, other.url) as models:
        models.embedder().embed(TEXTS[:1])
        assert len(other.embedded) == 1


@pytest.mark.parametrize(
    "fault",
    [SERVER_ERROR, rate_limited("0"), [hashed("one")], [hashed("one"), [1.0]], [[0.0] * SIZE] * 2],
    ids=["500", "rate limit", "count", "lengths", "no direction"],
)
def test_what_may_pass_is_tried_again_and_then_given_up(
    server: ModelServer, tmp_path: Path, fault: Fault | list[list[float]]
) -> None:
    failing(server, fault, fault)
    with opened(tmp_path, server.url) as models:
        assert len(models.embedder().embed(TEXTS[:2])) == 2
        assert len(server.embedded) == 3
        failing(server, *[fault] * 3)
        with pytest.raises(ModelUnavailableError, match="after 3 attempts"):
            models.embedder().embed(TEXTS[2:4])


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (BAD_KEY, CredentialsError),
        (QUOTA, QuotaError),
        (error(400, "input too long"), ModelUnavailableError),
        (error(404, "no such model", "model_not_found"), ConfigError),
    ],
)
def test_what_will_not_pass_is_not_tried_again(
    server: ModelServer, tmp_path: Path, fault: Fault, kind: type[Exception]
) -> None:
    failing(server, fault)
    with opened(tmp_path, server.url) as models, pytest.raises(kind):
        models.embedder().embed(TEXTS[:2])
    assert len(server.embedded) == 1


def test_vectors_of_another_length_than_before_are_another_models(
    server: ModelServer, tmp_path: Path
) -> None:
    with opened(tmp_path, server.url) as models:
        models.embedder().embed(TEXTS[:1])
    server.vectors = lambda texts: [[1.0, 2.0] for _ in texts]
    with opened(tmp_path, server.url) as models, pytest.raises(ReplyError, match="256 before") as caught:
        models.embedder().embed(TEXTS[:2])
    assert "embeddings" in caught.value.hint


@pytest.mark.parametrize("limits", [Limits(max_cost=0.0009), Limits(max_tokens=900)])
def test_limits_hold_and_what_was_paid_for_stays(server: ModelServer, tmp_path: Path, limits: Limits) -> None:
    with opened(tmp_path, server.url, limits) as models, pytest.raises(BudgetError):
        models.embedder().embed(TEXTS)
    sent = len(server.embedded)
    assert 0 < sent < 3
    with opened(tmp_path, server.url) as models:
        models.embedder().embed(TEXTS)
    assert len(server.embedded) == 3


def test_a_limit_in_dollars_needs_a_price(server: ModelServer, tmp_path: Path) -> None:
    with (
        opened(tmp_path, server.url, Limits(max_cost=1), None) as models,
        pytest.raises(UsageError, match="needs a price"),
    ):
        models.embedder()


def test_a_transcript_holds_all_vectors_and_gives_them_again(server: ModelServer, tmp_path: Path) -> None:
    with opened(tmp_path, server.url) as models:
        models.embedder().embed(TEXTS[:5])  # these come from the cache when it is recorded
    tape = tmp_path / "tape.jsonl"
    with opened(tmp_path, server.url, Limits(record=tape)) as models:
        vectors = models.embedder().embed(TEXTS[:9])
        assert models.embedder().embed(TEXTS[:9]) == vectors
    assert len(tape.read_text().splitlines()) == 1 + 9
    sent = len(server.embedded)
    with opened(tmp_path / "elsewhere", server.url, Limits(replay=tape)) as models:
        assert models.embedder().embed(TEXTS[8::-1]) == vectors[::-1]
        with pytest.raises(InputError, match="holds no"):
            models.embedder().embed(TEXTS[9:10])
    assert len(server.embedded) == sent


def test_long_and_odd_texts(server: ModelServer, tmp_path: Path) -> None:
    with opened(tmp_path, server.url) as models:
        models.embedder().embed(["港口" * 10_000, "half of a character: \ud800"])
    sent = server.embedded[0]["input"]
    assert 5_000 < len(sent[0]) < 10_000
    assert json.dumps(sent[1]) == '"half of a character: ?"'


def test_packed_vectors_come_back() -> None:
    vectors = [[0.5, -2.0, 0.25], [1.0, 0.0, 3.0]]
    reply = Reply(packed(vectors))
    assert [list(each) for each in vectors_of(reply, 2)] == vectors
    for text, count in ((packed(vectors), 4), ("", 1), ("no base64 at all", 1), (packed(vectors)[:7], 1)):
        with pytest.raises(ReplyError):
            vectors_of(Reply(text), count)


def test_any_model_of_the_gateway_may_embed() -> None:
    model = ScriptedModel(lambda request: packed([hashed(m.text) for m in request.messages]), "scripted")
    assert len(Embedder(model, Meter(), batch=2).embed(TEXTS[:5])) == 5
    assert [len(request.messages) for request in model.requests] == [2, 2, 1]
    assert embed_request(["a"]).role == "embed"


@pytest.mark.parametrize("name", ["text-embedding-3-small", "mistral/mistral-embed"])
def test_vectors_cost_what_is_sent_and_nothing_else(name: str) -> None:
    price = price_of(name)
    assert price is not None
    assert price.input > 0 and price.output == 0 and price.most(10, 0) == pytest.approx(10 * price.input)


def test_a_cache_gives_vectors_of_any_batch_and_none_of_one_that_is_gone(tmp_path: Path) -> None:
    written = VectorCache(tmp_path, "m")
    for batch in range(3):
        texts = [f"text {batch} {at}" for at in range(4)]
        written.keep(texts, [array("f", [batch + 1.0, at]) for at in range(4)])
    cache = VectorCache(tmp_path, "m")
    for at in range(4):
        for batch in (2, 0, 1):
            assert cache.get(f"text {batch} {at}") == array("f", [batch + 1.0, at])
    assert cache.get("never sent") is None
    assert VectorCache(tmp_path, "another").get("text 0 0") is None
    for file in tmp_path.rglob("*.vectors"):
        file.unlink()
    # The batch that was asked for last is still known; the others are as if they had never been.
    assert cache.get("text 1 0") == array("f", [2.0, 0.0]) and cache.get("text 2 0") is None
