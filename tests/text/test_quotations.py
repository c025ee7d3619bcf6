"""Where a quotation goes on from one sentence to the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.text.sentences import going_on


def test_speech_goes_on_until_it_closes_or_its_paragraph_ends() -> None:
    lines = ["“Go on.", "It is late.”", "He went.", "“Stay.", "Then he left.", 'She said "no', 'and no".']
    opens = [True, False, False, True, True, False, False]
    assert going_on(lines, opens) == [False, True, False, False, False, False, True]


def test_marks_of_both_scripts_nest() -> None:
    lines = ["他说：“从前有人说「灯在海上」，", "后来灯灭了，", "没有人再提起。”", "他走了。"]
    assert going_on(lines, [True, False, False, False]) == [False, True, True, False]


def test_a_straight_mark_closes_what_a_curly_one_opened() -> None:
    assert going_on(['Known as “Buster" he', "was heir."], [True, False]) == [False, False]


def test_a_straight_mark_left_over_in_scraped_chinese_quotes_nothing() -> None:
    lines = ['增速的预测均值为1.8%。"', "去年三月，港口重新开放。"]
    assert going_on(lines, [True, False], straight=False) == [False, False]


@given(st.lists(st.tuples(st.text('“”「」"ab说', max_size=8), st.booleans()), max_size=12))
def test_no_paragraph_begins_inside_a_quotation(lines: list[tuple[str, bool]]) -> None:
    found = going_on([line for line, _ in lines], [begins for _, begins in lines])
    assert len(found) == len(lines)
    assert not any(inside and begins for inside, (_, begins) in zip(found, lines, strict=True))
