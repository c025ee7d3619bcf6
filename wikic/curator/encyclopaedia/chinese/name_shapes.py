"""Shapes of Chinese names: what can be a person's, a foreigner's, an organisation's name.

Chinese text has no spaces, so a name's ends are what is hard. Every function here is asked with one end
fixed by the text (a title, a bracket, a verb) and looks for the other; where nothing fixes it, it answers
no name rather than a wrong one.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.chinese import gazetteer, vocabulary
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK
from wikic.language.pack_files import alternatives

HAN: Final = "\u3007\u4e00-\u9fff"
_BOUNDARY: Final = re.compile(rf"[^{HAN}A-Za-zＡ-Ｚａ-ｚ·]")
# What may stand before a name and is no part of it: dynasties, nations, offices.
_PREFIX: Final = re.compile(
    alternatives((*gazetteer.PERIODS, *PACK.words("nations"), *PACK.words("before_names")))
)
_SHORTEST: Final = 2  # characters of a name behind it
_BEFORE_FOREIGN: Final = frozenset(PACK.words("before_foreign"))
_QUALIFIERS: Final = frozenset(PACK.words("organisation_adjectives"))
_CLAUSE: Final = re.compile(alternatives(PACK.words("organisation_verbs")))
_OPENERS: Final = re.compile(
    alternatives(
        (
            *gazetteer.PROVINCES,
            *gazetteer.CITIES,
            *gazetteer.COUNTRIES,
            *gazetteer.ORGANISATIONS,
            *PACK.words("organisation_openers"),
        )
    )
)


def is_person(name: str, *, doubtful: bool = True) -> bool:
    """Whether ``name`` has the shape of a Chinese full name; ``doubtful`` admits surnames that are words."""
    if not 2 <= len(name) <= 4 or name[:2] in vocabulary.COMMON_WORDS or name in vocabulary.FOREIGN_WORDS:
        return False
    surname = 2 if name[:2] in vocabulary.COMPOUND_SURNAMES and len(name) > 2 else 1
    if surname == 1:
        if len(name) > 3:
            return False
        known = name[0] in vocabulary.PLAIN_SURNAMES or (doubtful and name[0] in vocabulary.DOUBTFUL_SURNAMES)
        if not known:
            return False
    given = name[surname:]
    if given in vocabulary.NOT_GIVEN_ALONE:  # 陈人, 吴老: an address or a word, not a name
        return False
    return not any(char in vocabulary.NOT_GIVEN or not _is_han(char) for char in given)


def is_foreign(name: str, *, evident: bool = False) -> bool:
    """Whether ``name`` reads like a rendering of a foreign personal name.

    ``evident``: the text gives the Latin original or life dates, so common characters will do.
    """
    if (
        name in vocabulary.FOREIGN_WORDS
        or name[:3] in vocabulary.FOREIGN_WORDS
        or name[:4] in vocabulary.FOREIGN_WORDS
    ):
        return False
    parts = name.split("·")
    letters = "".join(parts)
    if not 2 <= len(letters) <= 14 or not all(parts):
        return False
    if not all(char in vocabulary.TRANSLITERATION for char in letters):
        return False
    hard = sum(char in vocabulary.TRANSLITERATION_HARD for char in letters)
    if len(parts) > 1 or evident:
        return hard >= 1 and len(letters) >= 3
    return hard >= 2 and hard * 2 > len(letters)


def person_before(text: str, end: int, *, bare: bool = False, weak: bool = False) -> str | None:
    """The Chinese full name that ends at ``end`` of ``text``, or None.

    A surname that is also a word must stand after a boundary or a leading word. ``bare``: the whole run up
    to the boundary must be the name, dynasties, nations and offices before it aside. ``weak``: what follows
    proves little, so surnames that are words are not admitted.
    """
    start = end
    while start > 0 and end - start < 12 and _BOUNDARY.match(text[start - 1]) is None:
        start -= 1
    run = text[start:end]
    stripped = strip_prefix(run)
    if is_person(stripped) and not _is_wordy(stripped, weak):
        return stripped
    if bare:
        return None
    for length in (4, 3, 2):
        name = run[-length:]
        if len(run) <= length or not is_person(name):
            continue
        before = run[-length - 1]
        if _is_wordy(name, weak):
            continue
        plain = name[0] in vocabulary.PLAIN_SURNAMES or name[:2] in vocabulary.COMPOUND_SURNAMES
        # 王 and 周 open names, but 帝王 and 一周 are words.
        if (plain or before in vocabulary.NAME_LEADS) and run[
            -length - 1 : -length + 1
        ] not in vocabulary.WORDS_INTO_SURNAMES:
            return name
    return None


def _is_wordy(name: str, weak: bool) -> bool:
    """A function word in the surname's place; on weak evidence, a short name that opens with any word."""
    if name[0] in vocabulary.FUNCTION_SURNAMES and name[:2] not in vocabulary.COMPOUND_SURNAMES:
        return True
    return weak and len(name) == 2 and name[0] in vocabulary.DOUBTFUL_SURNAMES


