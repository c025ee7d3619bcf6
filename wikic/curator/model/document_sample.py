"""A sample of documents as a model is shown it, and its texts that a model's words are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from wikic.curator.model import bounds
from wikic.model.article import Article
from wikic.text import compare

# Beginnings of 64 documents spread over a sample of 200, and the titles of the others: 6,000 tokens, once a
# wiki. With 24 beginnings alone, what one document in ten is about was not seen in one draw of twelve.
BEGINNINGS: Final = 64
BEGINNING: Final = 240  # characters of each: a first sentence, which says what a thing is
TITLE: Final = 80  # characters
READ: Final = 20_000  # characters of a document that a line is held against
HOLDING: Final = 3  # documents that are read for one name


def shown_of(sample: Sequence[Article]) -> str:
    """A line on each document: its title, and of some its beginning."""
    step = max(1, -(-len(sample) // BEGINNINGS))
    told = [_line(each) for each in sample[::step]]
    titles = [
        f"- {bounds.one_line(each.title, TITLE)}"
        for at, each in enumerate(sample)
        if at % step and each.title
    ]
    return "\n".join([*told, *titles])


def evidence_for(text: str, sample: Sequence[Article]) -> list[str]:
    """The texts that ``text`` is checked against: what the model saw, and what holds a name that lacks.

    Comparing with 200 documents whole takes 8 s a line; nearly every line is borne out by what was shown.
    """
    shown = shown_of(sample)
    lacking = compare.unsupported(text, [shown])
    found = [shown]
    for each in lacking:
        wanted = each.casefold()
        holding = (one for one in sample if wanted in _whole(one).casefold())
        found += [_whole(one) for one in islice(holding, HOLDING)]
    return found


def _whole(each: Article) -> str:
    return f"{each.title}\n{each.text[:READ]}"


def _line(each: Article) -> str:
    return f"- {bounds.one_line(each.title, bounds.NAME)}: {bounds.one_line(each.text, BEGINNING)}"
