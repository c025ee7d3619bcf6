"""Which page a link means: a ladder of rungs, the first that holds the name decides.

Real wikis need every rung (title and slug alone rescue most of a large wiki's "dangling" links); which one
matched tells a sound link from one to repair. Nothing is guessed: where a rung holds several pages, all are
reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final, Literal, Protocol

from wikic import layout
from wikic.text.normalise import fold_name

Rung = Literal["self", "path", "folder", "stem", "alias", "title", "redirect", "slug"]
_SEEN: Final = 1 << 16  # targets whose meaning is kept: 15 MB
_Table = dict[str, tuple[str, ...]]

# Letters, digits and what a slug turns into "-"; signs that become words and dots are left to `slug`.
_PLAIN: Final = re.compile(r"[A-Za-z0-9 ,'()_!-]{1,200}")
_GAPS: Final = re.compile(r"[ ,'()_!-]+")


@dataclass(frozen=True, slots=True)
class PageNames:
    """The names of one page.

    path: page path.
    title: text of its heading, or "" where it has none.
    aliases: its other names.
    redirects: stems it had before people renamed it.
    """

    path: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    redirects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a link's target means.

    rung: the rung that matched, or None.
    paths: the pages it may mean, sorted; one, unless it is ambiguous.
    """

    rung: Rung | None
    paths: tuple[str, ...] = ()

    @property
    def path(self) -> str | None:
        """The page, where there is exactly one."""
        return self.paths[0] if len(self.paths) == 1 else None

    @property
    def ambiguous(self) -> bool:
        """Whether several pages answer to the name on the rung that matched."""
        return len(self.paths) > 1


NOTHING: Final = Resolved(None)


class Resolver(Protocol):
    """What says which page a link means: the ladder, or what stands for it where wikic wrote no links."""

    def resolve(self, target: str, *, origin: str = "") -> Resolved:
        """What ``target`` means on the page ``origin``."""
        ...


