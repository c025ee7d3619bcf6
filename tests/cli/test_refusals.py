"""What a command cannot do: one clear line, exit code 2, and not a file touched anywhere."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, snapshot, wikic, write

from wikic.cli.main import main


def refused(home: Path, *arguments: object) -> str:
    """Standard error of a command that must end with 2 and leave everything as it is."""
    before = snapshot(home, without=("kb/.wikic",))
    done = wikic(*arguments, cwd=home, code=2)
    assert snapshot(home, without=("kb/.wikic",)) == before
    assert done.out == "" and done.err.startswith(("wikic: ", "Usage: ")), done
    return done.err


@pytest.mark.parametrize("command", ["init", "compile"])
def test_a_missing_folder(home: Path, command: str) -> None:
    where = "new" if command == "init" else "kb"
    assert "missing: there is no such file or folder" in refused(home, command, "missing", "-C", where)


@pytest.mark.parametrize("command", [("compile", "docs"), ("forget", "docs/ada.md"), ("lint",)])
def test_where_there_is_no_wiki_nothing_is_left_behind(home: Path, command: tuple[str, ...]) -> None:
    assert "no wiki in nowhere" in refused(home, *command, "-C", "nowhere")
    assert not (home / "nowhere").exists()


@pytest.mark.parametrize(
    "command", [("init", "docs"), ("compile", "docs"), ("forget", "k"), ("status",), ("lint",)]
)
def test_a_file_in_place_of_the_knowledge_base(home: Path, command: tuple[str, ...]) -> None:
    write(home, {"file": "mine\n"})
    assert "file is a file" in refused(home, *command, "-C", "file")


@pytest.mark.parametrize("command", [("init", "docs"), ("compile", "docs"), ("forget", "k"), ("lint",)])
def test_a_file_in_place_of_the_wiki(home: Path, command: tuple[str, ...]) -> None:
    write(home, {"other/wiki": "mine\n"})
    assert "other/wiki is" in refused(home, *command, "-C", "other")


@pytest.mark.parametrize("command", [("init", "docs"), ("compile", "docs"), ("forget", "k"), ("status",)])
def test_a_wiki_somebody_else_made(home: Path, command: tuple[str, ...]) -> None:
    write(home, {"other/wiki/page.md": "# Mine\n"})
    assert "other/wiki" in refused(home, *command, "-C", "other")


@pytest.mark.parametrize("number", ["nan", "inf"])
@pytest.mark.parametrize("command", [("compile", "docs", "--max-cost"), ("fleet", "docs", "--timeout")])
def test_what_bounds_nothing_is_no_bound(home: Path, command: tuple[str, ...], number: str) -> None:
    assert f"'{number}' is no amount" in refused(home, *command, number)


def test_init_twice(home: Path) -> None:
    assert "kb holds a wiki already" in refused(home, "init", "docs", "-C", "kb")


def test_a_folder_without_documents_starts_no_wiki(home: Path) -> None:
    (home / "empty").mkdir()
    assert "no document" in refused(home, "init", "empty", "-C", "new")


def test_a_folder_of_which_nothing_can_be_read_starts_no_wiki(home: Path) -> None:
    write(home, {"bad/a.md": b"\xff\xfe\xff", "bad/b.md": b""})
    assert "none of the 2 documents in bad can be read" in refused(home, "init", "bad", "-C", "new")


@pytest.mark.parametrize(
    ("key", "says"), [("docs/adda.md", "did you mean 'docs/ada.md'?"), ("qqqq", "sources/digests")]
)
def test_forgetting_a_key_that_is_not_there(home: Path, key: str, says: str) -> None:
    assert says in refused(home, "forget", "docs/london.md", key, "-C", "kb")


@pytest.mark.parametrize(
    "arguments",
    [
        ("frob",),
        ("compile", "--frob"),
        ("compile", "--jobs", "0"),
        ("compile", "--jobs", "many"),
        ("forget",),
    ],
)
def test_a_command_line_that_makes_no_sense(home: Path, arguments: tuple[str, ...]) -> None:
    refused(home, *arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = [", "wikic.toml"),
        ("[wiki]\ntitle = 3\n", "wiki.title"),
        ("[compile]\nbach = 3\n", "compile.bach"),
        ("[compile]\nbatch = -5\n", "compile.batch"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_broken_configuration(home: Path, text: str | bytes, says: str) -> None:
    write(home / "kb", {"wikic.toml": text})
    assert says in refused(home, "compile", "docs", "-C", "kb")


def test_a_model_that_nobody_knows(home: Path) -> None:
    write(home, {"docs/new.md": "# Rye\n\nRye is a town.\n", "kb/wikic.toml": '[compile]\nmodel = "gpt-9"\n'})
    assert "gpt-9" in refused(home, "compile", "docs", "-C", "kb")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: [", "schema.yaml, line 1"),
        ("dimensions: []\n", "no dimension"),
        ("dimensions: [{name: ../../x, description: y}]\n", "'../../x' cannot be a directory"),
        ("dimensions: [{name: a, description: x}, {name: A, description: y}]\n", "clash"),
        ("<<<<<<< HEAD\ndimensions: []\n", "merge conflict marker"),
    ],
)
def test_a_broken_schema(home: Path, text: str, says: str) -> None:
    write(home / "kb/wiki", {"schema.yaml": text})
    assert says in refused(home, "compile", "docs", "-C", "kb")


def test_a_broken_schema_is_a_finding(home: Path) -> None:
    write(home / "kb/wiki", {"schema.yaml": "a: ["})
    assert "schema.yaml" in wikic("lint", "-C", "kb", cwd=home, code=1).out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("same: Ada\n", "same"),
        ("pins: [{key: a}]\n", "pins"),
        ("<<<<<<< HEAD\nsame: []\n", "merge conflict marker"),
        ("a: b: c\n", "identity.yaml, line 1"),
    ],
)
def test_broken_identities(home: Path, text: str, says: str) -> None:
    write(home / "kb/wiki", {"identity.yaml": text})
    assert says in refused(home, "compile", "docs", "-C", "kb")


def test_a_lost_schema_is_not_started_over(home: Path) -> None:
    (home / "kb/wiki/schema.yaml").unlink()
    assert "restore schema.yaml" in refused(home, "compile", "docs", "-C", "kb")
    refused(home, "init", "docs", "-C", "kb")


def conflict(text: str) -> str:
    return f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> theirs\n"


def in_the_records(text: str) -> str:
    head, fence, records = text.partition("```jsonl\n")
    return head + fence + "<<<<<<< HEAD\n" + records


@pytest.mark.parametrize(
    "spoil", [conflict, in_the_records, lambda text: "", lambda text: text.replace("key:", "kee:")]
)
def test_a_digest_that_cannot_be_read_stops_writing_and_is_a_finding(
    home: Path, spoil: Callable[[str], str]
) -> None:
    (digest,) = (home / "kb/wiki/sources/digests").glob("docs-ada*")
    digest.write_text(spoil(digest.read_text()))
    for command in (("forget", "docs/paris.md"), ("status",)):
        said = refused(home, *command, "-C", "kb")
        assert digest.name in said and "delete it" in said
    assert digest.name in wikic("lint", "-C", "kb", cwd=home, code=1).out
    digest.unlink()
    before = snapshot(home / "kb/wiki")
    assert wikic("compile", "docs", "-C", "kb", cwd=home).out.startswith("1 source taken in")
    assert snapshot(home / "kb/wiki") != before


def test_a_wiki_is_not_compiled_into_itself(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted((home / "kb/wiki").rglob("*.md"))
    for path in (home / "kb/wiki", home / "kb/wiki/sources/articles"):
        assert main(["compile", str(path), "-C", str(home / "kb"), "-q"]) == 2
        assert "is this wiki" in capsys.readouterr().err
    assert sorted((home / "kb/wiki").rglob("*.md")) == before


def test_pruning_does_not_empty_a_wiki_whose_folder_is_empty(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that is not mounted looks like a folder without documents."""
    before = {file: file.read_bytes() for file in (home / "kb/wiki").rglob("*.md")}
    (home / "docs").rename(home / "elsewhere")
    (home / "docs").mkdir()
    assert main(["compile", str(home / "docs"), "-C", str(home / "kb"), "--prune", "-q"]) == 2
    assert "--prune would forget all" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in (home / "kb/wiki").rglob("*.md")} == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
def test_a_full_disk_behind_the_output_is_no_bug(home: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [WIKIC, "status", "-C", "kb"], cwd=home, stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
    assert (done.returncode, done.stderr.decode()) == (2, "wikic: cannot write: No space left on device\n")
