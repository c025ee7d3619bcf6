"""Words that say what the documents of a group are about: many of them have these, and few others do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Final

from wikic import language
from wikic.schema.library.document_features import DocumentFeatures
from wikic.text.normalise import fold_name
from wikic.wiki.fold.symbols import called

_SHARE: Final = 0.25  # of the group's documents that have a word,
_TIMES: Final = 8  # and how much larger this is than that of all others
_FEWEST: Final = 2  # words: one alone may be chance
_MOST_VOICES: Final = 5  # speakers whom a line names


def subjects(inside: Sequence[DocumentFeatures], outside: Sequence[DocumentFeatures]) -> list[str]:
    """Counted words that tell a group from the other documents, best first; none where nothing does.

    What people say whatever they talk of is none, and who talks is said elsewhere.
    """
    names = {part for each in (*inside, *outside) for name in each.speakers for part in _parts(name)}
    chatter = frozenset[str]().union(*(language.pack(each.language).chatter for each in inside))
    ours, theirs = _documents(inside), _documents(outside)
    found: list[tuple[float, str]] = []
    for word, count in ours.items():
        share, other = count / len(inside), theirs[word] / max(1, len(outside))
        if share >= _SHARE and share >= _TIMES * other and word not in chatter and word not in names:
            smoothed = (theirs[word] + 0.5) / max(1, len(outside))
            found.append((-round(share * log(1 + share / smoothed), 9), word))
    return [word for _, word in sorted(found)] if len(found) >= _FEWEST else []


def voices(
    inside: Sequence[DocumentFeatures], outside: Sequence[DocumentFeatures]
) -> tuple[tuple[str, ...], bool]:
    """Who speaks in most conversations of a group, and whether there are others.

    Those first who speak in most of them and in fewest others. Nobody, where most documents are no
    conversations.
    """
    spoken = Counter(name for each in inside for name in each.speakers)
    if 2 * sum(bool(each.speakers) for each in inside) <= len(inside):
        return (), False
    others = Counter(name for each in outside for name in each.speakers)
    order = sorted(spoken, key=lambda name: (-spoken[name], others[name], name))
    return tuple(order[:_MOST_VOICES]), len(order) > _MOST_VOICES


def _documents(leaves: Sequence[DocumentFeatures]) -> Counter[str]:
    """How many documents have each word."""
    return Counter(word for leaf in leaves for word, _ in leaf.words)


def _parts(name: str) -> set[str]:
    """A speaker's name and its words, folded."""
    return {part for text in (name, *called(name)) for part in (fold_name(text), *fold_name(text).split())}
