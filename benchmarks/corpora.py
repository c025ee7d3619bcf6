"""Corpora for benchmarks: a JSONL read, thinned to a size, or multiplied under other names.

Copies are made so that 60,000 documents grow as a real corpus does: what a document is about gets a name of
its own in every copy, in titles and texts alike, and what everybody mentions (countries, months, big cities)
keeps its name, so that the pages all documents point to grow with the corpus.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

Record = dict[str, str]

# A word in more than this share of the documents is common property and keeps its form in every copy.
COMMON: Final = 0.005
_WORD: Final = re.compile(r"[^\W\d_]+")
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


def load(data: Path) -> list[Record]:
    """Records of ``data``/corpus.jsonl: ``id``, ``title``, ``text``, whatever else they hold."""
    with (data / "corpus.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def thinned(records: list[Record], size: int) -> list[Record]:
    """``size`` of the records, drawn with one seed and left in order; all when there are no more."""
    if size >= len(records):
        return records
    return [records[at] for at in sorted(random.Random(1).sample(range(len(records)), size))]


def copies(records: list[Record], count: int) -> Iterator[Record]:
    """The records ``count`` times; each copy but the first under names of its own."""
    own = _own_words(records)
    for number in range(count):
        if not number:
            yield from records
            continue
        ending = _ending(number)
        for record in records:
            yield _renamed(record, own, ending, number)


def write(records: Iterable[Record], file: Path) -> int:
    """Write a JSONL; how many characters of text it holds."""
    size = 0
    with file.open("w", encoding="utf-8") as out:
        for record in records:
            size += len(record["text"])
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return size


def _own_words(records: list[Record]) -> frozenset[str]:
    """Capitalised words of titles that few documents use and none writes small."""
    used: Counter[str] = Counter()
    for record in records:
        used.update(set(_WORD.findall(f"{record['title']} {record['text']}")))
    titled = {word for record in records for word in _WORD.findall(record["title"])}
    limit = max(2.0, COMMON * len(records))
    return frozenset(
        word
        for word in titled
        if len(word) > 2 and word.istitle() and word.lower() not in used and used[word] <= limit
    )


def _ending(number: int) -> str:
    """A syllable for each copy, letters only: digits would part names by a rule of their own."""
    number, vowel = divmod(number, len(_VOWELS))
    rest, consonant = divmod(number, len(_CONSONANTS))
    return (_ending(rest) if rest else "") + _CONSONANTS[consonant] + _VOWELS[vowel]


def _renamed(record: Record, own: frozenset[str], ending: str, number: int) -> Record:
    def rename(text: str) -> str:
        return _WORD.sub(lambda word: word[0] + ending if word[0] in own else word[0], text)

    title, text = rename(record["title"]), rename(record["text"])
    if title == record["title"]:  # all its words are common ones: "The Rose"
        title = f"{title} {ending.capitalize()}"
        text = text.replace(record["title"], title)
    return {**record, "id": f"{record['id']}-{number}", "title": title, "text": text}
