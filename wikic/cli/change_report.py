"""What a command changed in a wiki, or would: as a unified diff, for programs, and in words for people."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from wikic import build_dir, layout
from wikic.cli import console
from wikic.cli.console import say_list
from wikic.lint.report.report import encodable
from wikic.model.change import Change
from wikic.wiki.file_changes import diff_lines

if TYPE_CHECKING:
    from wikic.compiler.compile_plan import Plan
    from wikic.compiler.report import Report
    from wikic.llm.meter import Totals
    from wikic.model.finding import Finding
    from wikic.progress import Progress
    from wikic.session import Session


def say_changes(root: Path, changes: Iterable[Change], inside: str = layout.WIKI_DIR) -> None:
    """Print what ``changes`` would do to the wiki at ``root``, in the form ``git apply`` takes.

    On a terminal without what terminals obey: there it is for reading. Of pictures and files beside articles
    it is only said that they differ, as git does.

    inside: the directory their paths are relative to, "" for ``root`` itself.
    """
    people = sys.stdout.isatty()
    for change in changes:
        for line in diff_lines(root, change, inside):
            if people:
                print(console.plain(line))  # a line of a diff is one line
                continue
            # Bytes that are no UTF-8 as they are, or git could not apply it.
            sys.stdout.flush()
            sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "surrogateescape"))
    sys.stdout.flush()


def change_json(root: Path, change: Change, inside: str = layout.WIKI_DIR) -> dict[str, str]:
    """A proposed change for programs."""
    return {
        "path": change.path,
        "action": type(change).__name__.lower(),
        "diff": encodable("".join(line + "\n" for line in diff_lines(root, change, inside))),
    }


def report_json(root: Path, report: Report) -> dict[str, Any]:
    """A report for programs; what was proposed as objects with ``path``, ``action`` and ``diff``."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(replace(report, proposed=None))
    del fields["files"]  # git names them
    if report.proposed is not None:
        fields["proposed"] = [change_json(root, change) for change in report.proposed]
    return fields


def finish(session: Session, report: Report, lines: Iterable[str], *, json: bool) -> NoReturn:
    """Bring the indexes in step with what was changed, say what became of it, and exit.

    lines: for people. json: print the report for programs instead.
    """
    if report.proposed is None:
        refresh(session, report)
    if json:
        console.say_json(report_json(session.root, report))
    else:
        say_changes(session.root, report.proposed or ())
        for line in lines:
            console.say_text(line)
        say_problems(report)
    raise typer.Exit(0 if report.clean else 1)


def counted_pages(report: Report, *, always: bool = False) -> str:
    """How many pages were written and deleted, or would be; of none deleted nothing, but ``always``."""
    would = "" if report.proposed is None else "would be "
    deleted = f", {report.deleted:,} {would}deleted" if report.deleted or always else ""
    return f"{console.count(report.written, 'page')} {would}written{deleted}"


def refresh(session: Session, report: Report, progress: Progress | None = None) -> None:
    """Bring the indexes in step; where something was forgotten, say what may still hold it."""
    notes = session.refresh(progress, anew=bool(report.forgotten)).notes
    if report.forgotten:
        console.complain(*(f"{note}; until then it may hold what was forgotten" for note in notes))
        replies = build_dir.at(session.root) / layout.REPLIES_DIR
        if replies.is_dir():
            console.complain(f"replies of models are kept in {replies}, and may quote it; it can be deleted")


def say_problems(report: Report) -> None:
    """Print the notices and findings of a report, one a line."""
    for line in (*map(str, report.notices), *map(found_line, report.findings)):
        console.say_text(line)


def found_line(finding: Finding) -> str:
    """A finding on a line."""
    return f"{finding.path}:{finding.line}:{finding.column} {finding.code} {finding.message}"


def say_stopped(
    report: Report, spent: Totals | None, seconds: float, *, quiet: bool, model: str = "model"
) -> None:
    """What a run that was stopped leaves behind, for people: nothing where it did nothing."""
    if report.added or report.changed or report.aside or report.failed:
        say_report(report, seconds, quiet=quiet)
    if spent is not None and not quiet:
        console.say(f"{model}: {spent.whole}")


