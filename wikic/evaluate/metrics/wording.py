"""Answers in words beside the right ones, after SQuAD's evaluation (Rajpurkar et al. 2016).

It differs where answers are not English words: a sign parts words ("Saxe-Coburg", "1,000"), signs of money
and per cent count, Chinese is compared by character.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from wikic.text.normalise import CJK, normalise

_ARTICLES: Final = re.compile(r"\b(?:a|an|the)\b")
_HAN: Final = re.compile(f"([{CJK}])")


def words(answer: str) -> list[str]:
    """The words of ``answer``: lower case, without punctuation and English articles; Chinese by character."""
    text = normalise(answer).casefold()
    text = "".join(
        " " if unicodedata.category(char)[0] in "PS" and char not in "$€£%" else char for char in text
    )
    return _HAN.sub(r" \1 ", _ARTICLES.sub(" ", text)).split()


def exact_match(given: str, right: Sequence[str]) -> float:
    """1.0 when ``given`` has the words of one of the right answers (EM)."""
    return _best(lambda one, other: float(one == other), given, right)


def f1(given: str, right: Sequence[str]) -> float:
    """Harmonic mean of precision and recall of words, the best over the right answers (token F1)."""
    return _best(_f1, given, right)


def contains(text: str, right: Sequence[str]) -> float:
    """1.0 when the words of a right answer stand in ``text``, one behind the other (contain-acc; A-RAG).

    "yes" and "no" are contained where ``text`` begins with them: inside a text they say nothing.
    """
    held = words(text)

    def stands(_: list[str], answer: list[str]) -> float:
        size = len(answer)
        places = 1 if answer in (["yes"], ["no"]) else len(held) - size + 1
        return float(any(held[at : at + size] == answer for at in range(max(places, 0))))

    return _best(stands, text, right)


def covered(text: str, right: Sequence[str]) -> float:
    """Share of the words of a right answer that stand in ``text``, the best over the right answers.

    For answers of whole sentences, which stand nowhere word for word (recall of ROUGE-1, Lin 2004).
    """
    held = Counter(words(text))

    def share(_: list[str], answer: list[str]) -> float:
        return sum((held & Counter(answer)).values()) / len(answer)

    return _best(share, text, right)


def _f1(one: list[str], other: list[str]) -> float:
    same = sum((Counter(one) & Counter(other)).values())
    return 2 * same / (len(one) + len(other)) if same else 0.0


def _best(compare: Callable[[list[str], list[str]], float], given: str, right: Sequence[str]) -> float:
    said = words(given)
    return max((compare(said, wanted) for answer in right if (wanted := words(answer))), default=0.0)
