"""A short answer, drawn from facts by following what the question asks for; none where they do not say.

That something is not of a kind counts only where a fact says so in so many words: "X was not a painter". That
a page does not say "painter" tells nothing: it may say "artist".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.graph.wiki_graph import Graph
from wikic.language import all_packs
from wikic.navigate.ask.answer import dates, follow_relation
from wikic.navigate.ask.answer.follow_relation import Reached, Support, follow_hop
from wikic.navigate.ask.answer.question_plan import Ask, plan_answer
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.ask.heuristic.term_forms import content_terms
from wikic.navigate.library import Library
from wikic.text.names import base

# Right behind the subject. "Not only", "not the first" and the like deny nothing of the kind.
_DENIED: Final = tuple(map(re.compile, all_packs.expressions("denial")))
_BUT: Final = re.compile(all_packs.expression("but"))
_PRONOUN: Final = re.compile(rf"(?:{all_packs.expression('subject_pronoun')})(?![A-Za-z])")


def denied_kind(text: str, name: str) -> str:
    """What a fact says its subject is not, in its words; "" where it denies nothing.

    name: of the page's subject; a fact that begins with something else is about something else.
    """
    begins = next((each for each in (name, base(name)) if each and text.startswith(each)), None)
    pronoun = _PRONOUN.match(text)
    if begins is None and pronoun is None:
        return ""
    at = len(begins) if begins is not None else pronoun.end() if pronoun is not None else 0
    found = next((found for each in _DENIED if (found := each.match(text, at))), None)
    return _BUT.split(found["kind"])[0] if found is not None else ""


# Labels under which a page states a place, by attribute.
_PLACE_LABELS: Final = {
    "birth": "born in",
    "death": "died in",
    "burial": "buried in",
    "education": "educated at",
    "work": "worked for",
    "location": "located in",
}
_UPWARDS: Final = 3  # village, district, province, country
_MOST_KINDS: Final = 4  # words that say what kind of thing both are


@dataclass(frozen=True, slots=True)
class Draft:
    """A short answer before its facts have places in the evidence.

    text: the answer.
    supports: facts it rests on, in the order of the argument.
    """

    text: str
    supports: tuple[Support, ...]


def draft_short_answer(exploration: Exploration, library: Library, graph: Graph) -> Draft | None:
    """The short answer to an explored question, or None."""
    ask = plan_answer(exploration.question)
    if ask is None:
        return None
    found = _Reader(exploration, library, graph, ask).answer()
    return found if found is not None and _is_whole(exploration, ask, found) else None


def _is_whole(exploration: Exploration, ask: Ask, found: Draft) -> bool:
    """Whether every word of the question was understood or stands in the facts: else it asks for more."""
    facts = "\n".join(each.fact.text for each in found.supports)
    said = exploration.question.matcher.held(facts)
    return ask.kind == "class" or said >= set(content_terms(ask.left))


class _Reader:
    def __init__(self, exploration: Exploration, library: Library, graph: Graph, ask: Ask) -> None:
        self._exploration = exploration
        self._library = library
        self._graph = graph
        self._ask = ask

    def answer(self) -> Draft | None:
        ends: list[Reached] = []
        for anchor in self._ask.anchors:
            end: Reached | None = Reached(self._page(anchor.match.paths), anchor.match.name)
            for hop in self._ask.hops:
                end = follow_hop(self._library, self._graph, end, hop) if end is not None else None
            if end is None:
                return None
            ends.append(end)
        by_kind: dict[str, Callable[[list[Reached]], Draft | None]] = {
            "date": self._date,
            "place": self._place,
            "country": self._country,
            "name": self._name,
            "same": self._same,
            "class": self._class,
            "choice": self._choice,
        }
        return by_kind[self._ask.kind](ends)

    def _page(self, paths: tuple[str, ...]) -> str:
        """Of the pages a name may mean, the one that fits the question best."""
        ranked = (each.passage.path for each in self._exploration.ranked)
        return next((path for path in ranked if path in paths), paths[0])

    # --- one thing ------------------------------------------------------------------------------

    def _name(self, ends: list[Reached]) -> Draft | None:
        return Draft(base(ends[0].name), ends[0].supports)

    def _date(self, ends: list[Reached]) -> Draft | None:
        found = self._dated(ends[0], self._ask.attribute)
        return Draft(found[0].text, (*ends[0].supports, found[1])) if found is not None else None

    def _place(self, ends: list[Reached]) -> Draft | None:
        found = self._placed(ends[0], self._ask.attribute)
        return Draft(found[0], (*ends[0].supports, found[1])) if found is not None else None

    def _country(self, ends: list[Reached]) -> Draft | None:
        for support in self._facts(ends[0]):
            found = follow_relation.first_country(_without_name(support.fact.text, ends[0].name))
            if found is not None:
                return Draft(found[1], (*ends[0].supports, support))
        return None

    # --- two things -----------------------------------------------------------------------------

    def _choice(self, ends: list[Reached]) -> Draft | None:
        if self._ask.attribute == "life":
            return self._longer(ends)
        found = [self._dated(end, self._ask.attribute) for end in ends]
        one, other = found
        if one is None or other is None or not dates.can_compare(one[0], other[0]):
            return None
        first = 0 if one[0] < other[0] else 1
        return self._chosen(1 - first if self._ask.latest else first, ends, (one[1], other[1]))

    def _longer(self, ends: list[Reached]) -> Draft | None:
        years: list[int] = []
        facts: list[Support] = []
        for end in ends:
            born, died = self._dated(end, "birth"), self._dated(end, "death")
            if born is None or died is None:
                return None
            early = (died[0].month, died[0].day) < (born[0].month, born[0].day)
            years.append(died[0].year - born[0].year - early)
            facts += [born[1], died[1]]
        if years[0] == years[1]:
            return None
        return self._chosen(0 if years[0] > years[1] else 1, ends, tuple(facts))

    def _chosen(self, which: int, ends: list[Reached], facts: tuple[Support, ...]) -> Draft:
        match = self._ask.anchors[which].match
        supports = (*ends[0].supports, *ends[1].supports, *facts)
        return Draft(self._exploration.question.text[match.start : match.end], supports)

    def _same(self, ends: list[Reached]) -> Draft | None:
        sides = [self._countries(end) for end in ends]
        if not all(side[0] for side in sides):
            return None
        same = sides[0][0] & sides[1][0]
        supports = [*ends[0].supports, *ends[1].supports, *sides[0][1], *sides[1][1]]
        return Draft("yes" if same else "no", tuple(supports))

    def _class(self, ends: list[Reached]) -> Draft | None:
        """Whether both are of the kind the question names, as the pages say what they are.

        A word that is missing is no "no": the page may say it in another. Only a fact that denies it is.
        """
        question = self._exploration.question
        kinds = frozenset(question.rest)
        if not kinds or len(kinds) > _MOST_KINDS or self._ask.hops:
            return None
        supports: list[Support] = []
        for end in ends:
            facts, entry = self._facts(end), self._library.entry(end.path)
            if not facts or entry is None:
                return None
            for each in facts:
                if kinds <= question.matcher.held(denied_kind(each.fact.text, end.name)):
                    return Draft("no", (each,))
            said = " ".join((facts[0].fact.text, entry.summary, *entry.tags))
            if kinds <= question.matcher.held(said):
                supports.append(facts[0])
        return Draft("yes", tuple(supports)) if len(supports) == len(ends) else None

    # --- reading a page ---------------------------------------------------------------------------

    def _facts(self, end: Reached) -> list[Support]:
        view = self._library.view(end.path) if end.path else None
        facts = view.facts if view is not None else ()
        return [Support(end.path, fact) for fact in facts if not fact.differing]

    def _dated(self, end: Reached, kind: str) -> tuple[dates.Date, Support] | None:
        """The most exact date of a kind that the page gives, the first of equals."""
        best: tuple[dates.Date, Support] | None = None
        for support in self._facts(end):
            found = dates.date_in_fact(kind, support.fact.text)
            if found is None:
                continue
            # Only the day makes a year more exact; another year is another event.
            if best is None or (found.year == best[0].year and found.exact > best[0].exact):
                best = found, support
        return best

    def _placed(self, end: Reached, kind: str) -> tuple[str, Support] | None:
        facts = self._facts(end)
        for support in facts:
            found = dates.place_in_fact(kind, support.fact.text)
            if found is not None and found != end.name:
                return found, support
        for edge in self._graph.out(end.path) if end.path else ():
            if edge.label == _PLACE_LABELS[kind] and edge.target in self._graph and facts:
                title = base(self._library.title(edge.target))
                named = [each for each in facts if title.casefold() in each.fact.text.casefold()]
                if named:
                    return title, named[0]
        return None

    def _countries(self, end: Reached) -> tuple[frozenset[str], list[Support]]:
        """The countries a page speaks of first: its own words, else those of what it lies in."""
        path, supports = end.path, self._facts(end)
        for support in supports[:2]:
            found = follow_relation.countries_in(_without_name(support.fact.text, end.name))
            if found:
                return found, [support]
        for _ in range(_UPWARDS):
            up = [
                edge.target
                for edge in self._graph.out(path)
                if edge.label in ("located in", "country", "part of") and edge.target in self._graph
            ]
            if not up:
                break
            path = up[0]
            found = follow_relation.countries_in(self._library.title(path))
            view = self._library.view(path)
            if not found and view is not None and view.facts:
                found = follow_relation.countries_in(view.facts[0].text)
            if found:
                return found, supports[:1]
        return frozenset(), []


def _without_name(text: str, name: str) -> str:
    """A fact without the name it is about, which may hold a country's ("Prince of Denmark")."""
    return text.replace(name, "_").replace(base(name), "_")
