"""By which names the pages of a view are found: the ladder of ``graph.resolve`` over files, read lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from wikic import layout
from wikic.graph.resolve import Ladder, PageNames
from wikic.lint.profile import WIKIC, Profile
from wikic.lint.resolution import ELSEWHERE, NOTHING, Resolution, is_no_link
from wikic.lint.sheet import Sheet
from wikic.text.normalise import fold_name


class Names:
    """The names of one listing.

    Paths and stems come from the listing alone. Only a name that neither knows reads the frontmatter of
    the pages, once: on a clean wiki nothing is read for it.
    """

    def __init__(
        self, files: frozenset[str], page: Callable[[str], Sheet | None], profile: Profile = WIKIC
    ) -> None:
        self._files = files
        self._page = page
        self._profile = profile
        self._known: dict[tuple[str, str], Resolution] = {}
        paths = (layout.page_path(file) for file in files if file.endswith(".md"))
        self._ladder = Ladder(paths, self._names)

    def resolve(self, target: str, *, origin: str = "") -> Resolution:
        """What ``[[target]]`` means on the page ``origin`` (a page path); ``target`` carries no heading."""
        key = (target, layout.directory(origin))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._resolve(target.strip(), origin)
        return found

    def _resolve(self, target: str, origin: str) -> Resolution:
        if target in self.attachments:
            return Resolution("path", self.attachments[target])
        found = self._ladder.resolve(target, origin=origin)
        if found.rung is None:
            return ELSEWHERE if is_no_link(target) else NOTHING
        files = tuple(layout.page_file(path) for path in found.paths)
        if found.rung == "stem" and all(file.startswith(f"{layout.SOURCES_DIR}/") for file in files):
            # A source is named by its path. Digest and article share a stem; the digest is the one to read.
            digests = tuple(file for file in files if file.startswith(f"{layout.DIGESTS_DIR}/"))
            return Resolution("source", digests or files)
        return Resolution(found.rung, files)

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """Files of knowledge pages, and of people's pages at the root, sorted."""
        return tuple(sorted(filter(self._profile.is_page, self._files)))

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
                found[file] = (file,)
                found.setdefault(layout.stem(file), (file,))
        return found

    def _names(self) -> Iterator[PageNames]:
        for file in self.pages:
            sheet = self._page(file)
            if sheet is not None:
                first, *others = titles(sheet) or [""]
                aliases = (*sheet.texts("aliases", "alias"), *others)
                yield PageNames(sheet.path, first, aliases, sheet.texts("redirects"))


def titles(sheet: Sheet) -> list[str]:
    """The title a page's frontmatter gives, and its heading's text where that is another."""
    heading = next((part.name for part in sheet.parts if part.level == 1), "")
    return list(dict.fromkeys((*sheet.texts("title"), *([heading] if heading else ()))))
