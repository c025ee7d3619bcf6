"""Needs that lint rules find and only a model can mend, the worst first; findings of ``lint --model``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from wikic import layout
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Curator
from wikic.errors import FormatError
from wikic.fix.model.need import CONTRADICTION, MAX_SOURCES, UNSUPPORTED, Need, beside, groups_of
from wikic.lint.registry import rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding
from wikic.model.page import Fact
from wikic.wiki import digest_file
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.symbols import shown
from wikic.wiki.workspace import Workspace

# Rules about single facts of digests, and the one about two facts. What people reworded on a page is theirs.
OF_FACTS: Final = ("K001", "K005")
CODES: Final = (*OF_FACTS, CONTRADICTION)


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A finding that a model can do something about.

    finding: as the linter reports it.
    facts: ids of the facts in question.
    """

    finding: Finding
    facts: tuple[str, ...]


def findings_of_facts(findings: Iterable[Finding]) -> list[LintFinding]:
    """The findings that are about facts, errors first, then in the order of reports; each pair once."""
    chosen = sorted(
        (each for each in findings if each.code in CODES),
        key=lambda each: (each.severity.rank, each.sort_key),
    )
    found: dict[frozenset[str], LintFinding] = {}
    for each in chosen:
        facts = tuple(id for _, id in each.facts)
        where = (each.path,) if len(facts) == 1 else ()  # two documents may say one thing in the same words
        if facts:
            found.setdefault(frozenset((*where, *facts)), LintFinding(each, facts))
    return list(found.values())


def find_lint_needs(space: Workspace, found: Sequence[LintFinding]) -> Iterator[Need]:
    """A need for each finding, on the wiki as it is now; none where the facts are gone."""
    keys = {layout.page_file(layout.digest_path(key)): key for key in space.fold.resolver.digests}
    pages: dict[str, GroupId] | None = None
    for each in found:
        if each.finding.code in OF_FACTS:
            key = keys.get(each.finding.path)
            need = _of_statement(space, key, each) if key is not None else None
        else:
            if pages is None:
                pages = _groups_by_page(space)
            need = _of_pair(space, keys, pages, each)
        if need is not None:
            yield need


def _groups_by_page(space: Workspace) -> dict[str, GroupId]:
    """Groups by the file of their page."""
    groups = groups_of(space, space.fold.resolver.digests)
    paths = ((space.fold.groups.path_of(group), group) for group in groups)
    return {layout.page_file(path): group for path, group in paths if path is not None}


def _of_statement(space: Workspace, key: str, each: LintFinding) -> Need | None:
    group = _group_of(space, key, each.facts[0])
    if group is None:
        return None
    page = space.fold.groups.page(group)
    file = layout.page_file(page.path)
    finding = replace(each.finding, path=file, line=1, column=1, code=UNSUPPORTED)
    return Need(group, page, (finding,), (key,), each.facts)


def _group_of(space: Workspace, key: str, statement: str) -> GroupId | None:
    """The group on whose page a shown statement of a digest stands, None where it stands on none."""
    digest = space.digest(key)
    said = next((one for one in digest.statements if one.id == statement and shown(one)), None)
    places = (at for at, entity in enumerate(digest.entities) if said is not None and entity.id == said.of)
    at = next(places, None)
    group = space.fold.resolver.root_of((key, at)) if at is not None else None
    return group if group is not None and space.fold.groups.stem_of(group) is not None else None


def _of_pair(
    space: Workspace, keys: Mapping[str, str], pages: Mapping[str, GroupId], each: LintFinding
) -> Need | None:
    group = pages.get(each.finding.path)
    if group is None:
        return None
    page = space.fold.groups.page(group)
    told = dict(_differing_facts(space, keys, each))
    if set(told) != set(each.facts):
        return None
    sources = dict.fromkeys(keys[file] for file, _ in each.finding.facts)
    return Need(group, beside(page, told.values()), (each.finding,), tuple(sources)[:MAX_SOURCES], each.facts)


def _differing_facts(
    space: Workspace, keys: Mapping[str, str], each: LintFinding
) -> Iterator[tuple[str, Fact]]:
    """The facts that differ, by id, from the pages on which they stand."""
    for file, id in each.finding.facts:
        group = _group_of(space, keys[file], id) if file in keys else None
        if group is not None:
            yield from ((fact.id, fact) for fact in space.fold.groups.page(group).facts if fact.id == id)


CODE = "K001"  # the rule whose question it is; by itself it holds names, numbers and dates only


def unsupported_findings(view: WikiView, curator: Curator, jobs: int) -> tuple[Finding, ...]:
    """A finding for every statement that ``curator.verify`` finds unsupported, at its line of the digest.

    jobs: replies waited for at once. What was judged before and has not changed costs no call, because the
    replies are kept.

    Raises ReplyError and ModelUnavailableError where a digest could not be judged, and what stops a run.
    """

    def judge(file: str) -> list[Finding]:
        return list(_digest_findings(view.read(file) or b"", file, curator))

    found = DaemonThreads(judge, max(jobs, 1)).map(view.of_kind("digest"))
    return tuple(finding for each in found for finding in each)


def _digest_findings(data: bytes, file: str, curator: Curator) -> Iterator[Finding]:
    """The findings of one digest file; none for a file that is no digest."""
    try:
        digest = digest_file.parse(data, file)
    except FormatError:
        return  # a finding of its own
    told = [each for each in digest.statements if shown(each)]
    said = {each.id: each.text for each in told}
    lines = data.decode("utf-8-sig").splitlines()
    asked = Claimed.some(digest, told)
    for verdict in curator.verify(asked.title, asked.statements, asked.blocks, asked.entities):
        if verdict.supported:
            continue
        # By its words: the id that stands in the line is stale where a person changed them.
        mark = f'"text":{msgspec.json.encode(said[verdict.statement]).decode()}'
        line = next((at for at, text in enumerate(lines, 1) if mark in text), 1)
        missing = f": {', '.join(verdict.missing)} is not there" if verdict.missing else ""
        yield Finding(
            path=file,
            line=line,
            column=max(1, lines[line - 1].find(mark) + 1) if lines else 1,
            code=CODE,
            message=f"its sentences do not bear out {said[verdict.statement]!r}{missing}",
            severity=rule(CODE).severity,
            category=rule(CODE).category,
            help="delete the bullet on the page, or run wikic fix --model",
        )
