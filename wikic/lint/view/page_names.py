"""By which names the pages of a view are found: the ladder of ``graph.resolve`` over files, read lazily."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.graph.resolve import Ladder, PageNames, Resolved, fold_target, slug_key
from wikic.language import pack
from wikic.lint.profile import WIKIC, FileKind, Profile
from wikic.lint.view.link_targets import ABSENT, ELSEWHERE, NOTHING, Resolution, is_no_link
from wikic.lint.view.page import ParsedPage
from wikic.text.normalise import fold_name

_DAY: Final = re.compile(r"\d{4}_\d\d_\d\d")
_USUAL: Final = "MMM do, yyyy"  # Logseq's, without a setting
_LETTERS: Final = re.compile(r"'[^']*'|y+|M+|do|d+|E+")
_WEEK: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}


class Names:
    """The names of one listing.

    Paths and stems come from the listing alone. Only a name that neither knows reads the frontmatter of
    the pages, once: on a clean wiki nothing is read for it.
    """

    def __init__(
        self,
        files: frozenset[str],
        known: Callable[[str], PageNames | None],
        profile: Profile = WIKIC,
        kinds: Mapping[str, FileKind] | None = None,
    ) -> None:
        """``known`` gives the names of a page.

        kinds: of the files, where they are known already.
        """
        self._kinds = kinds
        self.titles_known = True
        self.lone: dict[str, Resolution] = {}  # what stems lead to one page, wherever the link stands
        self._files = files
        self._names_of = known
        self._profile = profile
        self._known: dict[tuple[str, str], Resolution] = {}
        paths = (layout.page_path(file) for file in files if file.endswith(".md"))
        self._ladder = Ladder(paths, self._names, profile.is_source)

    @contextmanager
    def without_titles(self) -> Iterator[None]:
        """Go by paths and stems alone, while the titles and aliases of pages are not known yet."""
        self.titles_known = False
        try:
            yield
        finally:
            self.titles_known = True

    def prepare(self) -> None:
        """Look all stems up at once, for many links: one by one they take ten times as long."""
        if self._profile.is_vault:
            return  # the nearest of several pages is meant: it depends on where the link stands
        by_path, attachments = self._ladder.by_path, self.attachments
        for key, paths in self._ladder.by_stem.items():
            found = [path for path in paths if not self._profile.is_source(path)]
            if len(found) == 1 and key not in by_path:
                (path,) = found
                stem = layout.stem(path)
                plain = stem == stem.strip() and not stem.endswith(".md") and stem not in attachments
                if plain and (len(paths) == 1 or all(layout.stem(each) == stem for each in paths)):
                    self.lone[stem] = Resolution("stem", (layout.page_file(path),))

    def resolve(self, target: str, *, origin: str = "") -> Resolution:
        """What ``[[target]]`` means on the page ``origin`` (a page path); ``target`` carries no heading."""
        key = (target, layout.directory(origin))
        found = self._known.get(key)
        if found is None:
            try:
                found = self._known[key] = self._resolve(target.strip(), origin)
            except _PartialError:
                return NOTHING  # for now; who asks is examined again
            # In a vault the nearest of several pages is meant: it depends on where the link stands.
            if found.rung == "stem" and len(found.files) == 1 and self._is_alone(target):
                self.lone[target] = found
        return found

    def _is_alone(self, target: str) -> bool:
        """Whether a stem leads to one page from wherever: ``[[A]]`` beside ``a.md`` means that one."""
        if self._profile.is_vault:
            return False
        paths = self._ladder.by_stem.get(fold_name(layout.stem(target.strip())), ())
        return sum(not self._profile.is_source(path) for path in paths) == 1

    def _resolve(self, target: str, origin: str) -> Resolution:
        attachment = self.attachments.get(self._spelt(target))
        if attachment is not None:
            return Resolution("path", attachment)
        found = self._ladder.resolve(target, origin=origin)
        if found.rung == "slug" and "slug" not in self._profile.program.names:
            found = Resolved(None)
        if found.rung in (None, "slug") and self._profile.is_vault and "/" in target:
            there = self._by_place(target, origin)
            if there:
                return Resolution("path", nearest(there, origin))
        if found.rung is None and fold_name(target) in self._spaces:
            return ELSEWHERE
        if found.rung is None:
            return ELSEWHERE if is_no_link(target) else ABSENT if self._is_absent(target) else NOTHING
        files = tuple(layout.page_file(path) for path in found.paths)
        if self._profile.is_vault:
            return Resolution(found.rung, nearest(_called_so(files, target), origin))
        if found.rung == "stem" and all(file.startswith(f"{layout.SOURCES_DIR}/") for file in files):
            # A source is named by its path. Digest and article share a stem; the digest is the one to read.
            digests = tuple(file for file in files if file.startswith(f"{layout.DIGESTS_DIR}/"))
            return Resolution("source", digests or files)
        return Resolution(found.rung, files)

    def _by_place(self, target: str, origin: str) -> tuple[str, ...]:
        """What a path means from the page's directory or a root, or how the path of an attachment ends."""
        for start in dict.fromkeys((layout.directory(origin), *self._profile.roots)):
            path = layout.join(start, target.lstrip("/"))
            if path is None:
                continue
            attachment = self.attachments.get(self._spelt(path))
            if attachment is not None:
                return attachment
            pages = self._ladder.by_path.get(fold_target(path.removesuffix(".md")))
            if pages:
                return tuple(map(layout.page_file, pages))
        ending = self._spelt(f"/{target.lstrip('/')}")
        others = self.attachments_by_name.get(self._spelt(layout.stem(target)), ())
        return tuple(file for file in others if self._spelt(f"/{file}").endswith(ending))

    @cached_property
    def _spaces(self) -> frozenset[str]:
        """Names of pages that stand above others, written or not: ``a`` of ``a/b``."""
        if not self._profile.program.namespaces:
            return frozenset()
        if not self.titles_known:
            raise _PartialError
        above: set[str] = set()
        for file in self.pages:
            known = self._names_of(file)
            for name in (known.title, *known.aliases) if known is not None else ():
                steps = fold_name(name).split("/")
                above.update("/".join(steps[:depth]) for depth in range(1, len(steps)))
        return frozenset(above)

    def _is_absent(self, target: str) -> bool:
        return any(f"{target}/".startswith(f"{each}/") for each in self._profile.absent)

    def _spelt(self, name: str) -> str:
        """A vault's programs find a picture whatever the case of its name."""
        return name.casefold() if self._profile.is_vault else name

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """Files of knowledge pages, and of people's pages at the root, sorted."""
        if self._kinds is None:
            return tuple(sorted(filter(self._profile.is_page, self._files)))
        return tuple(sorted(file for file, kind in self._kinds.items() if kind == "page"))

    @property
    def _indexes(self) -> tuple[str, ...]:
        """A vault's indexes have titles that people link to; those wikic writes have not."""
        if not self._profile.is_vault:
            return ()
        return tuple(sorted(file for file in self._files if self._profile.kind_of(file) == "index"))

    @cached_property
    def stems(self) -> dict[str, tuple[str, ...]]:
        """Files of pages by folded stem, each tuple sorted."""
        found: dict[str, list[str]] = {}
        for file in self.pages:
            found.setdefault(fold_name(layout.stem(layout.page_path(file))), []).append(file)
        return {stem: tuple(files) for stem, files in found.items()}

    @cached_property
    def attachments(self) -> dict[str, tuple[str, ...]]:
        """Files other than Markdown by path and by file name: Obsidian finds them wherever they lie."""
        found: dict[str, tuple[str, ...]] = {}
        for file in sorted(self._files):
            if not file.endswith(".md"):
                found[self._spelt(file)] = (file,)
                found.setdefault(self._spelt(layout.stem(file)), (file,))
        return found

    @cached_property
    def attachments_by_name(self) -> dict[str, list[str]]:
        """Files other than Markdown by file name."""
        found: dict[str, list[str]] = {}
        for file in sorted(self._files):
            if not file.endswith(".md"):
                found.setdefault(self._spelt(layout.stem(file)), []).append(file)
        return found

    def _names(self) -> Iterator[PageNames]:
        if not self.titles_known:
            raise _PartialError
        return filter(None, map(self._names_of, (*self.pages, *self._indexes)))


