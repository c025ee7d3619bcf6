"""What a question wants, as steps: from the page it names over relations to a date, a place or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from wikic.language import everywhere
from wikic.navigate.heuristic.question import SURE, Named, Question

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


_CHILD: Final = r"(?:sons?|daughters?|child|heir|heiress|born|issue)\b[^.;]{0,30}?\b(?:of|to)"


def _facts(step: str, words: str) -> str:
    """What stands before the name in facts, with what the packs say of it."""
    return "|".join(
        (words, *(facts for name, _, facts in everywhere.rows("asked_steps") if name == step and facts))
    )


CHILD: Final = _facts("father", _CHILD)
_FATHER: Final = Hop(("father", "parent"), CHILD)
_MOTHER: Final = Hop(("mother", "parent"), _facts("mother", _CHILD), 1)
_PARENT: Final = Hop(("parent", "father", "mother"), CHILD)
_SPOUSE: Final = Hop(
    ("spouse", "husband", "wife", "partner"),
    _facts(
        "spouse",
        r"\b(?:married(?: to)?|(?:wife|husband|spouse|consort|widow(?:er)?) (?:of|was|is)"
        r"|marriage (?:to|with))",
    ),
)
_SIBLING: Final = Hop(
    ("sibling", "brother", "sister", "half-sibling"), r"\b(?:brother|sister|sibling) (?:of|to)"
)


def _by(labels: tuple[str, ...], verb: str) -> tuple[Hop, ...]:
    return (Hop(labels, _facts(labels[0], verb)),)


# Name of the step, words of the question, hops. Longer words before those they hold.
_HOPS: Final[tuple[tuple[str, str, tuple[Hop, ...]], ...]] = (
    ("paternal grandfather", r"paternal grandfather", (_FATHER, _FATHER)),
    ("paternal grandmother", r"paternal grandmother", (_FATHER, _MOTHER)),
    ("maternal grandfather", r"maternal grandfather", (_MOTHER, _FATHER)),
    ("maternal grandmother", r"maternal grandmother", (_MOTHER, _MOTHER)),
    (
        "grandparent",
        r"grand(?:father|mother|parent)s?",
        (Hop(("grandparent",), r"grand(?:son|daughter|child) of"),),
    ),
    ("father-in-law", r"fathers?-in-law", (_SPOUSE, _FATHER)),
    ("mother-in-law", r"mothers?-in-law", (_SPOUSE, _MOTHER)),
    ("stepmother", r"step-?mother", (_FATHER, _SPOUSE)),
    ("stepfather", r"step-?father", (_MOTHER, _SPOUSE)),
    ("uncle or aunt", r"uncle|aunt", (Hop(("uncle or aunt",), r"(?:nephew|niece) of"),)),
    ("father", r"father", (_FATHER,)),
    ("mother", r"mother", (_MOTHER,)),
    ("parent", r"parents?", (_PARENT,)),
    ("spouse", r"husband|wife|spouse", (_SPOUSE,)),
    ("sibling", r"brother|sister|sibling", (_SIBLING,)),
    (
        "child",
        r"sons?|daughters?|child(?:ren)?",
        (Hop(("child", "son", "daughter"), r"(?:father|mother) of"),),
    ),
    ("directed by", r"direct(?:or|ed)", _by(("directed by",), r"direct(?:ed|ion)[^.;]{0,50}?\bby")),
    ("composed by", r"compos(?:er|ed)", _by(("composed by",), r"(?:compos|music)[^.;]{0,30}?\bby")),
    ("produced by", r"produc(?:er|ed)", _by(("produced by",), r"produced[^.;]{0,50}?\bby")),
    (
        "performed by",
        r"perform(?:er|ed)|singer|sang",
        _by(("performed by",), r"(?:song|single|recorded|performed|sung|album)[^.;]{0,40}?\bby"),
    ),
    (
        "written by",
        r"author|writer|wrote|written",
        _by(("written by", "created by"), r"(?:written|novel|book|play|wrote)[^.;]{0,50}?\bby"),
    ),
    ("edited by", r"editor|edited", _by(("edited by",), r"edited[^.;]{0,30}?\bby")),
    (
        "founded by",
        r"founder|founded by|who founded",
        _by(("founded by",), r"(?:founded|established|created|started)[^.;]{0,50}?\bby"),
    ),
    ("designed by", r"designer|designed|architect", _by(("designed by",), r"designed[^.;]{0,30}?\bby")),
    ("owned by", r"owner|owned by|who owns", _by(("owned by",), r"owned[^.;]{0,30}?\bby")),
    (
        "student of",
        r"teacher",
        _by(("student of",), r"(?:student|pupil) of|studied (?:under|with)"),
    ),
)


def _asked(words: str, others: Iterable[str]) -> re.Pattern[str]:
    # Latin letters on either side make another word; other scripts have no such edges.
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join((words, *others))})(?![A-Za-z])", re.IGNORECASE)


_HOP_WORDS: Final = tuple(
    (_asked(words, (asked for name, asked, _ in everywhere.rows("asked_steps") if name == step)), hops)
    for step, words, hops in _HOPS
)

# Attribute, words of the question; the first that fits wins.
_ATTRIBUTES: Final[tuple[tuple[str, str], ...]] = (
    ("life", r"lived? longer|longest life"),
    ("burial", r"buried|burial"),
    ("birth", r"born|birth(?:day|place|date)?|older|oldest|younger|youngest|elder"),
    ("death", r"died?|dies|death"),
    ("education", r"graduated?|stud(?:y|ied)|educated|alma mater|attend(?:ed)?"),
    ("work", r"work(?:s|ed)? (?:at|for)|work at|employed|teach"),
    ("country", r"nationality|(?:which|what|same) (?:country|nation)"),
    ("release", r"released?|came out|come out|published|premiered?"),
    ("start", r"founded|established|formed|began|started|opened|created"),
    ("location", r"located|situated|where is|where are"),
)
_ATTRIBUTE_WORDS: Final = tuple(
    (name, _asked(words, (asked for each, asked in everywhere.rows("asked_attributes") if each == name)))
    for name, words in _ATTRIBUTES
)
_DATED: Final = frozenset(("birth", "death", "release", "start"))
_PLACED: Final = frozenset(("birth", "death", "burial", "education", "work", "location"))


def _asking(words: str, name: str) -> re.Pattern[str]:
    return re.compile(f"{words}|{everywhere.expression(name)}", re.IGNORECASE)


_WHEN: Final = _asking(r"\bwhen\b|\b(?:what|which) (?:year|date|day)\b|\bdate of\b", "asks_when")
_WHERE: Final = _asking(
    r"\bwhere\b|\bplace of\b|birthplace"
    r"|\b(?:what|which) (?:city|town|place|university|school|college|institution)\b",
    "asks_where",
)
_WHO: Final = _asking(r"\bwho(?:m|se)?\b|^\W*(?:what|which) (?:director|author|composer|writer)", "asks_who")
_YES_NO: Final = _asking(r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can)\b", "asks_yes_or_no")
_OR: Final = _asking(r"\bor\b", "asks_which_of_two")
_SAME: Final = _asking(r"\bsame\b", "asks_for_the_same")
_NATION: Final = _asking(r"\b(?:countr|nation)", "asks_of_nations")
_FIRST: Final = _asking(r"\b(?:older|oldest|elder|first|earlier|earliest|before)\b", "asks_for_the_first")
_LAST: Final = _asking(
    r"\b(?:younger|youngest|later|latest|last|more recently|more recent|after)\b", "asks_for_the_last"
)
_ASKING: Final = (_WHEN, _WHERE, _WHO, _YES_NO, _OR, _SAME, _FIRST, _LAST)


@dataclass(frozen=True, slots=True)
class Ask:
    """What a question wants.

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


