"""Persons whom a document names: in a story those who speak, elsewhere those of whom it tells something."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from wikic import language
from wikic.language import Pack
from wikic.model.statement import Term
from wikic.text.normalise import fold_name

PEOPLE: Final = "people"
_FEWEST: Final = 2  # sentences with the name
_DOING: Final = 3  # sentences that a bare first name opens, from which a document tells of its bearer
_NAMING: Final = "en"  # the pack that knows given names of Latin script, whatever the language of a text


def with_characters(terms: Sequence[Term], text: str, pack: Pack) -> list[Term]:
    """``terms``, those who speak in a story as people, by whole name or its first word."""
    spoken = {fold_name(each.name) for each in terms if each.uses >= _FEWEST and _speaks(each, text, pack)}
    whole = [each for each in terms if _first(each) in spoken and not each.name.endswith(("'s", "’s"))]
    firsts = [_first(each) for each in whole]
    return [
        _person(term)
        if fold_name(term.name) in spoken or (term in whole and firsts.count(_first(term)) == 1)
        else term
        for term in terms
    ]


def without_passing_names(terms: Sequence[Term]) -> list[Term]:
    """``terms`` of a document that is no story: bare first names of which it tells much are people.

    Others are left out: who was to do what in minutes is no page of "Marco".
    """
    return [
        _person(each) if _is_given(each) else each
        for each in terms
        if not _is_given(each) or each.about >= _DOING
    ]


def _is_given(term: Term) -> bool:
    return fold_name(term.name) in _given_names()


@cache
def _given_names() -> frozenset[str]:
    """Given names that are neither words nor places as often."""
    pack = language.pack(_NAMING)
    given = pack.given_names.union(pack.words("given_male"), pack.words("given_female"))
    return frozenset(map(fold_name, given)) - frozenset(map(fold_name, pack.words("given_unsure")))


def _first(term: Term) -> str:
    """The first of several words of a name, folded; "" of one word."""
    return fold_name(term.name).split()[0] if " " in term.name.strip() else ""


def _person(term: Term) -> Term:
    """A term as a person, whose page needs two documents: it is named with a capital."""
    return replace(term, dimension=PEOPLE, capital=max(1, term.capital))


def _speaks(term: Term, text: str, pack: Pack) -> bool:
    """Whether the text says "said John", "said the honest John" or "John said"."""
    if not pack.saying or not term.name[:1].isalpha() or term.name[:1].islower():
        return False
    name, verbs = re.escape(term.name), "|".join(sorted(map(re.escape, pack.saying), key=len, reverse=True))
    before = rf"(?<!\w)(?:{verbs})\s+(?:the\s+(?:[a-z]+\s+){{0,3}})?{name}(?!\w)"
    return re.search(rf"{before}|(?<!\w){name}\s+(?:\w+ly\s+)?(?:{verbs})(?!\w)", text) is not None
