"""What words of a question ask for: relations to follow, and facts of a kind to look for.

A cue names labels as a page states them ("directed by" on the film's page); the inverse is followed as well,
since a question may start from either end ("films directed by X"). Labels are those of ``text/relations.py``;
the words of languages with a pack stand there, by the first label of a row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.language import everywhere
from wikic.text.relations import inverse

_PARENT: Final = ("father", "mother", "parent", "son", "daughter")
_PLACE: Final = ("located in", "country", "born in", "died in", "part of", "headquartered in")

# Words (a regular expression; whole words in spaced scripts), labels.
_RELATIONS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"direct(?:or|ors|ed|s|ing)", ("directed by",)),
    (r"compos(?:er|ers|ed|es|ing)|music (?:by|of)", ("composed by",)),
    (
        r"writ(?:er|ers|ten|es|ing)|wrote|authors?|authored|novelist|screenwriter|lyric(?:s|ist)?",
        ("written by", "created by"),
    ),
    (r"produc(?:er|ers|ed|es|ing)", ("produced by",)),
    (r"perform(?:er|ers|ed|s)?|sang|sung|sings?|singers?", ("performed by",)),
    (
        r"star(?:s|red|ring)?|actors?|actress(?:es)?|cast|play(?:ed|s)?|portray(?:s|ed)?",
        ("starring",),
    ),
    (r"edit(?:or|ors|ed)", ("edited by",)),
    (r"design(?:er|ed|s)|architects?", ("designed by",)),
    (r"publish(?:er|ers|ed|es|ing)", ("published by",)),
    (r"translat(?:or|ed|es)", ("translated by",)),
    (r"(?:co-?)?found(?:er|ers|ed)|established", ("founded by",)),
    (r"creat(?:or|ors|ed)|develop(?:er|ers|ed)", ("created by", "developed by", "written by")),
    (r"invent(?:or|ed)|discover(?:er|ed)", ("discovered by", "created by")),
    (r"own(?:er|ers|s|ed)|parent company", ("owned by", "part of")),
    (r"(?:half-)?fathers?|dad|mothers?|mothered|mum|parents?", _PARENT),
    (r"child(?:ren)?|sons?|daughters?", ("child", *_PARENT)),
    (
        r"brothers?|sisters?|siblings?",
        ("sibling", "brother", "sister", "half-sibling"),
    ),
    (
        r"husbands?|wife|wives|spouse|married|marry|widow(?:er)?|consort",
        ("spouse", "husband", "wife", "partner"),
    ),
    (
        r"grand(?:father|mother|parent)s?|maternal|paternal",
        ("grandparent", *_PARENT),
    ),
    (r"grand(?:child|children|sons?|daughters?)", ("grandchild", "child", "son", "daughter")),
    (
        r"(?:father|mother|parents?|brother|sister|son|daughter)s?-in-law",
        ("parent-in-law", "child-in-law", "sibling-in-law", "spouse", "husband", "wife", *_PARENT),
    ),
    (r"step-?(?:father|mother|son|daughter|child)", ("stepparent", "spouse", *_PARENT)),
    (
        r"uncles?|aunts?|nephews?|nieces?|cousins?",
        ("uncle or aunt", "nephew or niece", "cousin", "sibling", "brother", "sister", *_PARENT),
    ),
    (r"birthplace|born|birth", ("born in",)),
    (r"died?|dies|death", ("died in",)),
    (r"buried|burial", ("buried in",)),
    (
        r"educated|stud(?:y|ied|ies)|graduated?|attend(?:ed)?|alma mater",
        ("educated at", "student of"),
    ),
    (r"work(?:s|ed)? (?:at|for)|employ(?:er|ed|s)?|taught|work(?:s|ed)?", ("worked for",)),
    (r"members?", ("member of", "has member")),
    (r"play(?:s|ed)? for|teams?|clubs?", ("played for", "member of")),
    (
        r"locat(?:ed|ion)|countr(?:y|ies)|nationality|states?|count(?:y|ies)|cit(?:y|ies)|towns?|regions?"
        r"|provinces?|districts?|where",
        _PLACE,
    ),
    (r"capitals?", ("capital", "capital of")),
    (r"headquarter(?:s|ed)|based in", ("headquartered in", "located in")),
    (r"borders?|bordered|bordering", ("borders",)),
    (r"based on|adapt(?:ed|ation)|remake", ("based on",)),
    (r"named (?:after|for)", ("named after",)),
    (r"succeed(?:ed|s)?|successor|preced(?:ed|es|essor)", ("succeeded by", "preceded by")),
    (r"students?|teachers?|mentors?|pupils?", ("student of", "teacher of")),
    (r"labels?|distribut(?:ed|or)", ("distributed by", "published by")),
    (r"awards?|awarded|prizes?|medals?", ("awarded",)),
    (r"tribut(?:ary|aries)", ("tributary of", "has tributary")),
    (r"part of|belongs? to", ("part of", "member of")),
)

# What is asked, words of the question, what a fact that says it looks like.
_ATTRIBUTES: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "birth",
        r"born|birth(?:day|place)?|older|oldest|younger|youngest|age|elder",
        r"\bborn\b|\bb\. |\(\D{0,60}\d{3,4}\D{1,40}\d{0,4}\)|\d{3,4}\s*[–—-]",
    ),
    (
        "death",
        r"died?|dies|death|lived longer",
        r"\bdied\b|\bd\. |\bdeath\b|\d{3,4}\s*[–—-]\s*\D{0,20}\d{3,4}",
    ),
    (
        "release",
        r"released?|came out|earlier|published",
        r"\b(?:1[5-9]|20)\d\d\b",
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


def _attribute(name: str, words: str, shape: str) -> Attribute:
    others = [row for row in everywhere.rows("ranked_attributes") if row[0] == name]
    shapes = "|".join((shape, *(row[2] for row in others)))
    return Attribute(
        name, _words("|".join((words, *(row[1] for row in others)))), re.compile(shapes, re.IGNORECASE)
    )


CUES: Final = tuple(
    Cue(
        _words(
            "|".join(
                (
                    pattern,
                    *(words for label, words in everywhere.rows("asked_relations") if label == labels[0]),
                )
            )
        ),
        frozenset(labels) | {inverse(label) for label in labels},
    )
    for pattern, labels in _RELATIONS
)
ATTRIBUTES: Final = tuple(_attribute(*row) for row in _ATTRIBUTES)
