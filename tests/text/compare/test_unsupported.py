from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text import compare

BLOCK = "John V( Dessau, 4 September 1504 – Zerbst, 4 February 1551), was a German prince of Saxe- Coburg."


@pytest.mark.parametrize(
    "statement",
    [
        "John V was born on 4 September 1504 in Dessau.",
        "John V died on February 4, 1551.",
        "A German prince of Saxe-Coburg.",
        "Dessau's prince was John V.",
        "Mother unknown.",
    ],
)
def test_what_the_evidence_holds(statement: str) -> None:
    assert compare.unsupported(statement, [BLOCK]) == ()


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("John V was born on 4 September 1551.", ("1551-09-04",)),
        ("John V was born in Paris.", ("Paris",)),
        ("John V had 12 children.", ("12",)),
        ("Margaret Smith was his wife.", ("Margaret", "Smith")),
    ],
)
def test_what_the_evidence_does_not_hold(statement: str, missing: tuple[str, ...]) -> None:
    assert compare.unsupported(statement, [BLOCK]) == missing


def test_chinese_titles_need_evidence() -> None:
    assert compare.unsupported("他写了《呐喊》", ["他写了《彷徨》"]) == ("呐喊",)
    assert compare.unsupported("他写了《呐喊》", ["他写了《呐喊》。"]) == ()


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("He was born in 1950 in Rome.", "Born in Rome in 1950.", True),
        ("The bridge cost 31,400 pounds.", "The bridge cost 31,500 pounds.", False),
        ("She was elected mayor of Rome.", "She was not elected mayor of Rome.", False),
        ("John married Ana.", "John married Maria.", False),
        ("The film won an award in Cannes.", "The novel was sold at an auction in Cannes.", False),
    ],
)
def test_same_fact(a: str, b: str, same: bool) -> None:
    assert compare.same_fact(a, b) is same
    assert compare.same_fact(b, a) is same


@given(st.text(max_size=200))
def test_a_text_bears_itself_out(text: str) -> None:
    assert compare.unsupported(text, [text]) == ()
    assert compare.same_fact(text, text)


@pytest.mark.parametrize("text", ["It was 1903-13-11.", "It was 1903-00-11.", "2020年13月5日", "32 May 1904"])
def test_a_date_no_calendar_has_is_none(text: str) -> None:
    assert compare.dates(text) == ()
    compare.unsupported(text, ["It was 3 May 1904."])


@given(
    st.integers(0, 9999),
    st.integers(0, 99),
    st.integers(0, 99),
    st.sampled_from(["{:04d}-{:02d}-{:02d}", "{:04d}年{}月{}日", "{2} May {0:04d}"]),
)
def test_any_date_is_compared(year: int, month: int, day: int, form: str) -> None:
    text = form.format(year, month, day)
    assert all(1 <= m <= 12 and 1 <= d <= 31 for _, m, d in compare.dates(text))
    compare.unsupported(text, ["It was 3–5 May 1904."])
