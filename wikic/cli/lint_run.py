"""One run of the linter for the command line: what was asked for and what is configured, put together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wikic import build_dir, config, layout
from wikic.cli import console
from wikic.config import LintConfig
from wikic.errors import FormatError, NotPlainError, UsageError
from wikic.lint.cache.run import Linted, lint_tree
from wikic.lint.engine import Policy, Selection
from wikic.lint.gate.clone_cache import clone_cache
from wikic.lint.gate.git import place_in_repository
from wikic.lint.gate.outcome import Check, Outcome, configured_baseline, load_baseline, run_gate
from wikic.lint.open_directory import Paths, paths_in, reader
from wikic.lint.profile import Profile
from wikic.lint.registry import RULES
from wikic.lint.report.report import Report, summary
from wikic.lint.rule import choose
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding
from wikic.session import Session

if TYPE_CHECKING:
    from wikic.lint.view.wiki_view import Expect
    from wikic.llm.limits import Limits

ModelCheck = Callable[[WikiView], tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class LintRequest:
    """What the options say; what they leave open, the configuration decides.

    select, ignore: rules, as ``engine.lint`` takes them; empty for what is configured.
    baseline: file of known findings, None for the configured one.
    rewriting: whether the baseline is written; it need not be there then.
    since: a commit whose findings are left out, or None.
    cached: whether ``.wikic/`` may keep what was found.
    jobs: processes, None for as many as pay.
    paths: what to report on, empty for the whole wiki.
    model_check: finds what takes judgement in the wiki as the rules saw it; None for rules alone.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: Path | None = None
    rewriting: bool = False
    since: str | None = None
    cached: bool = True
    jobs: int | None = None
    model_check: ModelCheck | None = None
    paths: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class LintRun:
    """A run.

    outcome: what was found.
    settings: the configuration it was held to.
    baseline: the file of known findings, None for none.
    paths: what was reported on, None for all.
    """

    outcome: Outcome
    settings: LintConfig
    baseline: Path | None
    paths: Paths | None = None


def run(directory: Path, request: LintRequest) -> LintRun:
    """Lint the knowledge base in a directory, with its configuration as it stands now.

    Raises UsageError, ConfigError and NotAWikiError.
    """
    session = Session.open(directory)
    settings = session.config.lint
    policy = Policy.of(settings)
    select = request.select or settings.select
    ignore = (*(request.ignore or settings.ignore), *policy.off)
    known = request.baseline
    if known is None and settings.baseline:
        known = configured_baseline(directory, settings.baseline)
    if request.rewriting and request.paths:
        raise UsageError("--write-baseline takes no paths: a baseline knows the findings of the whole wiki")
    if request.rewriting and (known is None or request.since is not None):
        raise UsageError(
            f"--write-baseline {'needs a file: --baseline FILE' if known is None else 'takes no --since'}",
            hint='baseline = "wikic-baseline.jsonl" below [lint] in wikic.toml names it once and for all',
        )
    inside = Profile.of(settings).prefix.rstrip("/")
    paths = paths_in(session.root, inside, request.paths) if request.paths else None
    absent = known is None or (request.rewriting and not known.exists())
    outcome = run_gate(
        directory,
        _checker(session, policy, select, ignore, request),
        {rule.code for rule in choose(RULES, select, ignore)},
        known=None if absent or known is None else load_baseline(known),
        since=request.since,
        paths=paths,
    )
    return LintRun(outcome, settings, known, paths)


