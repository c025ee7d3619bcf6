"""A question taken apart: the pages it names, the words it is about, the relations and facts it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import fsum
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.navigate.ask.heuristic.asked import (
    ATTRIBUTES,
    CUES,
    AskedValue,
    Attribute,
    Cue,
    asked_values,
    days_in,
)
from wikic.navigate.ask.heuristic.term_forms import (
    Matcher,
    asked_in,
    content_terms,
    question_terms,
    stop_words,
    word_families,
)
from wikic.navigate.ask.heuristic.term_statistics import TermStatistics, word_forms
from wikic.search.name_index import NameIndex, NameMatch
from wikic.search.query import MAX_CHARS

# A name below this is a word like others: it does not take its words from the rest of the question.
SURE: Final = 0.25
# A word that asks for a relation or a kind of fact is answered by following it; as a word it says less.
_CUE_WORD: Final = 0.5
# A word that no page holds is mistyped, courteous or a stranger's: what is looked for in vain says little.
_UNHELD: Final = 0.25
# More terms than this drown each other; the rarest are kept (as in search/query.py).
MAX_TERMS: Final = 24
_JOINED: Final = re.compile(r"[a-z]{1,3}((?:19|20)\d\d)|((?:19|20)\d\d)([01]\d)([0-3]\d)")
_DATE: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)")
_NONE: Final = frozenset[str]()
# Greetings stand between marks: "Morning, …", and not in "the morning shift".
_COURTESY: Final = re.compile(
    rf"{all_packs.expression('asks_politely')}"
    rf"|(?:^|(?<=[.!?,:;。！？，：；] )|(?<=[。！？，：；]))"
    rf"{pack_files.alternatives(all_packs.words('greetings'))}(?=[ ]*(?:[.!?,:;。！？，：；]|$))",
    re.IGNORECASE,
)
_ENUMERATION: Final = re.compile(all_packs.expression("asks_for_a_list"), re.IGNORECASE)
_ASKING: Final = (
    *(each.pattern for each in CUES),
    *(each.pattern for each in ATTRIBUTES),
    *(re.compile(all_packs.expression(f"asks_{each}"), re.IGNORECASE) for each in ("when", "where", "who")),
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name in the question with what it is worth as a place to start.

    match: as the name index found it.
    weight: specificity in (0, 1].
    """

    match: NameMatch
    weight: float


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart: named pages, terms with their weights, relations and facts it asks for.

    text: as asked, cut to what counts.
    names: in order.
    weights: its terms, with what each is worth: rarity, less for words that are cues.
    rest: terms that belong to no name, the weightiest first.
    cues, attributes, values: what it asks for.
    bent: other forms of its terms that pages hold.
    unheld: its terms that no page holds in any form.
    total: the weight of all terms, never 0.
    matcher: finds its terms in texts.
    most: the weight of a word that no page holds: the logarithm of the number of pages.
    shape: ``enumeration`` when it asks for several things, else ``bridge``.
    """

    text: str
    names: tuple[Named, ...]
    weights: dict[str, float] = field(repr=False)
    rest: tuple[str, ...]
    cues: tuple[Cue, ...]
    attributes: tuple[Attribute, ...]
    matcher: Matcher = field(repr=False)
    total: float = field(repr=False)
    most: float
    shape: str
    values: tuple[AskedValue, ...] = ()
    bent: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)
    unheld: frozenset[str] = frozenset()

    @property
    def heavy(self) -> list[str]:
        """Terms that pages hold, the weightiest first."""
        held = self.weights.keys() - self.unheld
        return sorted(held, key=lambda term: (-self.weights[term], term))[:MAX_TERMS]

    def written(self, terms: Iterable[str]) -> list[str]:
        """Terms with the other forms in which pages write them: what to search for."""
        return list(
            dict.fromkeys(form for term in terms for form in (term, *sorted(self.bent.get(term, _NONE))))
        )

    def answered(self, text: str) -> frozenset[str]:
        """The terms that a text holds; of those that ask for a value, where it has one, and nowhere else."""
        asking = frozenset[str]().union(*(each.terms for each in self.values))
        told = (each.terms for each in self.values if each.shape.search(text))
        return (self.matcher.held(text) - asking).union(*told) & self.weights.keys()

    @property
    def size(self) -> float:
        """How much there is to be found: the weight of its terms in words that no page holds."""
        return fsum(self.weights.values()) / self.most

    def weight(self, held: frozenset[str]) -> float:
        """How much of the question ``held`` covers, as a share."""
        # Exact sums: the order of a set differs from one process to the next, and ties must not.
        return fsum(self.weights[term] for term in held) / self.total


def without_courtesy(text: str) -> str:
    """A question with blanks where it greets, thanks, or says that it asks, if it does anything else."""
    found = _COURTESY.sub(lambda said: " " * len(said.group()), text)
    return found if any(map(str.isalnum, found)) else text


def read_question(text: str, names: NameIndex, statistics: TermStatistics) -> Question:
    """Take ``text`` apart. Only its first 4,096 characters count; nothing in it is an error."""
    text = " ".join(text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8").split())
    asked = without_courtesy(text)
    named = tuple(_find_named(asked, names))
    bent = word_forms(asked, statistics)
    kin = {
        **word_families(),
        **{term: each | word_families().get(term, _NONE) for term, each in bent.kin.items()},
    }
    weights = {
        part: _term_rarity(part, kin, statistics)
        for term in content_terms(asked)
        for part in bent.parts.get(term) or _split_joined(term, statistics)
    }
    for date, digits in _find_dates(text):
        if statistics.holds(date):
            weights = {term: weight for term, weight in weights.items() if term not in digits}
            weights[date] = statistics.rarity(date)
    # What stands in a name asks for nothing: "A Star Is Born".
    masked = asked
    inside: set[str] = set()
    for each in named:
        if each.weight >= SURE:
            start, end = each.match.start, each.match.end
            masked = masked[:start] + "_" * (end - start) + masked[end:]
            inside |= set(question_terms(text[start:end]))
    cues = tuple(cue for cue in CUES if cue.pattern.search(masked))
    attributes = tuple(each for each in ATTRIBUTES if each.pattern.search(masked))
    values = tuple(asked_values(masked))
    asking: set[str] = set()
    for pattern in (*(cue.pattern for cue in cues), *(each.pattern for each in attributes)):
        for hit in pattern.finditer(masked):
            asking |= set(question_terms(hit.group()))
    for term in asking & weights.keys():
        weights[term] *= _CUE_WORD
    rest = sorted((term for term in weights if term not in inside), key=lambda term: (-weights[term], term))
    return Question(
        text=text,
        names=named,
        weights=weights,
        rest=tuple(rest[:MAX_TERMS]),
        cues=cues,
        attributes=attributes,
        values=values,
        bent=bent.kin,
        matcher=Matcher(weights, kin),
        total=fsum(weights.values()) or 1.0,
        most=statistics.most,
        shape="enumeration" if _ENUMERATION.search(masked) else "bridge",
        unheld=frozenset(
            term for term in weights if not any(map(statistics.holds, kin.get(term, _NONE) | {term}))
        ),
    )


def _term_rarity(term: str, kin: Mapping[str, frozenset[str]], statistics: TermStatistics) -> float:
    """How rare a term is: as its commonest kin is, for any of them is as good."""
    held = filter(statistics.holds, kin.get(term, _NONE) | {term})
    return min(map(statistics.rarity, held), default=_UNHELD * statistics.most)


def _find_dates(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The days that a text names, however it writes them, as one term each, and the numbers it stands for."""
    written = {(int(day[1]), int(day[2]), int(day[3])) for day in _DATE.finditer(text)}
    for year, month, day in sorted(written | set(days_in(text))):
        if year and month and day:
            numbers = (f"{year:04}", f"{month:02}", f"{day:02}")
            yield " ".join(numbers), frozenset((*numbers, "".join(numbers), str(month), str(day)))


def _split_joined(term: str, statistics: TermStatistics) -> tuple[str, ...]:
    """A date or year written without gaps ("20260405", "FY2022") as its parts, where no page writes it so."""
    found = _JOINED.fullmatch(term)
    if found is None or statistics.holds(term):
        return (term,)
    return tuple(part for part in found.groups() if part)


def _find_named(text: str, names: NameIndex) -> list[Named]:
    found: list[Named] = []
    for match in names.find(text):
        written = text[match.start : match.end]
        said = set(question_terms(written))
        if said <= stop_words(asked_in(text)) and written == written.lower():
            continue
        found.append(Named(match, match.weight))
    asks = frozenset(question_terms(" ".join(hit.group() for each in _ASKING for hit in each.finditer(text))))
    # "the place of birth of …" names no page Place of birth, as long as it names another.
    others = [each for each in found if not set(content_terms(each.match.name)) <= asks]
    return others or found
