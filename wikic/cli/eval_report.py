"""The HTML report of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.evaluate.run import Run
    from wikic.evaluate.summary import Line


@dataclass(frozen=True, slots=True)
class Request:
    """What `wikic eval run` was asked: the report's file, the knowledge base, the questions' file, groups by,
    the run compared with."""

    file: Path
    root: Path
    questions: Path
    by: str
    against: Path | None


def require(file: Path) -> None:
    """Find out before long work that a report cannot be written: nothing but an earlier one is written over.

    Raises UsageError.
    """
    from wikic.cli import output_file

    output_file.require(file, output_file.EVALUATION)


def write(request: Request, done: Run, lines: Sequence[Line], *, quiet: bool) -> None:
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
