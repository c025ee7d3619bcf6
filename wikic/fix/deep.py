"""``wikic fix --model``: what code can repair, then what takes judgement, then code once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.compiler.batch_steps import Step
from wikic.compiler.error_learning import ErrorLearning
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.compiler.writer import Writer
from wikic.curator.protocol import Curator
from wikic.errors import BudgetError, QuotaError, WikicError
from wikic.fix.by_code import Fixed, FixRequest, Report, fix
from wikic.fix.model.lint_needs import LintFinding, find_lint_needs, findings_of_facts
from wikic.fix.model.model_repair import ModelRepair, Repaired
from wikic.fix.model.need import groups_of
from wikic.fix.model.need_sampling import AskedQuestions, RepairLimits
from wikic.fix.model.repair_steps import left_lines, lines_of, refold_wiki, repair_until_stable, together
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.journal import no_fault
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

AT_ONCE: Final = 8  # findings that are asked about and land together
# Of one round, three at most: somebody who asks for repair means more than a compile does in passing.
LIMITS: Final = RepairLimits(needs=32, verified=32, compared=32, consolidated=8)


def fix_with_model(
    wanted: FixRequest, curator: Curator, jobs: int = 1, before: Sequence[Step] = ()
) -> Report:
    """Fix by code, then have ``curator`` repair the digests behind what is wanted.

    jobs: threads that wait for replies.
    before: what a compile does before it repairs, given by floors above.

    Raises what ``fix`` raises, and QuotaError, CredentialsError and BudgetError as the curator does; what was
    repaired before that stays.
    """
    first = fix(wanted)
    steps, notices = _repair_findings(wanted, first, curator, jobs, before)
    last = fix(wanted)
    count: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for each in (*first.fixed, *last.fixed):
        count[each.code] += each.findings
        files[each.code] += each.files
    return Report(
        fixed=tuple(Fixed(code, count[code], files[code]) for code in sorted(count)),
        changes=tuple({each.path: each for each in (*first.changes, *last.changes)}.values()),
        left=last.left,
        prints=last.prints,
        view=last.view,
        fighting=tuple(sorted({*first.fighting, *last.fighting})),
        harmful=tuple(sorted({*first.harmful, *last.harmful})),
        notices=tuple(dict.fromkeys((*first.notices, *notices, *last.notices))),
        steps=steps,
    )


def _repair_findings(
    wanted: FixRequest, first: Report, curator: Curator, jobs: int, before: Sequence[Step]
) -> tuple[tuple[str, ...], list[Notice]]:
    """Lines on what was repaired, and notices.

    first: what code fixed and left. All findings that are left and a model can mend are asked about, the
        worst first, before the wiki is looked over for what no rule sees.
    """
    tally = Tally()
    lines: list[str] = []
    writer = Writer(wanted.root, Options(wanted.today, wanted.title), tally, no_fault)
    with writer.turn():
        space = Workspace.open(wanted.root, wanted.title)
        learning = ErrorLearning(space.tree, curator, wanted.today)
        keys = _wanted_keys(space, wanted)
        for step in before:
            stepped = step.run(space, keys, writer.land)
            space = stepped.space
            lines += stepped.lines
            learning.see(stepped.sightings)
        memory = AskedQuestions(curator.name, space.tree.build)
        repairer = ModelRepair(curator, writer.land, wanted.title, limits=LIMITS, jobs=jobs, memory=memory)
        found = _report_findings(wanted, first, keys)
        rounds: list[Repaired] = []
        try:
            for each in _mend_findings(repairer, space, found):
                rounds.append(each)
                space = each.space
            rounds.append(repair_until_stable(space, keys, refold_wiki(writer.land), repairer.repair).whole)
        except (BudgetError, QuotaError) as error:
            space = Workspace.open(wanted.root, wanted.title)
            _note_errors(learning, writer, together(space, rounds))
            raise _stopped_error(error, len(found), min(len(found), AT_ONCE * len(rounds))) from error
        done = together(rounds[-1].space, rounds)
        left = repairer.left(done.space, keys)
        learning.see(done.sightings)
        learning.finish()
        _note_errors(learning, writer, replace(done, sightings=()))
    lines += lines_of(done)
    return (*(lines or ("the model found nothing to repair",)), *left_lines(left)), tally.notices


def _report_findings(wanted: FixRequest, first: Report, keys: Sequence[str]) -> list[LintFinding]:
    """What rules report on the files that are wanted, and on the digests behind them."""
    view = WikiView.over(Tree(wanted.root))
    found = dict.fromkeys(first.left)
    if wanted.paths is not None:
        digests = {layout.page_file(layout.digest_path(key)) for key in keys}
        of_facts = lint(view, select=wanted.select, ignore=wanted.ignore, paths=digests & view.files)
        found |= dict.fromkeys(of_facts)
    return findings_of_facts(found)


def _mend_findings(
    repairer: ModelRepair, space: Workspace, found: Sequence[LintFinding]
) -> Iterator[Repaired]:
    """Every finding asked about, a few at a time: what lands stays, should a limit end the run."""
    for start in range(0, len(found), AT_ONCE):
        done = repairer.answer(space, find_lint_needs(space, found[start : start + AT_ONCE]))
        space = done.space
        yield done


def _note_errors(learning: ErrorLearning, writer: Writer, done: Repaired) -> None:
    """Write what repair met into the Error Book."""
    learning.see(done.sightings)
    writer.land(done.space, done.space.propose("note what repair taught"), learning.afterthoughts)
    learning.landed()


def _stopped_error(error: BudgetError | QuotaError, findings: int, asked: int) -> WikicError:
    """The error, with what was not got to."""
    done = f"asked about {asked} of {findings} findings that a model can mend; run it again to go on"
    return type(error)(str(error), hint=f"{error.hint}; {done}" if error.hint else done)


def _wanted_keys(space: Workspace, wanted: FixRequest) -> list[str]:
    """Keys of the sources behind the pages that are wanted, or whose digests are."""
    keys = sorted(space.fold.resolver.digests)
    if wanted.paths is None:
        return keys
    return [
        key for key in keys if any(wanted.means(layout.page_file(path)) for path in _page_paths(space, key))
    ]


def _page_paths(space: Workspace, key: str) -> list[str]:
    pages = (space.fold.groups.path_of(group) for group in groups_of(space, [key]))
    return [layout.digest_path(key), *(path for path in pages if path is not None)]
