"""What topics may be called: phrases of titles, and where titles carry none, words of the documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from wikic import language
from wikic.curator.document_words import WordReader
from wikic.language import Pack
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.han_words import han_words
from wikic.schema.library.prefixes import beginning
from wikic.text import cjk

_LONGEST: Final = 3  # words of a phrase
RAREST: Final = 3  # titles that have it, or
RARE: Final = 0.015  # this share of them
COMMON: Final = 0.35
_EVERYWHERE: Final = 0.8  # share of titles from which a word is the collection's and names no topic of it
_SWALLOWED: Final = 0.75  # of a phrase's titles, that have a longer one which then stands for it
_HAN: Final = re.compile(r"[\u3400-\u9fff]{2,}")
_HAN_CHAR: Final = re.compile(r"[\u3400-\u9fff]")
_LONGEST_HAN: Final = 4  # characters of a title's phrase
_SHORT_FORM: Final = 5  # letters of a name that is written in capitals
TOKEN: Final = re.compile(r"[^\W_]+(?:[-'’.+#/&][^\W_]+)*[+#]*")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that several documents have.

    text: as most of them write it.
    prefix: what most titles that have it begin with, it and a mark behind it: "Router: …"; or "".
    followed, preceded: in how many titles a word right behind it goes on, or one right before it says which:
        "content", "server" in "content server".
    lower: share of its uses in the documents that have no capital.
    words: of it, as documents' words are counted.
    holders: places of the documents that have it.
    """

    text: str
    words: frozenset[str]
    holders: tuple[int, ...]
    prefix: str = ""
    followed: int = 0
    preceded: int = 0
    lower: float = 0.0


@dataclass(frozen=True, slots=True)
class _Use:
    """A phrase in a title: its counted words, as it is written, the counted words beside it or ""."""

    key: tuple[str, ...]
    text: str
    before: str = ""
    after: str = ""


def title_phrases(leaves: Sequence[DocumentFeatures]) -> list[Phrase]:
    """Phrases of one to three words in enough titles and not in most."""
    found = _Spellings()
    counts = Counter(word for leaf in leaves for word in {*WordReader(leaf.language).words(leaf.title)})
    common = {word for word, count in counts.items() if count > _EVERYWHERE * len(leaves)}
    for at, leaf in enumerate(leaves):
        pack, reader = language.pack(leaf.language), WordReader(leaf.language)
        opening = beginning(leaf.title)
        # "Acme Router: …" opens with "Router" where every title is Acme's.
        opened = tuple(word for word in reader.words(opening) if word not in common)
        for use in _phrases(leaf.title, pack, reader):
            if use.key and common.isdisjoint((use.key[0], use.key[-1])):
                of_all = replace(use, before="" if use.before in common else use.before)
                found.add(of_all, at, opening=opening if use.key == opened else "")
    kept = [_with_case(each, leaves) for each in _kept(found.phrases(), len(leaves))]
    if not any(_HAN.fullmatch(each.text) for each in kept):
        return kept
    known = {each.text for each in han_words(leaves)}
    return [each for each in kept if each.text in known or not _HAN.fullmatch(each.text)]


def word_phrases(leaves: Sequence[DocumentFeatures], heaviest: int = 12) -> list[Phrase]:
    """The heaviest words of the documents, where enough of them share one and not most; Han has none."""
    found = _Spellings()
    for at, leaf in enumerate(leaves):
        untelling = language.pack(leaf.language).untelling
        for word, _ in leaf.words[:heaviest]:
            if word not in untelling and not _HAN_CHAR.match(word):
                found.add(_Use((word,), word), at)
    return [_as_written(each, leaves) for each in _kept(found.phrases(), len(leaves))]


def _as_written(phrase: Phrase, leaves: Sequence[DocumentFeatures]) -> Phrase:
    """A counted word as most of its documents write it: "routers", OpenAI."""
    spelled: Counter[str] = Counter()
    for at in phrase.holders:
        reader = WordReader(leaves[at].language)
        spelled.update(
            word for word in TOKEN.findall(leaves[at].opening) if reader.folded(word) == phrase.text
        )
    return replace(phrase, text=min(spelled, key=lambda word: (-spelled[word], word), default=phrase.text))


