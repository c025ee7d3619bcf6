"""Letters with a number, or a version, by which people name a document: "ADR 4", "INC-212", "v3.16.0"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

_WORD: Final = r"[^\W\d_]{2,12}"
_CODE: Final = r"[A-Z]{2,8}(?:-?\d{2,7}| \d{1,7})"
_VERSION: Final = r"v?\d{1,4}\.\d{1,4}\.\d{1,4}"
_SAID: Final = re.compile(rf"(?<![\w/.#-])(?:{_CODE}|{_WORD} #\d{{1,7}}|{_VERSION})(?![\w-]|[./:]\w)")
_NUMBERED: Final = re.compile(rf"({_WORD})[ _#-]{{0,2}}0*(\d{{1,7}})")
_NUMBERED_FIRST: Final = re.compile(rf"({_WORD}[ _-]?\d{{1,7}})(?=[ _-]|$)")
_NUMBER_FIRST: Final = re.compile(r"0*(\d{1,7})[-_. ]\D.*")
_OF_TITLE: Final = re.compile(
    rf"^([A-Z]{{2,8}}-\d{{2,7}})(?=\s)|(?:^|\s)({_CODE}|{_WORD} #?\d{{1,7}})(?=\s*[:—–]|\s-\s|$)"
    rf"|[(\[]({_CODE})[)\]]"
)
_OF_HEADING: Final = re.compile(rf"\[?({_VERSION})(?=[\s\]):,–—-]|$)")
_FEWEST: Final = 2  # versions that are headings, of a document that tells of versions


def folded(name: str) -> str:
    """What names by one designation have in common: "adr 4" of "ADR-0004"; "" for any other name."""
    if re.fullmatch(_VERSION, name):
        return name.removeprefix("v")
    found = _NUMBERED.fullmatch(name)
    return f"{found[1].casefold()} {found[2]}" if found else ""


def said(text: str) -> Iterator[str]:
    """The designations that a text uses, as it writes them, in order."""
    return (found[0] for found in _SAID.finditer(text))


def of_document(path: str, title: str, headings: Iterable[str]) -> set[str]:
    """The folded designations of a document.

    By its file, ``adr/0004-one-queue.md`` or ``ticket-4821-login.txt``; by its title, "One queue (INC-212)"
    or "INC-212 one queue"; by the versions that are its headings, where it tells of several.
    """
    *_, folder, name = ("", *path.split("/"))
    stem = name.rpartition(".")[0] or name
    names = [found[1]] if (found := _NUMBERED_FIRST.match(stem)) else []
    if number := _NUMBER_FIRST.fullmatch(stem):
        names.append(f"{folder} {number[1]}")
    names += [next(filter(None, found.groups())) for found in _OF_TITLE.finditer(title)]
    versions = {found[1] for each in headings if (found := _OF_HEADING.match(each))}
    if len(versions) >= _FEWEST:
        names += versions
    return {designation for each in names if (designation := folded(each))}
