"""Characters and words that make or unmake Chinese names, from the language's pack."""

from __future__ import annotations

from typing import Final

from wikic import language

PACK: Final = language.pack("zh")


def _set(name: str) -> frozenset[str]:
    return frozenset(PACK.words(name))


COMPOUND_SURNAMES: Final = _set("compound_surnames")
# Surnames that are hardly a word of their own: they may open a name without further evidence.
PLAIN_SURNAMES: Final = _set("surnames")
# Surnames that are also common words: a name that opens with one needs a boundary before it.
DOUBTFUL_SURNAMES: Final = _set("word_surnames")
# Of these, the ones that mostly are words; a verb of writing after them proves nothing.
FUNCTION_SURNAMES: Final = _set("function_surnames")
# Characters that do not stand in given names, and those that are none by themselves.
NOT_GIVEN: Final = _set("not_given")
NOT_GIVEN_ALONE: Final = _set("not_given_alone")
# Endings that make a three-character candidate a common noun.
NOUN_ENDS: Final = _set("noun_ends")
# First two characters of common words that look like a surname and a given name.
COMMON_WORDS: Final = _set("common_words")
# Words that end with a surname, which opens no name there.
WORDS_INTO_SURNAMES: Final = _set("words_into_surnames")
# A word after which a name may begin, although no mark shows it.
NAME_LEADS: Final = _set("name_leads")

# Characters that render foreign names; HARD ones hardly occur side by side in Chinese words.
TRANSLITERATION_HARD: Final = _set("rendering_hard")
TRANSLITERATION: Final = TRANSLITERATION_HARD | _set("rendering_soft")
# Renderings of foreign words that are no persons.
FOREIGN_WORDS: Final = _set("foreign_words")

ORGANISATION_SUFFIXES: Final = PACK.words("organisation_ends")
# Organisations of one suffix character, taken only from notes and quotation marks.
SHORT_ORGANISATION_SUFFIXES: Final = _set("organisation_marks")
# A character left of which an organisation's name cannot begin, and words with which none begins.
ORGANISATION_STOP: Final = _set("organisation_stops")
ORGANISATION_NOT_FIRST: Final = _set("organisation_not_first")
# Words with which a suffix makes a kind of organisation, and suffixes that do so with a country.
GENERIC_PREFIXES: Final = _set("organisation_generic")
ORGANISATION_KINDS: Final = _set("organisation_kinds")
# Titles of parts of books, which do not say whose they are.
PARTS_OF_BOOKS: Final = _set("parts_of_books")
