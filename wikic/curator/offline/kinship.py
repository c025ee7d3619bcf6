"""Whose relative somebody is, from the words before a name."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline.cues import KIN
from wikic.curator.offline.english import pattern

_ALL_KIN: Final = "|".join(
    sorted((word for words, _, _ in KIN for word in words.split("|")), key=len, reverse=True)
)
# "the eldest son of X": the name is what the noun is read from.
_KIN_OF = re.compile(
    (
        rf"(?:^|[\s,(-])(?:great-)?({_ALL_KIN})(?:—[^—]{{1,60}}—)?(?: and (?:\w+ ){{0,2}}(?:heir"
        rf"|successor|namesake|\w+))?(?: \([^)]*\))?,?(?: |(?<=—))(?:of|to|with)(?! (?:his|her"
        rf"|their)\b)\b(?P<whose>[^.;:()]{{0,40}})$"
    ),
    re.I,
)
# "his son X", "Raghnall's father, X", "had a daughter, X": the name is the noun.
_KIN_IS = re.compile(
    rf"(?:(?:^|\b)(?:his|her|its|the|an?|one|two|three|four|five|had|father|mother|by|^['’]s?)\s"
    rf"(?:[\w-]+\s){{0,4}}?)({_ALL_KIN})"
    rf"(?! of\b)(?:'s)?(?:,|:| (?:was|is|were|are|named|called|being|include[ds]?)(?: (?:also|named"
    rf"|called|the|an?|former|fellow|\w+)){{0,4}},?)?"
    rf"(?: (?!(?:of|to|and|in|by|with|for|at|from|when|who|that|whose|as|was"
    rf"|were)\b)[\w’'-]+){{0,4}}[ \"“]*$",
    re.I,
)
_KIN_LABEL: Final = {
    form: (noun, of)
    for words, noun, of in KIN
    for word in words.split("|")
    for form in (word.replace("?", ""), re.sub(r"\w\?", "", word))
}

_MARRIED: Final = pattern("married")
_BORN_TO: Final = pattern("born_to")


KIN_LABELS: Final = frozenset(label for _, noun, of in KIN for label in (noun, of))


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
