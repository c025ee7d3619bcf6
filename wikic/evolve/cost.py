"""The schema cost (WikiKV, section III-B, equation 1): one pure function of a tree, which explains itself.

    C = α · storage + β · depth − γ · quality, and δ · excess

* **storage**, in records: pages, and one per directory. A directory is a listing to keep in step.
* **depth**, in reads: what answering one need takes, on average, weighted by how often it is asked. A read
  is one call of ``wiki_list`` within its default limit, so a listing of n tokens takes ``n / READ`` of them,
  half of which are in vain. A need pays for opening each directory on its way once, so pages that are needed
  together cost less in one directory than in two. Where several rules of a directory would take a page, a
  reader tries half of them in vain; and half of those by letters, where the name is not known.
* **quality**, from 0 to 1: mean over the needs of how far the pages are to be trusted (confidence, findings)
  and of coverage: how far they lie where they are for what they are: all the way by tag or dimension, less by
  a relation, half by letters or as a rest.

Fan-out and depth of the tree are constraints. They enter as an exact penalty: ``excess`` counts children and
levels over the bounds at a price that no saving outweighs, so that one number falls along a run (Theorem 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from wikic import layout
from wikic.evolve.census import (
    Census,
    DocumentFeatures,
    Tree,
    cut_tree,
    grow_tree,
    list_subdirectories,
    section_of,
)
from wikic.model.schema import DecisionKind, PlacementRule, Schema

READ: Final = 2_000  # tokens: the default limit of wiki_list
DIRECTORY_LINE: Final = 25  # tokens of a directory in the listing above it
HEADING: Final = 8  # tokens of a section's heading with its count
# Of the needs, those that come without a name ("films of the twenties"): directories by letters tell them
# nothing, and half of those have to be opened in vain.
NAMELESS: Final = 0.2
FAN_OUT: Final = 200  # children of one directory (WikiKV, section III-C; rule S004)


@dataclass(frozen=True, slots=True)
class Prices:
    """The coefficients of equation 1, each the worth of one unit in reads.

    alpha: of one record: a directory must save its readers one read in 500 needs.
    beta: of one read.
    gamma: of all the quality there can be.
    delta: of one child or level over its bound.
    """

    alpha: float = 0.002
    beta: float = 1.0
    gamma: float = 1.0
    delta: float = 1.0


@dataclass(frozen=True, slots=True)
class Share:
    """What one directory adds to the cost.

    pages, directories: right in it.
    listing: tokens of all it lists.
    needed: how often it is opened for one need, on average.
    reads: reads spent in it for one need, on average.
    quality: it adds.
    excess: children over the bound.
    """

    pages: int = 0
    directories: int = 0
    listing: int = 0
    needed: float = 0.0
    reads: float = 0.0
    quality: float = 0.0
    excess: int = 0


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a tree.

    storage: in records.
    depth: in reads for one need.
    quality: from 0 to 1.
    excess: children over the fan-out bound, and levels over the depth bound, summed.
    shares: by directory, "" for the root.
    prices: what was paid for each.
    """

    storage: int
    depth: float
    quality: float
    excess: int
    shares: dict[str, Share] = field(repr=False)
    prices: Prices = Prices()

    @property
    def total(self) -> float:
        """Equation 1, in reads."""
        paid = self.prices
        priced = paid.alpha * self.storage + paid.beta * self.depth - paid.gamma * self.quality
        return priced + paid.delta * self.excess


def price_tree(tree: Tree, prices: Prices | None = None) -> Cost:
    """The cost of a tree (equation 1), with its parts."""
    return _Pricing(tree).cost(prices or Prices())


def listing_reads(tokens: float) -> float:
    """Reads until an entry of a listing is found, on average over its entries; all, without a name."""
    named, nameless = max(1.0, (tokens / READ + 1) / 2), max(1.0, tokens / READ)
    return (1 - NAMELESS) * named + NAMELESS * nameless


