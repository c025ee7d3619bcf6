"""The words of a question and of a fact, as they are compared: stems, and pairs of Han characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.language.pack_files import having
from wikic.remembered import remembered
from wikic.search.fields import text_analyser
from wikic.search.name_keys import is_unspaced

# A pair that holds one of these spans two words or is a question word.
_HAN: Final = frozenset(all_packs.words("asking_characters"))


# Letters that are no letter with a mark, as the index folds them (tantivy's ascii_fold).
_LETTERS: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"}
)
_LATIN_WORD: Final = re.compile(r"[^\W\d_]+")
_MARKS: Final = re.compile("(?<=[a-z])[\u0300-\u036f]+")
# Letters and digits of scripts with spaces; the blocks of the others are those of search/name_keys.py.
_LETTER: Final = (
    "[^\\W_\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
_PREFIX: Final = 4  # letters that a word shares with its stem ("countries", "countri")


@cache
def stop_words(code: str = "") -> frozenset[str]:
    """Stems that say nothing about what is asked for; what stands behind "where" is read from the text itself
    (cues.py).

    code: of the language that a question is asked in: its words are others' nouns ("war", "hat").
    """
    known = (*all_packs.words("asking_words"), *pack_files.words(code, "own_asking_words"))
    return frozenset(text_analyser().analyze(" ".join(known)))


@lru_cache(maxsize=256)
def asked_in(text: str) -> str:
    """The language with asking words of its own that most of a question's words belong to, or ""."""
    said = [word.casefold() for word in _LATIN_WORD.findall(text)]
    most, found = 0, ""
    for code, own in _asking_words().items():
        if (count := sum(word in own for word in said)) > most:
            most, found = count, code
    return found


@cache
def _asking_words() -> Mapping[str, frozenset[str]]:
    """The words that ask in any language, under "", and those that only do in one, by language."""
    own = {code: frozenset(pack_files.words(code, "own_asking_words")) for code in having("own_asking_words")}
    return {"": frozenset(all_packs.words("asking_words")), **own}


@cache
def word_families() -> Mapping[str, frozenset[str]]:
    """For each word of a family ("decide", "decision"), as a stem, the stems of the whole family."""
    found: dict[str, frozenset[str]] = {}
    for row in all_packs.rows("word_families"):
        family = frozenset(text_analyser().analyze(" ".join(row)))
        for stem in family:
            found[stem] = found.get(stem, frozenset()) | family
    return found


def stem_text(text: str) -> list[str]:
    """The terms of ``text`` as the search index has them; Han characters one by one."""
    return text_analyser().analyze(_without_surrogates(text))


def question_terms(text: str) -> list[str]:
    """Stems in order; characters of scripts without spaces as overlapping pairs."""
    if not any(map(is_unspaced, text)):
        return stem_text(text)
    found: list[str] = []
    run: list[str] = []
    end = -1
    for token in text_analyser().pre_tokenize(_without_surrogates(text)).tokens:
        joined = _is_character(token.text) and token.char_offset_from == end
        if not joined:
            found += _pair_characters(run)
            run = []
        if _is_character(token.text):
            run.append(token.text)
            end = token.char_offset_to
        else:
            found.append(token.text)
            end = -1
    return found + _pair_characters(run)


def _pair_characters(run: list[str]) -> list[str]:
    """A run of characters as pairs; one by itself is a word of its own ("阿" before "Q")."""
    return run if len(run) == 1 else ["".join(pair) for pair in pairwise(run)]


def _without_surrogates(text: str) -> str:
    """``text`` without lone surrogates, which tantivy cannot encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def content_terms(text: str) -> list[str]:
    """The terms of ``text`` that say something, each once."""
    stop = stop_words(asked_in(text))
    return [term for term in dict.fromkeys(question_terms(text)) if term not in stop and not _is_joint(term)]


def is_pair(term: str) -> bool:
    """Whether a term is a pair of characters, which the index holds as a phrase."""
    return len(term) == 2 and is_unspaced(term[0]) and is_unspaced(term[1])


def is_phrase(term: str) -> bool:
    """Whether a term is several words that stand next to each other: a date's year, month and day."""
    return " " in term


def _is_character(stem: str) -> bool:
    return len(stem) == 1 and is_unspaced(stem)


def _is_joint(term: str) -> bool:
    return is_unspaced(term[0]) and not _HAN.isdisjoint(term)


class Matcher:
    """Which of some terms a text holds.

    Texts are many and terms few, so only words that begin like a term are stemmed: a tenth of the time that
    cutting every text into terms takes. A word of a term's family stands for the term.
    """

    def __init__(self, wanted: Collection[str], kin: Mapping[str, frozenset[str]] | None = None) -> None:
        """kin: the families of words; none where only the word itself counts."""
        self._pairs = tuple(term for term in wanted if is_unspaced(term[0]))
        self._phrases = tuple(
            (term, re.compile(r"(?<!\d)" + r"\W".join(term.split()) + r"(?!\d)"))
            for term in wanted
            if is_phrase(term)
        )
        self._terms: dict[str, set[str]] = {}
        for term in frozenset(wanted) - frozenset(self._pairs) - {term for term, _ in self._phrases}:
            for stem in (kin or {}).get(term, frozenset()) | {term}:
                self._terms.setdefault(stem, set()).add(term)
        starts = sorted({re.escape(stem[: max(2, min(_PREFIX, len(stem) - 1))]) for stem in self._terms})
        begin = "|".join(starts)
        self._words = re.compile(f"(?<!{_LETTER})(?:{begin}){_LETTER}*") if starts else None

    def held(self, text: str) -> frozenset[str]:
        """The terms that ``text`` holds."""
        found: set[str] = {pair for pair in self._pairs if pair in text}
        found.update(term for term, phrase in self._phrases if phrase.search(text))
        if self._words is not None:
            for word in self._words.findall(fold_text(text)):
                found.update(self._terms.get(_stem_word(word), ()))
        return frozenset(found)


def fold_text(text: str) -> str:
    """Lower case without marks on Latin letters."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.lower()).translate(_LETTERS)
    return unicodedata.normalize("NFC", _MARKS.sub("", apart))


@remembered(1 << 16)
def _stem_word(word: str) -> str:
    found = stem_text(word)
    return found[0] if len(found) == 1 else ""
