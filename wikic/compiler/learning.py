"""What a compile with a model learns: errors go into the Error Book, its constraints into the next batch.

Rules take no lesson, so an offline compile keeps no book (LLM-Wiki, Algorithm 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wikic import layout
from wikic.compiler.digesting import Digested, Failed
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Curator
from wikic.errorbook import sighting
from wikic.errorbook.keeper import Keeper
from wikic.errorbook.sighting import Sighting
from wikic.errors import FormatError
from wikic.lint import registry
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Write
from wikic.model.extraction import Slip
from wikic.model.finding import Category, Finding
from wikic.wiki import digest_file
from wikic.wiki.tree import Tree


class Learning:
    """The Error Book while a compile goes on; one batch at a time."""

    def __init__(self, tree: Tree, curator: Curator, today: str) -> None:
        """Raises ConfigError for a book that cannot be read."""
        self._tree = tree
        self._curator = curator
        self._keeper = Keeper.open(tree, today)
        self._seen: list[Sighting] = []
        self._sources = 0

    def constraints(self) -> tuple[str, ...]:
        """What the extractions of the next batch are told."""
        return self._keeper.constraints()

    def hear(self, result: Digested | Failed) -> None:
        """Note what was wrong with one source's extraction."""
        self._sources += 1
        key = result.key if isinstance(result, Failed) else result.source.digest.key
        self.see(sighting.of_slips(result.slips, layout.page_file(layout.digest_path(key))))

    def see(self, sightings: Iterable[Sighting]) -> None:
        """Note errors that something else found."""
        self._seen += sightings

    def writes(self, findings: Sequence[Finding]) -> tuple[Write, ...]:
        """The book as it is after the batch; belongs into the batch's own ChangeSet.

        findings: what the rules report on what the batch writes.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        seen = (*self._seen, *sighting.of_findings(findings, _summary))
        sources, self._sources = self._sources, 0
        self._seen.clear()
        self._keeper.record(seen, sources=sources, attribute=self._curator.attribute)
        self._keeper.review(self._check)
        return self._keeper.change()

    def afterthoughts(self, findings: Sequence[Finding]) -> tuple[Write, ...]:
        """The book with what was seen since the last batch; counts no batch."""
        seen = (*self._seen, *sighting.of_findings(findings, _summary))
        self._seen.clear()
        self._keeper.note(seen, attribute=self._curator.attribute)
        return self._keeper.change()

    def landed(self) -> None:
        """The batch has landed. Raises ConfigError and DiskError."""
        self._keeper.landed()

    def _check(self, files: Sequence[str]) -> Iterator[Sighting]:
        """The errors that stand in these files now: what rules find, and facts that are not borne out."""
        view = WikiView.over(self._tree)
        there = [file for file in files if file in view.files]
        yield from sighting.of_findings(lint(view, paths=there), _summary)
        for file in there:
            if layout.node_kind(layout.page_path(file)) == "digest":
                yield from sighting.of_slips(self._unsupported(file), file)

    def _unsupported(self, file: str) -> Iterator[Slip]:
        data = self._tree.read(file)
        if data is None:
            return
        try:
            digest = digest_file.parse(data, file)
        except FormatError:
            return  # a finding of its own
        said = Claimed.some(digest, [each for each in digest.statements if not each.retired])
        for verdict in self._curator.verify(said.title, said.statements, said.blocks, said.entities):
            if not verdict.supported:
                yield unsupported(verdict.statement)


def unsupported(example: str) -> Slip:
    """The slip of a statement that its blocks do not bear out."""
    what = "a statement that its blocks do not bear out"
    return Slip(Category.UNSUPPORTED_FACT, "unsupported-statement", what, example)


def _summary(code: str) -> str:
    return registry.rule(code).summary
