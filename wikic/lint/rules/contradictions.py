"""K002: facts of one thing that give an attribute two values, without a model.

Values that may say the same, and hedged ones, are no contradiction (LLM-Wiki, Table 6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.rules.content import bullet_text
from wikic.lint.rules.duplicates import all_titles, titles_of
from wikic.lint.view.page import FactBullet, ParsedPage
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.text import attributes, names
from wikic.text.attributes import Value
from wikic.wiki.page_sections import FACTS


@dataclass(frozen=True, slots=True)
class _Said:
    """A fact that gives a value.

    file: of its page.
    id: of the fact.
    line, column: where its bullet stands.
    value: what it gives.
    """

    file: str
    id: str
    line: int
    column: int
    value: Value


def check(view: WikiView) -> Iterator[Problem]:
    called = _subjects(view)
    told: dict[tuple[str, str], list[_Said]] = {}
    for file in view.names.pages:
        facts = view.gist(VALUED, file)
        page = titles_of(view, file) if facts is not None else None
        if page is None:
            continue
        own = attributes.called(next(iter(page.given), ""), page.aliases)
        for id, line, column, text in facts:
            for subject, value in _stated_values(text, file, own, called):
                told.setdefault((subject, value.attribute), []).append(_Said(file, id, line, column, value))
    for said in told.values():
        yield from _contradictions(view, said)


def _valued(view: WikiView, file: str) -> list[tuple[str, int, int, str]] | None:
    """Facts of a generated page that may give a value: id, line, column, text."""
    page = view.page(file) if view.state.kinds[file] == "page" else None
    if page is None or not page.generated:
        return None
    found = [
        (bullet.id or "", *page.at(bullet.start), bullet_text(page, bullet))
        for bullet in _key_facts(page)
        if attributes.says_any(page.text[bullet.start : bullet.end])
    ]
    return found or None


VALUED: Final = Gist("valued", _valued)


def _key_facts(page: ParsedPage) -> Iterator[FactBullet]:
    """Facts that hold today: what stands under History was true once."""
    for bullet in page.facts:
        if bullet.id is not None and page.part_at(bullet.start).name == FACTS:
            yield bullet


def _subjects(view: WikiView) -> dict[str, str]:
    """Files by title, where one page alone answers to it: whom another page tells of."""
    found: dict[str, str] = {}
    for page in all_titles(view):
        for title in page.given:
            found[title] = "" if title in found else page.file
    return {title: file for title, file in found.items() if file and names.disambiguator(title) is None}


def _stated_values(
    text: str, file: str, own: tuple[str, ...], called: dict[str, str]
) -> Iterator[tuple[str, Value]]:
    """What a sentence says of its page, or of another page whose full title it begins with."""
    found = attributes.values(text, own)
    if found:
        yield from ((file, value) for value in found)
        return
    words = text.split(" ")
    for count in range(min(len(words), 8), 1, -1):  # one word is too little of a name to go by
        title = " ".join(words[:count])
        if called.get(title, file) != file:
            yield from ((called[title], value) for value in attributes.values(text, (title,)))
            return


def _contradictions(view: WikiView, said: list[_Said]) -> Iterator[Problem]:
    for at, each in enumerate(said):
        if each.file not in view.scope:
            continue
        for where, other in enumerate(said):
            if where != at and other.id != each.id and each.value.excludes(other.value):
                page = "" if other.file == each.file else f"{layout.page_path(other.file)}#"
                message = (
                    f"{each.value.attribute} {each.value.text}; {page}^{other.id} says {other.value.text}"
                )
                help = "correct the one that is wrong, or delete its bullet"
                facts = ((each.file, each.id), (other.file, other.id))
                yield Problem(each.file, each.line, each.column, message, help=help, facts=facts)
                break
