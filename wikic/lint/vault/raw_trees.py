"""Where a vault keeps documents as they came: by what directories are called, and by what is said of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.errors import NotPlainError
from wikic.lint.profile import LOGSEQ, Profile
from wikic.plain_file import SETTINGS, read_plain

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


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


_REMARK: Final = re.compile(r"^[^\"\n;]*(;.*)$", re.M)
_TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
_JOURNALS: Final = re.compile(rf":journal/page-title-format\s+{_TEXT}")
_HIDDEN: Final = re.compile(r":hidden\s+\[([^\]]*)\]")


def logseq_settings(root: Path) -> tuple[tuple[str, ...], str]:
    """The files and directories it hides, and how it calls the page of a day."""
    try:
        edn = read_plain(root / LOGSEQ, SETTINGS, inside=root).decode("utf-8", "replace")
    except (OSError, NotPlainError):
        edn = ""
    said = _REMARK.sub(lambda found: found[0].removesuffix(found[1]), edn)
    journals, hidden = _JOURNALS.search(said), _HIDDEN.search(said)
    names = re.findall(_TEXT, hidden[1]) if hidden is not None else []
    usual = Profile("vault").journals
    return tuple(name.strip("/") for name in names), journals[1] if journals is not None else usual


IGNORE_FILE: Final = ".gitignore"


def ignored_paths(root: Path, top: Path, pages: Iterable[str]) -> tuple[str, ...]:
    """The pages that ignore files of the repository at ``top`` name; a directory for all that it holds."""
    here = root.absolute().relative_to(top.absolute()).as_posix().removeprefix(".")
    pages = tuple(pages)
    within = {"", *(each for page in pages for each in _above(page))}
    specs = dict(_specs(root, top, here, within))
    if not specs:
        return ()
    left = frozenset(page for page in pages if _is_ignored(layout.join(here, page) or page, specs))
    held = Counter(each for page in pages for each in _above(page))
    gone = Counter(each for page in left for each in _above(page))
    whole = {each for each, count in gone.items() if count == held[each]}
    found = {next((each for each in reversed(_above(page)) if each in whole), page) for page in left}
    return tuple(sorted(found))


def _above(path: str) -> list[str]:
    """The directories that hold a path, the innermost first."""
    steps = path.split("/")[:-1]
    return ["/".join(steps[:depth]) for depth in range(len(steps), 0, -1)]


def _specs(root: Path, top: Path, here: str, within: Iterable[str]) -> Iterator[tuple[str, GitIgnoreSpec]]:
    """The rules of every ignore file that there is, by its directory's path from the repository."""
    inside = {layout.join(here, each) or "" for each in within}
    for directory in sorted({"", *_above(f"{here}/"), *inside}):
        try:
            text = read_plain(top / directory / IGNORE_FILE, SETTINGS, inside=top).decode("utf-8", "replace")
        except (OSError, NotPlainError):
            continue
        from pathspec import GitIgnoreSpec

        yield directory, GitIgnoreSpec.from_lines(text.splitlines())


def _is_ignored(path: str, specs: dict[str, GitIgnoreSpec]) -> bool:
    """Whether the innermost rules that say something of a path leave it out."""
    for directory in (*_above(path), ""):
        if directory in specs:
            said = specs[directory].check_file(path[len(directory) :].lstrip("/")).include
            if said is not None:
                return said
    return False
