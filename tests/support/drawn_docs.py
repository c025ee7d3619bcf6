"""Hypothesis strategies for small corpora whose entities clash, join and part."""

from __future__ import annotations

from hypothesis import strategies as st
from support.table_curator import Doc

# Few names, many clashes: same slug (C, C!), numbers that must not join, aliases claimed twice.
NAMES = [
    "Ada",
    "Ada I",
    "Ada II",
    "ada",
    "Bo",
    "Bo (film)",
    "Bo!",
    "C",
    "C#",
    "Dunmore",
    "The Dunmore",
    "序言",
]
DIMS = ["people", "places", "concepts"]
WORDS = ["was born here", "met Ada in 1901", "stands [[beside]] `it`", "是一个人。", "sang *loud*", "x"]

names = st.sampled_from(NAMES)
entities = st.lists(
    st.tuples(names, st.sampled_from(DIMS), st.lists(names, max_size=2).map(tuple)),
    min_size=1,
    max_size=4,
    unique_by=lambda each: each[0],
).map(tuple)


@st.composite
def doc(draw: st.DrawFn, key: str) -> Doc:
    who = draw(entities)
    number = st.integers(0, len(who) - 1)
    says = draw(
        st.lists(
            st.tuples(number, st.sampled_from(WORDS), st.lists(number, max_size=2).map(tuple)),
            min_size=1,
            max_size=4,
            unique_by=lambda each: each[1],
        )
    )
    return Doc(
        key,
        who,
        tuple(says),
        date=draw(st.sampled_from([None, "1901", "1911-05-01"])),
        self_=draw(st.booleans()),
        book=draw(st.sampled_from([None, "Red", "Blue"])),
    )


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Doc, ...]:
    size = draw(st.integers(1, 5))
    return tuple(draw(doc(f"t/d{at}")) for at in range(size))
