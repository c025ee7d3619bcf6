"""A model over HTTP, a session, a compile: the digests that come of it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support import good_model
from support.model_server import PROSE, REFUSAL, ModelServer
from support.proposals import CHINESE, ENGLISH, SCHEMA

from wikic.compiler.article_digest import Digested, Failed, digest_article
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.open_curator import open_curator
from wikic.errors import ConfigError
from wikic.llm.open_models import Settings, open_models
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.model.finding import Category
from wikic.session import Session


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key")
    return tmp_path


def test_a_document_becomes_a_digest_over_http(root: Path) -> None:
    with ModelServer(good_model.serve) as server:
        models = open_models(
            Settings(
                root=root, names={"extract": "openai/gpt-x", "verify": "openai/gpt-x"}, base_url=server.url
            )
        )
        with models:
            curator = open_curator(models)
            result = digest_article(ENGLISH, curator, SCHEMA, "2026-01-02", None)
            again = digest_article(ENGLISH, curator, SCHEMA, "2026-01-02", None)
        assert isinstance(result, Digested) and result == again
        digest = result.source.digest
        assert digest.compiled_with == curator.name and digest.compiled_with.startswith(
            "openai/gpt-x extract/"
        )
        assert digest.principal is not None and digest.principal.title == "Marta Ohm"
        # The second time everything came from the cache.
        assert len(server.requests) <= 2
        assert server.requests[0]["messages"][0]["role"] == "system"
        assert "sk-test-key" not in json.dumps(server.requests)


@pytest.mark.parametrize("answer", [PROSE, REFUSAL])
def test_a_model_that_gives_nothing_fails_the_source_and_says_why(root: Path, answer: Any) -> None:
    with ModelServer([answer] * 3) as server:
        models = open_models(Settings(root=root, names={"extract": "openai/gpt-x"}, base_url=server.url))
        with models:
            result = digest_article(CHINESE, open_curator(models), SCHEMA, "2026-01-02", None)
    assert isinstance(result, Failed)
    assert "openai/gpt-x" in result.reason
    assert {"malformed-reply", "no-statements"} == {slip.rule for slip in result.slips}
    assert Category.INCOMPLETE_PAGE in {slip.category for slip in result.slips}


def test_one_curator_serves_many_threads() -> None:
    model = ScriptedModel(good_model.answer)
    curator = ModelCurator(model, model)
    with ThreadPoolExecutor(8) as pool:
        results = list(
            pool.map(
                lambda article: digest_article(article, curator, SCHEMA, "2026-01-02", None),
                [ENGLISH, CHINESE] * 16,
            )
        )
    assert all(isinstance(result, Digested) for result in results)
    assert len({repr(result) for result in results}) == 2


def test_a_failing_verifier_fails_the_source_not_the_run() -> None:
    def model(request: Request) -> str:
        return "no" if request.purpose == "verify" else reworded(request)

    def reworded(request: Request) -> str:
        said = good_model.reply_of(request.messages[1].text)
        for each in said["statements"]:
            each["text"] = each["text"].rstrip(".") + ", it is said."
        return json.dumps(said, ensure_ascii=False)

    asked = ScriptedModel(model)
    assert isinstance(digest_article(ENGLISH, ModelCurator(asked, asked), SCHEMA, "2026-01-02", None), Failed)


def test_a_session_knows_its_curator_without_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    session = Session.open(tmp_path)
    assert session.curator().name.startswith("offline/")
    name = session.curator("openai/gpt-x").name
    assert name.startswith("openai/gpt-x extract/") and "checked" not in name
    (tmp_path / "wikic.toml").write_text('[compile]\nmodel = "openai/gpt-x"\n[model]\nverify = "offline"\n')
    assert Session.open(tmp_path).curator().name.endswith("checked by rules")
    (tmp_path / "wikic.toml").write_text(
        '[compile]\nmodel = "openai/gpt-x"\n[model]\nverify = "openai/gpt-y"\n'
    )
    assert Session.open(tmp_path).curator().name.endswith("checked by openai/gpt-y")


def test_models_without_one_that_extracts_make_no_curator(tmp_path: Path) -> None:
    models = open_models(Settings(root=tmp_path, names={"ask": "openai/gpt-x"}))
    with pytest.raises(ConfigError):
        open_curator(models)
