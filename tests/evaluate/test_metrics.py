"""Metrics that are more than one function of texts: what a reply cites."""

from __future__ import annotations

from wikic.evaluate.metrics import METRICS, Judged
from wikic.evaluate.question import Question
from wikic.evaluate.run_file import Reply


def test_citations_hold_what_a_short_answer_says() -> None:
    for short, cited, score in [
        ("Edmund Rooke", ("Eleanor was a daughter of Edmund Rooke.",), 1.0),
        ("Edmund Rooke", ("Eleanor was a daughter of Edmund.", "Rooke was a shipowner."), 1.0),
        ("12 May 1903", ("He was born in 1902.",), 0.0),
        ("Silas Crome", ("Eleanor was a daughter of Edmund Rooke.",), 0.0),
        ("三月七日", ("他生于三月八日。",), 0.0),
        ("yes", ("It was built in 1902.",), None),
        ("", ("It was built in 1902.",), None),
        ("1902", (), None),
    ]:
        reply = Reply(answered=True, text=short, short=short, cited=cited)
        found = METRICS["citations"].score(Judged(Question("q", "Who?", ("nobody",)), (), reply))
        assert found == score, "whether the answer is right does not matter"
