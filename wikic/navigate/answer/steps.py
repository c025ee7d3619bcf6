"""What a question wants, as steps: from the page it names over relations to a date, a place or a name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

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


CHILD: Final = r"(?:sons?|daughters?|child|heir|heiress|born|issue)\b[^.;]{0,30}?\b(?:of|to)|父亲(?:是|为)?"
_FATHER: Final = Hop(("father", "parent"), CHILD)
_MOTHER: Final = Hop(("mother", "parent"), CHILD.replace("父亲", "母亲"), 1)
_PARENT: Final = Hop(("parent", "father", "mother"), CHILD)
_SPOUSE: Final = Hop(
    ("spouse", "husband", "wife", "partner"),
    r"\b(?:married(?: to)?|(?:wife|husband|spouse|consort|widow(?:er)?) (?:of|was|is)|marriage (?:to|with))"
    r"|妻子(?:是|为)?|丈夫(?:是|为)?|娶|嫁给",
)
_SIBLING: Final = Hop(
    ("sibling", "brother", "sister", "half-sibling"), r"\b(?:brother|sister|sibling) (?:of|to)"
)


def _by(labels: tuple[str, ...], verb: str) -> Hop:
    return Hop(labels, verb)


# Words of the question, hops. Longer words before those they hold.
_HOPS: Final[tuple[tuple[str, tuple[Hop, ...]], ...]] = (
    (r"paternal grandfather|祖父|爷爷", (_FATHER, _FATHER)),
    (r"paternal grandmother|祖母|奶奶", (_FATHER, _MOTHER)),
    (r"maternal grandfather|外祖父|外公", (_MOTHER, _FATHER)),
    (r"maternal grandmother|外祖母|外婆", (_MOTHER, _MOTHER)),
    (r"grand(?:father|mother|parent)s?", (Hop(("grandparent",), r"grand(?:son|daughter|child) of"),)),
    (r"fathers?-in-law|岳父", (_SPOUSE, _FATHER)),
    (r"mothers?-in-law|岳母|婆婆", (_SPOUSE, _MOTHER)),
    (r"step-?mother|继母", (_FATHER, _SPOUSE)),
    (r"step-?father|继父", (_MOTHER, _SPOUSE)),
    (r"uncle|aunt|叔叔|伯父|姑姑|舅舅", (Hop(("uncle or aunt",), r"(?:nephew|niece) of"),)),
    (r"father|父亲|爸爸", (_FATHER,)),
    (r"mother|母亲|妈妈", (_MOTHER,)),
    (r"parents?|父母", (_PARENT,)),
    (r"husband|wife|spouse|妻子|丈夫|配偶|夫人", (_SPOUSE,)),
    (r"brother|sister|sibling|哥哥|弟弟|姐姐|妹妹|兄弟", (_SIBLING,)),
    (
        r"sons?|daughters?|child(?:ren)?|儿子|女儿",
        (Hop(("child", "son", "daughter"), r"(?:father|mother) of"),),
    ),
    (
        r"direct(?:or|ed)|导演|执导",
        (_by(("directed by",), r"direct(?:ed|ion)[^.;]{0,50}?\bby|导演(?:是|为)?|由"),),
    ),
    (r"compos(?:er|ed)|作曲", (_by(("composed by",), r"(?:compos|music)[^.;]{0,30}?\bby|作曲(?:是|为)?"),)),
    (r"produc(?:er|ed)|制片", (_by(("produced by",), r"produced[^.;]{0,50}?\bby|制片(?:人)?(?:是|为)?"),)),
    (
        r"perform(?:er|ed)|singer|sang|演唱|歌手",
        (_by(("performed by",), r"(?:song|single|recorded|performed|sung|album)[^.;]{0,40}?\bby|演唱"),),
    ),
    (
        r"author|writer|wrote|written|作者|编剧",
        (
            _by(
                ("written by", "created by"),
                r"(?:written|novel|book|play|wrote)[^.;]{0,50}?\bby|作者(?:是|为)?|(?:是|由)(?=.{2,8}[写著作]的)",
            ),
        ),
    ),
    (r"editor|edited|主编", (_by(("edited by",), r"edited[^.;]{0,30}?\bby|主编(?:是|为)?"),)),
    (
        r"founder|founded by|who founded|创办人|创始人|创办者",
        (_by(("founded by",), r"(?:founded|established|created|started)[^.;]{0,50}?\bby|创办人(?:是|为)?"),),
    ),
    (r"designer|designed|architect|设计师", (_by(("designed by",), r"designed[^.;]{0,30}?\bby"),)),
    (r"owner|owned by|who owns", (_by(("owned by",), r"owned[^.;]{0,30}?\bby"),)),
    (r"teacher|老师|师父", (_by(("student of",), r"(?:student|pupil) of|studied (?:under|with)|师从"),)),
)
_HOP_WORDS: Final = tuple(
    (re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE), hops) for words, hops in _HOPS
)

# Attribute, words of the question; the first that fits wins.
_ATTRIBUTES: Final[tuple[tuple[str, str], ...]] = (
    ("life", r"lived? longer|longest life|更长寿"),
    ("burial", r"buried|burial|葬"),
    ("birth", r"born|birth(?:day|place|date)?|older|oldest|younger|youngest|elder|出生|生于|诞生|年长|年轻"),
    ("death", r"died?|dies|death|去世|逝世|病逝|死于|卒于"),
    ("education", r"graduated?|stud(?:y|ied)|educated|alma mater|attend(?:ed)?|毕业|就读|求学"),
    ("work", r"work(?:s|ed)? (?:at|for)|work at|employed|teach|任教|供职|任职"),
    ("country", r"nationality|(?:which|what|same) (?:country|nation)|国籍|哪国|哪个国家|同一(?:个)?国"),
    ("release", r"released?|came out|come out|published|premiered?|上映|发表|出版|发行"),
    ("start", r"founded|established|formed|began|started|opened|created|成立|创立|创办|建立"),
    ("location", r"located|situated|where is|where are|位于|在哪"),
)
_ATTRIBUTE_WORDS: Final = tuple(
    (name, re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE)) for name, words in _ATTRIBUTES
)
_DATED: Final = frozenset(("birth", "death", "release", "start"))
_PLACED: Final = frozenset(("birth", "death", "burial", "education", "work", "location"))

_WHEN: Final = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:year|date|day)\b|\bdate of\b|何时|什么时候|哪一?年|哪一?天|日期",
    re.IGNORECASE,
)
_WHERE: Final = re.compile(
    r"\bwhere\b|\bplace of\b|birthplace"
    r"|\b(?:what|which) (?:city|town|place|university|school|college|institution)\b"
    r"|哪里|何处|什么地方|哪座城市|哪所",
    re.IGNORECASE,
)
_WHO: Final = re.compile(
    r"\bwho(?:m|se)?\b|谁|哪位|^\W*(?:what|which) (?:director|author|composer|writer)", re.IGNORECASE
)
_YES_NO: Final = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can)\b|(?:吗|是否)", re.IGNORECASE
)
_OR: Final = re.compile(r"\bor\b|还是", re.IGNORECASE)
_SAME: Final = re.compile(r"\bsame\b|同一|相同", re.IGNORECASE)
_NATION: Final = re.compile(r"\b(?:countr|nation)|国", re.IGNORECASE)
_FIRST: Final = re.compile(
    r"\b(?:older|oldest|elder|first|earlier|earliest|before)\b|更早|年长|较早|谁先", re.IGNORECASE
)
_LAST: Final = re.compile(
    r"\b(?:younger|youngest|later|latest|last|more recently|more recent|after)\b|更晚|年轻|较晚|谁后",
    re.IGNORECASE,
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
