"""Work that a compile does between batches, given by floors above: repair by a model, evolve.

A step gets the wiki under the writer's lock with everything landed, and the keys of the sources that were
taken in since it last ran.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from wikic import layout
from wikic.compiler.article_digest import Digested, Failed
from wikic.errorbook.entry import Sighting
from wikic.errors import NotPlainError
from wikic.model.article import Article
from wikic.model.attachment import Attachment
from wikic.model.change import ChangeSet
from wikic.plain_file import read_plain
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.documents.attachments import LARGEST
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What a step did.

    space: the wiki to go on with.
    lines: for the report, one each.
    sightings: errors it met, for the Error Book.
    """

    space: Workspace
    lines: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()


# Judges and applies a proposal, and gives the wiki to go on with.
Land = Callable[[Workspace, ChangeSet], Workspace]
Run = Callable[[Workspace, Sequence[str], Land], StepOutcome]


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of work.

    name: for progress, a present participle: "Repairing".
    run: does it, over the keys it is given; what it changes goes through the ``Land`` it is given.
    every: sources after which it runs; 0 for only once, behind the last batch, when anything was taken in.
    """

    name: str
    run: Run
    every: int = 0


@dataclass(slots=True)
class Schedule:
    """Which steps are due, while a compile goes on."""

    steps: Sequence[Step]
    _waiting: list[list[str]] = field(init=False)
    _all: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._waiting = [[] for _ in self.steps]

    def taken(self, keys: Sequence[str]) -> None:
        """Note the keys of sources that were taken in."""
        self._all += keys
        for waiting in self._waiting:
            waiting += keys

    def due(self) -> list[tuple[Step, list[str]]]:
        """The steps to run after this batch, each with the keys since it last ran."""
        found = []
        for at, step in enumerate(self.steps):
            if 0 < step.every <= len(self._waiting[at]):
                found.append((step, self._waiting[at]))
                self._waiting[at] = []
        return found

    def last(self) -> list[tuple[Step, list[str]]]:
        """The steps to run behind the last batch, with every key of the run; none when it took nothing in."""
        return [(step, list(self._all)) for step in self.steps if not step.every and self._all]


NO_STEPS: Final[tuple[Step, ...]] = ()


MOST_HELD: Final = 256 << 20  # bytes of files in one batch: they stand in memory until it lands
_NAMED: Final = 3  # of what could not be attached


def with_contents(digested: Digested, attachments: Sequence[Attachment]) -> Digested | Failed:
    """A result with the bytes of its attachments; Failed where one changed since its document was read."""
    contents: list[tuple[str, bytes]] = []
    for each in attachments:
        data = _content(each)
        if data is None or layout.content_hash(data) != each.sha256:
            key = digested.source.digest.key
            return Failed(key, f"{each.source} was changed while it was taken in; run the command again")
        contents.append((each.name, data))
    return replace(digested, source=replace(digested.source, attached=tuple(contents)))


def _content(each: Attachment) -> bytes | None:
    """The attachment's bytes, None where its file cannot be read."""
    if each.file is None:
        return each.data
    try:
        return read_plain(each.file, LARGEST)
    except (OSError, NotPlainError):
        return None


def not_attached(article: Article) -> Iterator[Notice]:
    """A notice that names the pictures and files of a document that could not be attached."""
    if article.missing:
        more = len(article.missing) - _NAMED
        tail = f"; and {more} more" if more > 0 else ""
        yield Notice("", f"{article.key}: {'; '.join(article.missing[:_NAMED])}{tail}")
