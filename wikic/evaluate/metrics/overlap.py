"""Word sequences that an answer shares with the right one: for answers of more than a few words.

BLEU-4 is sacrebleu's for a sentence (Post 2018), exponentially smoothed, its order no longer than the answer;
ROUGE-1 and ROUGE-2 are rouge-score's F with its stemmer (Lin 2004), as Corpus2Skill's release scores them.
Chinese is compared by characters. Both are in the extra ``eval``; without it there is no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from wikic.evaluate.metrics.wording import words
from wikic.text import cjk

NAMES: Final = ("bleu", "rouge-1", "rouge-2")


def installed() -> bool:
    """Whether the extra ``eval`` is there."""
    return _bleu(chinese=False) is not None and _rouge(chinese=False) is not None


def bleu(given: str, right: Sequence[str]) -> float | None:
    """BLEU-4 of ``given`` against all right answers, between 0 and 1; None without the extra."""
    scorer = _bleu(chinese=_is_chinese(given, right))
    return None if scorer is None else float(scorer.sentence_score(given, list(right)).score) / 100


def rouge_1(given: str, right: Sequence[str]) -> float | None:
    """F of single words, the best over the right answers; None without the extra."""
    return _overlap("rouge1", given, right)


def rouge_2(given: str, right: Sequence[str]) -> float | None:
    """F of pairs of words, the best over the right answers; None without the extra."""
    return _overlap("rouge2", given, right)


def _overlap(kind: str, given: str, right: Sequence[str]) -> float | None:
    scorer = _rouge(chinese=_is_chinese(given, right))
    return None if scorer is None else float(scorer.score_multi(list(right), given)[kind].fmeasure)


def _is_chinese(given: str, right: Sequence[str]) -> bool:
    return any(cjk.is_cjk(text) for text in (given, *right))


class _Words:
    """The words of ``wording`` in the form that rouge-score asks for; its own drop all but a to z."""

    def tokenize(self, text: str) -> list[str]:
        return words(text)


@cache
def _bleu(*, chinese: bool) -> Any:
    """sacrebleu's scorer, or None where it is not installed."""
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError:
        return None
    return BLEU(smooth_method="exp", effective_order=True, tokenize="zh" if chinese else "13a")


@cache
def _rouge(*, chinese: bool) -> Any:
    """rouge-score's scorer, or None where it is not installed."""
    try:
        from rouge_score.rouge_scorer import RougeScorer
    except ImportError:
        return None
    kinds = ["rouge1", "rouge2"]
    return RougeScorer(kinds, tokenizer=_Words()) if chinese else RougeScorer(kinds, use_stemmer=True)
