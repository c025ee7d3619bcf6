"""``wikic lint``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console, options
from wikic.cli.options import FailOn, Ignore, Json, MaxCost, MaxTokens, Record, Replay, Root, Select

if TYPE_CHECKING:
    from wikic.cli.lint_run import LintRequest, LintRun


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


def lint(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATHS]...",
            help="Pages, or directories with all they hold, to report on; links are followed through the "
            "whole wiki.  \\[default: the whole wiki]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    format: Annotated[Format, typer.Option("--format", "-f", help="How findings are printed.")] = Format.TEXT,
    json: Json = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the findings there.")
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count findings by rule instead of printing them.")
    ] = False,
    select: Select = None,
    ignore: Ignore = None,
    fail_on: Annotated[
        FailOn | None,
        typer.Option(
            help="Exit with 1 at findings this bad or worse.  \\[default: error]", show_default=False
        ),
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
        bool,
        typer.Option(
            "--cache/--no-cache",
            help="Keep what was found in unchanged files: in .wikic, of a clone in your cache folder.",
        ),
    ] = True,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            help="Processes that lint.  \\[default: as many as pay]",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Stay, and lint again whenever something changes.")
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(help="Also ask this language model whether each fact's sentences bear it out."),
    ] = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print findings only, no summary.")] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="Say what a rule finds and why, and stop.", autocompletion=options.rules
        ),
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
    from wikic.cli import lint_run, output_file
    from wikic.errors import UsageError
    from wikic.lint.report import formats
    from wikic.lint.report.report import shows_colours

    write = formats.named(shown, statistics=statistics)
    if output is not None:
        output_file.require(output, output_file.LINT)
    request = lint_run.LintRequest(_each(select), _each(ignore), baseline, write_baseline, since, cache, jobs)
    request = replace(request, paths=tuple(paths or ()))
    if model is not None or replay is not None:
        from wikic.cli import lint_run
        from wikic.llm.limits import Limits

        if watch:
            raise UsageError("--model and --watch exclude each other: every save would ask")
        request = replace(
            request,
            model_check=lint_run.by_model(directory, model, Limits(max_cost, max_tokens, record, replay)),
        )

    def show(done: LintRun) -> None:
        report = lint_run.report(directory, done.outcome, output is None and shows_colours(sys.stdout))
        if output is None:
            for line in write(report):
                print(line)
        else:
            output_file.write_lines(output, write(report), output_file.LINT)
        if not quiet:
            sys.stdout.flush()  # a job's log has both streams: what is counted stands before the count
            _say(*lint_run.counted(done, since), *lint_run.of_review(directory, done.settings))

    if watch:
        if write_baseline:
            raise UsageError("--write-baseline and --watch exclude each other")
        _watch(directory, request, show)
        return
    done = lint_run.run(directory, request)
    if write_baseline and done.baseline is not None:
        output_file.write_bytes(done.baseline, done.outcome.new_baseline())
        if not quiet:
            found, gone = len(done.outcome.checked.findings), len(done.outcome.gone)
            _say(f"{done.baseline}: {found:,} known, {gone:,} gone")
        return
    show(done)
    raise typer.Exit(1 if done.outcome.fails(fail_on or done.settings.fail_on) else 0)


def _watch(directory: Path, request: LintRequest, show: Callable[[LintRun], None]) -> None:
    """Lint now and after every change, until Ctrl-C, which is how it ends well."""
    from contextlib import suppress

    from wikic import layout
    from wikic.cli import lint_run
    from wikic.errors import WikicError
    from wikic.lint.open_directory import watch
    from wikic.wiki.watching import Watcher

    first = lint_run.run(directory, request)  # what is wrong with the options or the place ends it here
    vault = first.settings.profile == "vault"

    def check() -> LintRun | WikicError:
        try:
            return lint_run.run(directory, request)
        except WikicError as error:  # wikic.toml half written, say; the next change may mend it
            return error

    def on_findings(run: LintRun | WikicError, changed: frozenset[str]) -> None:
        if sys.stdout.isatty():
            print("\x1b[2J\x1b[H", end="")
        if isinstance(run, WikicError):
            _say(f"wikic: {run}")
        else:
            show(run)
        _say("waiting for changes; Ctrl-C ends")

    with suppress(KeyboardInterrupt), Watcher(directory) as watcher:
        if watcher.polling:
            _say(f"looking every second: {watcher.reason}")
        watch(watcher, check, on_findings, inside="" if vault else layout.WIKI_DIR)


def _each(selectors: list[str] | None) -> tuple[str, ...]:
    """Selectors of an option that may be repeated, and hold several with commas."""
    return tuple(each.strip() for given in selectors or () for each in given.split(","))


def _say(*lines: str) -> None:
    console.complain(*lines)


def _say_rules(explain: str | None, shown: Format) -> None:
    from wikic.lint import registry

    if explain is not None:
        print(registry.rule(explain).page)
        return
    if shown is Format.JSON:
        keys = ("code", "name", "severity", "category", "summary", "fix")
        rules = [{key: getattr(rule, key) for key in keys} for rule in registry.RULES]
        console.say_json({"rules": rules})
        return
    for rule in registry.RULES:
        print(f"{rule.code}  {rule.severity:<7}  {rule.name:<28}  {rule.summary}")
