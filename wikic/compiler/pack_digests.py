"""Digests of short articles that a curator extracts in one call: each article is checked and built alone."""

from __future__ import annotations

from collections.abc import Sequence

from wikic.compiler.article_digest import Digested, Failed, Reading, digest_article
from wikic.curator.packs import PackingCurator, Paper
from wikic.curator.protocol import Curator, Offer
from wikic.errors import BudgetError, FormatError, ModelError, WikicError
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.schema import Schema

# An article, the digest of its older text or None, and what its extraction is shown of the wiki.
Job = tuple[Article, Digest | None, Offer]
Result = Digested | Failed


class Packer:
    """Extracts articles with a curator that reads several at once."""

    def __init__(self, curator: Curator, packing: PackingCurator, schema: Schema, today: str) -> None:
        """``packing`` is ``curator`` again, typed by the protocol of curators that take several articles."""
        self._curator = curator
        self._packing = packing
        self._schema = schema
        self._today = today

    def packs(self, jobs: Sequence[Job]) -> list[Sequence[Job]]:
        """The jobs in the groups that are read together, in order."""
        cut: list[Sequence[Job]] = []
        at = 0
        for size in self._packing.packs([self._paper(job) for job in jobs], self._schema):
            cut.append(jobs[at : at + size])
            at += size
        return cut

    def digest(self, jobs: Sequence[Job]) -> list[Result]:
        """Extract, check and build the files of one pack, in order.

        Where something fails that nobody foresaw, each is extracted alone, so that only that one fails.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        try:
            return self._together(jobs)
        except WikicError as error:
            if not isinstance(error, FormatError):
                raise
        except Exception:  # noqa: BLE001 - whose document it is shows when each is extracted alone
            pass
        return [
            digest_article(article, self._curator, self._schema, self._today, before, offer)
            for article, before, offer in jobs
        ]

    def _together(self, jobs: Sequence[Job]) -> list[Result]:
        results: list[Result | Reading] = [
            Reading.of(article, self._curator, self._schema, self._today, before)
            for article, before, _ in jobs
        ]
        open_ = [(at, each) for at, each in enumerate(results) if isinstance(each, Reading)]
        papers = [Paper(each.article, each.blocks, jobs[at][2]) for at, each in open_]
        taken: list[tuple[int, Reading]] = []
        try:
            proposals = self._packing.extract_pack(papers, self._schema)
        except BudgetError as error:
            proposals = (error,) * len(papers)
        for (at, reading), proposal in zip(open_, proposals, strict=True):
            if isinstance(proposal, ModelError):
                results[at] = reading.failed(proposal)
            else:
                reading.take(proposal)
                taken.append((at, reading))
        try:
            checked = self._packing.verify_pack([reading.claimed() for _, reading in taken])
        except BudgetError as error:
            checked = (error,) * len(taken)
        for (at, reading), verdicts in zip(taken, checked, strict=True):
            if isinstance(verdicts, ModelError):
                results[at] = reading.failed(verdicts)
            else:
                results[at] = reading.digested(verdicts)
        return [each for each in results if not isinstance(each, Reading)]

    def _paper(self, job: Job) -> Paper:
        article, before, offer = job
        try:
            reading = Reading.of(article, self._curator, self._schema, self._today, before)
        except Exception:  # noqa: BLE001 - it fails again, and is named, where it is extracted
            return Paper(article, (), offer)
        if isinstance(reading, Failed):  # it says nothing, and nobody is asked
            return Paper(article, (), offer)
        return Paper(reading.article, reading.blocks, offer)
