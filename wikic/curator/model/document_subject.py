"""Gives the entity that a document is about the document's title, where that is a name of it: "Edward Davis
Wood Jr." is the subject of "Ed Wood (filmmaker)", and every document that names him should lead to one page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.model.article import Article
from wikic.model.statement import Block, Entity
from wikic.text import names
from wikic.text.normalise import fold_name, normalise

_WORD: Final = re.compile(r"[^\W_]+")
_LONGEST: Final = 6  # words of a name; what has more is a heading
# Small words that stand in names of people, places and works.
_SMALL: Final = frozenset(
    ("of", "the", "and", "de", "la", "le", "du", "von", "van", "der", "den", "di", "da", "al")
)
_ALIASES: Final = 12


def under_document_title(entity: Entity, article: Article, blocks: Sequence[Block]) -> Entity:
    """The subject of an article under the article's title, its own names kept as aliases; as it is where the
    title is no name of it but a heading ("A note on Tarnvik", "The Life of Ilse Varga").
    """
    title = normalise(article.title)
    if not title or not _is_name_of(title, entity, blocks):
        return entity
    # A file's name, or capitals, may have had to serve as title: the text spells it better.
    spelled = (each for each in (entity.title, *entity.aliases) if fold_name(each) == fold_name(title))
    title = next(spelled, title)
    inner = names.disambiguator(title)
    called = (names.base(title), entity.title, names.base(entity.title), *entity.aliases)
    aliases = {fold_name(each): each for each in reversed(called) if fold_name(each) != fold_name(title)}
    return replace(
        entity,
        title=title,
        disambiguator=inner or entity.disambiguator,
        aliases=tuple(reversed(aliases.values()))[:_ALIASES],
    )


def _is_name_of(title: str, entity: Entity, blocks: Sequence[Block]) -> bool:
    base = fold_name(names.base(title))
    called = [fold_name(names.base(each)) for each in (entity.title, *entity.aliases)]
    if base in called:
        return True
    # An article of a reference work begins with its subject's full name.
    first = next((fold_name(block.text) for block in blocks if block.kind != "heading"), "")
    if not any(first.startswith(each) for each in called):
        return False
    words = set(_WORD.findall(base))
    inside = any(set(_WORD.findall(each)) <= words for each in called)  # it says something of it besides
    return not inside and _reads_as_name(names.base(title)) and bool(words & set(_WORD.findall(called[0])))


def _reads_as_name(title: str) -> bool:
    words = title.split()
    return len(words) <= _LONGEST and all(not each[0].islower() or each in _SMALL for each in words)
