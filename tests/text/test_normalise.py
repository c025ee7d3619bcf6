"""The one normal form: what writer and linter compare."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text.normalise import fold_name, normalise

SPACE = [" ", "\t", "\n", "\r\n", "\f", "\v", "\u00a0", "\u2003", "\u2028", "\u3000", "\u0085"]
MIXED = st.text(
    "ab 1.é\u0301谭盾。、《》ー！\u3000\t\n\r\f\u00a0\u2028\u200b\u00ad\ufeff\u200c𠀀한국 A\u0300\u3099か"
)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("", ""),
        (" a  b\n c ", "a b c"),
        ("a\u00a0b\u2028c\fd", "a b c d"),
        ("谭盾 生于\n湖南", "谭盾生于湖南"),
        ("谭盾\u3000生于", "谭盾生于"),
        ("谭盾 1957 年", "谭盾 1957 年"),
        ("他说 ：「好」", "他说：「好」"),
        ("Tan Dun 谭盾", "Tan Dun 谭盾"),
        ("カ タ カ ナ", "カタカナ"),
        ("𠀀 𠀁", "𠀀𠀁"),
        ("한국 사람", "한국 사람"),
        ("ze\u0308ro", "z\u00ebro"),
        ("zero\u200bwidth\ufeff soft\u00adhyphen", "zerowidth softhyphen"),
        ("a \u200b b", "a b"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_normal_form_of(text: str, normal: str) -> None:
    assert normalise(text) == normal


@pytest.mark.parametrize(("text", "normal"), [("A\u200b\u0300", "\u00c0"), ("か \u3099", "が")])
def test_a_mark_kept_apart_by_what_is_dropped_still_composes(text: str, normal: str) -> None:
    assert normalise(text) == normal


@given(st.text() | MIXED)
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(st.text() | MIXED)
def test_normal_form_does_not_depend_on_the_form_it_came_in(text: str) -> None:
    assert normalise(unicodedata.normalize("NFD", text)) == normalise(unicodedata.normalize("NFC", text))


@given(MIXED, st.lists(st.sampled_from(SPACE), min_size=1, max_size=4))
def test_any_run_of_white_space_counts_as_one_space(text: str, run: list[str]) -> None:
    assert normalise(text.replace(" ", "".join(run))) == normalise(text)


@given(st.text() | MIXED)
def test_normal_form_is_one_line_of_nfc(text: str) -> None:
    normal = normalise(text)
    assert len(normal.splitlines()) <= 1
    assert normal == unicodedata.normalize("NFC", normal).strip()
    assert "  " not in normal


@given(st.lists(st.text("ab谭盾。1 ", min_size=1), max_size=6))
def test_a_part_cut_at_spaces_stands_in_the_whole(parts: list[str]) -> None:
    whole = normalise("\n".join(parts))
    assert all(normalise(part) in whole for part in parts)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("谭 盾", "谭盾"),
        ("Zoe\u0308", "ZOË"),
        ("Harbour  Board", "harbour board"),
        ("İ", "i\u0307"),
    ],
)
def test_two_spellings_of_one_name_fold_together(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@given(st.text() | MIXED)
def test_folding_a_name_twice_changes_nothing(name: str) -> None:
    assert fold_name(fold_name(name)) == fold_name(name)
