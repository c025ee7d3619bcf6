"""Whom or what a sentence of a long work is about: a name that the work comes back to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.encyclopaedia.english import subjects
from wikic.curator.encyclopaedia.english.entity_register import Thing
from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.vocabulary import pattern

# So often named, a person or a place of a book is worth a page.
RECURS: Final = 3
SHORTEST: Final = 5  # words: "Oh, Charles!" says nothing of him
_REACH: Final = 110  # characters within which a first clause names what it is about

_LEAD: Final = pattern("lead_in")
_CLAUSE_END: Final = pattern("clause_end")
_OPENS_BACK: Final = pattern("opens_back")
_KIND_OF: Final = pattern("kind_of")
_PART_OF_NAME = re.compile(r"^(?:['’]s|['’]|-|,? (?:and|or)\b)")
# "The Cornishman" is whoever is one.
_NATIVE = re.compile(r"(?:sh|ch)(?:wo)?m[ae]n\b")


def topic(line: str, named: Sequence[tuple[Mention, Thing | None]]) -> tuple[Thing, bool] | None:
    """The recurring thing a sentence is about, and whether it is its grammatical subject."""
    for mention, thing in named:
        if thing is None or thing.principal:
            continue
        rest = line[mention.end :]
        if (
            _recurs(thing)
            and _LEAD.match(line[: mention.start]) is not None
            and subjects.says_something(rest)
            and len(line.split()) >= SHORTEST
        ):
            return thing, True
        break
    return _only(line, named)


def _only(line: str, named: Sequence[tuple[Mention, Thing | None]]) -> tuple[Thing, bool] | None:
    """The only recurring name of a sentence, or at least of its first clause, which holds it early."""
    every = [(mention, thing) for mention, thing in named if thing is not None and _recurs(thing)]
    end = _CLAUSE_END.search(line)
    reach = end.start() if end is not None and len({id(thing) for _, thing in every}) > 1 else len(line)
    found = [(mention, thing) for mention, thing in every if mention.end <= min(reach, _REACH)]
    if not found or len({id(thing) for _, thing in found}) > 1 or _OPENS_BACK.match(line):
        return None
    mention, thing = found[0]
    if (
        _KIND_OF.search(line[: mention.start])
        or _PART_OF_NAME.match(line[mention.end :])
        or len(line.split()) < SHORTEST
        or line[-1:] not in ".!"
        or line.count('"') % 2
    ):
        return None
    return thing, False


def _recurs(thing: Thing) -> bool:
    return thing.seen >= RECURS and not thing.principal and _NATIVE.search(thing.name) is None
