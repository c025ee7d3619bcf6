"""I: indexes that do not list what is there, which the fold repairs; counts of pages that are not true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import stem_of
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.escape import unescape
from wikic.model.finding import Edit
from wikic.text.normalise import fold_name
from wikic.wiki import index_file

_BULLET: Final = re.compile(r"^- \[[^\r\n]*", re.M)


# Reserved beside the index by the Open Knowledge Format: what happened, no page of knowledge.
_NO_CONTENT: Final = frozenset({"log", "changelog"})


def _index_entries(page: ParsedPage) -> Iterator[tuple[str, int]]:
    """Stems and offsets of the entries of a directory's index; the page path of a part that it lists."""
    for match in _BULLET.finditer(page.text, page.body):
        entry = index_file.read_entry(match[0])
        if entry is not None:
            part = layout.is_index_part(entry.stem)
            yield f"{layout.directory(page.path)}/{entry.stem}" if part else entry.stem, match.start()


def _catalogued_names(page: ParsedPage) -> Iterator[tuple[str, int]]:
    """Names and offsets of the directories that the catalogue lists."""
    for match in index_file.CATALOGUED.finditer(page.text, page.body):
        yield unescape(match["linked"] or match["name"]), match.start()


def _listed_stems(view: WikiView, index: str) -> frozenset[str] | None:
    """Folded stems that an index and the parts it lists list, None when there is no index."""
    page = view.page(index)
    if page is None:
        return None
    found: set[str] = set()
    for stem, _ in _index_entries(page):
        part = view.page(layout.page_file(stem)) if layout.is_index_part(stem) else None
        found.update(each for each, _ in _index_entries(part)) if part is not None else found.add(stem)
    return frozenset(fold_name(layout.stem(stem)) for stem in found)


def _folded_stems(files: Iterable[str]) -> frozenset[str]:
    return frozenset(fold_name(stem_of(file)) for file in files)


def _index_of(file: str) -> str:
    """File of the index that a file is, or is a part of."""
    return layout.page_file(layout.index_path(layout.directory(file)))


def _pages_of(view: WikiView) -> dict[str, list[str]]:
    """Files of knowledge pages by the file of the index that must list them, scope notwithstanding."""
    found: dict[str, list[str]] = {}
    for file in view.names.pages:
        inside = layout.directory(file)
        if inside:
            found.setdefault(layout.page_file(layout.index_path(inside)), []).append(file)
    return found


# --- checks ------------------------------------------------------------------------------------


def check_missing(view: WikiView) -> Iterator[Problem]:
    if view.profile.is_vault:
        yield from _find_unlisted(view)
        return
    for index, files in _pages_of(view).items():
        if index not in view.scope and view.scope.isdisjoint(files):
            continue
        listed = _listed_stems(view, index)
        if listed is None:
            count = sum(_is_generated(view, file) for file in files)
            if count:
                pages = "1 page" if count == 1 else f"{count:,} pages"
                yield Problem(index, 1, 1, f"there is no index of {pages}", refold=True)
            continue
        for file in files:
            if file in view.scope and fold_name(stem_of(file)) not in listed and _is_generated(view, file):
                yield Problem(file, 1, 1, f"{index} does not list this page", refold=True)
    yield from _find_uncatalogued(view)


def _find_unlisted(view: WikiView) -> Iterator[Problem]:
    """Pages of a vault that no index links to, where its indexes mean to list them all."""
    if not view.profile.indexed:
        return
    listed: set[str] = set()
    for file in sorted(view.state.by_kind["index"]):
        page = view.page(file)
        for link in page.document.links if page is not None else ():
            listed.update(view.resolve(page.file, link).files if page is not None else ())
    for file in view.of_kind("page"):
        if file not in listed and stem_of(file).casefold() not in _NO_CONTENT:
            yield Problem(file, 1, 1, "no index lists this page", help="add it to the index")


def _is_generated(view: WikiView, file: str) -> bool:
    page = view.page(file)
    return page is not None and page.generated


def _find_uncatalogued(view: WikiView) -> Iterator[Problem]:
    """Directories of pages that the root index does not name, neither themselves nor a parent."""
    root = layout.page_file(layout.ROOT_INDEX)
    page = view.page(root) if root in view.scope else None
    if page is None:
        return
    named = {name for name, _ in _catalogued_names(page)}
    for index in sorted(_pages_of(view)):
        inside = layout.directory(index)
        steps = inside.split("/")
        if not any("/".join(steps[:depth]) in named for depth in range(1, len(steps) + 1)):
            yield Problem(root, 1, 1, f"the catalogue does not name {inside}/", refold=True)


def check_dead(view: WikiView) -> Iterator[Problem]:
    by_index = _pages_of(view)
    listable: dict[str, list[str]] = {index: list(files) for index, files in by_index.items()}
    for file in view.state.by_kind["index"]:
        if layout.is_index_part(layout.page_path(file)):
            listable.setdefault(_index_of(file), []).append(file)

    @cache  # a directory of 229,000 pages has its index in 1,008 parts
    def names_in(index: str) -> frozenset[str]:
        return _folded_stems(listable.get(index, ()))

    for page in view.indexes():
        if page.path == layout.ROOT_INDEX:
            yield from _dead_directories(view, page, by_index)
            continue
        own = names_in(_index_of(page.file))
        seen: set[str] = set()
        for stem, offset in _index_entries(page):
            key = fold_name(layout.stem(stem))
            if key in own and key not in seen:
                seen.add(key)
                continue
            line, column = page.at(offset)
            yield Problem(
                page.file, line, column + 2, _dead_message(view, page, stem, key in own), refold=True
            )


