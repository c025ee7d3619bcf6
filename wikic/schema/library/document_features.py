"""What is kept of a document of a library while its topics are looked for: who speaks in it, its words, and
these as a vector, weighed by how few documents have each.

Words without a subject matter count for nothing. In languages whose words no pack knows they are told by
how they are used: an article, a preposition or a conjunction leads to what follows it, so no clause ends
with it. What stands in enough places and ends none of them is one of these, or a verb, which names no topic
either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import Final

from wikic import language
from wikic.curator.library.given_titles import as_written
from wikic.document.document_words import WordReader, document_words
from wikic.document.line_kinds import words_of
from wikic.language import pack
from wikic.model.article import Article
from wikic.model.topics import MAX_TOPIC_WORDS

# A time or number, "18:40", "[D1:3]", may stand before the name.
_TURN: Final = re.compile(
    r"^[ \t]*(?:[-*>][ \t]+)?(?:[\[(<][^\])>\n]{1,40}[\])>][ \t:,-]*|(?=\S*\d)[^\s*:：]\S{0,19}[ \t]+)?"
    r"(?:\*\*)?(?P<name>[^\W\d_][^\n:：*|<>\[\]{}()\"“”]{0,39}?)(?:\*\*)?[:：](?:\*\*)?[ \t]*\S",
    re.MULTILINE,
)
_MESSAGE: Final = re.compile(_TURN.pattern + r"(?:\S*[ \t]+){5}", re.MULTILINE)  # with a sentence behind it
_READ: Final = 20_000  # characters
_FEWEST_TURNS: Final = 4  # turns of a conversation
_SPOKEN: Final = 0.5  # of its lines that are turns
_NAME_WORDS: Final = 4  # of a name


def speakers_of(text: str) -> tuple[str, ...]:
    """Their names as written, those who speak most first; none where the document is no conversation.

    Labels of a record ("Date:", "Price:") stand once each and have no sentence behind them; speakers have
    several turns and take turns. Of a message or two, all that is said must be theirs.
    """
    text = text[:_READ]
    lines = sum(1 for line in text.split("\n") if line.strip())
    turns = [match["name"].strip() for match in _TURN.finditer(text)]
    turns = [name for name in turns if len(name.split()) <= _NAME_WORDS]
    counts = Counter(turns)
    if len(turns) >= _FEWEST_TURNS and len(turns) >= _SPOKEN * lines:
        changes = sum(a != b for a, b in pairwise(turns))
        again = [name for name, count in counts.items() if count > 1]
        names = again if changes >= 2 and len(again) > 1 else []
    else:
        said = [match["name"].strip() for match in _MESSAGE.finditer(text)]
        names = list(dict.fromkeys(said)) if said and lines - len(said) <= 1 else []
    return tuple(sorted(names, key=lambda name: (-counts[name], name)))


_OPENING: Final = 800  # characters kept of its text: labels of untitled documents are looked up there


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """One document of a library, as the search for topics needs it.

    key, title: of the article. shown: the title as its page will have it, where the document has one.
    language: BCP 47 tag.
    speakers: who speaks in it, where it is a conversation.
    words: as its digest will carry them.
    opening: the first 800 characters of its text.
    tags: that its author gives it, as they are counted among its words.
    date: its own date, or "".
    """

    key: str
    title: str
    language: str
    speakers: tuple[str, ...]
    words: tuple[tuple[str, int], ...]
    opening: str = ""
    shown: str = ""
    tags: tuple[str, ...] = ()
    date: str = ""

    @property
    def name(self) -> str:
        """What a reader knows it by."""
        return self.shown or self.title


def features_of(article: Article) -> DocumentFeatures:
    """What is kept of ``article``."""
    return DocumentFeatures(
        article.key,
        article.title,
        article.language,
        speakers_of(article.text),
        document_words(article.title, article.text, article.language, article.tags),
        article.text[:_OPENING],
        as_written(article, words_of(article.language)),
        tuple(dict.fromkeys(map(WordReader(article.language).tag, article.tags))),
        article.date or "",
    )


_SHORT: Final = 3  # letters of a word that is mostly none of a subject
_FEWEST: Final = 3  # uses of a longer one that say how it is used
_ENDING: Final = 0.05  # share of its uses at the end of a clause
_ENDING_SHORT: Final = 0.2
_SMALL: Final = 0.7  # share of its uses inside a clause that are in lower case
_CLAUSE: Final = re.compile(r"[.,;:!?…()\[\]«»“”\"|]+|\n+|\s[-–—]\s")
_PLAIN_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def function_words(leaves: Sequence[DocumentFeatures]) -> frozenset[str]:
    """Those words as they are counted; none where the languages of most documents have lists of their own."""
    unknown = [leaf for leaf in leaves if not language.pack(leaf.language).stopwords]
    if 2 * len(unknown) <= len(leaves):
        return frozenset()
    uses: Counter[str] = Counter()
    ending: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for leaf in unknown:
        reader = WordReader(leaf.language)
        for clause in (*_CLAUSE.split(leaf.title), *_CLAUSE.split(leaf.opening)):
            words = _PLAIN_WORD.findall(clause)
            for at, word in enumerate(words):
                if counted := reader.folded(word):
                    uses[counted] += 1
                    ending[counted] += at == len(words) - 1
                    inside[counted] += at > 0
                    small[counted] += at > 0 and word.islower()
    return frozenset(
        word
        for word in uses
        if small[word] >= _SMALL * inside[word]
        if ending[word] <= (_ENDING if len(word) > _SHORT else _ENDING_SHORT) * uses[word]
        if len(word) <= _SHORT or uses[word] >= _FEWEST
    )


Vector = Mapping[str, float]

_HEAVIEST: Final = 100  # weight of a topic's first word


@dataclass(frozen=True, slots=True)
class Space:
    """The documents of a collection as unit vectors, in order of their keys.

    rarity: of a word, by the share of documents that have it.
    vectors: of each document.
    """

    rarity: Mapping[str, float]
    vectors: Sequence[Vector]


def space(leaves: Sequence[DocumentFeatures]) -> Space:
    """The vectors of ``leaves``; a word that one document has alone brings none together and is left out.

    So are words that name no subject: documents are not alike for troubleshooting something.
    """
    counts = Counter(word for leaf in leaves for word, _ in leaf.words)
    packs = [pack(code) for code in {each.language for each in leaves}]
    untelling = frozenset(word for each in packs if not each.particles for word in each.untelling)
    untelling |= function_words(leaves)
    rarity = {
        word: log(len(leaves) / count)
        for word, count in counts.items()
        if count > 1 and word not in untelling
    }
    return Space(
        rarity, [_unit_vector({w: n * rarity[w] for w, n in leaf.words if w in rarity}) for leaf in leaves]
    )


def centroid(vectors: Iterable[Vector]) -> dict[str, float]:
    """The unit vector in the middle of several."""
    total: dict[str, float] = {}
    for vector in vectors:
        for word, weight in vector.items():
            total[word] = total.get(word, 0.0) + weight
    return _unit_vector(total)


def measure_cohesion(vectors: Sequence[Vector], without: frozenset[str]) -> float:
    """The mean product of two of the vectors, some words left out."""
    total: dict[str, float] = {}
    own = 0.0
    for vector in vectors:
        for word, weight in vector.items():
            if word not in without:
                total[word] = total.get(word, 0.0) + weight
                own += weight * weight
    pairs = len(vectors) * (len(vectors) - 1)
    return (sum(weight * weight for weight in total.values()) - own) / pairs if pairs else 0.0


def measure_likeness(vectors: Sequence[Vector], inside: Collection[int], without: frozenset[str]) -> float:
    """The mean product of one of the vectors ``inside`` and one of the others, some words left out."""
    own: dict[str, float] = {}
    others: dict[str, float] = {}
    for at, vector in enumerate(vectors):
        total = own if at in inside else others
        for word, weight in vector.items():
            if word not in without:
                total[word] = total.get(word, 0.0) + weight
    pairs = len(inside) * (len(vectors) - len(inside))
    return sum(weight * others.get(word, 0.0) for word, weight in own.items()) / pairs if pairs else 0.0


def weigh_distinctive(middles: Sequence[Vector]) -> list[dict[str, float]]:
    """Middles of groups, each word weighed by what share of it is in the group: what all have tells nothing.

    The root of the share: class-based tf-idf (Grootendorst, 2022), softened.
    """
    every: dict[str, float] = {}
    for middle in middles:
        for word, weight in middle.items():
            every[word] = every.get(word, 0.0) + weight
    return [
        {word: weight * sqrt(weight / every[word]) for word, weight in middle.items() if weight > 0}
        for middle in middles
    ]


def topic_words(middle: Vector) -> dict[str, int]:
    """The words of a topic as ``schema.yaml`` has them: at most 40, integers, heaviest first."""
    heaviest = sorted(middle.items(), key=lambda each: (-round(each[1], 9), each[0]))[:MAX_TOPIC_WORDS]
    top = heaviest[0][1] if heaviest else 1.0
    weighed = ((word, round(_HEAVIEST * weight / top)) for word, weight in heaviest)
    return {word: weight for word, weight in weighed if weight > 0}


def _unit_vector(vector: Mapping[str, float]) -> dict[str, float]:
    length = sqrt(sum(weight * weight for weight in vector.values()))
    return {word: weight / length for word, weight in vector.items()} if length else {}
