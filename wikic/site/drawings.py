"""A page and its neighbours as a drawing: names in a column on both sides, relations on the lines. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal
from unicodedata import east_asian_width

from wikic.navigate.reader.map import MappedPage, WikiMap
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


MAP_WIDTH: Final = 1_000
COLOURS: Final = 8  # of directories; the smaller ones share the last
_MARGIN: Final = 40
_LETTERS: Final = 28
_LETTER, _LINE = 6, 14  # how much room a letter takes across and a name takes down
_SMALL, _LARGE = 3.5, 14.0


@dataclass(frozen=True, slots=True)
class Dot:
    """A page. x, y, r: of the circle. name: above it, at ``up``, where it has room."""

    page: MappedPage
    colour: int
    x: int
    y: int
    r: float
    name: str
    up: int


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """dots: those with most links first. lines: a path's data. height: of the drawing, ``WIDTH`` wide."""

    dots: tuple[Dot, ...]
    lines: str
    height: int


def drawn(found: WikiMap) -> MapDrawing:
    """The drawing of a map."""
    if not found.pages:
        return MapDrawing((), "", 2 * _MARGIN)
    left, top = (min(getattr(page, axis) for page in found.pages) for axis in ("x", "y"))
    across = max(max(page.x for page in found.pages) - left, 1.0)
    unit = (MAP_WIDTH - 2 * _MARGIN) / across
    largest = min(_LARGE, max(_SMALL, 0.45 * unit))
    taken: set[tuple[int, int]] = set()
    dots: list[Dot] = []
    for page in found.pages:
        x, y = (round(_MARGIN + (place - edge) * unit) for place, edge in ((page.x, left), (page.y, top)))
        r = round(min(_SMALL + sqrt(page.links), largest), 1)
        name = shortened(page.title, _LETTERS)
        up = round(y - r - _LINE / 2)
        room = _room(x, up, name)
        name = "" if room & taken else name
        taken |= room if name else set()
        dots.append(Dot(page, min(page.shelf, COLOURS - 1), x, y, r, name, up))
    lines = "".join(
        f"M{dots[one].x} {dots[one].y}L{dots[other].x} {dots[other].y}" for one, other in found.edges
    )
    return MapDrawing(tuple(dots), lines, max(dot.y for dot in dots) + _MARGIN)


def _room(x: int, y: int, name: str) -> set[tuple[int, int]]:
    """The cells that a name around a dot's middle covers."""
    half = len(name) * _LETTER * (2 if name and ord(name[0]) > 0x2E80 else 1) // 2
    return {
        (column, row)
        for column in range((x - half) // _LINE, (x + half) // _LINE + 1)
        for row in range((y - _LINE) // _LINE, (y + _LINE) // _LINE + 1)
    }
