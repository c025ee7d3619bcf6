"""What the wiki is about and how it is divided: ``schema.yaml``; who is who: ``identity.yaml``."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from wikic.model.topics import Collection, Layout, Topic
from wikic.remembered import remembered

DISK_FORMAT: Final = 3  # docs/disk-format.md, "Versions"


@dataclass(frozen=True, slots=True)
class Positioning:
    """The corpus positioning descriptor (WikiKV, section III-C).

    focus: what the corpus is about.
    audience: who reads the wiki.
    bias: which documents enter the corpus and which do not.
    """

    focus: str = ""
    audience: str = ""
    bias: str = ""


@dataclass(frozen=True, slots=True)
class Dimension:
    """A directory of knowledge pages.

    name: its path below ``wiki/``; ``people/rulers`` lies in ``people`` and is filled by placement rules.
    description: one line that tells a reader what belongs in it.
    title: heading of its index; the name, capitalised, when empty.
    accepts: other dimension names that extraction may have written in digests and that live here.
    """

    name: str
    description: str
    title: str = ""
    accepts: tuple[str, ...] = ()


# As libraries file: "The Hideout" stands with H, or a tenth of all films would stand with T.
_ARTICLES: Final = ("the-", "an-", "a-")

# The 3,755 commonest characters stand in GB 2312 in order of their pinyin: where each letter begins there.
_PINYIN_LETTERS: Final = "abcdefghjklmnopqrstwxyz"
_PINYIN_STARTS: Final = (
    0xB0A1, 0xB0C5, 0xB2C1, 0xB4EE, 0xB6EA, 0xB7A2, 0xB8C1, 0xB9FE, 0xBBF7, 0xBFA6, 0xC0AC, 0xC2E8,
    0xC4C3, 0xC5B6, 0xC5BE, 0xC6DA, 0xC8BB, 0xC8F6, 0xCBFA, 0xCDDA, 0xCEF4, 0xD1B9, 0xD4D1,
)  # fmt: skip
_PINYIN_LAST: Final = 0xD7F9


@remembered(1 << 16)  # asked for by every range of a directory
def initial_key(stem: str) -> str:
    """What alphabetical ranges compare: case folded, without accents and article: É stands with E.

    A common Han character stands with the first letter of its pinyin, as dictionaries file it; others keep
    their code point and stand behind z.
    """
    plain = unicodedata.normalize("NFKD", stem)
    key = "".join(char for char in plain if unicodedata.category(char) != "Mn").casefold()
    if not key.isascii():
        key = "".join(map(_pinyin_initial, key))
    article = next((each for each in _ARTICLES if key.startswith(each) and key != each), "")
    return key[len(article) :]


def _pinyin_initial(char: str) -> str:
    """The first letter of a Han character's pinyin, where GB 2312 has it in its first level; else itself."""
    if not "\u4e00" <= char <= "\u9fff":
        return char
    try:
        code = int.from_bytes(char.encode("gb2312"))
    except UnicodeEncodeError:
        return char
    at = bisect_right(_PINYIN_STARTS, code)
    return _PINYIN_LETTERS[at - 1] if at and code <= _PINYIN_LAST else char


def in_range(stem: str, first: str, last: str) -> bool:
    """Whether a stem stands between two beginnings of names, both included, by ``initial_key``.

    "" leaves that end open; two open ends are no range and hold nothing.
    """
    if not first and not last:
        return False
    key, end = initial_key(stem), initial_key(last)
    return initial_key(first) <= key and (not end or key[: len(end)] <= end)


@dataclass(frozen=True, slots=True)
class SectionRule:
    """Which pages stand under one heading of a directory's index; the first rule that matches wins.

    directory: the directory it divides.
    heading: text of the section's heading.
    tags: a page with one of them belongs here.
    first, last: so does one whose stem is in this range (``in_range``).
    """

    directory: str
    heading: str
    tags: tuple[str, ...] = ()
    first: str = ""
    last: str = ""

    def takes(self, stem: str, tags: Container[str]) -> bool:
        """Whether a page of this stem and these tags belongs here."""
        return any(tag in tags for tag in self.tags) or in_range(stem, self.first, self.last)


@dataclass(frozen=True, slots=True)
class PlacementRule:
    """Which pages of a directory live in one below it, pages to come too; the first that matches wins.

    directory: the directory it divides, ``people``.
    into: a dimension below it, ``people/rulers``.
    tags: a page to which the digests give one of them belongs there.
    labels: so does one with a relation of such a label, read from the page: ``director of``.
    stems: and single pages, where no rule serves.
    first, last: and those whose stem is in this range (``in_range``).
    """

    directory: str
    into: str
    tags: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    first: str = ""
    last: str = ""


