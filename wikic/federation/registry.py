"""Which of many wikis may answer a question: a search index in which every page is a wiki.

A wiki is the text of its pages' words, each once a page they stand on by the logarithm of that number, and
the names of its pages are its aliases. So what ranks pages ranks wikis: BM25 with document frequencies in
place of term frequencies, which is CORI's measure (Callan, Lu and Croft 1995), and names that the question
holds, mistyped ones as well. It lies in ``.wikic/`` beside the wikis and follows their indexes.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.errors import DiskError, FormatError, LockedError, NotPlainError, WikicError
from wikic.federation.members import Member
from wikic.navigate.ask.heuristic.question import Question, read_question
from wikic.navigate.ask.heuristic.term_statistics import TermStatistics
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent
from wikic.remembered import remembered
from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex
from wikic.search.name_keys import is_unspaced
from wikic.store.protocol import Closing

_NOTES: Final = "wikis.json"
_LOCK: Final = "wikis.lock"  # over index and notes, which go together
_WORD: Final = re.compile(r"\w+")
# A name that only few wikis know says more than any word.
_NAMED: Final = 2.0
_AT_ONCE: Final = 32  # wikis taken in together: their words are in memory until they are saved
_NAMES_SHOWN: Final = 5  # of wikis, in a line


@dataclass(frozen=True, slots=True)
class Routed:
    """A wiki that may answer. score: comparable within one question."""

    name: str
    score: float


@dataclass(frozen=True, slots=True)
class Known:
    """A name that wikis have a page on. wikis: their names. weight: how rare it is, in (0, 1]."""

    name: str
    wikis: tuple[str, ...]
    weight: float


class _Note(msgspec.Struct, frozen=True):
    """A wiki that was taken in.

    stamp: where it lay, and the state it was in. title, about: of it. language: of most of it, a BCP 47 tag.
    """

    name: str
    stamp: str
    title: str = ""
    about: str = ""
    language: str = ""


class Registry(Closing):
    """What is known of the wikis of a federation. Any threads may ask it. Close it.

    unread: why a wiki could not be taken in, by its name: what follows it in a sentence.
    """

    def __init__(self, folder: Path, *, temporary: bool = False) -> None:
        """Use ``open``."""
        self._folder = folder
        self._temporary = temporary
        self._index = SearchIndex.open(folder)
        self.unread: Mapping[str, str] = {}
        self._noted: Mapping[str, _Note] = {}  # as the last look found it

    @classmethod
    def open(
        cls,
        home: Path,
        key: str,
        members: Sequence[Member],
        progress: Progress | None = None,
        is_late: Callable[[], bool] = lambda: False,
    ) -> Registry:
        """The registry in ``home``, in step with its wikis; made elsewhere where nobody may write.

        key: its name there: of each list of wikis there is another. is_late: whether the time is over, so
            that what is left waits for the next question.
        """
        folder = build_dir.at(home) / layout.FEDERATION_DIR / key
        try:
            registry = cls(folder)
            registry.follow(members, progress, is_late)
        except (OSError, DiskError, LockedError):
            registry = cls(Path(mkdtemp(prefix="wikic-federation-")), temporary=True)
            try:
                registry.follow(members, progress, is_late)
            except BaseException:
                registry.close()
                raise
        return registry

    def close(self) -> None:
        """Remove what was made for this process alone."""
        if self._temporary:
            shutil.rmtree(self._folder, ignore_errors=True)

    def follow(
        self,
        members: Sequence[Member],
        progress: Progress | None = None,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take in the wikis whose indexes are others than before: at least one of them.

        is_late: whether the time is over; the others stay as they were, or are not known yet.

        Where another process is at it, what there is stays until the next time. Raises DiskError,
        ``OSError``, and LockedError where there is nothing yet.
        """
        if not self._folder.exists():  # not made yet, or somebody removed it
            _make_folder(self._folder)
        if any(self._changed(members)[1:]):
            from filelock import FileLock, Timeout

            lock = FileLock(self._folder / _LOCK, timeout=0)
            try:
                with lock:
                    self._take_in(members, progress or Silent(), is_late)
            except Timeout:
                if self._index.needs_rebuild is not None:
                    raise LockedError(f"{self._folder}: another wikic is writing there") from None

    def complaints(self) -> list[str]:
        """What could not be taken in, and why: a line for each reason."""
        return [f"{list_some(names)} {why}" for why, names in by_reason(self.unread)]

    def _changed(self, members: Sequence[Member]) -> tuple[dict[str, _Note], list[Member], set[str]]:
        """What is known, the wikis to take in, and the names of those that are no longer there."""
        held = {} if self._index.needs_rebuild else self._known()
        self._noted = held.copy()
        stale = [
            each for each in members if each.name not in held or held[each.name].stamp != _member_stamp(each)
        ]
        return held, stale, held.keys() - {each.name for each in members}

    def _take_in(
        self, members: Sequence[Member], shown: Progress, is_late: Callable[[], bool], *, again: bool = False
    ) -> None:
        """Bring index and notes in step, so many wikis at a time."""
        held, stale, gone = self._changed(members)
        shown.phase("index", len(stale))
        unread: dict[str, str] = {}
        self.unread = unread
        for at in range(0, max(len(stale), 1), _AT_ONCE):  # once where wikis have only gone
            records: list[SearchRecord] = []
            noted: dict[str, _Note] = {}
            for number, each in enumerate(stale[at : at + _AT_ONCE], start=at):
                if number and is_late():
                    if each.name not in held:
                        unread[each.name] = "is not known yet: the time was over"
                    continue
                try:
                    record, noted[each.name] = _member_record(each)
                except (WikicError, OSError) as error:
                    unread[each.name] = f"cannot be read: {error}"
                    gone |= {each.name} & held.keys()
                else:
                    records.append(record)
                shown.advance()
            try:
                self._put(records, gone, held, noted)
            except LockedError:
                left = (each.name for each in stale[at:] if each.name not in held)
                unread.update(dict.fromkeys(left, "is not known yet: another wikic is writing"))
                return
            except FormatError as error:  # a file was changed by somebody else: there is no index any more
                if again:
                    raise DiskError(f"{self._folder} does not stay as it is written: {error}") from error
                self._take_in(members, shown, is_late, again=True)
                return
            gone = set()

    def _put(
        self, records: list[SearchRecord], gone: set[str], held: dict[str, _Note], noted: dict[str, _Note]
    ) -> None:
        """Take wikis in, and ``gone`` out; ``held``, the notes of all others, is changed.

        Raises FormatError where the index of those is gone, LockedError and DiskError.
        """
        if self._index.needs_rebuild is None and not (records or gone):
            return  # of wikis that cannot be read nothing is there
        for name in {*gone, *noted}:
            held.pop(name, None)
        # Whoever is killed in between leaves notes of less than the index holds: it is taken in again.
        self._note(held)
        if (fault := self._index.needs_rebuild) is not None:
            if held:  # it was there a moment ago, with all of these
                raise FormatError(f"{self._folder}: the search index is {fault}")
            self._index.rebuild(records)
        else:
            self._index.update(records, gone)
        held |= noted
        self._note(held)

    def _note(self, kept: Mapping[str, _Note]) -> None:
        build_dir.replace(self._folder / _NOTES, msgspec.json.encode(kept))
        self._noted = dict(kept)

    def _known(self) -> dict[str, _Note]:
        """The wikis that were taken in, by name."""
        decode = msgspec.json.Decoder(dict[str, _Note]).decode
        return build_dir.kept(self._folder / _NOTES, decode) or {}

    def route(self, text: str, most: int, among: Callable[[str], bool]) -> tuple[Routed, ...]:
        """At most ``most`` wikis that may answer ``text``, the likeliest first, of those ``among`` takes.

        Raises FormatError when the index needs to be rebuilt.
        """
        statistics = TermStatistics(self._index)
        question = read_question(text, NameIndex(self._index), statistics)
        return _best_routes(question, statistics, most, among)

    def overviews(self) -> dict[str, tuple[str, str]]:
        """Title of each wiki and what it is about, by name."""
        return {each.name: (each.title, each.about) for each in self._noted.values()}

    def language(self) -> str:
        """That of most wikis, a BCP 47 tag."""
        counts = Counter(each.language for each in self._noted.values() if each.language)
        return counts.most_common(1)[0][0] if counts else "en"

    def named(self, text: str) -> tuple[Known, ...]:
        """The names in ``text`` that wikis know, as they are written there, the rarest first."""
        found = NameIndex(self._index).find(text, typos=False)
        known = (Known(text[each.start : each.end], each.paths, each.weight) for each in found)
        return tuple(sorted(known, key=lambda each: (-each.weight, each.name)))


