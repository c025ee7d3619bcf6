"""Sentences and lines that say nothing: heads, trails, keywords, addresses, tables of contents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from wikic.curator.library.line_kinds import Words, folded
from wikic.text.normalise import CJK, normalise

ENDED: Final = re.compile(r"[.!?。！？][\"”’」』)\]]*$")
HAN: Final = re.compile(f"[{CJK}]")
WORD: Final = re.compile(rf"[{CJK}]|[^\W_]+")
_FEW: Final = 8  # words after "See also:"
# "Home > Help > Booking"; "TIDECTL(1)   Tools   TIDECTL(1)".
_TRAIL: Final = re.compile(r"^[^.!?>»›]{1,40}(?:\s[>»›]\s[^.!?>»›]{1,40}){2,}$")
_PATHS: Final = re.compile(r"^(?:\[/[^\]\s]+\]\s*)+$")  # links within a site whose words were lost
# "[rfc]: https://…", of a link elsewhere
_DEFINITION: Final = re.compile(r"^\\?\[[^\[\]]+\]:\s+<?\S+>?(?:\s+[\"'(].*)?$")
# "source (https://…)", as a link alone on its line reads.
_LINK_ALONE: Final = re.compile(r"^([^()]{1,40}?)\s*\((?:https?|ftp)://[^\s()]+\)[.…\s]*$")
# What ends in an address and is no sentence only says where more is told.
_LEADS_AWAY: Final = re.compile(r"^https?://\S+$|\[(?:https?:/)?/[^\]\s]+\]?$")
_PAGE: Final = re.compile(r"\s{3,}\[?[Pp]age \d+\]?\s*$")
_GAPS: Final = re.compile(r"\S\s{3,}\S.*\S\s{3,}\S")  # what a head of a page has between its parts
_NUMBERS: Final = re.compile(r"\d+")
_TITLE_WORDS: Final = 4
_BARE: Final = 4  # words
_BARE_HAN: Final = 8  # characters
_ELLIPSES: Final = re.compile(r"^(?:\.{3}|…).{0,60}(?:\.{3}|…)$")
_STAMP: Final = re.compile(r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}")
_BETWEEN_STAMPS: Final = 30  # characters: more stamps are a list of what else there is
_SIGNATURE: Final = re.compile(r"^[-–—]{2,3}\s[^\s\d:.!?][^\d:.!?]{0,60}$")  # a remark says when, or ends
_BRACKETED: Final = re.compile(r"^\([A-Z][^()\d.!?]{2,60}\.?\)$")  # what a line of a form holds: "(Zip Code)"
_RUNNING_HEAD: Final = re.compile(r"\s{3,}\S+\(\d\w?\)\s*$")
_LONG_LINE: Final = 50  # characters
_SIGNS: Final = re.compile(r"[={}<>|/\\]")
_NUMBER_ONLY: Final = re.compile(
    r"^[\W_]*(?:\d{1,4}(?:\.\d{1,3})*|[ivxlcdm]+|p(?:age|\.)? ?\d+(?: of \d+)?)?[\W_]*$", re.I
)
_LEADERS: Final = re.compile(
    r"\S(?:\s*\.){4,}\s*\d+\s*$|\S(?:\s*\.){6,}\s*$|\S\s{3,}\d{1,4}\s*$|\S…+\s*\d+\s*$"
)


def says_nothing(text: str, raw: str, words: Words, titles: frozenset[str]) -> bool:
    """Whether a line is a page number, of a contents page, navigation, boilerplate or the title again."""
    if _NUMBER_ONLY.match(text) or _LEADERS.search(raw) or _is_label(text):
        return True
    if (
        _PATHS.match(text)
        or _DEFINITION.match(raw)
        or _PAGE.search(raw)
        or _BRACKETED.match(text)
        or _SIGNATURE.match(text)
        or _TRAIL.search(text)
        or _RUNNING_HEAD.search(raw)
    ):
        return True
    if words.pack.pattern("dateline").fullmatch(text):
        return True
    if _ELLIPSES.match(text) or len(_STAMP.findall(text)) * _BETWEEN_STAMPS > max(
        len(text), 2 * _BETWEEN_STAMPS - 1
    ):
        return True
    alone = _LINK_ALONE.match(text)
    if alone is not None and words.is_navigation(alone[1]):
        return True
    label, colon, rest = text.partition(":")
    if colon and words.is_navigation(label) and _leads_on(rest):
        return True
    if words.is_notice(text):
        return True
    if words.is_boilerplate(text):
        return not (HAN.search(text) and len(text) > _LONG_LINE)  # a sentence is glued to it
    if words.is_navigation(text) or words.is_furniture(text) or folded(text) in titles:
        return True
    return _is_of_title(folded(text), titles, ended=ENDED.search(text) is not None)


def leads_away(text: str) -> bool:
    """Whether a line is an address, or ends in one, and is no sentence."""
    return _LEADS_AWAY.search(text) is not None


def _leads_on(rest: str) -> bool:
    """Whether nothing or an address stands behind the label of a link: "Next: dentist" is told."""
    return not rest.strip() or ("://" in rest and len(rest.split()) <= _FEW)


def _is_of_title(line: str, titles: frozenset[str], *, ended: bool) -> bool:
    """Whether a line is the end of the title, which was broken over two, or has no words that it has not.

    ended: it ends a sentence, which repeats the title where it has nearly all of its words.
    """
    words = set(line.split())
    if sum(map(str.isalpha, words)) >= _TITLE_WORDS:
        named = (set(title.split()) for title in titles)
        if any(words <= each and (not ended or len(words) * 10 >= len(each) * 8) for each in named):
            return True
    return not ended and " " in line and any(title.endswith(f" {line}") for title in titles)


def is_of_contents(line: str) -> bool:
    """Whether a line is one of a table of contents: dots lead from a name to a page."""
    return _LEADERS.search(line) is not None


def are_keywords(text: str) -> bool:
    """Words for a search engine, parted by semicolons."""
    pieces = [piece for piece in text.split(";") if piece.strip()]
    words_only = text[-1:] not in ".!?。" and not _SIGNS.search(text)
    return len(pieces) >= 3 and words_only and all(len(each.split()) <= 4 for each in pieces[:-1])


def _is_label(text: str) -> bool:
    """A label in capitals."""
    label = len(text) < 60 and text.isupper() and len(WORD.findall(text)) <= 6 and not HAN.search(text)
    return label and not ENDED.search(text) and text[-1] not in ":："  # "VAT." ends a sentence


def running_heads(lines: Iterable[str]) -> frozenset[str]:
    """The lines of several columns that stand in a document again and again, but for their numbers."""
    counts = Counter(without_numbers(each) for each in lines if "\n" not in each and _GAPS.search(each))
    return frozenset(line for line, count in counts.items() if count > 1)


def without_numbers(line: str) -> str:
    return _NUMBERS.sub("", normalise(line))


def is_bare(text: str) -> bool:
    """Whether a line is a label that nothing stands below: few words, no end, no number, no colon."""
    if any(map(str.isdigit, text)) or re.search(r"[:：=/]", text):
        return False
    if ENDED.search(text):
        return " " not in text and not HAN.search(text)  # "VAT.", "Stir."
    han = len(HAN.findall(text))
    return han <= _BARE_HAN if han else len(text.split()) <= _BARE
