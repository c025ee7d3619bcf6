"""``wikic evolve``, ``merge``, ``split``, ``move``, ``rename`` as people call them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import wikic, write

LETTERS = "ABCDEFGHIJKLMNOP"


@pytest.fixture(scope="module")
def mountains(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki with more pages in one directory than one list holds; read only."""
    home = tmp_path_factory.mktemp("home")
    names = [f"Mount {one}{other.lower()}{other.lower()}" for one in LETTERS for other in LETTERS]
    rows = (
        {"id": str(n), "title": each, "text": f"{each} is a mountain in {each[6]}land."}
        for n, each in enumerate(names)
    )
    write(home, {"rows.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    wikic("init", "rows.jsonl", "-C", "kb", cwd=home)
    assert wikic("compile", "rows.jsonl", "-C", "kb", cwd=home).code == 0
    return home


def test_a_plan_says_what_and_why_and_what_to_do_next(mountains: Path) -> None:
    done = wikic("evolve", "-C", "kb", cwd=mountains)
    assert done.code == 0
    first, second, third, *rest = done.out.splitlines()
    assert first.startswith("split geography/: 2") and "more than 200; parted by" in first
    assert second.startswith("  ") and third.startswith("  saves ")
    assert "no traffic yet" in done.out and "`wikic evolve --apply` carries it out" in rest[-1]
    told = json.loads(wikic("evolve", "-C", "kb", "--json", cwd=mountains).out)
    assert told["steps"][0]["directory"] == "geography" and not told["applied"]
    explained = wikic("evolve", "-C", "kb", "--explain", cwd=mountains).out
    assert "\ngeography/ " in explained and "reads a need" in explained


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("evolve", "--plan", "--apply"), "exclude each other"),
        (("move", "Mount Abb", "sources"), "is no directory of pages"),
        (("move", "geography", "people"), "a page is needed"),
        (("merge", "geography", "Mount Abb"), "is a directory and"),
        (("rename", "Mount Abb", "Mount Acc"), "has that name already"),
        (("split", "Mount Abb"), "rests on one source"),
        (("split", "Mount Abb", "--pin", "x"), "names no title"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_a_next_step(
    mountains: Path, arguments: tuple[str, ...], words: str
) -> None:
    done = wikic(*arguments, "-C", "kb", cwd=mountains, code=2)
    assert not done.out
    assert words in done.err and len(done.err.strip().splitlines()) <= 2


def test_a_change_by_hand_says_what_it_was(home: Path) -> None:
    said = wikic("rename", "Ada Lovelace", "爱达 (Gräfin)", "-C", "kb", cwd=home)
    assert said.code == 0 and said.out.startswith("rename people/Ada-Lovelace to '爱达 (Gräfin)'\n")
    assert wikic("move", "爱达 (Gräfin)", "people", "-C", "kb", cwd=home).out == "nothing to change\n"
    assert wikic("read", "Ada-Lovelace", "-C", "kb", cwd=home).code == 0, "the old name leads there"


def test_a_change_waits_for_no_other_writer(home: Path) -> None:
    holding = (
        "import sys, time; from pathlib import Path; from wikic.wiki.lock import writer\n"
        "with writer(Path('kb')): print('held', flush=True); time.sleep(3600)\n"
    )
    other = subprocess.Popen([sys.executable, "-c", holding], cwd=home, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        done = wikic("rename", "Ada Lovelace", "Ada", "-C", "kb", cwd=home, code=2)
        assert str(other.pid) in done.err
    finally:
        other.kill()
        other.communicate()
