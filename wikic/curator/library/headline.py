"""A title from the text of a document that has none: a line that reads as one, else a whole thought of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.library import attribution, clauses
from wikic.document.line_kinds import Words, is_question
from wikic.language import Pack, all_packs
from wikic.text import cjk, sentences
from wikic.text.normalise import CJK, normalise

_LOOK: Final = 4_000  # characters in which a title is looked for
_LINES: Final = 4  # at the front, any of which may be a headline
_HEADLINE: Final = (9, 36)  # characters of one in Han script
_SECOND: Final = 4  # characters of what follows it behind a space, at least
_SHORTEST: Final = 8  # characters of a thought in Han script,
_FEWEST: Final = 4  # words in others
_BREAK: Final = re.compile(r"[\n\r\t]+|[ \xa0]{2,}|\u3000+")
_HAN: Final = re.compile(f"[{CJK}]")
_BETWEEN: Final = re.compile(rf"(?<=[{CJK}？！]) (?=[{CJK}\d《“])")
# A heading that ran into the sentence below it: nothing but the blank between them is left.
_RUN_IN: Final = re.compile(
    rf"(?<![^\s。！？])([^\s，。；：！？、“”（）]{{8,30}}[{CJK}]) (?=[{CJK}\d《“][^\s]{{12}})"
)
_MARK: Final = re.compile(r"[，。；：,;…]|\.{3}|[@©|>]")
# The date of a search result, the number of a note or an item, who reports from where.
_AHEAD: Final = re.compile(
    r"^(?:\s|\w{3,9}\.? \d{1,2}, \d{4} ?(?:\.{3}|…|[-–—])|\\?\[\d+\]|\d{1,2}[.、．)](?=\D)|\d{1,2}\)|[①-⑳➊-➓]"
    r"|" + all_packs.expression("before_a_title") + r"|[-–—•·●◆■➤▲★◈◎※・]+)+"
)
_BRACKETED: Final = re.compile(r"^\s*【([^】]{6,40})】")
_CUT_IN: Final = re.compile(r"^.?[》）)：]|^[\])}）】」』》”’。，、；：,;:.!?%％…]|^[a-z]|^[+-]?\d")
_DATED: Final = re.compile(r"^\d{4}\D|" + all_packs.expression("date_or_amount"))
_YEAR: Final = re.compile(r"^(?:19|20)\d{2}\D")
_CUT_NUMBER: Final = re.compile(r"\D\d\.\W*$")  # a sentence that was cut at the point of a number
_MINUTE: Final = re.compile(all_packs.expression("minute_of_a_match"))
_WHOLE: Final = re.compile(r"[.!?。！？][\"”’」』)\]）]*$")
_LONGEST_NAME: Final = 12  # characters of who says it, beyond which what is said is not cut shorter
_STAMPED: Final = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}")
_REFERENCE: Final = re.compile(r"\[\d{1,3}\]")
_TRAIL: Final = re.compile(r"\s*(?:\.{3}|…)+$")
_RUN_ON: Final = re.compile(rf" \.{{3}} ?| … ?|(?<=[{CJK}\d])\. (?=[{CJK}])")


@dataclass(frozen=True, slots=True)
class _Thought:
    """A sentence of a document, as a title.

    rank: what speaks against it, 0 nothing.
    """

    rank: int
    text: str


def headline(text: str, words: Words, telling: Sequence[str] = ()) -> str:
    """A title for a document from its own text; "" where nothing in it is whole.

    telling: the document's heaviest words: a thought that has none of them is not what it is about.
    """
    text = text[:_LOOK].strip()
    if found := _BRACKETED.match(text):
        return found[1].strip()
    wide = cjk.is_cjk(text)
    lines = list(_lines(text, wide))
    if wide and (found_line := _headline_line(lines, words)):
        return found_line
    thoughts = list(_thoughts(lines, words, telling))
    return min(thoughts, key=lambda each: each.rank, default=_Thought(0, "")).text


def _lines(text: str, wide: bool) -> Iterator[str]:
    """Stretches of a text that white space, beyond that between words, sets apart."""
    text = _RUN_IN.sub(r"\1\n", text) if wide else text
    for line in _BREAK.split(text) if wide else re.split(r"\n\s*\n", text):
        if line.strip():
            yield line.strip() if wide else normalise(line)


def _headline_line(lines: Sequence[str], words: Words) -> str:
    """The first stretch at the front that ends no sentence and stands before one that does."""
    at = 0
    for line in lines[:_LINES]:
        pieces = _BETWEEN.split(line)
        kept: list[str] = []
        for piece in pieces if len(pieces) > 1 or len(lines) > 1 else ():
            bare = _AHEAD.sub("", piece).strip()
            at += 1
            if (
                _reads_as_headline(bare, words, _SECOND if kept else _HEADLINE[0])
                and sum(map(len, kept)) + len(bare) < _HEADLINE[1]
            ):
                kept.append(bare)
            elif kept or _WHOLE.search(piece) or (_MARK.search(bare) and not _is_furniture(bare, words.pack)):
                break
        if kept:
            return " ".join(kept[:2])
        if len(line) > 60 or at > 2 * _LINES:
            break
    return ""


def _is_furniture(line: str, pack: Pack) -> bool:
    return any(each in line for each in pack.furniture)


def _reads_as_headline(line: str, words: Words, shortest: int) -> bool:
    if not shortest <= len(line) <= _HEADLINE[1] or len(_HAN.findall(line)) * 2 < len(line):
        return False
    broken = bool(
        _MARK.search(line) or _WHOLE.search(line) or _is_cut_in(line) or not clauses.is_balanced(line)
    )
    pack = words.pack
    broken = broken or pack.pattern("day_of_report").fullmatch(line) is not None
    return not broken and not _is_furniture(line, pack) and not _opens_midway(line, words)


def _is_cut_in(line: str) -> bool:
    """Whether a line begins inside a sentence, a number or a bracket."""
    return bool(_MINUTE.match(line)) or bool(_CUT_IN.match(line) and not _DATED.match(line))


def _opens_midway(line: str, words: Words) -> bool:
    return words.leans(line) or words.goes_on(line) or words.is_boilerplate(line)


def _thoughts(lines: Sequence[str], words: Words, telling: Sequence[str]) -> Iterator[_Thought]:
    """Every sentence from which a title can be made, in order."""
    first = True
    for line in lines:
        for sentence in sentences.split_by_script(line, words.pack.code):
            for piece in _RUN_ON.split(sentence):
                bare = _TRAIL.sub("", _AHEAD.sub("", piece)).strip()
                found = _thought(bare, words, telling, whole=_WHOLE.search(piece.strip()) is not None)
                if found is not None:
                    # What a text begins with may be the end of a sentence; so may a line without a full stop.
                    cut_in = first and _CUT_IN.match(bare) is not None and not _YEAR.match(bare)
                    yield _Thought(found.rank + 4 * cut_in + 4 * bool(_CUT_NUMBER.search(piece)), found.text)
                first = False


def _thought(sentence: str, words: Words, telling: Sequence[str], *, whole: bool) -> _Thought | None:
    if words.is_boilerplate(sentence) or words.is_navigation(sentence) or _is_cut_in(sentence):
        return None
    if words.is_notice(sentence):
        return None
    if len(_STAMPED.findall(sentence)) > 1:
        return None  # what else there is, and when it was published
    sentence = _REFERENCE.sub("", sentence)
    bare = words.without_joint(sentence)
    who, bare = attribution.told(bare if whole else clauses.without_end(bare) or bare, words)
    if words.is_furnished(who + bare):  # what a reporter learned is bare by now
        return None
    said, lacking = clauses.shortened(bare, words.pack, min(len(who), _LONGEST_NAME))
    title = who + said
    wide = _HAN.search(title) is not None
    if words.pack.pattern("day_of_report").fullmatch(title):
        return None
    if (len(title) < _SHORTEST) if wide else (len(title.split()) < _FEWEST):
        return None
    folded = title.casefold()
    rank = max(lacking, clauses.END * (not clauses.is_balanced(title)))
    rank += 4 * _opens_midway(bare, words) + (words.without_joint(sentence) != sentence)
    rank += 3 * (words.stands_for_another(title) or words.lacks_subject(bare) or words.points_back(bare))
    # "… 2.9%. Figures show": what it announces is cut off, or stands in another sentence.
    rank += 4 * (wide and title.endswith(tuple(words.pack.suspended)))
    rank += words.adds(title)
    needy = not whole and wide and title.startswith(tuple(words.pack.subordinate))
    rank += 2 * (not whole) + 4 * needy + 2 * is_question(sentence)
    named = sum(each in folded for each in telling)
    rank += 2 * (bool(telling) and not named) + (len(telling) > 1 and named == 1)
    return _Thought(rank, title)