class Ladder:
    """The ladder over the pages of a wiki.

    ``paths`` and stems come from a listing alone. ``names`` is called once, by the first target that no path
    or stem answers: on a clean wiki no page need be read. ``is_source`` tells sources, which give way to
    pages of the same stem.
    """

    def __init__(
        self,
        paths: Iterable[str],
        names: Callable[[], Iterable[PageNames]],
        is_source: Callable[[str], bool] | None = None,
    ) -> None:
        self._paths = tuple(sorted(set(paths)))
        self._names = names
        self._is_source = is_source or _is_source
        self._seen: dict[tuple[str, str], Resolved] = {}

    @classmethod
    def of(cls, pages: Iterable[PageNames]) -> Ladder:
        """The ladder over pages whose names are known already."""
        known = tuple(pages)
        return cls((page.path for page in known), lambda: known)

    def resolve(self, target: str, *, origin: str = "") -> Resolved:
        """What ``target`` means on the page ``origin`` (a page path, ``""`` for the root).

        target: as a link has it, unescaped, without heading or block; ``.md``, a leading ``/`` and ``wiki/``
            are understood, ``.`` and ``..`` are steps from the folder of ``origin``. Case does not matter;
            among paths and stems that differ by case alone, the one spelled so wins. A stem that a
            knowledge page and a source share means the page.
        """
        folder = layout.directory(origin)
        key = (target, origin if not target.strip() else folder)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= _SEEN:
                self._seen.clear()
            found = self._seen[key] = self._resolve(target.strip(), origin, folder)
        return found

    def _resolve(self, target: str, origin: str, folder: str) -> Resolved:
        if not target:
            return Resolved("self", (origin,)) if origin else NOTHING
        # A title may end in ".md" or look like a path; so the name as written goes up the ladder too.
        for name in dict.fromkeys((target.removesuffix(".md"), target)):
            if not name:
                continue
            found = self._by_path(name, folder) or self._by_name(name)
            if found is not None:
                return found
        return NOTHING

    def _by_path(self, name: str, folder: str) -> Resolved | None:
        if name.startswith(("./", "../")):
            steps = layout.join(folder, name)
            return self._rung("folder", self.by_path, steps, str) if steps is not None else None
        plain = name.lstrip("/")
        inside = plain.removeprefix(f"{layout.WIKI_DIR}/")
        for path in dict.fromkeys((plain, inside)):
            found = self._rung("path", self.by_path, path, str)
            if found is not None:
                return found
        found = self._rung("folder", self.by_path, f"{folder}/{plain}", str) if folder else None
        return found or self._by_stem(inside)

    def _by_stem(self, name: str) -> Resolved | None:
        """Pages of that file name; a partial path must be how their path ends, as Obsidian has it."""
        stem = layout.stem(name)
        found = self._rung("stem", self.by_stem, stem, layout.stem)
        if found is None or stem == name:
            return found
        tail = f"/{fold_target(name)}"
        fitting = [path for path in self.by_stem[fold_target(stem)] if fold_target(path).endswith(tail)]
        return Resolved("stem", self._pages_first(fitting)) if fitting else None

    def _by_name(self, name: str) -> Resolved | None:
        tables: tuple[tuple[Rung, _Table], ...] = (
            ("alias", self.by_alias),
            ("title", self.by_title),
            ("redirect", self.by_redirect),
        )
        key = fold_target(name)
        for rung, table in tables:
            if key in table:
                return Resolved(rung, table[key])
        slug = slug_key(name)
        return Resolved("slug", self.by_slug[slug]) if slug in self.by_slug else None

    def _rung(self, rung: Rung, table: _Table, name: str, spelling: Callable[[str], str]) -> Resolved | None:
        paths = table.get(fold_target(name))
        if not paths:
            return None
        exact = tuple(path for path in paths if spelling(path) == name)
        return Resolved(rung, self._pages_first(exact or paths))

    def _pages_first(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Knowledge pages alone where there are any: the same stem among the sources is their source."""
        every = tuple(paths)
        return tuple(path for path in every if not self._is_source(path)) or every

    # --- the rungs' tables, each built when first needed: folded name → page paths, sorted ----------

    @cached_property
    def by_path(self) -> _Table:
        """By page path."""
        return _listed_table(self._paths, self._paths)

    @cached_property
    def by_stem(self) -> _Table:
        """By last segment."""
        paths = [path for path in self._paths if not layout.is_index(path)]
        return _listed_table([layout.stem(path) for path in paths], paths)

    @cached_property
    def by_alias(self) -> _Table:
        """By alias."""
        return _make_table((alias, page.path) for page in self._known for alias in page.aliases)

    @cached_property
    def by_title(self) -> _Table:
        """By title."""
        return _make_table((page.title, page.path) for page in self._known if page.title)

    @cached_property
    def by_redirect(self) -> _Table:
        """By a stem the page had once."""
        return _make_table((stem, page.path) for page in self._known for stem in page.redirects)

    @cached_property
    def by_slug(self) -> _Table:
        """By slug of the title, and of the stem, for links written as words (``john v prince``)."""
        titles = ((slug_key(page.title), page.path) for page in self._known if page.title)
        stems = ((slug_key(layout.stem(page.path)), page.path) for page in self._known)
        return _gather_pairs(chain(titles, stems))

    @cached_property
    def _known(self) -> tuple[PageNames, ...]:
        return tuple(self._names())


def slug_key(title: str) -> str:
    """The slug of ``title``, case folded; plain ASCII, which most names are, takes a tenth of the time."""
    plain = _GAPS.sub("-", title).strip("-") if _PLAIN.fullmatch(title) else ""
    if not plain or layout.name_fault(plain) is not None:
        return layout.slug(title).casefold()
    return plain.lower()


def _make_table(pairs: Iterable[tuple[str, str]]) -> _Table:
    return _gather_pairs((fold_target(name), path) for name, path in pairs)


def _listed_table(names: Sequence[str], paths: Sequence[str]) -> _Table:
    """``_table`` for a whole listing: ASCII names without white space are folded all at once."""
    joined = "\n".join(names)
    folded = joined.lower().split("\n") if joined.isascii() else []
    if len(folded) != len(names) or folded != joined.lower().split():
        return _make_table(zip(names, paths, strict=True))
    found: _Table = {key: (path,) for key, path in zip(folded, paths, strict=True)}
    return found if len(found) == len(folded) else _gather_pairs(zip(folded, paths, strict=True))


def _gather_pairs(pairs: Iterable[tuple[str, str]]) -> _Table:
    found: dict[str, tuple[str, ...]] = {}
    for key, path in pairs:
        others = found.get(key)
        if others is None:
            found[key] = (path,)  # nearly every name is one page's
        elif path not in others:
            found[key] = tuple(sorted((*others, path)))
    return found


def fold_target(name: str) -> str:
    """``fold_name``; ASCII, which most names are, needs only its white space and case seen to."""
    return " ".join(name.split()).lower() if name.isascii() else fold_name(name)


def _is_source(path: str) -> bool:
    return path.startswith(f"{layout.SOURCES_DIR}/")
