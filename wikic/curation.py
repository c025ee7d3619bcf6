"""One run's curator, with the models it asks, their limits and what they cost."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikic import config
from wikic.compiler.batch_steps import Step
from wikic.compiler.options import MODEL_BATCH, MODEL_JOBS, OFFLINE_BATCH, Options
from wikic.curator.protocol import Curator
from wikic.curator.written_articles import ArticleCurator
from wikic.errors import UsageError
from wikic.llm.agent_model import AGENT
from wikic.llm.limits import UNLIMITED, Limits
from wikic.model.article import Article
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.progress import Progress
from wikic.session import Session
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.workspace import Workspace

if TYPE_CHECKING:
    from wikic.compiler.article_writing import Wanted
    from wikic.compiler.compile_plan import Calls, Plan
    from wikic.curator.model.call_estimate import CallEstimate
    from wikic.llm.meter import Totals
    from wikic.llm.open_models import Models


@dataclass(frozen=True, slots=True)
class Curation:
    """The curator of one run.

    session: the knowledge base.
    curator: extracts.
    models: what it asks; None for the offline curator.
    """

    session: Session
    curator: Curator
    models: Models | None

    def options(
        self,
        *,
        jobs: int | None = None,
        collection: str | None = None,
        stale: bool = False,
        prune: bool = False,
        dry_run: bool = False,
        lessons: bool = True,
    ) -> Options:
        """How to compile with this curator, as configured."""
        waits = self.models is not None
        usual = MODEL_BATCH if waits else OFFLINE_BATCH
        return Options(
            today=self.session.today,
            title=self.session.config.wiki.title,
            jobs=jobs or (MODEL_JOBS if waits else os.cpu_count() or 1),
            waits=waits,
            batch=self.session.config.compile.batch or usual,
            collection=collection,
            stale=stale,
            prune=prune,
            dry_run=dry_run,
            spent=self._spent if waits else None,
            lessons=lessons,
            seconds=self.session.config.compile.seconds,
        )

    def steps(self, options: Options) -> tuple[Step, ...]:
        """What is done between batches: repair by the model, and evolving where it is configured."""
        if options.dry_run or options.review:
            return ()
        steps: tuple[Step, ...] = ()
        if self.models is not None and self.models.work is None:
            from wikic.fix.model.repair_steps import repair_steps

            steps = self.identity(options)
            steps += repair_steps(self.curator, options.title, jobs=options.jobs)
        if self.session.config.evolve.every:
            from wikic.evolve.run import periodic

            steps += periodic(options, self.session.config.evolve)
        return steps

    def identity(self, options: Options) -> tuple[Step, ...]:
        """The step that makes one page of pages of one thing; none without a model."""
        from wikic.evolve.same_things import identity_step

        return identity_step(self.curator, options)

    def totals(self) -> Totals | None:
        """What the models took so far; None when none was asked."""
        totals = self.models.meter.totals() if self.models is not None else None
        return totals if totals is not None and str(totals.whole) else None

    def plan(self, paths: Sequence[Path], options: Options, progress: Progress) -> Plan:
        """What compiling ``paths`` would ask and cost at worst; raises as ``plan_documents`` does.

        Raises MissingExtraError where the model's price cannot be looked up; no key is needed.
        """
        from wikic.compiler.compile_plan import plan_documents

        name = self.curator.name
        return plan_documents(self.session.root, paths, name, options, self._expect, progress=progress)

    def plan_articles(self, wanted: Wanted, options: Options) -> Plan:
        """What writing would ask and cost at worst, by page; nothing is written, no lock taken.

        Raises as ``plan`` does, and UsageError as ``find_due``.
        """
        from wikic.compiler.article_writing import decided_in, find_due
        from wikic.compiler.compile_plan import Plan, total_calls
        from wikic.curator.model.call_estimate import estimate_article

        assert isinstance(self.curator, ArticleCurator)
        space = Workspace.open(self.session.root, options.title)
        decided = decided_in(ReviewFolder(self.session.root))
        found = find_due(space, wanted, self.curator.writes_as, decided)
        due = found.due[: wanted.limit]
        calls: list[Calls] = []
        for each in due:
            for part in estimate_article(each.subject):
                calls.append(self._priced(part))
        named = tuple(each.path for each in due)
        new = tuple(each.path for each in due if each.why == "new")
        left = found.current + found.decided
        return Plan(new, tuple(path for path in named if path not in new), left, (), total_calls(calls))

    def _expect(self, article: Article, blocks: Sequence[Block], schema: Schema) -> Iterator[Calls]:
        if self.models is None:
            return
        from wikic.curator.model.call_estimate import estimate_calls

        yield from map(self._priced, estimate_calls(article, blocks, schema))

    def _priced(self, each: CallEstimate) -> Calls:
        from wikic.compiler.compile_plan import Calls

        price = self.models.price(each.role) if self.models is not None else None
        reply = each.completion + each.calls * self.session.config.model.reasoning_tokens
        cost = None if price is None else price.most(each.prompt, reply)
        return Calls(each.role, each.calls, each.prompt, reply, cost)

    def _spent(self) -> str:
        return "" if self.models is None else str(self.models.meter.totals().whole)


@contextmanager
def curating(
    session: Session, model: str | None, limits: Limits, *, fallback: bool = True, agent: bool = False
) -> Iterator[Curation]:
    """The curator for ``model``, or the configured one; a transcript that is replayed names its own.

    fallback: whether rules read what a model cannot. agent: whether a person's agent may be asked.

    Raises ConfigError, UsageError and InputError as opening the models does.
    """
    name = model or session.config.compile.model
    if model is None and name == AGENT and not agent:
        name = config.OFFLINE
    if name == config.OFFLINE and limits.replay is None:
        yield Curation(session, session.curator(name), None)
        return
    if name == AGENT and limits != UNLIMITED:
        raise UsageError(
            "an agent has its own limits, and answers in files: --max-cost, --max-tokens, --record and "
            "--replay are for models"
        )
    with session.models(model, limits, agent=agent) as models:
        from wikic.curator.model.open_curator import open_curator
        from wikic.curator.offline import OfflineCurator

        yield Curation(session, open_curator(models, OfflineCurator() if fallback else None), models)
