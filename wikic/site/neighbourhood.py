"""A page and its neighbours as a drawing: names in a column on both sides, relations on the lines. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal
from unicodedata import east_asian_width

from wikic.navigate.reader.values import PageName, ReaderPage

WIDTH: Final = 680
MOST: Final = 12
_ROW: Final = 34
_SIDE: Final = 215  # width of a column of names
_GAP: Final = 8
_TITLE, _LABEL, _MIDDLE = 28, 18, 24  # letters that have room; one of Chinese takes two


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page beside the one in the middle.

    page: which. title, label: as they have room.
    anchor: which end of the title stands at ``x``, ``y``.
    """

    page: PageName
    title: str
    label: str
    anchor: Literal["start", "end"]
    x: int
    y: int

    @property
    def line(self) -> int:
        """Where the line from the middle ends, across."""
        return self.x + (_GAP if self.anchor == "end" else -_GAP)

    @property
    def said(self) -> int:
        """Where the label stands, across."""
        return (WIDTH // 2 + 2 * self.line) // 3


@dataclass(frozen=True, slots=True)
class Drawing:
    """A page and what is drawn around it.

    title: of the page, as it has room. neighbours: in order. height: of the drawing, ``WIDTH`` wide.
    """

    title: str
    neighbours: tuple[Neighbour, ...]
    height: int

    @property
    def lines(self) -> str:
        """The lines from the neighbours to the middle, as the path of one shape."""
        middle = f"{WIDTH // 2} {self.height // 2}"
        return "".join(f"M{each.line} {each.y} {middle}" for each in self.neighbours)


def drawing(page: ReaderPage, called: Callable[[str], str] = str) -> Drawing | None:
    """Related pages by relation first, then those that name this one; None where there are none.

    called: from a relation's label to its name.
    """
    near: dict[str, tuple[PageName, str]] = {}
    for group in page.related:
        for name in group.pages:
            if name.path:
                near.setdefault(name.path, (name, group.label))
    for mention in page.mentions:
        near.setdefault(mention.page.path, (mention.page, ""))
    taken = list(near.values())[:MOST]
    if not taken:
        return None
    left = len(taken) // 2
    height = max(3, len(taken) - left) * _ROW
    placed = [
        Neighbour(
            page=name,
            title=shortened(name.title, _TITLE),
            label=shortened(called(label), _LABEL),
            anchor="end" if number < left else "start",
            x=_SIDE if number < left else WIDTH - _SIDE,
            y=_down(number, left, height)
            if number < left
            else _down(number - left, len(taken) - left, height),
        )
        for number, (name, label) in enumerate(taken)
    ]
    return Drawing(shortened(page.title, _MIDDLE), tuple(placed), height)


def _down(number: int, count: int, height: int) -> int:
    """Where one of ``count`` rows stands, spread over the height."""
    return round(height * (2 * number + 1) / (2 * count))


def shortened(text: str, most: int) -> str:
    """``text`` cut to ``most`` columns."""
    taken = 0
    for at, letter in enumerate(text):
        taken += 2 if east_asian_width(letter) in "WF" else 1
        if taken > most:
            return text[: max(at - 1, 1)].rstrip() + "…"
    return text
