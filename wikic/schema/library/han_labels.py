"""What topics of texts in Han script may be called: works, and words that documents keep using."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, isqrt
from typing import Final

from wikic import language
from wikic.document.document_words import WordReader
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.han_words import HanWord, han_words, written_words
from wikic.schema.library.phrases import COMMON, RARE, RAREST, Phrase
from wikic.text import cjk

_WORK: Final = re.compile(r"《([\u3400-\u9fff]{2,12})》")
# Of a word of two characters and of a longer one: uses in a document that has it, and share of these
# documents among whose heaviest words it is.
_PAIR_USES: Final = 2.2
_USES: Final = 1.25
_PAIR_BORNE: Final = 0.55
_BORNE: Final = 0.4
# Words of a document of which its label is made: so many, and all that weigh more than one used once.
_HEAVIEST: Final = 16
_ONCE: Final = 14


def han_labels(leaves: Sequence[DocumentFeatures]) -> list[Phrase]:
    """Names of works and words in Han script that several documents are about."""
    fewest = max(RAREST, isqrt(len(leaves)) // 2)  # of a small rest each scrap would be a topic
    reader, pack = WordReader("zh"), language.pack("zh")
    untelling = pack.untelling
    heaviest = [
        {word for at, (word, weight) in enumerate(leaf.words) if at < _HEAVIEST or weight > _ONCE}
        for leaf in leaves
    ]
    found: list[Phrase] = []
    works = _find_works(leaves, max(RAREST, fewest // 2))  # the name of a work is never a scrap
    for word in (*works, *han_words(leaves, fewest)):
        if (
            word.text in untelling
            or _is_everywhere(word.text, leaves)
            or any(word.text == each.text for each in found)
        ):
            continue
        work = word in works
        pairs = frozenset(reader.words(f"《{word.text}》" if work else word.text))
        bearing = tuple(
            at
            for at in word.holders
            if 2 * len(pairs & heaviest[at]) >= len(pairs) > 0 or (work and word.text in heaviest[at])
        )
        short = len(word.text) == 2 and not work
        least = fewest // 2 if work else fewest
        if least <= len(bearing) <= COMMON * len(leaves) and _tells_documents(
            word, len(bearing), short=short
        ):
            found.append(Phrase(word.text, pairs, bearing))
    # A word that stands mostly inside a longer one is a part of that.
    return [
        each
        for each in found
        if not any(
            each.text in other.text
            and each is not other
            and 4 * len(set(each.holders) & set(other.holders)) >= 3 * len(each.holders)
            for other in found
        )
    ]


def _is_everywhere(text: str, leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether a word addresses one whom too many documents name: 许先生 where most speak of 许."""
    pack = language.pack("zh")
    for address in sorted(pack.addresses | pack.ranks, key=len, reverse=True):
        if text.endswith(address) and text != address:
            name = text.removesuffix(address)
            named = sum(name in leaf.title or name in leaf.opening for leaf in leaves)
            return named > COMMON * len(leaves)
    return False


def han_written(leaves: Sequence[DocumentFeatures]) -> dict[str, str]:
    """For each pair of Han characters that words of several documents have, the word as a reader knows it."""
    untelling = language.pack("zh").untelling
    fewest = max(RAREST, ceil(RARE * len(leaves) / 3))
    known = written_words(han_words(leaves, fewest))
    return {pair: word for pair, word in known.items() if word not in untelling}


def _tells_documents(word: HanWord, bearing: int, *, short: bool) -> bool:
    """Whether a word is what its documents speak of, and no word that all texts have."""
    uses, borne = word.uses / len(word.holders), bearing / len(word.holders)
    return uses >= (_PAIR_USES if short else _USES) and borne >= (_PAIR_BORNE if short else _BORNE)


def _find_works(leaves: Sequence[DocumentFeatures], fewest: int) -> list[HanWord]:
    """Titles of works between their marks."""
    holders: dict[str, list[int]] = {}
    uses: dict[str, int] = {}
    for at, leaf in enumerate(leaves):
        text = f"{leaf.title}\n{leaf.opening}"
        for name in dict.fromkeys(_WORK.findall(text)):
            holders.setdefault(name, []).append(at)
            uses[name] = uses.get(name, 0) + text.count(name)
    common = ((name, some) for name, some in sorted(holders.items()) if len(some) >= fewest)
    return [HanWord(name, tuple(some), uses[name]) for name, some in common]


def as_read(words: Iterable[str], known: dict[str, str], label: str) -> list[str]:
    """Counted words as a reader knows them, each once; pieces of words left out, and what the label says."""
    found: dict[str, str] = {}
    for word in words:
        text = known.get(word, "" if "\u3400" <= word[0] <= "\u9fff" else word)
        folded = text.casefold()
        shared = set(pairwise(text)) & set(pairwise(label)) if cjk.is_cjk(text) else ()
        said = folded in label.casefold() or shared
        if text and not said and not any(folded in each or each in folded for each in found):
            found[folded] = text
    return list(found.values())
