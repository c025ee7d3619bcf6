"""Numbers are one however they are written."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text import compare
from wikic.text.compare.numbers import held, numbers

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_ONES += " seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_DIGITS = "〇一二三四五六七八九"


def english(number: int) -> str:
    """A number below a million in words."""
    if number < 20:
        return _ONES.split()[number]
    if number < 100:
        ten, one = divmod(number, 10)
        return _TENS.split()[ten - 2] + (f"-{english(one)}" if one else "")
    if number < 1000:
        hundred, rest = divmod(number, 100)
        return f"{english(hundred)} hundred" + (f" and {english(rest)}" if rest else "")
    thousand, rest = divmod(number, 1000)
    return f"{english(thousand)} thousand" + (f" {english(rest)}" if rest else "")


def chinese(number: int) -> str:
    """A number in Chinese characters."""
    if number < 10:
        return _DIGITS[number]
    scale, name = next(
        (s, n)
        for s, n in ((10**8, "亿"), (10**4, "万"), (10**3, "千"), (100, "百"), (10, "十"))
        if number >= s
    )
    head, rest = divmod(number, scale)
    gap = "零" if rest and rest * 10 < scale else ""
    return chinese(head) + name + gap + (chinese(rest) if rest else "")


@given(st.integers(2, 99_999))
def test_a_number_is_the_same_in_every_writing(number: int) -> None:
    writings = [str(number), f"{number:,}", english(number), chinese(number)]
    for written in writings:
        assert str(number) in held(f"({written})"), written
        for other in writings:
            assert compare.unsupported(f"They had {written} of them.", [f"They had {other} of them."]) == ()


@given(st.integers(2, 99_999), st.integers(2, 99_999))
def test_another_number_is_another_in_every_writing(one: int, other: int) -> None:
    if one == other:
        return
    said = [str(one), english(one)] if one > 2 else [str(one)]
    for written in said:
        evidence = [f"They had {each} of them." for each in (other, f"{other:,}", english(other))]
        if str(one) not in held("".join(evidence)):
            assert compare.unsupported(f"They had {written} of them.", evidence), (written, evidence)


@given(st.integers(2, 10**11))
def test_a_great_number_is_the_same_in_chinese(number: int) -> None:
    assert str(number) in held(f"共{chinese(number)}元")


@given(st.text(max_size=120))
def test_any_text_has_numbers_that_it_holds(text: str) -> None:
    given = held(text)
    assert all(each.values & given for each in numbers(text))


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("从1929年8月20日起", "从一九二九年八月二十日起"),
        ("It ran from 1951 to 1953.", "It ran in 1951–53."),
        ("It ran in 1951–53.", "It ran from 1951 to 1953."),
        ("She came in the 1930s.", "She came in the '30s."),
        ("She came in the '30s.", "She came in the 1930s."),
        ("It was the 3rd of its kind.", "It was the third of its kind."),
        ("It is 3 to 5 times as fast.", "It is between three and five times as fast."),
        ("It cost 6.4 million pounds.", "It cost £6.4m."),
        ("约两万一千名选手", "2.1万名选手"),
        ("投入的60%来自企业", "投入的六成来自企业"),
        ("Prices fell by 25 per cent.", "Prices fell by a quarter."),
        ("他在1902年开店", "他在光绪二十八年开店"),
        ("20世纪50年代参加工程", "五十年代参加工程"),
        ("五十年代参加工程", "1950年代参加工程"),
        ("营业收入十二亿三千六百万元", "营业收入12.36亿元"),
        ("1931年歇业", "民国二十年歇业"),
        ("Open from 8:00 to 18:00.", "Open 8 a.m. to 6 p.m."),
    ],
)
def test_what_is_one_number(statement: str, evidence: str) -> None:
    assert compare.unsupported(statement, [evidence]) == ()


@pytest.mark.parametrize(
    ("statement", "evidence", "missing"),
    [
        ("It ran from 1951 to 1954.", "It ran in 1951–53.", "1954"),
        ("She came in the 1830s.", "She came in the 1930s.", "1830s"),
        ("There were seven stations.", "There were five stations.", "seven"),
        ("镇上有三家染坊。", "镇上有四家染坊。", "三"),
        ("It spans 212 m.", "It spans 212,000 ft.", "212"),
    ],
)
def test_what_is_another_number(statement: str, evidence: str, missing: str) -> None:
    assert compare.unsupported(statement, [evidence]) == (missing,)


@given(st.text(alphabet="0123456789 ,.–-/:'s$€%一二三百万年十 twonehudrfi", max_size=60))
def test_no_number_reaches_into_another(text: str) -> None:
    found = numbers(text)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(each.start < each.end <= len(text) for each in found)
