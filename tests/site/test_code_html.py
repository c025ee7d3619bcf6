"""Code says what it said, with its words in colours where the language is known."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.site.code_html import coloured

_SPAN = re.compile(r'<span class="[cksnfid]">|</span>')


def test_a_language_colours_its_words() -> None:
    made = coloured('def f(a):\n    return "x"  # 1 < 2\n', "python")
    assert '<span class="k">def</span>' in made
    assert '<span class="f">f</span>' in made
    assert '<span class="s">"x"</span>' in made
    assert '<span class="c"># 1 &lt; 2</span>' in made


@pytest.mark.parametrize("language", ["", "mermaid", "nothing-like-it", '"><script>', "Python3\0"])
def test_another_one_stays_as_it_is(language: str) -> None:
    assert coloured("a < b & c\n", language) == "a &lt; b &amp; c\n"


def test_data_is_not_coloured() -> None:
    assert "<span" not in coloured("x = 1\n" * 10_000, "python")


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
