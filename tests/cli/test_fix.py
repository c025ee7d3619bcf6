"""``wikic fix`` as people and jobs call it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support.command import git, snapshot, start, wikic, write

MINE = b"\xef\xbb\xbf# Mine\r\nSee [[London] and [[Nobody]] \xff.\r\n"


@pytest.fixture
def broken(home: Path) -> Path:
    """The compiled wiki with a page of a person's and damage of all kinds."""
    wiki = home / "kb/wiki"
    stacked = "---\ntags: [a]\n---\n\n---\naliases: [B c]\n---\nX.\n"
    write(wiki, {"notes/mine.md": MINE, "notes/stack.md": stacked})
    page = wiki / "geography/London.md"
    page.write_text(page.read_text().replace("#p", "#q").replace("## Related Sources", "## Sources"))
    (wiki / "geography/_index.md").unlink()
    return home


def test_what_is_certain_is_fixed_and_the_rest_said(broken: Path) -> None:
    compiled = snapshot(broken / "kb/wiki")
    done = wikic("fix", "-C", "kb", cwd=broken, code=1)
    wiki = broken / "kb/wiki"
    assert (wiki / "notes/mine.md").read_bytes() == MINE.replace(b"[[London]", b"[[London]]")
    assert (wiki / "notes/stack.md").read_text() == "---\ntags: [a]\naliases: [B c]\n---\nX.\n"
    london = (wiki / "geography/London.md").read_text()
    assert ".md#p" in london and "## Related Sources" in london
    assert "- [London](London.md)" in (wiki / "geography/_index.md").read_text()
    assert "L003 malformed-wikilink: 1 finding fixed in 1 file\n" in done.out
    assert "F002 stacked-frontmatter: 1 finding fixed in 1 file\n" in done.out
    assert "wiki/notes/mine.md:2:20: error L001 no page is called 'Nobody'\n" in done.out
    assert done.out.endswith("left: 2 errors\n")
    untouched = {name for name in compiled if name.startswith(("sources/", "people/", "schema"))}
    assert {name: data for name, data in snapshot(wiki).items() if name in untouched} == {
        name: compiled[name] for name in untouched
    }


def test_a_second_time_changes_nothing(broken: Path) -> None:
    wikic("fix", "-C", "kb", "--unsafe", cwd=broken, code=1)
    before = snapshot(broken / "kb/wiki")
    done = wikic("fix", "-C", "kb", "--unsafe", "--json", cwd=broken, code=1)
    assert (done.json["fixed"], done.json["changes"], done.json["fighting"]) == ([], [], [])
    assert [each["code"] for each in done.json["left"]] == ["F006"]
    assert snapshot(broken / "kb/wiki") == before


def test_the_next_compile_finds_nothing_to_do(broken: Path) -> None:
    wikic("fix", "-C", "kb", cwd=broken, code=1)
    before = snapshot(broken / "kb/wiki")
    wikic("compile", "-C", "kb", cwd=broken, code=None)
    assert snapshot(broken / "kb/wiki") == before


@pytest.mark.parametrize("option", ["--diff", "--dry-run"])
def test_a_diff_changes_nothing_and_applies(broken: Path, option: str) -> None:
    """Bytes that are no UTF-8, line ends and all."""
    before = snapshot(broken)
    pipe = subprocess.PIPE
    with start("fix", "-C", "kb", option, cwd=broken, stdout=pipe, stderr=pipe, text=False) as run:
        out, err = run.communicate()
    assert (run.returncode, err, snapshot(broken)) == (1, b"", before)
    shutil.copytree(broken / "kb", broken / "patched")
    git("init", "-q", cwd=broken / "patched")
    (broken / "fix.diff").write_bytes(out)
    git("apply", "--whitespace=nowarn", "../fix.diff", cwd=broken / "patched")
    wikic("fix", "-C", "kb", cwd=broken, code=1)
    assert snapshot(broken / "patched/wiki") == snapshot(broken / "kb/wiki")


def test_paths_and_rules_narrow_it(broken: Path) -> None:
    before = snapshot(broken / "kb/wiki")
    wikic("fix", "-C", "kb", "kb/wiki/notes", "--select", "F002", cwd=broken)
    now = snapshot(broken / "kb/wiki")
    assert now["notes/mine.md"] == before["notes/mine.md"]
    assert now["notes/stack.md"] != before["notes/stack.md"]
    done = wikic("fix", "-C", "kb", "docs/ada.md", cwd=broken, code=2)
    assert "does not lie in" in done.err


@pytest.mark.parametrize("path", ["wiki/notes/stack.md", "notes/stack.md", "kb/wiki/notes/stack.md"])
def test_paths_are_those_of_the_knowledge_base(broken: Path, path: str) -> None:
    before = snapshot(broken / "kb/wiki")
    wikic("fix", "-C", "kb", path, "--select", "F002", cwd=broken)
    now = snapshot(broken / "kb/wiki")
    assert now["notes/mine.md"] == before["notes/mine.md"]
    assert now["notes/stack.md"] != before["notes/stack.md"]


