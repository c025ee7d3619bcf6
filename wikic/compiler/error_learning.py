"""What a compile with a model learns: it writes errors into the Error Book and sends its constraints along.

Rules take no lesson, so an offline compile keeps no book (LLM-Wiki, Algorithm 1).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Final

from wikic import layout
from wikic.compiler.article_digest import Digested, Failed
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.curator.model.prompts import language_of
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Curator, Lesson
from wikic.errorbook import entry
from wikic.errorbook.book_session import BookSession, causes
from wikic.errorbook.entry import Entry, Sighting
from wikic.errors import FormatError, ModelUnavailableError, ReplyError
from wikic.lint import registry
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.llm.prompt_files import LANGUAGES
from wikic.model.article import Article
from wikic.model.change import Write
from wikic.model.extraction import Slip
from wikic.model.finding import Category, Finding
from wikic.time_limit import result_of
from wikic.wiki import digest_file
from wikic.wiki.tree import Tree

_BEGINNING: Final = 120  # characters by which a case names a statement; its end may be cut off
THREADS: Final = 2  # beside those that extract; a batch brings at most 8 lessons
_Case = tuple[str, tuple[Slip, ...]]
_Round = list[tuple[str, Future[Lesson | None]]]


class LessonRounds:
    """The lessons that are being worded, one round for each batch."""

    def __init__(self, curator: Curator) -> None:
        self._curator = curator
        self._rounds: deque[_Round] = deque()

    def begin(self, causes: Mapping[str, tuple[Slip, ...]]) -> None:
        """Ask for the lessons of one batch, without those that an earlier round asks for.

        causes: by entry id, the cases to draw a lesson from.
        """
        asked = {name for each in self._rounds for name, _ in each}
        jobs = [(name, slips) for name, slips in causes.items() if name not in asked]
        results = DaemonThreads[_Case, Lesson | None](self._lesson, THREADS).begin(jobs)
        self._rounds.append([(name, result) for (name, _), result in zip(jobs, results, strict=True)])

    def arrived(self, under_way: int = 0) -> dict[str, Lesson]:
        """The lessons of all rounds but the last ``under_way``, by entry id, waited for.

        How many rounds are left to run is counted, not timed: what a batch is told does not depend on how
        fast a server answers. Raises QuotaError, CredentialsError and BudgetError as ``attribute`` does.
        """
        found: dict[str, Lesson] = {}
        while len(self._rounds) > under_way:
            for name, result in self._rounds.popleft():
                lesson = result_of(result)
                if lesson is not None:
                    found[name] = lesson
        return found

    def _lesson(self, case: _Case) -> Lesson | None:
        """The lesson of one cause; None without a usable reply: it is asked when the error comes again."""
        try:
            return self._curator.attribute(case[1])
        except (ReplyError, ModelUnavailableError):
            return None


class ErrorLearning:
    """The Error Book while a compile goes on; one batch at a time."""

    def __init__(self, tree: Tree, curator: Curator, today: str) -> None:
        """Raises ConfigError for a book that cannot be read."""
        self._tree = tree
        self._curator = curator
        self._book = BookSession.open(tree, today)
        self._lessons = LessonRounds(curator)
        self._seen: list[Sighting] = []
        self._sources = 0

    def constraints(self) -> Callable[[Article], tuple[str, ...]]:
        """What the extraction of each article of the next batch is told, by the article's language.

        Waits for the lessons of the batch before the last; those of the last batch are still being worded.
        Reviews the entries of the book whose review is due.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        self._book.teach(self._lessons.arrived(under_way=1))
        self._book.review(self._check)
        told = {language: self._book.constraints(language) for language in LANGUAGES}
        return lambda article: told[language_of(article.language, article.text)]

    def hear(self, result: Digested | Failed, article: Article) -> None:
        """Note the slips of one article's extraction, without those that only follow from another slip."""
        self._sources += 1
        file = layout.page_file(layout.digest_path(article.key))
        language = language_of(article.language, article.text)
        self.see(entry.of_slips(causes(result.slips), file, language))

    def see(self, sightings: Iterable[Sighting]) -> None:
        """Note errors that were met outside of extraction: by a repair, say."""
        self._seen += sightings

    def writes(self, findings: Sequence[Finding]) -> tuple[Write, ...]:
        """The book as it is after the batch; belongs into the batch's own ChangeSet. No model is waited for.

        findings: what the rules report on what the batch writes.
        """
        seen = self._taken(findings)
        sources, self._sources = self._sources, 0
        self._book.record(seen, sources=sources)
        self._lessons.begin(self._book.untaught(seen))
        return self._book.change()

    def finish(self) -> None:
        """At the end of a run: wait for all lessons, and look at erroneous pages again.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        seen = self._taken(())
        self._book.note(seen)
        self._lessons.begin(self._book.untaught(seen))
        self._book.teach(self._lessons.arrived())
        self._book.review(self._check, at_once=True)

    def afterthoughts(self, findings: Sequence[Finding]) -> tuple[Write, ...]:
        """The write that brings the book up to date at the end of a run; no batch is counted."""
        self._book.note(self._taken(findings))
        return self._book.change()

    def landed(self) -> None:
        """The batch has landed. Raises ConfigError and DiskError."""
        self._book.landed()

    def _taken(self, findings: Sequence[Finding]) -> tuple[Sighting, ...]:
        """The errors noted since the last call, and ``findings``; the notes are empty afterwards."""
        seen = (*self._seen, *entry.of_findings(findings, _summary))
        self._seen.clear()
        return seen

    def _check(self, entries: Sequence[Entry]) -> Iterator[Sighting]:
        """Errors in the pages of ``entries`` as they are now: the rules' findings, unsupported statements.

        The curator judges only statements that an entry of unsupported ones names.
        """
        view = WikiView.over(self._tree)
        there = sorted({page for entry in entries for page in entry.pages if page in view.files})
        yield from entry.of_findings(lint(view, paths=there), _summary)
        entries = [each for each in entries if each.rule == unsupported("").rule]
        cases = "\n".join(case for each in entries for case in each.examples)
        for file in sorted({page for each in entries for page in each.pages}.intersection(there)):
            if layout.node_kind(layout.page_path(file)) == "digest":
                yield from entry.of_slips(self._unsupported(file, cases), file)

    def _unsupported(self, file: str, cases: str) -> Iterator[Slip]:
        """Those statements of a digest that ``cases`` name and that still are not borne out."""
        data = self._tree.read(file)
        if data is None:
            return
        try:
            digest = digest_file.parse(data, file)
        except FormatError:
            return  # a finding of its own
        named = [each for each in digest.statements if each.id in cases or each.text[:_BEGINNING] in cases]
        if not named:
            return
        said = Claimed.some(digest, [each for each in named if not each.retired])
        for verdict in self._curator.verify(said.title, said.statements, said.blocks, said.entities):
            if not verdict.supported:
                yield unsupported(verdict.statement)


def unsupported(example: str) -> Slip:
    """The slip of a statement that its blocks do not bear out."""
    what = "a statement that its blocks do not bear out"
    return Slip(Category.UNSUPPORTED_FACT, "unsupported-statement", what, example)


def _summary(code: str) -> str:
    return registry.rule(code).summary
