"""Sentence splitting for text in Latin, Greek and Cyrillic script: rules, no model, linear time.

A full stop ends a sentence unless it stands after an abbreviation, an initial, an ordinal or inside a short
quotation or bracket. Where a name may go on ("Otto I. He …" against "J. P. Morgan"), the next word decides:
words that usually open a sentence are listed.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.language import pack_files
from wikic.language.letters import LOWER, UPPER

# Longer runs without any stop are tables, data or base64; a citation of that size helps nobody.
MAX_SENTENCE: Final = 1500
# A quotation or bracket longer than this holds sentences of its own.
MAX_ENCLOSED: Final = 160

# A run of stops is tried at its first: from each of a thousand dots it would be walked to its end again.
_PICTURE: Final = r"(?:!\[[^\[\]\n]{0,300}\]\([^()\s]{0,400}\)\s*)?"  # before the words it goes with
_STOPS: Final = r"(?<![.!?…])[.!?…]+"
_END = re.compile(
    rf"{_STOPS}[\"”’'»)\]_*]{{0,4}}(?P<gap>\s+)(?={_PICTURE}[\"“‘«(\[_*'¿¡]{{0,4}}[{UPPER}\d])"
    # An opening quotation mark with a space behind it, as tokenised texts have: '. " First a Girl" was'.
    rf"|{_STOPS}[\"”’'»)\]_*]{{0,4}}(?P<spaced>\s+)(?=\" [{UPPER}\d])"
    # A list that was lost: "They had two daughters: He died in 1912".
    rf"|(?<=[{LOWER}]{{4}}):(?P<lost>)(?=\s(?:He|She) (?:was|died|married|had|is|also|became)\b)"
    rf"|(?<=[{LOWER}]{{4}})\.(?P<glued>)(?=(?:The|He|She|It|They|In|His|Her|This)\b\s)"
)
_LAST_WORD = re.compile(r"([\w.'’&-]*\w)\.[\"”’'»)\]_*]{0,4}$")
_NEXT_WORD = re.compile(r"(?:\" )?[\"“‘«(\[_*'¿¡]*([\w'’-]+)")

_ABBREVIATIONS: Final = frozenset(pack_files.words("en", "abbreviations"))
# After these a name or a number goes on; the others in the list may also close a sentence ("Smith Jr. He …").
_NEVER_LAST: Final = frozenset(pack_files.words("en", "never_last"))
_OPENERS: Final = frozenset(pack_files.words("en", "sentence_openers"))


def spans(text: str) -> list[tuple[int, int]]:
    """Start and end offset of every sentence of ``text``, in order, without surrounding white space.

    Together the spans hold every character of ``text`` that is not white space.
    """
    depths = _enclosures(text)
    cuts: list[int] = []
    for match in _END.finditer(text):
        if match.group("spaced") is not None and not _opens(text, match.end()):
            continue
        gap = "gap" if match.group("gap") is not None else "spaced"
        stop = match.start(gap) if match.group(gap) is not None else match.end()
        if _ends(text, match.start(), stop, match.end(), depths):
            cuts.append(stop)
    result: list[tuple[int, int]] = []
    start = 0
    for cut in [*cuts, len(text)]:
        _append(text, start, cut, result)
        start = cut
    return result


def split(text: str) -> list[str]:
    """The sentences of ``text``, in order."""
    return [text[start:end] for start, end in spans(text)]


def _ends(text: str, at: int, stop: int, after: int, depths: list[tuple[int, int]]) -> bool:
    """Whether the stop at ``at`` (closed at ``stop``, next sentence at ``after``) ends a sentence."""
    if _inside(depths, at):
        return False
    if text[at] in "!?…:" or text.startswith("...", at):
        return True
    word = _LAST_WORD.search(text, max(0, at - 40), stop)
    if word is None:
        return True
    last = word.group(1)
    following = _NEXT_WORD.match(text, after)
    opener = following is not None and following.group(1).casefold() in _OPENERS
    key = last.casefold()
    if key in _NEVER_LAST and not (key in ("no", "c", "d", "b", "r") and opener and len(last) > 1):
        return key in ("no",) and opener
    if last in ("art", "par") and following is not None and following.group(1)[0].isalpha():
        return True
    if key in _ABBREVIATIONS:
        return opener
    if "." in last and len(last) <= 7:  # U.S. or H.M.S
        return opener
    if len(last) == 1 and last.isalpha():  # an initial, or a numeral: Otto I.
        return opener
    if last.isdigit() and len(last) <= 2 and at - word.start(1) <= 2:
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