def _dead_message(view: WikiView, page: ParsedPage, stem: str, twice: bool) -> str:
    if twice:
        return f"{stem!r} is listed twice"
    elsewhere = view.names.stems.get(fold_name(layout.stem(stem)))
    if elsewhere:
        return f"{stem!r} is listed here and lives in {layout.directory(elsewhere[0]) or 'the root'}/"
    return f"{layout.directory(page.file)}/ has no page {stem!r}"


def _dead_directories(view: WikiView, page: ParsedPage, by_index: dict[str, list[str]]) -> Iterator[Problem]:
    holding = {layout.directory(index) for index in by_index}
    for name, offset in _catalogued_names(page):
        if name == layout.SOURCES_DIR or any(f"{each}/".startswith(f"{name}/") for each in holding):
            continue
        line, column = page.at(offset)
        yield Problem(page.file, line, column, f"{name}/ holds no page", refold=True)


def check_differs(view: WikiView) -> Iterator[Problem]:
    if view.expected is None:
        return
    by_index = _pages_of(view)

    @cache  # every part of an index asks for the same
    def is_complete(index: str) -> bool:
        return _listed_stems(view, index) == _folded_stems(by_index.get(index, ()))

    for file in view.of_kind("index"):
        expected = view.expected(layout.page_path(file))
        actual = view.read(file)
        if expected is None or actual is None or actual == expected:
            continue
        if file != layout.page_file(layout.ROOT_INDEX) and not is_complete(_index_of(file)):
            continue  # I001 and I002 say more precisely what is wrong
        line = _first_difference(actual, expected)
        yield Problem(file, line, 1, "the index is not what its pages give", refold=True)


def _first_difference(actual: bytes, expected: bytes) -> int:
    """The first line in which two files differ, from 1, inside the actual one."""
    mine, theirs = actual.split(b"\n"), expected.split(b"\n")
    pairs = enumerate(zip(mine, theirs, strict=False), start=1)
    return next((line for line, (one, other) in pairs if one != other), min(len(mine), len(theirs)))


_PAGES: Final = r"(?:pages|notes|articles|entries)"
_NUMBER: Final = r"(?P<{}>\d{{1,3}}(?:,\d{{3}})+|\d+)"
# Only what can but mean the wiki itself: "a book of 350 pages" in a summary is no count of ours.
_COUNT: Final = re.compile(
    "|".join(
        (
            rf"\b[Tt]otal (?:wiki |number of )?{_PAGES}\**[ \t]*[:=|][ \t]*\**{_NUMBER.format('total')}\b",
            rf"^(?:[-*] )?\**(?:Pages|Notes|Articles|Page count)\**:\**[ \t]*{_NUMBER.format('label')}\b",
            r"\b[Tt]h(?:is|e) (?:wiki|vault|knowledge base|index|directory|folder|section) "
            r"(?:now |currently )?(?:has|contains|holds|covers|lists|comprises) (?:\w+ )?"
            rf"\**{_NUMBER.format('prose')}\** (?:\w+ )?{_PAGES}\b",
            all_packs.expression("pages_in_all"),
        )
    ),
    re.M,
)
# Pages in which somebody sums the wiki up, besides its indexes.
_SUMMING: Final = frozenset(
    ("overview", "home", "readme", "about", "dashboard", *all_packs.words("summing_pages"))
)


def check_counts(view: WikiView) -> Iterator[Problem]:
    for page in _summing_indexes(view):
        for match in _COUNT.finditer(page.text, page.body):
            group = next(name for name, text in match.groupdict().items() if text is not None)
            said = int(match[group].replace(",", ""))
            start = match.start(group)
            if page.in_code(start):
                continue
            inside = layout.directory(page.file)
            there = _count_pages(view, inside)
            if said != there and said not in _other_counts(view, page):
                line, column = page.at(start)
                message = f"says {said:,}, and there {'is' if there == 1 else 'are'} {there:,}"
                edit = Edit(page.file, start, match.end(group), str(there))
                yield Problem(page.file, line, column, message, (edit,), safe=False)


def _summing_indexes(view: WikiView) -> Iterator[ParsedPage]:
    yield from view.indexes()
    for file in view.of_kind("page"):
        page = view.page(file) if layout.stem(layout.page_path(file)).casefold() in _SUMMING else None
        if page is not None:
            yield page


def _count_pages(view: WikiView, inside: str) -> int:
    """The number of pages below a directory."""
    return sum(not inside or file.startswith(f"{inside}/") for file in view.names.pages)


def _other_counts(view: WikiView, page: ParsedPage) -> set[int]:
    """What else somebody may have counted: with indexes, in this directory alone, what the page lists."""
    inside = layout.directory(page.file)
    below = [file for file in view.files if not inside or file.startswith(f"{inside}/")]
    markdown = [file for file in below if file.endswith(".md")]
    indexes = sum(view.profile.kind_of(file) == "index" for file in markdown)
    listed = {link.target for link in page.document.links}
    entries = {bullet.start for bullet in page.document.bullets}
    direct = sum(layout.directory(file) == inside for file in view.names.pages)
    total = _count_pages(view, inside)
    directories = {
        layout.directory(file).removeprefix(f"{inside}/").split("/")[0] for file in view.names.pages
    }
    each = {_count_pages(view, f"{inside}/{name}".strip("/")) for name in directories if name}
    return {
        len(markdown),
        len(view.names.pages),
        total + indexes,
        total - 1,
        direct,
        len(listed),
        len(entries),
    } | each
