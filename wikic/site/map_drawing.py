"""The map of a wiki in whole numbers: dots, the lines between them, and the names that have room. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from wikic.navigate.reader.map import MappedPage, WikiMap
from wikic.site.neighbourhood import shortened

WIDTH: Final = 1_000
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
    unit = (WIDTH - 2 * _MARGIN) / across
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