class _Pricing:
    """The cost of one tree; each directory is measured once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._below = list_subdirectories(tree.places)
        self._pages = Counter(tree.places)
        self._rules: dict[str, list[PlacementRule]] = {}
        for rule in tree.schema.placement:
            self._rules.setdefault(rule.directory, []).append(rule)
        self._sections = {
            name: [rule for rule in tree.schema.sections if rule.directory == name] for name in self._pages
        }
        self._tokens: Counter[str] = Counter()
        self._section_tokens: Counter[tuple[str, int]] = Counter()
        self._section: list[int] = []
        for leaf, name in zip(tree.census.leaves, tree.places, strict=True):
            at = section_of(leaf, self._sections[name])
            self._section.append(at)
            self._tokens[name] += leaf.tokens
            self._section_tokens[name, at] += leaf.tokens
        self._ranges = {
            name: {rule.into for rule in rules if rule.first or rule.last}
            for name, rules in self._rules.items()
        }
        self._fitting = {name: _Fitting(rules) for name, rules in self._rules.items()}
        self._tries = [self._vain(leaf, at) for at, leaf in enumerate(tree.census.leaves)]

    def cost(self, prices: Prices) -> Cost:
        census, places = self._tree.census, self._tree.places
        names = {"", *self._below, *self._pages}
        needed: dict[str, float] = dict.fromkeys(names, 0.0)
        reads: dict[str, float] = dict.fromkeys(names, 0.0)
        quality: dict[str, float] = dict.fromkeys(names, 0.0)
        whole = sum(need.weight for need in census.needs) or 1.0
        asked = [0.0] * len(places)  # how often a page is needed
        meant = [0.0] * len(places)  # and how much of a need it is
        ways = {name: _way_to_root(name) for name in names}
        for need in census.needs:
            share = need.weight / whole
            opened: set[str] = set()
            for number in need.leaves:
                asked[number] += share
                meant[number] += share / (need.size or len(need.leaves))
                opened.update(ways[places[number]])
            for name in opened:
                needed[name] += share
        for number, name in enumerate(places):
            if asked[number]:
                reads[name] += asked[number] * (self._page_reads(number) - 1 + self._tries[number])
                quality[name] += meant[number] * self._quality(number)
        for name in names:
            reads[name] += needed[name] * self._directory_reads(name)
        shares = {name: self._share(name, needed[name], reads[name], quality[name]) for name in sorted(names)}
        deep = sum(max(0, name.count("/") + 2 - layout.MAX_DEPTH) for name in names if name)
        return Cost(
            storage=len(self._tree.places) + len(names) - 1,
            depth=sum(reads.values()),
            quality=sum(quality.values()),
            excess=deep + sum(share.excess for share in shares.values()),
            shares=shares,
            prices=prices,
        )

    def _share(self, name: str, needed: float, reads: float, quality: float) -> Share:
        pages, below = self._pages[name], len(self._below.get(name, ()))
        listing = self._tokens[name] + DIRECTORY_LINE * below
        over = max(0, pages + below - FAN_OUT)
        return Share(pages, below, listing, needed, reads, quality, over)

    def _directory_reads(self, name: str) -> float:
        """Opening a directory: its list of directories, which stands first, or the start of its pages."""
        return listing_reads(DIRECTORY_LINE * len(self._below.get(name, ())))

    def _page_reads(self, number: int) -> float:
        """Finding a page in the directory that holds it, the first read included."""
        name = self._tree.places[number]
        rules = self._sections[name]
        if not rules:
            return listing_reads(self._tokens[name] + DIRECTORY_LINE * len(self._below.get(name, ())))
        if self._tokens[name] <= READ:  # all sections come with the first read
            return 1.0
        heads = HEADING * (len(rules) + 1)
        first = max(0, READ - heads) / self._tokens[name]  # of the pages come with the headings
        tokens = self._section_tokens[name, self._section[number]]
        return listing_reads(heads) + (1 - min(1.0, first)) * listing_reads(tokens)

    def _vain(self, leaf: DocumentFeatures, number: int) -> float:
        """Reads in directories and sections that would have taken the page too, and did not come first."""
        wrong = 0.0
        name = self._tree.places[number]
        while name:
            if name in self._fitting:
                wrong += max(0, self._fitting[name].count(leaf) - 1)
            ranges = self._ranges.get(layout.directory(name))
            if ranges and name in ranges:
                wrong += NAMELESS * (len(ranges) - 1)
            name = layout.directory(name)
        own, at = self._sections[self._tree.places[number]], self._section[number]
        if own:
            wrong += max(0, sum(1 for rule in own if any(tag in leaf.tags for tag in rule.tags)) - 1)
            if at < len(own) and (own[at].first or own[at].last):
                wrong += NAMELESS * (sum(1 for rule in own if rule.first or rule.last) - 1)
        return wrong / 2

    def _quality(self, number: int) -> float:
        """Trust in a page and whether it lies where it is for what it is, in halves."""
        return (self._tree.census.leaves[number].quality + self._covered(number)) / 2

    def _covered(self, number: int) -> float:
        name, leaf = self._tree.places[number], self._tree.census.leaves[number]
        if self._sections[name] and self._section[number] < len(self._sections[name]):
            rule = self._sections[name][self._section[number]]
            return 1.0 if any(tag in leaf.tags for tag in rule.tags) else 0.5
        above = self._rules.get(layout.directory(name), ())
        put = next((rule for rule in above if rule.into == name), None)
        if put is not None:
            return 1.0 if leaf.home else _rule_meaning(put, leaf)
        return 0.5 if self._rules.get(name) else 1.0


def _way_to_root(name: str) -> tuple[str, ...]:
    """A directory and those above it, the root included."""
    steps = name.split("/") if name else []
    return tuple("/".join(steps[:depth]) for depth in range(len(steps) + 1))


class _Fitting:
    """How many rules of a directory take a page for what it is."""

    def __init__(self, rules: Iterable[PlacementRule]) -> None:
        self._by_mark: dict[str, set[int]] = {}
        for at, rule in enumerate(rules):
            for mark in (*rule.tags, *(f"\0{label}" for label in rule.labels)):
                self._by_mark.setdefault(mark, set()).add(at)

    def count(self, leaf: DocumentFeatures) -> int:
        known = self._by_mark
        tags = (known[tag] for tag in leaf.tags if tag in known)
        labels = (known[mark] for label in leaf.labels if (mark := f"\0{label}") in known)
        return len(set().union(*tags, *labels))


def _rule_meaning(rule: PlacementRule, leaf: DocumentFeatures) -> float:
    """How far a rule takes a page for what it is: by tag, by a relation, by its letters."""
    if leaf.stem in rule.stems or any(tag in leaf.tags for tag in rule.tags):
        return 1.0
    return 0.75 if any(label in leaf.labels for label in rule.labels) else 0.5


def explain(found: Cost, basis: str) -> Iterable[str]:
    """A cost in lines: its sum, then what each directory adds, dearest first."""
    paid = found.prices
    yield (
        f"cost {found.total:.3f} reads = {paid.alpha:g} x {found.storage:,} records"
        f" + {paid.beta:g} x {found.depth:.3f} reads a need - {paid.gamma:g} x {found.quality:.3f} quality"
    )
    yield f"needs: {basis}"
    if found.excess:
        yield f"over the bounds of {FAN_OUT} children and {layout.MAX_DEPTH} levels: {found.excess:,}"
    rows = sorted(found.shares.items(), key=lambda row: (-row[1].reads, row[0]))
    width = max((len(name) for name, _ in rows), default=0) + 1
    yield f"{'directory':<{width}}  pages  dirs  tokens  opened  reads  quality  over"
    for name, share in rows:
        yield (
            f"{name + '/':<{width}}  {share.pages:>5,}  {share.directories:>4}  {share.listing:>6,}"
            f"  {share.needed:>6.3f}  {share.reads:>5.3f}  {share.quality:>7.3f}  {share.excess:>4,}"
        )


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that one operator proposes.

    kind: of the operator.
    directory: what it divides, or the directory that stays of a merge.
    parts: names of what it makes or joins.
    reason: one line.
    touches: directories whose subtrees it changes: two proposals that share one exclude each other.
    leaves: numbers of the pages that may lie elsewhere, or under another heading, after it.
    schema: with it alone.
    """

    kind: DecisionKind
    directory: str
    parts: tuple[str, ...]
    reason: str
    touches: tuple[str, ...]
    leaves: tuple[int, ...]
    schema: Schema


