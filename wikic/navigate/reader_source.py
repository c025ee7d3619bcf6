"""An article as a reader is shown it: its blocks in paragraphs, lists and tables. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wikic.navigate.reader_page import PieceShape, SourceGroup, SourcePiece
from wikic.text.normalise import normalise
from wikic.text.structured_blocks import Part


def groups(parts: Iterable[Part], taken: frozenset[str]) -> Iterator[SourceGroup]:
    """The pieces of an article in paragraphs, lists and tables; headings skip no level."""
    run: list[Part] = []
    level = 0
    seen: set[str] = set()
    for part in parts:
        if run and not _together(run[-1], part):
            yield _group(run, taken, level, seen)
            run = []
        if part.piece.kind == "heading":
            level = min(part.piece.level, level + 1)
        run.append(part)
    if run:
        yield _group(run, taken, level, seen)


def _together(one: Part, other: Part) -> bool:
    shape = _shape(one)
    if shape != _shape(other) or shape in ("heading", "code"):
        return False
    return shape == "item" or one.piece.group == other.piece.group


def _shape(part: Part) -> PieceShape:
    piece = part.piece
    if piece.kind != "sentence":
        return piece.kind
    return piece.shape if piece.shape in ("turn", "quote", "picture") else "prose"


def _group(run: Sequence[Part], taken: frozenset[str], level: int, seen: set[str]) -> SourceGroup:
    """level: of the heading, where the run is one. seen: ids of the parts before; these are added."""
    indents = sorted({part.piece.level for part in run})
    pieces = []
    for part in run:
        piece = part.piece
        said = piece.cells[0] if piece.shape == "turn" and piece.cells else piece.text
        code = piece.kind == "code"
        pieces.append(
            SourcePiece(
                id=part.id,
                text=said if code else normalise(said),
                label=piece.mark,
                level=indents.index(piece.level) if piece.kind == "item" else level,
                cells=piece.cells,
                head=piece.head,
                taken=part.id in taken,
                again=part.id in seen,
            )
        )
        seen.add(part.id)
    return SourceGroup(_shape(run[0]), tuple(pieces))
