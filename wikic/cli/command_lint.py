"""``wikic lint``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.options import Json, Root

if TYPE_CHECKING:
    from wikic.lint.gate import Outcome
    from wikic.lint.policy import Policy
    from wikic.lint.report.report import Report
    from wikic.lint.since import Check
    from wikic.lint.view import Expect
    from wikic.session import Session


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    CONCISE = "concise"
    GROUPED = "grouped"
    JSON = "json"
    JSON_LINES = "json-lines"
    GITHUB = "github"
    GITLAB = "gitlab"
    SARIF = "sarif"
    JUNIT = "junit"


class FailOn(StrEnum):
    """What makes the exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


def lint(
    directory: Root = Path(),
    format: Annotated[Format, typer.Option("--format", "-f", help="How findings are printed.")] = Format.TEXT,
    json: Json = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the findings there.")
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count findings by rule instead of printing them.")
    ] = False,
    select: Annotated[
        list[str] | None, typer.Option(help="Only these rules: codes, families or names, L001,C,long-page.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="All rules but these.")] = None,
    fail_on: Annotated[
        FailOn | None,
        typer.Option(help="Exit with 1 at findings this bad or worse.  [default: error]", show_default=False),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Findings in this file are known: report others only.")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write all findings into the baseline, and exit with 0.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="GITREF", help="Only findings that were not there where this branch left GITREF."
        ),
    ] = None,
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Keep in .wikic what was found in unchanged files.")
    ] = True,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", min=1, help="Processes that lint.  [default: as many as pay]", show_default=False
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print findings only, no summary.")] = False,
    explain: Annotated[
        str | None, typer.Option(metavar="CODE", help="Say what a rule finds and why, and stop.")
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules and stop.")] = False,
) -> None:
    """Check the wiki: links, citations, indexes, frontmatter, pages against their digests.

    Reads only. Exit code 1 when there is an error, or what --fail-on says; else 0.

    In CI: --format github, gitlab, sarif or junit; docs/ci.md has ready workflows. An old wiki adopts the
    gate with --write-baseline, a pull request with --since main. A comment in a page silences a rule there:
    <!-- wikic-disable-next-line L001 -->.
    """
    shown = Format.JSON if json else format
    if explain is not None or rules:
        _say_rules(explain, shown)
        return
    from wikic.cli import output_file
    from wikic.errors import UsageError
    from wikic.lint import baseline as baselines
    from wikic.lint import gate
    from wikic.lint.policy import Policy
    from wikic.lint.registry import RULES
    from wikic.lint.report import formats
    from wikic.lint.selecting import choose
    from wikic.session import Session

    session = Session.open(directory)
    settings = session.config.lint
    policy = Policy.of(settings)
    selected = _each(select) or settings.select
    ignored = (*(_each(ignore) or settings.ignore), *policy.off)
    write = formats.named(shown, statistics=statistics)
    known_in = baseline or (directory / settings.baseline if settings.baseline else None)
    if write_baseline and (known_in is None or since is not None):
        reason = "needs a file: --baseline FILE" if known_in is None else "and --since exclude each other"
        raise UsageError(
            f"--write-baseline {reason}",
            hint='baseline = "wikic-baseline.jsonl" below [lint] in wikic.toml names it once and for all',
        )
    fresh = write_baseline and known_in is not None and not known_in.exists()
    outcome = gate.run(
        directory,
        _checker(session, policy, selected, ignored, cache, jobs),
        {rule.code for rule in choose(RULES, selected, ignored)},
        known=None if known_in is None or fresh else baselines.load(known_in),
        since=since,
    )
    if write_baseline and known_in is not None:
        output_file.write_bytes(known_in, outcome.new_baseline())
        if not quiet:
            _say(f"{known_in}: {len(outcome.checked.findings):,} known, {len(outcome.gone):,} gone")
        return
    report = _report(directory, outcome, output)
    if output is None:
        for line in write(report):
            print(line)
    else:
        output_file.write_lines(output, write(report))
    if not quiet:
        sys.stdout.flush()  # a job's log has both streams: what is counted stands before the count
        for line in _summary(outcome, since):
            _say(line)
    raise typer.Exit(1 if outcome.fails(fail_on.value if fail_on else settings.fail_on) else 0)


def _each(selectors: list[str] | None) -> tuple[str, ...]:
    """Selectors of an option that may be repeated, and hold several with commas."""
    return tuple(each.strip() for given in selectors or () for each in given.split(","))


def _checker(
    session: Session,
    policy: Policy,
    select: Sequence[str],
    ignore: Sequence[str],
    cached: bool,
    jobs: int | None,
) -> Check:
    """What lints the knowledge base in a directory with this session's configuration."""
    from wikic import layout
    from wikic.lint.cache_run import lint_tree
    from wikic.lint.opening import reader
    from wikic.lint.profile import Profile
    from wikic.lint.since import Checked

    settings, title = session.config.lint, session.config.wiki.title

    def check(root: Path) -> Checked:
        def opinion() -> tuple[Expect, Expect]:
            from wikic.compiler.expect import expectations  # the fold, which an unchanged wiki need not load

            expected = expectations(root, title)
            return expected.index, expected.page

        build = root / layout.BUILD_DIR
        linted = lint_tree(
            reader(root, settings),
            Profile.of(settings),
            select=select,
            ignore=ignore,
            opinion=opinion if settings.profile == "wikic" else None,
            # Where nothing was built, a reader leaves nothing behind.
            cache=build / layout.LINT_CACHE_FILE
            if cached and root == session.root and build.is_dir()
            else None,
            workers=jobs,
            configuration=title,
        )
        return Checked(policy.judge(linted.findings, linted.view.profile.prefix), linted.view)

    return check


def _report(directory: Path, outcome: Outcome, output: Path | None) -> Report:
    from wikic.lint.git import place_in_repository
    from wikic.lint.report import colours
    from wikic.lint.report.report import Report

    return Report(
        outcome.findings,
        outcome.checked.view.read,
        outcome.checked.prefix,
        place_in_repository(directory),
        outcome.prints,
        output is None and colours.wanted(sys.stdout),
    )


def _summary(outcome: Outcome, since: str | None) -> Iterator[str]:
    """How many pages and findings, and what was left out."""
    from wikic.cli import console
    from wikic.lint.report.report import summary

    pages = console.count(len(outcome.checked.view.of_kind("page")), "page")
    found = console.count(len(outcome.findings), "finding")
    yield f"{pages}: {found}" + (f": {summary(outcome.findings)}" if outcome.findings else "")
    if outcome.older:
        yield f"not shown: {outcome.older:,} that were there at {since}"
    if outcome.known:
        yield f"not shown: {outcome.known:,} that the baseline knows"
    if outcome.gone:
        number = console.count(len(outcome.gone), "finding")
        yield f"{number} of the baseline no longer needed; --write-baseline takes them out"


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _say_rules(explain: str | None, shown: Format) -> None:
    from wikic.lint import docs, registry

    if explain is not None:
        print(docs.explain(explain))
        return
    if shown is Format.JSON:
        from wikic.cli import console

        keys = ("code", "name", "severity", "category", "summary", "fix")
        console.say_json([{key: getattr(rule, key) for key in keys} for rule in registry.RULES])
        return
    for rule in registry.RULES:
        print(f"{rule.code}  {rule.severity:<7}  {rule.name:<28}  {rule.summary}")
