"""Ask many wikis: the registry says which may answer, they are asked side by side, one answer comes of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Final

from wikic import build_dir
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.errors import InputError, WikicError
from wikic.federation import addresses, members
from wikic.federation.leads import Lead, leads
from wikic.federation.members import Member
from wikic.federation.merge import Told, merged
from wikic.federation.open_wikis import OpenWikis
from wikic.federation.registry import Registry, Routed
from wikic.model.answer import Answer
from wikic.navigate.answer.compose import DEFAULT_EVIDENCE, compose
from wikic.navigate.answer.refusal import confidence
from wikic.navigate.library import Library
from wikic.progress import Progress
from wikic.store.access_log import AccessLog
from wikic.store.protocol import Closing

# Wikis that are asked one question.
FANOUT: Final = 12
# Seconds between two looks at whether wikis changed.
_LOOK: Final = 5.0
# Of one question at least: a wiki that makes its indexes keeps one of them.
_THREADS: Final = 4
_LATE: Final = "the time was over"


@dataclass(frozen=True, slots=True)
class Asked:
    """How one wiki took a question.

    wiki: its name. answered: whether it says something. silent: why it said nothing at all, "" where it did.
    """

    wiki: str
    answered: bool
    silent: str = ""


@dataclass(frozen=True, slots=True)
class FederatedAnswer:
    """An answer of many wikis.

    answer: with addresses that begin with the wiki's name; notes name the wikis that stayed silent.
    asked: the wikis that were asked, the likeliest first. known: how many there are to ask.
    """

    answer: Answer
    asked: tuple[Asked, ...]
    known: int

    @property
    def who(self) -> str:
        """Which wikis were asked, in a line."""
        names = ", ".join(each.wiki for each in self.asked) or "none, for no wiki knows a word of it"
        return f"asked {len(self.asked)} of {self.known} wikis: {names}"


class Federation(Closing):
    """Many wikis as one to ask. Any threads. Close it."""

    def __init__(
        self,
        where: Path,
        *,
        progress: Progress | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """The wikis of a folder or a manifest. Raises InputError.

        seconds: after which no further wiki is taken into the registry; None for any number.
        """
        end = None if seconds is None else clock() + seconds
        self._where = where
        self._stamp = members.stamp(where)
        self._damage = ""
        self.members: Mapping[str, Member] = _by_name(where)
        self.wikis = OpenWikis(clock=clock)
        self.registry = Registry.open(
            members.home(where),
            members.key(where),
            tuple(self.members.values()),
            progress,
            lambda: end is not None and clock() >= end,
        )
        self._clock = clock
        self._looked = clock()
        self._looking = Lock()
        self._running: set[Future[Told | str]] = set()
        self._counting = Lock()

    def close(self) -> None:
        """Let go of every wiki. One that is still asked, because it had no time, ends with the process."""
        self.registry.close()
        with self._counting:
            busy = any(not each.done() for each in self._running)
        if not busy:
            self.wikis.close()

    def open_to(self, reader: str | None) -> tuple[Member, ...]:
        """The wikis that a reader may read now, in order; None is whoever sits at this machine."""
        self._look()
        return tuple(each for each in self.members.values() if each.open_to(reader))

    def library(self, wiki: str) -> AbstractContextManager[Library]:
        """A wiki for reading. Raises NotAWikiError, and InputError for one that is not there any more."""
        member = self.members.get(wiki)
        if member is None:
            raise InputError(f"there is no wiki {wiki} any more")
        return self.wikis.library(member.root)

    def route(self, question: str, most: int = FANOUT, reader: str | None = None) -> tuple[Routed, ...]:
        """The wikis that are to be asked, the likeliest first. Raises FormatError."""
        allowed = {each.name for each in self.open_to(reader)}
        return self.registry.route(question, most, allowed.__contains__)

    def _look(self) -> None:
        """Every few seconds take the list and the wikis as they are now; a damaged list counts as it was."""
        with self._looking:
            if self._clock() - self._looked <= _LOOK:
                return
            self._looked = self._clock()
            stamp = members.stamp(self._where)
            if stamp is None or stamp != self._stamp:
                self._stamp = stamp
                try:
                    self.members, self._damage = _by_name(self._where), ""
                except InputError as error:
                    self._damage = f"the wikis are those of before: {error}"
        self.registry.follow(tuple(self.members.values()))

    def ask(
        self,
        question: str,
        *,
        evidence: int = DEFAULT_EVIDENCE,
        most: int = FANOUT,
        seconds: float | None = None,
        reader: str | None = None,
        only: str = "",
    ) -> FederatedAnswer:
        """Answer from the facts of the ``most`` likeliest wikis, by rules.

        seconds: for all together; a wiki that has not answered by then is silent, and is named. reader: who
        asks. only: the one wiki to ask, which ``reader`` may read.

        Raises FormatError where the registry is damaged meanwhile.
        """
        end = None if seconds is None else self._clock() + seconds
        routed = [only] if only else [each.name for each in self.route(question, most, reader)]
        told, asked = self._round([Lead(each, question) for each in routed], evidence, end)
        allowed = {only} if only else {each.name for each in self.open_to(reader)}
        first = merged(question, told, evidence)
        further = leads(self.registry, question, first.evidence, allowed)
        later, more = self._round(further, evidence, end)
        asked = list(_once([*asked, *more]))
        answer = merged(question, [*told, *later], evidence)
        notes = tuple(self._silent(asked, allowed, whole=reader is None))
        answer = replace(answer, notes=(*answer.notes, *notes), complete=answer.complete and not notes)
        return FederatedAnswer(answer, tuple(asked), len(self.open_to(reader)))

    def _silent(self, asked: Sequence[Asked], allowed: Container[str], *, whole: bool) -> Iterator[str]:
        """A note for each reason why wikis said nothing. whole: whether reasons may name files."""
        reasons = dict.fromkeys(each.silent for each in asked if each.silent)
        for reason in reasons:
            names = ", ".join(each.wiki for each in asked if each.silent == reason)
            yield f"{names} stayed silent: {reason if whole or reason == _LATE else 'it cannot be read'}"
        known = {each.wiki for each in asked}
        for name, note in self.registry.unread.items():
            if name in allowed and name not in known:
                yield note if whole else f"{name} cannot be read"
        if whole and self._damage:
            yield self._damage

    def note(self, found: FederatedAnswer) -> None:
        """Log in each wiki which of its pages an answer cites: `wikic evolve` goes by it."""
        pages: dict[str, dict[str, None]] = {}
        for each in found.answer.evidence:
            wiki, path = addresses.parted(each.page, self.members)
            pages.setdefault(wiki, {})[path] = None
        for wiki, paths in pages.items():
            # An answer is worth more than its note.
            with (
                suppress(WikicError, OSError, KeyError),
                AccessLog(build_dir.at(self.members[wiki].root)) as log,
            ):
                log.note(found.answer.question, paths, by="ask")

    def _round(
        self, given: Sequence[Lead], evidence: int, end: float | None
    ) -> tuple[list[Told], list[Asked]]:
        """Ask wikis side by side: what they said, and how each took it."""
        threads = DaemonThreads[Lead, Told | str](
            lambda lead: self._ask(lead, evidence, end), max(_THREADS, os.cpu_count() or 1)
        )
        running = threads.begin(given)
        with self._counting:
            self._running = {each for each in self._running if not each.done()}.union(running)
        done, _ = wait(running, timeout=None if end is None else max(0.0, end - self._clock()))
        told: list[Told] = []
        asked: list[Asked] = []
        for each, future in zip(given, running, strict=True):
            found = future.result() if future in done else _LATE
            if isinstance(found, str):
                asked.append(Asked(each.wiki, answered=False, silent=found))
            else:
                told.append(found)
                asked.append(Asked(each.wiki, found.answer.answered))
        return told, asked

    def _ask(self, lead: Lead, evidence: int, end: float | None) -> Told | str:
        """What one wiki says, or why it says nothing."""
        name = lead.wiki
        if end is not None and self._clock() >= end:
            return _LATE
        try:
            with self.wikis.explorer(self.members[name].root) as (library, heuristic):
                exploration = heuristic.explore(
                    lead.question, lambda: end is not None and self._clock() >= end
                )
                answer = lead.kept(compose(exploration, library, limit=evidence))
                title, _ = library.overview()
                pages = len(library.catalogue.pages)
        except KeyError:
            return "it is no longer among the wikis"
        except (WikicError, OSError) as error:
            return " ".join(str(error).split())
        return Told(name, title, addresses.answer_of(name, answer), confidence(exploration), pages)


def _by_name(where: Path) -> dict[str, Member]:
    return {each.name: each for each in members.read(where)}


def _once(asked: Iterable[Asked]) -> Iterator[Asked]:
    """Each wiki once: it answered where it did so any time, and was silent where it was so every time."""
    found: dict[str, Asked] = {}
    for each in asked:
        before = found.setdefault(each.wiki, each)
        silent = before.silent if before.silent and each.silent else ""
        found[each.wiki] = Asked(each.wiki, before.answered or each.answered, silent)
    yield from found.values()
