"""Ask many wikis: the registry says which may answer, they are asked side by side, one answer comes of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wikic import build_dir
from wikic.errors import WikicError
from wikic.federation import addresses, members
from wikic.federation.leads import Lead, leads
from wikic.federation.members import Member
from wikic.federation.merge import Told, merged
from wikic.federation.open_wikis import OpenWikis
from wikic.federation.registry import Registry, Routed
from wikic.model.answer import Answer
from wikic.navigate.answer.compose import DEFAULT_EVIDENCE, compose
from wikic.navigate.answer.refusal import confidence
from wikic.progress import Progress
from wikic.store.access_log import AccessLog
from wikic.store.protocol import Closing

# Wikis that are asked one question.
FANOUT: Final = 12
# Seconds between two looks at whether wikis changed.
_LOOK: Final = 5.0


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
        found: Sequence[Member],
        home: Path,
        *,
        progress: Progress | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.members = {each.name: each for each in found}
        self.wikis = OpenWikis(found, clock=clock)
        self.registry = Registry.open(home, found, progress)
        self._clock = clock
        self._looked = clock()
        self._pool = ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 1), thread_name_prefix="ask")

    @classmethod
    def open(cls, where: Path, progress: Progress | None = None) -> Federation:
        """The wikis of a folder or a manifest. Raises InputError."""
        return cls(members.read(where), members.home(where), progress=progress)

    def close(self) -> None:
        """Let go of every wiki; what is under way ends first."""
        self._pool.shutdown(cancel_futures=True)
        self.wikis.close()
        self.registry.close()

    def open_to(self, reader: str | None) -> tuple[Member, ...]:
        """The wikis that a reader may read, in order; None is whoever sits at this machine."""
        return tuple(each for each in self.members.values() if each.open_to(reader))

    def route(self, question: str, most: int = FANOUT, reader: str | None = None) -> tuple[Routed, ...]:
        """The wikis that are to be asked, the likeliest first. Raises FormatError."""
        if self._clock() - self._looked > _LOOK:
            self._looked = self._clock()
            self.registry.follow(tuple(self.members.values()))
        allowed = {each.name for each in self.open_to(reader)}
        return self.registry.route(question, most, allowed.__contains__)

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
        known = {each.wiki for each in asked}
        asked += [each for each in dict.fromkeys(more) if each.wiki not in known]
        answer = merged(question, [*told, *later], evidence)
        reasons = dict.fromkeys(each.silent for each in asked if each.silent)
        silent = [
            f"{', '.join(each.wiki for each in asked if each.silent == reason)} stayed silent: {reason}"
            for reason in reasons
        ]
        unread = [note for name, note in self.registry.unread.items() if self.members[name].open_to(reader)]
        answer = replace(answer, notes=(*answer.notes, *silent, *unread))
        return FederatedAnswer(answer, tuple(asked), len(self.open_to(reader)))

    def note(self, found: FederatedAnswer) -> None:
        """Log in each wiki which of its pages an answer cites: `wikic evolve` goes by it."""
        pages: dict[str, dict[str, None]] = {}
        for each in found.answer.evidence:
            wiki, path = addresses.parted(each.page, self.members)
            pages.setdefault(wiki, {})[path] = None
        for wiki, paths in pages.items():
            with AccessLog(build_dir.at(self.members[wiki].root)) as log:
                log.note(found.answer.question, paths, by="ask")

    def _round(
        self, given: Sequence[Lead], evidence: int, end: float | None
    ) -> tuple[list[Told], list[Asked]]:
        """Ask wikis side by side: what they said, and how each took it."""
        running = [self._pool.submit(self._ask, each, evidence, end) for each in given]
        done, _ = wait(running, timeout=None if end is None else max(0.0, end - self._clock()))
        told: list[Told] = []
        asked: list[Asked] = []
        for each, future in zip(given, running, strict=True):
            found = future.result() if future in done else "the time was over"
            future.cancel()
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
            return "the time was over"
        try:
            with self.wikis.explorer(name) as (library, heuristic):
                exploration = heuristic.explore(
                    lead.question, lambda: end is not None and self._clock() >= end
                )
                answer = lead.kept(compose(exploration, library, limit=evidence))
                title, _ = library.overview()
                pages = len(library.catalogue.pages)
        except (WikicError, OSError) as error:
            return " ".join(str(error).split())
        return Told(name, title, addresses.answer_of(name, answer), confidence(exploration), pages)
