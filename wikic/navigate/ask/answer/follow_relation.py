"""Follow a relation from a page, with the fact that states it; and which country a fact speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from wikic.graph.wiki_graph import Graph
from wikic.language import all_packs, pack_files
from wikic.language.relations import LABELS, relations
from wikic.model.page import Fact
from wikic.navigate.ask.answer.question_plan import CHILD, Hop
from wikic.navigate.library import Library
from wikic.text import sexes
from wikic.text.names import base
from wikic.text.relation_labels import inverse


@cache
def _country_names() -> tuple[re.Pattern[str], dict[str, str]]:
    found: dict[str, str] = {}
    for name, others, adjectives, _, country in (
        *all_packs.rows("countries"),
        *all_packs.rows("countries_asked"),
    ):
        if country:
            called = (name, *others.split(", "), *adjectives.split(", "))
            found |= dict.fromkeys(filter(None, called), country)
    longest = sorted(found, key=lambda name: -len(name))
    latin = "|".join(re.escape(name) for name in longest if name.isascii())
    han = "|".join(name for name in longest if not name.isascii())
    return re.compile(rf"(?<![A-Za-z])(?:{latin})(?![A-Za-z])|{han}"), found


def first_country(text: str) -> tuple[str, str] | None:
    """The country a text names first and the word it uses, or None. "French" is France's."""
    pattern, countries = _country_names()
    found = pattern.search(text)
    return (countries[found[0]], found[0]) if found is not None else None


def countries_in(text: str) -> frozenset[str]:
    """Every country a text names."""
    pattern, countries = _country_names()
    return frozenset(countries[found[0]] for found in pattern.finditer(text))


# A name in a fact: words with capitals, and what joins them.
_NAME = re.compile(
    r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]*)(?:,? (?:(?:of|de|von|van|der|the|la|le|del|di|da|al|bin|ibn|y) )*"
    r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]*|[IVX]+\b|\d+(?:st|nd|rd|th)))*|[\u4e00-\u9fff·]{2,8}"
)
_CHILD_OF = re.compile(CHILD, re.IGNORECASE)
_AND = re.compile(all_packs.expression("joins_names"))
# Relations between persons: what they lead to is a person too.
_KIN = frozenset(each.label for each in relations(LABELS) if each.every("kin"))
_TITLES = {
    "father": frozenset((*pack_files.words("en", "titles_of_men"), "father")),
    "mother": frozenset((*pack_files.words("en", "titles_of_women"), "mother")),
}
_SEXES = {"father": "m", "mother": "f"}
_WHOLE = 0.7  # share of a name that a page's name must cover: an earldom may follow
_REACH = 60  # characters between the words of a relation and the name they lead to


@dataclass(frozen=True, slots=True)
class Support:
    """A fact that an answer rests on.

    page: page path of the page that holds it.
    fact: the fact.
    """

    page: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class Reached:
    """A page or value that a relation leads to, with the facts that state it.

    path: page path, or "" where the fact names something that has no page.
    name: as the page or the fact has it.
    supports: facts that lead there, in order.
    """

    path: str
    name: str
    supports: tuple[Support, ...] = ()


def follow_hop(library: Library, graph: Graph, start: Reached, hop: Hop) -> Reached | None:
    """Where ``hop`` leads from ``start``, or None where no fact says."""
    if not start.path:
        return None
    for label in hop.labels:
        found = [
            _find_support(library, start.path, path) for path in _related_pages(graph, start.path, label)
        ]
        # Related Pages are in order of name; facts give them in the order in which they are told.
        told = sorted((each for each in found if each is not None), key=lambda each: each[0])
        if label == "parent" and hop.labels[0] != "parent":
            told = [each for each in told if _is_meant(each[2].fact.text, each[0][1], hop)]
        if hop.labels[0] in _SEXES:
            told = [each for each in told if _may_be(library, each[1], library.title(each[1]), hop)]
        if told:
            _, path, support = told[0]
            return Reached(path, library.title(path), (*start.supports, support))
    return _in_words(library, start, hop)


def _may_be(library: Library, path: str, name: str, hop: Hop) -> bool:
    """Whether one may be the father, or the mother, asked for: no name, and nothing of what they are, says
    otherwise.

    path: of the page about that one, "" where there is none.
    """
    view = library.view(path) if path else None
    names = (name, view.title, *view.aliases, *(each.text for each in view.facts[:1])) if view else (name,)
    words = " ".join((view.summary, *view.tags)) if view else ""
    known = next(filter(None, map(sexes.by_name, names)), "") or sexes.by_nouns(words)
    return known in ("", _SEXES[hop.labels[0]])


