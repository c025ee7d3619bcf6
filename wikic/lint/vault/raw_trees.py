"""Where a vault keeps documents as they came: by what directories are called, and by what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import NotPlainError
from wikic.plain_file import SETTINGS, read_plain

# At any depth; beside the pages there are more such names. `sources` may hold pages about sources, unless
# it lies beside wiki/.
_RAW: Final = ("raw", "_raw", "raw_sources", "raw-sources")
AT_TOP: Final = (*_RAW, "clippings", "inbox")
_BESIDE_WIKI: Final = ("sources", "_sources")
# Files in which people tell programs, and each other, how a directory is kept.
_TOLD_IN: Final = ("AGENTS.md", "CLAUDE.md", "GEMINI.md", "README.md")
_CLAUSE: Final = re.compile(r"[.;,]\s|[。；，]|\n")
_DIRECTORY: Final = re.compile(r"(?:[\w.-]+(?: [\w.-]+)*/)*[\w.-]+/|(?<=`)[\w.-]+(?=`)")


def raw_trees(
    root: Path, files: Iterable[str], roots: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Directories of documents as they came, none inside another; and those of them that instructions name.

    files: the pages' file paths. roots: directories that hold the pages, which are none of these.
    """
    directories = {inside for file in files for inside in _around(file)}
    named = {each for each in directories if _is_named(each, roots)}
    said = set(_told(root, directories)) - named
    found = {each for each in named | said if not any(f"{page}/".startswith(f"{each}/") for page in roots)}
    outer = tuple(sorted(each for each in found if not any(each.startswith(f"{other}/") for other in found)))
    return outer, tuple(each for each in outer if each in said)


def _around(file: str) -> Iterator[str]:
    inside = layout.directory(file)
    while inside:
        yield inside
        inside = layout.directory(inside)


def _is_named(directory: str, roots: tuple[str, ...]) -> bool:
    name = layout.stem(directory).casefold()
    if "/" in directory:
        return name in _RAW
    return name in AT_TOP or (roots == (layout.WIKI_DIR,) and name in _BESIDE_WIKI)


def _told(root: Path, directories: set[str]) -> Iterator[str]:
    """Directories of which instructions say that their documents stay as they came."""
    from wikic.language import all_packs

    words = all_packs.words("untouched_documents")
    for file in _TOLD_IN:
        try:
            text = read_plain(root / file, SETTINGS, inside=root).decode("utf-8", "replace")
        except (OSError, NotPlainError):
            continue
        for clause in _CLAUSE.split(text):
            folded = clause.casefold()
            if not any(word in folded for word in words):
                continue
            named = {each for match in _DIRECTORY.finditer(clause) for each in _called(match[0], directories)}
            if len(named) == 1:  # of two, it is not said which one is meant
                yield from named


def _called(name: str, directories: set[str]) -> Iterator[str]:
    """The directory of a name, wherever it lies."""
    path = name.strip("/").removeprefix("./")
    if path in directories:
        yield path
    else:
        yield from (each for each in directories if each.endswith(f"/{path}"))
