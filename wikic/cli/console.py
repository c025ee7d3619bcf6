"""What people see: plain lines on standard output, progress on standard error when that is a terminal."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import threading
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TextIO

from wikic.progress import Progress, Silent
from wikic.text.printable import escaped_json, printable, printable_text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import Task, TaskID

# Of what `--json` prints: raised when a key goes, or means something else.
JSON_VERSION: Final = 1
_NARROWEST: Final = 30  # columns; a terminal that says less does not know
_ITEM: Final = re.compile(r" *(?:[-*•] |\[\d+\] )?")
MAX_LISTED: Final = 20  # of one kind in a summary; --json has them all

EVERY: Final = 30.0  # seconds between two lines of progress in a log
STOPPING: Final = "wikic: stopping; a batch that is being written is finished, any other is left out"
_PHASES: Final = {
    "read": "Reading",
    "sample": "Sampling",
    "propose": "Proposing",
    "plan": "Planning",
    "extract": "Extracting",
    "repair": "Repairing",
    "fold": "Folding",
    "land": "Writing",
    "cluster": "Grouping",
    "word": "Wording",
    "index": "Indexing",
    "mirror": "Mirroring",
}
# What people call the tools.
_COMMANDS: Final = (
    ("wiki_search", "`wikic search`"),
    ("wiki_list", "`wikic read /`"),
    ("wiki_read", "`wikic read`"),
    ("semantic_search", "`wikic search --semantic`"),
    ("source_search", "`wikic search --sources`"),
    ("source_read", "`wikic read`"),
)


def say(line: str = "") -> None:
    """One line on standard output; names in it that hold what a terminal obeys do not have it."""
    print(_fitting(plain(line).replace("\n", " "), sys.stdout))


def plain(text: str) -> str:
    """``text``, which others may have written, without what a terminal obeys."""
    return printable_text(text)


def say_text(text: str) -> None:
    """Text out of a wiki on standard output, as many lines as it has."""
    print(_fitting(plain(text), sys.stdout))


def _fitting(text: str, stream: TextIO) -> str:
    """``text`` with lines that ``stream`` shows whole, where it is a terminal."""
    if not stream.isatty():
        return text
    return wrapped(text, max(shutil.get_terminal_size().columns, _NARROWEST))


def wrapped(text: str, width: int) -> str:
    """``text`` with lines of at most ``width`` columns, broken at words.

    What goes on stands below what began: behind the indent, and behind the dash of an item. Rows of tables
    and fenced code stay whole, as does a word that is longer than a line.
    """
    fenced = False
    lines: list[str] = []
    for line in text.split("\n"):
        start = _ITEM.match(line)
        mark = line.lstrip()[:3]
        fenced ^= mark in ("```", "~~~")
        if cells(line) <= width or fenced or mark[:1] in ("|", "`") or start is None:
            lines.append(line)
            continue
        room = width - min(cells(start[0]), width // 2)
        parts, length = [""], 0
        for word in line[start.end() :].split(" "):
            if parts[-1] and length + 1 + cells(word) > room:
                parts.append("")
            parts[-1] = f"{parts[-1]} {word}" if parts[-1] else word
            length = cells(parts[-1])
        lines.append(start[0] + f"\n{' ' * len(start[0])}".join(parts))
    return "\n".join(lines)


def cells(text: str) -> int:
    """How many columns of a terminal ``text`` takes: two for a character of Chinese, none for an accent."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(each) else 1 + (unicodedata.east_asian_width(each) in "WF")
        for each in text
    )


def say_strong(text: str, rest: str = "") -> None:
    """One line on standard output: ``text`` in bold, on terminals that may show it, and the rest."""
    text, rest = plain(text).replace("\n", " "), plain(rest).replace("\n", " ")
    print(_fitting(text + rest, sys.stdout).replace(text, strong(text), 1))


def complain(*lines: str) -> None:
    """Lines on standard error, without what a terminal obeys."""
    for line in lines:
        print(_fitting(plain(line), sys.stderr), file=sys.stderr)


def advice(text: str) -> list[str]:
    """What a tool advises an agent to do next, said to a person at a terminal."""
    for tool, command in _COMMANDS:
        text = text.replace(tool, command)
    return text.splitlines()