def read(question: Question) -> Ask | None:
    """What ``question`` wants, or None where it is no question of a kind that facts answer in a word."""
    ask = _read(question)
    return replace(ask, left=_left(_mask(question.text, ask.anchors))) if ask is not None else None


def _left(masked: str) -> str:
    """A question without names and the words by which it is understood."""
    patterns = (*(words for words, _ in _HOP_WORDS), *(words for _, words in _ATTRIBUTE_WORDS), *_ASKING)
    understood = {at for pattern in patterns for hit in pattern.finditer(masked) for at in range(*hit.span())}
    return "".join(" " if at in understood or char == "_" else char for at, char in enumerate(masked))


def _read(question: Question) -> Ask | None:
    anchors = tuple(each for each in question.names if each.weight >= SURE)
    if not anchors:
        return None
    masked = _mask(question.text, anchors)
    attribute = next((name for name, words in _ATTRIBUTE_WORDS if words.search(masked)), "")
    if len(anchors) == 2:
        hops = tuple(hop for _, found in _found(masked) for hop in found)
        return _of_two(masked, anchors, hops, attribute)
    if len(anchors) > 2:
        return None
    hops = _ordered(masked, anchors[0])
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


def _mask(text: str, anchors: tuple[Named, ...]) -> str:
    for each in anchors:
        text = text[: each.match.start] + "_" * (each.match.end - each.match.start) + text[each.match.end :]
    return text


def _found(masked: str) -> list[tuple[int, tuple[Hop, ...]]]:
    """Where the question asks for relations, by place; what stands in a longer word is not asked twice."""
    found: list[tuple[int, tuple[Hop, ...]]] = []
    for words, hops in _HOP_WORDS:
        for hit in words.finditer(masked):
            found.append((hit.start(), hops))
            masked = masked[: hit.start()] + "_" * len(hit.group()) + masked[hit.end() :]
    return sorted(found, key=lambda each: each[0])


def _ordered(masked: str, anchor: Named) -> tuple[Hop, ...]:
    """Hops from the name outwards: "the mother of the director of X" from the right, "X's father"."""
    found = _found(masked)
    before = [hops for place, hops in found if place < anchor.match.start]
    after = [hops for place, hops in found if place >= anchor.match.start]
    return tuple(hop for hops in (*reversed(before), *after) for hop in hops)
