"""From a wiki to its census: one leaf per page, needs from the questions asked, else from the sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.compiler.fold_expectations import expectations
from wikic.config import LintConfig
from wikic.evolve.census import Census, DocumentFeatures, Need
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Policy, Selection
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Expect
from wikic.model.finding import Severity
from wikic.model.page import NO_OVERLAY, Overlay
from wikic.navigate.tools.result import count_tokens
from wikic.store.access_log import list_questions
from wikic.wiki.fold import page_facts, page_head
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace

# Fewer questions say more about who asked than about the wiki.
LEAST_QUESTIONS: Final = 20
# Pages nobody has asked for yet are worth this many questions together, so that they stay in reach.
UNASKED: Final = 20.0
MOST_TOGETHER: Final = 20  # of one need: a list that names hundreds is no thing readers need together


def survey_wiki(space: Workspace, findings: Mapping[str, int] | None = None) -> Census:
    """The census of an open wiki.

    findings: how many there are on a page, by stem.
    """
    found = findings or {}
    records = space.state.pages
    groups = {path: (group, overlay) for group, path, overlay in space.fold.pages()}
    paths = sorted(records, key=lambda path: (layout.stem(path), path))
    leaves: list[DocumentFeatures] = []
    roots: dict[GroupId, int] = {}
    for path in paths:
        group, overlay = groups.get(path, ("", NO_OVERLAY))
        if group:
            roots[group] = len(leaves)
        leaves.append(_read_leaf(space, path, group, overlay, found.get(layout.stem(path), 0)))
    numbers = {layout.stem(path): at for at, path in enumerate(paths)}
    asked = _asked_needs(space, numbers)
    if len(asked) >= LEAST_QUESTIONS:
        rest = [Need(UNASKED / len(leaves), (at,)) for at in range(len(leaves))]
        return Census(tuple(leaves), (*asked, *rest), len(asked))
    return Census(tuple(leaves), tuple(_from_sources(space, roots)))


def _read_leaf(
    space: Workspace, path: str, group: GroupId, overlay: Overlay, findings: int
) -> DocumentFeatures:
    entry = space.state.pages[path].entry
    stem = layout.stem(path)
    if not group:  # people wrote it: it lies where they put it
        return DocumentFeatures(
            stem, "", entry.tags, tokens=count_tokens(entry.line()), home=layout.directory(path)
        )
    resolver = space.fold.resolver
    members = resolver.all_members(group)
    kept, dropped = overlay.keep.tags, overlay.drop.tags
    said = {tag for member in members for tag in resolver.symbol(member).tags}
    given = tuple(tag for tag in entry.tags if tag not in kept or tag in said) + dropped
    sources = sum(1 for ids in page_facts.statements_from(resolver, members).values() if ids)
    return DocumentFeatures(
        stem=stem,
        dimension=resolver.dimension(members) or space.schema.fallback,
        tags=given,
        labels=page_head.labels(resolver, members),
        tokens=count_tokens(entry.line()),
        quality=page_quality(sources, findings),
        home=overlay.home,
    )


def page_quality(sources: int, findings: int) -> float:
    """How far a page is to be trusted, from 0 to 1.

    Confidence: a source may be wrong as often as it is right, so each halves what is left of the doubt; a
    page that is named and told nothing of has none. Every finding halves what there is.
    """
    return (1.0 - 0.5**sources) * 0.5**findings


def _asked_needs(space: Workspace, numbers: Mapping[str, int]) -> list[Need]:
    """One need per question asked; pages are known by stem, so those that moved since count too."""
    found: list[Need] = []
    for pages in list_questions(space.tree.build):
        read = dict.fromkeys(numbers[stem] for stem in map(layout.stem, pages) if stem in numbers)
        if read:
            found.append(Need(1.0, tuple(read)[:MOST_TOGETHER]))
    return found


def _from_sources(space: Workspace, roots: Mapping[GroupId, int]) -> list[Need]:
    """Without traffic: pages that one source tells of or relates are needed together."""
    resolver = space.fold.resolver
    found: list[Need] = []
    for key in sorted(resolver.digests):
        symbols = resolver.digests[key].symbols
        told = dict.fromkeys(
            roots[root]
            for at in sorted(range(len(symbols)), key=lambda at: (not symbols[at].statements, at))
            if (root := resolver.root_of((key, at))) in roots
        )
        if told:
            found.append(Need(1.0, _first_numbers(tuple(told))))
    return found


def _first_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(numbers[:MOST_TOGETHER])


def on_pages(root: Path, settings: LintConfig, title: str) -> Mapping[str, int]:
    """Errors and warnings on every page that has some, by stem; what lint has kept is not looked at again.

    Raises ConfigError and UsageError for a configuration of lint that names what is not there.
    """

    def opinion() -> Expect:
        return expectations(root, title)

    policy, profile = Policy.of(settings), Profile.of(settings)
    build = build_dir.at(root)
    linted = lint_tree(
        reader(root, settings),
        Selection.of(profile, settings.select, (*settings.ignore, *policy.off)),
        opinion=opinion,
        cache=build / layout.LINT_CACHE_FILE if build.is_dir() else None,
        configuration=title,
    )
    found: Counter[str] = Counter()
    for finding in policy.judge(linted.findings, profile.prefix):
        path = layout.page_path(finding.path)
        if finding.severity is not Severity.INFO and layout.is_knowledge_page(path):
            found[layout.stem(path)] += 1
    return found
