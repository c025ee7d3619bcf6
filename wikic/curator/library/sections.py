"""What a page of a printed document holds, by the lines at its head: "Consolidated Balance Sheets"."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.library.given_titles import quiet
from wikic.document.line_kinds import Words
from wikic.text.normalise import normalise

# A title that names a document and a page of it: "HALLOW_2022_10K p.49".
_PAGE: Final = re.compile(r"\S[ ,_-]+p(?:age|\.)? ?\d{1,4}$", re.I)
_LOOK: Final = 8  # lines
_LONGEST: Final = 70  # characters
_SHORT: Final = 3  # letters of words that need no capital
_NUMBER: Final = re.compile(r"[\d\W]+")
_NUMBERED: Final = re.compile(r"^(?:\w+ )?\d{1,2}[A-Z]?\.?\s*[-–—:.]?\s*(?=[A-Z])")  # "Item 1. - Business"
_OPEN: Final = re.compile(r"^[(（$]|[,;]$")
_PARTED: Final = re.compile(r"(?<=[a-z]) (?=[a-z]$)")  # "Balance Shee t", as print comes
_WORD: Final = re.compile(r"[^\W\d_][\w'’&-]*")


def is_page(title: str) -> bool:
    """Whether a title ends in the number of a page."""
    return _PAGE.search(title.strip()) is not None


def section(text: str, words: Words) -> str:
    """The section or statement that the head of a page names; "" where it names none."""
    if not words.pack.words("heading_pages"):
        return ""
    lines = [line for line in map(normalise, text[:4_000].split("\n")) if line][: _LOOK + 1]
    for at, line in enumerate(lines[:_LOOK]):
        if _NUMBER.fullmatch(line) or words.is_navigation(line):
            continue
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if len(line) > _LONGEST or _OPEN.search(line) or below[:1].islower():
            return ""  # its text or its table has begun
        for each in (line, line.rpartition(". ")[2]):
            if found := _named(each, words):
                return _written(found, text, words)
    return ""


def _written(name: str, text: str, words: Words) -> str:
    """A name in capitals as the sentences of the text write its words."""
    if name.isupper() and " " not in name:
        return name.capitalize()
    return quiet(name, "\n".join(line for line in text.split("\n") if not line.isupper()), words)


def _named(line: str, words: Words) -> str:
    told = f" {' '.join(_words(line))} "
    if any(f" {each} " in told for each in words.pack.words("heading_pages")):
        return ""
    bare = _NUMBERED.sub("", line)
    numbered = bare != line
    bare = _PARTED.sub("", bare.partition(";")[0].strip(" .:"))
    spoken = [word for word in _WORD.findall(bare) if len(word) > _SHORT]
    titled = all(word[:1].isupper() for word in spoken) or (line.endswith(":") and bare[:1].isupper())
    return bare if spoken and titled and len(_words(bare)) >= (1 if numbered else 2) else ""


def _words(line: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(line)]
