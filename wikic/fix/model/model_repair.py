"""The second layer of repair: a model is asked about wrong meaning, and its amendments land as digests.

LLM-Wiki, section 3.3. Everything found is one proposal through the same fold and the same rules as a batch;
where that would leave findings worse, each repair is tried alone, and those that do harm are left out.

Whether a proposal leaves the wiki worse the rules say, before and after it (``worsened``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic import layout
from wikic.compiler.batch_steps import Land
from wikic.curator.protocol import Amendment, Curator
from wikic.errorbook.entry import Sighting, of_slips
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.fix.model import curator_needs
from wikic.fix.model.amendments import amend_digest
from wikic.fix.model.need import Need
from wikic.fix.model.need_sampling import AskedQuestions, NeedSampler, NotLookedAt, RepairLimits
from wikic.fix.model.repair_answers import Answer, ask_repairs, gather_material
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import Part, WikiView
from wikic.model.change import ChangeSet, Write
from wikic.model.digest import Digest
from wikic.model.finding import Finding, Severity
from wikic.wiki import digest_file
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Source, Workspace


@dataclass(frozen=True, slots=True)
class Repaired:
    """The outcome of a round.

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
    """What a round has planned, asked and met so far."""

    space: Workspace
    plans: list[list[Amendment]] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    asked: int = 0
    refused: int = 0
    harmful: int = 0


class ModelRepair:
    """Repairs with one curator during a run; it asks no question twice."""

    def __init__(
        self,
        curator: Curator,
        land: Land,
        title: str,
        *,
        limits: RepairLimits | None = None,
        jobs: int = 1,
        memory: AskedQuestions | None = None,
    ) -> None:
        """``land``: judges and applies a proposal (``compiler.writer.Writer.land``). ``title``: of the wiki.

        jobs: threads that wait for replies; it changes no byte of what comes out. memory: what was asked
            before; None for nothing.
        """
        self._curator = curator
        self._land = land
        self._title = title
        self._limits = limits or RepairLimits()
        self._jobs = jobs
        self._memory = memory or AskedQuestions(curator.name)
        self._looking = NeedSampler(curator, self._memory)

    def repair(self, space: Workspace, keys: Iterable[str]) -> Repaired:
        """One round over the digests of ``keys`` and the pages they speak of.

        Raises QuotaError, CredentialsError and BudgetError as the curator does; nothing of the round has
        landed then.
        """
        known = _worded_keys(space, keys)
        run = _Round(space)
        self._ask(run, self._looking.needs(space, known, self._limits, run.failed))
        self._consolidate(run, known)
        return self._done(run)

    def answer(self, space: Workspace, needs: Iterable[Need]) -> Repaired:
        """One round over needs that somebody else found, all of them; raises as ``repair`` does."""
        run = _Round(space)
        self._ask(run, self._looking.fresh(needs))
        return self._done(run)

    def left(self, space: Workspace, keys: Iterable[str]) -> NotLookedAt:
        """How much of ``keys`` no round has looked at yet, as it is now."""
        return self._looking.left(space, _worded_keys(space, keys))

    def _done(self, run: _Round) -> Repaired:
        changed = self._carry_out(run)
        self._memory.save()
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

    def _ask(self, run: _Round, needs: Sequence[Need]) -> None:
        run.asked += len(needs)
        for need in needs:
            run.sightings += need.sightings
        for need, answer in zip(needs, ask_repairs(run.space, needs, self._curator, self._jobs), strict=True):
            self._note(run, need, answer)

    def _note(self, run: _Round, need: Need, answer: Answer) -> None:
        if answer.failed:
            run.failed.append(f"{need.page.path}: {answer.failed}")
            self._memory.failed("repair", need.page, need.findings)
        if answer.amendments:
            run.plans.append(list(answer.amendments))
        run.refused += len(answer.slips)
        for key, slip in answer.slips:
            run.sightings += of_slips([slip], layout.page_file(layout.digest_path(key)) if key else "")

    def _consolidate(self, run: _Round, keys: Sequence[str]) -> None:
        space = run.space
        for group in self._looking.repetitive(space, keys, self._limits.consolidated):
            page = space.fold.groups.page(group)
            run.asked += 1
            try:
                amendments = curator_needs.consolidate_needs(space, group, self._curator)
            except (ReplyError, ModelUnavailableError) as error:
                run.failed.append(f"{page.path}: {error}")
                self._memory.failed("consolidate", page)
                continue
            if amendments:
                run.plans.append(amendments)

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
        sources = [_source_files(run.space, digest) for digest in digests.values()]
        changes = run.space.propose(f"repair {len(sources)} digests", sources)
        if find_worsened(run.space.tree, changes):
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
            source = gather_material(space, key)
            if source is None:
                continue
            done = amend_digest(
                source.digest, source.article, source.blocks, amendments, fallback=space.schema.fallback
            )
            if done.digest != source.digest:
                found[key] = done.digest
        return found


