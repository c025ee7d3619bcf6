"""What a document is about, as its heaviest words: by them a document of a library is placed.

One document alone is looked at, so its words never change because another came. What words tell documents
apart, the weights of topics say (``schema.library``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import isqrt
from typing import Final

from wikic import language
from wikic.language import all_packs
from wikic.model.topics import MAX_DOCUMENT_WORDS
from wikic.remembered import remembered
from wikic.text.normalise import fold_name

_READ: Final = 20_000  # characters: a longer document has said what it is about
_OPENING: Final = 600  # characters at its front, whose words count twice
_TITLE: Final = 30  # what a word of the title weighs beside one use in the text, which weighs 10
_TAG: Final = 60  # what a tag weighs: by it the author says what the text is about
_NAMED: Final = (
    10  # what a name that is known by its spelling weighs more: it says of which product a text is
)
_SHORTEST: Final = 3  # letters of a word; of one in capitals two: MQ, UK
_STEM: Final = 2  # letters that folding a plural leaves at least
_UNSPACED: Final = "\u2e80"  # from here on scripts are written without spaces
_FEWEST: Final = 24  # words of a document in such a script that are taken, used twice or not
_QUOTED: Final = "en"  # whose words stand in texts of scripts without spaces, and of no known language
_HAN_PACK: Final = "zh"
_ABBREVIATED: Final = 3  # letters of a month

_HAN: Final = "\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_HAN_CHAR: Final = re.compile(f"[{_HAN}]")
_ADDRESS: Final = re.compile(r"https?://\S+|[^\s@]{1,64}@[^\s@]{1,255}\.\w+")
_WORD: Final = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+(?:['’][^\W_{_HAN}]+)?")
# WebSphere, DataPower: no other word is spelled so, but parts of paths and of other programs' code.
_SPELLED: Final = re.compile(r"(?<![\w./\\])[A-Z][a-z]+[A-Z][^\W_]*(?![\w/\\]|[.:(]\w)")
# A work between its marks is one word more: of 《不期而至》 every pair would be left out.
_WORK: Final = re.compile(rf"《([{_HAN}]{{3,12}})\d*》")
# A field above the text: "- **Author:** Ann Lee", "- 🍳 Cook time: 40 min".
_FIELD: Final = re.compile(
    r"[ \t]*[-*+] (?:\*\*)?(?P<label>[^:：\n]{1,40})[:：](?:\*\*)?(?:[ \t]+(?P<value>.*))?"
)
_NO_WORDS: Final = re.compile(r"\s*(?:!\[[^\]\n]*\]\([^)\n]*\)\s*|#.*|-{3,}\s*)?")
_ADDRESSED: Final = re.compile(r"@|\w://")


def document_words(
    title: str, text: str, code: str, tags: Iterable[str] = (), marked: str = ""
) -> tuple[tuple[str, int], ...]:
    """At most 30 words of a document with integer weights, heaviest first, then in order.

    tags: that its author gives it, each whole. marked: the text with its marks, where ``text`` has lost them.
    code: BCP 47 tag of its language; words that carry nothing and plurals are known where there is a pack.
    Of text without spaces pairs of characters count, which are mostly words: those used twice first.
    """
    reader = WordReader(code)
    named = set(reader.words(title))
    text = _without_fields(text[:_READ], marked or text[:_READ])
    uses, opening = reader.counts(text), reader.counts(text[:_OPENING])
    spelled = set(reader.names(text))
    weights = {
        word: isqrt(100 * (uses[word] + opening[word]))
        + (_TITLE if word in named else _NAMED if word in spelled else 0)
        for word in uses.keys() | named
    }
    given = set(map(reader.tag, tags))
    weights |= {tag: weights.get(tag, 0) + _TAG for tag in given if tag}
    sure = [
        word for word in weights if word in named or word in given or uses[word] > 1 or word[0] < _UNSPACED
    ]
    if len(sure) < _FEWEST:
        rest = sorted(weights.keys() - set(sure), key=lambda word: (-weights[word], word))
        sure += rest[: _FEWEST - len(sure)]
    heaviest = sorted(((word, weights[word]) for word in sure), key=lambda each: (-each[1], each[0]))
    return tuple(heaviest[:MAX_DOCUMENT_WORDS])


def _without_fields(text: str, marked: str) -> str:
    """``text`` without the labels of the fields above it, and without who wrote it, to whom, and when.

    marked: the text with its marks, by which fields are told from what people say.
    """
    for line in marked.split("\n"):
        field = _FIELD.fullmatch(line)
        if field is None:
            if not _NO_WORDS.fullmatch(line):
                break
            continue
        value, label = field["value"] or "", field["label"].strip("* ")
        personal = label.casefold() in all_packs.words("person_fields") or _ADDRESSED.search(value)
        said = "" if personal else value.replace("\\", r"\\")
        text = re.sub(rf"(?m)^[-*+ \t]*{re.escape(label)}\**[:：].*$", said, text, count=1)
    return text


class WordReader:
    """The words of a language's texts as they are counted: folded, without those that say nothing."""

    def __init__(self, code: str) -> None:
        pack = language.pack(code)
        spaced = pack if pack.stopwords and not pack.particles else language.pack(_QUOTED)
        self._plurals = pack.plurals
        # Months: every page that is dated has one.
        self._stop = spaced.stopwords | {*spaced.months} | {month[:_ABBREVIATED] for month in spaced.months}
        han = pack if pack.particles else language.pack(_HAN_PACK)
        self._no_pairs, self._particles = han.stopwords, han.particles

    def words(self, text: str) -> Iterator[str]:
        """The words of ``text`` with a subject matter, in order."""
        text = _ADDRESS.sub(" ", text)
        yield from _WORK.findall(text)
        for run in _WORD.findall(text):
            yield from self._of(run)

    def tag(self, tag: str) -> str:
        """A tag as it is counted: one word as in the text, several as they are."""
        return self.folded(tag) or fold_name(tag)

    def names(self, text: str) -> Iterator[str]:
        """Words of ``text`` that a capital inside them shows to be names: WebSphere."""
        yield from filter(None, map(self.folded, _SPELLED.findall(_ADDRESS.sub(" ", text))))

    def counts(self, text: str) -> Counter[str]:
        """How often ``text`` has each of its words."""
        text = _ADDRESS.sub(" ", text)
        found = Counter(_WORK.findall(text))
        for run, count in Counter(_WORD.findall(text)).items():
            for word in self._of(run):
                found[word] += count
        return found

    def _of(self, run: str) -> Iterator[str]:
        """The words of a run of letters: one, or the pairs of a run of Han characters."""
        if _HAN_CHAR.match(run):
            yield from self._pairs(run)
        elif word := self.folded(run):
            yield word

    def folded(self, word: str) -> str:
        """A word as it is counted, "" for one that says nothing: a stop word, a number, a single letter."""
        plain = word.casefold().replace("’", "'").removesuffix("'s")
        short = len(plain) < _SHORTEST and not (len(plain) > 1 and word.isupper())
        if short or plain in self._stop or not any(map(str.isalpha, plain)):
            return ""
        return plain if word.isupper() else _singular(plain, self._plurals)  # CICS is no plural

    def _pairs(self, run: str) -> Iterator[str]:
        for first, second in pairwise(run):
            pair = first + second
            if not (pair in self._no_pairs or first in self._particles or second in self._particles):
                yield pair


@remembered(1 << 15)
def _singular(word: str, plurals: tuple[str, ...]) -> str:
    for each in plurals:
        ending, _, instead = each.partition(" ")
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: len(word) - len(ending)] + instead
    return word
