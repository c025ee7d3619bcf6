"""Pipes, devices, symlinks and files without an end where a file is looked for: refused or left out, never
waited for, and nothing outside is read."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, TOWN, wikic, write
from support.loaded import Call, wikic_loaded

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and symlinks as POSIX has them")

# Bytes: what is swallowed without end fails instead of taking the machine.
ENOUGH = 3_000_000_000
SECRET = "the-secret-of-somebody"
# What each of them may be: files that commands look for by name, a page, a source, an index.
KNOWN = (
    "wikic.toml", "pyproject.toml", ".env", ".gitignore", "wiki/schema.yaml", "wiki/identity.yaml",
    "wiki/error_book.yaml", "wiki/index.md", "wiki/people/_index.md", "wiki/people/Ada-Lovelace.md",
    "wiki/sources/digests", "wiki/sources/articles", "wiki/people",
)  # fmt: skip
ODD = ("pipe", "endless", "outside", "huge")
COMMANDS = (
    ("lint", "-C", "kb", "--no-cache"),
    ("fix", "-C", "kb", "--diff"),
    ("compile", "docs", "-C", "kb", "--dry-run"),
    ("status", "-C", "kb"),
    ("search", "-C", "kb", "london"),
    ("read", "-C", "kb", "Ada-Lovelace"),
    ("errors", "-C", "kb"),
)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small wiki and its documents."""
    place = tmp_path_factory.mktemp("town")
    write(place / "docs", TOWN)
    wikic("init", "docs", "-C", "kb", cwd=place)
    wikic("compile", "docs", "-C", "kb", cwd=place)
    return place


def plant(path: Path, odd: str, outside: Path) -> None:
    """Put something odd where a file or directory was."""
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    match odd:
        case "pipe":
            os.mkfifo(path)
        case "endless":
            path.symlink_to("/dev/zero")
        case "huge":
            with path.open("wb") as file:
                file.truncate(3 << 30)  # takes no room
        case _:
            path.symlink_to(outside)


def run(*arguments: str, cwd: Path) -> str:
    """What a command says on both streams; it ends by itself, and not by a bug."""
    code, out, err = wikic_loaded(Call(arguments, cwd, memory=ENOUGH), ENVIRONMENT)
    assert code in (0, 1, 2), err[-3_000:]
    assert "Traceback" not in err
    return out + err


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("known", KNOWN)
def test_no_command_waits_or_reads_elsewhere(town: Path, tmp_path: Path, known: str, odd: str) -> None:
    shutil.copytree(town, tmp_path, dirs_exist_ok=True)
    outside = tmp_path / "outside"
    directory = (tmp_path / "kb" / known).is_dir()
    if directory:
        write(outside, {"Ada-Lovelace.md": f"# {SECRET}\n\n{SECRET}\n", "_index.md": SECRET})
    else:
        outside.write_text(f"{SECRET}: [{SECRET}\n# {SECRET}\n")
    plant(tmp_path / "kb" / known, odd, outside)
    # One of them for each: what opens the files is shared.
    at = KNOWN.index(known) + len(KNOWN) * ODD.index(odd)
    assert SECRET not in run(*COMMANDS[at % len(COMMANDS)], cwd=tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
def test_identity_without_an_end_is_said(town: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    shutil.copytree(town, tmp_path, dirs_exist_ok=True)
    plant(tmp_path / "kb/wiki/identity.yaml", "endless", tmp_path)
    said = run(*command, cwd=tmp_path)
    assert "identity.yaml" in said or command[0] in ("status", "search", "read", "errors", "lint")


def test_a_vault_is_read_in_its_place(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"a.md": f"[[{SECRET}]]\n"})
    vault = write(tmp_path / "v", {"a.md": "# A\n\n[[b]]\n", ".obsidian/app.json": "{}"})
    os.mkfifo(vault / "pipe.md")
    (vault / "zero.md").symlink_to("/dev/zero")
    (vault / "out.md").symlink_to(outside / "a.md")
    (vault / "there").symlink_to(outside)
    for name in (".gitignore", ".obsidian/templates.json"):
        os.mkfifo(vault / name)
    for command in (("adopt", "v"), ("lint", "-C", "v", "--no-cache"), ("fix", "-C", "v", "--diff")):
        assert SECRET not in run(*command, cwd=tmp_path)


def test_odd_documents_are_listed_and_stop_nothing(town: Path, tmp_path: Path) -> None:
    shutil.copytree(town, tmp_path, dirs_exist_ok=True)
    outside = write(tmp_path / "outside", {"a.md": f"# {SECRET}\n\n{SECRET} was a painter.\n"})
    docs = tmp_path / "docs"
    os.mkfifo(docs / "pipe.md")
    (docs / "zero.txt").symlink_to("/dev/zero")
    (docs / "out.md").symlink_to(outside / "a.md")
    (docs / "same.md").symlink_to("ada.md")
    with (docs / "huge.html").open("wb") as file:
        file.truncate(3 << 30)
    write(docs, {"new.md": "# Rome\n\nRome is a city in Italy.\n"})
    said = run("compile", "docs", "-C", "kb", cwd=tmp_path)
    assert SECRET not in said
    for name in ("pipe.md", "zero.txt", "out.md", "huge.html"):
        assert f"docs/{name}: " in said
    assert list((tmp_path / "kb/wiki").glob("*/Rome.md"))


def test_a_document_that_is_named_may_be_a_symlink(town: Path, tmp_path: Path) -> None:
    shutil.copytree(town, tmp_path, dirs_exist_ok=True)
    write(tmp_path / "away", {"rome.md": "# Rome\n\nRome is a city in Italy.\n"})
    (tmp_path / "rome.md").symlink_to("away/rome.md")
    run("compile", "rome.md", "-C", "kb", cwd=tmp_path)
    assert list((tmp_path / "kb/wiki").glob("*/Rome.md"))
    os.mkfifo(tmp_path / "pipe.md")
    assert "neither a file nor a folder" in run("compile", "pipe.md", "-C", "kb", cwd=tmp_path)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("wikic.toml", "a = " + "[" * 100_000),
        ("wikic.toml", "a" + ".a" * 100_000 + " = 1"),
        ("pyproject.toml", "tool = 1"),
        ("pyproject.toml", "[tool]\nwikic = [1]"),
        ("wiki/identity.yaml", "same: " + "[" * 100_000),
        ("wiki/identity.yaml", "same: &a [*a]"),
        ("wiki/schema.yaml", "- " * 100_000),
        ("wiki/error_book.yaml", "entries: " + "{a: " * 100_000),
        ("wiki/error_book.yaml", "entries: &a [*a]"),
        ("wiki/people/Ada-Lovelace.md", "---\ntitle: &a [*a]\n---\n"),
    ],
)
def test_what_nests_without_an_end_is_an_error_of_the_file(
    town: Path, tmp_path: Path, file: str, content: str
) -> None:
    shutil.copytree(town, tmp_path, dirs_exist_ok=True)
    if file == "pyproject.toml":
        (tmp_path / "kb/wikic.toml").unlink()
    write(tmp_path / "kb", {file: content})
    run(*COMMANDS[0 if len(content) % 2 else 2], cwd=tmp_path)
