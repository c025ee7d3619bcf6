"""The skill keeps the rules of its format, and every command in it works on the wiki it is of."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.command import snapshot, wikic
from support.copies import copied

from wikic.export.skill import MAX_DESCRIPTION, MAX_NAME, is_name, name_of


def parts(file: Path) -> tuple[dict[str, Any], str]:
    """Frontmatter and body of a skill, its frontmatter read as agents do."""
    text = file.read_text("utf-8")
    assert text.startswith("---\n")
    head, _, body = text[4:].partition("\n---\n")
    return yaml.safe_load(head), body


def commands(body: str) -> list[str]:
    """The commands that stand in it."""
    return [line for block in re.findall(r"```sh\n(.*?)```", body, re.DOTALL) for line in block.splitlines()]


def words(line: str) -> list[str]:
    """What the shell hands to ``wikic`` of a line."""
    shown = f'wikic() {{ printf "%s\\0" "$@"; }}; {line}'
    told = subprocess.run(["bash", "-c", shown], capture_output=True, text=True, check=True).stdout
    return told.split("\0")[:-1]


def keeps_the_rules(file: Path) -> str:
    """Check a skill; returns its body."""
    head, body = parts(file)
    assert set(head) == {"name", "description", "allowed-tools"}
    assert head["allowed-tools"] == "Bash(wikic work:*)"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", head["name"]) and len(head["name"]) <= MAX_NAME
    assert head["name"] == file.parent.name
    assert 1 <= len(head["description"]) <= MAX_DESCRIPTION
    assert "<" not in head["description"] and ">" not in head["description"]
    assert len(body.splitlines()) < 500  # agentskills.io
    return body


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("wiki", ["harbour", "chinese"])
def test_every_command_in_it_works(
    wiki: str, inside: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    root: Path = request.getfixturevalue(wiki)
    place = root / "skills" if inside else tmp_path / "my skills"
    wikic("export", "skill", "-C", root, "--output", place, cwd=tmp_path)
    (file,) = place.glob("*/SKILL.md")
    listed = commands(keeps_the_rules(file))
    assert {line.split()[1] for line in listed} == {"ask", "search", "read", "lint", "work"}
    for line in listed:
        asks = line.split()[1] == "work"  # of which there is nothing to do
        done = wikic(*words(line), cwd=root if inside else tmp_path, code=None if asks else 0)
        assert (done.out + done.err).strip(), line
    shutil.rmtree(place)


def test_it_says_what_the_wiki_holds(harbour: Path, chinese: Path, tmp_path: Path) -> None:
    for root, spoken in ((harbour, "English"), (chinese, "Chinese")):
        out = tmp_path / spoken
        wikic("export", "skill", "-C", root, "-o", out, cwd=tmp_path)
        (file,) = out.glob("*/SKILL.md")
        body = keeps_the_rules(file)
        assert f"pages in {spoken}" in body
        for folder in {each.parent for each in (root / "wiki").glob("*/[!_]*.md")}:
            assert f"- `{folder.name}/` (" in body


def test_again_changes_nothing_and_follows_the_wiki(harbour: Path, tmp_path: Path) -> None:
    root = tmp_path / "kb"
    copied(harbour, root)
    before = snapshot(root, without=(".wikic",))
    assert wikic("export", "skill", cwd=root).out.endswith("written\n")
    (file,) = (root / "skills").glob("*/SKILL.md")
    first = file.read_bytes()
    assert wikic("export", "skill", cwd=root).out.endswith("unchanged\n")
    assert file.read_bytes() == first
    assert snapshot(root, without=(".wikic", "skills")) == before
    (root / "wiki" / "people" / "Isaac-Dunn.md").unlink()
    assert wikic("export", "skill", cwd=root).out.endswith("written\n")
    assert file.read_bytes() != first
    assert [each.name for each in file.parent.iterdir()] == ["SKILL.md"]


def test_what_somebody_else_wrote_or_changed_is_not_overwritten(harbour: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine" / "SKILL.md"
    file.parent.mkdir()
    arguments = ("export", "skill", "-C", harbour, "-o", tmp_path, "--name", "mine")
    file.write_text("---\nname: mine\n---\nOther things.\n", "utf-8")
    assert "not written by wikic" in wikic(*arguments, cwd=tmp_path, code=2).err
    file.unlink()
    wikic(*arguments, cwd=tmp_path)
    file.write_text(file.read_text("utf-8").replace("## Never", "## Never, or seldom"), "utf-8")
    changed = file.read_bytes()
    assert "changed since" in wikic(*arguments, cwd=tmp_path, code=2).err
    assert file.read_bytes() == changed
    file.unlink()
    file.mkdir()
    assert "cannot write" in wikic(*arguments, cwd=tmp_path, code=2).err


@pytest.mark.parametrize("name", ["", "-a", "a-", "a--b", "A", "wiki_x", "a/b", "../x", "ä", "x" * 65])
def test_a_name_that_breaks_the_rules_is_refused(harbour: Path, tmp_path: Path, name: str) -> None:
    assert not is_name(name)
    done = wikic("export", "skill", "-C", harbour, "-o", tmp_path, f"--name={name}", cwd=tmp_path, code=2)
    assert "hyphens" in done.err
    assert list(tmp_path.iterdir()) == []


@given(st.text(max_size=200))
def test_any_title_has_a_name(title: str) -> None:
    assert is_name(name_of(title)), title


def test_titles_in_other_scripts_have_names_of_their_own() -> None:
    assert name_of("Harbour") == "harbour-wiki"
    assert name_of("Wiki") == "wiki"
    assert name_of("石帆镇") != name_of("沈一舟")
