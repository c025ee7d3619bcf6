"""What `wikic eval` and `status --health` say: scores in a table, failures, health, a report in HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic.cli import console
from wikic.evaluate.metrics import METRICS
from wikic.evaluate.summary import gain_rows, score_rows

if TYPE_CHECKING:
    from wikic.evaluate.diagnosis.diagnosis import Diagnosis
    from wikic.evaluate.diagnosis.health import Health, LogHealth
    from wikic.evaluate.run import Run
    from wikic.evaluate.summary import Line

_COLUMN: Final = 24


def show_scores(lines: Sequence[Line], *, beside: str = "") -> None:
    """Print a table for all questions and one for each group.

    beside: name of the run that gains are over, "" for the first arm.
    """
    for group, members in groupby(lines, key=_group):
        _table(group, list(members), beside)


def _group(line: Line) -> str:
    return line.group


def _table(group: str, lines: Sequence[Line], beside: str) -> None:
    rows = score_rows(lines)
    wide = max((len(row.name) for row in rows), default=0)
    asked = console.count(max(line.questions for line in lines), "question")
    console.say_strong(f"{group}: {asked}" if group else asked)
    console.say_text(" " * wide + "".join(f"  {line.arm:<{_COLUMN}}" for line in lines).rstrip())
    for row in rows:
        shares = METRICS[row.name].unit == "share"
        cells = ("-" if each is None else _cell(*each, shares) for each in row.cells)
        console.say_text((f"{row.name:<{wide}}" + "".join(f"  {cell:<{_COLUMN}}" for cell in cells)).rstrip())
    for each in gain_rows(lines, beside):
        said = f"{each.gain}, {each.p}; {each.outcome}"
        console.say_text(f"{each.metric} of {each.arm} beside {each.beside}: {said}")
    console.say()


def _cell(mean: str, interval: str, shares: bool) -> str:
    return f"{mean:>6}  ({interval})" if shares else f"{mean:>6}"


_LONGEST: Final = 100  # characters of a question that are shown


def show_diagnosis(found: Diagnosis) -> None:
    """Failures by class, then health over all and by directory."""
    failed = len({each.id for each in found.failures})
    console.say_strong(f"{console.count(found.asked, 'question')}, {failed:,} failed")
    for kind, count in Counter(each.kind for each in found.failures).most_common():
        console.say()
        console.say_strong(f"{kind}: {count:,}")
        lines = [
            f"{each.question[:_LONGEST]}: {each.reason}; try {each.advice}"
            for each in found.failures
            if each.kind == kind
        ]
        for line in console.listed(lines):
            console.say(line)
    console.say()
    _health(found.health)
    if len(found.directories) > 1:
        console.say()
        width = max(map(len, found.directories))
        console.say_text(f"{'':{width}}  questions  seed hits  reached in 2 steps")
        for name, each in found.directories.items():
            hits, reached = share(each.seed_hits), share(each.reachable[2])
            console.say_text(f"{name:<{width}}  {each.questions:>9,}  {hits:>9}  {reached:>18}")


def _health(each: Health) -> None:
    reached = ", ".join(f"{share(reach)} in {steps}" for steps, reach in enumerate(each.reachable))
    rows = (
        ("a page that the question names holds gold", share(each.seed_hits)),
        ("gold reached from the named pages, by steps", reached),
        ("gold documents for each step of the search", number(each.found_per_step)),
        ("gold documents for each 1,000 tokens", number(each.found_per_1000_tokens)),
        ("pages found for each page cited", number(each.noise)),
        ("cited pages that words alone found", share(each.backfill)),
        ("neighbours that cited pages share", share(each.redundancy)),
    )
    for name, value in rows:
        console.say_text(f"{name:<46}{value}")


def share(value: float | None) -> str:
    """``41 %``, ``-`` where nothing was counted."""
    return "-" if value is None else f"{100 * value:.0f} %"


def number(value: float | None) -> str:
    """Two decimals, ``-`` where nothing was counted."""
    return "-" if value is None else f"{value:.2f}"


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What `wikic eval run` was asked: the report's file, the knowledge base, the questions' file, groups by,
    the run compared with."""

    file: Path
    root: Path
    questions: Path
    by: str
    against: Path | None


def require_report(file: Path) -> None:
    """Find out before long work that a report cannot be written: nothing but an earlier one is written over.

    Raises UsageError.
    """
    from wikic.cli import output_file

    output_file.require(file, output_file.EVALUATION)


def write_report(request: ReportRequest, done: Run, lines: Sequence[Line], *, quiet: bool) -> None:
    """Ask by rules why questions fail, and write all of it to one file.

    Raises UsageError and DiskError where it cannot be written.
    """
    from wikic.cli import output_file
    from wikic.evaluate.diagnosis.diagnosis import diagnose
    from wikic.evaluate.report.page import Report, render_report
    from wikic.session import Session

    session = Session.open(request.root)
    asked = [each.question for each in next(iter(done.judged.values()), ())]
    with console.progress(quiet=quiet) as progress, session.library(progress) as library:
        found = diagnose(library, asked, progress)
        titles = {source.key: source.title for source in library.sources()}
    report = Report(
        wiki=session.config.wiki.title,
        questions=request.questions.name,
        date=session.today,
        judged=done.judged,
        lines=lines,
        by=request.by,
        beside=request.against.name if request.against is not None else "",
        failures=found.failures,
        missing=done.missing,
        titles=titles,
    )
    output_file.write_bytes(
        request.file, render_report(report).encode("utf-8", "replace"), output_file.EVALUATION
    )
    console.complain(f"report: {request.file}")


@dataclass(frozen=True, slots=True)
class LoggedHealth:
    """Over all questions, and by the directory of the pages cited."""

    all: LogHealth
    directories: Mapping[str, LogHealth]


def logged_health(root: Path) -> LoggedHealth:
    """From the access log of the knowledge base at ``root``; writes nothing.

    Raises NotAWikiError, FormatError (damaged graph).
    """
    from wikic import build_dir
    from wikic.evaluate.diagnosis.health import log_health, log_health_by_directory
    from wikic.navigate.library import Library
    from wikic.store.access_log import events

    logged = list(events(build_dir.at(root)))
    with Library.open(root) as library:
        graph = library.graph
        return LoggedHealth(log_health(logged, graph), log_health_by_directory(logged, graph))


def show_health(found: LoggedHealth) -> None:
    """Figures over all, then those by directory that differ most."""
    each = found.all
    asked = console.count(each.questions, "question")
    without = f"; of {each.unknown:,} more the log does not say how they went" if each.unknown else ""
    console.say(f"health, from {asked}{without}")
    if not each.questions:
        return
    rows = (
        ("not answered", share(each.unanswered)),
        (f"cite a page they name (of {each.naming:,} that name one)", share(each.seed_hits)),
        ("pages cited for each step or call", number(each.cited_per_call)),
        ("pages cited for each 1,000 tokens", number(each.cited_per_1000_tokens)),
        ("pages found for each page cited", number(each.noise)),
        ("cited pages that words alone found", share(each.backfill)),
        ("neighbours that cited pages share", share(each.redundancy)),
    )
    for name, value in rows:
        console.say_text(f"  {name:<46}{value}")
    if len(found.directories) > 1:
        width = max(map(len, found.directories))
        console.say_text(f"  {'':{width}}  questions  name hits  words alone  found per cited")
        for directory, one in found.directories.items():
            cells = f"{one.questions:>9,}  {share(one.seed_hits):>9}  {share(one.backfill):>11}"
            console.say_text(f"  {directory:<{width}}  {cells}  {number(one.noise):>15}")
