"""The loop that mends what the measure finds: try repairs on a copy, keep those that lower no question.

RLM-on-KG proposes it (section 7: questions, failures, targeted fixes, questions again) and never ran it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wikic import build_dir, layout
from wikic.errors import RefusedError, UsageError
from wikic.evaluate.arms.rules import RulesArm, reply_of
from wikic.evaluate.diagnosis.diagnosis import walked
from wikic.evaluate.diagnosis.failure import Repair, failures
from wikic.evaluate.gold import Gold
from wikic.evaluate.metrics.registry import METRICS, Judged
from wikic.evaluate.question import Question
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent

Apply = Callable[[Path, Sequence[Repair]], None]
"""Carries repairs out on the knowledge base at a root, in one transaction; RefusedError, UsageError."""

# What a question must not lose, and is raised by.
_KEPT: Final = ("recall@5", "contains", "refused")
_SETTINGS: Final = ("wikic.toml",)
_INDEXES: Final = (
    layout.CATALOGUE_FILE,
    layout.GRAPH_FILE,
    layout.SEARCH_DIR,
    layout.SOURCE_SEARCH_DIR,
    layout.NAMES_FILE,
)


@dataclass(frozen=True, slots=True)
class Improvement:
    """The repairs that were tried, kept and rejected, and the scores before and after.

    before, after: the ``ask`` arm's replies, on the wiki as it was and with what is kept.
    kept: repairs that raise a question and lower none, in the order of the questions they are for.
    dropped: the others, with why.
    reruns: how many times all questions were asked.
    """

    before: tuple[Judged, ...]
    after: tuple[Judged, ...]
    kept: tuple[Repair, ...]
    dropped: tuple[tuple[Repair, str], ...]
    reruns: int


def improve(
    root: Path, questions: Sequence[Question], apply: Apply, progress: Progress | None = None
) -> Improvement:
    """Find the repairs that are worth it; the knowledge base at ``root`` is left as it is.

    All are tried at once; a batch that lowers a question is halved until the repair that does it stands
    alone. Raises InputError when the wiki has none of the gold, NotAWikiError, and what copying raises.
    """
    wanted: dict[Repair, set[str]] = {}
    with Library.current(root) as library:
        trails = walked(library, questions, progress)
        for question, trail in zip(questions, trails, strict=True):
            for each in failures(library, question, trail):
                if each.repair.kind:
                    wanted.setdefault(each.repair, set()).add(each.id)
    before = tuple(
        Judged(question, trail.groups, reply_of(trail.answer))
        for question, trail in zip(questions, trails, strict=True)
    )
    with TemporaryDirectory(prefix="wikic-improve-") as place:
        run = _Run(root, Path(place), before, apply, wanted, progress or Silent())
        run.settle(list(wanted))
        return Improvement(run.before, run.best, tuple(run.kept), tuple(run.dropped), run.reruns)


class _Run:
    def __init__(
        self,
        root: Path,
        place: Path,
        before: tuple[Judged, ...],
        apply: Apply,
        wanted: Mapping[Repair, set[str]],
        progress: Progress,
    ) -> None:
        """before: what the questions gave. wanted: ids of the questions that each repair is for."""
        self._root, self._place, self._apply = root, place, apply
        self._questions = tuple(each.question for each in before)
        self._wanted, self._progress = wanted, progress
        self._texts = {each.id: each.text for each in self._questions}
        self.kept: list[Repair] = []
        self.dropped: list[tuple[Repair, str]] = []
        self.reruns = 1
        self.before = self.best = before

    def settle(self, batch: list[Repair]) -> None:
        """Keep what of ``batch`` raises a question it is for, and drop the rest."""
        if not batch:
            return
        tried = self._try([*self.kept, *batch])
        lowered, raised = (set[str](), set[str]()) if isinstance(tried, str) else _changes(self.best, tried)
        if isinstance(tried, str) or lowered:
            if len(batch) == 1:
                why = tried if isinstance(tried, str) else f"lowers {self._texts[min(lowered)]!r}"
                self.dropped.append((batch[0], why))
                return
            middle = len(batch) // 2
            self.settle(batch[:middle])
            self.settle(batch[middle:])
            return
        useful = [each for each in batch if raised & self._wanted[each]]
        self.dropped += [(each, "does not raise its question") for each in batch if each not in useful]
        if useful == batch:
            self.kept += batch
            self.best = tried
        else:
            self.settle(useful)

    def _try(self, repairs: Sequence[Repair]) -> tuple[Judged, ...] | str:
        """What the questions give with ``repairs``, or why they cannot be carried out."""
        copy = self._place / f"{self.reruns}"
        _copy(self._root, copy)
        try:
            self._apply(copy, repairs)
            return self._asked(copy)
        except (RefusedError, UsageError) as error:
            return str(error)
        finally:
            shutil.rmtree(copy, ignore_errors=True)

    def _asked(self, root: Path) -> tuple[Judged, ...]:
        self.reruns += 1
        self._progress.phase(f"Asking, round {self.reruns}", len(self._questions))
        judged = []
        with Library.current(root) as library:
            gold, arm = Gold(library), RulesArm(library)
            for question in self._questions:
                judged.append(Judged(question, gold.groups(question), arm.ask(question.text)))
                self._progress.advance()
        return tuple(judged)


def _changes(before: Sequence[Judged], after: Sequence[Judged]) -> tuple[set[str], set[str]]:
    """Ids of the questions answered worse in something, and of those answered better in something only."""
    lowered, raised = set(), set()
    for old, new in zip(before, after, strict=True):
        pairs = [(METRICS[name].score(old), METRICS[name].score(new)) for name in _KEPT]
        gains = [now - was for was, now in pairs if was is not None and now is not None]
        if min(gains, default=0.0) < 0:
            lowered.add(old.question.id)
        elif max(gains, default=0.0) > 0:
            raised.add(old.question.id)
    return lowered, raised


def _copy(root: Path, copy: Path) -> None:
    """The knowledge base with its indexes, which need not be built anew; symlinks stay symlinks."""
    shutil.copytree(root / layout.WIKI_DIR, copy / layout.WIKI_DIR, symlinks=True)
    for name in _SETTINGS:
        if (root / name).is_file():
            shutil.copy2(root / name, copy / name)
    here, there = build_dir.at(root), build_dir.at(copy)
    for name in _INDEXES:
        if (here / name).is_dir():
            shutil.copytree(here / name, there / name, symlinks=True)
        elif (here / name).is_file():
            there.mkdir(exist_ok=True)
            shutil.copy2(here / name, there / name)
    build_dir.trust(copy)