def _worded_keys(space: Workspace, keys: Iterable[str]) -> list[str]:
    """Those of ``keys`` whose digests are in a curator's words; what a library says its documents say."""
    known = (key for key in set(keys) if space.symbols(key) is not None)
    return sorted(key for key in known if space.schema.layout_of(key) == "things")


def _source_files(space: Workspace, digest: Digest) -> Source:
    """The digest's two files; the article's bytes are those on disk."""
    data = space.tree.read(layout.page_file(layout.article_path(digest.key))) or b""
    return Source(digest, digest_file.render(digest), data)


# Rules that read every page whatever they are to report on: 20 s where the others take half of one. The
# first is asked about the pages in question alone; repair gives no page a name that could clash.
CONTRADICTION: Final = "K002"
WIDE: Final = (CONTRADICTION, "D")


def find_worsened(tree: Tree, changes: ChangeSet) -> tuple[Finding, ...]:
    """The findings that ``changes`` bring, where all findings together weigh more than before; else none.

    Errors weigh more than warnings of any number. Linted are the files that change and, where pages go, the
    pages that link to them.
    """
    before = WikiView.over(tree)
    after = before.after(changes.changes)
    paths = after.touched | _pages_linking(before, _stems_that_go(changes))
    old = _find_findings(before, paths) + _find_contradictions(tree, ChangeSet("", ()), paths)
    new = _find_findings(after, paths) + _find_contradictions(tree, changes, paths)
    if _weigh_findings(new) <= _weigh_findings(old):
        return ()
    known = Counter((each.code, each.path) for each in old)
    return tuple(each for each in new if not _is_known(known, (each.code, each.path)))


def _find_findings(view: WikiView, paths: Collection[str]) -> list[Finding]:
    found = lint(view, paths=[path for path in paths if path in view.files], ignore=WIDE)
    return [each for each in found if each.severity is not Severity.INFO]


def _find_contradictions(tree: Tree, changes: ChangeSet, paths: Collection[str]) -> list[Finding]:
    """Findings on facts of these pages that contradict each other once the changes have landed."""
    view = WikiView.over(Part(tree, paths), changes.changes)
    return list(lint(view, select=[CONTRADICTION]))


def _weigh_findings(findings: Collection[Finding]) -> tuple[int, int]:
    errors = sum(each.severity is Severity.ERROR for each in findings)
    return errors, len(findings)


def _is_known(known: Counter[tuple[str, str]], what: tuple[str, str]) -> bool:
    """Whether ``what`` is among the known findings; each call uses up one of them."""
    known[what] -= 1
    return known[what] >= 0


def _stems_that_go(changes: ChangeSet) -> list[str]:
    """Stems of the pages that are deleted or moved; a page that comes breaks no link."""
    return [
        layout.stem(layout.page_path(each.path))
        for each in changes.changes
        if layout.is_knowledge_page(layout.page_path(each.path)) and not isinstance(each, Write)
    ]


def _pages_linking(view: WikiView, stems: Collection[str]) -> frozenset[str]:
    """Pages that hold one of these names, as a link or otherwise."""
    if not stems:
        return frozenset()
    names = [stem.encode() for stem in stems]
    return frozenset(
        file
        for file in view.files
        if not file.startswith(f"{layout.SOURCES_DIR}/")
        and any(name in (view.read(file) or b"") for name in names)
    )
