"""A curator for tests of repair: it extracts what a table says, and judges as the test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from support.table_curator import TableCurator

from wikic.curator.protocol import Amendment, Contradiction, Verdict
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.statement import Block, Entity, Statement

Sources = Sequence[tuple[Digest, Article]]


def silent(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
    return ()


@dataclass(frozen=True)
class RepairCurator(TableCurator):
    """The judgements of a test.

    doubts: whether a statement's text is not borne out.
    excludes: contradictions among pages.
    says_better: pairs of facts of a page.
    mends: the repair of one page.
    asked: findings of every repair that was asked for.
    """

    doubts: Callable[[str], bool] = lambda text: False
    excludes: Callable[[Sequence[Page]], Sequence[Contradiction]] = lambda pages: ()
    says_better: Callable[[Page], Sequence[tuple[str, str]]] = lambda page: ()
    mends: Callable[[Page, Sequence[Finding], Sources], Sequence[Amendment]] = silent
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        return tuple(Verdict(each.id, not self.doubts(each.text)) for each in statements)

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        return tuple(self.excludes(pages))

    def consolidate(self, page: Page) -> tuple[tuple[str, str], ...]:
        return tuple(self.says_better(page))

    def repair(self, page: Page, findings: Sequence[Finding], sources: Sources) -> tuple[Amendment, ...]:
        self.asked.append(tuple(each.code for each in findings))
        return tuple(self.mends(page, findings, sources))
