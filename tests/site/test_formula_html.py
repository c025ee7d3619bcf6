"""TeX becomes MathML that holds nothing but MathML, or stays TeX."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from support.depth import examples

from wikic.site.formula_html import ATTRIBUTES, ELEMENTS, mathml

_TEX = st.text(alphabet="ab12+-=<>&$%^_{}[]()\\ '\"\n", max_size=40)
_PIECES = r"\frac \sqrt \left \right \begin{aligned} \end{aligned} \text \href & \\ { } ^ _ x \sum \mathbb"
_WORDS = st.sampled_from([*_PIECES.split(), "<b>", r"\begin{cases}", r"\end{cases}"])


@pytest.mark.parametrize(
    ("tex", "holds"),
    [
        (r"\frac{a}{b}", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"),
        (r"x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
        (r"\begin{aligned}a&=b\\c&=d\end{aligned}", "<mtr>"),
        (r"\begin{equation*}a\label{x}\end{equation*}", "<mi>a</mi>"),
        (r"\begin{dcases}1&x\end{dcases}", "<mtable>"),
        (r"\arg\min_\theta f", "<mo>arg</mo>"),
        (r"a<b", "<mo>&lt;</mo>"),
        (r"\text{a<b&c}", "<mtext>a&lt;b&amp;c</mtext>"),
    ],
)
def test_what_it_knows_is_set(tex: str, holds: str) -> None:
    made = mathml(tex, block=False)
    assert made is not None and holds in made
    assert LexborHTMLParser(made).css_first("annotation").text() == tex


@pytest.mark.parametrize(
    "tex", ["", " ", r"\unknown{x}", "x^", "{", r"\ce{H2O}", "{" * 500, r"\frac" * 2_000, "%"]
)
def test_what_it_does_not_know_stays_tex(tex: str) -> None:
    assert mathml(tex, block=True) is None


def test_a_formula_by_itself_says_so() -> None:
    assert (mathml("x", block=True) or "").startswith('<math display="block">')
    assert (mathml("x", block=False) or "").startswith("<math>")


@pytest.mark.parametrize(
    "tex",
    [
        r"\text{<img src=x onerror=alert(1)>}",
        r"\text{</annotation></semantics></math><script>alert(1)</script>}",
        r"\href{javascript:alert(1)}{x}",
        r"\style{background:url(//evil.example)}{x}",
        r"\class{card}{x} \id{content}{y} \color{red\" onclick=alert(1)}z",
    ],
)
def test_nothing_of_it_is_html(tex: str) -> None:
    check(tex)


@examples(200)
@given(_TEX | st.lists(_WORDS, max_size=12).map(" ".join))
def test_any_text_becomes_mathml_or_stays(tex: str) -> None:
    check(tex)


def check(tex: str) -> None:
    made = mathml(tex, block=False)
    if made is None:
        return
    body = LexborHTMLParser(f"<!doctype html><body>{made}").body
    assert body is not None
    for each in body.traverse():
        assert each.tag == "body" or each.tag in ELEMENTS, each.html
        assert set(each.attributes) <= ATTRIBUTES, each.html
    assert body.css_first("annotation").text() == tex
