from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from wikic.schema.low_information import BINS, NEAR, estimate_similarity, find_repeated, make_sketch
from wikic.text.tokens import tokens

DICE = Random(7)
WORDS = [f"w{n}" for n in range(500)]
LONG = [DICE.choice(WORDS) for _ in range(400)]


def changed(words: list[str], count: int) -> list[str]:
    """``words`` with ``count`` of them replaced, far from each other."""
    copy = list(words)
    for at in range(count):
        copy[at * len(words) // count] = f"new{at}"
    return copy


def test_a_copy_with_a_word_changed_here_and_there_is_found() -> None:
    documents = [LONG, changed(LONG, 5), [DICE.choice(WORDS) for _ in range(400)], list(LONG)]
    assert find_repeated([make_sketch(each) for each in documents]) == {1, 3}


def test_what_shares_half_of_its_words_is_kept() -> None:
    half = LONG[:200] + [DICE.choice(WORDS) for _ in range(200)]
    assert find_repeated([make_sketch(LONG), make_sketch(half)]) == set()


def test_pages_of_one_pattern_are_kept() -> None:
    pages = [
        f"{name} is a village in the district of {of}, in Poland."
        for name, of in (("Lubno", "Susz"), ("Jawty", "Brod"))
    ]
    assert find_repeated([make_sketch(tokens(page)) for page in pages]) == set()


def test_short_documents_are_equal_or_not() -> None:
    short = [
        make_sketch(tokens(text))
        for text in ("Nasam is a village.", "Nasam is a  VILLAGE", "Nasum is a village.")
    ]
    assert find_repeated(short) == {1}


def test_chinese() -> None:
    text = (
        "港口于一八七一年由商人公司加深，工程历时三个夏天，石料取自附近的采石场，工人按码计酬，完工后大船可以在半潮时进港。"
        * 2
    )
    other = (
        "他在书店里遇见一位老先生，谈起早年的报纸和戏剧，说那时的文章都不署名，读者却能从语气里认出是谁写的。"
        * 2
    )
    assert find_repeated(
        [make_sketch(tokens(each)) for each in (text, other, text.replace("三个", "两个"))]
    ) == {2}


@given(st.integers(0, 60), st.randoms(use_true_random=False))
def test_the_estimate_is_near_the_truth(count: int, dice: Random) -> None:
    words = [f"v{dice.randrange(10_000)}" for _ in range(600)]
    other = changed(words, count) if count else list(words)
    left, right = ({tuple(each[at : at + 3]) for at in range(598)} for each in (words, other))
    truth = len(left & right) / len(left | right)
    assert (
        abs(estimate_similarity(make_sketch(words), make_sketch(other)) - truth) < 0.3
    )  # five standard deviations


def test_a_sketch_has_one_size() -> None:
    assert {len(make_sketch(words)) for words in ([], ["a"], LONG)} == {2 * BINS}
    assert estimate_similarity(make_sketch(LONG), make_sketch(LONG)) == 1.0 > NEAR
