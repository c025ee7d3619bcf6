"""What words of a question ask for: relations to follow, and facts of a kind to look for.

A cue names labels as a page states them ("directed by" on the film's page); the inverse is followed as well,
since a question may start from either end ("films directed by X"). Labels are those of ``text/relations.py``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.text.relations import inverse

_PARENT: Final = ("father", "mother", "parent", "son", "daughter")
_PLACE: Final = ("located in", "country", "born in", "died in", "part of", "headquartered in")

# Words (a regular expression; whole words in spaced scripts), labels.
_RELATIONS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"direct(?:or|ors|ed|s|ing)|导演|執導|执导", ("directed by",)),
    (r"compos(?:er|ers|ed|es|ing)|music (?:by|of)|作曲|配乐", ("composed by",)),
    (
        r"writ(?:er|ers|ten|es|ing)|wrote|authors?|authored|novelist|screenwriter|lyric(?:s|ist)?|作者|编剧|撰写|写",
        ("written by", "created by"),
    ),
    (r"produc(?:er|ers|ed|es|ing)|制片|监制|出品", ("produced by",)),
    (r"perform(?:er|ers|ed|s)?|sang|sung|sings?|singers?|演唱|歌手|唱", ("performed by",)),
    (
        r"star(?:s|red|ring)?|actors?|actress(?:es)?|cast|play(?:ed|s)?|portray(?:s|ed)?|主演|演员|饰演|扮演",
        ("starring",),
    ),
    (r"edit(?:or|ors|ed)|编辑|主编", ("edited by",)),
    (r"design(?:er|ed|s)|architects?|设计", ("designed by",)),
    (r"publish(?:er|ers|ed|es|ing)|出版", ("published by",)),
    (r"translat(?:or|ed|es)|翻译|译者", ("translated by",)),
    (r"(?:co-?)?found(?:er|ers|ed)|established|创办|创立|创建|建立|创始人", ("founded by",)),
    (r"creat(?:or|ors|ed)|develop(?:er|ers|ed)|创作|开发", ("created by", "developed by", "written by")),
    (r"invent(?:or|ed)|discover(?:er|ed)|发明|发现", ("discovered by", "created by")),
    (r"own(?:er|ers|s|ed)|parent company|拥有", ("owned by", "part of")),
    (r"(?:half-)?fathers?|dad|mothers?|mothered|mum|parents?|父亲|母亲|父母|爸爸|妈妈|生母|生父", _PARENT),
    (r"child(?:ren)?|sons?|daughters?|儿子|女儿|孩子|子女|长子|次子|长女", ("child", *_PARENT)),
    (
        r"brothers?|sisters?|siblings?|兄弟|姐妹|兄长|哥哥|弟弟|姐姐|妹妹",
        ("sibling", "brother", "sister", "half-sibling"),
    ),
    (
        r"husbands?|wife|wives|spouse|married|marry|widow(?:er)?|consort|妻子|丈夫|配偶|夫人|嫁给|娶",
        ("spouse", "husband", "wife", "partner"),
    ),
    (
        r"grand(?:father|mother|parent)s?|maternal|paternal|祖父|祖母|外公|外婆|爷爷|奶奶",
        ("grandparent", *_PARENT),
    ),
    (r"grand(?:child|children|sons?|daughters?)|孙子|孙女|外孙", ("grandchild", "child", "son", "daughter")),
    (
        r"(?:father|mother|parents?|brother|sister|son|daughter)s?-in-law|岳父|岳母|公公|婆婆|女婿|儿媳",
        ("parent-in-law", "child-in-law", "sibling-in-law", "spouse", "husband", "wife", *_PARENT),
    ),
    (r"step-?(?:father|mother|son|daughter|child)|继父|继母", ("stepparent", "spouse", *_PARENT)),
    (
        r"uncles?|aunts?|nephews?|nieces?|cousins?|叔叔|伯父|姑姑|舅舅|姨妈|侄子|侄女|外甥|表兄|堂兄",
        ("uncle or aunt", "nephew or niece", "cousin", "sibling", "brother", "sister", *_PARENT),
    ),
    (r"birthplace|born|birth|出生|生于|出生地|故乡|籍贯", ("born in",)),
    (r"died?|dies|death|去世|逝世|病逝|死于|卒于", ("died in",)),
    (r"buried|burial|葬于|安葬|墓", ("buried in",)),
    (
        r"educated|stud(?:y|ied|ies)|graduated?|attend(?:ed)?|alma mater|毕业|就读|求学|留学|母校",
        ("educated at", "student of"),
    ),
    (r"work(?:s|ed)? (?:at|for)|employ(?:er|ed|s)?|taught|work(?:s|ed)?|供职|任教|任职", ("worked for",)),
    (r"members?|成员|会员", ("member of", "has member")),
    (r"play(?:s|ed)? for|teams?|clubs?|效力|球队", ("played for", "member of")),
    (
        r"locat(?:ed|ion)|countr(?:y|ies)|nationality|states?|count(?:y|ies)|cit(?:y|ies)|towns?|regions?"
        r"|provinces?|districts?|where|国家|国籍|位于|哪里|何处|城市|省份|哪个省|哪座",
        _PLACE,
    ),
    (r"capitals?|首都|首府", ("capital", "capital of")),
    (r"headquarter(?:s|ed)|based in|总部", ("headquartered in", "located in")),
    (r"borders?|bordered|bordering|接壤|相邻", ("borders",)),
    (r"based on|adapt(?:ed|ation)|remake|改编", ("based on",)),
    (r"named (?:after|for)|得名|命名", ("named after",)),
    (r"succeed(?:ed|s)?|successor|preced(?:ed|es|essor)|继任|前任|接替", ("succeeded by", "preceded by")),
    (r"students?|teachers?|mentors?|pupils?|老师|学生|弟子|师从", ("student of", "teacher of")),
    (r"labels?|distribut(?:ed|or)|发行", ("distributed by", "published by")),
    (r"awards?|awarded|prizes?|medals?|奖", ("awarded",)),
    (r"tribut(?:ary|aries)|支流", ("tributary of", "has tributary")),
    (r"part of|belongs? to|属于|隶属", ("part of", "member of")),
)

# What is asked, words of the question, what a fact that says it looks like.
_ATTRIBUTES: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "birth",
        r"born|birth(?:day|place)?|older|oldest|younger|youngest|age|elder|出生|生于|年长|年轻|生日",
        r"\bborn\b|\bb\. |\(\D{0,60}\d{3,4}\D{1,40}\d{0,4}\)|生于|出生|\d{3,4}\s*[–—-]",
    ),
    (
        "death",
        r"died?|dies|death|lived longer|去世|逝世|病逝|死于|卒于",
        r"\bdied\b|\bd\. |\bdeath\b|\d{3,4}\s*[–—-]\s*\D{0,20}\d{3,4}|去世|逝世|卒|病逝",
    ),
    (
        "release",
        r"released?|came out|earlier|published|上映|发表|出版|发行",
        r"\b(?:1[5-9]|20)\d\d\b|\d{4}\s*年",
    ),
)


@dataclass(frozen=True, slots=True)
class Cue:
    """Words of a question that ask for a relation.

    pattern: finds them.
    labels: of the relations asked for, read from either end.
    """

    pattern: re.Pattern[str]
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Attribute:
    """Words of a question that ask for a fact of a kind.

    name: of the kind.
    pattern: finds the words in a question.
    shape: finds what such a fact says.
    """

    name: str
    pattern: re.Pattern[str]
    shape: re.Pattern[str]


def _words(alternatives: str) -> re.Pattern[str]:
    # Latin letters on either side make another word; other scripts have no such edges.
    return re.compile(rf"(?<![A-Za-z])(?:{alternatives})(?![A-Za-z])", re.IGNORECASE)


CUES: Final = tuple(
    Cue(_words(pattern), frozenset(labels) | {inverse(label) for label in labels})
    for pattern, labels in _RELATIONS
)
ATTRIBUTES: Final = tuple(
    Attribute(name, _words(pattern), re.compile(shape, re.IGNORECASE)) for name, pattern, shape in _ATTRIBUTES
)
