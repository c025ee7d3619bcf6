"""Tasks that are still open, for a question that asks what is to be done: boxes of lists without a tick."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs
from wikic.model.page import Fact
from wikic.navigate.ask.answer.follow_relation import Support
from wikic.navigate.ask.heuristic.question import Question
from wikic.navigate.ask.heuristic.term_forms import is_pair, terms
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.wiki.documents.note_names import note_name

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
    asking = frozenset(terms(" ".join(all_packs.words("task_words"))))
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
                said = question.weight(question.matcher.held(_named(view, fact, left)) & wanted)
                found.append((said, _day(path, library), path, at, Support(path, fact)))
    most = max((said for said, *_ in found), default=0.0)
    if wanted and not most:
        return Tasks()
    found.sort(key=lambda each: each[2:4])
    found.sort(key=lambda each: each[1], reverse=True)  # the latest first
    found.sort(key=lambda each: -each[0])
    good = tuple(support for said, *_, support in found if said >= _AS_GOOD * most)
    return Tasks(good[:limit], alone=bool(good) and not wanted)


def _named(view: PageView, fact: Fact, left: str) -> str:
    """What names the tasks of a fact: its page, its headings, the line above them, they themselves."""
    lead = fact.text.partition("\n")[0]
    return "\n".join((view.title, *view.aliases, *(fact.place or ()), lead if _BOX not in lead else "", left))


def _day(path: str, library: Library) -> str:
    """The day of a page's document or of the note that it is, "" where none is known."""
    entry = library.entry(path)
    if entry is None:
        return ""
    source = library.catalogue.sources.get(entry.article)
    note = note_name(f"{entry.title}.md")
    return (source.date if source is not None else None) or (note.iso if note is not None else "")
