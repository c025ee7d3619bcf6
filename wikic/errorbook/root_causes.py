"""Leaves out slips that only follow from another slip of the same source: the Error Book counts the mistake.

A title that the document does not hold takes all statements of its entity with it. Twelve "undeclared
entities" would then stand in the book, with a lesson about declaring, where one wrong title was the matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from wikic.model.extraction import Slip

_NOT_JSON: Final = "malformed-reply"
# What takes an entity away, and with it whatever names it.
_ENTITY: Final = ("empty-title", "outside-title", "path-in-name", "reused-id", "vague-name")
# What takes a statement away; enough of them, and a document is hardly told.
_STATEMENT: Final = (
    "altered-code",
    "empty-statement",
    "long-statement",
    "no-block",
    "no-entity",
    "opposed",
    "order",
    "outside-holder",
    "path-in-text",
    "prompt-leak",
    "undeclared-entity",
    "ungrounded",
    "unknown-block",
    "unsupported-name",
    "unsupported-statement",
    "wrong-language",
)
# A check, and the checks whose finding it may be the consequence of, in one source's extraction.
_FOLLOWS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("undeclared-entity", (_NOT_JSON, *_ENTITY)),
    ("dangling-relation", (_NOT_JSON, *_ENTITY, "undeclared-entity")),
    ("lost-part", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("no-statements", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("few-blocks-cited", (_NOT_JSON, "lost-part", "no-statements", *_ENTITY, *_STATEMENT)),
)
_CAUSES: Final = dict(_FOLLOWS)


def causes(slips: Iterable[Slip]) -> tuple[Slip, ...]:
    """The slips of one source without those that followed from another of them, and unreadable JSON once."""
    given: Sequence[Slip] = tuple(slips)
    seen = {each.rule for each in given}
    kept: list[Slip] = []
    for each in given:
        again = each.rule == _NOT_JSON and any(other.rule == _NOT_JSON for other in kept)
        if not again and seen.isdisjoint(_CAUSES.get(each.rule, ())):
            kept.append(each)
    return tuple(kept)