def _checker(
    session: Session, policy: Policy, select: tuple[str, ...], ignore: tuple[str, ...], request: LintRequest
) -> Check:
    """What lints the knowledge base in a directory with this session's configuration."""
    settings, title = session.config.lint, session.config.wiki.title

    def check(root: Path) -> Linted:
        def opinion() -> Expect:
            from wikic.compiler.fold_expectations import (
                expectations,  # the fold, which an unchanged wiki need not load
            )

            return expectations(root, title)

        build = build_dir.at(root)
        # An adopted directory was given over to wikic; in a wiki that was not built here a reader leaves
        # nothing behind. An old state is linted once.
        cache = None
        if request.cached and root == session.root:
            here = build.is_dir() or settings.profile == "vault"
            cache = build / layout.LINT_CACHE_FILE if here else clone_cache(root)
        linted = lint_tree(
            reader(root, settings),
            Selection.of(Profile.of(settings), select, ignore),
            opinion=opinion if settings.profile == "wikic" else None,
            cache=cache,
            workers=request.jobs,
            configuration=title,
        )
        found = linted.findings
        if request.model_check is not None:
            wanted = {rule.code for rule in choose(RULES, select, ignore)}
            found = _together(
                found, [each for each in request.model_check(linted.view) if each.code in wanted]
            )
        return replace(linted, findings=policy.judge(found, linted.prefix))

    return check


def _together(found: tuple[Finding, ...], model_check: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings of rules and of the model, in order; what a rule found on a line is not repeated."""
    said = {(each.path, each.line, each.code) for each in found}
    more = (each for each in model_check if (each.path, each.line, each.code) not in said)
    return tuple(sorted((*found, *more), key=lambda finding: finding.sort_key))


def report(directory: Path, outcome: Outcome, colour: bool) -> Report:
    """The value from which every format prints."""
    checked = outcome.checked
    return Report(
        outcome.findings,
        checked.view.read,
        checked.prefix,
        place_in_repository(directory),
        outcome.prints,
        colour,
    )


def counted(run: LintRun, since: str | None) -> Iterator[str]:
    """How many pages and findings, and what was left out."""
    outcome = run.outcome
    there = outcome.checked.view.of_kind("page")
    reported = len(there) if run.paths is None else sum(map(run.paths.hold, there))
    pages = console.count(reported, "page")
    found = console.count(len(outcome.findings), "finding")
    yield f"{pages}: {found}" + (f": {summary(outcome.findings)}" if outcome.findings else "")
    if outcome.checked.unkept:
        yield f"nothing can be kept in .wikic for the next run: {outcome.checked.unkept}"
    if outcome.older:
        yield f"not shown: {outcome.older:,} that were there at {since}"
    if outcome.known:
        yield f"not shown: {outcome.known:,} that the baseline knows"
    if outcome.gone:
        number = console.count(len(outcome.gone), "finding")
        yield f"{number} of the baseline no longer needed; --write-baseline takes them out"


def of_review(directory: Path, settings: LintConfig) -> Iterator[str]:
    """What waits for review, which no rule has read: how much, and what could never be accepted."""
    if settings.profile != "wikic" or not os.path.lexists(directory / layout.REVIEW_DIR):
        return
    from wikic.wiki.review_folder import ReviewFolder  # brings along what makes digests and folds them

    try:
        waiting = ReviewFolder(directory).waiting()
    except (FormatError, NotPlainError) as error:
        yield f"cannot be reviewed: {error}"
        return
    if waiting:
        number = console.count(len(waiting), "document")
        yield f"not read: {number} waiting for review, which rules look at when accepted"


def by_model(directory: Path, model: str | None, limits: Limits) -> ModelCheck:
    """Asks the model about every fact; says on standard error what that took.

    Raises UsageError for ``offline``, which sees nothing that the rules do not.
    """
    if model == config.OFFLINE:
        raise UsageError(
            "--model offline sees what the rules see", hint="name a language model, or leave it out"
        )
    session = Session.open(directory)

    def asking(view: WikiView) -> tuple[Finding, ...]:
        from wikic.compiler.options import MODEL_JOBS  # what rules alone need not load
        from wikic.curation import curating
        from wikic.fix.model.lint_needs import unsupported_findings

        with curating(session, model, limits) as curation:
            found = unsupported_findings(view, curation.curator, MODEL_JOBS)
            totals = curation.totals()
        if totals is not None:
            console.complain(f"model: {totals.whole}")
        return found

    return asking