def _is_meant(text: str, place: int, hop: Hop) -> bool:
    """Whether the name at ``place`` is the parent asked for: as its title tells, else as the order does."""
    told = _told_as(text[:place].split()[-1:] + text[place:].split()[:1])
    if told:
        return told == hop.labels[0]
    others = [_told_as([word]) for word in text[:place].split()]
    if hop.labels[0] in others:  # "Queen Salote and her consort": the mother was told before
        return False
    return _is_second(text, place) == bool(hop.place)


def _told_as(words: Sequence[str]) -> str:
    """The parent that a title among ``words`` makes of who bears it, or ""."""
    return next((label for label, titles in _TITLES.items() if not titles.isdisjoint(words)), "")


def _is_second(text: str, place: int) -> bool:
    """Whether the name at ``place`` is the second parent told: "daughter of A and B"."""
    before = text[:place]
    said = [hit.end() for hit in _CHILD_OF.finditer(before)]
    return bool(said) and bool(_AND.search(before[said[-1] :]))


def _is_country(name: str) -> bool:
    """Whether a name is a people's or a country's: "married Puerto Rican actress …"."""
    found = first_country(name)
    return found is not None and found[1] == name


def _related_pages(graph: Graph, path: str, label: str) -> Iterator[str]:
    seen: set[str] = set()
    for edge in graph.out(path):
        if (
            edge.kind == "relation"
            and edge.label == label
            and edge.target in graph
            and edge.target not in seen
        ):
            seen.add(edge.target)
            yield edge.target
    for back in graph.backlinks(path):
        if back.kind == "relation" and inverse(back.label) == label and back.source not in seen:
            seen.add(back.source)
            yield back.source


def _find_support(library: Library, path: str, other: str) -> tuple[tuple[int, int], str, Support] | None:
    """The fact that names both pages: on the first, else on the other; with its place for the order."""
    for page, named, far in ((path, other, 0), (other, path, 1 << 20)):
        view, names = library.view(page), _page_names(library, named)
        for at, fact in enumerate(view.facts if view is not None else ()):
            places = [where for name in names if (where := fact.text.casefold().find(name.casefold())) >= 0]
            if places and not fact.differing:
                return (far + at, min(places)), other, Support(page, fact)
    return None


def _page_names(library: Library, path: str) -> tuple[str, ...]:
    entry = library.entry(path)
    if entry is None:
        return ()
    return tuple(name for name in (base(entry.title), *entry.aliases) if len(name) > 1)


def _in_words(library: Library, start: Reached, hop: Hop) -> Reached | None:
    """The name that stands behind the words of a relation in a fact of the page."""
    view = library.view(start.path)
    words = re.compile(rf"(?:{hop.words})", re.IGNORECASE)
    kin = not _KIN.isdisjoint(hop.labels)
    for fact in view.facts if view is not None else ():
        said = words.search(fact.text)
        if said is None or fact.differing:
            continue
        names = [
            each
            for each in _NAME.finditer(fact.text, said.end())
            if each.start() - said.end() <= _REACH and len(each.group()) > 1 and not _is_country(each.group())
        ]
        if len(names) <= hop.place:
            continue
        place = hop.place
        if hop.labels[0] in _TITLES:  # who bears a title is told by it, else the order of the two tells
            told = [_told_as(each.group().split()[:1]) for each in names[:2]]
            place = told.index(hop.labels[0]) if hop.labels[0] in told else place
            if told[place] not in ("", hop.labels[0]):
                continue
        name = names[place].group().rstrip(".,")
        supports = (*start.supports, Support(start.path, fact))
        known = _known_page(library, name)
        page = known[1][0] if known is not None else ""
        if hop.labels[0] in _SEXES and not _may_be(library, page, name, hop):
            continue
        if known is not None and start.path not in known[1]:
            # Kin is of one kind, which the first step of their directories tells.
            if kin and start.path.partition("/")[0] != known[1][0].partition("/")[0]:
                continue
            return Reached(known[1][0], known[0], supports)
        if kin and not hop.place and "," in fact.text[said.end() : names[place].start()]:
            continue  # "as the son of a miller, he came to Hallowmouth"
        # Where names have no capitals, what has no page cannot be told from the words behind it.
        if name[0].isascii() or name[0].isupper():
            return Reached("", name, supports)
    return None


def _known_page(library: Library, name: str) -> tuple[str, tuple[str, ...]] | None:
    """The page's name that ``name`` begins with, nearly all of it, and the pages that claim it."""
    for match in library.names.find(name):
        whole = match.end - match.start >= _WHOLE * len(name) or not name[0].isascii()
        if match.start == 0 and match.kind != "fuzzy" and whole:
            return match.name, match.paths
    return None
