"""``.wikic/access.jsonl``: which pages were read for which question, for ``evolve``.

One JSON object a line, oldest first::

    {"at": "2026-11-21T22:45:00Z", "by": "ask", "question": "Who …?", "pages": ["people/John-V"],
     "retrieval": {"origins": ["seed"], "cited": [0], "named": 1, "found": 14, "calls": 5, "tokens": 120}}

``by`` is the command or tool that read, ``pages`` the page paths in order of reading, ``retrieval`` how they
were come by; older lines have none. Any number of processes
append. Past ``MAX_BYTES`` the file becomes ``access.<number>.jsonl``, and what was set aside before it is
totalled (``access_totals.py``). Nothing of it is in the Markdown, and losing it loses no knowledge: writing
fails silently, lines that do not parse are passed over. kill -9 loses what was not flushed and nothing else.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from wikic import build_dir, layout
from wikic.errors import StoreLockedError
from wikic.store.lock import HeldFile

MAX_BYTES: Final = 8 << 20  # about 50,000 questions
_STEM: Final = layout.ACCESS_FILE.removesuffix(".jsonl")
_ASIDE: Final = re.compile(rf"{re.escape(_STEM)}\.(\d+)\.jsonl")
_OLD_ASIDE: Final = f"{layout.ACCESS_FILE}.1"  # its name before files were numbered


Origin = Literal["seed", "link", "search", "backfill"]
"""How a page was come by: the question, or who reads, names it; a link, a listing or a relation led there;
words found it; words found in its document a sentence that no page shows."""


class Retrieval(msgspec.Struct, frozen=True, omit_defaults=True):
    """How pages were come by (RLM-on-KG, section 6: health from traces).

    origins: of each page of the event, in their order.
    cited: places among the pages of those that the answer cites, from 0.
    named: pages that the question names. found: pages that were found altogether, read or not.
    calls: steps of the controller and calls of tools. tokens: of the facts shown, estimated.
    """

    origins: tuple[Origin, ...] = ()
    cited: tuple[int, ...] = ()
    named: int = 0
    found: int = 0
    calls: int = 0
    tokens: int = 0

    def first(self, pages: int) -> Retrieval:
        """The same of an event that has only so many pages."""
        cited = tuple(place for place in self.cited if place < pages)
        return msgspec.structs.replace(self, origins=self.origins[:pages], cited=cited)


class Access(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event.

    at: when, UTC, ISO 8601 to the second.
    by: ``ask``, ``read``, or the name of another reader.
    question: as asked, "" where pages were read without one; at most 500 characters.
    pages: page paths, in order of reading, at most 100; none for a question that was not answered.
    retrieval: how they were come by; None where nobody told.
    """

    at: str
    by: str
    question: str
    pages: tuple[str, ...]
    retrieval: Retrieval | None = None


def append(build: Path, lines: Sequence[bytes]) -> bool:
    """Append whole lines; whether the log was full and has been set aside. Raises ``OSError``."""
    full = build_dir.append(build / layout.ACCESS_FILE, lines) > MAX_BYTES
    return full and _put_aside(build)


def events(build: Path, after: int = -1) -> Iterator[Access]:
    """Every event that is left, oldest first; of the files set aside only those numbered above ``after``."""
    files = [file for number, file in aside(build) if number > after]
    for file in (*files, build / layout.ACCESS_FILE):
        yield from read(file)


def read(file: Path) -> Iterator[Access]:
    """The events of one file; nothing where it cannot be read."""
    for line in build_dir.kept(file, bytes.splitlines) or ():
        with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield msgspec.json.decode(line, type=Access)


def aside(build: Path) -> list[tuple[int, Path]]:
    """Number and path of every file that was set aside, oldest first."""
    found = []
    with suppress(OSError):
        for name in os.listdir(build):
            match = _ASIDE.fullmatch(name)
            if match or name == _OLD_ASIDE:
                found.append((int(match[1]) if match else 0, build / name))
    return sorted(found)


def hold(build: Path) -> HeldFile | None:
    """The right to put files aside and to total them, or None when another has it: then it is being done."""
    try:
        return HeldFile(build / f"{_STEM}.lock")
    except (StoreLockedError, OSError):
        return None


def _put_aside(build: Path) -> bool:
    """Rename the file when it is still full; who appends to it meanwhile appends to the renamed one."""
    held = hold(build)
    if held is None:
        return False
    try:
        file = build / layout.ACCESS_FILE
        if file.stat().st_size <= MAX_BYTES:
            return False
        # By the clock too: totals that outlived the files they were made of must not cover new ones.
        last = max((number for number, _ in aside(build)), default=0)
        os.replace(file, build / f"{_STEM}.{max(last + 1, int(time.time()))}.jsonl")
    except OSError:
        return False
    finally:
        held.release()
    return True
