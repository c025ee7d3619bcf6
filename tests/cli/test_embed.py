"""``wikic embed`` and what it lets people and agents do, with a server of vectors on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command import wikic, write
from support.hashed_vectors import hashed
from support.model_server import BAD_KEY, ModelServer


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def kb(home: Path, server: ModelServer) -> Path:
    write(home, {"kb/wikic.toml": settings(server)})
    return home


def settings(server: ModelServer, model: str = "openai/e1") -> str:
    price = f'[model.prices."{model}"]\ninput = 1.0\noutput = 0.0\n'
    return f'[embedding]\nmodel = "{model}"\nbase_url = "{server.url}"\n{price}'


def sent(server: ModelServer) -> int:
    """How many texts it gave vectors."""
    return sum(len(each["input"]) for each in server.embedded)


def test_sentences_are_found_by_meaning_once_they_have_vectors(kb: Path, server: ModelServer) -> None:
    told = wikic("search", "--semantic", "a town on a river", "-C", "kb", cwd=kb, code=2)
    assert "wikic embed" in told.err
    done = wikic("embed", "-C", "kb", cwd=kb)
    assert "sentences of 3 documents have vectors (3 new or changed)" in done.out
    found = wikic("search", "--semantic", "lies on the thames", "-C", "kb", "--json", cwd=kb).json
    assert found["parts"][0]["key"] == "docs/london.md"
    assert found["parts"][0]["sentences"][0]["text"] == "London lies on the Thames."
    assert "docs/london.md" in wikic("search", "--semantic", "lies on the thames", "-C", "kb", cwd=kb).out


def test_only_what_is_new_is_sent_and_what_went_is_found_no_more(kb: Path, server: ModelServer) -> None:
    wikic("embed", "-C", "kb", cwd=kb)
    before = sent(server)
    assert "none changed" in wikic("embed", "-C", "kb", cwd=kb).out
    assert sent(server) == before
    write(kb, {"docs/rome.md": "# Rome\n\nRome lies on the Tiber.\n"})
    wikic("compile", "docs", "-C", "kb", cwd=kb)
    assert "(1 new or changed)" in wikic("embed", "-C", "kb", cwd=kb).out
    assert sent(server) == before + 1
    wikic("forget", "docs/london.md", "-C", "kb", cwd=kb)
    wikic("embed", "-C", "kb", cwd=kb)
    assert sent(server) == before + 1
    keys = [
        each["key"]
        for each in wikic("search", "--semantic", "lies on the thames", "-C", "kb", "--json", cwd=kb).json[
            "parts"
        ]
    ]
    assert "docs/rome.md" in keys and "docs/london.md" not in keys


def test_vectors_of_another_model_are_not_compared(kb: Path, server: ModelServer) -> None:
    wikic("embed", "-C", "kb", cwd=kb)
    (kb / "kb/wikic.toml").write_text(settings(server, "openai/e2"))
    assert "wikic embed" in wikic("search", "--semantic", "town", "-C", "kb", cwd=kb, code=2).err
    wikic("embed", "-C", "kb", cwd=kb)
    wikic("search", "--semantic", "town", "-C", "kb", cwd=kb)


def test_a_run_that_is_cut_off_is_paid_for_once(kb: Path, server: ModelServer) -> None:
    wikic("embed", "-C", "kb", "--max-cost", "0.0000001", cwd=kb, code=2)
    assert sent(server) == 0
    server.vectors = lambda _: BAD_KEY
    assert "key is missing or refused" in wikic("embed", "-C", "kb", cwd=kb, code=2).err
    server.vectors = lambda texts: [hashed(text) for text in texts]
    wikic("embed", "-C", "kb", cwd=kb)


def test_without_a_model_it_says_how_one_is_named(home: Path) -> None:
    done = wikic("embed", "-C", "kb", cwd=home, code=2)
    assert "no embedding model is named" in done.err and "[embedding] model" in done.err
    told = wikic("search", "--semantic", "--sources", "x", "-C", "kb", cwd=home, code=2)
    assert "exclude each other" in told.err


def test_vectors_that_came_with_a_clone_are_not_read(kb: Path) -> None:
    wikic("embed", "-C", "kb", cwd=kb)
    (kb / "kb/.wikic/origin").write_text("elsewhere")
    assert "wikic embed" in wikic("search", "--semantic", "town", "-C", "kb", cwd=kb, code=2).err
    assert not (kb / "kb/.wikic/vectors").exists()
