"""The second layer of repair: what is wrong with meaning is asked of a model, and lands as digests.

LLM-Wiki, section 3.3. Everything found is one proposal through the same fold and the same rules as a batch;
where that would leave findings worse, each repair is tried alone, and those that do harm are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from wikic import layout
from wikic.curator import contradictions
from wikic.curator.protocol import Amendment, Curator
from wikic.errorbook.sighting import Sighting, of_slips
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.fix.model import doubted, lacking, repetitive
from wikic.fix.model.amend import amend
from wikic.fix.model.asking import Answer, ask, material
from wikic.fix.model.need import Need, groups_of
from wikic.fix.model.worse import worse
from wikic.model.change import ChangeSet
from wikic.model.digest import Digest
from wikic.wiki import digest_file
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Source, Workspace

# Pages of one round in which code looks for facts that may exclude each other: 3 s of a run at its end.
LOOKED_AT: Final = 2_000

Land = Callable[[Workspace, ChangeSet], Workspace]


@dataclass(frozen=True, slots=True)
class Limits:
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
class Repaired:
    """What a round came to.

    space: the workspace to go on with.
    changed: keys of the digests that were rewritten, sorted.
    asked: needs the curator was asked about.
    refused: amendments that code refused.
    harmful: repairs that were left out because findings would have been worse.
    failed: lines on what could not be asked.
    sightings: what was found wrong, for the Error Book.
    """

    space: Workspace
    changed: tuple[str, ...] = ()
    asked: int = 0
    refused: int = 0
    harmful: int = 0
    failed: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()


@dataclass(slots=True)
class _Round:
    """A round under way."""

    space: Workspace
    plans: list[list[Amendment]] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    asked: int = 0
    refused: int = 0
    harmful: int = 0


class ModelRepair:
    """Repairs with one curator for as long as a run lasts; what was asked once is not asked again."""

    def __init__(
        self, curator: Curator, land: Land, title: str, *, limits: Limits | None = None, jobs: int = 1
    ) -> None:
        """``land``: judges and applies a proposal (``compiler.writer.Writer.land``). ``title``: of the wiki.

        jobs: threads that wait for replies; it changes no byte of what comes out.
        """
        self._curator = curator
        self._land = land
        self._title = title
        self._limits = limits or Limits()
        self._jobs = jobs
        self._asked: set[str] = set()

    def repair(self, space: Workspace, keys: Iterable[str]) -> Repaired:
        """One round over the digests of ``keys`` and the pages they speak of.

        Raises QuotaError, CredentialsError and BudgetError as the curator does; nothing of the round has
        landed then.
        """
        known = sorted(key for key in set(keys) if space.symbols(key) is not None)
        run = _Round(space)
        self._repair_needs(run, known)
        self._consolidate(run, known)
        changed = self._carry_out(run)
        return Repaired(
            space=run.space,
            changed=changed,
            asked=run.asked,
            refused=run.refused,
            harmful=run.harmful,
            failed=tuple(run.failed),
            sightings=tuple(run.sightings),
        )

    # --- what to do -------------------------------------------------------------------------------

    def _repair_needs(self, run: _Round, keys: Sequence[str]) -> None:
        needs = self._needs(run, keys)
        run.asked += len(needs)
        for need, answer in zip(needs, ask(run.space, needs, self._curator, self._jobs), strict=True):
            self._note(run, need, answer)

    def _needs(self, run: _Round, keys: Sequence[str]) -> list[Need]:
        """What to ask about, what is said wrong before what is not said."""
        space = run.space
        digests, groups = self._unverified(space, keys), self._uncompared(space, keys)
        found = chain(
            self._told(run, lambda: doubted.unsupported(space, digests, self._curator)),
            self._told(run, lambda: doubted.contradictory(space, groups, self._curator.contradictions)),
            lacking.missing_pages(space, keys),
            lacking.incomplete_digests(space, keys),
        )
        fresh = (need for need in found if self._is_new("repair", need.page, need.findings))
        chosen = list(islice(fresh, self._limits.needs))  # the others are asked about in the next round
        for need in chosen:
            self._remember("repair", need.page, need.findings)
            run.sightings += need.sightings
        return chosen

    def _unverified(self, space: Workspace, keys: Sequence[str]) -> list[Digest]:
        """A sample of the digests as they are now and were not verified yet."""
        chosen = self._sample("verify", keys, space.digest, self._limits.verified)
        return [space.digest(key) for key in chosen]

    def _uncompared(self, space: Workspace, keys: Sequence[str]) -> list[GroupId]:
        """Pages as they are now that were not compared yet: what code suspects, then a sample."""
        fold, size = space.fold, self._limits.compared
        paged = [group for group in groups_of(space, keys) if fold.stem_of(group) is not None]
        looked_at = doubted.by_hash(paged)[:LOOKED_AT]
        suspected = [group for group in looked_at if contradictions.find((fold.page(group),))]
        chosen = self._sample("compare", suspected, fold.page, size)
        return chosen + self._sample("compare", paged, fold.page, size - len(chosen))

    def _sample(self, what: str, names: Sequence[str], look: Callable[[str], object], size: int) -> list[str]:
        chosen: list[str] = []
        for name in doubted.by_hash(names):
            if len(chosen) == size:
                break
            if self._is_new(what, look(name)):
                self._remember(what, look(name))
                chosen.append(name)
        return chosen

    def _told(self, run: _Round, look: Callable[[], Iterable[Need]]) -> list[Need]:
        """Needs that a curator sees, up to a reply that cannot be used."""
        needs: list[Need] = []
        try:
            needs.extend(look())
        except (ReplyError, ModelUnavailableError) as error:
            run.failed.append(str(error))
        return needs

    def _note(self, run: _Round, need: Need, answer: Answer) -> None:
        if answer.failed:
            run.failed.append(f"{need.page.path}: {answer.failed}")
        if answer.amendments:
            run.plans.append(list(answer.amendments))
        run.refused += len(answer.slips)
        for key, slip in answer.slips:
            run.sightings += of_slips([slip], layout.page_file(layout.digest_path(key)) if key else "")

    def _consolidate(self, run: _Round, keys: Sequence[str]) -> None:
        space = run.space
        groups = repetitive.repetitive(space, keys)
        fresh = (group for group in groups if self._is_new("consolidate", space.fold.page(group)))
        for group in list(islice(fresh, self._limits.consolidated)):
            page = space.fold.page(group)
            self._remember("consolidate", page)
            run.asked += 1
            try:
                amendments = repetitive.consolidated(space, group, self._curator)
            except (ReplyError, ModelUnavailableError) as error:
                run.failed.append(f"{page.path}: {error}")
                continue
            if amendments:
                run.plans.append(amendments)

    def _is_new(self, what: str, *about: object) -> bool:
        return layout.short_hash(what, repr(about)) not in self._asked

    def _remember(self, what: str, *about: object) -> None:
        self._asked.add(layout.short_hash(what, repr(about)))

    # --- doing it ---------------------------------------------------------------------------------

    def _carry_out(self, run: _Round) -> tuple[str, ...]:
        """Land all plans together, or, where that does harm, those that do none; keys that changed."""
        if not run.plans:
            return ()
        changed = self._try(run, run.plans)
        if changed is not None:
            return changed
        if len(run.plans) == 1:
            run.harmful += 1
            return ()
        done: set[str] = set()
        for plan in run.plans:
            alone = self._try(run, [plan])
            if alone is None:
                run.harmful += 1
            else:
                done.update(alone)
        return tuple(sorted(done))

    def _try(self, run: _Round, plans: Sequence[Sequence[Amendment]]) -> tuple[str, ...] | None:
        """Propose plans and land them; None where findings would be worse, and nothing has changed."""
        digests = self._digests(run.space, plans)
        if not digests:
            return ()
        sources = [_source(run.space, digest) for digest in digests.values()]
        changes = run.space.propose(f"repair {len(sources)} digests", sources)
        if worse(run.space.tree, changes):
            run.space = Workspace.open(run.space.tree.root, self._title)
            return None
        run.space = self._land(run.space, changes)
        return tuple(sorted(digests))

    def _digests(self, space: Workspace, plans: Sequence[Sequence[Amendment]]) -> Mapping[str, Digest]:
        """The digests as these plans leave them, by key; only those that change."""
        by_key: dict[str, list[Amendment]] = {}
        for plan in plans:
            for each in plan:
                by_key.setdefault(each.key, []).append(each)
        found: dict[str, Digest] = {}
        for key, amendments in sorted(by_key.items()):
            source = material(space, key)
            if source is None:
                continue
            done = amend(
                source.digest,
                source.article,
                source.blocks,
                amendments,
                fallback=space.schema.fallback,
            )
            if done.digest != source.digest:
                found[key] = done.digest
        return found


def _source(space: Workspace, digest: Digest) -> Source:
    """The digest's two files; the article's bytes are those on disk."""
    data = space.tree.read(layout.page_file(layout.article_path(digest.key))) or b""
    return Source(digest, digest_file.render(digest), data)
