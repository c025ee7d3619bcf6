"""Names as keys: the one form in which a name of the wiki and words of a question are compared.

A key is made of the words of a name, case folded, with ``-`` between them, as a slug is: signs that mean
something become words (``C++`` is ``c-plus-plus``), other punctuation parts words. So a title, its stem
and the same words in the middle of a question have one key, and ``fold_name`` equality implies it.
Scripts that write no spaces go character by character and are joined without ``-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from wikic.text.names import base
from wikic.text.normalise import fold_name, normalise

if TYPE_CHECKING:
    import tantivy

# Letters, marks and digits of scripts without spaces between words, as a class of the regex crate; U+30FC
# and U+FF70 prolong a kana and belong to no script.
_SCRIPTS: Final = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\x{30FC}\x{FF70}"
_LETTERS: Final = r"\p{L}\p{M}\p{N}"
UNSPACED: Final = rf"[[{_SCRIPTS}]&&[{_LETTERS}]]"
SPACED: Final = rf"[[{_LETTERS}]--[{_SCRIPTS}]]"
# What `normalise` drops may stand inside a word.
_WORD: Final = rf"{UNSPACED}|[{SPACED}\x{{200B}}\x{{2060}}\x{{FEFF}}\x{{AD}}]+|[+\#&%]"
_ASCII_WORD: Final = re.compile(r"[A-Za-z0-9]+|[+#&%]")
_SIGNS: Final = {"+": "plus", "&": "and", "%": "percent"}

# A name longer than this is no name anybody types; terms stay far below tantivy's 65,530 bytes.
MAX_KEY: Final = 400


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text.

    key: as it stands in a key.
    start, end: character offsets in the text.
    joined: whether it is a character of a script without spaces.
    """

    key: str
    start: int
    end: int
    joined: bool


@cache
def _word_splitter() -> tantivy.TextAnalyzer:
    import tantivy

    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(_WORD)).build()


def _split_raw(text: str) -> Iterator[tuple[str, int, int]]:
    """Words and signs with their offsets."""
    if text.isascii():
        # The same cut as below, at a quarter of the time.
        for match in _ASCII_WORD.finditer(text):
            yield match.group(), match.start(), match.end()
    else:
        for token in _word_splitter().pre_tokenize(_without_surrogates(text)).tokens:
            yield token.text, token.char_offset_from, token.char_offset_to


@cache
def _accent_folder() -> tantivy.TextAnalyzer:
    import tantivy

    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    return builder.filter(tantivy.Filter.ascii_fold()).build()


def split_words(text: str) -> list[Word]:
    """The words of ``text`` in order, with their offsets in it; lone surrogates part words."""
    found: list[Word] = []
    for raw, start, end in _split_raw(text):
        if raw == "#":
            after = text[start + 1 : start + 2]
            word = "number" if after.isdigit() else "sharp" if text[start - 1 : start].isalnum() else "hash"
        else:
            word = _SIGNS.get(raw) or (raw.lower() if raw.isascii() else fold_name(raw))
        if word:
            found.append(Word(word, start, end, len(raw) == 1 and is_unspaced(raw)))
    return found


def key_of(span: Sequence[Word]) -> str:
    """The key of consecutive words."""
    parts: list[str] = []
    for at, word in enumerate(span):
        if at and not (word.joined or span[at - 1].joined):
            parts.append("-")
        parts.append(word.key)
    return "".join(parts)[:MAX_KEY]


def name_key(name: str) -> str:
    """The key of a whole name; a name without any word (``???``) is its own key, folded."""
    # `normalise` only moves white space in ASCII, and white space parts words anyway.
    return key_of(split_words(name if name.isascii() else normalise(name))) or fold_name(name)[:MAX_KEY]


def loose_key(key: str) -> str:
    """``key`` without the accents of Latin letters: what typos are searched in (``Łódź``, ``lodz``)."""
    return _accent_folder().analyze(key)[0] if key else ""


def base_name(title: str) -> str | None:
    """``title`` without a trailing disambiguator in brackets, or None when it has none."""
    short = base(title)
    return short if short != normalise(title) else None


def is_unspaced(char: str) -> bool:
    """Whether ``char`` is of a script that writes no spaces between words."""
    # ASCII first: most text is.
    return char > "\u0e00" and bool(_UNSPACED.match(char))


# The same scripts for `re`, which knows no \p: blocks instead of scripts, letters and marks only.
_UNSPACED: Final = re.compile(
    "[\u0e01-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U0001aff0-\U0001b16f\U0001f200\U00020000-\U000323af]"
)


def _without_surrogates(text: str) -> str:
    """``text`` without lone surrogates, which no UTF-8 holds; every offset stays."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
