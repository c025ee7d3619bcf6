"""Label-first topics: phrases that gather documents which speak of the same, and what is nearest to each.

A phrase is worth the documents it adds times how near these are to each other, its own words left out: a
word that is in titles of everything gathers nothing. Each chosen phrase is a seed of k-means. A topic whose
documents a word of their texts has gathered is called by a phrase of their titles, or a word that nearly
all of them have and few others do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import sqrt
from typing import Final

from wikic.model.placing import begins
from wikic.schema.library.document_features import (
    Space,
    Vector,
    centroid,
    measure_cohesion,
    measure_likeness,
    topic_words,
    weigh_distinctive,
)
from wikic.schema.library.group import Group
from wikic.schema.library.phrases import Phrase
from wikic.text import cjk
from wikic.text.normalise import fold_name

_TITLES: Final = 2  # documents of the topic whose titles have its name
_SPEAKING: Final = 0.4  # share of its documents that speak of what the name says,
_UNTITLED: Final = 0.7  # and of those whose titles do not have it
_TITLED: Final = 2.0  # what a name is worth that stands in all titles, beside one that stands in none


def best_name(
    names: Sequence[Phrase], middle: Mapping[str, float], inside: Collection[int], known: Space
) -> Phrase | None:
    """The phrase that the topic's documents have and others seldom do, best one of their titles.

    None where there is none: nobody would look for the documents under a word that some of them have.

    middle: the topic's words. inside: places of its documents.
    """
    best, most = None, 0.0
    for each in names:
        told = each.words & known.rarity.keys()  # "error" in "Error handling" tells no documents apart
        if not told or not told <= middle.keys():
            continue
        speaking = [at for at, vector in enumerate(known.vectors) if told <= vector.keys()]
        covered = sum(at in inside for at in speaking)
        titled = sum(at in inside for at in each.holders) if each.titled else 0
        least = _SPEAKING if titled >= _TITLES else _UNTITLED
        if not covered or covered < least * len(inside):
            continue
        weight = sum(middle[word] for word in told)
        worth = weight * covered * covered * (1 + _TITLED * titled / len(inside)) / len(speaking)
        if worth > most:
            best, most = each, worth
    return best


FEWEST, MOST = 4, 40  # a collection of 1,850 news of fifty themes reads well in forty directories
EACH: Final = 10  # documents of a topic, about
_ROUNDS: Final = 4  # rounds of k-means
_SIZE: Final = 0.8  # power of the number of documents in a label's worth: wide labels are not all
_NEAR: Final = 0.14  # cosine with a group from which a document is of it
_NOTHING: Final = 1e-9  # a square that rounding leaves of 0
_OWN: Final = 0.1  # what having the label in its title adds
_ABOUT: Final = 16  # words from which those of a description are taken
_LEAST_WORTH: Final = 0.01  # of a label
_NAMING: Final = 5  # what the word of its name weighs beside a topic's heaviest: who lacks it is elsewhere
_APART: Final = 5  # times as much as with the others have documents of a topic in common, its name left out
_BESIDE: Final = 0.5  # what a label loses that is always a part of something longer,
_KIND: Final = 0.8  # and one that names a kind of thing
_PROPER: Final = 0.02  # least worth of a proper name
_NEW: Final = 2  # documents that a further topic adds at least,
_FRESH: Final = 0.25  # and share of its own


def count_for(documents: int) -> int:
    """How many topics so many documents have."""
    return min(MOST, max(FEWEST, documents // EACH))


def label_first(
    known: Space,
    phrases: Sequence[Phrase],
    most: int,
    openings: Sequence[str] = (),
    names: Sequence[Phrase] = (),
) -> list[Group]:
    """At most ``most`` topics, those with the most documents first.

    names: phrases of titles, one of which names each topic that a word of the texts has gathered.
    openings: the label that each document's title sets off at its front, folded, "" for none. Such a document
    is none of another such label's: "Router: …" does not shape the topic of "Switch: …".
    """
    chosen = _cover_documents(known, phrases, most)
    if not chosen:
        return []
    members = [set(each.holders) for each in chosen]
    own = [frozenset(each.holders) for each in chosen]
    others = [_of_others(each, openings) for each in chosen]
    for _ in range(_ROUNDS):
        members = [
            inside - barred
            for inside, barred in zip(_assign_documents(known.vectors, members, own), others, strict=True)
        ]
    middles = weigh_distinctive([centroid(known.vectors[at] for at in sorted(inside)) for inside in members])
    groups: dict[str, Group] = {}
    for each, middle, inside in zip(chosen, middles, members, strict=True):
        name = each if each.titled else best_name(names, middle, inside, known)
        if inside and name is not None:
            group = _make_group(name, middle, len(inside), known.rarity)
            groups.setdefault(group.label, group)
    return sorted(groups.values(), key=lambda each: (-each.size, each.label))


def _cover_documents(known: Space, phrases: Sequence[Phrase], most: int) -> list[Phrase]:
    """Greedily the phrases that add the most documents which belong together."""
    everywhere = measure_cohesion(known.vectors, frozenset())
    worth = {
        each: max(
            measure_cohesion([known.vectors[at] for at in each.holders], each.words) - everywhere,
            _PROPER if each.proper else -1.0,
        )
        for each in phrases
    }
    left = [
        each
        for each in phrases
        if each.proper or worth[each] * _name_like(each) > _LEAST_WORTH
        if each.prefix
        or each.proper
        or worth[each] >= everywhere  # or, where topics are so few that they make up what all share:
        or worth[each] + everywhere >= _APART * measure_likeness(known.vectors, each.holders, each.words)
    ]
    covered: set[int] = set()
    chosen: list[Phrase] = []
    while len(chosen) < most:
        left = [each for each in left if _count_added(each, covered) >= max(_NEW, _FRESH * len(each.holders))]
        if not left:
            break
        best = max(
            left,
            key=lambda each: (
                worth[each] * _name_like(each) * _count_added(each, covered) ** _SIZE,
                each.text,
            ),
        )
        chosen.append(best)
        covered.update(best.holders)
    return chosen


def _of_others(phrase: Phrase, openings: Sequence[str]) -> set[int]:
    """Documents that another label opens than the one a topic's documents open with."""
    if not phrase.prefix:
        return set()
    prefix = fold_name(phrase.prefix)
    return {at for at, opening in enumerate(openings) if opening and not begins(opening, prefix)}


