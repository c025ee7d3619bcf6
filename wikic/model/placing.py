"""In which directory a document of a library lives: a function of the document and the schema alone.

No other document is asked, so none moves because another came or went; sums are of integers, so every machine
places alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import isqrt
from typing import Final

from wikic.model.schema import Schema
from wikic.model.topics import Topic
from wikic.text.normalise import fold_name

# "2024-03-05", "2024_03_05 sync", "20240305", "2024.03.05" (2024.3.1 is a version), "2024年3月5日"
_DAY: Final = re.compile(
    r"(?<!\d)(?P<year>(?:1[5-9]|20)\d\d)(?:(?P<mark>[-_/])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})"
    r"|(?P<point>\.?)(?P<month_two>\d{2})(?P=point)(?P<day_two>\d{2})"
    r"|年(?P<month_zh>\d{1,2})月(?P<day_zh>\d{1,2})日)(?!\d)"
)


def document_date(key: str, title: str) -> str:
    """``YYYY-MM-DD`` of the file's name, which ends ``key``, else of the title; "" without one."""
    for text in (key.rpartition("/")[2], title):
        for found in _DAY.finditer(text):
            month = found["month"] or found["month_two"] or found["month_zh"]
            day = found["day"] or found["day_two"] or found["day_zh"]
            with suppress(ValueError):  # no 13th month, no 31st of February
                return date(int(found["year"]), int(month), int(day)).isoformat()
    return ""


# Least cosine, in thousandths, between the words of a document and of a topic that takes it.
LEAST: Final = 125
_GRAIN: Final = 1_000  # parts into which a length is divided before it is rounded
_NAME: Final = re.compile(r"[\W_]+")
_NO_WORDS_TO_CUT: Final = "\u2e80"  # from here on scripts are written without spaces

_Words = Sequence[tuple[str, int]]


class TopicPlacer:
    """The topics of a schema, looked up by what a document has: made once for many documents."""

    def __init__(self, schema: Schema) -> None:
        self._topics = schema.topics
        self._fallback = schema.fallback
        self._of: dict[str, _Rules] = {}

    def place(self, key: str, title: str, speakers: Iterable[str], words: _Words) -> str:
        """The directory of a document: by its folder, else its speakers, its title, its day, its words.

        key: of its source. speakers: names as the document writes them. words: as in its digest.
        All that a topic says must hold. The longest folder, prefix and date win, and the speaker whose
        topic stands first; among what is left the nearest words, and the topic that stands first.
        """
        collection, _, inside = key.partition("/")
        rules = self._of.get(collection)
        if rules is None:
            rules = self._of[collection] = _Rules(
                [each for each in self._topics if each.collection in ("", collection)]
            )
        return (
            rules.home(
                _Document(inside, document_date(key, title), fold_name(title), {*map(_name, speakers)}, words)
            )
            or self._fallback
        )


@dataclass(frozen=True, slots=True)
class _Document:
    """What is asked of a document: path in its collection, day, folded title and speakers, words."""

    path: str
    day: str
    title: str
    speakers: Collection[str]
    words: _Words


@dataclass(frozen=True, slots=True)
class _Rule:
    """A topic, its texts folded; ``at``: its place in the schema."""

    at: int
    topic: Topic
    folder: str
    speaker: str
    prefix: str

    def holds(self, document: _Document) -> bool:
        """Whether the document has its folder, speaker, prefix and date."""
        return (
            document.path.startswith(self.folder)
            and (not self.speaker or self.speaker in document.speakers)
            and (not self.prefix or begins(document.title, self.prefix))
            and (not self.topic.date or f"{document.day}-".startswith(f"{self.topic.date}-"))
        )

    def rank(self) -> tuple[int, int, int]:
        """What is asked first: folder, speaker, prefix, date, words, nothing; long ones before short."""
        if self.folder:
            return 0, -len(self.folder), -len(self.topic.date)
        if self.speaker:
            return 1, 0, 0
        if self.prefix:
            return 2, -len(self.prefix), 0
        if self.topic.date:
            return 3, -len(self.topic.date), 0
        return 5 if self.topic.takes_all else 4, 0, 0


class _Rules:
    """The topics that may take the documents of one collection, in the order in which they are asked."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        rules = [
            _Rule(
                at,
                each,
                _folder(each.folder),
                _name(each.speaker) if each.speaker else "",
                fold_name(each.prefix),
            )
            for at, each in enumerate(topics)
        ]
        first = {each.speaker: each.at for each in reversed(rules)}  # topics of one speaker stand together
        order = sorted(rules, key=lambda each: (each.rank(), first[each.speaker], each.prefix, each.at))
        self._steps = [
            list(step)
            for _, step in groupby(
                order, lambda each: (each.rank(), each.folder or each.speaker or each.prefix)
            )
        ]
        self._nearness = _Nearness(topics)

    def home(self, document: _Document) -> str:
        """The directory of the first step that takes it, "" where none does."""
        near: list[int] | None = None
        for step in self._steps:
            fit = [rule for rule in step if rule.holds(document)]
            if any(rule.topic.words for rule in fit):
                near = near or self._nearness.of(document.words)
                nearest = max(fit, key=lambda rule: (near[rule.at], -rule.at))
                if near[nearest.at] >= LEAST * _GRAIN:
                    return nearest.topic.directory
            plain = next((rule for rule in fit if not rule.topic.words), None)
            if plain is not None:
                return plain.topic.directory
        return ""


class _Nearness:
    """How near a document's words are to those of each topic: cosines in millionths."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        self._lengths = [_length(each.words.values()) for each in topics]
        self._having: dict[str, list[tuple[int, int]]] = {}
        for at, each in enumerate(topics):
            for word, weight in each.words.items():
                self._having.setdefault(word, []).append((at, weight))

    def of(self, words: _Words) -> list[int]:
        products = [0] * len(self._lengths)
        for word, weight in words:
            for at, theirs in self._having.get(word, ()):
                products[at] += weight * theirs
        own = _length(weight for _, weight in words)
        # Lengths are in thousandths, so their product is in millionths.
        return [
            product * _GRAIN**4 // (own * length)
            for product, length in zip(products, self._lengths, strict=True)
        ]


def begins(title: str, prefix: str) -> bool:
    """Whether a folded title begins with a folded prefix, no word cut in two; Han has no words to cut."""
    if not title.startswith(prefix):
        return False
    after = title[len(prefix) : len(prefix) + 1]
    return not (prefix[-1:].isalnum() and after.isalnum() and after < _NO_WORDS_TO_CUT)


def _folder(text: str) -> str:
    plain = text.strip("/")
    return f"{plain}/" if plain else ""


def _name(speaker: str) -> str:
    """What is compared of a speaker's name: ``MeiLin``, ``Mei Lin`` and ``mei_lin`` are one."""
    return _NAME.sub("", fold_name(speaker)) or speaker


def _length(weights: Iterable[int]) -> int:
    """The length of a vector in thousandths, at least one."""
    return max(1, isqrt(sum(weight * weight for weight in weights) * _GRAIN**2))
