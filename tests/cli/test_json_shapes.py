"""What ``--json`` prints is what ``wikic schema`` says; the screen of commands; completion; broken lines."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support.command import ENVIRONMENT, command_line, wikic, write
from support.served_wiki import harbour, own

from wikic.cli import console
from wikic.cli.json_shapes import COMMANDS, schema_of
from wikic.cli.main import app
from wikic.cli.overview import GROUPS, PANELS, overview

__all__ = ["harbour", "own"]

# What each command is tried with; a dash ends the exit code that is not 0.
_TRIED: dict[str, tuple[str, ...]] = {
    "init": ("init", "../more", "-C", "../new"),
    "compile": ("compile", "../more", "--dry-run"),
    "compile --plan": ("compile", "../more", "--plan"),
    "ask": ("ask", "When was Eleanor Rooke born?"),
    "search": ("search", "keeper"),
    "search --sources": ("search", "--sources", "keeper"),
    "search nothing": ("search", "--in", "nowhere", "x"),
    "read": ("read", "Isaac-Dunn"),
    "status": ("status", "--health"),
    "mirror": ("mirror",),
    "mirror --check": ("mirror", "--check"),
    "lint": ("lint",),
    "lint --statistics": ("lint", "--statistics"),
    "lint --rules": ("lint", "--rules"),
    "fix": ("fix", "--dry-run"),
    "errors": ("errors",),
    "errors --statistics": ("errors", "--statistics"),
    "forget": ("forget", "harbour/people/isaac-dunn.txt", "--dry-run"),
    "evolve": ("evolve",),
    "move": ("move", "people/Isaac-Dunn", "history", "--dry-run"),
    "rename": ("rename", "people/Isaac-Dunn", "Isaac Dunn the Elder", "--dry-run"),
    "recover": ("recover",),
    "doctor": ("doctor",),
    "export skills": ("export", "skills", "../skills"),
    "export site": ("export", "site", "../site"),
    "eval run": ("eval", "run", "../questions.jsonl"),
    "eval diagnose": ("eval", "diagnose", "../questions.jsonl"),
    "eval gaps": ("eval", "gaps"),
    "review": ("review",),
    "work": ("work",),
    "work answer": ("work", "answer", "../answers.json"),
}


def _named(words: str) -> str:
    """The command of a line of the table: the longest that it begins with."""
    return max((each for each in COMMANDS if f"{words} ".startswith(f"{each} ")), key=len)


@pytest.mark.parametrize("tried", _TRIED)
def test_json_is_what_the_schema_says(own: Path, tried: str) -> None:
    question = {"id": "1", "question": "When was Eleanor Rooke born?", "answers": ["17 April 1842"]}
    gold = question | {"gold": ["harbour/people/eleanor-rooke.md"]}
    write(own.parent, {"more/a.md": "# A\n\nA is a river.\n", "questions.jsonl": json.dumps(gold) + "\n"})
    write(own.parent, {"answers.json": '{"r0123456789": {}}'})
    arguments = (*_TRIED[tried], "--json")
    if tried == "init":
        done = wikic(*arguments, cwd=own, code=None)
    else:
        done = wikic(*arguments, "-C", ".", cwd=own, code=None)
    assert done.out, done.err
    found = json.loads(done.out)
    schema = schema_of(_named(tried))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(found, schema)
    assert found["version"] == 1


def test_an_adopted_vault_has_a_schema_too(tmp_path: Path) -> None:
    write(tmp_path, {"Home.md": "# Home\n\nSee [[Other]].\n"})
    jsonschema.validate(json.loads(wikic("adopt", ".", "--json", cwd=tmp_path).out), schema_of("adopt"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_schema_is_one(command: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema_of(command))


def test_the_command_prints_it_and_says_what_there_is(tmp_path: Path) -> None:
    assert json.loads(wikic("schema", "review", "show", cwd=tmp_path).out) == schema_of("review show")
    assert wikic("schema", cwd=tmp_path).out.splitlines() == list(COMMANDS)
    assert "'serve' prints no JSON" in wikic("schema", "serve", cwd=tmp_path, code=2).err


def test_every_command_that_takes_json_has_a_schema() -> None:
    def taking(typer_app: Any, before: str = "") -> list[str]:
        found = [
            before + str(each.name)
            for each in typer_app.registered_commands
            if "json" in each.callback.__annotations__ and not each.hidden
        ]
        for group in typer_app.registered_groups:
            found += taking(group.typer_instance, f"{before}{group.name} ")
        return found

    without = {"export skill", "export graph", "eval make"}
    assert {*taking(app)} - without <= {*COMMANDS}


def test_all_commands_fit_on_one_screen(tmp_path: Path) -> None:
    lines = wikic(cwd=tmp_path).out.splitlines()
    assert lines == list(overview()) and len(lines) <= 24 and max(map(len, lines)) <= 80
    named = {each.name for each in (*app.registered_commands, *app.registered_groups) if not each.hidden}
    assert named == {*PANELS}
    assert [group for group, _ in GROUPS] == ["Start", "Read", "Check", "Change", "Serve", "Measure"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("read -C kb people/Is", {"people/Isaac-Dunn"}),
        ("read -C kb Isaac", {"Isaac-Dunn"}),
        ("move -C kb people/Is", {"people/Isaac-Dunn"}),
        ("forget -C kb harbour/people/isaac", {"harbour/people/isaac-dunn.txt"}),
        ("read -C kb harbour/people/isaac", {"harbour/people/isaac-dunn.txt"}),
        ("lint --select L00", {f"L00{number}" for number in range(1, 10)}),
        ("lint --select L001,L00", {f"L001,L00{number}" for number in range(1, 10)}),
        ("read -C nowhere x", set()),
    ],
)
def test_words_go_on(own: Path, typed: str, offered: set[str]) -> None:
    words = f"wikic {typed}"
    asking = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_WIKIC_COMPLETE": "complete_bash"}
    told = subprocess.run(
        command_line(), env=ENVIRONMENT | asking, cwd=own.parent, capture_output=True, text=True, check=True
    )
    assert {*told.stdout.split()} == offered


def on_a_terminal(columns: int, folder: Path, *arguments: str) -> str:
    """What a command shows on a terminal so wide."""
    ours, theirs = pty.openpty()
    command = subprocess.Popen(
        command_line(*arguments),
        env=ENVIRONMENT | {"COLUMNS": str(columns), "TERM": "xterm"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert command.wait() in (0, 1)
    return re.sub(r"\x1b\[\d*m", "", shown.decode()).replace("\r\n", "\n")


def test_lines_break_at_words(harbour: Path) -> None:
    shown = on_a_terminal(50, harbour, "ask", "What did Isaac Dunn do?")
    assert max(map(len, shown.split("\n"))) <= 50
    whole = wikic("ask", "What did Isaac Dunn do?", cwd=harbour).out
    assert shown.split() == whole.split()
    assert "\n  keeper of the Hallow Point Lighthouse. [1]\n" in shown  # below its item's words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a " * 20, "a " * 14 + "a\n" + "a " * 5),
        ("- one two three four five six seven", "- one two three four five six\n  seven"),
        ("    one two three four five six seven", "    one two three four five\n    six seven"),
        ("| one | two | three | four | five | six |", "| one | two | three | four | five | six |"),
        ("https://example.org/a/path/that/is/longer/than/a/line", None),
        ("一二三四五六七八九十 一二三四五六七八九十", "一二三四五六七八九十\n一二三四五六七八九十"),
        ("```\none two three four five six seven\n```", None),
    ],
)
def test_what_is_broken_and_what_is_not(text: str, shown: str | None) -> None:
    assert console.wrapped(text, 30).rstrip() == (text if shown is None else shown).rstrip()


def test_a_summary_is_not_said_twice(harbour: Path) -> None:
    lines = wikic("search", "Isaac Dunn keeper", "-n", "1", cwd=harbour).out.splitlines()
    assert len(lines) == 2 and "first keeper" in lines[1]


def test_below_a_short_answer_stands_what_it_was_drawn_from(harbour: Path) -> None:
    said = wikic("ask", "When was Eleanor Rooke born?", cwd=harbour).out
    assert [line[:18] for line in said.splitlines() if line.startswith("- ")] == ["- Eleanor Rooke (1"]
    assert "(7 more facts: --evidence 8)" in said
