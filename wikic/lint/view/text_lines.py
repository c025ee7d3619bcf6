"""Lines of a wiki's files as findings count them, and what a finding is known by wherever its line moves."""

from __future__ import annotations

import hashlib
import re
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate
from typing import Final

from wikic.markdown.source import decode
from wikic.model.finding import Finding

ReadFile = Callable[[str], bytes | None]

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_ONE_MORE: Final = (1).__add__  # in C: vaults have a million lines
_LINK: Final = re.compile(r"!?\[\[[^\[\]]{1,200}\]\]?|!?\[[^\[\]]{0,200}\]\([^()\s]{0,200}\)")


def link_at(line: str, column: int, end: int = sys.maxsize) -> str:
    """The wikilink, whole or with a closer missing, or Markdown link that begins at a column; "" for none.

    end: where the line ends, of a text of many.
    """
    found = _LINK.match(line, column - 1, end)
    return "" if found is None else found[0]


def line_place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, from 1."""
    starts = _line_starts(text)
    number = bisect_right(starts, offset)
    return number, offset - starts[number - 1] + 1


@lru_cache(maxsize=4)
def _line_starts(text: str) -> tuple[int, ...]:
    """Where lines begin; the findings of one page ask for it thousands of times."""
    if "\r" in text:
        return (0, *(found.end() for found in _LINE_END.finditer(text)))
    lines = text.split("\n")
    return tuple(accumulate(map(_ONE_MORE, map(len, lines[:-1])), initial=0))


class Lines:
    """Lines by file path and number; findings come sorted by path, so one file is kept at a time.

    read: content of a file path relative to ``wiki/``.
    """

    def __init__(self, read: ReadFile) -> None:
        self._read = read
        self._open: tuple[str, str] | None = None

    def _text(self, file: str) -> str:
        if self._open is None or self._open[0] != file:
            data = self._read(file)
            self._open = file, "" if data is None else decode(data).text
        return self._open[1]

    def line(self, file: str, number: int) -> str:
        """A line without its end; "" where the file has none of that number."""
        text = self._text(file)
        starts = _line_starts(text)
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(text)
        return text[starts[number - 1] : end].rstrip("\r\n")

    def offset(self, file: str, number: int, column: int) -> int:
        """Offset of a place into the file's text."""
        starts = _line_starts(self._text(file))
        return starts[min(number, len(starts)) - 1] + column - 1


DIGITS: Final = 16  # hex; two of a million findings share one with a chance of 3 in 100 million

_SPACE: Final = re.compile(r"\s+")
_NUMBER: Final = re.compile(r"\d+")


def make_fingerprints(findings: Iterable[Finding], read: ReadFile, prefix: str) -> dict[Finding, str]:
    """Hash of code, path, the words that are meant, and which of several equal ones it is.

    findings: sorted, all of a run: equal ones are told apart by their order.
    read: content of a file path.
    prefix: what paths are shown behind, so that a fingerprint says the same as a report.

    The words are the link that begins there, else the line, a paragraph often; its number and its white space
    do not enter. Where a line says nothing of the finding (it is blank, or the finding stands for the whole
    file, at 1:1) its message does instead, numbers left out: a count that grows makes no new finding.
    """
    lines = Lines(read)
    seen: Counter[tuple[str, str, str]] = Counter()
    found: dict[Finding, str] = {}
    # A line may hold thousands of findings: its words are made once, its hash once for each code.
    spaced = lru_cache(maxsize=4)(_space_words)
    begun = lru_cache(maxsize=64)(_begin_hash)
    for finding in findings:
        line = lines.line(finding.path, finding.line)
        words = link_at(line, finding.column)
        if not words and (finding.line, finding.column) != (1, 1):
            words = line
        words = spaced(words) or "\0" + _NUMBER.sub("#", finding.message)
        key = (finding.code, prefix + finding.path, words)
        whole = begun(*key).copy()
        whole.update(str(seen[key]).encode())
        found[finding] = whole.hexdigest()[:DIGITS]
        seen[key] += 1
    return found


def _space_words(words: str) -> str:
    return _SPACE.sub(" ", words).strip()


def _begin_hash(*parts: str) -> hashlib._Hash:
    """The hash of these parts, each with a NUL behind it; what tells equal ones apart is to follow."""
    # Names and lines may hold bytes that were no UTF-8.
    return hashlib.sha256("".join(f"{part}\0" for part in parts).encode("utf-8", "surrogatepass"))
