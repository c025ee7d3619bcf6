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
WORDS = [
    "was born here",
    "the Storm Lamp Oil burns",
    "met Ada in 1901",
    "stands [[beside]] `it`",
    "是一个人。",
    "sang *loud*",
    "as [[Ada]] and [[bo|others]] know",
    "is told in [[d1]], [[nowhere]] else",
    "[is](./d0) [[t/d2#there]]",
    "x",
]

names = st.sampled_from(NAMES)
entities = st.lists(
    st.tuples(names, st.sampled_from(DIMS), st.lists(names, max_size=2).map(tuple)),
    min_size=1,
    max_size=4,
    unique_by=lambda each: each[0],
).map(tuple)


# One contains another; one is a page's name; few are worth a page.
TERMS = ["Storm", "Storm Lamp", "Storm Lamp Oil", "Ada", "Bo"]


def terms(texts: int) -> st.SearchStrategy[tuple[tuple[str, int, tuple[int, ...]], ...]]:
    """Terms of a document that says so many texts."""
    told = st.lists(st.integers(0, texts - 1), max_size=3, unique=True).map(tuple)
    one = st.tuples(st.sampled_from(TERMS), st.integers(1, 9), told)
    return st.lists(one, max_size=3, unique_by=lambda each: each[0]).map(tuple)


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
        terms=draw(terms(len(says))),
        place=draw(st.sampled_from([None, "", "Under *this*"])),
        given=draw(st.lists(names, max_size=2, unique_by=str.casefold).map(tuple)),
        tags=draw(st.sampled_from([(), ("storm",), ("Storm", "lamp/oil")])),
    )


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Doc, ...]:
    size = draw(st.integers(1, 5))
    return tuple(draw(doc(f"t/d{at}")) for at in range(size))
