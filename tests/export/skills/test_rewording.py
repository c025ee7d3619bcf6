"""``wikic export skills --model``: a model words the groups, and says nothing that the documents do not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import snapshot, wikic
from support.copies import copied
from support.model_server import BAD_KEY, PROSE, QUOTA, Answer, Body, Fault, ModelServer, Said
from support.skill_reader import listings

LABEL = "Give the group a name"


def serve(label: str, summary: str) -> object:
    def said(body: Body) -> Said:
        asked = json.dumps(body["messages"])
        return Answer(json.dumps({"line": label if LABEL in asked else summary}))

    return said


def kb(library: Path, home: Path, server: ModelServer) -> Path:
    copied(library, home / "kb")
    with (home / "kb/wikic.toml").open("a") as file:
        file.write(
            f'\n[model]\nbase_url = "{server.url}"\n[model.prices."openai/m1"]\ninput = 1.0\noutput = 2.0\n'
        )
    return home / "kb"


RUN = ("export", "skills", "out", "-C", "kb", "--branching", "3", "--model", "openai/m1")


def test_a_model_words_groups_from_below_and_a_transcript_repeats_it(library: Path, tmp_path: Path) -> None:
    summary = "What has to be done every season, and which office to ask. Ask before you begin."
    with ModelServer(serve("Every season", summary)) as server:  # type: ignore[arg-type]
        kb(library, tmp_path, server)
        done = wikic(*RUN, "--record", "run.jsonl", cwd=tmp_path)
        requests = [json.dumps(each["messages"]) for each in server.requests]
    assert "model: " in done.out
    found = [each for skill in sorted((tmp_path / "out").glob("skill-*")) for each in listings(skill)]
    assert all(summary in each.body for each in found)
    for each in found:
        inner = each.head["level"] > 1
        assert ("every-season" in each.head["name"]) == inner
        if each.file.name == "SKILL.md":
            said = each.head["description"]
            assert said.startswith(summary) and "Use it when" in said
    assert len([each for each in requests if LABEL not in each]) == len(found)
    assert any("Tide Gauge: Repairing the float" in each for each in requests)
    # Groups are worded from what was said of those below them.
    assert any(summary in each and LABEL not in each for each in requests)
    again = wikic("export", "skills", "b", *RUN[3:7], "--replay", "run.jsonl", cwd=tmp_path)
    assert snapshot(tmp_path / "b") == snapshot(tmp_path / "out"), again


@pytest.mark.parametrize(
    ("label", "summary"),
    [
        ("Ports of Bergen", "Everything about the port of Bergen."),
        ("See https://evil.example/x", "There are 4,711 documents."),
        ("../../etc", "Look into [[Secrets]] and ../../etc/passwd."),
        ("# **", ""),
    ],
)
def test_what_the_documents_do_not_say_reaches_no_skill(
    library: Path, tmp_path: Path, label: str, summary: str
) -> None:
    with ModelServer(serve(label, summary)) as server:  # type: ignore[arg-type]
        kb(library, tmp_path, server)
        wikic(*RUN, cwd=tmp_path)
    wikic("export", "skills", "rules", *RUN[3:7], "--model", "offline", cwd=tmp_path)
    for skill in sorted((tmp_path / "out").glob("skill-*")):
        same = tmp_path / "rules" / skill.name
        bodies = [(each.head["name"], each.body) for each in listings(skill)]
        assert bodies == [(each.head["name"], each.body) for each in listings(same)]
        for each in listings(skill):
            text = json.dumps(each.head) + each.body
            assert not any(bad in text for bad in ("Bergen", "evil", "4,711", "Secrets", "etc/"))


def test_a_model_that_talks_beside_the_point_leaves_the_words_to_rules(library: Path, tmp_path: Path) -> None:
    with ModelServer(lambda _: PROSE) as server:
        kb(library, tmp_path, server)
        wikic(*RUN, cwd=tmp_path)
    assert any("Tide Gauge" in file.read_text() for file in (tmp_path / "out").rglob("SKILL.md"))


@pytest.mark.parametrize("fault", [BAD_KEY, QUOTA], ids=["key", "quota"])
def test_a_model_that_cannot_be_used_leaves_no_skills(library: Path, tmp_path: Path, fault: Fault) -> None:
    with ModelServer(lambda _: fault) as server:
        kb(library, tmp_path, server)
        assert wikic(*RUN, cwd=tmp_path, code=2).err.startswith("wikic: ")
    assert not (tmp_path / "out").exists()


def test_a_limit_on_cost_is_kept_before_anything_is_asked(library: Path, tmp_path: Path) -> None:
    with ModelServer(serve("Every season", "")) as server:  # type: ignore[arg-type]
        kb(library, tmp_path, server)
        assert "max-cost" in wikic(*RUN, "--max-cost", "0.000001", cwd=tmp_path, code=2).err
        assert server.requests == []
    assert not (tmp_path / "out").exists()
