"""``wikic evolve``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import DryRun, Json, Model, Quiet, Root

if TYPE_CHECKING:
    from wikic.evolve.cost import Cost
    from wikic.evolve.run import Evolved


def evolve(
    directory: Root = Path(),
    plan: Annotated[
        bool, typer.Option("--plan", help="Print what would change, and write nothing.  [default]")
    ] = False,
    apply: Annotated[bool, typer.Option("--apply", help="Carry the plan out, as one change.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what each directory adds to the cost.")
    ] = False,
    model: Model = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Keep the directories right: divide what is too large, join what is needed together.

    Every change is printed with its reason and the cost before and after: records, reads needed to reach a
    page, and quality. It counts the questions asked, or sources where none were. `--apply` writes the
    decisions to `schema.yaml` and moves the pages; no link has to be rewritten, one `git revert` undoes it.
    """
    from wikic.compiler.options import Options
    from wikic.curation import curating
    from wikic.errors import UsageError
    from wikic.evolve import run
    from wikic.evolve.census import on_pages
    from wikic.llm.limits import Limits
    from wikic.session import Session

    if plan and apply:
        raise UsageError("--plan and --apply exclude each other")
    session = Session.open(directory)
    settings = session.config.evolve
    options = Options(session.today, session.config.wiki.title, dry_run=dry_run)
    with curating(session, model, Limits()) as curation:
        work = run.evolve if apply or dry_run else run.propose
        findings = on_pages(directory, session.config.lint, options.title) if explain else None
        found = work(directory, options, settings, curation.curator, findings=findings)
    report = found.report
    if apply and not dry_run and found:
        session.refresh()
    clean = report is None or report.clean
    if json:
        console.say_json(_record(found, applied=apply and not dry_run))
        raise typer.Exit(0 if clean else 1)
    _say(found, explain=explain, quiet=quiet, applied=apply and not dry_run)
    if report is not None:
        from wikic.cli.change_report import say_changes, say_problems

        say_changes(directory, report.proposed or ())
        say_problems(report)
    raise typer.Exit(0 if clean else 1)


def _say(found: Evolved, *, explain: bool, quiet: bool, applied: bool) -> None:
    from textwrap import wrap

    from wikic.evolve.cost import explain as explained

    plan = found.plan
    for step in plan.steps:
        each = step.proposal
        console.say_text(f"{each.kind} {each.directory}/: {each.reason}")
        for line in wrap(_outline(each.parts, each.directory), 96):
            console.say_text(f"  {line}")
        console.say_text(f"  saves {-step.delta:,.3f} (cost {step.before:,.3f} to {step.after:,.3f})")
    for split in found.pages:
        console.say_text(f"split {split.page.path}: {', '.join(part.title for part in split.parts)}")
        console.say_text(f"  {split.reason}; saves {-split.delta:.3f}")
    if found.refused:
        console.say_text(f"pages stay as they are: {found.refused}")
    if explain:
        for line in explained(plan.after if applied else plan.before, plan.basis):
            console.say_text(line)
    if quiet:
        return
    if not found:
        console.say(f"nothing to change: cost {plan.before.total:.3f} ({plan.basis})")
        return
    count = console.count(len(plan.steps) + len(found.pages), "change")
    before, after = plan.before, plan.after
    console.say(
        f"{count} {'done' if applied else 'planned'}; cost {before.total:,.3f} to {after.total:,.3f}, "
        f"reads for one need {before.depth:,.2f} to {after.depth:,.2f} ({plan.basis})"
    )
    if not applied:
        console.say("`wikic evolve --apply` carries it out as one change; `--dry-run` shows it as a diff")


def _outline(names: Sequence[str], above: str) -> str:
    """Names in one line, those below another in brackets behind it: ``kings, films (silent films, …)``."""
    below: dict[str, list[str]] = {}
    for name in names:
        plain = name.removeprefix(f"{above}/")
        top, _, rest = plain.partition("/")
        below.setdefault(top, []).extend([rest] if rest else [])
    return ", ".join(f"{top} ({_outline(rest, '')})" if rest else top for top, rest in below.items())


def _record(found: Evolved, *, applied: bool) -> dict[str, object]:
    """The plan for programs."""
    return {
        "applied": applied,
        "basis": found.plan.basis,
        "before": _cost(found.plan.before),
        "after": _cost(found.plan.after),
        "pages": [
            {
                "page": each.page.path,
                "parts": [part.title for part in each.parts],
                "reason": each.reason,
                "delta": round(each.delta, 6),
            }
            for each in found.pages
        ],
        "steps": [
            {
                "kind": step.proposal.kind,
                "directory": step.proposal.directory,
                "parts": step.proposal.parts,
                "reason": step.proposal.reason,
                "delta": round(step.delta, 6),
                "cost_before": round(step.before, 6),
                "cost_after": round(step.after, 6),
            }
            for step in found.plan.steps
        ],
    }


def _cost(cost: Cost) -> dict[str, object]:
    return {
        "total": round(cost.total, 6),
        "records": cost.storage,
        "reads": round(cost.depth, 6),
        "quality": round(cost.quality, 6),
        "over_bounds": cost.excess,
    }
