"""What others wrote, in pages, documents and names of files, never speaks to the terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, start, wikic, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a terminal as POSIX has it")

# A title set, a line hidden, a CSI in one character, a line turned around, a line separator.
EVIL = "\x1b]0;owned\x07\x1b[2K\x1b[8m \x9b31m \u202egnp.exe\u2066 \u2028 end"
NAMED = "a\x1b[31m\x9b\u202eb"
OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def on_terminal(*arguments: object, cwd: Path) -> str:
    """What a command shows on a terminal that has no colours."""
    import pty

    own, given = pty.openpty()
    environment = {**ENVIRONMENT, "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "300"}
    with start(*arguments, cwd=cwd, env=environment, stdin=given, stdout=given, stderr=given) as run:
        os.close(given)
        shown = b""
        while True:
            try:
                part = os.read(own, 65_536)
            except OSError:  # nobody holds the other end any more
                break
            if not part:
                break
            shown += part
    os.close(own)
    assert run.returncode in (0, 1, 2), shown
    return shown.decode("utf-8", "replace").replace("\r\n", "\n")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki and its documents, evil wherever there is room for it."""
    place = tmp_path_factory.mktemp("evil")
    write(
        place / "docs",
        {
            "ada.md": f"# Ada Lovelace {EVIL}\n\nAda Lovelace was born in London {EVIL} in 1815. She died.\n",
            f"{NAMED}.md": "# Bob\n\nBob Marlowe was a painter from Oslo.\n",
            f"{NAMED}.txt": b"\xff\xfe\xfa",
            f"{NAMED}.json": "{",
            f"x.{NAMED}": "",
        },
    )
    wikic("init", "docs", "-C", "kb", cwd=place)
    wikic("compile", "docs", "-C", "kb", cwd=place, code=1)
    page = next((place / "kb/wiki").glob("*/Bob*.md"))
    with page.open("a", encoding="utf-8") as file:
        file.write(f"\n## Notes {EVIL}\n\nSee [[gone {EVIL}]] and [[x{EVIL}\n\n- [[A]](b{EVIL}.md)\n")
    write(place / "kb/wiki", {f"people/{NAMED}.md": f"---\ntitle: {EVIL}\n---\n# {EVIL}\n\n[[no{EVIL}]]\n"})
    write(place / "docs", {"more.md": f"# More\n\nMore {EVIL} is a thing. {NAMED} too.\n"})
    write(place / "vault", {f"{NAMED}.md": f"# {EVIL}\n\n[[{NAMED}x]] [[A](b)\n", "b.md": f"[[c{EVIL}]]"})
    return place


COMMANDS = (
    ("compile", "docs", "-C", "kb", "--dry-run"),
    ("compile", "docs", "-C", "kb", "--dry-run", "--json"),
    ("compile", "docs", "-C", "kb", "--plan"),
    ("compile", f"docs/{NAMED}.nothing", "-C", "kb"),
    ("compile", f"--{NAMED}", "-C", "kb"),
    (f"{NAMED}",),
    ("lint", "-C", f"{NAMED}"),
    *(("lint", "-C", "kb", "--no-cache", "-f", form) for form in (
        "text", "concise", "grouped", "json", "json-lines", "github", "gitlab", "sarif", "junit"
    )),
    ("fix", "-C", "kb", "--diff", "--unsafe"),
    ("fix", "-C", "kb", "--diff", "--json"),
    ("search", "-C", "kb", "bob"),
    ("search", "-C", "kb", "bob", "--json"),
    ("read", "-C", "kb", "Bob-Marlowe"),
    ("read", "-C", "kb", NAMED),
    ("ask", "-C", "kb", "Where was Ada Lovelace born?"),
    ("status", "-C", "kb"),
    ("adopt", "vault", "--dry-run"),
    ("init", "docs", "-C", "new", "--dry-run"),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: " ".join(map(repr, each)))
def test_nothing_that_a_terminal_obeys(place: Path, command: tuple[str, ...]) -> None:
    shown = on_terminal(*command, cwd=place)
    assert shown.strip()
    found = OBEYED.search(shown)
    assert found is None, shown[max(0, found.start() - 100) : found.end() + 100].encode("unicode-escape")


def test_a_diff_that_is_piped_on_is_the_bytes(place: Path) -> None:
    run = subprocess.run(
        [WIKIC, "compile", "docs", "-C", "kb", "--dry-run"],
        cwd=place, env=ENVIRONMENT, capture_output=True, check=False,
    )  # fmt: skip
    assert EVIL.encode() in run.stdout


def test_an_evil_name_does_not_make_two_lines_of_one(tmp_path: Path) -> None:
    write(tmp_path / "v", {"a\n::error::b.md": "[[x]]\n"})
    wikic("adopt", "v", cwd=tmp_path)
    for form in ("concise", "github"):
        shown = wikic("lint", "-C", "v", "--no-cache", "-q", "-f", form, cwd=tmp_path, code=None).out
        assert not any(line.startswith("::error::b") for line in shown.splitlines())
