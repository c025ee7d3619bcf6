"""What topics may be called: phrases of titles, words of the documents where titles carry none, proper names.

By names, DB2 or Portal, is divided what other topics leave: it has little in common, so likeness finds
nothing in it; but a reader looks for what is said of a product under its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from wikic import language
from wikic.document.document_words import WordReader
from wikic.language import Pack
from wikic.schema.library.document_features import DocumentFeatures, Vector, function_words
from wikic.schema.library.han_words import han_words
from wikic.schema.library.title_groups import title_beginning
from wikic.text import cjk

_LONGEST: Final = 3  # words of a phrase
RAREST: Final = 3  # titles that have it, or
RARE: Final = 0.015  # this share of them
COMMON: Final = 0.35  # share of documents
_EVERYWHERE: Final = 0.8  # share of titles from which a word is the collection's and names no topic of it
_SWALLOWED: Final = 0.6  # of a phrase's titles, that have a longer one which then stands for it
_HAN: Final = re.compile(r"[\u3400-\u9fff]{2,}")
_HAN_CHAR: Final = re.compile(r"[\u3400-\u9fff]")
_LONGEST_HAN: Final = 4  # characters of a title's phrase
_BESIDE: Final = 0.6  # share of a word's titles in which another one stands beside it
_SMALL: Final = 0.03  # share of its uses in lower case, from which it is then a part of longer names
_SHORT_FORM: Final = 5  # letters of a name that is written in capitals
_CODED: Final = 3  # uses in code for each in prose, above which a word is one of code
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`|^(?: {4}|\t)[^\n]*$", re.DOTALL | re.MULTILINE)
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
    titled: whether titles have it; a word of the texts gathers documents and names no topic.
    proper: whether it is a proper name: documents that have it are of it, whatever else they say.
    """

    text: str
    words: frozenset[str]
    holders: tuple[int, ...]
    prefix: str = ""
    followed: int = 0
    preceded: int = 0
    lower: float = 0.0
    titled: bool = True
    proper: bool = False


@dataclass(frozen=True, slots=True)
class _Use:
    """A phrase in a title: its counted words, as it is written, the counted words beside it or ""."""

    key: tuple[str, ...]
    text: str
    before: str = ""
    after: str = ""


def title_phrases(leaves: Sequence[DocumentFeatures], fewest: int | None = None) -> list[Phrase]:
    """Phrases of one to three words in enough titles and not in most.

    fewest: how many titles are enough, None for a share of them.
    """
    found = _Spellings()
    counts = Counter(word for leaf in leaves for word in {*WordReader(leaf.language).words(leaf.title)})
    common = {word for word, count in counts.items() if count > _EVERYWHERE * len(leaves)}
    empty = function_words(leaves)
    for at, leaf in enumerate(leaves):
        pack, reader = language.pack(leaf.language), WordReader(leaf.language)
        opening = title_beginning(leaf.title)
        # "Acme Router: …" opens with "Router" where every title is Acme's.
        opened = tuple(word for word in reader.words(opening) if word not in common)
        for use in _title_uses(leaf.title, pack, reader, empty):
            if use.key and common.isdisjoint((use.key[0], use.key[-1])):
                of_all = replace(use, before="" if use.before in common else use.before)
                found.add(of_all, at, opening=opening if use.key == opened else "")
    least = max(RAREST, ceil(RARE * len(leaves))) if fewest is None else fewest
    kept = [_with_case(each, leaves) for each in _keep_phrases(found.phrases(), len(leaves), least)]
    if any(_HAN.fullmatch(each.text) for each in kept):
        known = {each.text for each in han_words(leaves)}
        kept = [each for each in kept if each.text in known or not _HAN.fullmatch(each.text)]
    pieces = _name_pieces(kept, leaves)
    return [each for each in kept if each.text.casefold() not in pieces]


def word_phrases(leaves: Sequence[DocumentFeatures], heaviest: int = 12) -> list[Phrase]:
    """The heaviest words of the documents, where enough of them share one and not most; Han has none."""
    found = _Spellings()
    empty = function_words(leaves)
    for at, leaf in enumerate(leaves):
        untelling = language.pack(leaf.language).untelling
        for word, _ in leaf.words[:heaviest]:
            if word not in untelling and word not in empty and not _HAN_CHAR.match(word):
                found.add(_Use((word,), word), at)
    least = max(RAREST, ceil(RARE * len(leaves)))
    kept = _keep_phrases(found.phrases(), len(leaves), least)
    return [each for each in (_as_written(each, leaves) for each in kept) if each is not None]


def _as_written(phrase: Phrase, leaves: Sequence[DocumentFeatures]) -> Phrase | None:
    """A counted word as most of its documents write it: "routers", OpenAI; None for one of code."""
    spelled: Counter[str] = Counter()
    coded = 0
    for at in phrase.holders:
        reader = WordReader(leaves[at].language)
        prose = _CODE.sub(" ", leaves[at].opening)
        for text, is_prose in ((prose, True), (leaves[at].opening, False)):
            found = [word for word in TOKEN.findall(text) if reader.folded(word) == phrase.text]
            spelled.update(found if is_prose else ())
            coded += -len(found) if is_prose else len(found)
    if coded > _CODED * spelled.total():
        return None
    return replace(
        phrase, text=min(spelled, key=lambda word: (-spelled[word], word), default=phrase.text), titled=False
    )


