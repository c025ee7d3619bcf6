"""``wikic ask --wikis`` as a person and a program meet it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import wikic
from support.many_wikis import own_wikis, wikis
from support.model_server import QUOTA, Answer, ModelServer

__all__ = ["own_wikis", "wikis"]


def test_an_answer_of_many_wikis(wikis: Path, tmp_path: Path) -> None:
    done = wikic(
        "ask", "--wikis", wikis, "Where was the builder of the Osprey born?", "--verbose", cwd=tmp_path
    )
    assert "All about builders (builders):" in done.out and "builders:people/Henrik-Aarvik" in done.out
    assert "of 4 wikis: " in done.err
    found = wikic("ask", "--wikis", wikis, "When was the Grebe lost?", "--json", cwd=tmp_path).json
    assert found["answered"] and found["known"] == 4
    assert found["evidence"][0]["page"].startswith("ships:")
    assert {"wiki": "ships", "answered": True, "silent": ""} in found["wikis"]


def test_what_an_answer_names_can_be_read(wikis: Path, tmp_path: Path) -> None:
    found = wikic("ask", "--wikis", wikis, "When was the Grebe lost?", "--json", cwd=tmp_path).json
    page, key = found["evidence"][0]["page"], found["sources"][0]["key"]
    for address in (page, key):
        read = wikic("read", "--wikis", wikis, address, cwd=tmp_path)
        there = wikic("read", "-C", wikis / "ships", address.partition(":")[2], cwd=tmp_path)
        assert read.out == there.out and "Grebe" in read.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("people/Nobody",), "begins with no wiki of"),
        (("ships:people/X", "kitchen:concepts/Y"), "pages of several wikis"),
        (("ships:people/X", "-C", "kb"), "leave out -C"),
        (("ships:people/Nobody-At-All",), "Nobody-At-All"),
    ],
)
def test_what_cannot_be_read(wikis: Path, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    code = 1 if arguments == ("ships:people/Nobody-At-All",) else 2
    assert said in wikic("read", "--wikis", wikis, *arguments, cwd=tmp_path, code=code).err


def test_what_may_have_been_meant_can_be_read(wikis: Path, tmp_path: Path) -> None:
    said = wikic("read", "--wikis", wikis, "ships:Grebes", cwd=tmp_path, code=1).err
    meant = said.partition("perhaps: ")[2].split(",")[0].split()[0]
    assert meant.startswith("ships:")
    assert "Grebe" in wikic("read", "--wikis", wikis, meant, cwd=tmp_path).out


def test_nothing_is_found(wikis: Path, tmp_path: Path) -> None:
    done = wikic("ask", "--wikis", wikis, "Who invented the zeppelin?", cwd=tmp_path, code=1)
    assert done.out.startswith("In none of these wikis.")


def test_what_is_read_is_noted_in_the_wiki_that_was_read(own_wikis: Path, tmp_path: Path) -> None:
    wikic("ask", "--wikis", own_wikis, "How long is rye bread baked?", cwd=tmp_path)
    assert "Rye-bread" in (own_wikis / "kitchen/.wikic/access.jsonl").read_text(encoding="utf-8")
    ships = own_wikis / "ships/.wikic/access.jsonl"
    assert not ships.exists() or "rye" not in ships.read_text(encoding="utf-8")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def cite(body: dict[str, Any], words: str) -> str:
    """The handle of the fact that was given and holds ``words``."""
    given = str(body["messages"][1]["content"])
    found = re.search(rf"(\[F\d+\])[^\n]*{re.escape(words)}", given)
    assert found is not None, given
    return found[1]


def test_a_model_answers_from_facts_of_several_wikis(
    own_wikis: Path, server: ModelServer, tmp_path: Path
) -> None:
    (own_wikis / "wikic.toml").write_text(f'[model]\nbase_url = "{server.url}"\n')
    server.script(
        lambda body: Answer(
            f"ANSWER: Tolne\nThe Osprey was built by Henrik Aarvik {cite(body, 'built by Henrik Aarvik')}. "
            f"He was born in Tolne {cite(body, 'born in Tolne')}. "
            f"He also went to Zanzibar {cite(body, 'born in Tolne')}."
        )
    )
    asked = ("ask", "--wikis", own_wikis, "Where was the builder of the Osprey born?", "--model", "openai/m1")
    found = wikic(*asked, "--json", cwd=tmp_path).json
    assert (found["by"], found["short"]["text"]) == ("model", "Tolne")
    asked_last = server.requests[-1]
    assert "tools" not in asked_last
    assert len({each["page"].partition(":")[0] for each in found["evidence"]}) > 1
    assert {each["digest"] for each in found["sources"]} == {
        each["citations"][0]["digest"] for each in found["evidence"]
    }
    assert "Zanzibar" not in found["explanation"] and any("Zanzibar" in note for note in found["notes"])
    assert found["model"]["name"] == "openai/m1"
    calls = len(server.requests)
    shown = wikic(*asked, cwd=tmp_path)
    assert shown.out.startswith("Tolne\n") and "model: " in shown.out
    assert len(server.requests) == calls  # what was taken is kept


def test_a_model_that_fails_leaves_what_rules_found(
    own_wikis: Path, server: ModelServer, tmp_path: Path
) -> None:
    (own_wikis / "wikic.toml").write_text(f'[model]\nask = "openai/m1"\nbase_url = "{server.url}"\n')
    server.script(lambda body: QUOTA)
    found = wikic("ask", "--wikis", own_wikis, "When was the Grebe lost?", "--json", cwd=tmp_path).json
    assert found["by"] == "heuristic" and found["answered"]
    assert any("here is what was found without it" in note for note in found["notes"])


def test_a_question_that_no_wiki_answers_costs_nothing(
    own_wikis: Path, server: ModelServer, tmp_path: Path
) -> None:
    (own_wikis / "wikic.toml").write_text(f'[model]\nask = "openai/m1"\nbase_url = "{server.url}"\n')
    done = wikic("ask", "--wikis", own_wikis, "Who invented the zeppelin?", cwd=tmp_path, code=1)
    assert done.out.startswith("In none of these wikis.") and not server.requests


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (("--budget", "2s", "--model", "x/y"), "leave out the model"),
        (("--max-cost", "1"), "no model is asked"),
    ],
)
def test_what_goes_with_a_model_alone_is_said(
    wikis: Path, tmp_path: Path, other: tuple[str, ...], said: str
) -> None:
    assert said in wikic("ask", "--wikis", wikis, "Who?", *other, cwd=tmp_path, code=2).err


@pytest.mark.parametrize(
    "other", [("--controller", "agent"), ("-C", "kb"), ("--trace",), ("--store", "redis://x")]
)
def test_what_does_not_go_with_many_wikis_is_said(
    wikis: Path, tmp_path: Path, other: tuple[str, ...]
) -> None:
    done = wikic("ask", "--wikis", wikis, "Who?", *other, cwd=tmp_path, code=2)
    assert "only -n, --budget, --model" in done.err
