"""The one normal form of text, shared by everything that hashes or compares.

Imports nothing of wikic: block ids and names are made from it, so it stands on the ground floor.
"""

from __future__ import annotations

import re
import unicodedata

from wikic.remembered import remembered

_SPACE = re.compile(r"\s+")
# CJK ideographs, kana, CJK punctuation and full-width forms: no space belongs between two of them.
CJK = "\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f"
_CJK_GAP = re.compile(rf"(?<=[{CJK}]) (?=[{CJK}])")
# Zero-width characters and the byte-order mark carry nothing a reader sees. ZWJ and ZWNJ stay: they
# shape words in Persian and Indic scripts.
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u00ad]")


def normalise(text: str) -> str:
    """``text`` in NFC, white space runs as one space, none between CJK characters, stripped.

    Writer and linter both call it: a quote is in an article exactly when its normal form is a
    substring of the article's normal form.
    """
    if text.isascii():
        return " ".join(text.split())  # the same, in a tenth of the time
    # NFC comes after the invisible characters are gone, and once more after the gaps: what stood
    # between a letter and its mark (A, zero-width space, grave) must not keep them apart.
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFC", _CJK_GAP.sub("", _SPACE.sub(" ", text).strip()))


@remembered(1 << 16)  # names repeat without end: a fold asks for each a dozen times
def fold_name(name: str) -> str:
    """The key under which two spellings count as the same name: normalised, case folded."""
    return unicodedata.normalize("NFC", normalise(name).casefold())


def letters_of(text: str) -> str:
    """Its letters and digits, case folded: what is left however it is spaced and marked."""
    return "".join(filter(str.isalnum, text.casefold()))