DecisionKind = Literal["split", "merge", "sections"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What ``evolve`` did and why, so that a later run does not undo it. Delete one to have it thought over.

    kind: what was done.
    what: directories; of a split the one that was divided, then its parts; of a merge the one that stays,
        then those that are in it now.
    reason: one line.
    """

    kind: DecisionKind
    what: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Schema:
    """``wiki/schema.yaml``: edited by people, read by compile and evolve.

    overview: the paragraph that opens ``index.md``.
    fallback: name of the dimension that takes what no other takes.
    placement: which pages of a dimension live below it.
    evolved: what ``evolve`` decided.
    layout: of collections that ``collections`` does not name.
    collections: what the documents of each collection are made into.
    topics: which documents of a library live in which directory; the first that fits best wins.
    links: ``wikilinks`` has generated links in that form, "" relative Markdown links.
    minimum_version: of the disk format that a wikic must know to work on the wiki; "" where it is not said.
    """

    positioning: Positioning
    dimensions: tuple[Dimension, ...]
    sections: tuple[SectionRule, ...] = ()
    overview: str = ""
    fallback: str = "concepts"
    placement: tuple[PlacementRule, ...] = ()
    evolved: tuple[Decision, ...] = ()
    layout: Layout = "things"
    collections: tuple[Collection, ...] = ()
    topics: tuple[Topic, ...] = ()
    links: Literal["", "wikilinks"] = ""
    minimum_version: str = str(DISK_FORMAT)

    def layout_of(self, key: str) -> Layout:
        """The layout of the collection that a source's key names."""
        name = key.partition("/")[0]
        return next((each.layout for each in self.collections if each.name == name), self.layout)

    def home_of(self, dimension: str) -> str:
        """The directory in which an entity of ``dimension`` lives, before placement.

        A directory that is there no more is what it was below.
        """
        while dimension:
            for each in self.dimensions:
                if dimension == each.name or dimension in each.accepts:
                    return each.name
            dimension = dimension.rpartition("/")[0]
        return self.fallback

    def dimension(self, name: str) -> Dimension | None:
        """The dimension of a directory, or None."""
        return next((each for each in self.dimensions if each.name == name), None)


class Placer:
    """The placement rules of a schema, looked up by what a page has: made once for many pages."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._homes: dict[str, str] = {}
        self._rules: dict[str, list[PlacementRule]] = {}
        # Directory → what a page may have → number of the first rule that asks for it.
        self._marks: dict[str, dict[tuple[str, str], int]] = {}
        self._ranges: dict[str, list[int]] = {}
        for rule in schema.placement:
            rules = self._rules.setdefault(rule.directory, [])
            marks = self._marks.setdefault(rule.directory, {})
            for kind, values in (("tag", rule.tags), ("label", rule.labels), ("stem", rule.stems)):
                for value in values:
                    marks.setdefault((kind, value), len(rules))
            if rule.first or rule.last:
                self._ranges.setdefault(rule.directory, []).append(len(rules))
            rules.append(rule)

    def place(
        self, dimension: str, stem: str, tags: Iterable[str], labels: Callable[[], Iterable[str]]
    ) -> str:
        """The directory in which a page lives: the home of its dimension, then down by the rules.

        labels: asked only where the page's dimension is divided.
        """
        home = self._homes.get(dimension)
        if home is None:
            home = self._homes[dimension] = self._schema.home_of(dimension)
        while home in self._rules:
            at = self._first(home, stem, tags, labels)
            if at is None:
                break
            home = self._rules[home][at].into  # strictly below: reading a schema checks it
        return home

    def _first(
        self, home: str, stem: str, tags: Iterable[str], labels: Callable[[], Iterable[str]]
    ) -> int | None:
        """Number of the first rule of a directory that takes the page."""
        marks = self._marks[home]
        found = [at for tag in tags if (at := marks.get(("tag", tag))) is not None]
        found += [at for label in labels() if (at := marks.get(("label", label))) is not None]
        if ("stem", stem) in marks:
            found.append(marks["stem", stem])
        best = min(found, default=None)
        rules = self._rules[home]
        for at in self._ranges.get(home, ()):
            if best is not None and at > best:
                break
            if in_range(stem, rules[at].first, rules[at].last):
                return at
        return best


@dataclass(frozen=True, slots=True)
class Pin:
    """``identity.yaml`` says which title one entity of one digest has.

    key: the source's key.
    entity: the entity's title in that digest.
    title: the title it is given; a page of that title takes it.
    """

    key: str
    entity: str
    title: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """A stem that was a page's once, and the title of the page that took it over.

    stem: which no page has now.
    title: of the page on which its ``redirects:`` stands.
    """

    stem: str
    title: str


@dataclass(frozen=True, slots=True)
class Identity:
    """``wiki/identity.yaml``: nothing else joins or parts entities by hand.

    same: groups of titles that are one thing; the first names the page.
    distinct: groups of titles no two of which are ever joined.
    pins: titles given to single entities of single digests.
    redirects: stems that merges and splits left behind.
    """

    same: tuple[tuple[str, ...], ...] = ()
    distinct: tuple[tuple[str, ...], ...] = ()
    pins: tuple[Pin, ...] = ()
    redirects: tuple[Redirect, ...] = ()
