"""``wikic init``: every kind of corpus ends sensibly, and a person has the last word."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import subprocess
import termios
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, Done, snapshot, wikic, write

VILLAGE = "Nasam is a village in Georgia. It lies on the river Kura and has a mill of 1871."
SCHEMA = """\
positioning:
  focus: Rivers
dimensions:
- name: rivers
  description: what flows
- name: concepts
  description: the rest
"""


def said(home: Path, text: str, *more: str, code: int = 0) -> Done:
    """``init --interactive`` with ``text`` on its standard input."""
    return wikic("init", "docs", "-C", "kb", "-i", *more, cwd=home, code=code, given=text)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        {"docs/Nasam.txt": VILLAGE, "docs/Ada Cole.txt": "Ada Cole is a Danish painter born in Rome."},
    )


@pytest.mark.parametrize("count", [1, 3])
def test_a_corpus_of_a_few(tmp_path: Path, count: int) -> None:
    write(tmp_path, {f"docs/{n}.txt": f"Town{n} is a town in Georgia{n}, on river{n}." for n in range(count)})
    done = wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    assert f"a schema from {count} document" in done.out and "sampled" not in done.out
    assert wikic("compile", "docs", "-C", "kb", cwd=tmp_path).code == 0
    assert wikic("lint", "-C", "kb", cwd=tmp_path).code == 0


def test_what_is_not_sampled_is_counted_and_compiled(docs: Path) -> None:
    write(
        docs,
        {
            "docs/hello.txt": "Happy New Year! We wish you and your family all the best.",
            "docs/x.txt": "Capital of Georgia.",
        },
    )
    done = wikic("init", "docs", "-C", "kb", cwd=docs)
    assert "1 greetings: docs/hello.txt" in done.out and "1 nearly empty: docs/x.txt" in done.out
    assert "4 sources taken in" in wikic("compile", "docs", "-C", "kb", cwd=docs).out


def test_everything_says_little(tmp_path: Path) -> None:
    write(tmp_path, {"docs/hello.txt": "Happy New Year! We wish you all the best.", "docs/x.txt": "Soon."})
    done = wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    assert "Every document looks like one that says little" in done.out
    assert (tmp_path / "kb/wiki/schema.yaml").exists()


def test_mixed_languages_go_by_the_majority(tmp_path: Path) -> None:
    chinese = (
        "李明（1881—1936），浙江绍兴人，作家。一九〇二年毕业于清川师范学校。",
        "清川是浙江的一座县城，城外有河，河上有三座石桥，最老的一座建于明代。",
        "《听潮集》是李明的散文集，一九二五年由北新书局出版，收文二十三篇。",
    )
    write(tmp_path, {f"docs/zh{at}.txt": text for at, text in enumerate(chinese)})
    write(tmp_path, {"docs/en.txt": VILLAGE, "docs/de.txt": "Der Fluss ist lang und die Stadt liegt an ihm."})
    assert "人物" in wikic("init", "docs", "-C", "kb", "--layout", "things", cwd=tmp_path).out
    assert "5 sources taken in" in wikic("compile", "docs", "-C", "kb", cwd=tmp_path).out


def test_only_empty_and_binary_files(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.txt": b"", "docs/b.md": b"\x00\xff\xfe\x01" * 40, "docs/c.png": b"\x89PNG"})
    done = wikic("init", "docs", "-C", "kb", cwd=tmp_path, code=2)
    assert "none of the 2 documents" in done.err and "a.txt is empty" in done.err
    assert not (tmp_path / "kb").exists()


def test_dry_run_and_json_write_nothing_and_say_everything(docs: Path) -> None:
    before = snapshot(docs)
    done = wikic("init", "docs", "-C", "kb", "--dry-run", cwd=docs)
    assert "+++ b/wiki/schema.yaml" in done.out and "+- name: people" in done.out
    found = wikic("init", "docs", "-C", "kb", "--dry-run", "--json", cwd=docs).json
    assert (found["documents"], found["sampled"], found["left_out"], found["written"]) == (2, 2, [], False)
    assert [each["name"] for each in found["schema"]["dimensions"]] == ["concepts", "geography", "people"]
    assert snapshot(docs) == before


def test_two_runs_give_the_same_bytes(docs: Path) -> None:
    for name in ("one", "two"):
        wikic("init", "docs", "-C", name, "--title", "T", cwd=docs)
    assert snapshot(docs / "one/wiki") == snapshot(docs / "two/wiki")


def test_a_configuration_that_is_there_stays(docs: Path) -> None:
    write(
        docs,
        {
            "kb/wikic.toml": '[wiki]\ntitle = "Mine"\n',
            "py/pyproject.toml": '[tool.wikic.wiki]\ntitle = "Py"\n',
        },
    )
    assert "calls the wiki 'Mine'" in wikic("init", "docs", "-C", "kb", "--title", "X", cwd=docs, code=2).err
    for name, title in (("kb", "Mine"), ("py", "Py")):
        wikic("init", "docs", "-C", name, cwd=docs)
        assert (docs / name / "wiki/index.md").read_text().startswith(f"# {title}\n")
    assert not (docs / "py/wikic.toml").exists()


# --- interactive


def test_a_person_changes_the_proposal(docs: Path) -> None:
    lines = ("help", "rename people humans", "frob", "add Court Cases: trials", "focus Mills", "done")
    done = said(docs, "merge geography into concepts\n" + "\n".join(lines) + "\n")
    assert "'frob' is no command" in done.out and "rename DIRECTORY NEW-NAME" in done.out
    schema = (docs / "kb/wiki/schema.yaml").read_text()
    assert "focus: Mills" in schema and "- name: humans" in schema and "- name: court-cases" in schema
    assert "- name: geography" not in schema
    wikic("compile", "docs", "-C", "kb", cwd=docs)
    assert (docs / "kb/wiki/humans/Ada-Cole.md").exists()
    assert (docs / "kb/wiki/concepts/Nasam.md").exists()
    assert wikic("lint", "-C", "kb", cwd=docs).code == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rename people humans\n", "the input ended"),
        ("quit\n", "nothing was written"),
        ("", "the input ended"),
    ],
)
def test_without_done_nothing_is_written(docs: Path, text: str, message: str) -> None:
    before = snapshot(docs)
    assert message in said(docs, text, code=2).err
    assert snapshot(docs) == before


def terminal(home: Path, keys: bytes) -> tuple[int, str]:
    """``init --interactive`` in a terminal of its own, once ``keys`` are typed at its prompt."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [WIKIC, "init", "docs", "-C", "kb", "-i"],
        cwd=home,
        env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "110"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    shown, typed = b"", False
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
        if not typed and b"init> " in shown:
            os.write(ours, keys)
            typed = True
    os.close(ours)
    return run.wait(), shown.decode(errors="replace")