class _PartialError(LookupError):
    """A name that neither path nor stem answers, while titles and aliases are not known yet."""


def names_of(page: ParsedPage, profile: Profile) -> PageNames:
    """The names a page gives itself."""
    asked = profile.program.names
    given = titles(page, headed="heading" in asked) if "title" in asked else []
    first, *others = given or [""]
    ids = profile.key_names("id") if profile.is_vault else ()
    aliases = page.texts(*profile.key_names("aliases"), *ids) if "aliases" in asked else ()
    by_file = names_of_file(page.path, profile.journals) if profile.is_vault and asked else ()
    return PageNames(page.path, first, (*aliases, *others, *by_file), page.texts("redirects"))


def names_of_file(path: str, journals: str = _USUAL) -> tuple[str, ...]:
    """The names of which Logseq makes a file's: ``2025_05_02`` is "May 2nd, 2025", ``a___b`` is "a/b".

    journals: how it calls a day, in the letters of its settings.
    """
    stem = layout.stem(path)
    if _DAY.fullmatch(stem):
        try:
            day = date.fromisoformat(stem.replace("_", "-"))
        except ValueError:
            return ()
        named = (_day_called(day, each) for each in (journals, _USUAL, "MMMM do, yyyy"))
        return tuple(dict.fromkeys((day.isoformat(), *named)))
    name = unquote(stem.replace("___", "/"))
    return (name,) if name != stem else ()