def strong(text: str) -> str:
    """``text`` out of a wiki in bold, on terminals that may show it; without rich, to start fast."""
    text = plain(text).replace("\n", " ")
    off = "NO_COLOR" in os.environ or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
    return text if off else f"\x1b[1m{text}\x1b[0m"


def say_json(value: Any, **beside: Any) -> None:
    """What a command found as indented JSON on standard output, as `wikic schema` says, with its version.

    beside: further keys; those without a value are left out.
    """
    say_document(_versioned(value, beside))


def say_json_line(value: Any, **beside: Any) -> None:
    """The same on one line, for who reads line by line."""
    import msgspec

    print(escaped_json(msgspec.json.encode(_versioned(value, beside)).decode()), flush=True)


def _versioned(value: Any, beside: Mapping[str, Any]) -> dict[str, Any]:
    import msgspec

    more = {key: each for key, each in beside.items() if each is not None}
    return {"version": JSON_VERSION, **msgspec.to_builtins(value), **msgspec.to_builtins(more)}


def say_document(value: Any) -> None:
    """A value as indented JSON on standard output, in characters that a terminal shows."""
    import msgspec

    print(escaped_json(msgspec.json.format(msgspec.json.encode(value)).decode()))


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 page``, ``2,000 pages``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def say_list(heading: str, lines: Iterable[str], indent: str = "  ") -> None:
    """A heading and the first lines below it; nothing where there are none."""
    if found := list(lines):
        say(heading)
        for line in listed(found, indent):
            say(line)


def listed(lines: list[str], indent: str = "  ") -> Iterator[str]:
    """The first lines, indented and without what a terminal obeys, and how many more there are."""
    for line in lines[:MAX_LISTED]:
        yield indent + plain(line)
    if len(lines) > MAX_LISTED:
        yield f"{indent}… and {len(lines) - MAX_LISTED:,} more (--json lists all)"


class _Bars:
    """Progress as one bar per phase, with rate and time left."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._task: TaskID | None = None

    def phase(self, name: str, total: int | None) -> None:
        """Show a new bar, the one before it as finished."""
        self._finish()
        self._task = self._bar.add_task(_PHASES.get(name, name), total=total, said="")

    def advance(self, units: int = 1) -> None:
        """Move the bar on."""
        if self._task is not None:
            self._bar.advance(self._task, units)

    def tell(self, line: str) -> None:
        """Show ``line`` behind the bar."""
        if self._task is not None:
            self._bar.update(self._task, said=printable(line))

    def _finish(self) -> None:
        if self._task is not None:
            self._bar.update(self._task, visible=False)


class _Lines:
    """Progress as a line from time to time, for a log: nothing of what is soon done."""

    def __init__(self) -> None:
        self._phase, self._total, self._done = "", "", 0
        self._next = time.monotonic() + EVERY

    def phase(self, name: str, total: int | None) -> None:
        """Count anew."""
        self._phase, self._done = _PHASES.get(name, name), 0
        self._total = "" if total is None else f" of {total:,}"

    def advance(self, units: int = 1) -> None:
        """Count on, and say how far it is, where the last line is old."""
        self._done += units
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY
            complain(f"{self._phase}: {self._done:,}{self._total}")

    def tell(self, line: str) -> None:
        """Say nothing: the end says what was spent."""


@contextmanager
def stop_said() -> Iterator[None]:
    """The first Ctrl-C is answered at once: a run that puts things in order first may take seconds to end."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return

    lines = [f"{STOPPING}\n".encode()]

    def heard(number: int, frame: FrameType | None) -> None:
        with suppress(OSError, IndexError):  # said once
            line = lines.pop()
            # Not through sys.stderr, which may be in the middle of a line; the bar's line is written over.
            os.write(2, (b"\r\x1b[2K" if os.isatty(2) else b"") + line)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(quiet: bool) -> Iterator[Progress]:
    """Progress on standard error: bars where a person is there to see them, else lines, far apart."""
    if quiet or not sys.stderr.isatty():
        yield Silent() if quiet else _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        """Units per second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f}/s" if task.speed else "")

    columns = (
        TextColumn("{task.description:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[said]}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bars(bar)
