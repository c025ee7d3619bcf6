"""One fact or one section changes; everything else reads as it did."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wikic.errors import RefusedError
from wikic.fix.by_hand import retire, reword, write_section
from wikic.wiki.page_read import PageOnDisk, parse

PATH = "people/Ann"
CITE = "[[sources/digests/a-1#^p00000001]]"
PAGE = f"""---
type: people
title: Ann
---
# Ann
> A keeper

## Key Facts
- Ann kept the light. {CITE} ^f00000001
  her brother doubts it
- She rowed out in 1883. {CITE} [[sources/digests/a-1#^p00000002]] ^f00000002
- a line of my own

## Judgements
- **Bea**: Ann was brave. {CITE} ^f00000003

## Related Sources
- [[sources/digests/a-1]] -- A ^r00000001

## Notes
mine

## More
- more
""".encode()
# What people may type, and what would break a page were it taken as it stands.
TEXTS = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            [
                *(
                    "## Key Facts",
                    "# Ann",
                    "---",
                    "```",
                    "- x",
                    "word",
                    "",
                    "  deep",
                    "> q",
                    "^f00000002",
                    CITE,
                ),
                *("[[Bea]]", "<script>", "|a|", "~~~", "### h", "\r\n", "<!--", "**Bea**: x", "1. y", "\t"),
            ]
        ),
        max_size=5,
    ).map("\n".join),
)


def _page(data: bytes) -> PageOnDisk:
    return parse(data, PATH)


def _without(page: PageOnDisk, id: str) -> PageOnDisk:
    return replace(page, bullets=tuple(each for each in page.bullets if each.id != id))


def _trimmed(page: PageOnDisk) -> list[tuple[str, str]]:
    return [(each.heading, each.body.strip("\n")) for each in page.sections]


@given(TEXTS, st.sampled_from(["f00000001", "f00000002", "f00000003"]), st.booleans())
@example("a\n## Key Facts\n- b ^f00000009", "f00000001", False)
@example("closed ```\n```", "f00000002", True)
def test_other_words_change_one_fact_or_nothing(words: str, id: str, crlf: bool) -> None:
    data = PAGE.replace(b"\n", b"\r\n") if crlf else PAGE
    before = _page(data)
    try:
        after = _page(reword(data, PATH, id, words))
    except RefusedError:
        return
    assert _without(after, id) == _without(before, id)
    old, new = (next(each for each in page.bullets if each.id == id) for page in (before, after))
    assert new.markdown == words.replace("\r\n", "\n").replace("\r", "\n").strip()
    assert (new.cites, new.below, new.section) == (old.cites, old.below, old.section)


@given(st.integers(0, 3), TEXTS, TEXTS)
def test_a_section_changes_alone_or_not_at_all(number: int, heading: str, body: str) -> None:
    before = _page(PAGE)
    try:
        after = _page(write_section(PAGE, PATH, number, heading, body))
    except RefusedError:
        return
    assert (after.bullets, after.own, after.sources, after.heading) == (
        before.bullets,
        before.own,
        before.sources,
        before.heading,
    )
    told = (
        f"## {' '.join(heading.split())}",
        body.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip(),
    )
    wanted = _trimmed(before)
    if not number:
        wanted.append(told)
    else:
        wanted[number - 1 : number] = [told] if heading.strip() else []
    assert _trimmed(after) == wanted


def test_line_ends_and_a_mark_before_the_file_stay() -> None:
    data = b"\xef\xbb\xbf" + PAGE.replace(b"\n", b"\r\n")
    found = reword(data, PATH, "f00000002", "She rowed.\r\nTwice")
    assert found == data.replace(b"She rowed out in 1883.", b"She rowed.\r\n  Twice")


def test_a_retired_fact_goes_and_the_words_below_it_stay() -> None:
    page = _page(retire(PAGE, PATH, "f00000001"))
    assert [each.id for each in page.bullets] == ["f00000002", "f00000003"]
    assert [each.text for each in page.own] == ["her brother doubts it", "- a line of my own"]
    assert b"- Ann kept" not in retire(PAGE, PATH, "f00000001")


def test_a_holder_stays_with_its_words() -> None:
    found = reword(PAGE, PATH, "f00000003", "**Bea**: Ann was kind.")
    assert found == PAGE.replace(b"was brave", b"was kind")


@pytest.mark.parametrize("id", ["f00000009", "", "f0000000"])
def test_a_fact_that_is_not_there_is_refused(id: str) -> None:
    with pytest.raises(RefusedError, match="does not show"):
        reword(PAGE, PATH, id, "x")
    with pytest.raises(RefusedError, match="does not show"):
        retire(PAGE, PATH, id)


def test_words_that_would_take_the_place_of_the_pages_own_are_refused() -> None:
    for words in (
        "",
        " \n",
        "a\0b",
        "a\x1bb",
        "a\x85- b",
        "a\x7fb",
        "a\u2028b",
        "a\ud800b",
        "x ^f00000005\n- y",
        "x\n\n- y ^f00000005\nz",
    ):
        with pytest.raises(RefusedError, match="nothing was changed"):
            reword(PAGE, PATH, "f00000002", words)
    for heading, body in (
        ("", "x"),
        ("Key Facts", "x"),
        ("a\x07", "x"),
        ("a", "\0"),
        ("Ours", "## Key Facts\n- x"),
        ("Ours", "x\n# y"),
    ):
        with pytest.raises(RefusedError, match="nothing was changed"):
            write_section(PAGE, PATH, 1, heading, body)
    with pytest.raises(RefusedError, match="no such section"):
        write_section(PAGE, PATH, 3, "x", "y")


def test_a_section_is_rewritten_added_and_taken_out_byte_for_byte() -> None:
    assert write_section(PAGE, PATH, 1, "Notes", "theirs") == PAGE.replace(b"mine", b"theirs")
    assert write_section(PAGE, PATH, 0, "New", "words\n") == PAGE + b"\n## New\nwords\n"
    assert write_section(PAGE, PATH, 1, "", "") == PAGE.replace(b"## Notes\nmine\n\n", b"")
