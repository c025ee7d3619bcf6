"""``wikic init`` of what is no encyclopaedia: a layout, topics, and collections that come later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from support.command import snapshot, wikic, write

VILLAGES = "\n".join(
    json.dumps({"id": f"v{at}", "title": f"Nasam{at}", "text": f"Nasam{at} is a village in Georgia."})
    for at in range(6)
)
SUBJECTS = {"pump": "valve gasket pressure rotor", "oven": "bread crust flour yeast"}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A manual in two folders, and a collection of villages."""
    files = {
        f"manual/{subject}s/{at}.md": f"# Check {at}\n\nSee the {words.split()[at % 4]} of the {subject}."
        for subject, words in SUBJECTS.items()
        for at in range(8)
    }
    return write(tmp_path, {**files, "villages.jsonl": VILLAGES})


def schema(root: Path) -> dict[str, object]:
    return dict(yaml.safe_load((root / "kb/wiki/schema.yaml").read_text()))


def test_folders_become_directories(docs: Path) -> None:
    done = wikic("init", "manual", "-C", "kb", cwd=docs)
    assert "layout of manual: library" in done.out and "by folder" in done.out
    found = schema(docs)
    assert found["layout"] == "library" and found["fallback"] == "other"
    assert found["collections"] == [{"name": "manual", "layout": "library"}]
    assert [each["name"] for each in found["dimensions"]] == ["ovens", "pumps", "other", "people", "terms"]
    assert {"directory": "pumps", "folder": "pumps"} in found["topics"]
    assert wikic("lint", "-C", "kb", cwd=docs).code == 0


def test_each_collection_has_its_own_layout(docs: Path) -> None:
    done = wikic("init", "manual", "villages.jsonl", "-C", "kb", cwd=docs)
    assert "layout of manual: library" in done.out and "layout of villages: things" in done.out
    found = schema(docs)
    assert found["collections"] == [
        {"name": "manual", "layout": "library"},
        {"name": "villages", "layout": "things"},
    ]
    assert found["fallback"] == "concepts"
    assert {"directory": "other", "collection": "manual"} in found["topics"]


def test_a_person_says_the_layout(docs: Path) -> None:
    done = wikic("init", "villages.jsonl", "-C", "kb", "--layout", "library", cwd=docs)
    assert "layout of villages: library: a page for each document, in one directory (as said)" in done.out
    assert schema(docs)["fallback"] == "documents"
    assert "no layout is called" in wikic("init", "manual", "-C", "k2", "--layout", "x", cwd=docs, code=2).err


def test_a_collection_that_comes_later(docs: Path) -> None:
    wikic("init", "villages.jsonl", "-C", "kb", cwd=docs)
    wikic("compile", "villages.jsonl", "-C", "kb", cwd=docs)
    dry = wikic("compile", "manual", "-C", "kb", "--dry-run", cwd=docs)
    assert "does not name the collection manual" in dry.out
    before = snapshot(docs / "kb/wiki")
    wikic("init", "--add", "manual", "-C", "kb", "--dry-run", cwd=docs)
    assert snapshot(docs / "kb/wiki") == before
    done = wikic("init", "--add", "manual", "-C", "kb", cwd=docs)
    assert "layout of manual: library" in done.out and "init: add manual" in done.out
    found = schema(docs)
    assert {"directory": "pumps", "collection": "manual", "folder": "pumps"} in found["topics"]
    assert found["layout"] == "things" and found["fallback"] == "concepts"
    assert wikic("lint", "-C", "kb", cwd=docs).code == 0
    again = wikic("init", "--add", "manual", "-C", "kb", cwd=docs, code=2)
    assert "knows manual already" in again.err


def test_directories_of_ones_own_get_topics_from_their_words(docs: Path) -> None:
    own = (
        "layout: library\nfallback: rest\ndimensions:\n- name: bakery\n  description: ovens and bread\n"
        "- name: pumps\n  description: pumps and their valves\n- name: rest\n  description: all else\n"
    )
    write(docs, {"own.yaml": own})
    wikic("init", "manual", "--from", "own.yaml", "-C", "kb", cwd=docs)
    topics = {each["directory"]: each["words"] for each in schema(docs)["topics"]}
    assert set(topics) == {"bakery", "pumps"}
    assert {"oven", "bread"} <= set(topics["bakery"]) and "valve" in topics["pumps"]
