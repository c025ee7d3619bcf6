"""Whether one who is named, or spoken of, is a man or a woman, as English words tell: "m", "f", or ""."""

from __future__ import annotations

from typing import Final

from wikic.language import pack_files

_MEN: Final = frozenset((*pack_files.words("en", "titles_of_men"), *pack_files.words("en", "forms_of_men")))
_WOMEN: Final = frozenset(
    (*pack_files.words("en", "titles_of_women"), *pack_files.words("en", "forms_of_women"))
)
_MALE: Final = frozenset(pack_files.words("en", "given_male"))
_FEMALE: Final = frozenset(pack_files.words("en", "given_female"))
_EITHER: Final = frozenset(pack_files.words("en", "given_either")) | (_MALE & _FEMALE)
_NOUNS_OF_MEN: Final = frozenset(pack_files.words("en", "nouns_of_men"))
_NOUNS_OF_WOMEN: Final = frozenset(pack_files.words("en", "nouns_of_women"))
_PRONOUNS: Final = {"he": "m", "his": "m", "she": "f", "her": "f"}


def by_name(name: str) -> str:
    """What a title before a name, or the given name, tells."""
    for word in name.split()[:2]:
        if word in _MEN or word in _WOMEN:
            return "m" if word in _MEN else "f"
        if word in _EITHER:
            return ""
        if word in _MALE or word in _FEMALE:
            return "m" if word in _MALE else "f"
    return ""


def by_nouns(words: str) -> str:
    """What nouns tell that are said of men only, or of women only: "the last queen of Lesk"."""
    said = set(words.casefold().replace(",", "").split())
    men, women = not said.isdisjoint(_NOUNS_OF_MEN), not said.isdisjoint(_NOUNS_OF_WOMEN)
    return "" if men == women else "m" if men else "f"


def opening(sentence: str) -> str:
    """What the pronoun that opens a sentence tells."""
    return _PRONOUNS.get(sentence.partition(" ")[0].casefold(), "")
