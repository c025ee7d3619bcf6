"""Lines that a machine wrote, among the paragraphs of a document: of a log, or of a trace of its calls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from wikic.text import listings
from wikic.text.structured_blocks import Part

# "[installer] Starting.", "2024-03-04 10:15:22 Starting."
_LOGGED: Final = re.compile(
    r"\s*(?:\[[a-z][\w.-]*\]\s|\[?\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ T,]+\d{1,2}:\d{2}:\d{2})"
)
# "at Gauge.read(Gauge.java:12)", "... 14 more"
_HAN_END: Final = re.compile("[。！？]")
# "TIDE0204E: The gauge is dry.", "GaugeException: no reading", "gauge: error while reading"
_MESSAGE: Final = re.compile(
    r"(?:[A-Z]{2,}[A-Z0-9]*\d{3,}[A-Z]?:? |[\w$.]+(?:Exception|Error)\b: |[Ee]rror: |\S+: error\b"
    r"|\[[^\]]* exception )"
)
_TWO_WORDS: Final = re.compile(r"[^\W\d_]{2} [^\W\d_]{2}")
_CLOSERS: Final = '"”’)'
_SCRAP: Final = re.compile(r"\s*(?:at\s+\S+\(|\.{3} \d+ more)")
_TRACED: Final = re.compile(
    r"\s*(?:at\s+[\w$<>]+(?:\.[\w$<>]+)+\(|\.{3} \d+ more|Caused by: [\w.$]+|-{3,} \w+(?: \w+)? -{3,}\s*$"
    r"|[\w$]+(?:\.[\w$]+){2,}(?:Exception|Error)\b)"
)


def lines(run: Sequence[Part], at: int) -> list[Part]:
    """The lines of a machine from ``at`` on; what shares a paragraph with a log is part of it."""
    found: list[Part] = []
    for part in run[at:]:
        if _HAN_END.search(part.piece.text):
            break  # a report with its time is none of a machine
        goes_on = found and part.piece.group == found[0].piece.group and _LOGGED.match(found[0].piece.text)
        if not (_LOGGED.match(part.piece.text) or _TRACED.match(part.piece.text) or goes_on):
            break
        found.append(part)
    return found or _typed(run, at)


def _typed(run: Sequence[Part], at: int) -> list[Part]:
    """Several lines that were typed or printed, one below the other; what shares their paragraph is one."""
    found: list[Part] = []
    for part, below in zip_longest(run[at:], run[at + 1 :]):
        inside = found and part.piece.group == found[-1].piece.group
        # "Password:" among the lines of a session is what was printed there.
        asked = inside and below is not None and listings.is_printed(below.piece.text)
        shapes = ("line", "prose", "label") if asked else ("line", "prose")
        line = part.piece.shape in shapes and not _ends_a_sentence(part.piece.text)
        if not line or not (listings.is_printed(part.piece.text) or inside):
            break
        found.append(part)
    return found if sum(listings.is_printed(part.piece.text) for part in found) > 1 else []


def _ends_a_sentence(text: str) -> bool:
    """Whether the last line of ``text`` has two words side by side and the end of a sentence behind them."""
    # One expression for both would look for the end again from every word on.
    said = text.removesuffix("\n").rpartition("\n")[2].rstrip(_CLOSERS)
    return said.endswith((".", "!", "?")) and _TWO_WORDS.search(said, 0, len(said) - 1) is not None


def is_message(line: str) -> bool:
    """Whether a line is a message of a machine, which says nothing without what it stands under."""
    return _MESSAGE.match(line) is not None


def is_scrap(part: Part) -> bool:
    """Whether a line is one call of a trace, which says nothing alone."""
    return _SCRAP.match(part.piece.text) is not None
