"""Typed relations from the words on both sides of a name; ``mentions`` where the words say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.curator.offline.chinese.dimensions import Kind
from wikic.curator.offline.chinese.registry import Mention, Thing
from wikic.text.relations import MENTIONS

_MAX_RELATIONS: Final = 12  # of one statement: a list of thirty names relates to none of them
_AFTER: Final = 16  # characters read after a name
_BEFORE: Final = 40  # and before it
_STOP: Final = r"(?=[，。；、）：]|$)"
_ROLE: Final = r"(?:等人?)?(?:所)?"

# (kind of the subject, kind of the other, words before the other's name, words after it, label read from the
# subject to the other). An empty pattern matches anything; the first row that fits decides.
_RULES: Final[tuple[tuple[Kind, Kind, str, str, str], ...]] = (
    (
        "work",
        "work",
        r"(?:发表于|刊载于|连载于|载于|刊于|登于|刊登于|刊登在|发表在|刊载在|登在|载)(?![有的该本])[^，。；《》]{0,30}$",
        "",
        "published in",
    ),
    ("work", "work", r"(?:收入|编入|辑入|收在|收于|列为|列入)[^，。；《》]{0,16}$", "", "collected in"),
    ("work", "person", r"(?:作者(?:为|是)?|著者|原著者?)[^，。《》]{0,4}$", "", "written by"),
    ("work", "person", r"(?:译者(?:为|是)?)$", "", "translated by"),
    (
        "work",
        "person",
        "",
        _ROLE + r"(?:主编|编辑|编选|编撰|编纂|选编|编|辑)(?:者)?" + r"(?!的?《)",
        "edited by",
    ),
    ("work", "person", "", _ROLE + r"(?:翻译|重译|译)(?!的?《)" + _STOP, "translated by"),
    ("work", "person", "", _ROLE + r"(?:著|撰|作|写|编著|创作|所写)(?!的?《|品|家|者|为)", "written by"),
    (
        "work",
        "person",
        "",
        r"的(?:长篇|中篇|短篇|讽刺)?(?:小说|诗集?|剧本|散文|作品|著作|代表作|论文|杂文|史诗|诗剧|歌剧|童话)",
        "written by",
    ),
    ("work", "person", "", _ROLE + r"(?:创办|主办|发起)", "founded by"),
    ("work", "organisation", "", r"(?:初版|出版|印行|发行|刊行|编印)(?!的)", "published by"),
    (
        "person",
        "work",
        r"(?:著有|所著|作有|撰有|写有|著作有|作品有|代表作有|诗集有|小说集有)[^，。；]{0,60}$",
        "",
        "author of",
    ),
    (
        "person",
        "work",
        r"(?:出版了?|(?:他|她|其)的?)(?:第.[本部])?(?:长篇|中篇|短篇)?(?:小说集?|散文集|诗集|杂文集|剧本|文集)?$",
        "",
        "author of",
    ),
    ("person", "work", r"(?:译有|翻译了?|译过|译作有|所译)[^，。；]{0,40}$", "", "translator of"),
    ("person", "work", r"(?:主编|编有|编辑|编辑过|编著有?|辑有|编选)[^，。；]{0,20}$", "", "editor of"),
    ("person", "work", r"(?:创办|创刊|主办)[^，。；]{0,12}$", "", "founder of"),
    ("person", "organisation", r"(?:毕业于|肄业于|就读于|考入|就学于|求学于)$", "", "educated at"),
    ("person", "organisation", "", r"[^，。；、]{0,6}(?:毕业|肄业|学生|留学生)", "educated at"),
    ("person", "organisation", r"(?:任教于|执教于|供职于|任职于|就职于|任教)$", "", "worked for"),
    ("person", "organisation", r"(?:^|[，。、年月日])(?:他|她)?(?:入|进入|升入|转入)$", "", "educated at"),
    ("organisation", "organisation", r"前身[为是]$", "", "preceded by"),
    ("place", "place", "", r"[省市]?的?(?:省会|首府|首都)", "capital of"),
    ("person", "work", r"发表(?:了|过)?(?:短篇|中篇|长篇)?(?:小说|文章|论文|诗集?)?$", "", "author of"),
    ("person", "organisation", r"(?:创办|创立|组织|发起|创建|成立)(?:了|过|有)?$", "", "founder of"),
    ("person", "organisation", "", r"(?:的)?(?:创办人|创始人|发起人)", "founder of"),
    ("person", "organisation", r"(?:参加|加入)(?:了|过)?$", "", "member of"),
    ("person", "organisation", "", r"(?:的)?(?:主要|重要)?(?:成员|社员|会员|党员)", "member of"),
    (
        "person",
        "organisation",
        "",
        r"[^，。；《》]{0,8}(?:教授|教员|讲师|校长|院长|主任|总长|助教|馆员|次长|部长|司长|编辑|任教|委员长|学长)",
        "worked for",
    ),
    ("person", "place", r"(?:生于|出生于|诞生于)$", "", "born in"),
    ("person", "place", r"(?:卒于|死于|病逝于|逝世于)$", "", "died in"),
    ("person", "place", "", r"[市县]?(?:（今[^）]*）)?人" + _STOP, "native of"),
    ("person", "person", r"父亲?$", "", "father"),
    ("person", "person", r"母亲?$", "", "mother"),
    ("person", "person", r"(?:妻子?|丈夫|夫人|爱人)$", "", "spouse"),
    ("person", "person", r"(?:儿子|女儿|[育生]有?[^，。]{0,4}[子女])$", "", "child"),
    ("person", "person", r"(?:弟弟|哥哥|姐姐|妹妹)$", "", "sibling"),
    ("person", "person", "", r"的(?:同乡和)?(?:妻兄|妻弟|妹夫|姐夫|内兄|内弟)", "sibling-in-law"),
    ("person", "person", "", r"的?之?(?:长|次|三|幼|第.)?(?:子|儿子|女|女儿)" + _STOP, "parent"),
    ("person", "person", "", r"[的之](?:父亲?|母亲?)" + _STOP, "child"),
    ("person", "person", "", r"[的之]?(?:妻子?|夫人|丈夫|爱人)" + _STOP, "spouse"),
    ("person", "person", "", r"[的之]?(?:弟弟?|兄长?|哥哥|姐姐|妹妹?)" + _STOP, "sibling"),
    ("person", "person", "", r"的?(?:弟子|学生|门人|门徒|徒弟)", "student of"),
    ("person", "person", "", r"的?(?:老师|业师|师傅)", "teacher of"),
    (
        "organisation",
        "person",
        r"(?:由)[^，。；]{0,12}$",
        r"[^，。；《》]{0,16}(?:创办|组织|发起|成立|创立|组成)",
        "founded by",
    ),
    ("organisation", "person", "", _ROLE + r"(?:创办|发起|创立)(?!的|《)", "founded by"),
    ("organisation", "place", r"(?:成立于|创办于|设在|位于|设立于)[^，。；]{0,10}$", "", "located in"),
    ("place", "place", r"(?:位于|在今|今属|属)$", "", "located in"),
    ("work", "place", r"创刊于$", "", "published in"),
)
_TABLE: Final = tuple(
    (subject, other, re.compile(before) if before else None, re.compile(after) if after else None, label)
    for subject, other, before, after, label in _RULES
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
    return one.thing.kind == other.thing.kind and text[one.end : other.start] in ("、", "和", "与", "，")


def _lead(subject: Thing, text: str, mentions: Sequence[Mention]) -> bool:
    """Whether the sentence speaks of ``subject``: it opens with it, or with words for it."""
    if subject.self_:
        return text.startswith(("本篇", "本文", "本书", "这篇", "此篇"))
    first = mentions[0] if mentions else None
    return first is None or first.start > 1 or first.thing is subject


def _label(subject: Thing, mention: Mention, text: str, earlier: Sequence[Mention]) -> str:
    before = text[max(0, mention.start - _BEFORE) : mention.start]
    after = text[mention.end : mention.end + _AFTER]
    for kind, other, left, right, label in _TABLE:
        if kind != subject.kind or other != mention.thing.kind:
            continue
        if left is not None:
            words = left.search(before)
            if words is None or _another(subject, earlier, mention.start - len(before) + words.start()):
                continue
        if right is not None and right.match(after) is None:
            continue
        if right is not None and _belongs_to_another(subject, kind, other, text, mention, earlier):
            continue
        return label
    return MENTIONS


def _another(subject: Thing, earlier: Sequence[Mention], verb: int) -> bool:
    """Whether another thing of the subject's kind stands before the verb at ``verb`` and may own it."""
    if subject.self_:
        return False  # 本篇 is the subject of every verb of its note
    return any(
        each.thing.kind == subject.kind and each.thing is not subject and each.end <= verb for each in earlier
    )


def _belongs_to_another(
    subject: Thing, kind: Kind, other: Kind, text: str, mention: Mention, earlier: Sequence[Mention]
) -> bool:
    """Whether a thing of the subject's kind stands between it and the words, and may own them."""
    for each in reversed(earlier):
        if each.thing is subject:
            return False
        if (
            each.thing.kind == kind
            and each.thing is not mention.thing
            and (
                kind != other
                or "。" in text[each.end : mention.start]
                or text[each.end : each.end + 1] in ("是", "为", "乃")
            )
        ):
            return True
    return False