def _name_like(phrase: Phrase) -> float:
    """How much a phrase reads as a name: in capitals, of several words, set off at the front of titles.

    A word that others say which of ("content engine", "rule engine") and one that texts write in lower case
    name a kind of thing.
    """
    capitals = 0.5 if phrase.text[:1].islower() else 1.0
    alone = 1 - _BESIDE * phrase.followed / len(phrase.holders)
    kind = 1 - _KIND * max(phrase.lower, phrase.preceded / len(phrase.holders))
    return capitals * alone * kind * (1 + 0.3 * (len(phrase.words) > 1)) * (2 if phrase.prefix else 1)


def _count_added(phrase: Phrase, covered: set[int]) -> int:
    return sum(at not in covered for at in phrase.holders)


def _assign_documents(
    vectors: Sequence[Vector], members: Sequence[set[int]], own: Sequence[frozenset[int]]
) -> list[set[int]]:
    """The documents nearest to each group; those that are near to none are in none.

    A document is compared with the others of its group: in a small one it would be near to itself.
    """
    sums = [_sum_vectors(vectors[at] for at in sorted(inside)) for inside in members]
    squares = [sum(weight * weight for weight in each.values()) for each in sums]
    having: dict[str, list[tuple[int, float]]] = {}
    for which, each in enumerate(sums):
        for word, weight in each.items():
            having.setdefault(word, []).append((which, weight))
    homes: list[tuple[float, int, int]] = []
    for at, vector in enumerate(vectors):
        products = [0.0] * len(members)
        for word, weight in vector.items():
            for which, theirs in having.get(word, ()):
                products[which] += weight * theirs
        near = [
            _cosine_with(product, square, at in inside) + _OWN * (at in holders)
            for product, square, inside, holders in zip(products, squares, members, own, strict=True)
        ]
        best = max(range(len(near)), key=lambda which: (near[which], -which))
        homes.append((near[best], at, best))
    found: list[set[int]] = [set() for _ in members]
    for near_best, at, best in homes:
        if near_best >= _NEAR:
            found[best].add(at)
    return found


def _cosine_with(product: float, square: float, inside: bool) -> float:
    """The cosine of a unit vector with a sum that it may be part of."""
    if inside:
        product, square = product - 1, square - 2 * product + 1
    return product / sqrt(square) if square > _NOTHING else 0.0


def _sum_vectors(vectors: Iterable[Vector]) -> dict[str, float]:
    total: dict[str, float] = {}
    for vector in vectors:
        for word, weight in vector.items():
            total[word] = total.get(word, 0.0) + weight
    return total


def _make_group(phrase: Phrase, middle: Vector, size: int, rarity: Mapping[str, float]) -> Group:
    words = topic_words(middle)
    # Of "FileNet Content" the rarer word: content is in much that has nothing to do with it.
    telling = max(phrase.words & words.keys(), key=lambda word: (rarity[word], words[word], word), default="")
    if telling and not cjk.is_cjk(telling):  # of a word in Han script a document may have other pairs
        words[telling] = _NAMING * max(words.values())
    about = tuple(word for word in words if word not in phrase.words)[:_ABOUT]
    if phrase.proper:  # what else its documents say is of other matters
        words = {word: weight for word, weight in words.items() if word in phrase.words}
    return Group(
        phrase.text[:1].upper() + phrase.text[1:], size, prefix=phrase.prefix, words=words, about=about
    )
