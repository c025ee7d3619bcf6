"""Finds the entities that a statement names: a model need not list them, and every link has a target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from wikic.model.statement import Entity
from wikic.text import cjk


def named_in(text: str, entities: Collection[Entity]) -> tuple[str, ...]:
    """Ids of the entities that ``text`` names, in the order of ``entities``.

    A name counts as a whole word, or anywhere in scripts without spaces, and not inside a longer name: "Anna
    of Vell" does not name Vell. What two entities are called names neither.
    """
    called = [(name, entity.id) for entity in entities for name in _names(entity) if name in text]
    claims = Counter(name for name, _ in set(called))
    found: set[str] = set()
    left = text
    for name, id in sorted(set(called), key=lambda pair: (-len(pair[0]), pair)):
        if claims[name] > 1:
            continue
        for at in _places(name, left):
            found.add(id)
            # What stands there is taken: shorter names inside of it mean nothing.
            left = left[:at] + "\n" * len(name) + left[at + len(name) :]
    return tuple(entity.id for entity in entities if entity.id in found)


def _names(entity: Entity) -> Iterator[str]:
    """Title, aliases, and the title as far as its comma: "Hugh, King of Vell" is called Hugh."""
    yield entity.title
    yield from entity.aliases
    short = entity.title.partition(",")[0].strip()
    if short:
        yield short


def _places(name: str, text: str) -> Iterator[int]:
    """Where ``name`` stands in ``text``."""
    whole = not cjk.is_cjk(name)
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (whole and (_inside(text, at - 1, at) or _inside(text, end - 1, end))):
            yield at
        at = text.find(name, at + 1)


def _inside(text: str, left: int, right: int) -> bool:
    """Whether a word goes on between two neighbouring characters."""
    return left >= 0 and right < len(text) and text[left].isalnum() and text[right].isalnum()
