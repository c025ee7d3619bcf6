"""A document as the filter sees it: its words and lines, read once for all kinds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.model.article import Article
from wikic.text.tokens import tokens

# Of a longer document its beginning, middle and end are looked at, so that the cost has a bound.
WHOLE: Final = 10_000
_HEAD: Final = 6_000
_PART: Final = 2_000

_MARKUP: Final = re.compile(r"[*_`#>]+|!?\[([^\]]*)\]\([^)]*\)|<[^>\n]{1,200}>")
_BULLET: Final = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")


@dataclass(frozen=True, slots=True)
class DocumentView:
    """What the kinds of low-information documents are told by.

    title: folded, white space runs to one space.
    text: the same of the text; of a long one its beginning, middle and end.
    lines: its lines that hold anything, as they are written.
    words: its words in order, Han characters one by one.
    size: how many words it has; two Han characters are one. Of a long document: of the parts looked at.
    """

    title: str
    text: str
    lines: tuple[str, ...]
    words: tuple[str, ...]
    size: int

    @classmethod
    def at(cls, article: Article) -> DocumentView:
        """How ``article`` looks."""
        part = parts(article.text)
        words = tuple(tokens(_MARKUP.sub(r" \1 ", part)))
        han = sum(map(is_han, words))
        return cls(
            title=folded(article.title),
            text=folded(part),
            lines=tuple(line for line in part.splitlines() if line.strip()),
            words=words,
            size=len(words) - han + (han + 1) // 2,
        )


def parts(text: str) -> str:
    """The whole of a text; of a long one its beginning, middle and end."""
    if len(text) <= WHOLE:
        return text
    middle = (len(text) - _PART) // 2
    return f"{text[:_HEAD]}\n{text[middle : middle + _PART]}\n{text[-_PART:]}"


def folded(text: str) -> str:
    """Lower case, one space between words, straight apostrophes: the form in which cues are written."""
    return " ".join(text.casefold().replace("’", "'").split())


def is_han(word: str) -> bool:
    """Whether a token is a Han character, which stands alone."""
    return len(word) == 1 and word >= "\u3400"


def found(cues: Iterable[str], text: str) -> list[str]:
    """Those of ``cues`` that stand in ``text`` (folded) as whole words; Han has no edges of words."""
    return [cue for cue in cues if cue in text and (is_han(cue[0]) or _stands(cue, text))]


def content(line: str) -> str:
    """A line without bullet and markup."""
    return _MARKUP.sub(r"\1", _BULLET.sub("", line)).strip()


def _stands(cue: str, text: str) -> bool:
    at = text.find(cue)
    while at >= 0:
        end = at + len(cue)
        inside = (at > 0 and text[at - 1].isalnum() and cue[0].isalnum()) or (
            end < len(text) and text[end].isalnum() and cue[-1].isalnum()
        )
        if not inside:
            return True
        at = text.find(cue, at + 1)
    return False
