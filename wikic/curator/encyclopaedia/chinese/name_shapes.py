"""Shapes of Chinese names: what can be a person's, a foreigner's, an organisation's name.

The characters and words that make or unmake them are from the language's pack. Chinese text has no spaces,
so a name's ends are what is hard. Every function here is asked with one end fixed by the text (a title, a
bracket, a verb) and looks for the other; where nothing fixes it, it answers no name rather than a wrong
one. Life dates and the name in Latin letters stand in parentheses behind a headword.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic import language
from wikic.language.pack_files import alternatives

PACK: Final = language.pack("zh")


def _load_set(name: str) -> frozenset[str]:
    return frozenset(PACK.words(name))


COMPOUND_SURNAMES: Final = _load_set("compound_surnames")
# Surnames that are hardly a word of their own: they may open a name without further evidence.
PLAIN_SURNAMES: Final = _load_set("surnames")
# Surnames that are also common words: a name that opens with one needs a boundary before it.
DOUBTFUL_SURNAMES: Final = _load_set("word_surnames")
# Of these, the ones that mostly are words; a verb of writing after them proves nothing.
FUNCTION_SURNAMES: Final = _load_set("function_surnames")
# Characters that do not stand in given names, and those that are none by themselves.
NOT_GIVEN: Final = _load_set("not_given")
NOT_GIVEN_ALONE: Final = _load_set("not_given_alone")
# Endings that make a three-character candidate a common noun.
NOUN_ENDS: Final = _load_set("noun_ends")
# First two characters of common words that look like a surname and a given name.
COMMON_WORDS: Final = _load_set("common_words")
# Words that end with a surname, which opens no name there.
WORDS_INTO_SURNAMES: Final = _load_set("words_into_surnames")
# A word after which a name may begin, although no mark shows it.
NAME_LEADS: Final = _load_set("name_leads")

# Characters that render foreign names; HARD ones hardly occur side by side in Chinese words.
TRANSLITERATION_HARD: Final = _load_set("rendering_hard")
TRANSLITERATION: Final = TRANSLITERATION_HARD | _load_set("rendering_soft")
# Renderings of foreign words that are no persons.
FOREIGN_WORDS: Final = _load_set("foreign_words")

ORGANISATION_SUFFIXES: Final = PACK.words("organisation_ends")
# Organisations of one suffix character, taken only from notes and quotation marks.
SHORT_ORGANISATION_SUFFIXES: Final = _load_set("organisation_marks")
# A character left of which an organisation's name cannot begin, and words with which none begins.
ORGANISATION_STOP: Final = _load_set("organisation_stops")
ORGANISATION_NOT_FIRST: Final = _load_set("organisation_not_first")
# Words with which a suffix makes a kind of organisation, and suffixes that do so with a country.
GENERIC_PREFIXES: Final = _load_set("organisation_generic")
ORGANISATION_KINDS: Final = _load_set("organisation_kinds")
# Titles of parts of books, which do not say whose they are.
PARTS_OF_BOOKS: Final = _load_set("parts_of_books")


PROVINCES: Final = frozenset(PACK.words("provinces"))
CITIES: Final = frozenset(PACK.words("cities"))
COUNTRIES: Final = frozenset(PACK.words("countries"))
ORGANISATIONS: Final = frozenset(PACK.words("organisations"))
PEOPLE_OF_OLD: Final = frozenset(PACK.words("people_of_old"))

# Form in the text → title.
PERIODS: Final = {form: title for title, forms in PACK.rows("periods") for form in forms.split()}


def find_occurrences(text: str, name: str) -> Iterator[int]:
    """Where ``name`` stands in ``text``."""
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + 1)


def is_unit(text: str, name: str, count: int) -> bool:
    """Whether the characters of ``name`` occur in the text hardly but together, and in varied company."""
    if text.count(name[1:]) > 1.3 * count + 1 or text.count(name[:2]) > 1.2 * count + 1:
        return False
    return has_varied_neighbours(text, name)


def has_varied_neighbours(text: str, name: str) -> bool:
    """Whether no one character stands beside most occurrences of ``name``."""
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for at in find_occurrences(text, name):
        left[text[at - 1 : at]] += 1
        right[text[at + len(name) : at + len(name) + 1]] += 1
    total = sum(left.values())
    for side in (left, right):
        char, most = side.most_common(1)[0]
        if most > 0.6 * total and "\u4e00" <= char <= "\u9fff":
            return False
    return len(left) >= 2 and len(right) >= 2


HAN: Final = "\u3007\u4e00-\u9fff"
_BOUNDARY: Final = re.compile(rf"[^{HAN}A-Za-zＡ-Ｚａ-ｚ·]")
# What may stand before a name and is no part of it: dynasties, nations, offices.
_PREFIX: Final = re.compile(alternatives((*PERIODS, *PACK.words("nations"), *PACK.words("before_names"))))
_SHORTEST: Final = 2  # characters of a name behind it
_BEFORE_FOREIGN: Final = frozenset(PACK.words("before_foreign"))
_QUALIFIERS: Final = frozenset(PACK.words("organisation_adjectives"))
_CLAUSE: Final = re.compile(alternatives(PACK.words("organisation_verbs")))
_OPENERS: Final = re.compile(
    alternatives((*PROVINCES, *CITIES, *COUNTRIES, *ORGANISATIONS, *PACK.words("organisation_openers")))
)


def is_person(name: str, *, doubtful: bool = True) -> bool:
    """Whether ``name`` has the shape of a Chinese full name; ``doubtful`` admits surnames that are words."""
    if not 2 <= len(name) <= 4 or name[:2] in COMMON_WORDS or name in FOREIGN_WORDS:
        return False
    surname = 2 if name[:2] in COMPOUND_SURNAMES and len(name) > 2 else 1
    if surname == 1:
        if len(name) > 3:
            return False
        known = name[0] in PLAIN_SURNAMES or (doubtful and name[0] in DOUBTFUL_SURNAMES)
        if not known:
            return False
    given = name[surname:]
    if given in NOT_GIVEN_ALONE:  # 陈人, 吴老: an address or a word, not a name
        return False
    return not any(char in NOT_GIVEN or not _is_han(char) for char in given)


def is_foreign(name: str, *, evident: bool = False) -> bool:
    """Whether ``name`` reads like a rendering of a foreign personal name.

    ``evident``: the text gives the Latin original or life dates, so common characters will do.
    """
    if name in FOREIGN_WORDS or name[:3] in FOREIGN_WORDS or name[:4] in FOREIGN_WORDS:
        return False
    parts = name.split("·")
    letters = "".join(parts)
    if not 2 <= len(letters) <= 14 or not all(parts):
        return False
    if not all(char in TRANSLITERATION for char in letters):
        return False
    hard = sum(char in TRANSLITERATION_HARD for char in letters)
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
        plain = name[0] in PLAIN_SURNAMES or name[:2] in COMPOUND_SURNAMES
        # 王 and 周 open names, but 帝王 and 一周 are words.
        if (plain or before in NAME_LEADS) and run[-length - 1 : -length + 1] not in WORDS_INTO_SURNAMES:
            return name
    return None


def _is_wordy(name: str, weak: bool) -> bool:
    """A function word in the surname's place; on weak evidence, a short name that opens with any word."""
    if name[0] in FUNCTION_SURNAMES and name[:2] not in COMPOUND_SURNAMES:
        return True
    return weak and len(name) == 2 and name[0] in DOUBTFUL_SURNAMES


