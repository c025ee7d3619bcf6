"""Whose relative somebody is, from the words before a name."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import pattern
from wikic.language.relations import values
from wikic.text.relation_labels import inverse

# Nouns, what they call the other end, and what "of" makes of them.
_KIN: Final = tuple((nouns, label, inverse(label)) for nouns, label in values("en", "kin"))
_KIN_OF: Final = pattern("kin_of")
_KIN_IS: Final = pattern("kin_is")
_KIN_LABEL: Final = {
    form: (noun, of)
    for words, noun, of in _KIN
    for word in words.split("|")
    for form in (word.replace("?", ""), re.sub(r"\w\?", "", word))
}

_MARRIED: Final = pattern("married")
_BORN_TO: Final = pattern("born_to")


KIN_LABELS: Final = frozenset(label for _, noun, of in _KIN for label in (noun, of))


def kin(gap: str) -> bool:
    """Whether the words before a name say whose relative it is."""
    return _KIN_OF.search(gap) is not None or _KIN_IS.search(gap) is not None


_FARTHER: Final = pattern("farther_away")


_CONSORT: Final = pattern("consort_rank")


def family(gap: str) -> tuple[str, ...]:
    """Label of the relation from the subject to the name after ``gap``, or ()."""
    if ("born" in gap or "marriage" in gap or "union" in gap) and _BORN_TO.search(gap):
        return ("parent",)
    of = _KIN_OF.search(gap) if _CONSORT.search(gap) is None else None
    if of is not None and not _FARTHER.search(of.group("whose")):
        return (
            (_KIN_LABEL[of.group(1).casefold()][1],)
            if of.group(1).casefold() in _KIN_LABEL
            else _plural(of.group(1), 1)
        )
    named = _KIN_IS.search(gap)
    if named is not None and not re.search(r"\bof\s*$", gap):
        label = _plural(named.group(1), 0)
        if label:
            return label
    if _MARRIED.search(gap):
        return ("spouse",)
    return ()


def _plural(word: str, side: int) -> tuple[str, ...]:
    key = word.casefold()
    for form in (key, key.removesuffix("s"), key.removesuffix("e")):
        if form in _KIN_LABEL:
            return (_KIN_LABEL[form][side],)
    return ()
