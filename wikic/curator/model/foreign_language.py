"""Whether a text is in the language of what it rests on."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Final

from wikic.remembered import remembered
from wikic.text import language

_LETTERS: Final = 4  # fewer say nothing about a script
_SHARE: Final = 0.05  # of the evidence's letters, from which a script belongs to it
_TELLING: Final = 200  # characters from which the commonest words tell a language
_HAN_WEIGHT: Final = 4
# Scripts that one language mixes.
_EAST: Final = ("CJK", "HIRAGANA", "KATAKANA")


@remembered(1 << 14)
def _script(char: str) -> str:
    if not char.isalpha():
        return ""
    name = unicodedata.name(char, "").partition(" ")[0].removesuffix("-")
    return "CJK" if name in _EAST else name


def _scripts(text: str) -> Counter[str]:
    """Letters by script; a Chinese character says about as much as four Latin letters."""
    found = Counter(map(_script, text))
    found.pop("", None)
    found["CJK"] *= _HAN_WEIGHT
    return found


def foreign_script(text: str, evidence: str) -> bool:
    """Whether ``text`` is mostly in a script that ``evidence`` hardly uses."""
    said, given = _scripts(text), _scripts(evidence)
    if said.total() < _LETTERS or given.total() < _LETTERS:
        return False
    script = max(said, key=lambda each: (said[each], each))
    return given[script] < _SHARE * given.total()


def foreign_language(texts: str, evidence: str) -> str:
    """The language of ``texts`` where it is told, and another than that of ``evidence``; else ""."""
    if len(texts) < _TELLING or len(evidence) < _TELLING:
        return ""
    said, given = language.guess(texts), language.guess(evidence)
    return said if said != given and "und" not in (said, given) else ""
