"""``wikic fix`` at the command line: what was asked for, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wikic.cli import console
from wikic.fix.by_code import FixRequest
from wikic.lint.gate import outcome
from wikic.lint.open_directory import paths_in
from wikic.lint.registry import rule
from wikic.lint.report.machines import record
from wikic.lint.report.report import Report as Findings
from wikic.lint.report.report import concise, fixable, summary
from wikic.model.change import Change
from wikic.model.finding import Finding, Severity
from wikic.session import Session

if TYPE_CHECKING:
    from wikic.fix.by_code import Report
    from wikic.llm.limits import Limits
    from wikic.llm.meter import Totals


def fix_request(
    session: Session,
    paths: Sequence[Path],
    select: Iterable[str] | None,
    ignore: Iterable[str] | None,
    *,
    unsafe: bool,
    dry_run: bool,
) -> FixRequest:
    """What the options ask for; what they leave open, the configuration decides. Raises UsageError."""
    settings = session.config.lint
    found = FixRequest(
        session.root,
        settings,
        session.config.wiki.title,
        session.today,
        tuple(_each(select)) or settings.select,
        tuple(_each(ignore)) or settings.ignore,
        None,
        unsafe,
        dry_run,
    )
    return replace(found, paths=paths_in(session.root, found.inside, paths).paths) if paths else found


def _each(selectors: Iterable[str] | None) -> list[str]:
    return [each.strip() for given in selectors or () for each in given.split(",")]


def by_model(
    session: Session, request: FixRequest, model: str, limits: Limits, *, quiet: bool
) -> tuple[Report, Totals | None]:
    """Fix by code, then by a model, then by code again."""
    from wikic.curation import curating
    from wikic.fix.deep import fix_with_model

    with curating(session, model, limits) as curation, console.progress(quiet) as progress:
        progress.phase("repair", None)
        options = curation.options()
        report = fix_with_model(request, curation.curator, options.jobs, curation.identity(options))
        return report, curation.totals()


def unknown(session: Session, report: Report) -> tuple[Finding, ...]:
    """The findings that are left and that the configured baseline does not know. Raises ConfigError."""
    file = session.config.lint.baseline
    if not file:
        return report.left
    known = {
        each.fingerprint for each in outcome.load_baseline(outcome.configured_baseline(session.root, file))
    }
    return tuple(each for each in report.left if report.prints[each] not in known)


def say(root: Path, request: FixRequest, report: Report, left: Sequence[Finding], *, quiet: bool) -> None:
    """What was fixed, by rule, and what is left."""
    from wikic.cli.change_report import say_changes

    if request.dry_run:
        say_changes(root, report.changes, request.inside)
    if not quiet:
        for line in _lines(request, report):
            console.say_text(line)
    findings = Findings(tuple(left), report.view.read, report.view.profile.prefix)
    for line in console.listed(list(concise(findings)), indent=""):
        console.say(line)
    if not quiet:
        console.say(f"left: {summary(left)}" if left else "nothing is left to fix")


def _lines(request: FixRequest, report: Report) -> Iterable[str]:
    would = "would be " if request.dry_run else ""
    for each in report.fixed:
        files = console.count(each.files, "file")
        number = console.count(each.findings, "finding")
        yield f"{each.code} {rule(each.code).name}: {number} {would}fixed in {files}"
    yield from report.steps
    if report.changes:
        yield f"{console.count(len(report.changes), 'file')} {would}changed"
    for code in report.fighting:
        yield f"{code} {rule(code).name}: its edits never came to an end and were taken back"
    for code in report.harmful:
        yield f"{code} {rule(code).name}: edits left out that would do more harm than good"
    yield from map(str, report.notices)


def as_json(root: Path, request: FixRequest, report: Report, left: Sequence[Finding]) -> dict[str, Any]:
    """The same for programs; docs/lint-output.md says what the keys of a finding mean."""
    findings = Findings(tuple(left), report.view.read, report.view.profile.prefix, prints=report.prints)
    return {
        "dry_run": request.dry_run,
        "fixed": [
            {
                "code": each.code,
                "name": rule(each.code).name,
                "findings": each.findings,
                "files": each.files,
            }
            for each in report.fixed
        ],
        "changes": [_change(root, each, request) for each in report.changes],
        "left": [record(findings, each) for each in left],
        "fixable": sum(map(fixable, left)),
        "fighting": list(report.fighting),
        "harmful": list(report.harmful),
        "notices": [{"path": each.path, "message": each.message} for each in report.notices],
        "steps": list(report.steps),
    }


def _change(root: Path, change: Change, request: FixRequest) -> dict[str, str]:
    from wikic.cli.change_report import change_json

    if request.dry_run:
        return change_json(root, change, request.inside)
    return {"path": change.path, "action": type(change).__name__.lower()}


def exit_code(left: Sequence[Finding], fail_on: str) -> int:
    """1 where something is left that is as bad as ``fail_on`` or worse."""
    if fail_on == "never":
        return 0
    return 1 if any(each.severity.rank <= Severity(fail_on).rank for each in left) else 0
