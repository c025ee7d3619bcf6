"""``wikic export graph``: where it writes, what it leaves alone, how it is told which form."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.command import snapshot, wikic, write


@pytest.mark.parametrize("options", [(), ("--facts",)], ids=["pages", "facts"])
@pytest.mark.parametrize("name", ["wiki.jsonld", "wiki.graphml"])
def test_the_same_wiki_gives_the_same_bytes_and_no_page_is_touched(
    home: Path, name: str, options: tuple[str, ...]
) -> None:
    before = snapshot(home / "kb/wiki")
    said = wikic("export", "graph", name, "-C", "kb", *options, cwd=home).out
    first = (home / name).read_bytes()
    assert f"{name}: 4 pages" in said
    wikic("export", "graph", name, "-C", "kb", *options, cwd=home)
    assert (home / name).read_bytes() == first
    assert snapshot(home / "kb/wiki") == before
    assert (b"London in 1815" in first) == bool(options)


def test_without_a_name_it_lies_beside_the_wiki(home: Path) -> None:
    wikic("export", "graph", cwd=home / "kb")
    graph = json.loads((home / "kb/graph.jsonld").read_text("utf-8"))
    assert "urn:wikic:kb-wiki:people/Ada-Lovelace" in {each["@id"] for each in graph["@graph"]}
    wikic("export", "graph", "--format", "graphml", cwd=home / "kb")
    ElementTree.parse(home / "kb/graph.graphml")


def test_it_can_be_printed_and_addresses_begin_as_they_are_told(home: Path) -> None:
    said = wikic("export", "graph", "-", "-C", "kb", "--base", "https://kb.example/", cwd=home)
    pages = {each["@id"] for each in json.loads(said.out)["@graph"]}
    assert "https://kb.example/people/Ada-Lovelace" in pages
    assert not (home / "-").exists()
    assert "<graphml" in wikic("export", "graph", "-", "-f", "graphml", "-C", "kb", cwd=home).out


def test_what_is_no_graph_is_not_written_over(home: Path) -> None:
    write(home, {"mine.json": "{}\n", "mine.graphml": "<?xml version='1.0'?>\n<graphml/>\n"})
    for name in ("mine.json", "mine.graphml"):
        before = (home / name).read_bytes()
        done = wikic("export", "graph", name, "-C", "kb", cwd=home, code=2)
        assert "is no graph of `wikic export graph`" in done.err
        assert (home / name).read_bytes() == before


def test_what_cannot_be_is_said(home: Path) -> None:
    assert "which format?" in wikic("export", "graph", "wiki.ttl", "-C", "kb", cwd=home, code=2).err
    assert "no directory" in wikic("export", "graph", "no/wiki.jsonld", "-C", "kb", cwd=home, code=2).err
    assert "no wiki" in wikic("export", "graph", "-C", "docs", cwd=home, code=2).err


def test_nothing_is_written_among_the_notes_of_a_vault(home: Path) -> None:
    write(home, {"vault/Kiln.md": "# Kiln\n\nHot.\n"})
    wikic("adopt", "vault", cwd=home)
    before = snapshot(home / "vault")
    assert "OUT is missing" in wikic("export", "graph", "-C", "vault", cwd=home, code=2).err
    wikic("export", "graph", "vault.jsonld", "-C", "vault", cwd=home)
    assert {name for name in snapshot(home / "vault").keys() - before.keys() if ".wikic" not in name} == set()
