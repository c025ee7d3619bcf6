"""A sample of documents as a model is shown it, and as what a model says of it is held against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.curator.model import bounds
from wikic.model.article import Article

# Beginnings of 64 documents spread over a sample of 200, and the titles of the others: 6,000 tokens, once a
# wiki. With 24 beginnings alone, what one document in ten is about was not seen in one draw of twelve.
BEGINNINGS: Final = 64
BEGINNING: Final = 240  # characters of each: a first sentence, which says what a thing is
TITLE: Final = 80  # characters
READ: Final = 20_000  # characters of a document that a line is held against


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


def whole(sample: Sequence[Article]) -> list[str]:
    """Everything of the sample that may bear out what is said of it, shown or not."""
    return [f"{each.title}\n{each.text[:READ]}" for each in sample]


def _line(each: Article) -> str:
    return f"- {bounds.one_line(each.title, bounds.NAME)}: {bounds.one_line(each.text, BEGINNING)}"