def test_in_a_terminal(docs: Path) -> None:
    code, shown = terminal(docs, b"rename people humans\ndone\n")
    assert code == 0 and "1 concepts" in shown, shown
    assert "- name: humans" in (docs / "kb/wiki/schema.yaml").read_text()


@pytest.mark.parametrize(
    ("keys", "code"), [(b"drop people\n\x03", 130), (b"\x04", 2)], ids=["ctrl-c", "ctrl-d"]
)
def test_leaving_a_terminal_leaves_nothing(docs: Path, keys: bytes, code: int) -> None:
    before = snapshot(docs)
    assert terminal(docs, keys)[0] == code
    assert snapshot(docs) == before


# --- from a file


def test_from_a_schema(docs: Path) -> None:
    write(docs, {"mine.yaml": SCHEMA})
    done = wikic("init", "--from", "mine.yaml", "-C", "kb", cwd=docs)
    assert "the schema of mine.yaml" in done.out and "wikic compile DOCUMENTS -C kb" in done.out
    assert (
        json.loads(wikic("init", "--from", "mine.yaml", "-C", "b", "--json", cwd=docs).out)["documents"] == 0
    )
    assert wikic("compile", "docs", "-C", "kb", cwd=docs).code == 0
    assert "> Rivers" in (docs / "kb/wiki/index.md").read_text()


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("dimensions: [\n", "mine.yaml, line "),
        (SCHEMA + "fallback: lakes\n", "mine.yaml: fallback 'lakes' is not one of its dimensions"),
        (
            SCHEMA.replace("description", "descripton"),
            "mine.yaml: unknown key 'descripton' in dimensions, entry 1",
        ),
        (
            SCHEMA.replace("name: rivers", "name: sources"),
            "mine.yaml: dimension 'sources' cannot be a directory",
        ),
        ("", "mine.yaml is empty"),
        ("positioning: {}\n", "mine.yaml names no dimension"),
    ],
)
def test_a_schema_that_cannot_be_used_says_where(docs: Path, schema: str, message: str) -> None:
    write(docs, {"mine.yaml": schema})
    before = snapshot(docs)
    assert message in wikic("init", "--from", "mine.yaml", "-C", "kb", cwd=docs, code=2).err
    assert snapshot(docs) == before


def test_what_makes_no_sense_is_refused(docs: Path) -> None:
    assert "gone.yaml: no such file" in wikic("init", "--from", "gone.yaml", "-C", "kb", cwd=docs, code=2).err
    assert "name the documents" in wikic("init", "-C", "kb", cwd=docs, code=2).err
    write(docs, {"mine.yaml": SCHEMA})
    assert "--interactive" in wikic("init", "-i", "--from", "mine.yaml", "-C", "kb", cwd=docs, code=2).err


def test_some_documents_that_cannot_be_read_are_counted_and_none_begins_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.json": "{broken", "docs/b.md": "# Bo\n\nBo Ek was born in 1815.\n"})
    assert "1 document cannot be read" in wikic("init", "docs", "-C", "kb", cwd=tmp_path).out
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path, code=1)
    (tmp_path / "docs/b.md").unlink()
    refused = wikic("init", "docs", "-C", "other", cwd=tmp_path, code=2)
    assert "the only document in" in refused.err and not (tmp_path / "other").exists()
