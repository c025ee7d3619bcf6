"""``wikic export skills``: every page is found from the roots once; rules of the format; the same bytes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.command import snapshot, wikic
from support.copies import copied
from support.skill_reader import documents, listings

from wikic.export.skills.forest import MAX_FILES, MAX_SKILLS

WIKIS = ("harbour", "chinese", "library")


def pages(root: Path) -> Counter[str]:
    """Title and path of every knowledge page, as documents say them."""
    found = (each for each in (root / "wiki").rglob("[!_]*.md") if "sources" not in each.parts)
    return Counter(
        each.relative_to(root / "wiki").as_posix().removesuffix(".md")
        for each in found
        if each.name != "index.md"
    )


def paths(out: Path) -> Counter[str]:
    """Page paths of the documents that are found by walking the skills."""
    found: Counter[str] = Counter()
    for skill in sorted(out.glob("skill-*")):
        for each in documents(skill):
            heading, path = each.text.split("\n")[:2]
            assert heading.startswith("# ") and (each.title.endswith("…") or heading == f"# {each.title}")
            found[path.partition(" · ")[0]] += 1
    return found


def keeps_the_rules(skill: Path) -> None:
    found = list(listings(skill))
    assert len([each for each in skill.rglob("*") if each.is_file()]) <= MAX_FILES
    for each in found:
        assert set(each.head) == {"name", "description", "level", "num_documents"}
        assert each.head["name"] == each.file.parent.name
        assert 1 <= len(each.head["description"]) <= 1024
        assert not {"<", ">"} & set(each.head["description"])
        assert "## Overview" in each.body and "## Contents" in each.body
        assert "INDEX.md" in each.body or "documents/" in each.body
    root: dict[str, Any] = found[0].head
    assert re.fullmatch(r"skill-\d\d(-[a-z0-9]+)*", root["name"]) and len(root["name"]) <= 64
    assert root["num_documents"] == len(list(documents(skill)))
    # Nothing lies there that no listing names.
    assert len(list(skill.rglob("INDEX.md"))) == len(found) - 1


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("wiki", WIKIS)
def test_every_page_is_reached_exactly_once(
    wiki: str, compact: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    root: Path = request.getfixturevalue(wiki)
    options = ["--compact"] if compact else []
    wikic("export", "skills", "out", "-C", root, "--branching", "3", "--roots", "3", *options, cwd=tmp_path)
    skills = sorted((tmp_path / "out").glob("skill-*"))
    assert 1 < len(skills) <= 3
    assert paths(tmp_path / "out") == pages(root)
    for skill in skills:
        keeps_the_rules(skill)
        if compact:
            assert all(each.head["level"] > 1 for each in list(listings(skill))[1:])


def test_compact_has_fewer_files_and_the_same_documents(library: Path, tmp_path: Path) -> None:
    arguments = ("-C", library, "--branching", "3", "--roots", "2")
    wikic("export", "skills", "plain", *arguments, cwd=tmp_path)
    wikic("export", "skills", "dense", *arguments, "--compact", cwd=tmp_path)
    plain, dense = (set(snapshot(tmp_path / each)) for each in ("plain", "dense"))
    assert {each for each in plain if "/documents/" in each} == {e for e in dense if "/documents/" in e}
    assert len([each for each in plain if each.endswith("INDEX.md")]) > len(
        [each for each in dense if each.endswith("INDEX.md")]
    )
    assert any("\n#### " in file.read_text() for file in (tmp_path / "dense").rglob("*.md"))


def test_topics_become_skills_that_say_what_is_in_them(library: Path, tmp_path: Path) -> None:
    done = wikic("export", "skills", "out", "-C", library, "--roots", "4", "--json", cwd=tmp_path)
    found = done.json["export"]
    assert len(found["skills"]) == 4 and sum(each["documents"] for each in found["skills"]) >= 32
    names = [each["name"] for each in found["skills"]]
    for number, subject in enumerate(("berth-booking", "fish-market", "harbour-lights", "tide-gauge")):
        assert names[number] == f"skill-{number:02d}-{subject}"
    said = next(listings(tmp_path / "out/skill-03-tide-gauge")).head["description"]
    assert "Tide Gauge" in said and "Use it when" in said and "Repairing the float" in said
    assert "Berth" not in said


def test_a_chinese_wiki_speaks_chinese(chinese: Path, tmp_path: Path) -> None:
    wikic("export", "skills", "out", "-C", chinese, cwd=tmp_path)
    for skill in (tmp_path / "out").glob("skill-*"):
        text = (skill / "SKILL.md").read_text("utf-8")
        assert "知识库“石帆镇”" in text and "篇关于" in text and "回答之前" in text
        assert "Next:" not in text and "Use it when" not in text


def test_the_same_wiki_gives_the_same_bytes_and_a_small_change_few_new_ones(
    library: Path, tmp_path: Path
) -> None:
    root = tmp_path / "kb"
    copied(library, root)
    wikic("export", "skills", "a", "-C", root, cwd=tmp_path)
    wikic("export", "skills", "b", "-C", root, cwd=tmp_path)
    first = snapshot(tmp_path / "a")
    assert first == snapshot(tmp_path / "b")
    assert wikic("export", "skills", "a", "-C", root, cwd=tmp_path).out.endswith("unchanged\n")
    page = next(each for each in root.rglob("Fish-Market-*.md") if "sources" not in each.parts)
    line = "\n<!-- wikic -->\n"
    page.write_text(page.read_text().replace(line, f"\nHerring goes first.\n{line}"))
    assert wikic("export", "skills", "a", "-C", root, "--json", cwd=tmp_path).json["export"]["changed"] <= 3
    after = snapshot(tmp_path / "a")
    assert [each for each in first if not each.startswith(".") and first[each] != after.get(each)]
    wikic("export", "skills", "c", "-C", root, cwd=tmp_path)
    assert snapshot(tmp_path / "c") == after


def test_nothing_else_is_written_and_the_wiki_stays(library: Path, tmp_path: Path) -> None:
    root = tmp_path / "kb"
    copied(library, root)
    before = snapshot(root, without=(".wikic",))
    wikic("export", "skills", "-C", root, cwd=tmp_path)
    assert snapshot(root, without=(".wikic", "skills")) == before
    kinds = {each.name for each in (root / "skills").iterdir()}
    assert ".wikic-skills.json" in kinds
    assert all(each.startswith("skill-") for each in kinds - {".wikic-skills.json"})
    # The skill that teaches the commands lies beside them.
    wikic("export", "skill", "-C", root, cwd=tmp_path)
    assert wikic("export", "skills", "-C", root, cwd=tmp_path).out.endswith("unchanged\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--roots", "9"), "9"),
        (("--branching", "1"), "1"),
        (("kb/wiki/mine",), "lies in the wiki"),
        (("kb/wikic.toml",), "is a file"),
    ],
)
def test_what_makes_no_sense_is_refused(
    library: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    copied(library, tmp_path / "kb")
    before = snapshot(tmp_path, without=("kb/.wikic",))
    assert said in wikic("export", "skills", *arguments, "-C", "kb", cwd=tmp_path, code=2).err
    wiki = {name: data for name, data in snapshot(tmp_path).items() if ".wikic" not in name}
    assert wiki == {name: data for name, data in before.items() if ".wikic" not in name}


def test_an_empty_wiki_has_nothing_to_export(tmp_path: Path, fixtures: Path) -> None:
    wikic("init", fixtures / "harbour", "-C", "kb", cwd=tmp_path)
    assert "no page yet" in wikic("export", "skills", "out", "-C", "kb", cwd=tmp_path, code=2).err
    assert not (tmp_path / "out").exists()
    assert "wikic" in wikic("export", "skills", "out", "-C", "nowhere", cwd=tmp_path, code=2).err


def test_limits_are_those_of_the_format() -> None:
    assert (MAX_SKILLS, MAX_FILES) == (8, 200)
