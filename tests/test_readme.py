"""The README is executed: every ``console`` block runs and prints what it shows, up to numbers and ids.

In a block, ``$ `` begins a command (a line that ends in a backslash goes on), what follows is its output.
A line that is only ``…`` stands for any lines, ``…`` within a line for anything; a run of digits stands
for any number, an id or a hash for any other. ``# exit 1`` at the end of a command says how it must end.
``<!-- not run: why -->`` on the line before a block leaves it out (``pip install``, ``make``).
All blocks run in order in one empty folder with the repository's ``fixtures/`` in it.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))

_BLOCK = re.compile(r"(<!-- not run: [^\n]+ -->\n+)?^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"\s+# exit (\d+)$")
# What may differ, and how: the first that fits decides.
_LOOSE = (
    (r"\b[pfr][0-9a-f]{8}\b", r"[pfr][0-9a-f]{8}"),  # id of a block, statement or source line
    (r"-[0-9a-f]{6}\b", r"-[0-9a-f]+"),  # end of a source's slug
    (r"\b[0-9a-f]{7,64}\b", r"[0-9a-f]+"),  # hash
    (r"\d[\d.,:]*", r"\d[\d.,:]*"),  # number, date, time
    (r"…", r".*"),
    (r"\s+", r"\s+"),
)
_ANY_LOOSE = re.compile("|".join(f"({pattern})" for pattern, _ in _LOOSE))


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a document.

    line: where it stands, from 1.
    text: what a shell is given.
    shows: the output the document shows, without trailing white space.
    code: exit code it must have.
    """

    line: int
    text: str
    shows: str
    code: int


def commands(markdown: str) -> Iterator[Command]:
    """The commands of every ``console`` block of a document, in order."""
    for block in _BLOCK.finditer(markdown):
        if block[1]:
            continue
        first = markdown.count("\n", 0, block.start(2)) + 1
        for part in re.finditer(r"^\$ ((?:.*\\\n)*.*)\n?((?:(?!\$ ).*\n)*)", block[2], re.MULTILINE):
            code = _EXIT.search(part[1])
            text = _EXIT.sub("", part[1])
            line = first + block[2].count("\n", 0, part.start())
            yield Command(line, text, part[2].rstrip(), int(code[1]) if code else 0)


def shape(shows: str) -> re.Pattern[str]:
    """What an output must look like to be of the shape that ``shows`` has."""
    lines: list[str] = []
    for line in shows.splitlines():
        if line.strip() == "…":
            lines.append(r"(?:.*\n)*?")
            continue
        at, parts = 0, []
        for loose in _ANY_LOOSE.finditer(line.rstrip()):
            parts += [re.escape(line[at : loose.start()]), _LOOSE[(loose.lastindex or 0) - 1][1]]
            at = loose.end()
        lines.append("".join(parts) + re.escape(line.rstrip()[at:]) + r"[ \t]*\n")
    return re.compile("".join(lines))


def run(command: Command, folder: Path, environment: dict[str, str]) -> tuple[str, int, Path]:
    """Output (both streams), exit code and the folder in which the shell ended."""
    ended = Path(environment["HOME"]) / "ended-in"
    shell = subprocess.run(
        ["bash", "-c", f"trap 'pwd > \"{ended}\"' EXIT\n{command.text}"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    output = "\n".join(line.rstrip() for line in shell.stdout.decode().splitlines()).rstrip()
    return output, shell.returncode, Path(ended.read_text("utf-8").strip())


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_command_of_the_readme_does_what_it_shows(tmp_path: Path) -> None:
    listed = list(commands((ROOT / "README.md").read_text("utf-8")))
    folder, home = tmp_path / "work", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    (folder / "fixtures").symlink_to(ROOT / "fixtures")
    environment = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "HOME": str(home),
        "COLUMNS": "110",
        "NO_COLOR": "1",
        "LANG": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    for each in listed:
        output, code, folder = run(each, folder, environment)
        where = f"README.md:{each.line}: $ {each.text}"
        assert code == each.code, f"{where}\nexit {code}, not {each.code}:\n{output}"
        if not shape(each.shows).fullmatch(output + "\n" if output else ""):
            diff = difflib.unified_diff(
                each.shows.splitlines(), output.splitlines(), "shown", "printed", lineterm=""
            )
            pytest.fail(f"{where}\n" + "\n".join(diff))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_of_the_repository_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"^(`{3,}).*?^\1$|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"(?<!\])\]\(([^)#\s]+)(?:#[^)]*)?\)", prose)
    files = [target for target in targets if "://" not in target]
    assert [target for target in files if not (page.parent / target).exists()] == []


# --- the reader of blocks itself

SAMPLE = """\
Text.

```console
$ wikic compile docs -C kb
31 documents, 0 failed, 1.2 s

$ wikic lint \\
    -C kb   # exit 1
```

<!-- not run: needs a network -->
```console
$ pip install wikic
```
"""


def test_commands_are_read_with_their_output_and_exit_code() -> None:
    assert list(commands(SAMPLE)) == [
        Command(4, "wikic compile docs -C kb", "31 documents, 0 failed, 1.2 s", 0),
        Command(7, "wikic lint \\\n    -C kb", "", 1),
    ]


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("", ""),
        ("31 documents, 1.2 s", "6119 documents, 48.05 s"),
        ("a   b", "a b"),
        ("kb/wiki/sources/digests/2wiki-d00123-3fa91c.md", "kb/wiki/sources/digests/2wiki-d7-00aa11.md"),
        ("- John. [[x#^p3f9a1c02]] ^f1a2b3c4", "- John. [[x#^pdeadbeef]] ^f00000000"),
        ("first\n…\nlast", "first\nlast"),
        ("first\n…\nlast", "first\n\nanything\nlast"),
        ("in … seconds", "in a few seconds"),
        ("(a) [b] c*", "(a) [b] c*"),
    ],
)
def test_outputs_of_one_shape_match(shown: str, printed: str) -> None:
    assert shape(shown).fullmatch(printed + "\n" if printed else "")


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("", "something"),
        ("something", ""),
        ("31 documents", "31 pages"),
        ("31 documents", "no documents"),
        ("first\nlast", "first\nmore\nlast"),
        ("- John. ^f1a2b3c4", "- John."),
    ],
)
def test_outputs_of_another_shape_do_not_match(shown: str, printed: str) -> None:
    assert not shape(shown).fullmatch(printed + "\n" if printed else "")


def test_a_folder_a_command_goes_to_is_where_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    output, code, folder = run(Command(1, "cd kb && pwd", "", 0), tmp_path, environment)
    assert (output, code, folder) == (str(tmp_path / "kb"), 0, tmp_path / "kb")