def _with_case(phrase: Phrase, leaves: Sequence[DocumentFeatures]) -> Phrase:
    """A phrase of titles with the share of its uses in the texts that are in lower case."""
    if not phrase.text.isascii():
        return phrase
    pattern = re.compile(rf"(?<!\w){re.escape(phrase.text)}", re.IGNORECASE)
    uses = [use for at in phrase.holders for use in pattern.findall(leaves[at].opening)]
    lower = sum(use[0].islower() for use in uses)
    shouted = sum(use.isupper() and len(use) > _SHORT_FORM for use in uses)  # "EXCEPTION WHEN STARTING"
    return replace(phrase, lower=lower / max(1, len(uses) - shouted))


def _name_pieces(phrases: Sequence[Phrase], leaves: Sequence[DocumentFeatures]) -> set[str]:
    """Words that are parts of longer names and of no subject by themselves: "content", "business".

    Titles have them beside other words, and texts write them in lower case.
    """
    beside = {
        each.text.casefold()
        for each in phrases
        if len(each.words) == 1 and not each.prefix and each.text.isascii() and not each.text.islower()
        if max(each.followed, each.preceded) >= _BESIDE * len(each.holders)
    }
    uses: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for leaf in leaves:
        for word in TOKEN.findall(leaf.opening):
            if word.casefold() in beside:
                uses[word.casefold()] += 1
                small[word.casefold()] += word.islower()
    return {word for word in beside if small[word] > _SMALL * uses[word]}


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


def _title_uses(title: str, pack: Pack, reader: WordReader, empty: Collection[str]) -> Iterator[_Use]:
    """Every phrase of a title; ``empty``: counted words that say nothing."""
    if cjk.is_cjk(title):
        for run in _HAN.findall(title):
            for length in range(2, _LONGEST_HAN + 1):
                for at in range(len(run) - length + 1):
                    part = run[at : at + length]
                    if not pack.particles & set(part):
                        yield _Use(tuple(reader.words(part)), part)
        return
    for stretch in re.split(r"[:;,()\[\]<>\"“”|–—?!]+|\s[-_]\s", title):
        spelled = [match.group() for match in TOKEN.finditer(stretch)]
        counted = (reader.folded(each) for each in spelled)
        words = list(zip(("" if each in empty else each for each in counted), spelled, strict=True))
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


def _keep_phrases(
    found: Iterator[tuple[tuple[str, ...], Phrase]], documents: int, fewest: int
) -> list[Phrase]:
    known = {key: each for key, each in found if key and fewest <= len(each.holders) <= COMMON * documents}
    swallowed = set()
    for key, each in known.items():
        for length in range(1, len(key)):
            for start in range(len(key) - length + 1):
                inner = known.get(key[start : start + length])
                if inner is not None and len(each.holders) >= _SWALLOWED * len(inner.holders):
                    swallowed.add(key[start : start + length])
    return [each for key, each in known.items() if key not in swallowed]


_TITLES: Final = 2  # that have the name; a further document may have it among its words
_SMALL_NAME: Final = 0.2  # share of its uses in lower case, from which a word is no name
_PART: Final = 0.75  # share of its titles that say before it which: "Deployment Manager", "Process Manager"


def leftover_names(
    left: Sequence[DocumentFeatures], vectors: Sequence[Vector], every: Sequence[DocumentFeatures]
) -> list[Phrase]:
    """Names in titles of ``left``, each with the documents that have it in their titles or speak of it.

    vectors: the words of ``left``. every: all documents of the collection, whose texts show how a word is
    written; what many of them have tells nothing apart.
    """
    found: list[Phrase] = []
    for each in title_phrases(left, _TITLES):
        speaking = {at for at, vector in enumerate(vectors) if each.words <= vector.keys()}
        holders = tuple(sorted(speaking.union(each.holders)))
        if (
            RAREST <= len(holders) <= COMMON * len(left)
            and each.preceded <= _PART * len(each.holders)
            and sum(each.words <= {word for word, _ in leaf.words} for leaf in every) <= COMMON * len(every)
            and _is_name(each.text, every)
        ):
            found.append(replace(each, holders=holders, proper=True))
    return found


def _is_name(text: str, leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether texts write it with a capital wherever it stands by itself, and not in a path or in code."""
    if not (text.isascii() and text[0].isupper()):
        return False
    if any(map(str.isdigit, text)):  # DB2 is typed in lower case at a prompt
        return True
    alone = re.compile(rf"(?<![\w./\\_@$-]){re.escape(text)}(?![\w/\\_=@-]|[.:]\w)", re.IGNORECASE)
    uses: list[str] = [use for leaf in leaves for use in alone.findall(leaf.opening)]
    return sum(use[0].islower() for use in uses) <= _SMALL_NAME * len(uses)
