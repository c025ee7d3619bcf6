"""Single words that name nothing when a text only mentions them in passing: letters, adjectives, plain nouns.

They still mean a thing that the text names in full ("the Board of Trade (BT)"); they make none.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import (
    COUNTRIES,
    GIVEN,
    KNOWN_PLACES,
    NOUNS,
    STATES,
    pattern,
    words,
)

# Letters that are said more often than what they stand for, and mean one thing everywhere.
_INSTITUTIONS: Final = words("short_institutions")
# Degrees, honours, offices, techniques and illnesses.
_NO_NAMES: Final = words("no_names")
_DOTTED = re.compile(r"^(?:[A-Z]\.-?)+[A-Z]?$")
_TWO = re.compile(r"^[A-Z]{1,2}$")
_ADJECTIVE: Final = pattern("peoples_adjective")
_ATTRIBUTIVE = re.compile(r" [a-z]{3,}")
_ARTICLE: Final = pattern("article_before")
_PERSON_NOUN = re.compile(r" ((?!star\b|host\b|head\b|guard\b|pilot\b|model\b|shot\b)[a-z]{4,})\b")
_LOWER = re.compile(r"(?:^|[\s(])[a-z]+ $")
_PLAIN: Final = pattern("plain_ending")
# What capitals of a rank, a programme or a headline leave behind.
_WORDS: Final = words("headline_words")
# Nouns that are surnames, places or works as often when they stand alone with a capital.
_NAMES_TOO: Final = words("nouns_as_names")


def names_nothing(name: str, before: str, after: str) -> bool:
    """Whether ``name``, one capitalised word between ``before`` and ``after``, makes no thing of its own."""
    if " " in name or name in KNOWN_PLACES or name in COUNTRIES or name in STATES or name in _INSTITUTIONS:
        return False
    if name in _NO_NAMES or _TWO.match(name) or _DOTTED.match(name):
        return True
    if name in GIVEN or name.isupper():
        return False
    if _ADJECTIVE.match(name) and (next_word := _ATTRIBUTIVE.match(after)):
        return not _VERB.match(after) and (
            _ARTICLE.search(before) is not None or not next_word.group().endswith("s")
        )
    whose = _PERSON_NOUN.match(after)
    if whose is not None and _LOWER.search(before) and NOUNS.get(whose[1]) == "person":
        return True  # "a Motswana mother"
    if _PLAIN.match(name) or name in _WORDS:
        return True
    plain = name.casefold()
    return name not in _NAMES_TOO and (plain in NOUNS or plain.removesuffix("s").removesuffix("e") in NOUNS)


_VERB: Final = pattern("verb_behind")
