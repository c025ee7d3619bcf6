"""Asks a curator to repair needs, on threads, and checks the amendments it proposes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wikic import layout
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Amendment, Curator
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.fix.model.amendments import amend_digest
from wikic.fix.model.curator_needs import blocks_of
from wikic.fix.model.need import Need
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Slip
from wikic.model.finding import Category
from wikic.model.statement import Block
from wikic.text import relation_labels
from wikic.wiki import article_file
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Material:
    """One source as a repair sees it.

    digest, article: as they are.
    blocks: of the article, numbered as at extraction.
    """

    digest: Digest
    article: Article
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A curator's answer to one need, after the checks.

    amendments: those that passed every check.
    slips: what was wrong with the others, each with the key of the source it was about.
    failed: why there is no answer, or "".
    """

    amendments: tuple[Amendment, ...] = ()
    slips: tuple[tuple[str, Slip], ...] = ()
    failed: str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    """A need with all that a thread reads; the workspace itself is for the main thread alone."""

    need: Need
    material: tuple[Material, ...]
    fallback: str


def gather_material(space: Workspace, key: str) -> Material | None:
    """A source's digest, article and blocks; None when its article is gone."""
    file = layout.page_file(layout.article_path(key))
    data = space.tree.read(file)
    if data is None or space.symbols(key) is None:
        return None
    return Material(space.digest(key), article_file.parse(data, file), blocks_of(space, key))


def ask_repairs(space: Workspace, needs: Sequence[Need], curator: Curator, jobs: int = 1) -> list[Answer]:
    """An answer for each need, in order.

    A reply that cannot be used fails its need alone. Raises QuotaError, CredentialsError and BudgetError.
    """
    fallback = space.schema.fallback
    work = [
        _Job(need, tuple(filter(None, (gather_material(space, key) for key in need.keys))), fallback)
        for need in needs
    ]
    waiting = DaemonThreads[_Job, Answer](lambda job: _ask_curator(job, curator), jobs)
    return list(waiting.map(work))


def _ask_curator(job: _Job, curator: Curator) -> Answer:
    sources = tuple((each.digest, each.article) for each in job.material)
    try:
        proposed = curator.repair(job.need.page, job.need.findings, sources)
        return _check_amendments(job, proposed, curator)
    except (ReplyError, ModelUnavailableError) as error:
        return Answer(failed=str(error))


def _check_amendments(job: _Job, proposed: Iterable[Amendment], curator: Curator) -> Answer:
    """The answer with the amendments that concern the need and that their digests take."""
    offered = {each.digest.key: each for each in job.material}
    by_key: dict[str, list[Amendment]] = {}
    slips: list[tuple[str, Slip]] = []
    for each in proposed:
        fault = _outside_slip(each, job.need, offered.keys())
        if fault is None:
            by_key.setdefault(each.key, []).append(each)
        else:
            slips.append((job.need.keys[0] if job.need.keys else "", fault))
    kept: list[Amendment] = []
    for key, amendments in by_key.items():
        taken, refused = _borne_out(offered[key], amendments, curator, job.fallback)
        kept += taken
        slips += [(key, slip) for slip in refused]
    return Answer(tuple(kept), tuple(slips))


def _outside_slip(each: Amendment, need: Need, offered: Iterable[str]) -> Slip | None:
    """The slip of an amendment of what is not in question (LLM-Wiki, Table 6), or None."""
    case = f"{each.action} {each.statement} {each.key}: {each.reason}"
    if each.key not in offered:
        return Slip(Category.UNSEEN_OVERWRITE, "other-source", "a change to a source not offered", case)
    if each.action != "add" and each.statement not in need.statements:
        words = "a change to a statement that was not in question"
        return Slip(Category.UNSEEN_OVERWRITE, "not-in-question", words, case)
    return None


def _borne_out(
    source: Material, amendments: Sequence[Amendment], curator: Curator, fallback: str
) -> tuple[tuple[Amendment, ...], tuple[Slip, ...]]:
    """The amendments that the digest takes, what they add verified by the curator; and the others' slips."""
    done = amend_digest(source.digest, source.article, source.blocks, amendments, fallback=fallback)
    there = {(each.of, each.id) for each in source.digest.statements}
    added = [each for each in done.digest.statements if (each.of, each.id) not in there]
    if not added:
        return done.taken, done.slips
    said = Claimed.some(done.digest, added)
    verdicts = curator.verify(said.title, said.statements, said.blocks, said.entities)
    refused = {verdict.statement for verdict in verdicts if not verdict.supported}
    unrelated = {verdict.statement for verdict in verdicts if verdict.unrelated}
    what = "a statement that its blocks do not bear out"
    slips = tuple(
        Slip(Category.UNSUPPORTED_FACT, "unsupported-statement", what, each.text)
        for each in added
        if each.id in refused
    )
    kept = tuple(
        _without_untyped(each) if _statement_id(each) in unrelated else each
        for each in done.taken
        if _statement_id(each) not in refused
    )
    return kept, (*done.slips, *slips)


def _without_untyped(each: Amendment) -> Amendment:
    """The amendment whose added statement has relations of type "mentions" alone."""
    assert each.proposed is not None
    ends = tuple(replace(rel, label=relation_labels.MENTIONS) for rel in each.proposed.relations)
    return replace(each, proposed=replace(each.proposed, relations=ends))


def _statement_id(each: Amendment) -> str:
    """Id of the statement an amendment adds, "" for any other."""
    if each.proposed is None:
        return ""
    return layout.statement_id(each.proposed.kind, each.proposed.holder, each.proposed.text)
