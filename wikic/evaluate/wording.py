"""Answers in words beside the right ones, after SQuAD's evaluation (Rajpurkar et al. 2016), BLEU and ROUGE.

Unlike SQuAD's a sign parts words ("Saxe-Coburg", "1,000"), signs of money and per cent count, and Chinese is
compared by character. BLEU-4 is sacrebleu's for a sentence (Post 2018), exponentially smoothed, its order no
longer than the answer; ROUGE-1 and ROUGE-2 are rouge-score's F with its stemmer (Lin 2004), as Corpus2Skill's
release scores them; both are in the extra ``eval``, and without it there is no score.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from wikic.text import cjk
from wikic.text.normalise import CJK, normalise

_ARTICLES: Final = re.compile(r"\b(?:a|an|the)\b")
_HAN: Final = re.compile(f"([{CJK}])")


def split_words(answer: str) -> list[str]:
    """The words of ``answer``: lower case, without punctuation and English articles; Chinese by character."""
    text = normalise(answer).casefold()
    text = "".join(
        " " if unicodedata.category(char)[0] in "PS" and char not in "$€£%" else char for char in text
    )
    return _HAN.sub(r" \1 ", _ARTICLES.sub(" ", text)).split()


def exact_match(given: str, right: Sequence[str]) -> float:
    """1.0 when ``given`` has the words of one of the right answers (EM)."""
    return _best_score(lambda one, other: float(one == other), given, right)


def token_f1(given: str, right: Sequence[str]) -> float:
    """Harmonic mean of precision and recall of words, the best over the right answers (token F1)."""
    return _best_score(_word_f1, given, right)


def contains_answer(text: str, right: Sequence[str]) -> float:
    """1.0 when the words of a right answer stand in ``text``, one behind the other (contain-acc; A-RAG).

    "yes" and "no" are contained where ``text`` begins with them: inside a text they say nothing.
    """
    held = split_words(text)

    def stands(_: list[str], answer: list[str]) -> float:
        size = len(answer)
        places = 1 if answer in (["yes"], ["no"]) else len(held) - size + 1
        return float(any(held[at : at + size] == answer for at in range(max(places, 0))))

    return _best_score(stands, text, right)


def covered_share(text: str, right: Sequence[str]) -> float:
    """Share of the words of a right answer that stand in ``text``, the best over the right answers.

    For answers of whole sentences, which stand nowhere word for word (recall of ROUGE-1, Lin 2004).
    """
    held = Counter(split_words(text))

    def share(_: list[str], answer: list[str]) -> float:
        return sum((held & Counter(answer)).values()) / len(answer)

    return _best_score(share, text, right)


def _word_f1(one: list[str], other: list[str]) -> float:
    same = sum((Counter(one) & Counter(other)).values())
    return 2 * same / (len(one) + len(other)) if same else 0.0


def _best_score(compare: Callable[[list[str], list[str]], float], given: str, right: Sequence[str]) -> float:
    said = split_words(given)
    return max((compare(said, wanted) for answer in right if (wanted := split_words(answer))), default=0.0)


NAMES: Final = ("bleu", "rouge-1", "rouge-2")


def installed() -> bool:
    """Whether the extra ``eval`` is there."""
    return _bleu_scorer(chinese=False) is not None and _rouge_scorer(chinese=False) is not None


def score_bleu(given: str, right: Sequence[str]) -> float | None:
    """BLEU-4 of ``given`` against all right answers, between 0 and 1; None without the extra."""
    scorer = _bleu_scorer(chinese=_is_chinese(given, right))
    return None if scorer is None else float(scorer.sentence_score(given, list(right)).score) / 100


def rouge_1(given: str, right: Sequence[str]) -> float | None:
    """F of single words, the best over the right answers; None without the extra."""
    return _score_overlap("rouge1", given, right)


def rouge_2(given: str, right: Sequence[str]) -> float | None:
    """F of pairs of words, the best over the right answers; None without the extra."""
    return _score_overlap("rouge2", given, right)


def _score_overlap(kind: str, given: str, right: Sequence[str]) -> float | None:
    scorer = _rouge_scorer(chinese=_is_chinese(given, right))
    return None if scorer is None else float(scorer.score_multi(list(right), given)[kind].fmeasure)


def _is_chinese(given: str, right: Sequence[str]) -> bool:
    return any(cjk.is_cjk(text) for text in (given, *right))


class _Words:
    """The words of ``wording`` in the form that rouge-score asks for; its own drop all but a to z."""

    def tokenize(self, text: str) -> list[str]:
        return split_words(text)


@cache
def _bleu_scorer(*, chinese: bool) -> Any:
    """sacrebleu's scorer, or None where it is not installed."""
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError:
        return None
    return BLEU(smooth_method="exp", effective_order=True, tokenize="zh" if chinese else "13a")


@cache
def _rouge_scorer(*, chinese: bool) -> Any:
    """rouge-score's scorer, or None where it is not installed."""
    try:
        from rouge_score.rouge_scorer import RougeScorer
    except ImportError:
        return None
    kinds = ["rouge1", "rouge2"]
    return RougeScorer(kinds, tokenizer=_Words()) if chinese else RougeScorer(kinds, use_stemmer=True)
