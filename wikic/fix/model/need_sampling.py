"""Draws a sample of what no round of repair has looked at, and returns the needs found in it.

What was asked is kept in ``.wikic/repairs.json``, so that the next run goes on where this one stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.curator import contradictions
from wikic.curator.protocol import Curator
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.fix.model import curator_needs
from wikic.fix.model.need import Need, groups_of
from wikic.wiki.disk import replace_cache
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace

# Pages of one round in which code looks for facts that may exclude each other: 3 s of a run at its end.
LOOKED_AT: Final = 2_000

_Look = tuple[str, object]  # a question ("verify", "compare") and the digest or page it was asked about


@dataclass(frozen=True, slots=True)
class RepairLimits:
    """How much one round asks; each is about one call.

    needs: pages to repair.
    verified: digests whose statements are held against their blocks.
    compared: pages that are compared with the pages they are related to.
    consolidated: pages that repeat themselves.
    """

    needs: int = 8
    verified: int = 4
    compared: int = 4
    consolidated: int = 2


@dataclass(frozen=True, slots=True)
class NotLookedAt:
    """How much no round has looked at yet, as it is now.

    digests: whose statements were not held against their blocks.
    pages: that were not compared with their relations.
    """

    digests: int
    pages: int


class NeedSampler:
    """Chooses what to look at and what to ask about, and remembers both."""

    def __init__(self, curator: Curator, memory: AskedQuestions) -> None:
        self._curator = curator
        self._memory = memory

    def needs(
        self, space: Workspace, keys: Sequence[str], limits: RepairLimits, failed: list[str]
    ) -> list[Need]:
        """The needs to ask about: first wrong statements, then gaps; at most ``limits.needs``.

        failed: takes a line for each look that got no usable answer.
        """
        chosen: list[Need] = []
        for need, look in self._seen(space, keys, limits, failed):
            if not self._memory.is_new("repair", need.page, need.findings):
                continue
            if len(chosen) == limits.needs:
                self._memory.put_off(*look)
            else:
                self._memory.remember("repair", need.page, need.findings)
                chosen.append(need)
        lacks = (*curator_needs.missing_pages(space, keys), *curator_needs.incomplete_digests(space, keys))
        return chosen + self.fresh(lacks, limits.needs - len(chosen))

    def fresh(self, needs: Iterable[Need], most: int | None = None) -> list[Need]:
        """The first ``most`` of the needs that nobody was asked about yet; None for all."""
        new = (need for need in needs if self._memory.is_new("repair", need.page, need.findings))
        chosen = list(islice(new, most))
        for need in chosen:
            self._memory.remember("repair", need.page, need.findings)
        return chosen

    def repetitive(self, space: Workspace, keys: Sequence[str], most: int) -> list[GroupId]:
        """Pages that repeat themselves and that nobody was asked about."""
        groups = curator_needs.find_repetitive(space, keys)
        fresh = (
            group for group in groups if self._memory.is_new("consolidate", space.fold.groups.page(group))
        )
        chosen = list(islice(fresh, most))
        for group in chosen:
            self._memory.remember("consolidate", space.fold.groups.page(group))
        return chosen

    def left(self, space: Workspace, keys: Sequence[str]) -> NotLookedAt:
        """How many of the digests, and of their pages, no round has looked at yet."""
        new = self._memory.is_new
        return NotLookedAt(
            sum(new("verify", space.digest(key)) for key in keys),
            sum(new("compare", space.fold.groups.page(group)) for group in _paged_groups(space, keys)),
        )

    def _seen(
        self, space: Workspace, keys: Sequence[str], limits: RepairLimits, failed: list[str]
    ) -> Iterator[tuple[Need, _Look]]:
        """Needs that the curator finds, each with the look that showed it; a pair of facts once."""
        sample = [space.digest(key) for key in self._sample("verify", keys, space.digest, limits.verified)]
        judged: list[_Look] = [("verify", digest) for digest in sample]
        doubts = self._told(curator_needs.find_unsupported(space, sample, self._curator), judged, failed)
        yield from ((need, ("verify", space.digest(need.keys[0]))) for need in doubts)
        pairs: set[frozenset[str]] = set()
        for group in self._uncompared(space, keys, limits.compared):
            look: _Look = ("compare", space.fold.groups.page(group))
            found = curator_needs.find_contradictory(space, [group], self._curator.contradictions)
            for need in self._told(found, [look], failed):
                if frozenset(need.statements) not in pairs:
                    pairs.add(frozenset(need.statements))
                    yield need, look

    def _told(self, found: Iterable[Need], looks: Iterable[_Look], failed: list[str]) -> list[Need]:
        """The needs in ``found`` before the first unusable reply; the next run repeats ``looks``."""
        needs: list[Need] = []
        try:
            needs.extend(found)
        except (ReplyError, ModelUnavailableError) as error:
            failed.append(str(error))
            for look in looks:
                self._memory.failed(*look)
        return needs

    def _uncompared(self, space: Workspace, keys: Sequence[str], size: int) -> list[GroupId]:
        """At most ``size`` pages not compared yet: first those that code suspects, then a sample."""
        fold = space.fold
        paged = _paged_groups(space, keys)
        looked_at = curator_needs.by_hash(paged)[:LOOKED_AT]
        suspected = [group for group in looked_at if contradictions.find((fold.groups.page(group),))]
        chosen = self._sample("compare", suspected, fold.groups.page, size)
        return chosen + self._sample("compare", paged, fold.groups.page, size - len(chosen))

    def _sample(self, what: str, names: Sequence[str], look: Callable[[str], object], size: int) -> list[str]:
        chosen: list[str] = []
        for name in curator_needs.by_hash(names):
            if len(chosen) == size:
                break
            about = look(name)
            if self._memory.is_new(what, about):
                self._memory.remember(what, about)
                chosen.append(name)
        return chosen


def _paged_groups(space: Workspace, keys: Sequence[str]) -> list[GroupId]:
    """Groups that these digests speak of and that have a page."""
    return [group for group in groups_of(space, keys) if space.fold.groups.stem_of(group) is not None]


MOST: Final = 200_000  # questions; beyond it remembering begins anew
_DECODER: Final = msgspec.json.Decoder(frozenset[str])


class AskedQuestions:
    """Questions by what they are about: a page or digest that has changed since is a new one.

    A question that got no usable answer is not asked twice in one run, and again in the next.
    """

    def __init__(self, curator: str, build: Path | None = None) -> None:
        """``curator``: its name; another model is asked everything anew. ``build``: where to keep it, None
        for as long as the process lasts.
        """
        self._curator = curator
        self._file = build / layout.REPAIRS_FILE if build is not None else None
        kept = build_dir.kept(self._file, _DECODER.decode) if self._file is not None else None
        self._answered = set(kept or ()) if len(kept or ()) < MOST else set()
        self._asked = set(self._answered)

    def is_new(self, what: str, *about: object) -> bool:
        """Whether nobody asked ``what`` about it as it is."""
        return self._name(what, about) not in self._asked

    def remember(self, what: str, *about: object) -> None:
        """Note that the question is being asked."""
        name = self._name(what, about)
        self._asked.add(name)
        self._answered.add(name)

    def failed(self, what: str, *about: object) -> None:
        """Note that the question got no answer: the next run asks again."""
        self._answered.discard(self._name(what, about))

    def put_off(self, what: str, *about: object) -> None:
        """Forget the question, because this round has no room for its answer: the next asks again."""
        name = self._name(what, about)
        self._answered.discard(name)
        self._asked.discard(name)

    def save(self) -> None:
        """Write the answered questions to the file, once the answers have landed. Raises DiskError."""
        if self._file is not None:
            replace_cache(self._file, msgspec.json.encode(sorted(self._answered)) + b"\n")

    def _name(self, what: str, about: tuple[object, ...]) -> str:
        return layout.short_hash(self._curator, what, repr(about))
