"""``wikic fix --model``: what code can repair, then what takes judgement, then code once more."""

from __future__ import annotations

from collections import Counter

from wikic import layout
from wikic.compiler.learning import Learning
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.compiler.writer import Writer
from wikic.curator.protocol import Curator
from wikic.fix.code.report import Fixed, Report
from wikic.fix.code.request import FixRequest
from wikic.fix.code.run import fix
from wikic.fix.model.final import refold, settle
from wikic.fix.model.need import groups_of
from wikic.fix.model.step import ModelRepair
from wikic.fix.model.steps import lines_of
from wikic.wiki.intake import Notice
from wikic.wiki.journal import no_fault
from wikic.wiki.workspace import Workspace


def fix_with_model(wanted: FixRequest, curator: Curator, jobs: int = 1) -> Report:
    """Fix by code, then have ``curator`` repair the digests behind what is wanted.

    jobs: threads that wait for replies.

    Raises what ``fix`` raises, and QuotaError, CredentialsError and BudgetError as the curator does; what was
    repaired before that stays.
    """
    first = fix(wanted)
    steps, notices = _repair(wanted, curator, jobs)
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


def _repair(wanted: FixRequest, curator: Curator, jobs: int) -> tuple[tuple[str, ...], list[Notice]]:
    """Lines on what was repaired, and notices."""
    tally = Tally()
    writer = Writer(wanted.root, Options(wanted.today, wanted.title), tally, no_fault)
    with writer.turn():
        space = Workspace.open(wanted.root, wanted.title)
        learning = Learning(space.tree, curator, wanted.today)
        repairer = ModelRepair(curator, writer.land, wanted.title, jobs=jobs)
        done = settle(space, _keys(space, wanted), refold(writer.land), repairer.repair).whole
        learning.see(done.sightings)
        learning.finish()
        writer.land(done.space, done.space.propose("note what repair taught"), learning.afterthoughts)
        learning.landed()
    return lines_of(done) or ("the model found nothing to repair",), tally.notices


def _keys(space: Workspace, wanted: FixRequest) -> list[str]:
    """Keys of the sources behind the pages that are wanted, or whose digests are."""
    keys = sorted(space.fold.resolver.digests)
    if wanted.paths is None:
        return keys
    return [key for key in keys if any(wanted.means(layout.page_file(path)) for path in _paths(space, key))]


def _paths(space: Workspace, key: str) -> list[str]:
    pages = (space.fold.path_of(group) for group in groups_of(space, [key]))
    return [layout.digest_path(key), *(path for path in pages if path is not None)]
