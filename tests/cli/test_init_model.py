"""``wikic init --model``: a model words the proposal, code makes it valid, and its failing leaves no wiki."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from support.command import wikic, write
from support.model_server import BAD_KEY, PROSE, QUOTA, Answer, Body, Fault, ModelServer, Said, error

POSITION = {
    "focus": "Villages and rivers of Georgia",
    "audience": "People who travel",
    "bias": "Places belong, poems do not",
}
SCAFFOLD = {
    "dimensions": [
        {"name": "Villages", "title": "", "description": "villages and towns"},
        {"name": "sources", "title": "", "description": "not allowed"},
        {"name": "rivers/long", "title": "Rivers", "description": "rivers and lakes"},
        {"name": "river", "title": "", "description": "rivers again"},
        {"name": "mills", "title": "", "description": "mills by their rivers"},
        {"name": "../../etc", "title": "", "description": "out of the wiki"},
    ]
}


def serve(body: Body) -> Said:
    asked = json.dumps(body["messages"])
    return Answer(json.dumps(SCAFFOLD if "You divide a wiki" in asked else POSITION))


def kb(home: Path, server: ModelServer) -> Path:
    write(
        home,
        {
            "docs/nasam.txt": "Nasam is a village in Georgia, on the river Kura, with a mill.",
            "kb/wikic.toml": f'[model]\nbase_url = "{server.url}"\n'
            '[model.prices."openai/m1"]\ninput = 1.0\noutput = 2.0\n',
        },
    )
    return home / "kb"


def test_a_model_words_it_code_makes_it_valid_and_a_transcript_repeats_it(tmp_path: Path) -> None:
    with ModelServer(serve) as server:
        kb(tmp_path, server)
        done = wikic(
            "init", "docs", "-C", "kb", "--model", "openai/m1", "--record", "run.jsonl", cwd=tmp_path
        )
        asked = len(server.requests)
    schema = (tmp_path / "kb/wiki/schema.yaml").read_text()
    assert "focus: Villages and rivers of Georgia" in schema
    dimensions = schema.partition("collections:")[0]
    names = [line[8:] for line in dimensions.splitlines() if line.startswith("- name: ")]
    assert names == ["villages", "rivers", "mills", "concepts"]
    assert asked == 2 and "model: 2 calls" in done.out
    again = wikic("init", "docs", "-C", "new", "--replay", "run.jsonl", cwd=tmp_path)
    assert (tmp_path / "new/wiki/schema.yaml").read_text() == schema, again


@pytest.mark.parametrize(
    ("fault", "message"),
    [(error(400, "bad"), "wikic: "), (BAD_KEY, "wikic: "), (QUOTA, "wikic: ")],
    ids=["refused", "key", "quota"],
)
def test_a_model_that_cannot_be_used_leaves_no_wiki(tmp_path: Path, fault: Fault, message: str) -> None:
    with ModelServer(lambda _: fault) as server:
        kb(tmp_path, server)
        done = wikic("init", "docs", "-C", "kb", "--model", "openai/m1", cwd=tmp_path, code=2)
    assert done.err.startswith(message)
    assert not (tmp_path / "kb/wiki").exists() and not (tmp_path / "kb/.gitignore").exists()


def test_a_limit_on_cost_is_kept_before_anything_is_asked(tmp_path: Path) -> None:
    with ModelServer(serve) as server:
        kb(tmp_path, server)
        arguments = ("init", "docs", "-C", "kb", "--model", "openai/m1", "--max-cost", "0.000001")
        assert "max-cost" in wikic(*arguments, cwd=tmp_path, code=2).err
        assert server.requests == []
    assert not (tmp_path / "kb/wiki").exists()


def test_a_model_that_talks_beside_the_point_leaves_the_wording_to_counting(tmp_path: Path) -> None:
    with ModelServer(lambda _: PROSE) as server:
        kb(tmp_path, server)
        wikic("init", "docs", "-C", "kb", "--model", "openai/m1", cwd=tmp_path)
    assert "- name: geography" in (tmp_path / "kb/wiki/schema.yaml").read_text()


def test_a_focus_that_is_not_the_models_is_said_aloud(tmp_path: Path) -> None:
    wrong = json.dumps(POSITION | {"focus": "Villages of Armenia"})
    with ModelServer(
        lambda body: Answer(wrong) if "Say what" in json.dumps(body["messages"]) else serve(body)
    ) as server:
        kb(tmp_path, server)
        done = wikic("init", "docs", "-C", "kb", "--model", "openai/m1", "--record", "r.jsonl", cwd=tmp_path)
    rows = done.out.splitlines()
    at = rows.index("focus is not the model's: no sampled document holds Armenia")
    assert rows[at + 1] == "  it said: Villages of Armenia"
    again = wikic("init", "docs", "-C", "new", "--replay", "r.jsonl", "--json", cwd=tmp_path).json
    assert again["replaced"] == [{"line": "focus", "said": "Villages of Armenia", "missing": ["Armenia"]}]


SUBJECTS = {
    "Water Pump": "valve gasket rotor seal",
    "Bread Oven": "crust flour yeast dough",
    "Signal Lamp": "bulb shutter tower glass",
    "Fish Scale": "herring crate price auction",
}


def manual(home: Path) -> None:
    """Eight documents on each subject, by their titles."""
    for subject, words in SUBJECTS.items():
        for at in range(8):
            word = words.split()[at % 4]
            text = f"The {word} is worn first. Clean it beside {', '.join(words.split())}, as often as not."
            write(
                home, {f"docs/{subject[:4]}{at}.md": f"# Part {at} of the {subject}, the {word}\n\n{text}\n"}
            )


def test_topics_of_a_library_are_called_by_a_model_where_the_documents_bear_it_out(tmp_path: Path) -> None:
    def said(body: Body) -> Said:
        asked = json.dumps(body["messages"])
        if "Give the group a name" in asked:
            return Answer(json.dumps({"line": "Rotor, valve" if "rotor" in asked else "Bakeries of Bergen"}))
        if "a group of a wiki's documents" in asked:
            return Answer(json.dumps({"line": "How to clean it often."}))
        return Answer(json.dumps(POSITION))

    with ModelServer(said) as server:
        kb(tmp_path, server)
        manual(tmp_path)
        (tmp_path / "docs/nasam.txt").unlink()
        arguments = ("init", "docs", "-C", "kb", "--layout", "library", "--model", "openai/m1")
        wikic(*arguments, cwd=tmp_path)
    schema = yaml.safe_load((tmp_path / "kb/wiki/schema.yaml").read_text())
    named = {each["name"]: each for each in schema["dimensions"]}
    assert named["rotor-valve"]["title"] == "Rotor, valve" and "water-pump" not in named
    assert named["rotor-valve"]["description"] == "How to clean it often."
    # The name of the others does not hold, so the rules' stays; its description does.
    assert named["bread-oven"]["description"] == "How to clean it often."
    assert named["bread-oven"]["title"] == "Bread Oven"
    assert {each["directory"] for each in schema["topics"]} <= {*named}
    wikic("compile", "docs", "-C", "kb", "--model", "offline", cwd=tmp_path)
    assert len(list((tmp_path / "kb/wiki/rotor-valve").glob("[!_]*.md"))) == 8
