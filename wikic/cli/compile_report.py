"""What a compile did, was stopped at, or would ask, said to people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.compiler.compile_plan import Plan
    from wikic.compiler.report import Report
    from wikic.llm.meter import Totals


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


def say_plan(plan: Plan, *, json: bool) -> None:
    """What a compile would ask: calls, tokens, price."""
    import msgspec

    if json:
        console.say_json({"cost": plan.cost, **msgspec.to_builtins(plan)})
        return
    new = f"{len(plan.added):,} new, {len(plan.changed):,} changed"
    taken = console.count(len(plan.added) + len(plan.changed), "source")
    console.say(f"{taken} to take in ({new}), {plan.unchanged:,} unchanged")
    failed = [f"{each.key}: {each.reason}" for each in plan.failed]
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
    _say_list(f"{console.count(len(failed), 'document')} cannot be read:", failed)


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
        pages = f"{console.count(report.written, 'page')} {would}written"
        console.say(pages + (f", {report.deleted:,} {would}deleted" if report.deleted else ""))
        _say_list(
            f"{console.count(len(report.forgotten), 'source')} {would}forgotten:", list(report.forgotten)
        )
        gone = console.count(len(report.gone), "source")
        _say_list(f"{gone} whose documents are gone or empty (--prune forgets them):", list(report.gone))
        for line in report.steps:
            console.say(line)
        for line in report.skipped:
            console.say(f"skipped {line}")
        notes = [
            f"{notice.path}: {notice.message}" if notice.path else notice.message for notice in report.notices
        ]
        _say_list(f"{console.count(len(notes), 'notice')}:", notes)
    findings = [f"{f.path}:{f.line}:{f.column} {f.code} {f.message}" for f in report.findings]
    _say_list(f"{console.count(len(findings), 'finding')}:", findings)
    by_rules = [f"{each.key}: {each.reason}" for each in report.by_rules]
    read = f"{console.count(len(by_rules), 'document')} read by rules, since the model could not"
    _say_list(f"{read}; the next run asks it again:", by_rules)
    failed = [f"{each.key}: {each.reason}" for each in report.failed]
    _say_list(f"{console.count(len(failed), 'document')} failed:", failed)


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


def _say_list(heading: str, lines: list[str]) -> None:
    if lines:
        console.say(heading)
        for line in console.listed(lines):
            console.say(line)