def _day_called(day: date, written: str) -> str:
    """A day as letters of a pattern have it: ``EEEE, MMM do, yyyy``; what stands in quotes stays."""
    month = pack("en").months[day.month - 1].capitalize()
    ordinal = "th" if day.day in (11, 12, 13) else _ORDINALS.get(day.day % 10, "th")
    week = _WEEK[day.weekday()]
    said = {
        "yyyy": f"{day.year}", "yy": f"{day.year % 100:02}", "MMMM": month, "MMM": month[:3],
        "MM": f"{day.month:02}", "M": f"{day.month}", "do": f"{day.day}{ordinal}", "dd": f"{day.day:02}",
        "d": f"{day.day}", "EEEE": week, "EEE": week[:3], "EE": week[:3], "E": week[:3],
    }  # fmt: skip
    return _LETTERS.sub(lambda found: said.get(found[0], found[0].strip("'")), written)


def titles(page: ParsedPage, *, headed: bool = True) -> list[str]:
    """The title a page's frontmatter gives, and its heading's text where that is another.

    headed: whether the heading counts.
    """
    heading = next((part.name for part in page.parts if part.level == 1), "") if headed else ""
    return list(dict.fromkeys((*page.texts("title"), *([heading] if heading else ()))))


def _called_so(files: tuple[str, ...], target: str) -> tuple[str, ...]:
    """Of several pages of one title those whose file is called so: ``a-b.md`` before ``a-b-copy.md``."""
    if len(files) == 1:
        return files
    key = slug_key(target)
    return tuple(file for file in files if slug_key(layout.stem(layout.page_path(file))) == key) or files


def nearest(files: tuple[str, ...], origin: str) -> tuple[str, ...]:
    """Of several files those that lie nearest to the page ``origin``, in the narrowest directory around it.

    Vaults hold the same tree once for each language, or a page ``overview`` in each directory.
    """
    here = layout.directory(origin).split("/")

    def shared(file: str) -> int:
        there = layout.directory(file).split("/")
        return next(
            (at for at, (one, other) in enumerate(zip(here, there, strict=False)) if one != other),
            min(len(here), len(there)),
        )

    most = max(map(shared, files))
    return tuple(file for file in files if shared(file) == most)