def foreign_before(text: str, end: int) -> str | None:
    """The foreign name that ends at ``end``: the longest run of rendering characters, prefixes aside.

    Where the run breaks off inside a word, the word up to the boundary must be mostly such characters.
    """
    start = end
    while start > 0 and end - start < 14 and (text[start - 1] in TRANSLITERATION or text[start - 1] == "·"):
        start -= 1
    if (
        start > 0
        and _is_han(text[start - 1])
        and text[start - 1] not in NAME_LEADS
        and text[start - 1] not in _BEFORE_FOREIGN
    ):
        while start > 0 and end - start < 10 and _BOUNDARY.match(text[start - 1]) is None:
            start -= 1
        run = strip_prefix(text[start:end])
        known = sum(char in TRANSLITERATION for char in run)
        return run if 3 <= len(run) <= 8 and known * 4 >= len(run) * 3 and run[0] not in NAME_LEADS else None
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
    while start > limit and _is_han(text[start - 1]) and text[start - 1] not in ORGANISATION_STOP:
        start -= 1
    prefix = text[start : end - len(suffix)]
    opened = _opening_of_name(prefix)
    if opened is not None:
        prefix = prefix[opened:]
        if prefix[-1] in _QUALIFIERS:  # 德国大公司, 俄国无政府: a kind, not a name
            return None
    if (
        len(prefix) < 2
        or len(prefix) > 8
        or prefix in GENERIC_PREFIXES
        or prefix[:2] in ORGANISATION_NOT_FIRST
    ):
        return None
    if _CLAUSE.search(prefix):
        return None
    if opened is not None and prefix in COUNTRIES and suffix in ORGANISATION_KINDS:
        return None
    return prefix + suffix, opened is not None


def _opening_of_name(prefix: str) -> int | None:
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


YEARS: Final = PACK.pattern("life_dates")
LATIN: Final = PACK.pattern("latin_name")
_CLAUSE_END: Final = re.compile("[。；]")
_LONGEST: Final = 60  # characters of a summary


def has_years(rest: str) -> bool:
    """Whether ``rest`` begins with life dates in parentheses."""
    return YEARS.match(rest) is not None


def first_clause(rest: str) -> str:
    """``rest`` up to its first full stop or semicolon."""
    return _CLAUSE_END.split(rest, maxsplit=1)[0]


def strip_life_dates(rest: str) -> str:
    """``rest`` without life dates, and without the name in Latin letters that opens it."""
    return LATIN.sub("", YEARS.sub("", rest, count=1))


def summary_of(rest: str) -> str:
    """One line from the first sentence of a definition, life dates aside."""
    text = first_clause(strip_life_dates(rest).lstrip("，：,: "))
    return text[:_LONGEST].rsplit("，", 1)[0] if len(text) > _LONGEST else text