def foreign_before(text: str, end: int) -> str | None:
    """The foreign name that ends at ``end``: the longest run of rendering characters, prefixes aside.

    Where the run breaks off inside a word, the word up to the boundary must be mostly such characters.
    """
    start = end
    while (
        start > 0
        and end - start < 14
        and (text[start - 1] in vocabulary.TRANSLITERATION or text[start - 1] == "·")
    ):
        start -= 1
    if (
        start > 0
        and _is_han(text[start - 1])
        and text[start - 1] not in vocabulary.NAME_LEADS
        and text[start - 1] not in _BEFORE_FOREIGN
    ):
        while start > 0 and end - start < 10 and _BOUNDARY.match(text[start - 1]) is None:
            start -= 1
        run = strip_prefix(text[start:end])
        known = sum(char in vocabulary.TRANSLITERATION for char in run)
        return (
            run
            if 3 <= len(run) <= 8 and known * 4 >= len(run) * 3 and run[0] not in vocabulary.NAME_LEADS
            else None
        )
    run = strip_prefix(text[start:end]).strip("·")
    return run if is_foreign(run, evident=True) else None


def strip_prefix(run: str) -> str:
    """``run`` without dynasties, nations and offices before the name."""
    while (prefix := _PREFIX.match(run, 0, max(0, len(run) - _SHORTEST))) is not None:
        run = run[prefix.end() :]
    return run


def organisation_before(text: str, end: int, suffix: str) -> tuple[str, bool] | None:
    """The organisation whose name ends with ``suffix`` at ``end``, and whether a place or person opens it.

    None when the run before the suffix is a clause, or generic. A name that nothing opens is for the
    caller to confirm by its recurrence.
    """
    start = end - len(suffix)
    limit = max(0, start - 10)
    while start > limit and _is_han(text[start - 1]) and text[start - 1] not in vocabulary.ORGANISATION_STOP:
        start -= 1
    prefix = text[start : end - len(suffix)]
    opened = _opening(prefix)
    if opened is not None:
        prefix = prefix[opened:]
        if prefix[-1] in _QUALIFIERS:  # 德国大公司, 俄国无政府: a kind, not a name
            return None
    if (
        len(prefix) < 2
        or len(prefix) > 8
        or prefix in vocabulary.GENERIC_PREFIXES
        or prefix[:2] in vocabulary.ORGANISATION_NOT_FIRST
    ):
        return None
    if _CLAUSE.search(prefix):
        return None
    if opened is not None and prefix in gazetteer.COUNTRIES and suffix in vocabulary.ORGANISATION_KINDS:
        return None
    return prefix + suffix, opened is not None


def _opening(prefix: str) -> int | None:
    """Where the name that opens an organisation's name begins: a place, a country, another organisation."""
    found = list(_OPENERS.finditer(prefix))
    if not found:
        return None
    at = found[0]
    for each in found[1:]:
        # 上海南洋大学转学厦门大学: what stands between two openers is a name and a verb, not one name.
        if each.start() - at.end() > 3:
            at = each
    return at.start()


def _is_han(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff" or char == "〇"


def has_han(text: str) -> bool:
    """Whether a Chinese character stands in ``text``."""
    return any("\u4e00" <= char <= "\u9fff" for char in text)
