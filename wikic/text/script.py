"""Whether a stretch of text is written in Han script or kana, and its sentences accordingly."""

from __future__ import annotations

import re

from wikic.text import sentences
from wikic.text.normalise import CJK

_HAN_OR_KANA = re.compile(f"[{CJK}]")
_SPACED = re.compile(r"[^\W\d_]{2,}")


def mostly_cjk(text: str) -> bool:
    """Whether ``text`` is mostly in CJK script."""
    count = len(_HAN_OR_KANA.findall(text))
    return count > 0 and count * 2 > len(_SPACED.findall(text)) and count * 5 > len(text.strip())


def is_cjk(text: str, language: str) -> bool:
    """Whether ``text`` is read by CJK rules: for its language, else for its letters."""
    return language in ("zh", "ja") or mostly_cjk(text)


def split(text: str, language: str) -> list[str]:
    """The sentences of ``text``, by the rules of its script."""
    if is_cjk(text, language):
        from wikic.text import cjk  # loaded only where the text needs it

        return list(cjk.sentences(text))
    return sentences.split(text, language)
