"""What a compile with a model learns: errors go into the Error Book, its constraints into the next batch.

Rules take no lesson, so an offline compile keeps no book (LLM-Wiki, Algorithm 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from wikic import layout
from wikic.compiler.digesting import Digested, Failed
from wikic.compiler.lessons import Lessons
from wikic.curator.model.prompts import language_of
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Curator
from wikic.errorbook import sighting
from wikic.errorbook.cascade import causes
from wikic.errorbook.entry import Entry
from wikic.errorbook.keeper import Keeper
from wikic.errorbook.sighting import Sighting
from wikic.errors import FormatError
from wikic.lint import registry
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.llm.prompt_files import LANGUAGES
from wikic.model.article import Article
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
        self._lessons = Lessons(curator)
        self._seen: list[Sighting] = []
        self._sources = 0

    def constraints(self) -> Callable[[Article], tuple[str, ...]]:
        """What the extraction of each article of the next batch is told, by the article's language.

        Lessons of the batch before the last are waited for: those of the last are still being worded. Where
        it is time, erroneous pages are looked at again.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        self._keeper.teach(self._lessons.arrived(under_way=1))
        self._keeper.review(self._check)
        told = {language: self._keeper.constraints(language) for language in LANGUAGES}
        return lambda article: told[language_of(article.language, article.text)]

    def hear(self, result: Digested | Failed, article: Article) -> None:
        """Note what was wrong with the extraction of one article; of a cascade, its cause."""
        self._sources += 1
        file = layout.page_file(layout.digest_path(article.key))
        language = language_of(article.language, article.text)
        self.see(sighting.of_slips(causes(result.slips), file, language))

    def see(self, sightings: Iterable[Sighting]) -> None:
        """Note errors that something else found."""
        self._seen += sightings

    def writes(self, findings: Sequence[Finding]) -> tuple[Write, ...]:
        """The book as it is after the batch; belongs into the batch's own ChangeSet. No model is waited for.

        findings: what the rules report on what the batch writes.
        """
        seen = self._taken(findings)
        sources, self._sources = self._sources, 0
        self._keeper.record(seen, sources=sources)
        self._lessons.begin(self._keeper.untaught(seen))
        return self._keeper.change()

    def finish(self) -> None:
        """At the end of a run: wait for all lessons, and look at erroneous pages again.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        seen = self._taken(())
        self._keeper.note(seen)
        self._lessons.begin(self._keeper.untaught(seen))
        self._keeper.teach(self._lessons.arrived())
        self._keeper.review(self._check, at_once=True)

    def afterthoughts(self, findings: Sequence[Finding]) -> tuple[Write, ...]:
        """The book as the end of a run leaves it; counts no batch."""
        self._keeper.note(self._taken(findings))
        return self._keeper.change()

    def landed(self) -> None:
        """The batch has landed. Raises ConfigError and DiskError."""
        self._keeper.landed()

    def _taken(self, findings: Sequence[Finding]) -> tuple[Sighting, ...]:
        """What was seen since it was asked last, and these findings."""
        seen = (*self._seen, *sighting.of_findings(findings, _summary))
        self._seen.clear()
        return seen

    def _check(self, entries: Sequence[Entry]) -> Iterator[Sighting]:
        """The errors that stand in the pages of these entries: what rules find, and facts not borne out.

        Only digests that are in the book for such a fact are judged: no other error shows by that.
        """
        view = WikiView.over(self._tree)
        there = sorted({page for entry in entries for page in entry.pages if page in view.files})
        yield from sighting.of_findings(lint(view, paths=there), _summary)
        doubted = {page for entry in entries if entry.rule == unsupported("").rule for page in entry.pages}
        for file in sorted(doubted.intersection(there)):
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
