"""Sentences of a text, by the rules of its script: rules, no model, linear time.

Here those of all scripts but Han and kana, which are in ``cjk``. Where a script has capitals, one follows a
full stop; elsewhere (Arabic, Hebrew, Hangul, those of India) any letter may. A full stop ends a
sentence unless it stands after an abbreviation, an initial, an ordinal or inside a short quotation or
bracket. Where a name may go on ("Otto I. He …" against "J. P. Morgan"), the next word decides: words that
usually open a sentence are listed. A quotation may go on from one sentence to the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic.language import pack_files
from wikic.language.pack_files import LOWER, UPPER
from wikic.text.normalise import CJK

# Longer runs without any stop are tables, data or base64; a citation of that size helps nobody.
MAX_SENTENCE: Final = 1500
# A quotation or bracket longer than this holds sentences of its own.
MAX_ENCLOSED: Final = 160

# A run of stops is tried at its first: from each of a thousand dots it would be walked to its end again.
_PICTURE: Final = r"(?:!\[[^\[\]\n]{0,300}\]\([^()\s]{0,400}\)\s*)?"  # before the words it goes with
_STOPS: Final = r"(?<![.!?…])[.!?…]+"
# Marks that end sentences and do nothing else: of Arabic and Urdu, India, Armenian, Ethiopic, Burmese, Khmer.
_SURE: Final = "؟۔।॥։።፧။។"
# Scripts without capitals: Hebrew to Tibetan and Burmese, Georgian, Hangul, Ethiopic, Khmer.
_UNCASED: Final = "\u0590-\u10ff\u1100-\u139f\u1780-\u17ff\uac00-\ud7a3"
# Vowels and accents that stand with a letter are no letters to Python.
_SIGNS: Final = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0980-\u0dff"
)
_FOOTNOTES: Final = r"(?:\[\^[^\]\s]{1,60}\]){0,4}"
_END = re.compile(
    rf"{_STOPS}[\"”’'»)\]_*]{{0,4}}{_FOOTNOTES}(?P<gap>\s+)(?={_PICTURE}[\"“‘«(\[_*'¿¡]{{0,4}}[{UPPER}{_UNCASED}\d])"
    rf"|(?<![{_SURE}])[{_SURE}]+[!?]*[\"”’'»)\]_*]{{0,4}}{_FOOTNOTES}(?P<sure>\s*)(?=\S)"
    # Greek asks with a semicolon.
    rf"|(?<=[\u0370-\u03ff\u1f00-\u1fff]);(?P<asked>\s+)(?=[«(]?[{UPPER}])"
    # An opening quotation mark with a space behind it, as tokenised texts have: '. " First a Girl" was'.
    rf"|{_STOPS}[\"”’'»)\]_*]{{0,4}}(?P<spaced>\s+)(?=\" [{UPPER}\d])"
    # A list that was lost: "They had two daughters: He died in 1912".
    rf"|(?<=[{LOWER}]{{4}}):(?P<lost>)(?=\s(?:He|She) (?:was|died|married|had|is|also|became)\b)"
    rf"|(?<=[{LOWER}]{{4}})\.(?P<glued>)(?=(?:The|He|She|It|They|In|His|Her|This)\b\s)"
)
_LAST_WORD = re.compile(rf"([\w.'’&{_SIGNS}-]*[\w{_SIGNS}])\.[\"”’'»)\]_*]{{0,4}}$")
_CODE: Final = re.compile("[a-z]{2,3}")
_DATING = re.compile(r"\d\.\s$")
_GAPS: Final = ("gap", "sure", "asked", "spaced")
_DATED = re.compile(r"\d{1,2}\.(?!\d)")  # the next part of "2024. 3. 5."
_NEXT_WORD = re.compile(r"(?:\" )?[\"“‘«(\[_*'¿¡]*([\w'’-]+)")


@dataclass(frozen=True, slots=True)
class _Lists:
    """Words of English, which texts of all languages borrow unless they have another sense there, and of the
    text's own language.

    abbreviations: a full stop stands behind them within a sentence, or at its end ("Smith Jr. He …").
    small: such that are abbreviations in small letters alone: "max." and Max.
    never_last: abbreviations after which a name or a number goes on.
    openers: words that open a sentence behind an abbreviation.
    units: of time; behind a number they may end a sentence: "Rest 10 min. Fry."
    ordinals: whether a full stop makes a number an ordinal: "am 1. Mai", "im 19. Jahrhundert".
    """

    abbreviations: frozenset[str]
    small: frozenset[str]
    never_last: frozenset[str]
    openers: frozenset[str]
    units: frozenset[str]
    ordinals: bool


@lru_cache(maxsize=32)
def _lists(language: str) -> _Lists:
    known = dict.fromkeys(("en", language) if _CODE.fullmatch(language) else ("en",))
    names = ("abbreviations", "small_abbreviations", "never_last", "sentence_openers", "time_units")
    days = (form for code in known for kind, form in pack_files.rows(code, "spoken_dates") if kind == "day")
    abbreviations, small, never_last, openers, units = (
        frozenset(word for code in known for word in pack_files.words(code, name)) for name in names
    )
    ordinals = any("{day}." in form for form in days)
    others = {word for code in known for word in pack_files.words(code, "no_abbreviations")}
    return _Lists(abbreviations - others, small - others, never_last - others, openers, units, ordinals)


def spans(text: str, language: str = "en") -> list[tuple[int, int]]:
    """Start and end offset of every sentence of ``text``, in order, without surrounding white space.

    Together the spans hold every character of ``text`` that is not white space.
    """
    depths = _enclosures(text)
    lists = _lists(language)
    cuts: list[int] = []
    for match in _END.finditer(text):
        if match.group("spaced") is not None and not _opens(text, match.end()):
            continue
        stop = next((match.start(gap) for gap in _GAPS if match.group(gap) is not None), match.end())
        if _ends(text, (match.start(), stop, match.end()), depths, lists):
            cuts.append(stop)
    result: list[tuple[int, int]] = []
    start = looked = 0
    worded = False
    for cut in [*cuts, len(text)]:
        worded = worded or any(map(str.isalnum, text[looked:cut]))
        looked = cut
        if worded or cut == len(text):  # "...", an emoji: with its neighbour
            _append(text, start, cut, result)
            start, worded = cut, False
    return result


def split(text: str, language: str = "en") -> list[str]:
    """The sentences of ``text``, in order."""
    return [text[start:end] for start, end in spans(text, language)]


def _ends(text: str, place: tuple[int, int, int], depths: list[tuple[int, int]], lists: _Lists) -> bool:
    """Whether a stop ends a sentence; ``place``: where it is, where it is closed, where the next begins."""
    at, stop, after = place
    if _inside(depths, at):
        return False
    if text[at] in "!?…:;" or text[at] in _SURE or text.startswith("...", at):
        return True
    word = _LAST_WORD.search(text, max(0, at - 40), stop)
    if word is None:
        return True
    last = word.group(1)
    following = _NEXT_WORD.match(text, after)
    opener = following is not None and following.group(1).casefold() in lists.openers
    key = last.casefold()
    if key in lists.never_last and not (key in ("no", "c", "d", "b", "r") and opener and len(last) > 1):
        return key in ("no",) and opener
    if last in ("art", "par") and following is not None and following.group(1)[0].isalpha():
        return True
    if key in lists.units and text[: word.start(1)].rstrip()[-1:].isdigit():
        return True
    if key in lists.abbreviations or last in lists.small:
        return opener
    if "." in last and len(last) <= 7:  # U.S. or H.M.S
        return opener
    if len(last) == 1 and last.isalpha():  # an initial, or a numeral: Otto I.
        return opener
    if last.isdigit() and (
        _DATED.match(text, after) or _DATING.search(text, max(0, word.start(1) - 3), word.start(1))
    ):
        return False
    if last.isdigit() and len(last) <= 2 and at - word.start(1) <= 2:
        if lists.ordinals and not opener:
            return False
        # "1. Foo" at the start numbers an item; "in May 12. The" closes a sentence.
        return bool(text[: word.start(1)].strip())
    return True


def _opens(text: str, at: int) -> bool:
    """Whether the straight quotation mark at ``at`` opens one: those before it come in pairs."""
    return text.count('"', max(0, text.rfind("\n", 0, at)), at) % 2 == 0


def _enclosures(text: str) -> list[tuple[int, int]]:
    """Short closed brackets and quotations, as sorted spans; a stop inside one ends no sentence."""
    found: list[tuple[int, int]] = []
    opened: dict[str, int] = {}
    pairs = {")": "(", "]": "[", "”": "“", "»": "«"}
    for at, char in enumerate(text):
        if char in "([“«":
            opened[char] = at
        elif char in pairs:
            start = opened.pop(pairs[char], None)
            if start is not None and at - start <= MAX_ENCLOSED:
                found.append((start, at))
        elif char == '"':
            start = opened.pop(char, None)
            if start is None or at - start > MAX_ENCLOSED:
                opened[char] = at
            else:
                found.append((start, at))
    found.sort()
    return found


def _inside(enclosures: list[tuple[int, int]], at: int) -> bool:
    low, high = 0, len(enclosures)
    while low < high:
        middle = (low + high) // 2
        if enclosures[middle][0] < at:
            low = middle + 1
        else:
            high = middle
    # The stop that closes a quotation ('… dead." He') stands directly before its end and may end a sentence.
    return any(start < at < end - 1 for start, end in enclosures[max(0, low - 4) : low])


def _append(text: str, start: int, end: int, result: list[tuple[int, int]]) -> None:
    """Add the stripped span, cut into pieces of at most ``MAX_SENTENCE`` at white space."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > MAX_SENTENCE:
        cut = text.rfind(" ", start + MAX_SENTENCE // 2, start + MAX_SENTENCE)
        cut = cut if cut > 0 else start + MAX_SENTENCE
        result.append((start, len(text[:cut].rstrip()) if text[cut - 1].isspace() else cut))
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if end > start:
        result.append((start, end))


_HAN_OR_KANA = re.compile(f"[{CJK}]")
_SPACED = re.compile(r"[^\W\d_]{2,}")


def mostly_cjk(text: str) -> bool:
    """Whether ``text`` is mostly in CJK script."""
    count = len(_HAN_OR_KANA.findall(text))
    return count > 0 and count * 2 > len(_SPACED.findall(text)) and count * 5 > len(text.strip())


def is_cjk(text: str, language: str) -> bool:
    """Whether ``text`` is read by CJK rules: for its language, else for its letters."""
    return language in ("zh", "ja") or mostly_cjk(text)


def split_by_script(text: str, language: str) -> list[str]:
    """The sentences of ``text``, by the rules of its script."""
    if is_cjk(text, language):
        from wikic.text import cjk  # loaded only where the text needs it

        return list(cjk.sentences(text))
    return split(text, language)


_OPENING: Final = "“「"
_CLOSING: Final = "”」"


def going_on(lines: Sequence[str], opens: Sequence[bool], *, straight: bool = True) -> list[bool]:
    """For each line of a text whether a quotation goes on in it that an earlier one opened.

    opens: whether the line begins a paragraph; a quotation goes on there only behind a mark of its own.
    straight: whether straight marks quote, as they do where no others are usual.
    """
    found: list[bool] = []
    depth = 0
    for line, begins in zip(lines, opens, strict=True):
        depth = 0 if begins else depth
        found.append(depth > 0)
        for mark in line:
            if mark in _OPENING:
                depth += 1
            elif mark in _CLOSING:
                depth = max(0, depth - 1)
            elif straight and mark == '"':  # the same on both sides: it closes what is open
                depth = depth - 1 if depth else 1
    return found
