"""A page and its neighbours as a drawing: a ring of names around it, relations on the lines. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from wikic.navigate.reader_page import PageName, ReaderPage

WIDTH, HEIGHT = 680, 340
MOST: Final = 12
_LETTERS: Final = 24  # of a title that has room
_LABEL: Final = 18


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page beside the one in the middle.

    page: which. title: as it has room. label: of the relation, as it has room.
    x, y: of the title's middle. line: end of the line from the middle. at: place of the label.
    """

    page: PageName
    title: str
    label: str
    x: int
    y: int
    line: tuple[int, int]
    at: tuple[int, int]


def neighbours(page: ReaderPage) -> tuple[Neighbour, ...]:
    """The pages drawn around ``page``: related ones by relation first, then those that name it."""
    near: dict[str, tuple[PageName, str]] = {}
    for group in page.related:
        for name in group.pages:
            if name.path:
                near.setdefault(name.path, (name, group.label))
    for mention in page.mentions:
        near.setdefault(mention.page.path, (mention.page, ""))
    taken = list(near.values())[:MOST]
    return tuple(_placed(name, label, n, len(taken)) for n, (name, label) in enumerate(taken))


def _placed(name: PageName, label: str, number: int, count: int) -> Neighbour:
    """On an ellipse, from the top; in turns nearer and farther, so that names do not meet."""
    angle = 2 * math.pi * number / count - math.pi / 2
    far = 1.0 if count < 7 or number % 2 == 0 else 0.72
    across, down = math.cos(angle) * far, math.sin(angle) * far
    x, y = WIDTH / 2 + across * (WIDTH / 2 - 95), HEIGHT / 2 + down * (HEIGHT / 2 - 24)
    return Neighbour(
        page=name,
        title=_short(name.title, _LETTERS),
        label=_short(label, _LABEL),
        x=round(x),
        y=round(y),
        line=(round(x), round(y)),
        at=(round(WIDTH / 2 + (x - WIDTH / 2) * 0.55), round(HEIGHT / 2 + (y - HEIGHT / 2) * 0.55)),
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
