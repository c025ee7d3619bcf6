"""Who speaks in a document: labels at the beginnings of lines that recur and alternate."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Final

# A time or number, "18:40", "[D1:3]", may stand before the name.
_TURN: Final = re.compile(
    r"^[ \t]*(?:[-*>][ \t]+)?(?:[\[(<][^\])>\n]{1,40}[\])>][ \t:,-]*|(?=\S*\d)[^\s*:：]\S{0,19}[ \t]+)?"
    r"(?:\*\*)?(?P<name>[^\W\d_][^\n:：*|<>\[\]{}()\"“”]{0,39}?)(?:\*\*)?[:：](?:\*\*)?[ \t]*\S",
    re.MULTILINE,
)
_MESSAGE: Final = re.compile(_TURN.pattern + r"(?:\S*[ \t]+){5}", re.MULTILINE)  # with a sentence behind it
_READ: Final = 20_000  # characters
_FEWEST: Final = 4  # turns of a conversation
_SHARE: Final = 0.5  # of its lines that are turns
_WORDS: Final = 4  # of a name


def speakers_of(text: str) -> tuple[str, ...]:
    """Their names as written, those who speak most first; none where the document is no conversation.

    Labels of a record ("Date:", "Price:") stand once each and have no sentence behind them; speakers have
    several turns and take turns. Of a message or two, all that is said must be theirs.
    """
    text = text[:_READ]
    lines = sum(1 for line in text.split("\n") if line.strip())
    turns = [match["name"].strip() for match in _TURN.finditer(text)]
    turns = [name for name in turns if len(name.split()) <= _WORDS]
    counts = Counter(turns)
    if len(turns) >= _FEWEST and len(turns) >= _SHARE * lines:
        changes = sum(a != b for a, b in pairwise(turns))
        again = [name for name, count in counts.items() if count > 1]
        names = again if changes >= 2 and len(again) > 1 else []
    else:
        said = [match["name"].strip() for match in _MESSAGE.finditer(text)]
        names = list(dict.fromkeys(said)) if said and lines - len(said) <= 1 else []
    return tuple(sorted(names, key=lambda name: (-counts[name], name)))
