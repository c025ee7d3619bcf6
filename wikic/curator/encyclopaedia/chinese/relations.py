"""Typed relations from the words on both sides of a name; ``mentions`` where the words say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.chinese.entity_register import Mention, Thing
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK
from wikic.language.relations import values
from wikic.text.relation_labels import MENTIONS

_MAX_RELATIONS: Final = 12  # of one statement: a list of thirty names relates to none of them
_AFTER: Final = 16  # characters read after a name
_BEFORE: Final = 40  # and before it
_COPULAS: Final = frozenset(PACK.words("copulas"))
_JOINTS: Final = frozenset(("、", "，", *PACK.words("joints")))
_THIS_TEXT: Final = PACK.words("this_text")


@dataclass(frozen=True, slots=True)
class _Cue:
    """A cue of the pack's relations: words beside a name that say how a thing relates to it.

    subject, other: kinds of the two.
    before, after: the words before the other's name and after it; None for any.
    label: read from the subject to the other.
    """

    subject: str
    other: str
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    label: str


def _cue(value: str, label: str) -> _Cue:
    ends, before, after = value.split("\t")
    subject, other = ends.split()
    return _Cue(subject, other, _compiled(before), _compiled(after), label)


def _compiled(source: str) -> re.Pattern[str] | None:
    return None if source == "-" else PACK.compiled(source)


# The first that fits decides; words before a name say more than those behind it alone.
_CUES: Final = tuple(
    sorted((_cue(*each) for each in values(PACK.code, "cue")), key=lambda cue: cue.before is None)
)


def relations(subject: Thing, text: str, mentions: Sequence[Mention]) -> Iterator[tuple[str, Thing]]:
    """Label and other thing for each thing ``text`` names beside ``subject``, each thing once."""
    seen: dict[int, tuple[str, Thing]] = {}
    lead = _lead(subject, text, mentions)
    following = ""
    labels: list[str] = []
    for at in range(len(mentions) - 1, -1, -1):
        label = _label(subject, mentions[at], text, mentions[:at]) if lead else MENTIONS
        if label == MENTIONS and following and _listed(mentions[at], mentions[at + 1], text):
            label = following  # 鲁迅、郁达夫编辑: the verb after the last name is everyone's
        following = label if label in _SHARED else ""
        labels.append(label)
    for mention, label in zip(mentions, reversed(labels), strict=True):
        other = mention.thing
        if other is subject:
            continue
        known = seen.get(id(other))
        if known is None or known[0] == MENTIONS:
            seen[id(other)] = (label, other)
    found = list(seen.values())
    found.sort(key=lambda pair: pair[0] == MENTIONS)
    yield from found[:_MAX_RELATIONS]


_SHARED: Final = frozenset({"written by", "edited by", "translated by", "founded by"})


def _listed(one: Mention, other: Mention, text: str) -> bool:
    return one.thing.kind == other.thing.kind and text[one.end : other.start] in _JOINTS


def _lead(subject: Thing, text: str, mentions: Sequence[Mention]) -> bool:
    """Whether the sentence speaks of ``subject``: it opens with it, or with words for it."""
    if subject.self_:
        return text.startswith(_THIS_TEXT)
    first = mentions[0] if mentions else None
    return first is None or first.start > 1 or first.thing is subject


def _label(subject: Thing, mention: Mention, text: str, earlier: Sequence[Mention]) -> str:
    before = text[max(0, mention.start - _BEFORE) : mention.start]
    after = text[mention.end : mention.end + _AFTER]
    for cue in _CUES:
        if cue.subject != subject.kind or cue.other != mention.thing.kind:
            continue
        if cue.before is not None:
            words = cue.before.search(before)
            if words is None or _another(subject, earlier, mention.start - len(before) + words.start()):
                continue
        if cue.after is not None:
            if cue.after.match(after) is None:
                continue
            if _belongs_to_another(subject, mention, text, earlier):
                continue
        return cue.label
    return MENTIONS


def _another(subject: Thing, earlier: Sequence[Mention], verb: int) -> bool:
    """Whether another thing of the subject's kind stands before the verb at ``verb`` and may own it."""
    if subject.self_:
        return False  # 本篇 is the subject of every verb of its note
    return any(
        each.thing.kind == subject.kind and each.thing is not subject and each.end <= verb for each in earlier
    )


def _belongs_to_another(subject: Thing, mention: Mention, text: str, earlier: Sequence[Mention]) -> bool:
    """Whether a thing of the subject's kind stands between it and the words, and may own them."""
    other_kind = subject.kind != mention.thing.kind
    for each in reversed(earlier):
        if each.thing is subject:
            return False
        if each.thing.kind != subject.kind or each.thing is mention.thing:
            continue
        if other_kind or "。" in text[each.end : mention.start] or text[each.end : each.end + 1] in _COPULAS:
            return True
    return False
