"""Lines ``Key: value``: runs of them, and those that were written on one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Final

from wikic.text import wrapped_lines
from wikic.text.normalise import CJK

_PAIR: Final = re.compile(
    r"^\s*(?:\*\*|__)?(?P<key>[^\W_][\w /().&'’*+-]{0,44}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?"
    r"(?:\s+|(?<=：)|(?<=[A-Z]{4}:))(?P<value>\S.*)$"
)
_KEY_WORDS: Final = 6
_KEY_HAN: Final = 8
_HAN: Final = re.compile(f"[{CJK}]")
_GAP: Final = re.compile(r"[ \t]{2,}|\t")
_INLINE: Final = re.compile(
    r"(?<=\S)\s+(?=[A-Z][\w/&'-]*(?: (?:[a-z][\w/&'-]*|[A-Z][\w/&'-]*)){0,3}(?: \([^()]{1,40}\))?: )"
)


def pairs(body: Sequence[str], habit: wrapped_lines.Habit | None = None) -> list[tuple[str, str]]:
    """Key and text of each pair, where a paragraph is a run of pairs; a line without a key goes on.

    habit: of the document; by it such a line may stand for itself, and has the key "".
    """
    if len(body) < 2:
        return []
    found: list[tuple[str, list[str]]] = []
    matched = 0
    known = habit if habit is not None and _stand_apart(body, habit) else None
    for line in chain.from_iterable(map(_columns, body)):
        pair = _PAIR.match(line)
        if pair is not None and _is_key(pair["key"]) and not pair["value"].startswith(("//", "“", "「")):
            matched += 1
            found.append((pair["key"].strip(" *_"), [line]))
        elif found and known is not None and not wrapped_lines.runs_over(found[-1][1][-1], line, known):
            found.append(("", [line]))
        elif found:
            found[-1][1].append(line)
        else:
            return []
    if matched < 2 or matched * 2 < len(body):
        return []
    return [(key, "\n".join(lines)) for key, lines in found]


def _columns(line: str) -> list[str]:
    """The pairs of a line on which several stand, with room between them; the line itself else."""
    parts = _GAP.split(line.strip())
    return parts if len(parts) > 1 and all(map(_PAIR.match, parts)) else [line]


def _stand_apart(body: Sequence[str], habit: wrapped_lines.Habit) -> bool:
    """Whether most lines without a key begin something, and go on with no sentence."""
    running = [
        wrapped_lines.runs_over(above, line, habit) for above, line in pairwise(body) if not _PAIR.match(line)
    ]
    return sum(running) * 2 < len(running)


def _is_key(key: str) -> bool:
    return len(key) <= _KEY_HAN if _HAN.search(key) else len(key.split()) <= _KEY_WORDS


def inline(line: str) -> list[str]:
    """The pairs of one line, each ``Key: value``; none where it holds fewer than two."""
    parts = [part.strip() for part in _INLINE.split(line)]
    keyed = [part for part in parts if _PAIR.match(part)]
    return parts if len(keyed) >= 2 and len(keyed) == len(parts) else []
