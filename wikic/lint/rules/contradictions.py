"""K002: documents that give one thing two values of which only one can hold.

The fold looks for them and says so on the thing's page (``wiki.fold.differing``).
"""

from __future__ import annotations

from collections.abc import Iterator

from wikic import layout
from wikic.lint.problem import Problem
from wikic.lint.rule import Rule
from wikic.lint.rules.content import bullet_text
from wikic.lint.view.page import FactBullet
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Severity
from wikic.wiki.page_sections import DIFFERING


def check_contradiction(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        for bullet in page.facts:
            if bullet.id is not None and page.part_at(bullet.start).name == DIFFERING:
                line, column = page.at(bullet.start)
                text, facts = bullet_text(page, bullet), tuple(_facts(view, bullet))
                help = "correct the document that is wrong, or delete the bullet of its statement"
                yield Problem(page.file, line, column, text, help=help, facts=facts)


def _facts(view: WikiView, bullet: FactBullet) -> Iterator[tuple[str, str]]:
    """The digest and the id of a statement for each block that a bullet cites."""
    for cite in bullet.cites:
        file = layout.page_file(cite.digest)
        digest = view.digest(file)
        for each in digest.digest.statements if digest is not None and digest.digest is not None else ():
            if cite.block in each.blocks and not each.retired and each.shown_as is None:
                yield file, each.id
                break


K002 = Rule(
    code="K002",
    name="contradiction",
    category=Category.CONTRADICTION,
    severity=Severity.INFO,
    summary="Documents give one thing two values of which only one can hold: a date, a place, a length, a "
    "father, a mother, a capital.",
    why="One of them is wrong, or they tell of two things under one name. Values that may say the same (a "
    "year and a day in it, a town and its country, metres and feet) and uncertain ones (circa, probably) do "
    "not count. The page says so under Sources Differ, and so does an answer that rests on it; both go when "
    "the documents agree.",
    example="## Sources Differ\n- Date of birth: 10 December 1815 (A life); 1816 (Letters) [⁂][f1a2b3c4d]",
    instead="Correct the document that is wrong, delete the bullet of its statement, or part the page if "
    "they are two things.",
    check=check_contradiction,
    scope="links",
)
