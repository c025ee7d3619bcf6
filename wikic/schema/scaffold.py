"""A scaffold that is valid whatever was proposed: depth, fan-out, names, no overlap, a place for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.curator.encyclopaedia.positioning import ENCYCLOPAEDIC
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text.normalise import fold_name
from wikic.text.tokens import tokens

FALLBACK: Final = "concepts"
MOST: Final = 12  # directories of a first schema: what a reader takes in at a glance
LONGEST_NAME: Final = 40  # characters
LONGEST_LINE: Final = 240  # characters of a description
_OVERLAP: Final = 0.75  # share of common words from which two descriptions describe one directory
_RESERVED: Final = (layout.SOURCES_DIR, layout.ROOT_INDEX, layout.DIRECTORY_INDEX)


def make_sound(positioning: Positioning, proposed: Sequence[Dimension]) -> Schema:
    """The schema nearest to what was proposed that holds every bound.

    Directories stand on one level: ``evolve`` nests them once pages are there. What cannot be a directory
    goes, what overlaps one before it is accepted by that one, and there is always a place for the rest.
    """
    kept: list[Dimension] = []
    for each in _name_dimensions(proposed):
        at = next((at for at, other in enumerate(kept) if directories_overlap(each, other)), None)
        if at is None:
            kept.append(each)
        else:
            kept[at] = accept_directory(kept[at], each)
    rest = next((each for each in kept if each.name == FALLBACK), None) or _rest_dimension()
    first = [each for each in kept if each.name != FALLBACK][: MOST - 1]
    order = {each.name: at for at, each in enumerate(kept)}
    dimensions = sorted((*first, rest), key=lambda each: order.get(each.name, MOST))
    return Schema(positioning, tuple(_drop_shared_names(dimensions)), fallback=FALLBACK)


def name_of(text: str) -> str:
    """The directory name for what somebody calls it, "" where it cannot be one."""
    if not any(char.isalnum() for char in text):
        return ""
    said = text.split("/")[0].casefold().strip()
    name = layout.slug(said)
    bad = (
        {said, name} & set(_RESERVED)
        or len(name) > LONGEST_NAME
        or layout.path_fault(f"{name}/x") is not None
    )
    return "" if bad else name


def directories_overlap(a: Dimension, b: Dimension) -> bool:
    """Whether two directories are one by name, title or description."""
    ours, theirs = ({fold_name(name) for name in (each.name, each.title) if name} for each in (a, b))
    if ours & theirs or a.name.rstrip("s") == b.name.rstrip("s"):
        return True
    left, right = set(tokens(a.description)), set(tokens(b.description))
    return len(left & right) >= _OVERLAP * max(len(left), len(right), 1)


def accept_directory(home: Dimension, other: Dimension) -> Dimension:
    """``home``, in which lives what lived in ``other``."""
    names = (*home.accepts, other.name, *other.accepts)
    return replace(home, accepts=tuple(name for name in dict.fromkeys(names) if name != home.name))


def one_line(text: str) -> str:
    """Text on one line, shortened at a word."""
    text = " ".join(text.split())
    if len(text) <= LONGEST_LINE:
        return text
    cut = text[:LONGEST_LINE]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip(" ,;:") + " …"


def _name_dimensions(proposed: Iterable[Dimension]) -> Iterator[Dimension]:
    for each in proposed:
        name = name_of(each.name)
        if name.rstrip("s") == FALLBACK.rstrip("s"):
            name = FALLBACK
        if name:
            about = one_line(each.description) or name.replace("-", " ")
            yield replace(each, name=name, description=about, title=one_line(each.title))


def _drop_shared_names(dimensions: Sequence[Dimension]) -> Iterator[Dimension]:
    """No name is accepted that is another's, or by two."""
    taken = {each.name for each in dimensions}
    for each in dimensions:
        accepts = tuple(name for name in dict.fromkeys(each.accepts) if name and name not in taken)
        taken.update(accepts)
        yield replace(each, accepts=accepts)


def _rest_dimension() -> Dimension:
    return Dimension(*next(pair for pair in ENCYCLOPAEDIC if pair[0] == FALLBACK))
