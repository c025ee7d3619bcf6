"""Questions of a document: those that stay with their answer, and those that are still open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library import prose
from wikic.curator.library.line_kinds import announces_questions, folded, is_question
from wikic.curator.library.page_draft import Page
from wikic.curator.library.prose import Sentence
from wikic.text.structured_blocks import Part

_BOLD: Final = re.compile(r"(\*\*|__)(?=\S)(?:(?!\1).)+(?<=\S)\1")
_HEADING: Final = -1  # the paragraph of a heading


def answered_below(page: Page) -> bool:
    """Whether the heading above says that a question stands below it, and another one has its answer."""
    return bool(page.place) and folded(page.place[-1]) in page.words.pack.asking


def answers(heading: str, page: Page) -> bool:
    """Whether a heading says that the answer to the question of the document stands below it."""
    return folded(heading) in page.words.pack.answering


def are_open(told: Sequence[Sentence], page: Page) -> bool:
    """Whether nothing but questions stands below a heading that announces such."""
    if page.story or not page.place or answered_below(page):
        return False
    return announces_questions(page.place[-1]) and all(is_question(each.text) for each in told)


def with_question(told: Sequence[Sentence], page: Page) -> list[Sentence]:
    """Sentences behind the heading right above them where it is a question and they need it."""
    first, asked = told[0], page.outline.asked()
    needy = not is_question(first.text) and prose.needs_question(first.text, page.words)
    if page.story or page.lead.text or not needy or asked.blocks != (first.number - 1,):
        return list(told)
    return [Sentence(asked.text, first.number - 1, _HEADING), *told]


def is_heading(text: str, part: Part, told: Sequence[Sentence]) -> bool:
    """Whether a question opens a paragraph in bold letters, as one does above its answer.

    told: the sentences right before it.
    """
    opens = not told or told[-1].paragraph != part.piece.group
    return opens and is_question(text) and _BOLD.fullmatch(part.piece.text.strip()) is not None


def is_answer(text: str, part: Part, told: Sequence[Sentence], page: Page) -> bool:
    """Whether a line answers "No." or another word that leads around where no question stands above it."""
    if not (text.endswith((".", "!", "。", "！")) and page.words.is_navigation(text)):
        return False
    return _asked_above(part, told, page)


def is_short_answer(part: Part, below: Part | None, told: Sequence[Sentence], page: Page) -> bool:
    """Whether a line that is no sentence is all that answers the question above it."""
    if part.piece.shape != "line" or page.story or not _asked_above(part, told, page):
        return False
    return below is None or below.piece.shape == "heading" or is_question(below.piece.text)


def _asked_above(part: Part, told: Sequence[Sentence], page: Page) -> bool:
    """Whether what stands right above a part, a heading or the sentence before it, is a question."""
    return page.outline.asked().blocks == (part.number - 1,) or (bool(told) and is_question(told[-1].text))
