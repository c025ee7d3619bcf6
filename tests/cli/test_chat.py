"""``wikic chat`` over a pipe and in a terminal."""

from __future__ import annotations

import json
import os
import pty
import resource
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.command import ENVIRONMENT, WIKIC, Done, start, wikic, write
from support.copies import copied
from support.patience import HUNG, until

from wikic.cli.main import main

FIXTURES = Path(__file__).parents[2] / "fixtures"
TEXT = "# Ada Finch\n\nAda Finch (3 May 1870 – 1931) was a painter. She was born in Grenn.\n"


def compiled(documents: Path, root: Path) -> Path:
    assert main(["init", str(documents), "-C", str(root)]) == 0
    assert main(["compile", str(documents), "-C", str(root)]) == 0
    return root


@pytest.fixture(scope="module")
def finch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A painter and a town; read only."""
    home = tmp_path_factory.mktemp("finch")
    grenn = "# Grenn\n\nGrenn is a town on the river Ous.\n"
    return compiled(write(home / "texts", {"Ada Finch.md": TEXT, "Grenn.md": grenn}), home / "kb")


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the harbour; read only."""
    return compiled(FIXTURES / "harbour", tmp_path_factory.mktemp("harbour") / "kb")


@pytest.fixture
def kb(finch: Path, tmp_path: Path) -> Path:
    return copied(finch, tmp_path / "kb")


def talk(kb: Path, said: str, *options: str, code: int = 0) -> Done:
    return wikic("chat", "-C", kb, *options, cwd=kb, code=code, given=said)


def test_it_answers_line_by_line_remembers_and_saves(kb: Path) -> None:
    done = talk(
        kb,
        "When was Ada Finch born?\n\nWhere was she born?\n/save Birth\n/pages\n/x\n/new\n/save\n/quit\nx\n",
    )
    assert done.out.startswith("3 May 1870\n")
    assert "(about Ada Finch)" in done.err
    assert "saved as wiki/notes/Birth.md" in done.out
    assert "people/Ada-Finch  Ada Finch" in done.out
    assert "there is no command /x" in done.err
    assert "there is no answer to save yet" in done.err
    page = (kb / "wiki/notes/Birth.md").read_text("utf-8")
    assert "**Grenn**" in page and ".md#p" in page
    assert main(["lint", "-C", str(kb)]) == 0


@pytest.mark.parametrize(
    "question", ["When was Isaac Dunn born?", "When was Isac Dunn born?", "Where was Isaac Dunn born?"]
)
def test_a_saved_answer_is_found_and_spoils_no_later_one(
    harbour: Path, tmp_path: Path, question: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copied(harbour, tmp_path / "kb")

    def asked() -> tuple[Any, list[tuple[str, str]]]:
        capsys.readouterr()
        main(["ask", question, "-C", str(root), "--json"])
        found = json.loads(capsys.readouterr().out)
        # Not the scores: how rare a word is, the engine counts over every page.
        return found["short"], [(each["page"], each["text"]) for each in found["evidence"]]

    before = asked()
    done = talk(root, "When was Isaac Dunn born?\n/save\nWho was Isaac Dunn?\n/save\n")
    assert "saved as wiki/notes/When-was-Isaac-Dunn-born.md" in done.out
    assert asked() == before
    assert main(["search", "When was Isaac Dunn born", "-C", str(root)]) == 0
    assert "notes/When-was-Isaac-Dunn-born" in capsys.readouterr().out
    assert main(["lint", "-C", str(root)]) == 0


def test_other_pages_in_notes_are_evidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, library = tmp_path / "kb", tmp_path / "texts"
    shutil.copytree(FIXTURES / "library", library)
    (library / "notes").mkdir()
    (library / "notes/bell.md").write_text("# The bell\n\nThe bell Old Marget was cast in 1791.\n", "utf-8")
    compiled(library, root)
    capsys.readouterr()
    assert main(["ask", "When was the bell Old Marget cast?", "-C", str(root)]) == 0
    assert "1791" in capsys.readouterr().out


@pytest.mark.parametrize("said", ["", "\n  \n"])
def test_where_nothing_is_asked_it_says_so(kb: Path, said: str) -> None:
    done = talk(kb, said, code=2)
    assert "nothing was asked" in done.err


def test_a_closed_input_is_refused(kb: Path) -> None:
    run = f'exec "{WIKIC}" chat -C "{kb}" <&-'
    done = subprocess.run(["sh", "-c", run], capture_output=True, text=True, env=ENVIRONMENT, timeout=HUNG)
    assert done.returncode == 2
    assert "standard input is closed" in done.stderr


def test_a_saved_page_links_no_block_that_the_digest_does_not_quote(tmp_path: Path) -> None:
    root = compiled(FIXTURES / "library", tmp_path / "kb")
    talk(root, "How do I book a berth?\n/save Berths\n")
    assert main(["lint", "-C", str(root)]) == 0
    assert ".md#p" in (root / "wiki/notes/Berths.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        (["--controller", "agent"], "no language model is configured for 'ask'"),
        (["--controller", "auto"], "no language model is configured for 'ask'"),
        (["--controller", "agent", "--model", "offline"], "no model is asked: leave out --controller"),
        (["--max-calls", "3"], "no model is asked: leave out --max-calls"),
        (["--tools", "rlm"], "no model is asked: leave out --tools"),
        (["--tools", "rlm", "--controller", "arag"], "--controller arag has its own tools"),
    ],
)
def test_what_only_a_model_can_do_is_refused_without_one(kb: Path, options: list[str], refused: str) -> None:
    done = talk(kb, "When was Ada Finch born?\n", *options, code=2)
    assert not done.out
    assert refused in done.err


