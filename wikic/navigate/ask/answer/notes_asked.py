"""What notes say where a question names a day, month or week, or asks what is still to be done: facts of
that day, and boxes of lists without a tick, before all others.

A day has a note that is called by it, or a document that is dated so (a mail, a note with ``date:`` in its
frontmatter), or a part of one: messages of a chat under a heading, lines that begin with the date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs
from wikic.language.pack import codes
from wikic.model.answer import Evidence
from wikic.model.page import Fact
from wikic.navigate.ask.answer.follow_relation import Support
from wikic.navigate.ask.heuristic.asked import AskedDate, asked_dates, names_day
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.ask.heuristic.question import Question
from wikic.navigate.ask.heuristic.term_forms import is_pair, question_terms
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.wiki.documents.note_names import note_name

# A record, "Date: 2 Oct 2026", or a stamp opens what is said on that day; one of another day ends it.
_RECORD: Final = re.compile(r"(?:(?:- )?[^\W\d_][^\n:]{0,30}: [^\n]+(?:\n|$))+")
_STAMP: Final = re.compile(r"\[(\d{4}-\d\d-\d\d)\b")


@dataclass(frozen=True, slots=True)
class DatedNotes:
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


def dated_notes(exploration: Exploration, library: Library, limit: int) -> DatedNotes:
    """Facts of the notes called by a date that the question names, at most ``limit``."""
    question = exploration.question
    named = list(asked_dates(question.text))
    pages, spoken = _find_notes(question, named, library)
    # Of a month a question may ask anything: only what is called by it is about it.
    days = [each for each in named if not each.month]
    whole = [*pages, *(path for path in _dated_pages(days, library) if path not in pages)]
    parts = _dated_parts(days, exploration, library, frozenset(whole))
    if not whole and not parts:
        return DatedNotes()
    words = frozenset(question_terms("\n".join((*spoken, *(each.words for each in named)))))
    asked = frozenset(each for each in question.weights if each not in words and not each.isdigit())
    apart = frozenset(each for each in asked if not each.replace(" ", "").isdigit())
    found: list[tuple[float, int, Support]] = []
    silent = 0
    for path, facts in (*((path, _own_facts(path, library)) for path in whole), *parts):
        for at, fact in enumerate(facts):
            said = question.weight(question.matcher.held(fact.text) & apart)
            if apart and not said and path not in pages:
                # What happened on a day is often told on another: there is room for that.
                silent += 1
                if silent > limit // 2:
                    continue
            # Of many notes each comes once before any comes again.
            found.append((-said, at if len(whole) >= limit else 0, Support(path, fact)))
    supports = tuple(support for *_, support in sorted(found, key=lambda each: each[:2])[:limit])
    return DatedNotes(supports, frozenset(whole), asked)


def _own_facts(path: str, library: Library) -> list[Fact]:
    view = library.view(path)
    return [fact for fact in view.facts if not fact.borrowed] if view is not None else []


def _find_notes(
    question: Question, named: Sequence[AskedDate], library: Library
) -> tuple[list[str], tuple[str, ...]]:
    """Pages called by a date of the question, each once, and the words that name them."""
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
    for date in named if not pages else ():
        pages.update(dict.fromkeys(_notes_of_shape(date.shape, library)))
    return list(pages), tuple(spoken)


def _is_date(name: str, path: str, library: Library) -> bool:
    """Whether a name of a page is the date by which its note is called."""
    if note_name(f"{name}.md"):
        return True
    entry = library.entry(path)
    notes = (note_name(f"{each}.md") for each in (entry.title, *entry.aliases)) if entry else ()
    return any(name in note.spoken(code) for note in notes if note for code in codes())


def _notes_of_shape(shape: re.Pattern[str], library: Library) -> list[str]:
    """Pages of notes whose date looks so, the latest first."""
    found = {
        (note.iso, page.path)
        for page in library.catalogue.names()
        for name in (page.title, *page.aliases)
        if shape.search(name) and (note := note_name(f"{name}.md")) and shape.fullmatch(note.iso)
    }
    return [path for _, path in sorted(found, reverse=True)]


def _dated_pages(named: Sequence[AskedDate], library: Library) -> list[str]:
    """Pages of documents whose own date is asked for, the latest first."""
    if not named:
        return []
    dates = {
        article: entry.date
        for article, entry in library.catalogue.sources.items()
        if entry.date and any(each.shape.fullmatch(entry.date[:10]) for each in named)
    }
    found = (
        (dates[entry.article], path)
        for path, entry in library.catalogue.pages.items()
        if entry.article in dates
    )
    return [path for _, path in sorted(found, reverse=True)]


def _dated_parts(
    named: Sequence[AskedDate], exploration: Exploration, library: Library, known: frozenset[str]
) -> list[tuple[str, list[Fact]]]:
    """What other pages that words found say of the day under a heading, a record or a stamp, by page."""
    if not named:
        return []
    found: list[tuple[str, list[Fact]]] = []
    for path in sorted(exploration.searched - known):
        facts = [each for date in named for each in _of_day(_own_facts(path, library), date.shape)]
        if facts:
            found.append((path, facts))
    return found


def _of_day(facts: Sequence[Fact], shape: re.Pattern[str]) -> Iterator[Fact]:
    """The facts of a page that stand under a day of a shape."""
    opened = False
    for fact in facts:
        stamps = _STAMP.findall(fact.text)
        if stamps:
            opened = any(map(shape.fullmatch, stamps))
        elif _RECORD.fullmatch(fact.text):
            opened = names_day(fact.text, shape)
        if opened or any(names_day(each, shape) for each in fact.place or ()):
            yield fact


_ASKED: Final = re.compile(all_packs.expression("asks_for_tasks"), re.IGNORECASE)
_BOX: Final = "[ ]"
_OPEN: Final = re.compile(r"^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?\[ \]\s+(\S.*)$", re.MULTILINE)
# Of tasks that say something of what else is asked, those that say this share of what the best says.
_AS_GOOD: Final = 0.6


@dataclass(frozen=True, slots=True)
class Tasks:
    """Open tasks that a question asks for.

    supports: the facts that hold them, the best first.
    alone: whether the question asks for nothing else, so that nothing else answers it.
    """

    supports: tuple[Support, ...] = ()
    alone: bool = False


def open_tasks(question: Question, library: Library, limit: int) -> Tasks:
    """At most ``limit`` facts with open tasks; none where the question asks for something else."""
    asked = _ASKED.search(question.text)
    if asked is None:
        return Tasks()
    asking = frozenset(question_terms(" ".join(all_packs.words("task_words"))))
    wanted = frozenset(
        term
        for term in question.weights
        if term not in asking and not (is_pair(term) and set(term) & set(asked.group()))
    )
    found: list[tuple[float, str, str, int, Support]] = []
    for path in library.catalogue.pages:
        record = library.record(path)
        view = library.view(path) if record is not None and _BOX in record.text else None
        for at, fact in enumerate(view.facts if view is not None else ()):
            left = "" if fact.borrowed else "\n".join(_OPEN.findall(fact.text))
            if view is not None and left:
                said = question.weight(question.matcher.held(_task_names(view, fact, left)) & wanted)
                found.append((said, _page_day(path, library), path, at, Support(path, fact)))
    most = max((said for said, *_ in found), default=0.0)
    if wanted and not most:
        return Tasks()
    found.sort(key=lambda each: each[2:4])
    found.sort(key=lambda each: each[1], reverse=True)  # the latest first
    found.sort(key=lambda each: -each[0])
    good = tuple(support for said, *_, support in found if said >= _AS_GOOD * most)
    return Tasks(good[:limit], alone=bool(good) and not wanted)


def _task_names(view: PageView, fact: Fact, left: str) -> str:
    """What names the tasks of a fact: its page, its headings, the line above them, they themselves."""
    lead = fact.text.partition("\n")[0]
    return "\n".join((view.title, *view.aliases, *(fact.place or ()), lead if _BOX not in lead else "", left))


def _page_day(path: str, library: Library) -> str:
    """The day of a page's document or of the note that it is, "" where none is known."""
    entry = library.entry(path)
    if entry is None:
        return ""
    source = library.catalogue.sources.get(entry.article)
    note = note_name(f"{entry.title}.md")
    return (source.date if source is not None else None) or (note.iso if note is not None else "")