@dataclass(frozen=True, slots=True)
class Judged:
    """A proposal with what it costs.

    proposal: the change.
    delta: estimated change of the cost, in reads; below 0 it pays.
    excess: estimated change of children and levels over the bounds.
    """

    proposal: Proposal
    delta: float
    excess: int


LEAST_GAIN: Final = 0.0005  # reads: rounding must not reshape a wiki


class Critic:
    """Judges proposals on one census; a proposal that comes again unchanged is not priced again."""

    def __init__(self, census: Census, prices: Prices) -> None:
        self._prices = prices
        self._whole = sum(need.weight for need in census.needs)
        self._asked: dict[int, list[int]] = {}  # page → the needs that ask for it
        for number, need in enumerate(census.needs):
            for leaf in need.leaves:
                self._asked.setdefault(leaf, []).append(number)
        self._judged: dict[tuple[object, ...], Judged] = {}

    def judge(self, tree: Tree, proposals: Iterable[Proposal]) -> list[Judged]:
        """The proposals with the cost each saves or adds."""
        inside: dict[str, list[int]] = {}
        for number, name in enumerate(tree.places):
            inside.setdefault(name, []).append(number)
        found: list[Judged] = []
        for each in proposals:
            key = (each.kind, each.directory, each.parts, each.leaves)
            known = self._judged.get(key)
            if known is None:
                known = self._judged[key] = self._judge(tree, each, self._around(inside, each))
            found.append(Judged(each, known.delta, known.excess))
        return found

    def _judge(self, tree: Tree, proposal: Proposal, numbers: list[int]) -> Judged:
        needs = dict.fromkeys(need for number in numbers for need in self._asked.get(number, ()))
        before = cut_tree(tree, numbers, needs, self._whole)
        now = price_tree(before, self._prices)
        then = price_tree(grow_tree(before.census, proposal.schema), self._prices)
        return Judged(proposal, then.total - now.total, then.excess - now.excess)

    def _around(self, inside: dict[str, list[int]], proposal: Proposal) -> list[int]:
        """The pages whose cost may differ: all below what is touched, and beside it those right above.

        A merge takes a line from the listing above, which its own pages are read behind.
        """
        tops = proposal.touches
        above = {name.rpartition("/")[0] for name in tops} - {""} if proposal.kind == "merge" else set()
        near = (
            numbers
            for name, numbers in inside.items()
            if name in above or any(name == top or name.startswith(f"{top}/") for top in tops)
        )
        return sorted(number for numbers in near for number in numbers)


def choose_affordable(judged: Iterable[Judged]) -> list[Judged]:
    """The proposals that lower the cost, the best first."""
    paying = [each for each in judged if each.delta < -LEAST_GAIN and each.excess <= 0]
    return sorted(paying, key=lambda each: (each.delta, each.proposal.directory, each.proposal.parts))
