"""A document in which people speak: a paragraph a turn, ``18:40 **Anna:** …``, under the headings of days."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.document import conversations, nodes
from wikic.document.conversations import Message
from wikic.document.leaves import Leaf
from wikic.document.line_kinds import Words
from wikic.document.passage import Passage
from wikic.document.plain import plain_text
from wikic.document.quotes import Quoted
from wikic.model.statement import Term
from wikic.text.full_dates import day_of

_SHARE: Final = 0.5  # of the paragraphs are turns
_LONGEST_NAME: Final = 40  # characters
_FEWEST: Final = 2  # speakers; below the heading of a day one is enough
_STAMP: Final = re.compile(r"(?=.*\d).{1,40}")  # when it was said, before a name
_COLON: Final = re.compile(r"[ \t]*(?P<colon>[:：]?)[ \t]*")


@dataclass(frozen=True, slots=True)
class Conversation:
    """What people say in a document.

    passages: in order. people: who speaks, as terms. speakers: their names, in order of their first turn.
    """

    passages: tuple[Passage, ...]
    people: tuple[Term, ...]
    speakers: tuple[str, ...]


def conversation(quoted: Quoted, words: Words, language: str) -> Conversation | None:
    """What is said in a document; None where it is no conversation."""
    told = [leaf for leaf in quoted.leaves if leaf.kind == "paragraph" and leaf.depth == 0]
    named = {id(leaf): spoken(leaf) for leaf in told}
    said = [each for each in named.values() if each is not None]
    others = sum(leaf.kind in ("item", "row", "code") for leaf in quoted.leaves)
    counts = Counter(name for name, _ in said)
    if not said or len(said) < _SHARE * (len(told) + others):
        return None
    dated = any(leaf.path and day_of(leaf.path[-1]) for leaf in told)
    if len(counts) < _FEWEST and not (dated and len(said) == len(told)):
        return None
    found: list[Passage] = []
    turns: list[conversations.Turn] = []
    every: list[Passage] = []
    for place, run in _days(quoted.leaves, named):
        messages = [
            Message(name, text, tuple(block.number for block in blocks), tuple(block.id for block in blocks))
            for at, name, text in run
            if (blocks := quoted.of_leaf[at])
        ]
        day = conversations.turns(messages, words, language)
        found += conversations.passages(day, words, place)
        turns += day
        every += (
            Passage("turn", each.text, each.numbers, place, "claim", each.speaker or None)
            for each in messages
        )
    people = conversations.speakers(turns, words)
    names = {term.name for term in people}
    speakers = tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker in names))
    return Conversation(tuple(found or every), people, speakers)  # of courtesies alone each is told


def spoken(leaf: Leaf) -> tuple[str, str] | None:
    """Who says a paragraph, and what: it opens with a name in bold type and a colon; None for others."""
    inlines = leaf.node.inlines if isinstance(leaf.node, nodes.Para) else ()
    first = inlines[0] if inlines else None
    stamp = first.text if isinstance(first, nodes.Text) and _STAMP.fullmatch(first.text) else ""
    named = next(iter(inlines[1:] if stamp else inlines), None)
    if not isinstance(named, nodes.Strong):
        return None
    label = plain_text(named.children)
    start = len(stamp.lstrip()) + len(label)
    behind = _COLON.match(leaf.text, start)
    name = label.strip().rstrip(":：").strip()
    if behind is None or not name or len(name) > _LONGEST_NAME:
        return None
    colon = label.rstrip().endswith((":", "：")) or behind["colon"]
    return (name, leaf.text[behind.end() :]) if colon else None


def _days(
    leaves: Sequence[Leaf], named: dict[int, tuple[str, str] | None]
) -> list[tuple[tuple[str, ...], list[tuple[int, str, str]]]]:
    """What is said, by the headings it stands under: place of each leaf, who says it, and what."""
    days: list[tuple[tuple[str, ...], list[tuple[int, str, str]]]] = []
    for at, leaf in enumerate(leaves):
        if id(leaf) not in named:
            continue
        name, text = named[id(leaf)] or ("", leaf.text)
        if not days or days[-1][0] != leaf.path:
            days.append((leaf.path, []))
        days[-1][1].append((at, name, text))
    return days
