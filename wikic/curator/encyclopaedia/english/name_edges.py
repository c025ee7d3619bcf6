"""What stands at the edges of a run of capitalised words and is no part of the name; words that name nothing.

Letters, adjectives and plain nouns that a text only mentions in passing still mean a thing that it names in
full ("the Board of Trade (BT)"); they make none.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import (
    COMMON,
    COUNTRIES,
    DAYS,
    DEMONYMS,
    ENDINGS,
    FEMALE,
    GIVEN,
    HONORIFICS,
    KNOWN_PLACES,
    MALE,
    MONTHS,
    NOUNS,
    OFFICES,
    STATES,
    load_pattern,
    load_words,
)

_LEADING_PARTICLES: Final = load_pattern("leading_particles")
_TRAILING_PARTICLES: Final = load_pattern("trailing_particles")
_COMPOUND: Final = load_pattern("compound_adjective")
_TAIL_COMPOUND: Final = load_pattern("compound_tail")
_CONTRACTED = re.compile(r"['’](?:ll|m|ve|d|re|s|t)$")
_ROMAN = re.compile(r"^(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\.?$")
_DATED: Final = load_words("dated_events")
_KEPT_STYLES: Final = load_words("kept_styles")
_PART_OF_NAME: Final = load_words("part_of_name")
# Words that open sentences, and names as often: "Will Smith".
_NAMES_TOO: Final = ("Mr", "Mrs", "Miss", "Ms", "May", "Will", "Mark", "Grant")
_TITLES_BEHIND_THE: Final = ("Hon", "Rev", "Right", "Rt")


def is_common(word: str) -> bool:
    """Whether a word names nothing by itself: "However", "I've"."""
    return _CONTRACTED.sub("", word).casefold() in COMMON


def without_number(run: str, at: int) -> tuple[str, int]:
    """A year or ordinal belongs to an event or a firm ("1972 Summer Olympics", "20th Century Fox"),
    else not.
    """
    first, _, rest = run.partition(" ")
    if not first[0].isdigit():
        return run, at
    words = rest.split()
    kept = words[-1] in _DATED
    if not first.isdigit():
        kept = len(words) > 1 and words[0] not in OFFICES and words[0] not in DEMONYMS and "," not in rest
    return (run, at) if kept else (rest, at + len(first) + 1)


def without_opening(run: str, anew: bool) -> tuple[str, int]:
    """A run without the common words that a sentence put before the name, and how many characters went."""
    name, shift = run, 0
    while True:
        first, _, rest = name.partition(" ")
        if not _word_goes(first, rest, anew=anew, first_of_all=not shift):
            return name, shift
        if not rest:
            return "", shift
        trimmed = _LEADING_PARTICLES.sub("", rest)
        shift += len(name) - len(trimmed)
        name = trimmed


def _word_goes(first: str, rest: str, *, anew: bool, first_of_all: bool) -> bool:
    """Whether the word before ``rest`` is no part of the name.

    anew: the run opens a sentence. first_of_all: nothing of it went yet.
    """
    plain = _CONTRACTED.sub("", first.rstrip("'’,."))
    if plain in _NAMES_TOO and rest[:1].isupper():
        return False
    if plain in MONTHS and not rest[:1].isupper():
        return True
    if plain == "I" or (plain == first and (plain == "A" or (plain in ("The", "An") and anew))):
        return True
    if _COMPOUND.match(plain) or (plain == "The" and rest.startswith(_TITLES_BEHIND_THE)):
        return True
    if anew and first_of_all and _is_adverbial(first, rest) and plain not in GIVEN:
        return True
    named = first.endswith(".") or plain in HONORIFICS or plain in DEMONYMS
    return (anew or not first_of_all) and not named and plain.casefold() in COMMON


def _is_adverbial(first: str, rest: str) -> bool:
    """ "Unquestionably Cornwall", "Approaching St. Ives", "Opening of the Swing Bridge"."""
    if len(first) <= 5 or not first.endswith(("ly", "ing")):
        return False
    return rest[:1].isupper() or (first.endswith("ing") and rest.startswith("of the "))


def without_tail(name: str) -> str:
    """A run without trailing months, days, lone "I" and dangling commas."""
    name = _TAIL_COMPOUND.sub("", name)
    while name:
        words = name.rsplit(" ", 1)
        last = words[-1]
        if len(words) == 2 and (
            (last in MONTHS and len(last) > 3 and last not in ("April", "June", "August"))
            or last in DAYS
            or last in ("The", "In", "He", "She", "It", "A")
        ):
            name = _TRAILING_PARTICLES.sub("", words[0]).rstrip(", ")
            continue
        break
    if re.search(r"(?:^|\s)[IVX]\.$", name):  # a numeral before the full stop: "World War I."
        name = name[:-1]
    return name.rstrip("'’, &-")


def split_honorific(name: str) -> tuple[str, str | None]:
    """A name without the style before it, and the styled form; a single name keeps its style.

    Prince, Princess, Archduke and Duke stay: they are part of how such people are told apart.
    """
    words = name.split(" ")
    cut = 0
    while cut < len(words) - 1 and words[cut] in HONORIFICS and words[cut] not in _KEPT_STYLES:
        cut += 1
    rest = words[cut:]
    if cut == 0 or len(rest) < 2 or len([w for w in rest if not _ROMAN.match(w) and w[0].isupper()]) < 2:
        return name, None
    if words[0] == "Sir" and ("Baronet" in name or "Baronet," in name):
        return name, None
    if words[0] in _PART_OF_NAME:
        return name, None
    if (
        rest[0] == "of"
        or rest[0] in ENDINGS
        or rest[-1] in ENDINGS
        or not (rest[0] in MALE or rest[0] in FEMALE or words[0] not in OFFICES or _has_numeral(rest))
    ):
        return name, None
    return " ".join(rest), name


def _has_numeral(words: list[str]) -> bool:
    return any(_ROMAN.match(word) for word in words[1:])


# Letters that are said more often than what they stand for, and mean one thing everywhere.
_INSTITUTIONS: Final = load_words("short_institutions")
# Degrees, honours, offices, techniques and illnesses.
_NO_NAMES: Final = load_words("no_names")
_DOTTED = re.compile(r"^(?:[A-Z]\.-?)+[A-Z]?$")
_TWO = re.compile(r"^[A-Z]{1,2}$")
_ADJECTIVE: Final = load_pattern("peoples_adjective")
_ATTRIBUTIVE = re.compile(r" [a-z]{3,}")
_ARTICLE: Final = load_pattern("article_before")
_PLAIN: Final = load_pattern("plain_ending")
# What capitals of a rank, a programme or a headline leave behind.
_WORDS: Final = load_words("headline_words")
# Nouns that are surnames, places or works as often when they stand alone with a capital.
_NOUNS_AS_NAMES: Final = load_words("nouns_as_names")


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
    if _PLAIN.match(name) or name in _WORDS:
        return True
    plain = name.casefold()
    return name not in _NOUNS_AS_NAMES and (
        plain in NOUNS or plain.removesuffix("s").removesuffix("e") in NOUNS
    )


_VERB: Final = load_pattern("verb_behind")
