"""Pages and questions are cut into the same words, by Python and by the browser."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.export.site.search_shards import MAX_WORD, fold, spaced, unspaced

if TYPE_CHECKING:
    from playwright.sync_api import Page

ENGINE = Path(__file__).resolve().parents[3] / "wikic/export/site/search_engine.js"
# Characters that meet somewhere: signs behind words, accents before and behind, what has two cases or three
# letters, digits and marks of scripts without spaces, invisible ones, wide ones, one beyond the first plane.
MEETING = (
    "aZé\u0301ßİıςΣŁøǅﬁÅ½²#+'’_-. \n\u00a0\u00ad\u200b\u200c\u2060\u0345石帆々〇ーｰがか\u3099ｶﾞﾞ"
    "ก่๑฿ໜကកि한ᄒ、。Ａ１𠀋𝒳"
)
# What Unicode 3.2 knows, Python and every browser know alike.
KNOWN = st.characters(exclude_categories=("Cs",)).filter(
    lambda each: unicodedata.ucd_3_2_0.category(each) not in ("Cn", "Co")
)
texts = st.lists(st.one_of(st.sampled_from(MEETING), KNOWN), max_size=40).map("".join)


def cut(text: str) -> tuple[list[str], list[str]]:
    folded = fold(text)
    return spaced(folded), unspaced(folded)


@pytest.mark.parametrize(
    ("text", "words", "runs"),
    [
        ("The Harbour's gate", ["the", "harbour", "s", "gate"], []),
        ("Łódź, Café, STRASSE and Straße", ["łodz", "cafe", "strasse", "and", "strasse"], []),
        ("Οδυσσεύς", ["οδυσσευσ"], []),
        ("C, C++, C# and 1+1", ["c", "c++", "c#", "and", "1", "1"], []),
        ("co\u00adoperate\u200bd", ["cooperated"], []),
        ("２０２６ ﬁn", ["2026", "fin"], []),
        ("石帆镇的灯塔。渡口 A座", ["a"], ["石帆镇的灯塔", "渡口", "座"]),
        ("ｶﾞｽ が か\u3099", [], ["ガス", "が", "が"]),
        ("ประภาคาร สีแดง", [], ["ประภาคาร", "สีแดง"]),
        ("등대 हिन्दी", ["등대", "हिन्दी"], []),
        ("?!", [], []),
        ("broken\ud800in two", ["broken", "in", "two"], []),
    ],
)
def test_text_is_cut_into_words_and_runs(text: str, words: list[str], runs: list[str]) -> None:
    assert cut(text) == (words, runs)


def test_what_is_too_long_for_a_word_is_cut_off() -> None:
    assert spaced(fold("x" * 500)) == ["x" * MAX_WORD]
    assert spaced(fold("é" * 500)) == ["e" * MAX_WORD]


@pytest.mark.parametrize("text", ["plain words", "wörter", "字"])
def test_cutting_what_was_folded_again_changes_nothing(text: str) -> None:
    assert cut(fold(text)) == cut(text)


@pytest.fixture(scope="module")
def cutting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page that has the browser's cutting at hand as ``cut``."""
    folder = tmp_path_factory.mktemp("cutting")
    (folder / "engine.js").write_bytes(ENGINE.read_bytes())
    (folder / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>Cut</title>'
        "<script>window.wikicShard = (name, make) => { window.cut = make.cut }</script>"
        '<script src="engine.js"></script>',
        "utf-8",
    )
    return folder / "index.html"


def test_the_browser_cuts_as_python_does(tab: Page, cutting: Path) -> None:
    tab.goto(cutting.as_uri())

    @examples(60, HealthCheck.too_slow)
    @given(st.lists(texts, min_size=1, max_size=30))
    def alike(some: list[str]) -> None:
        assert [tuple(each) for each in tab.evaluate("some => some.map(cut)", some)] == list(map(cut, some))

    alike()


def test_the_browser_cuts_every_letter_as_python_does(tab: Page, cutting: Path) -> None:
    tab.goto(cutting.as_uri())
    known = [
        chr(code)
        for code in range(0x30000)
        if unicodedata.ucd_3_2_0.category(chr(code)) not in ("Cn", "Co", "Cs")
    ]
    # Some hundred at a time: the browser takes long to answer, not to cut.
    some = ["\n".join(f"a{each}b" for each in known[at : at + 256]) for at in range(0, len(known), 256)]
    there = tab.evaluate("some => some.map(cut)", some)
    differing = [text for text, found in zip(some, there, strict=True) if tuple(found) != cut(text)]
    assert differing == []
