"""What dated notes say of the day, month or week that a question names: their facts, before all others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.language import pack, pack_files
from wikic.language.word_lists import codes
from wikic.model.answer import Evidence
from wikic.navigate.answer.follow_relation import Support
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.heuristic.question import Question
from wikic.navigate.heuristic.term_forms import terms
from wikic.navigate.library import Library
from wikic.text.full_dates import dates
from wikic.wiki.documents.note_names import note_name

_MONTHS: Final = {
    name[:cut].casefold(): number
    for code in codes()
    for number, name in enumerate(pack(code).months, 1)
    for cut in (3, len(name))
}
_MONTH: Final = pack_files.alternatives(_MONTHS)
_DAY: Final = r"(?P<{}>\d{{1,2}})(?:st|nd|rd|th|\.)?"
# A day without its year, "Jan 5" or "the 5th of January"; a month with it.
_OF_ANY_YEAR: Final = re.compile(
    rf"\b(?:(?P<month>{_MONTH})\.? {_DAY.format('after')}|{_DAY.format('before')}(?: of)? (?P<of>{_MONTH})\b)"
    r"(?!\w|,? ?\d)"
    r"|(?P<number>\d{1,2})月(?P<day>\d{1,2})日",
    re.IGNORECASE,
)
_OF_MONTH: Final = re.compile(
    rf"\b(?P<month>{_MONTH}),? (?P<year>(?:19|20)\d\d)\b|\b(?P<iso>(?:19|20)\d\d-\d\d)\b(?!-)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Told:
    """What dated notes say of a question.

    supports: their facts; those that say more of what else is asked first, else in the order of the notes.
    pages: their pages.
    asked: terms of the question that name no date, and the date as one term.
    """

    supports: tuple[Support, ...] = ()
    pages: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()

    def fits(self, evidence: Evidence, question: Question) -> bool:
        """Whether evidence is of these notes, or says something that is asked; all does without notes."""
        if not self.supports or evidence.page in self.pages:
            return True
        said = question.matcher.held(evidence.text) & self.asked
        return bool(said) and any(map(str.isalpha, evidence.text))


def told(exploration: Exploration, library: Library, limit: int) -> Told:
    """Facts of the notes called by a date that the question names, at most ``limit``."""
    question = exploration.question
    pages, spoken = _notes(question, library)
    if not pages:
        return Told()
    words = frozenset(terms(spoken))
    asked = frozenset(each for each in question.weights if each not in words and not each.isdigit())
    apart = frozenset(each for each in asked if not each.replace(" ", "").isdigit())
    found: list[tuple[float, int, Support]] = []
    for path in pages:
        view = library.view(path)
        own = [fact for fact in view.facts if not fact.borrowed] if view is not None else []
        for at, fact in enumerate(own):
            said = question.weight(question.matcher.held(fact.text) & apart)
            # Of many notes each comes once before any comes again.
            found.append((-said, at if len(pages) >= limit else 0, Support(path, fact)))
    supports = tuple(support for *_, support in sorted(found, key=lambda each: each[:2])[:limit])
    return Told(supports, frozenset(pages), asked)


def _notes(question: Question, library: Library) -> tuple[list[str], str]:
    """Pages that a date of the question names, each once, and the words that name them."""
    pages: dict[str, None] = {}
    spoken: list[str] = []
    for each in question.names:
        match = each.match
        dated = [
            path for path in match.paths if match.kind != "fuzzy" and _is_date(match.name, path, library)
        ]
        if dated:
            pages.update(dict.fromkeys(dated))
            spoken.append(question.text[match.start : match.end])
    for found, shape in _shapes(question.text) if not pages else ():
        pages.update(dict.fromkeys(_shaped(shape, library)))
        spoken.append(found)
    return list(pages), "\n".join(spoken)


def _shapes(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Days without a year and months that a text names: its words, and a shape of their ISO dates."""
    if dates(text):
        return
    for found in _OF_ANY_YEAR.finditer(text):
        month = found["number"] or _MONTHS.get((found["month"] or found["of"]).casefold())
        if month is None:
            continue  # "Aprıl": letters that are one letter's capital only
        day = found["day"] or found["after"] or found["before"]
        yield found[0], re.compile(rf"\d{{4}}-{int(month):02}-{int(day):02}")
    for found in _OF_MONTH.finditer(text):
        number = _MONTHS.get((found["month"] or "").casefold())
        if found["iso"] or number is not None:
            month = found["iso"] or f"{found['year']}-{number:02}"
            yield found[0], re.compile(rf"{month}-\d\d")


def _is_date(name: str, path: str, library: Library) -> bool:
    """Whether a name of a page is the date by which its note is called."""
    if note_name(f"{name}.md"):
        return True
    entry = library.entry(path)
    notes = (note_name(f"{each}.md") for each in (entry.title, *entry.aliases)) if entry else ()
    return any(name in note.spoken(code) for note in notes if note for code in codes())


def _shaped(shape: re.Pattern[str], library: Library) -> list[str]:
    """Pages of notes whose date looks so, the latest first."""
    found = {
        (note.iso, page.path)
        for page in library.catalogue.names()
        for name in (page.title, *page.aliases)
        if shape.search(name) and (note := note_name(f"{name}.md")) and shape.fullmatch(note.iso)
    }
    return [path for _, path in sorted(found, reverse=True)]
