"""The whole file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.evaluate.diagnosis.diagnosis import Failure
from wikic.evaluate.metrics import Judged
from wikic.evaluate.report.questions import Case, case_section, collect_cases
from wikic.evaluate.report.tables import (
    ARM_COLOURS,
    CSS,
    Colours,
    Html,
    found_for_tokens,
    gains_table,
    group_plot,
    make_element,
    score_plot,
    scores_table,
)
from wikic.evaluate.summary import Line, count_questions

BEGINNING: Final = "<!doctype html>"
# A browser that is told so loads and runs nothing, whatever stands in the file.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class Report:
    """What a report is made of.

    wiki: its title. questions: name of their file. date: ``YYYY-MM-DD``.
    judged: replies by arm. lines: scores over all questions, then by group. by: what groups are of, or "".
    beside: name of the run compared with, or "" for the first arm.
    failures: by rules. missing: gold the wiki does not have.
    titles: of documents by key.
    """

    wiki: str
    questions: str
    date: str
    judged: Mapping[str, Sequence[Judged]]
    lines: Sequence[Line]
    by: str = ""
    beside: str = ""
    failures: Sequence[Failure] = ()
    missing: Sequence[str] = ()
    titles: Mapping[str, str] = field(default_factory=dict[str, str])


def render_report(report: Report) -> str:
    """One HTML document."""
    colours = {arm: at % ARM_COLOURS for at, arm in enumerate(report.judged)}
    title = f"{report.wiki}: {report.questions}"
    head = make_element(
        "head",
        make_element("meta", charset="utf-8"),
        make_element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        make_element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        make_element("meta", name="generator", content="wikic eval"),
        make_element("title", title),
        make_element("style", Html(CSS)),
    )
    body = make_element("body", make_element("h1", title), *_page_parts(report, colours))
    return f"{BEGINNING}\n{make_element('html', head, body, lang='en')}\n"


def _page_parts(report: Report, colours: Colours) -> Iterator[Html]:
    whole = [line for line in report.lines if not line.group]
    listed = collect_cases(report.judged, report.failures)
    failed = [case for case in listed if case.failed]
    yield make_element(
        "p",
        f"{report.date}. {count_questions(len(listed))}, {len(failed):,} failed. Each score is a mean with"
        " its 95 % interval over questions (10,000 bootstrap resamples); shares are in hundredths.",
    )
    yield make_element("h2", "Scores")
    yield scores_table(whole, colours)
    compared = gains_table(whole, report.beside)
    if compared is not None:
        yield make_element("h2", "Comparison")
        yield compared
    plots = (score_plot(whole, colours), found_for_tokens(whole, colours))
    yield from filter(None, plots)
    yield from _group_tables(report, colours)
    if report.missing:
        yield make_element("h2", "Gold that is not in the wiki")
        yield make_element("p", "It counts as not found.")
        yield make_element("ul", *(make_element("li", each) for each in report.missing))
    answered = [case for case in listed if not case.failed]
    yield from _question_list("Failed", failed, report.titles, colours)
    yield from _question_list("Answered", answered, report.titles, colours)


def _group_tables(report: Report, colours: Colours) -> Iterator[Html]:
    plot = group_plot(report.lines, report.by, colours)
    if plot is None:
        return
    yield make_element("h2", f"By {report.by}")
    yield plot
    for group in dict.fromkeys(line.group for line in report.lines if line.group):
        members = [line for line in report.lines if line.group == group]
        compared = gains_table(members, report.beside)
        name = f"{group}: {count_questions(max(line.questions for line in members))}"
        tables = (scores_table(members, colours), *filter(None, (compared,)))
        yield make_element("details", make_element("summary", name), make_element("div", *tables))


def _question_list(
    name: str, found: Sequence[Case], titles: Mapping[str, str], colours: Colours
) -> Iterator[Html]:
    if found:
        yield make_element("h2", f"{name}: {len(found):,}")
        yield from (case_section(case, titles, colours) for case in found)
