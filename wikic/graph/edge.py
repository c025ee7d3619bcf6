"""One edge of the wiki's graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

EdgeKind = Literal["relation", "link", "mention"]

# Strongest first: a relation is stated by a fact, a link is written, a mention only stands in the text.
KINDS: Final[tuple[EdgeKind, ...]] = ("relation", "link", "mention")


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """An edge as the page it starts from states it.

    target: page path of the other end; it need not be there.
    kind: ``relation``, ``link`` or ``mention``.
    label: of a relation, read from the source to the target: "born in"; else "".
    """

    target: str
    kind: EdgeKind
    label: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Backlink:
    """An edge seen from the page it leads to.

    source: page path of the page that states it.
    kind, label: as the source states them.
    """

    source: str
    kind: EdgeKind
    label: str = ""
