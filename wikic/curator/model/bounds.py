"""The greatest size of each part of a prompt: a call costs the same in a wiki of any size."""

from __future__ import annotations

from typing import Final

from wikic.text.normalise import normalise

REPLY: Final = 8_000  # greatest reply to a section, in tokens
SHORT_REPLY: Final = 1_500  # greatest reply of the operations that return a few lines
ARTICLE: Final = 3_000  # greatest reply that is an article
BLOCK: Final = 1_500  # characters of one block that are shown: a line of 59,000 was met

PAGES: Final = 5  # existing pages shown in full (LLM-Wiki, section 4.1)
PAGES_CHARS: Final = 1_500  # of all of them together: who they are, not all that is known of them
NAMES_CHARS: Final = 700  # of known names
CONSTRAINTS: Final = 8
CONSTRAINT: Final = 240  # characters of each
KNOWN: Final = 60  # entities of the sections before that a section is shown
DIMENSIONS: Final = 24
DESCRIPTION: Final = 140  # characters of a dimension's description

CHECKS: Final = 20  # statements judged in one call of ``verify``
MEMBERS: Final = 300  # members of a page or directory that are shown

NAME: Final = 120  # characters of a title or alias
LINE: Final = 200  # characters of a one-line summary
TEXT: Final = 900  # characters of a statement


def one_line(text: str, limit: int) -> str:
    """``text`` on one line, at most ``limit`` characters; what is cut off shows as ``…``."""
    line = normalise(text)
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def fitting(lines: list[str], limit: int) -> list[str]:
    """As many of ``lines``, from the first on, as have ``limit`` characters together."""
    kept: list[str] = []
    for line in lines:
        limit -= len(line) + 1
        if limit < 0:
            break
        kept.append(line)
    return kept