def say_done(
    report: Report, spent: Totals | None, seconds: float, *, quiet: bool, model: str = "model"
) -> None:
    """What a run that came to its end did, for people; ``model`` is what its models' costs are called."""
    say_report(report, seconds, quiet=quiet)
    if spent is not None and report.dropped and not quiet:
        slips = console.count(sum(number for _, number in report.dropped), "slip")
        console.say(f"{slips} of the model caught and put right or dropped; `wikic errors` tells of them")
    if spent is not None and not quiet:
        console.say(f"{model}: {spent.whole}")


def say_plan(plan: Plan, *, json: bool, what: str = "source", do: str = "take in") -> None:
    """What a run would ask: calls, tokens, price; ``what`` it is about, and what it would ``do`` with it."""
    if json:
        import msgspec

        told = {**msgspec.to_builtins(plan), "cost": plan.cost}  # null where no price is known
        console.say_document({"version": console.JSON_VERSION, **told})
        return
    new = f"{len(plan.added):,} new, {len(plan.changed):,} changed"
    taken = console.count(len(plan.added) + len(plan.changed), what)
    console.say(f"{taken} to {do} ({new}), {plan.unchanged:,} unchanged")
    if not any(each.calls for each in plan.calls):
        console.say("no model would be asked")
    else:
        for each in plan.calls:
            said = f"{each.prompt:,} tokens sent, at most {each.completion:,} received"
            console.say(
                f"  {each.purpose:<8} {console.count(each.calls, 'call')}, {said}, {_dollars(each.cost)}"
            )
        console.say(f"at worst {_dollars(plan.cost)}, were every reply as long as it may be")
        console.say("Replies that must be asked for again (at most twice) and repairs come on top.")
        console.say("--max-cost and --max-tokens hold for all of it.")
    say_list(f"{console.count(len(plan.failed), 'document')} cannot be read:", map(str, plan.failed))


def _dollars(cost: float | None) -> str:
    return "price unknown" if cost is None else f"${cost:,.2f}"


def say_report(report: Report, seconds: float, *, quiet: bool) -> None:
    """The summary of a compile, for people."""
    taken = len(report.added) + len(report.changed)
    if not quiet:
        rate = f", {_rate(taken, seconds)}" if taken and seconds > 0 else ""
        would = "" if report.proposed is None else "would be "
        new = f"{len(report.added):,} new, {len(report.changed):,} changed"
        console.say(
            f"{console.count(taken, 'source')} {would}taken in ({new}), {report.unchanged:,} unchanged, "
            f"in {seconds:.1f} s{rate}"
        )
        if report.pending:
            console.say(f"{console.count(report.pending, 'source')} not yet taken in; run it again to go on")
        for line in _of_review(report):
            console.say(line)
        console.say(counted_pages(report))
        say_list(f"{console.count(len(report.forgotten), 'source')} {would}forgotten:", report.forgotten)
        gone = console.count(len(report.gone), "source")
        say_list(f"{gone} whose documents are gone or empty (--prune forgets them):", report.gone)
        for line in report.steps:
            console.say(line)
        for line in report.skipped:
            console.say(f"skipped {line}")
        say_list(f"{console.count(len(report.notices), 'notice')}:", map(str, report.notices))
    say_list(f"{console.count(len(report.findings), 'finding')}:", map(found_line, report.findings))
    read = f"{console.count(len(report.by_rules), 'document')} read by rules, since the model could not"
    say_list(f"{read}; the next run asks it again:", map(str, report.by_rules))
    say_list(f"{console.count(len(report.failed), 'document')} failed:", map(str, report.failed))


def _of_review(report: Report) -> Iterator[str]:
    """What was put aside, waits, or is left out."""
    if report.aside:
        yield f"{console.count(len(report.aside), 'source')} put aside; `wikic review` shows what they say"
    if report.waiting:
        waits = "waits" if len(report.waiting) == 1 else "wait"
        yield f"{console.count(len(report.waiting), 'source')} {waits} for review as before"
    if report.rejected:
        yield f"{console.count(len(report.rejected), 'document')} left out, rejected in review"


def _rate(sources: int, seconds: float) -> str:
    """``30 a second``, or, where each waits for a model, ``2.5 s each``."""
    rate = sources / seconds
    return f"{rate:,.0f} a second" if rate >= 1 else f"{seconds / sources:,.1f} s each"