def test_ctrl_c_ends_a_pipe_that_says_nothing(kb: Path) -> None:
    pipe = subprocess.PIPE
    process = start("chat", "-C", kb, stdin=pipe, stdout=pipe, stderr=pipe, text=False)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"When was Ada Finch born?\n")
    process.stdin.flush()
    while process.stdout.readline().strip():  # the answer ends with an empty line
        pass
    until(lambda: _waits(process.pid))
    process.send_signal(signal.SIGINT)
    try:
        assert process.wait(HUNG) == 130
    finally:
        process.kill()
        process.communicate()


def test_in_a_terminal_ctrl_c_empties_the_line_and_ctrl_d_ends(kb: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [WIKIC, "chat", "-C", str(kb)],
        stdin=theirs, stdout=theirs, stderr=theirs, env=ENVIRONMENT | {"TERM": "dumb"},
        start_new_session=True, preexec_fn=_own_terminal,
    )  # fmt: skip
    os.close(theirs)
    assert b"answered by rules" in _until(ours, b"? ")
    os.write(ours, b"half a line")
    _until(ours, b"half a line")
    # Python's readline forgets a Ctrl-C that comes while it takes in a letter, until the next one.
    until(lambda: _waits(process.pid))
    os.write(ours, b"\x03")
    _until(ours, b"? ")
    os.write(ours, b"When was Ada Finch born?\n")
    assert b"3 May 1870" in _until(ours, b"\n\r\n? ")
    os.write(ours, b"\x04")
    assert process.wait(HUNG) == 0
    os.close(ours)


def _waits(process: int) -> bool:
    """Whether a process sleeps until it is told something."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] == "S"


def _own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(terminal: int, words: bytes) -> bytes:
    shown = b""
    while words not in shown:
        shown += os.read(terminal, 4096)
    return shown.replace(b"\r", b"")


@pytest.mark.parametrize("room", [0, 40, 700])
def test_a_disk_that_fails_does_not_end_the_conversation(kb: Path, room: int) -> None:
    def limit() -> None:  # what is written beyond it fails as on a disk without room
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        [WIKIC, "chat", "-C", kb],
        input="When was Ada Finch born?\n/save Birth\nWhere was she born?\n/quit\n",
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done
    assert done.stdout.startswith("3 May 1870\n") and "\nGrenn\n" in done.stdout
    assert [line for line in done.stderr.splitlines() if "File too large" in line]
    assert not list((kb / ".wikic").glob("*.new")) and not list((kb / ".wikic").glob("saved-*"))
    talk(kb, "When was Ada Finch born?\n/save Birth\n")
    assert (kb / "wiki/notes").is_dir()
