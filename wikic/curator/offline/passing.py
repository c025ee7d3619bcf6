"""Single words that name nothing when a text only mentions them in passing: letters, adjectives, plain nouns.

They still mean a thing that the text names in full ("the Board of Trade (BT)"); they make none.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline.english import COUNTRIES, GIVEN, KNOWN_PLACES, NOUNS, STATES
from wikic.text.wordlist import words

# Letters that are said more often than what they stand for, and mean one thing everywhere.
_INSTITUTIONS: Final = words("UN EU EC BP GM GE HP")
# Degrees, honours, offices, techniques and illnesses.
_NO_NAMES: Final = words(
    """
    BSc MSc PhD Ph BFA MFA MBA LLB LLM DPhil MPhil OBE MBE CBE KBE DBE GBE KCB GCB KCMG GCMG KCVO GCVO DSO
    CEO CFO CTO COO HIV AIDS LGBT LGBTQ VOD DVD DVDs VHS CDs EPs LPs IMAX VFX CGI GDP USS HMS HMAS RMS NC-17
    Spring Summer Autumn Winter LLC LLP Inc Ltd Corp PG-13 R&B A-Z ISBN IQ DNA RNA ATM FAQ ACTION
    """
)
_DOTTED = re.compile(r"^(?:[A-Z]\.-?)+[A-Z]?$")
_TWO = re.compile(r"^[A-Z]{1,2}$")
# "the Parisian underworld": a people's adjective before what it belongs to.
_ADJECTIVE = re.compile(r"^[^\W\d_]{4,}(?:ian|ean|ese|ish|esque|istic|wide|ine|[^aeiou]id)$")
_ATTRIBUTIVE = re.compile(r" [a-z]{3,}")
_ARTICLE = re.compile(r"(?:^|[\s(])(?:the|an?|his|her|its|their|this|that|of|by|in|with|and) $", re.I)
_PERSON_NOUN = re.compile(r" ((?!star\b|host\b|head\b|guard\b|pilot\b|model\b|shot\b)[a-z]{4,})\b")
_LOWER = re.compile(r"(?:^|[\s(])[a-z]+ $")
# "Bearded", "Merciless", "Citizenship": what English words end in, and names hardly ever.
_PLAIN = re.compile(
    r"^[^\W\d_]{3,}(?:(?<!e)ed|less|ness|ship|tion|ment|graphy|ism|ology|ecture|wards?|ously|fully)s?$"
)
# What capitals of a rank, a programme or a headline leave behind.
_WORDS: Final = words(
    """
    International Centre Center Land Nursery Youth Fellow Associate Danger Platinum Heritage Bench Fortnight
    Tears Box Hell Hot Horse Garter Bedchamber Comedy Economics Ecclesiastical Crusader Crusaders Coalition
    Labor Labour Marvelous Midnight Anglicans Christianity Devil Fantasy Secret Unknown Various Original
    Special Live Best Top Bottom Front Back Left Right Upper Lower Inner Outer Internet Web Online Digital
    """
)
# Nouns that are surnames, places or works as often when they stand alone with a capital.
_NAMES_TOO: Final = words(
    """
    Dean Judge King Prince Pope Earl Major Bishop Abbot Marshall Page Parker Baker Cooper Butler Archer Fisher
    Forest Ford Hill Lake Park Rivers Church Hall House Mills Moon Star Stone West Wells Field Brook Brooks
    Bridge Banks Fox Wolf Bird Crab Moss Fern Rose
    """
)


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


_VERB = re.compile(
    r" (?:is|was|are|were|has|had|and|or|who|which|that|with|from|for|then|when|where|while|but|also"
    r"|in|on|at|to|by|did|does|will|would|could|may|became|[a-z]+ed)\b"
)
