"""BLEU and ROUGE against figures worked out by hand, and what there is without their libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.evaluate import wording

LONG = "the storm tore the dredger from its moorings in the night"


def test_the_same_words_score_one() -> None:
    assert wording.installed()
    for score in (wording.score_bleu, wording.rouge_1, wording.rouge_2):
        assert score(LONG, (LONG,)) == pytest.approx(1.0)
        assert score(LONG, ("nothing", LONG)) == pytest.approx(1.0)
        assert score("", (LONG,)) == 0.0
        assert score("entirely other words", (LONG,)) == pytest.approx(0.0, abs=0.05)


def test_rouge_by_hand() -> None:
    # 3 of 4 words, 4 of 6: F = 2 * 3/4 * 3/6 / (3/4 + 3/6) = 0.6; pairs: 2 of 3 and 2 of 5: F = 0.5.
    assert wording.rouge_1("the cat sat there", ("the cat sat on a mat",)) == pytest.approx(0.6)
    assert wording.rouge_2("the cat sat there", ("the cat sat on a mat",)) == pytest.approx(0.5)
    assert wording.rouge_1("moorings", ("mooring",)) == 1.0, "stems"


def test_bleu_by_hand() -> None:
    # Orders 1 to 4: 5/6, 3/5, 2/4, 1/3; the lengths are equal. Fourth root of 1/12.
    said, right = "the cat sat on the rug", "the cat sat on a rug"
    assert wording.score_bleu(said, (right,)) == pytest.approx((1 / 12) ** 0.25, abs=1e-6)


def test_chinese_is_compared_by_characters() -> None:
    # 5 of 6 characters are the same.
    assert wording.rouge_1("生于一八八一", ("生于一八八二",)) == pytest.approx(5 / 6)
    found = wording.score_bleu("生于一八八一", ("生于一八八二",))
    assert found is not None and 0.5 < found < 1


@given(st.text(max_size=40), st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=3))
def test_any_texts_have_scores_between_0_and_1(said: str, right: list[str]) -> None:
    for score in (wording.score_bleu, wording.rouge_1, wording.rouge_2):
        found = score(said, tuple(right))
        assert found is not None and 0 <= found <= 1 + 1e-9


def test_without_the_libraries_there_is_no_score() -> None:
    code = (
        "import sys; sys.modules['sacrebleu'] = sys.modules['rouge_score'] = None\n"
        "from wikic.evaluate import wording as overlap\n"
        "print(overlap.installed(), overlap.score_bleu('a', ('a',)), overlap.rouge_2('a', ('a',)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False None None\n"
