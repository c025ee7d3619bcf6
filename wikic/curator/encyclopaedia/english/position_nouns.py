"""What a sample's things are mostly called: the nouns at the heads of their tags, in the plural."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import words
from wikic.model.statement import Entity

_FEWEST: Final = 2  # things that are called so,
_SHARE: Final = 0.02  # and of all of them
_IRREGULAR: Final = {"man": "men", "woman": "women", "person": "persons", "child": "children"}
# Heads that say how a thing stands to another, not what it is.
_VAGUE: Final = words("vague_nouns")
_ITEMS: Final = re.compile(r", | and ")


def nouns(things: Iterable[Entity], total: int, most: int) -> list[str]:
    """What several of ``things`` are called, in the plural, the most frequent first: ``films``.

    total: how many things the sample is about, these and others.
    """
    counts: Counter[str] = Counter()
    for each in things:
        heads = {tag.split()[-1] for tag in each.tags if tag and tag.split()[-1].isalpha()}
        counts.update(head for head in heads if head.islower() and head not in _VAGUE)
    for head in [each for each in counts if each + "s" in counts]:
        counts[head] += counts.pop(head + "s")
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [plural(head) for head, count in ordered if count >= max(_FEWEST, _SHARE * total)][:most]


def origins(things: Sequence[Entity], most: int) -> list[str]:
    """Where several of ``things`` are from, the most frequent first: ``Danish``."""
    total = len(things)
    counts = Counter(tag for each in things for tag in set(each.tags) if tag[:1].isupper() and tag.isalpha())
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [tag for tag, count in ordered if count >= max(_FEWEST, _SHARE * total)][:most]


def plural(noun: str) -> str:
    """The plural of an English noun; one that ends in ``s`` is left as it is."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith(("woman", "man")) and not noun.endswith("human"):
        return noun[:-2] + "en"
    if noun.endswith(("ss", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("s"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def led_by(first: Iterable[str], description: str, most: int = 8) -> str:
    """A description that is a list, with what the sample holds most of at its front; its end stays."""
    *items, end = _ITEMS.split(description)
    both = list(dict.fromkeys([*(each for each in first if each != end), *items]))
    return listed([*both[: most - 1], end])


def listed(said: list[str]) -> str:
    """``a, b and c``."""
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
