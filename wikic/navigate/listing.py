"""Directories, pages and sources as lists show them, and what an index file says. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wikic.markdown.escape import unescape
from wikic.wiki.index_file import read_entry

_HEAD: Final = 10_000  # characters of an index that may hold its heading and quote


@dataclass(frozen=True, slots=True)
class Directory:
    """A directory of knowledge pages.

    path: directory path, ``people``.
    title: heading of its index, else the name in words.
    description: what belongs there, or "".
    pages: how many pages it holds itself.
    below: how many stand in directories below it.
    """

    path: str
    title: str
    description: str
    pages: int
    below: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A page as its directory lists it.

    path: page path.
    title, aliases, tags, summary: of the page.
    facts: how many it holds.
    section: heading of the index under which it stands, "" where the index has none.
    """

    path: str
    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    facts: int
    section: str = ""


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A source by name.

    digest, article: page paths of its two files.
    key: its identity, "" when the article is gone.
    title: of the document.
    date: of the document, or None.
    """

    digest: str
    article: str
    key: str
    title: str
    date: str | None = None


def head_of(index: str) -> tuple[str, str]:
    """Heading and quote of an index, which the fold escaped; only its first lines are looked at."""
    title, quoted = "", []
    for line in index[:_HEAD].splitlines():
        if line.startswith("## ") or (line.startswith("- ") and title):
            break
        if line.startswith("# ") and not title:
            title = unescape(line[2:].strip())
        elif line.startswith("> "):
            quoted.append(unescape(line[2:].strip()))
    return title, " ".join(quoted)


def sections_of(index: str) -> dict[str, str]:
    """Stem to heading of the section of an index that lists it."""
    found: dict[str, str] = {}
    heading = ""
    for line in index.splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif (entry := read_entry(line)) is not None:
            found.setdefault(entry.stem, heading)
    return found