def test_fail_on_and_the_baseline_decide_the_exit_code(broken: Path) -> None:
    wikic("fix", "-C", "kb", "--fail-on", "never", cwd=broken, code=0)
    wikic("fix", "-C", "kb", cwd=broken, code=1)
    with (broken / "kb/wikic.toml").open("a") as file:
        file.write('\n[lint]\nbaseline = "known.jsonl"\n')
    wikic("lint", "-C", "kb", "--write-baseline", cwd=broken)
    done = wikic("fix", "-C", "kb", cwd=broken, code=0)
    assert done.out == "nothing is left to fix\n"


def test_what_the_owners_do_not_want_to_hear_is_not_fixed(broken: Path) -> None:
    note = broken / "kb/wiki/notes/mine.md"
    note.write_text("<!-- wikic-disable-file L003 -->\nSee [[London].\n")
    with (broken / "kb/wikic.toml").open("a") as file:
        file.write('\n[lint.severity]\nF002 = "off"\n')
    stack = (broken / "kb/wiki/notes/stack.md").read_bytes()
    wikic("fix", "-C", "kb", cwd=broken)
    assert note.read_text().endswith("See [[London].\n")
    assert (broken / "kb/wiki/notes/stack.md").read_bytes() == stack


def test_a_page_in_conflict_is_not_folded(home: Path) -> None:
    """Its markers would be taken for a person's words."""
    page = home / "kb/wiki/geography/London.md"
    lines = page.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("- London is"))
    one, two = lines[at].replace("is a", "*is* a"), lines[at].replace("is a", "was a")
    lines[at : at + 1] = ["<<<<<<< HEAD", one, "=======", two, ">>>>>>> b"]
    page.write_text("\n".join(lines))
    before = page.read_bytes()
    done = wikic("fix", "-C", "kb", cwd=home, code=1)
    assert page.read_bytes() == before
    assert "D002 a merge left a conflict behind" in done.out
    assert "geography/London.md: a merge left a conflict behind, nothing is folded here" in done.out


def test_a_vault_is_fixed_in_place(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"out.md": "See [[Note].\n"})
    vault = write(
        tmp_path / "vault",
        {
            "Note.md": "See [[Other note] and [[Gone]].\r\n",
            "a/Other note.md": "\ufeffWords.\n",
            "raw/doc.md": "See [[Note].\n",
            "wikic.toml": '[lint]\nprofile = "vault"\nprogram = "obsidian"\nsources = ["raw"]\n',
        },
    )
    (vault / "link.md").symlink_to(outside / "out.md")
    (vault / "linked").symlink_to(outside)
    git("init", "-q", cwd=vault)
    before = snapshot(vault, without=(".git",))
    shown = wikic("fix", "--diff", "-C", "vault", cwd=tmp_path, code=1)
    assert "--- a/Note.md" in shown.out and snapshot(vault, without=(".git",)) == before
    wikic("fix", "-C", "vault", cwd=tmp_path, code=1)
    after = snapshot(vault, without=(".git", ".wikic"))
    assert after == before | {"Note.md": b"See [[Other note]] and [[Gone]].\r\n"}
    assert (outside / "out.md").read_text() == "See [[Note].\n"
    assert ".wikic" not in git("status", "--short", cwd=vault)
    wikic("fix", "-C", "vault", "--unsafe", cwd=tmp_path)
    assert (vault / "Note.md").read_bytes() == b"See [[Other note]] and Gone.\r\n"


def test_where_there_is_no_wiki(tmp_path: Path) -> None:
    done = wikic("fix", "-C", ".", cwd=tmp_path, code=2)
    assert "no wiki in" in done.err and not (tmp_path / ".wikic").exists()


def test_another_writer_is_named(home: Path) -> None:
    from wikic.wiki import lock

    with lock.writer(home / "kb"):
        done = wikic("fix", "-C", "kb", cwd=home, code=2)
        wikic("fix", "--diff", "-C", "kb", cwd=home)
    assert "another wikic is writing here" in done.err


def test_a_page_that_cannot_be_read_is_left_and_stays_in_its_index(home: Path) -> None:
    wiki = home / "kb/wiki"
    page, index = wiki / "geography/London.md", wiki / "geography/_index.md"
    listed = index.read_text()
    page.write_text(page.read_text().replace("title: ", "title: [", 1))
    broken = page.read_text()
    for forgotten in (False, False, True):
        if forgotten:
            shutil.rmtree(home / "kb/.wikic")
        done = wikic("fix", "-C", "kb", cwd=home, code=1)
        assert "left as it is: correct it by hand, or take it from git" in done.out
        assert (page.read_text(), index.read_text()) == (broken, listed)
    done = wikic("lint", "-C", "kb", cwd=home, code=1)
    assert "F001" in done.out and "wikic fix repairs" not in done.out + done.err