def _with_case(phrase: Phrase, leaves: Sequence[DocumentFeatures]) -> Phrase:
    """A phrase of titles with the share of its uses in the texts that are in lower case."""
    if not phrase.text.isascii():
        return phrase
    pattern = re.compile(rf"(?<!\w){re.escape(phrase.text)}", re.IGNORECASE)
    uses = [use for at in phrase.holders for use in pattern.findall(leaves[at].opening)]
    lower = sum(use[0].islower() for use in uses)
    shouted = sum(use.isupper() and len(use) > _SHORT_FORM for use in uses)  # "EXCEPTION WHEN STARTING"
    return replace(phrase, lower=lower / max(1, len(uses) - shouted))


class _Spellings:
    """Phrases by their counted words: who has them, and how they are written."""

    def __init__(self) -> None:
        self._holders: dict[tuple[str, ...], dict[int, None]] = {}
        self._texts: dict[tuple[str, ...], Counter[str]] = {}
        self._openings: dict[tuple[str, ...], Counter[str]] = {}
        self._followed: Counter[tuple[str, ...]] = Counter()
        self._preceded: Counter[tuple[str, ...]] = Counter()

    def add(self, use: _Use, at: int, *, opening: str = "") -> None:
        key = use.key
        if at not in self._holders.setdefault(key, {}):
            self._holders[key][at] = None
            self._texts.setdefault(key, Counter())[use.text] += 1
            self._openings.setdefault(key, Counter())[opening] += 1
            self._followed[key] += bool(use.after)
            self._preceded[key] += bool(use.before)

    def phrases(self) -> Iterator[tuple[tuple[str, ...], Phrase]]:
        for key in sorted(self._holders):
            texts = self._texts[key]
            text = min(texts, key=lambda each: (-texts[each], each))
            openings = self._openings[key]
            opening = min(openings, key=lambda each: (-openings[each], each))
            holders = tuple(self._holders[key])
            yield (
                key,
                Phrase(text, frozenset(key), holders, opening, self._followed[key], self._preceded[key]),
            )


def _phrases(title: str, pack: Pack, reader: WordReader) -> Iterator[_Use]:
    """Every phrase of a title."""
    if cjk.is_cjk(title):
        for run in _HAN.findall(title):
            for length in range(2, _LONGEST_HAN + 1):
                for at in range(len(run) - length + 1):
                    part = run[at : at + length]
                    if not pack.particles & set(part):
                        yield _Use(tuple(reader.words(part)), part)
        return
    for stretch in re.split(r"[:;,()\[\]<>\"“”|–—?!]+|\s[-_]\s", title):
        words = [(reader.folded(match.group()), match.group()) for match in TOKEN.finditer(stretch)]
        for start in range(len(words)):
            for length in range(1, _LONGEST + 1):
                part = words[start : start + length]
                # It neither begins nor ends with a word that says nothing, and holds none.
                telling = any(text.casefold() not in pack.untelling for _, text in part)
                if len(part) == length and telling and all(counted for counted, _ in part):
                    before = words[start - 1][0] if start else ""
                    after = words[start + length][0] if start + length < len(words) else ""
                    text = " ".join(text for _, text in part)
                    yield _Use(tuple(counted for counted, _ in part), text, before, after)


def _kept(found: Iterator[tuple[tuple[str, ...], Phrase]], documents: int) -> list[Phrase]:
    fewest = max(RAREST, ceil(RARE * documents))
    known = {key: each for key, each in found if key and fewest <= len(each.holders) <= COMMON * documents}
    swallowed = set()
    for key, each in known.items():
        for length in range(1, len(key)):
            for start in range(len(key) - length + 1):
                inner = known.get(key[start : start + length])
                if inner is not None and len(each.holders) >= _SWALLOWED * len(inner.holders):
                    swallowed.add(key[start : start + length])
    return [each for key, each in known.items() if key not in swallowed]
