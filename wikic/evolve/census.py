"""A wiki as the cost function sees it: pages, where each lies, which are needed together. Compact values.

Needs come from the questions asked, else from the sources. Only ``survey_wiki`` reads a wiki; tests make a
census from nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.compiler.fold_expectations import expectations
from wikic.config import LintConfig
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Policy, Selection
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Expect
from wikic.model.finding import Severity
from wikic.model.page import NO_OVERLAY, Overlay
from wikic.model.schema import Placer, Schema, SectionRule
from wikic.navigate.tools.result import count_tokens
from wikic.store.access_log import list_questions
from wikic.wiki.fold import page_facts, page_head
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """A knowledge page.

    stem: of the page.
    dimension: what its entities are, before placement.
    tags: as the digests give them.
    labels: of its relations.
    tokens: its line in an index costs.
    quality: from 0 to 1: confidence and findings (``wiki_census``).
    home: directory a person moved it to, or None.
    """

    stem: str
    dimension: str
    tags: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()
    tokens: int = 20
    quality: float = 1.0
    home: str | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """Pages that were needed together.

    weight: how often.
    leaves: their numbers in the census, each once.
    size: how many there were, where only some are looked at; 0 for all of ``leaves``.
    """

    weight: float
    leaves: tuple[int, ...]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Census:
    """Every page, and what is asked of them.

    leaves: the pages, in order of stem.
    needs: from questions asked, or, without traffic, from sources.
    questions: how many questions the needs come from; 0 where they stand for links and sources alone.
    """

    leaves: tuple[DocumentFeatures, ...]
    needs: tuple[Need, ...]
    questions: int = 0

    @property
    def basis(self) -> str:
        """What the needs rest on, in words."""
        if self.questions:
            return f"{self.questions:,} questions asked"
        return "no traffic yet: pages that share a source stand for questions"


@dataclass(frozen=True, slots=True)
class Tree:
    """A census under a schema: the value that is priced.

    census: the pages.
    places: the directory of each page, by number.
    schema: gives directories their lines and sections.
    """

    census: Census
    places: tuple[str, ...]
    schema: Schema


def grow_tree(census: Census, schema: Schema) -> Tree:
    """The tree that a schema makes of a census."""
    placer = Placer(schema)
    places = (
        leaf.home or placer.place(leaf.dimension, leaf.stem, leaf.tags, partial(getattr, leaf, "labels"))
        for leaf in census.leaves
    )
    return Tree(census, tuple(places), schema)


def pages_inside(tree: Tree, directory: str) -> list[int]:
    """Numbers of the pages in a directory and below it."""
    below = f"{directory}/"
    return [at for at, each in enumerate(tree.places) if each == directory or each.startswith(below)]


def all_inside(tree: Tree, *directories: str) -> tuple[int, ...]:
    """Pages of several subtrees, each once."""
    return tuple(sorted({number for each in directories for number in pages_inside(tree, each)}))


def cut_tree(tree: Tree, numbers: Sequence[int], needs: Iterable[int], whole: float) -> Tree:
    """The part of a tree that holds the given pages, priced as it is in the whole but for what stays outside.

    needs: numbers of the needs that ask for one of the pages, each once.
    whole: weight of all needs.
    """
    at = {number: new for new, number in enumerate(numbers)}
    census = tree.census
    kept: list[Need] = []
    for number in needs:
        need = census.needs[number]
        asked = tuple(at[each] for each in need.leaves if each in at)
        kept.append(Need(need.weight, asked, need.size or len(need.leaves)))
    kept.append(Need(max(0.0, whole - sum(need.weight for need in kept)), ()))
    leaves = tuple(census.leaves[number] for number in numbers)
    cut = Census(leaves, tuple(kept), census.questions)
    return Tree(cut, tuple(tree.places[number] for number in numbers), tree.schema)


def list_subdirectories(places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Directories right below each directory that has some; "" is the root."""
    found: dict[str, set[str]] = {}
    for each in set(places):
        while each:
            above = layout.directory(each)
            found.setdefault(above, set()).add(each)
            each = above
    return {name: tuple(sorted(below)) for name, below in found.items()}


def section_of(leaf: DocumentFeatures, rules: Sequence[SectionRule]) -> int:
    """Number of the section that takes a page; the number of rules when none does."""
    return next((at for at, rule in enumerate(rules) if rule.takes(leaf.stem, leaf.tags)), len(rules))


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
