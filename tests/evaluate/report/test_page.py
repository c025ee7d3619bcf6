"""The report is one file that says what it was given, runs nothing and loads nothing."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.evaluate.diagnosis.diagnosis import Failure
from wikic.evaluate.metrics import Judged
from wikic.evaluate.question import Question
from wikic.evaluate.report.page import Report, render_report
from wikic.evaluate.report.tables import Dot, cost_plot, make_element
from wikic.evaluate.run_file import Reply
from wikic.evaluate.summary import Line, summarise

_VOID: Final = ("meta",)
_ELEMENTS: Final = """html head meta title style body h1 h2 h3 p div table tr th td small strong span ul ol li
    pre details summary figure figcaption svg g text line circle polyline"""
_ATTRIBUTES: Final = """lang charset name http-equiv content class title viewbox role x y x1 x2 y1 y2 cx cy r
    points text-anchor"""
HOSTILE: Final = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title></pre></details><svg onload=alert(1)>",
    "' onmouseover='alert(1)",
    "&lt;b&gt; & <!-- --> ]]>",
    "turned \u202e round \x1b[31m \ud800 end",
)


class _Read(HTMLParser):
    """What a browser sees: elements in their nesting, attributes, text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


def _judged(number: int, documents: tuple[str, ...], words: str = "") -> Judged:
    question = Question(
        f"q{number}", f"Who? {words}", (f"Ann {words}",), (("a",), ("b",)), f"kind {words}", number
    )
    groups = (frozenset({f"a{words}"}), frozenset({"b"}))
    return Judged(
        question, groups, Reply(documents, True, f"all {words}", f"short {words}", tokens=100 * number)
    )


def _report(words: str = "") -> Report:
    judged = {
        f"ask {words}": (_judged(1, (f"a{words}", "b"), words), _judged(2, ("c",), words)),
        "bm25": (_judged(1, ("c", "b"), words), _judged(2, (f"a{words}",), words)),
    }
    return Report(
        wiki=f"Harbour {words}",
        questions=f"file {words}.jsonl",
        date="2026-11-22",
        judged=judged,
        lines=summarise(judged, by="type"),
        by="type",
        beside="",
        failures=(Failure("q2", "Who?", "ranking", f"came late {words}", f"a title {words}"),),
        missing=(f"lost {words}",),
        titles={f"a{words}": f"Title of a {words}", "b": "Title of b"},
    )


def test_it_says_what_was_measured() -> None:
    read = _Read(render_report(_report()))
    text = " ".join(read.texts)
    assert "2 questions, 1 failed" in text
    for said in ("recall@5 of", "1 won, 0 tied, 1 lost", "By type", "ranking", "came late"):
        assert said in text
    assert "Title of a  (a)" in text
    assert "Where the gold came" in text
    assert text.count("missed") == 4, "both of the first arm's second question, one each of the other's"
    assert read.elements.count("svg") == 3, "scores, recall against tokens, by type"
    assert text.index("Failed: 1") < text.index("Answered: 1")


def test_it_runs_nothing_and_loads_nothing_whatever_it_is_given() -> None:
    for words in HOSTILE:
        html = render_report(_report(words))
        html.encode("utf-8")
        read = _Read(html)
        assert not read.open
        assert set(read.elements) <= set(_ELEMENTS.split())
        assert {name for name, _ in read.attributes} <= set(_ATTRIBUTES.split())
        styles = html[html.index("<style>") : html.index("</style>")]
        assert "url(" not in styles
        assert "import" not in styles
        assert "http" not in html.replace("http-equiv", "")
        assert html.count("Content-Security-Policy") == 1
        assert "\x1b" not in html
        assert "\u202e" not in html


@examples(60)
@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf"))))
def test_text_and_values_of_attributes_come_back_as_they_were(words: str) -> None:
    read = _Read(make_element("p", words, title=words))
    assert "".join(read.texts) == words
    assert read.attributes == [("title", words)]
    assert read.elements == ["p"]


def test_questions_without_gold_or_answers_and_runs_without_replies() -> None:
    nothing = {"ask": (Judged(Question("1", "Who?"), (), Reply(error="refused by the provider")),)}
    for judged in (nothing, {"ask": ()}, {}):
        lines: tuple[Line, ...] = summarise(judged)
        read = _Read(render_report(Report("W", "q.jsonl", "2026-11-22", judged, lines)))
        assert not read.open
    assert "refused by the provider" in render_report(
        Report("W", "q", "2026-11-22", nothing, summarise(nothing))
    )


def test_dots_stay_inside_and_settings_of_an_arm_are_joined() -> None:
    judged = {
        name: (_judged(number, ("a",)),) for number, name in ((3, "nav:100ms"), (9, "nav:1s"), (40, "ask"))
    }
    dots = [
        Dot(line.arm, at, line.scores["tokens"].mean, line.scores["recall@5"])
        for at, line in enumerate(summarise(judged))
    ]
    read = _Read(cost_plot("recall", dots))
    assert read.elements.count("circle") == 3
    assert read.elements.count("polyline") == 1
    assert all(0 <= float(value or "x") <= 440 for name, value in read.attributes if name in ("cx", "cy"))
    assert "5,000" in read.texts, "the scale ends at a round number"
