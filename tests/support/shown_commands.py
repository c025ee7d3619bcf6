"""A document's commands and what it shows that they print: read, run, compared, and shown anew.

In a ``console`` block ``$ `` begins a command (a line that ends in a backslash goes on), what follows is its
output. A line that is only ``…`` stands for any lines, ``…`` within a line for anything. Figures are what is
printed, but for what no two runs share: seconds, rates, dates and times, ids and hashes stand for any other.
``# exit 1`` at the end of a command says how it must end. ``<!-- not run: why -->`` on the line before a
block leaves it out (``pip install``, ``make``). All blocks run in order in one empty folder with the
repository's ``fixtures/`` in it.

    python -m support.shown_commands README.md      shows anew what the commands of a document print
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]

_BLOCK = re.compile(r"(<!-- not run: [^\n]+ -->\n+)?^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"\s+# exit (\d+)$")
# What may differ from run to run, and how: the first that fits decides.
_PASSING: Final = (
    (r"\b[pfr][0-9a-f]{8}\b", r"[pfr][0-9a-f]{8}"),  # id of a block, statement or source line
    (r"-[0-9a-f]{6}\b", r"-[0-9a-f]{6}"),  # end of a source's slug
    (r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b", r"[0-9a-f]{7,64}"),  # hash
    (r"\d{4}-\d\d-\d\d", r"\d{4}-\d\d-\d\d"),  # date
    (r"\d\d:\d\d(?::\d\d)?", r"\d\d:\d\d(?::\d\d)?"),  # time
    (r"\d[\d.,]*(?= (?:s|ms|seconds|a second|a minute)\b)", r"\d[\d.,]*"),
    (r"…", r".*"),
    (r"\s+", r"\s+"),
)
# While a document is shown anew, figures are what is sought.
_FIGURE: Final = (r"\d[\d.,]*(?<![.,])", r"\d[\d.,]*(?<![.,])")


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a document.

    line: where it stands, from 1.
    text: what a shell is given.
    shows: the output the document shows, without trailing white space.
    code: exit code it must have.
    start: offset of the output in the document.
    """

    line: int
    text: str
    shows: str
    code: int
    start: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a command.

    output: both streams, without trailing white space.
    code: exit code.
    folder: where the shell ended.
    """

    output: str
    code: int
    folder: Path


def commands(markdown: str) -> Iterator[Command]:
    """The commands of every ``console`` block of a document, in order."""
    for block in _BLOCK.finditer(markdown):
        if block[1]:
            continue
        first = markdown.count("\n", 0, block.start(2)) + 1
        for part in re.finditer(r"^\$ ((?:.*\\\n)*.*)\n?((?:(?!\$ ).*\n)*)", block[2], re.MULTILINE):
            code = _EXIT.search(part[1])
            line = first + block[2].count("\n", 0, part.start())
            yield Command(
                line,
                _EXIT.sub("", part[1]),
                part[2].rstrip(),
                int(code[1]) if code else 0,
                block.start(2) + part.start(2),
            )


def fits(shows: str, printed: str) -> bool:
    """Whether a command printed what a document shows, figures included."""
    return _shape(shows, _PASSING)[0].fullmatch(printed + "\n" if printed else "") is not None


def anew(shows: str, printed: str) -> str | None:
    """What a document shows with the figures that were printed; None where more than figures differs.

    What differs from run to run stays as it is shown: an update on a slow machine changes no seconds.
    """
    if fits(shows, printed):
        return shows
    shape, figures = _shape(shows, (*_PASSING, _FIGURE))
    found = shape.fullmatch(printed + "\n" if printed else "")
    if found is None:
        return None if "…" in shows else printed
    for at, (start, end) in reversed(list(enumerate(figures, 1))):
        shows = shows[:start] + found[at] + shows[end:]
    return shows


def _shape(shows: str, loose: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], list[tuple[int, int]]]:
    """What an output must look like to be as shown, and where in ``shows`` its groups, figures, stand."""
    any_loose = re.compile("|".join(f"({pattern})" for pattern, _ in loose))
    lines: list[str] = []
    figures: list[tuple[int, int]] = []
    begins = 0
    for line in shows.splitlines(keepends=True):
        text = line.rstrip()
        if text.strip() == "…":
            lines.append(r"(?:.*\n)*?")
        else:
            at = 0
            for match in any_loose.finditer(text):
                pattern = loose[(match.lastindex or 0) - 1]
                lines += [re.escape(text[at : match.start()])]
                if pattern is _FIGURE:
                    figures.append((begins + match.start(), begins + match.end()))
                    lines.append(f"({pattern[1]})")
                else:
                    lines.append(pattern[1])
                at = match.end()
            lines.append(re.escape(text[at:]) + r"[ \t]*\n")
        begins += len(line)
    return re.compile("".join(lines)), figures


def run(command: Command, folder: Path, environment: dict[str, str]) -> Run:
    """Run a command in a shell of its own."""
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
    return Run(output, shell.returncode, Path(ended.read_text("utf-8").strip()))


def runs(markdown: str, place: Path) -> Iterator[tuple[Command, Run]]:
    """Every command of a document with what became of it, in an empty folder ``place``."""
    folder, home = place / "work", place / "home"
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
    for each in commands(markdown):
        became = run(each, folder, environment)
        folder = became.folder
        yield each, became


def difference(command: Command, printed: str) -> str:
    """What a document shows and what was printed, as a diff."""
    return "\n".join(
        difflib.unified_diff(
            command.shows.splitlines(), printed.splitlines(), "shown", "printed", lineterm=""
        )
    )


def main(names: list[str]) -> int:
    """Show anew what the commands of these documents print; 1 where a person has to look."""
    problems = 0
    for name in names:
        document = ROOT / name
        old = text = document.read_text("utf-8")
        moved = 0
        with tempfile.TemporaryDirectory(prefix="wikic-") as place:
            for command, became in runs(old, Path(place)):
                shown = anew(command.shows, became.output)
                if became.code != command.code or shown is None:
                    problems += 1
                    print(f"{name}:{command.line}: $ {command.text}\nexit {became.code}")
                    print(difference(command, became.output))
                    continue
                start = command.start + moved
                text = text[:start] + shown + text[start + len(command.shows) :]
                moved += len(shown) - len(command.shows)
        if text != old:
            document.write_text(text, "utf-8")
            print(f"{name}: shown anew")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
