"""What directories of a vault are by their names and what is said of them: raw documents, copies, ignored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.errors import NotPlainError
from wikic.lint.profile import LOGSEQ, Profile
from wikic.lint.rules.duplicates import BODY, all_titles
from wikic.lint.view.wiki_view import WikiView
from wikic.plain_file import SETTINGS, read_plain
from wikic.text.normalise import fold_name

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
    directories = {inside for file in files for inside in _directories_around(file)}
    named = {each for each in directories if _is_named(each, roots)}
    said = set(_told_directories(root, directories)) - named
    found = {each for each in named | said if not any(f"{page}/".startswith(f"{each}/") for page in roots)}
    outer = tuple(sorted(each for each in found if not any(each.startswith(f"{other}/") for other in found)))
    return outer, tuple(each for each in outer if each in said)


def _directories_around(file: str) -> Iterator[str]:
    inside = layout.directory(file)
    while inside:
        yield inside
        inside = layout.directory(inside)


def _is_named(directory: str, roots: tuple[str, ...]) -> bool:
    name = layout.stem(directory).casefold()
    if "/" in directory:
        return name in _RAW
    return name in AT_TOP or (roots == (layout.WIKI_DIR,) and name in _BESIDE_WIKI)


def _told_directories(root: Path, directories: set[str]) -> Iterator[str]:
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
            named = {
                each
                for match in _DIRECTORY.finditer(clause)
                for each in _directories_called(match[0], directories)
            }
            if len(named) == 1:  # of two, it is not said which one is meant
                yield from named


def _directories_called(name: str, directories: set[str]) -> Iterator[str]:
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
    within = {"", *(each for page in pages for each in _directories_above(page))}
    specs = dict(_ignore_specs(root, top, here, within))
    if not specs:
        return ()
    left = frozenset(page for page in pages if _is_ignored(layout.join(here, page) or page, specs))
    held = Counter(each for page in pages for each in _directories_above(page))
    gone = Counter(each for page in left for each in _directories_above(page))
    whole = {each for each, count in gone.items() if count == held[each]}
    found = {
        next((each for each in reversed(_directories_above(page)) if each in whole), page) for page in left
    }
    return tuple(sorted(found))


def _directories_above(path: str) -> list[str]:
    """The directories that hold a path, the innermost first."""
    steps = path.split("/")[:-1]
    return ["/".join(steps[:depth]) for depth in range(len(steps), 0, -1)]


def _ignore_specs(
    root: Path, top: Path, here: str, within: Iterable[str]
) -> Iterator[tuple[str, GitIgnoreSpec]]:
    """The rules of every ignore file that there is, by its directory's path from the repository."""
    inside = {layout.join(here, each) or "" for each in within}
    for directory in sorted({"", *_directories_above(f"{here}/"), *inside}):
        try:
            text = read_plain(top / directory / IGNORE_FILE, SETTINGS, inside=top).decode("utf-8", "replace")
        except (OSError, NotPlainError):
            continue
        from pathspec import GitIgnoreSpec

        yield directory, GitIgnoreSpec.from_lines(text.splitlines())


def _is_ignored(path: str, specs: dict[str, GitIgnoreSpec]) -> bool:
    """Whether the innermost rules that say something of a path leave it out."""
    for directory in (*_directories_above(path), ""):
        if directory in specs:
            said = specs[directory].check_file(path[len(directory) :].lstrip("/")).include
            if said is not None:
                return said
    return False


# Fewer copies may be copies; of more that fill half a directory, the directory is one.
MANY: Final = 20
SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Twins:
    """Two directories.

    raw: the one that may hold documents as they came: it lies inside the other, or its pages link less.
    other: the pages that may be made of them.
    pages: how many pages of one are called like a page of the other, or say the same.
    """

    raw: str
    other: str
    pages: int


def twin_trees(view: WikiView) -> tuple[Twins, ...]:
    """Pairs of directories that would give an equal finding for many of their pages, the most first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for files, by_title in _files_alike(view):
        there = {
            _parting_directories(one, other)
            for one in files
            for other in files
            if one < other and not (by_title and _fold_path(one) == _fold_path(other))  # as D004 has it
        }
        pairs.update(each for each in there if each is not None)
    inside = Counter(directory for file in view.names.pages for directory in (*_directories_around(file), ""))
    found = [
        _make_twins(view, pair, count)
        for pair, count in pairs.most_common()
        if count >= MANY and count >= SHARE * min(inside[pair[0]], inside[pair[1]])
    ]
    return tuple(found)


def _files_alike(view: WikiView) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Files of one title (True), and of one body, a few of each: a title of hundreds is no pair."""
    groups: dict[object, list[str]] = {}
    for page in all_titles(view):
        for title in page.given[:1]:
            groups.setdefault((view.profile.tree_of(page.file), fold_name(title)), []).append(page.file)
    for file in view.names.pages:
        body = view.gist(BODY, file)
        if body is not None:
            groups.setdefault(body, []).append(file)
    seen: set[tuple[str, ...]] = set()  # whoever says the same under one title is one pair
    for key, files in reversed(groups.items()):
        pair = tuple(files)
        if 1 < len(pair) <= MANY // 2 and pair not in seen:
            seen.add(pair)
            yield pair, isinstance(key, tuple)


def _fold_path(file: str) -> str:
    return fold_name(layout.stem(layout.page_path(file)))


def _parting_directories(one: str, other: str) -> tuple[str, str] | None:
    """The directories in which the paths of two files part, None where that is one directory."""
    left, right = one.split("/"), other.split("/")
    at = next(at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    a, b = (
        "/".join(steps[: at + 1]) if at < len(steps) - 1 else "/".join(steps[:at]) for steps in (left, right)
    )
    return (a, b) if a != b else None


def _make_twins(view: WikiView, pair: tuple[str, str], count: int) -> Twins:
    one, other = pair
    if f"{other}/".startswith(f"{one}/") or not one:
        return Twins(other, one, count)
    if f"{one}/".startswith(f"{other}/") or not other:
        return Twins(one, other, count)
    fewer = min(pair, key=lambda directory: (_links_a_page(view, directory), directory))
    return Twins(fewer, other if fewer == one else one, count)


def _links_a_page(view: WikiView, directory: str) -> float:
    """Wikilinks of a page of a directory."""
    files = [file for file in view.names.pages if file.startswith(f"{directory}/")]
    return sum(_count_wikilinks(view, files)) / len(files)


def _count_wikilinks(view: WikiView, files: Iterable[str]) -> Iterator[int]:
    for file in files:
        page = view.page(file)
        yield 0 if page is None else sum(link.kind == "wiki" for link in page.document.links)
