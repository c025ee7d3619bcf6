"""Code says what it said, with its words in colours where the language is known."""

from __future__ import annotations

import re
from html import unescape
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.navigate.indexes.mentions import NameTable
from wikic.site.addresses import FileAddresses
from wikic.site.code_html import Colours
from wikic.site.text_html import TextHtml

_SPAN = re.compile(r'<span class="[cksnfid]">|</span>')


def coloured(code: str, language: str) -> str:
    return Colours().coloured(code, language)


def test_a_language_colours_its_words() -> None:
    made = coloured('def f(a):\n    return "x"  # 1 < 2\n', "python")
    assert '<span class="k">def</span>' in made
    assert '<span class="f">f</span>' in made
    assert '<span class="s">"x"</span>' in made
    assert '<span class="c"># 1 &lt; 2</span>' in made


@pytest.mark.parametrize("language", ["", "mermaid", "nothing-like-it", '"><script>', "Python3\0"])
def test_another_one_stays_as_it_is(language: str) -> None:
    assert coloured("a < b & c\n", language) == "a &lt; b &amp; c\n"


@pytest.mark.parametrize("code", ["x = 1\n" * 1_000, "x = 1\n" + "x" * 1_000])
def test_data_is_not_coloured(code: str) -> None:
    assert coloured(code, "python") == code


def test_a_page_has_a_measure_of_colours() -> None:
    colours = Colours()
    fence = "x = 1\n" * 600
    fences = [colours.coloured(fence, "python") for _ in range(40)]
    assert [each != fence for each in fences] == [True] * 11 + [False] * 29
    assert "<span" in colours.coloured("x = 1\n", "python")


def test_fences_and_listings_of_a_page_share_its_measure() -> None:
    text = TextHtml(NameTable(()), lambda name: None, FileAddresses("a.html"))
    fence = "x = 1\n" * 600
    passages = [text.passage(f"```python\n{fence}```\n") for _ in range(6)]
    assert all("<span" in each for each in passages)
    assert [text.code(fence, "python") != fence for _ in range(8)] == [True] * 5 + [False] * 3


def test_once_the_measure_is_full_more_fences_take_no_more() -> None:
    """The lexer of ``make`` takes the square of a line of letters."""

    def seconds(fences: int) -> float:
        colours, began = Colours(), process_time()
        for _ in range(fences):
            colours.coloured(("a" * 499 + "\n") * 8, "make")
        return process_time() - began

    seconds(1)
    assert seconds(80) < 2 * seconds(20)


@examples(60)
@given(
    st.text(max_size=80), st.sampled_from(["python", "html", "bash", "json", "diff", "css", "PYTHON", "js"])
)
def test_no_letter_is_lost_or_becomes_markup(code: str, language: str) -> None:
    made = coloured(code, language)
    bare = _SPAN.sub("", made)
    assert "<" not in bare and ">" not in bare
    kept = code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert unescape(bare) == kept or "&" in code
