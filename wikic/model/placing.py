"""In which directory a document of a library lives: a function of the document and the schema alone.

No other document is asked, so none moves because another came or went; sums are of integers, so every machine
places alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from typing import Final

from wikic.model.schema import Schema
from wikic.model.topics import Topic
from wikic.text.normalise import fold_name

# Least cosine, in thousandths, between the words of a document and of a topic that takes it.
LEAST: Final = 60
_GRAIN: Final = 1_000  # parts into which a length is divided before it is rounded
_NAME: Final = re.compile(r"[\W_]+")

_Words = Sequence[tuple[str, int]]


class TopicPlacer:
    """The topics of a schema, looked up by what a document has: made once for many documents."""

    def __init__(self, schema: Schema) -> None:
        self._topics = schema.topics
        self._fallback = schema.fallback
        self._of: dict[str, _Rules] = {}

    def place(self, key: str, title: str, speakers: Iterable[str], words: _Words) -> str:
        """The directory of a document: by its folder, else by who speaks in it, its title, its words.

        key: of its source. speakers: names as the document writes them. words: as in its digest.
        The longest folder and the longest prefix win, then the nearest words; among equals the topic that
        stands first.
        """
        collection, _, inside = key.partition("/")
        rules = self._of.get(collection)
        if rules is None:
            rules = self._of[collection] = _Rules(
                [each for each in self._topics if each.collection in ("", collection)]
            )
        found = (
            rules.by_folder(inside)
            or rules.by_speaker(speakers)
            or rules.by_prefix(title)
            or rules.by_words(words)
        )
        return found or rules.rest or self._fallback

    def is_rest(self, directory: str) -> bool:
        """Whether a directory holds what no topic took: the fallback, or that of a topic that takes all."""
        return directory == self._fallback or any(
            each.takes_all and each.directory == directory for each in self._topics
        )


class _Rules:
    """The topics that may take the documents of one collection."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        self._folders: dict[str, str] = {}
        self._speakers: dict[str, tuple[int, str]] = {}
        self._prefixes: dict[str, str] = {}
        # Word → the topics that have it: at, and its weight there.
        self._words: dict[str, list[tuple[int, int]]] = {}
        self._lengths: list[int] = []
        self._directories: list[str] = []
        self.rest = next((each.directory for each in topics if each.takes_all), "")
        for at, each in enumerate(topics):
            if each.folder:
                self._folders.setdefault(each.folder.strip("/"), each.directory)
            if each.speaker:
                self._speakers.setdefault(_name(each.speaker), (at, each.directory))
            if each.prefix:
                self._prefixes.setdefault(fold_name(each.prefix), each.directory)
            if each.words:
                self._know(each.words, each.directory)

    def _know(self, words: Mapping[str, int], directory: str) -> None:
        for word, weight in words.items():
            self._words.setdefault(word, []).append((len(self._lengths), weight))
        self._lengths.append(_length(words.values()))
        self._directories.append(directory)

    def by_folder(self, inside: str) -> str:
        """Of the longest folder in which the document lies."""
        above = inside.rpartition("/")[0] if self._folders else ""
        while above:
            if above in self._folders:
                return self._folders[above]
            above = above.rpartition("/")[0]
        return ""

    def by_speaker(self, speakers: Iterable[str]) -> str:
        """Of the first topic whose speaker is among them."""
        if not self._speakers:
            return ""
        found = (self._speakers.get(_name(each)) for each in speakers)
        return min((each for each in found if each is not None), default=(0, ""))[1]

    def by_prefix(self, title: str) -> str:
        """Of the longest prefix with which the title begins, up to the end of a word."""
        plain = fold_name(title) if self._prefixes else ""
        fit = [each for each in self._prefixes if begins(plain, each)]
        return self._prefixes[max(fit, key=len)] if fit else ""

    def by_words(self, words: _Words) -> str:
        """Of the topic whose words are nearest to the document's, if any is near."""
        products = [0] * len(self._lengths)
        for word, weight in words:
            for at, theirs in self._words.get(word, ()):
                products[at] += weight * theirs
        own = _length(weight for _, weight in words)
        best, directory = 0, ""
        for at, product in enumerate(products):
            # A cosine in millionths: product / (own × theirs), where lengths are in thousandths.
            near = product * _GRAIN**4 // (own * self._lengths[at]) if product else 0
            if near > best and near >= LEAST * _GRAIN:
                best, directory = near, self._directories[at]
        return directory


def begins(title: str, prefix: str) -> bool:
    """Whether a folded title begins with a folded prefix, no word cut in two; Han has no words to cut."""
    if not title.startswith(prefix):
        return False
    after = title[len(prefix) : len(prefix) + 1]
    cut = prefix[-1:].isalnum() and after.isalnum() and after < "\u2e80"
    return not cut


def _name(speaker: str) -> str:
    """What is compared of a speaker's name: ``LiHua``, ``Li Hua`` and ``li_hua`` are one."""
    return _NAME.sub("", fold_name(speaker)) or speaker


def _length(weights: Iterable[int]) -> int:
    """The length of a vector in thousandths, at least one."""
    return max(1, isqrt(sum(weight * weight for weight in weights) * _GRAIN**2))
