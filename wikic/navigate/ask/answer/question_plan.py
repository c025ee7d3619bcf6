"""What a question wants, as steps: from the page it names over relations to a date, a place or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from wikic.language import all_packs
from wikic.navigate.ask.heuristic.question import SURE, Named, Question

Kind = Literal["date", "place", "country", "name", "same", "class", "choice"]


@dataclass(frozen=True, slots=True)
class Hop:
    """One relation to follow.

    labels: as the page states them, the most exact first.
    words: what stands before the name in a fact that states the relation without a link.
    place: which of several is meant, from 0: "daughter of A and B" names her father first.
    """

    labels: tuple[str, ...]
    words: str
    place: int = 0


def _fact_words(step: str) -> str:
    """The expression for the words that stand before the name in facts."""
    return "|".join(facts for name, _, facts in all_packs.rows("asked_steps") if name == step and facts)


CHILD: Final = _fact_words("father")
# The first label of a step, all that serve, which of several names is meant.
_STEPS: Final = {
    "father": Hop(("father", "parent"), CHILD),
    "mother": Hop(("mother", "parent"), _fact_words("mother"), 1),
    "parent": Hop(("parent", "father", "mother"), CHILD),
    "spouse": Hop(("spouse", "husband", "wife", "partner"), _fact_words("spouse")),
    "sibling": Hop(("sibling", "brother", "sister", "half-sibling"), _fact_words("sibling")),
    "child": Hop(("child", "son", "daughter"), _fact_words("child")),
    "written by": Hop(("written by", "created by"), _fact_words("written by")),
}
# Steps that are two.
_TWO: Final = {
    "paternal grandfather": ("father", "father"),
    "paternal grandmother": ("father", "mother"),
    "maternal grandfather": ("mother", "father"),
    "maternal grandmother": ("mother", "mother"),
    "father-in-law": ("spouse", "father"),
    "mother-in-law": ("spouse", "mother"),
    "stepmother": ("father", "spouse"),
    "stepfather": ("mother", "spouse"),
}


def _step_hops(step: str) -> tuple[Hop, ...]:
    return tuple(_STEPS.get(each) or Hop((each,), _fact_words(each)) for each in _TWO.get(step, (step,)))


def _compile_words(words: Iterable[str]) -> re.Pattern[str]:
    # Latin letters on either side make another word; other scripts have no such edges.
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(words)})(?![A-Za-z])", re.IGNORECASE)


# Words of the question and hops, longer words before those they hold.
_HOP_WORDS: Final = tuple(
    (
        _compile_words(asked for name, asked, _ in all_packs.rows("asked_steps") if name == step),
        _step_hops(step),
    )
    for step in dict.fromkeys(row[0] for row in all_packs.rows("asked_steps"))
)
# Attribute, words of the question; the first that fits wins.
_ATTRIBUTE_WORDS: Final = tuple(
    (name, _compile_words(asked for each, asked in all_packs.rows("asked_attributes") if each == name))
    for name in dict.fromkeys(row[0] for row in all_packs.rows("asked_attributes"))
)
_DATED: Final = frozenset(("birth", "death", "release", "start"))
_PLACED: Final = frozenset(("birth", "death", "burial", "education", "work", "location"))


def _compile_asking(name: str) -> re.Pattern[str]:
    return re.compile(all_packs.expression(name), re.IGNORECASE)


_WHEN: Final = _compile_asking("asks_when")
_WHERE: Final = _compile_asking("asks_where")
_WHO: Final = _compile_asking("asks_who")
_YES_NO: Final = _compile_asking("asks_yes_or_no")
_OR: Final = _compile_asking("asks_which_of_two")
_SAME: Final = _compile_asking("asks_for_the_same")
_NATION: Final = _compile_asking("asks_of_nations")
_FIRST: Final = _compile_asking("asks_for_the_first")
_LAST: Final = _compile_asking("asks_for_the_last")
_ASKING: Final = (_WHEN, _WHERE, _WHO, _YES_NO, _OR, _SAME, _FIRST, _LAST)


@dataclass(frozen=True, slots=True)
class Ask:
    """What a question asks for: a starting page, relations to follow, and the kind of answer.

    kind: of answer.
    anchors: the names it starts from.
    hops: relations to follow from each, in order.
    attribute: what to read on the last page, or "".
    latest: for a choice: whether the later is meant.
    left: what else the question says.
    """

    kind: Kind
    anchors: tuple[Named, ...]
    hops: tuple[Hop, ...]
    attribute: str = ""
    latest: bool = False
    left: str = ""


def plan_answer(question: Question) -> Ask | None:
    """What ``question`` wants, or None where it is no question of a kind that facts answer in a word."""
    ask = _read_plan(question)
    return (
        replace(ask, left=_left_words(_mask_names(question.text, ask.anchors))) if ask is not None else None
    )


def _left_words(masked: str) -> str:
    """A question without names and the words by which it is understood."""
    patterns = (*(words for words, _ in _HOP_WORDS), *(words for _, words in _ATTRIBUTE_WORDS), *_ASKING)
    understood = {at for pattern in patterns for hit in pattern.finditer(masked) for at in range(*hit.span())}
    return "".join(" " if at in understood or char == "_" else char for at, char in enumerate(masked))


def _read_plan(question: Question) -> Ask | None:
    anchors = tuple(each for each in question.names if each.weight >= SURE)
    if not anchors:
        return None
    masked = _mask_names(question.text, anchors)
    attribute = next((name for name, words in _ATTRIBUTE_WORDS if words.search(masked)), "")
    if len(anchors) == 2:
        hops = tuple(hop for _, found in _find_hops(masked) for hop in found)
        return _of_two(masked, anchors, hops, attribute)
    if len(anchors) > 2:
        return None
    hops = _order_hops(masked, anchors[0])
    if _YES_NO.search(masked):
        return None
    if _WHEN.search(masked) and attribute in _DATED:
        return Ask("date", anchors, hops, attribute)
    if attribute == "country":
        return Ask("country", anchors, hops, attribute)
    if _WHERE.search(masked) and attribute in _PLACED:
        return Ask("place", anchors, hops, attribute)
    if _WHO.search(masked) and hops:
        return Ask("name", anchors, hops)
    return None


def _of_two(masked: str, anchors: tuple[Named, ...], hops: tuple[Hop, ...], attribute: str) -> Ask | None:
    if _SAME.search(masked) and _YES_NO.search(masked):
        if not _NATION.search(masked):
            return None  # the same state, band, year: no table says which words mean one of those
        wanted = attribute if attribute in ("birth", "death") and "countr" not in masked else "country"
        return Ask("same", anchors, hops, wanted)
    if _YES_NO.search(masked) and not _OR.search(masked):
        return Ask("class", anchors, hops)
    if attribute == "life" or (attribute in _DATED and (_FIRST.search(masked) or _LAST.search(masked))):
        return Ask("choice", anchors, hops, attribute, bool(_LAST.search(masked)))
    return None


def _mask_names(text: str, anchors: tuple[Named, ...]) -> str:
    for each in anchors:
        text = text[: each.match.start] + "_" * (each.match.end - each.match.start) + text[each.match.end :]
    return text


def _find_hops(masked: str) -> list[tuple[int, tuple[Hop, ...]]]:
    """Where the question asks for relations, by place; what stands in a longer word is not asked twice."""
    found: list[tuple[int, tuple[Hop, ...]]] = []
    for words, hops in _HOP_WORDS:
        for hit in words.finditer(masked):
            found.append((hit.start(), hops))
            masked = masked[: hit.start()] + "_" * len(hit.group()) + masked[hit.end() :]
    return sorted(found, key=lambda each: each[0])


def _order_hops(masked: str, anchor: Named) -> tuple[Hop, ...]:
    """Hops from the name outwards: "the mother of the director of X" from the right, "X's father"."""
    found = _find_hops(masked)
    before = [hops for place, hops in found if place < anchor.match.start]
    after = [hops for place, hops in found if place >= anchor.match.start]
    return tuple(hop for hops in (*reversed(before), *after) for hop in hops)