def by_reason(unread: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """The names that have a reason in common, by the reason."""
    found: dict[str, list[str]] = {}
    for name, why in unread.items():
        found.setdefault(why, []).append(name)
    return [*found.items()]


def list_some(names: Sequence[str]) -> str:
    """Names in a sentence; of many the first."""
    more = len(names) - _NAMES_SHOWN
    shown = ", ".join(names[:_NAMES_SHOWN])
    return f"{shown} and {more:,} more" if more > 0 else shown


def _make_folder(folder: Path) -> None:
    """Make the folder of a registry in a ``.wikic/`` of our own that git does not see. Raises ``OSError``."""
    build = folder.parent.parent
    if not build.exists():
        build_dir.make(build)
        build_dir.replace(build / layout.GIT_IGNORE_FILE, b"*\n")
    folder.parent.mkdir(exist_ok=True)
    folder.mkdir(exist_ok=True)


def _best_routes(
    question: Question, statistics: TermStatistics, most: int, among: Callable[[str], bool]
) -> tuple[Routed, ...]:
    scored = statistics.holding(question.heavy, statistics.pages)
    top = max(scored.values(), default=0.0)
    scores = {name: score / top for name, score in scored.items()}
    for named in question.names:
        for name in named.match.paths:
            scores[name] = scores.get(name, 0.0) + _NAMED * named.weight
    ranked = sorted(filter(among, scores), key=lambda name: (-scores[name], name))
    return tuple(Routed(name, round(scores[name], 4)) for name in ranked[:most])


def _member_stamp(member: Member) -> str:
    """What changes with the indexes of a wiki, and with the directories at its top; two stats."""
    looks = []
    try:
        build = build_dir.at(member.root)
    except NotPlainError as error:  # reading it says so again
        return str(error)
    for file in (
        build / layout.CATALOGUE_FILE,
        member.root / layout.WIKI_DIR / layout.page_file(layout.ROOT_INDEX),
    ):
        try:
            found = file.lstat()
        except OSError:
            looks.append("-")
        else:
            looks.append(f"{found.st_mtime_ns}.{found.st_size}")
    return " ".join((os.fsencode(os.path.realpath(member.root)).hex(), *looks))


def _member_record(member: Member) -> tuple[SearchRecord, _Note]:
    """A wiki as a page of the registry, and what is noted of it.

    Raises NotAWikiError, FormatError, OSError.
    """
    with Library.current(member.root) as library:
        stamp = _member_stamp(
            member
        )  # opening may have made its indexes; who compiles from now on changes it again
        title, overview = library.overview()
        note = _Note(member.name, stamp, title or member.name, overview, library.language)
        names: dict[str, None] = {}
        counts: Counter[str] = Counter()
        for each in library.search.records():
            names.update(dict.fromkeys((each.title, *each.aliases)))
            texts = (each.title, *each.aliases, *each.tags, each.body, each.unshown)
            counts.update(set(_list_words("\n".join(texts))))
    body = " ".join(" ".join((word,) * count.bit_length()) for word, count in sorted(counts.items()))
    return SearchRecord(member.name, note.title, tuple(names), (), overview, body), note


def _list_words(text: str) -> Iterable[str]:
    for word in _WORD.findall(text):
        yield from _word_parts(word)


@remembered(1 << 16)
def _word_parts(word: str) -> tuple[str, ...]:
    """A word; of a script without spaces the pairs of its characters, which is what questions look for."""
    if not any(map(is_unspaced, word)):
        return (word.casefold(),)
    return tuple(a + b for a, b in pairwise(word)) if len(word) > 1 else (word,)
