"""Ask many wikis: the registry says which may answer, they are asked side by side, one answer comes of it,
in a model's words where one is named: from the facts that rules found, and no others.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from wikic import build_dir
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.errors import FormatError, InputError, WikicError
from wikic.federation import members
from wikic.federation.members import Member, OpenWikis
from wikic.federation.merge import Lead, Told, find_leads, merge_answers
from wikic.federation.registry import Registry, Routed, by_reason, list_some
from wikic.llm.protocol import Model
from wikic.model.answer import Answer
from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.draft_to_answer import in_words
from wikic.navigate.ask.agent.run_record import Ended, OnText
from wikic.navigate.ask.answer.compose import DEFAULT_EVIDENCE, answer_score, compose_fully
from wikic.navigate.ask.asker import note_read
from wikic.navigate.library import Library
from wikic.navigate.tools.reading_form import PageRead
from wikic.navigate.tools.result import Reading
from wikic.navigate.tools.wiki_read import ReadResult
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
_STALE: Final = "the list of wikis cannot be read; wikis and readers are those of before"


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
        say: Callable[[str], object] = str,
    ) -> None:
        """The wikis of a folder or a manifest. Raises InputError.

        seconds: after which no further wiki is taken into the registry; None for any number.
        say: is told when the list can no longer be read, and when it can be again.
        """
        end = None if seconds is None else clock() + seconds
        self._where = where
        self._stamp = members.manifest_stamp(where)
        self._damage = ""
        self._say = say
        self.members: Mapping[str, Member] = _by_name(where)
        self.wikis = OpenWikis(clock=clock)
        self.registry = Registry.open(
            members.home(where),
            members.registry_key(where),
            tuple(self.members.values()),
            progress,
            lambda: end is not None and clock() >= end,
        )
        self._clock = clock
        self._looked = self._listed = clock()
        self._looking, self._listing = Lock(), Lock()
        self._opening = Lock()
        self._partial: dict[tuple[str, ...], Registry] = {}  # by the names of the wikis
        self._running: set[Future[Told | str]] = set()
        self._counting = Lock()

    def close(self) -> None:
        """Let go of every wiki. One that is still asked, because it had no time, ends with the process."""
        for registry in (self.registry, *self._partial.values()):
            registry.close()
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
        registry = self.registry_of(reader)
        try:
            return registry.route(question, most, allowed.__contains__)
        except FormatError:  # removed or damaged meanwhile: it is made again
            _follow_registry(registry, [each for each in self.members.values() if each.name in allowed])
            return registry.route(question, most, allowed.__contains__)

    def overviews(self, reader: str | None) -> tuple[tuple[Member, str, str], ...]:
        """The wikis that a reader may read, in order, each with its title and what it is about."""
        known = self.registry.overviews()
        return tuple((each, *known.get(each.name, ("", ""))) for each in self.open_to(reader))

    def registry_of(self, reader: str | None) -> Registry:
        """What is known of the wikis that a reader may read, and of no other.

        A word is as rare as those wikis make it: an order that came of all of them would tell of the others.
        """
        open_to = self.open_to(reader)
        if len(open_to) in (0, len(self.members)):
            return self.registry
        names = tuple(each.name for each in open_to)
        with self._opening:
            if names not in self._partial:
                digest = sha256(chr(0).join(names).encode()).hexdigest()[:12]
                key = f"{members.registry_key(self._where)}-{digest}"
                self._partial[names] = Registry.open(members.home(self._where), key, open_to)
            return self._partial[names]

    def health(self) -> tuple[str, ...]:
        """What is not as it should be, a line each, without paths; a list is looked at, no wiki."""
        if members.manifest_stamp(self._where) not in (None, self._stamp) and self._listing.acquire(
            blocking=False
        ):
            try:
                self._take_list()
            finally:
                self._listing.release()
        return (_STALE,) if self._damage else ()

    def _look(self) -> None:
        """Every few seconds take the list and the wikis as they are now; a damaged list counts as it was.

        One thread looks, and the others go on with what there is: a wiki may have to make its indexes.
        """
        self._look_at_list()
        if self._clock() - self._looked <= _LOOK or not self._looking.acquire(blocking=False):
            return
        try:
            for names, registry in list(self._partial.items()):
                if self.members.keys() >= set(names):
                    _follow_registry(registry, [self.members[name] for name in names])
                else:  # of a list that was
                    self._partial.pop(names).close()
            _follow_registry(self.registry, [*self.members.values()])
            self._looked = self._clock()
        finally:
            self._looking.release()

    def _look_at_list(self) -> None:
        """The same of the list alone, which waits for no wiki: who is taken out of it reads no more."""
        if self._clock() - self._listed <= _LOOK or not self._listing.acquire(blocking=False):
            return
        try:
            self._take_list()
            self._listed = self._clock()
        finally:
            self._listing.release()

    def _take_list(self) -> None:
        stamp = members.manifest_stamp(self._where)
        if stamp is None or stamp != self._stamp:
            self._stamp = stamp
            before = self._damage
            try:
                self.members, self._damage = _by_name(self._where), ""
            except InputError as error:
                self._damage = f"the wikis and who may read them are those of before: {error}"
            if before != self._damage:
                self._say(self._damage or f"{self._where} is read again")

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
        registry = self.registry_of(reader)
        routed = [only] if only else [each.name for each in self.route(question, most, reader)]
        told, asked = self._round([Lead(each, question) for each in routed], evidence, end)
        allowed = {only} if only else {each.name for each in self.open_to(reader)}
        first = merge_answers(question, told, evidence)
        further = find_leads(
            registry, question, first.evidence, allowed, {each.wiki: each.sure for each in told}
        )
        later, more = self._round(further, evidence, end)
        answer = merge_answers(question, [*told, *later], evidence)
        cited = {members.parted(each.page, allowed)[0] for each in answer.evidence}
        unasked = [each for each in more if each.silent]
        asked = list(_each_once([*asked, *more], cited))
        notes = tuple(self._silent(registry, asked, unasked, allowed, whole=reader is None))
        answer = replace(answer, notes=(*answer.notes, *notes), complete=answer.complete and not notes)
        return FederatedAnswer(answer, tuple(asked), len(self.open_to(reader)))

    def _silent(
        self,
        registry: Registry,
        asked: Sequence[Asked],
        unasked: Sequence[Asked],
        allowed: Container[str],
        *,
        whole: bool,
    ) -> Iterator[str]:
        """A note for each reason why wikis said nothing.

        unasked: those that facts lead to and that said nothing then. whole: whether reasons may name files.
        """
        reasons = dict.fromkeys(each.silent for each in asked if each.silent)
        for reason in reasons:
            names = ", ".join(each.wiki for each in asked if each.silent == reason)
            yield f"{names} stayed silent: {reason if whole or reason == _LATE else 'it cannot be read'}"
        if left := ", ".join(dict.fromkeys(each.wiki for each in unasked)):
            yield f"facts lead to {left}, which did not answer that"
        known = {each.wiki for each in asked}
        unread = {
            name: why if whole else "cannot be read"
            for name, why in registry.unread.items()
            if name in allowed and name not in known
        }
        yield from (f"{list_some(names)} {why}" for why, names in by_reason(unread))
        if whole and self._damage:
            yield self._damage

    def note(self, found: FederatedAnswer) -> None:
        """Log in each wiki which of its pages an answer cites: `wikic evolve` goes by it."""
        pages: dict[str, dict[str, None]] = {}
        for each in found.answer.evidence:
            wiki, path = members.parted(each.page, self.members)
            pages.setdefault(wiki, {})[path] = None
        for wiki, paths in pages.items():
            self._log(wiki, _note_asked(found.answer.question, paths))

    def note_read(self, wiki: str, found: ReadResult, reading: Reading) -> None:
        """Log in a wiki which of its pages were read without a question."""
        pages = [each.path for each in found.entries if isinstance(each, PageRead)]
        self._log(wiki, lambda log: note_read(log, pages, reading))

    def _log(self, wiki: str, write: Callable[[AccessLog], None]) -> None:
        """Write to the log of a wiki, where that can be done: an answer is worth more than its note."""
        with suppress(WikicError, OSError, KeyError), AccessLog(build_dir.at(self.members[wiki].root)) as log:
            write(log)

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
                made = compose_fully(exploration, library, limit=evidence)
                answer = members.with_addresses(name, lead.kept(made.answer))
                title, _ = library.overview()
                pages = len(library.catalogue.pages)
        except KeyError:
            return "it is no longer among the wikis"
        except (WikicError, OSError) as error:
            return " ".join(str(error).split())
        sure = min(answer_score(exploration), lead.sure)
        return Told(name, title, answer, sure, pages, made.ruled and answer.answered)


def _note_asked(question: str, pages: Iterable[str]) -> Callable[[AccessLog], None]:
    return lambda log: log.note(question, pages, by="ask")


def _follow_registry(registry: Registry, among: Sequence[Member]) -> None:
    """Bring a registry in step; where the disk refuses, what there is serves."""
    with suppress(WikicError, OSError):
        registry.follow(among)


def _by_name(where: Path) -> dict[str, Member]:
    return {each.name: each for each in members.read_members(where)}


def _each_once(asked: Iterable[Asked], cited: Container[str]) -> Iterator[Asked]:
    """Each wiki once: silent where it was so every time; it answered where the answer cites it."""
    found: dict[str, Asked] = {}
    for each in asked:
        before = found.setdefault(each.wiki, each)
        silent = before.silent if each.silent else ""
        found[each.wiki] = Asked(each.wiki, each.wiki in cited, silent)
    yield from found.values()


def worded(
    federation: Federation, found: FederatedAnswer, model: Model, on_text: OnText | None = None
) -> FederatedAnswer:
    """What was found, answered by a model that is given these facts and no tools.

    on_text: gets the answer's words as they come.

    What it says is held to the facts as every answer of a model is. Where it fails, or nothing was found, the
    answer stays as it was; a model that fails is a note. Raises what opening one of the wikis does, and as
    ``Agent.run`` does.
    """
    plain = found.answer
    if not plain.evidence:
        return found
    with federation.library(found.asked[0].wiki) as library:  # whichever: without tools nothing is read there
        agent = Agent(library, model)
        ended = agent.run(plain.question, manner="answer", given=plain.evidence, on_text=on_text)
    return replace(found, answer=_worded_answer(plain, ended))


def _worded_answer(plain: Answer, ended: Ended) -> Answer:
    draft, handles = ended.run.draft, ended.handles
    if draft is None:
        return replace(plain, notes=(*plain.notes, *ended.run.notes))
    given = {(each.page, each.fact or each.text): each for each in plain.evidence}
    shown = [handles[handle] for handle in draft.cited]
    evidence = [given[each.page, each.fact or each.text] for each in shown]
    answer, notes = in_words(plain.question, draft, handles, evidence, plain.nearest)
    known = {each.digest: each for each in plain.sources}
    first = dict.fromkeys(cite.digest for each in evidence for cite in each.citations[:1])
    return replace(
        answer,
        sources=tuple(known[each] for each in first if each in known),
        complete=plain.complete,
        by="model",
        notes=(*plain.notes, *ended.run.notes, *notes),
    )
