"""What a run must reach."""

from __future__ import annotations

import pytest

from wikic.errors import UsageError
from wikic.evaluate.run import Limit, parse_limit, unmet_limits, worse_than
from wikic.evaluate.summary import Line, mean_interval, paired_difference


def _line(**scores: list[float]) -> Line:
    return Line(
        "ask", "", 10, {name.replace("_", "@"): mean_interval(each) for name, each in scores.items()}, {}
    )


def test_limits_are_read() -> None:
    assert parse_limit("ask.recall@5=0.9") == Limit("ask", "recall@5", 0.9)
    assert parse_limit(" nav:500ms.seconds = 2 ") == Limit("nav:500ms", "seconds", 2.0)


def test_what_is_no_limit_is_an_error() -> None:
    for text in [
        "",
        "ask",
        "recall@5=0.9",
        "ask.recall@5",
        "ask.speed=1",
        "ask.f1=high",
        "ask.f1=90",
        "ask.f1=-1",
    ]:
        with pytest.raises(UsageError):
            parse_limit(text)


def test_too_little_too_much_and_nothing_to_score_by() -> None:
    lines = [_line(recall_5=[1.0, 0.5], seconds=[0.2, 0.4])]
    met = [Limit("ask", "recall@5", 0.75), Limit("ask", "seconds", 0.5)]
    assert list(unmet_limits(lines, met)) == []
    missed = [
        Limit("ask", "recall@5", 0.8),
        Limit("ask", "seconds", 0.1),
        Limit("ask", "em", 0.1),
        Limit("bm25", "recall@5", 0.1),
    ]
    assert len(list(unmet_limits(lines, missed))) == 4


def test_worse_by_more_than_chance() -> None:
    worse = paired_difference([0.0] * 20 + [1.0] * 20, [1.0] * 40)
    noise = paired_difference([1.0, 0.0] * 20, [0.0, 1.0] * 20)
    line = Line(
        "ask", "", 40, {}, {"recall@5": worse, "all@5": noise, "tokens": worse, "refused-falsely": worse}
    )
    assert [each.partition(" ")[0] for each in worse_than([line])] == ["ask.recall@5"]
