"""The merge of any three versions: what holds whatever they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.wiki.merging.driver import merge

PAGE = b"""---
type: people
title: Ada
aliases: [Countess]
fold: 00000000
---
# Ada
> One of us

## Key Facts
- Ada lived. [[sources/digests/a-000001#^p00000001]] ^f00000001
- Ada wrote. ^f00000002

## Notes
Mine.

## Related Sources
- [[sources/digests/a-000001]] -- Ada ^r00000001
"""
LINES = PAGE.splitlines(keepends=True)
PATHS = (
    "wiki/people/Ada.md",
    "wiki/people/_index.md",
    "wiki/index.md",
    "wiki/sources/digests/a-000001.md",
    "wiki/sources/articles/a-000001.md",
    "notes.md",
)

versions = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from([*LINES, b"- mine\n", b"## Key Facts\n", b"<<<<<<< a\n"]), max_size=25).map(
        b"".join
    ),
    st.sets(st.integers(0, len(LINES) - 1), max_size=4).map(
        lambda gone: b"".join(line for at, line in enumerate(LINES) if at not in gone)
    ),
)


@examples(60)
@given(versions, versions, st.sampled_from(PATHS))
def test_what_one_side_alone_changed_is_taken_as_it_is(base: bytes, side: bytes, path: str) -> None:
    for ours, theirs in ((side, base), (base, side), (side, side)):
        merged = merge(base, ours, theirs, path=path, marker_size=7)
        assert merged.data == side and not merged.conflicts


def test_a_section_that_one_side_lost_is_gone() -> None:
    """Its heading was looked up all the same: KeyError."""
    ours = b"".join(LINES[:1] + LINES[2:])
    for one, other in ((ours, b""), (b"", ours)):
        assert merge(PAGE, one, other, path="wiki/people/Ada.md", marker_size=7)


@examples(60)
@given(versions, versions, versions)
def test_a_page_of_text_always_merges(base: bytes, ours: bytes, theirs: bytes) -> None:
    sides = [b"\n".join(each.replace(b"\0", b"").splitlines()) + b"\n" for each in (base, ours, theirs)]
    merged = merge(*sides, path="wiki/people/Ada.md", marker_size=7)
    assert (b"<<<<<<< ours" in merged.data) >= bool(merged.conflicts)


@examples(60)
@given(
    st.lists(st.sampled_from("abcdef"), unique=True, max_size=3),
    st.lists(st.sampled_from("ghijkl"), unique=True, max_size=3),
)
def test_facts_of_both_sides_are_there_once(left: list[str], right: list[str]) -> None:
    def with_facts(names: list[str]) -> bytes:
        added = "".join(f"- Fact {name}. ^f0000000{name}\n" for name in names).encode()
        return PAGE.replace(b"\n## Notes", added + b"\n## Notes")

    ours = with_facts([name for name in left if name in "abcdef"])
    theirs = with_facts([name for name in right if name in "ghijkl"])
    merged = merge(PAGE, ours, theirs, path="kb/wiki/people/Ada.md", marker_size=7)
    assert not merged.conflicts
    for name in (*left, *right):
        assert merged.data.count(f"Fact {name}.".encode()) == 1
    for fact in (b"Ada lived.", b"Ada wrote."):
        assert merged.data.count(fact) == 1
    assert merged.data.count(b"## Key Facts") == 1
