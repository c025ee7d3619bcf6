"""Where the pages of a wiki lie and how they are read: ``wiki/`` that wikic compiled, or an adopted vault.

Everything above asks a ``PageTree`` and does not know which of the two it is. A vault's pages are read as
people wrote them (``vault_page.py``), their links lead where the linter says they do (``vault_links.py``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zlib import crc32

from wikic import config, layout
from wikic.errors import NotAWikiError
from wikic.graph.resolve import Ladder, Resolver
from wikic.lint.profile import LOGSEQ, Profile
from wikic.lint.vault.tree import VaultTree, is_left_out
from wikic.model import attachment
from wikic.navigate.indexes import catalogue
from wikic.navigate.indexes.catalogue import Catalogue, Look
from wikic.navigate.reader.page_view import PageView, parse_page, view_of
from wikic.navigate.vault.links import VaultLinks
from wikic.navigate.vault.page import read_page
from wikic.plain_file import refuse_leaving
from wikic.store.records import is_path
from wikic.store.tree import TreeStore
from wikic.wiki.page_read import PageOnDisk

SETTINGS: Final = "/settings"  # no file is called so; stands for what pages are read by
# Below it lies all of the reader's own addresses, so that no page of a vault can have one there.
_READERS_OWN: Final = "-/"
_NOTE_PROGRAMS: Final = (".obsidian", LOGSEQ)  # where they keep their settings


class PageTree:
    """The pages of ``wiki/``.

    place: the directory they lie in. store: reads its files.
    adopted: whether wikic did not compile it.
    settings: tells what pages are read by from what they were read by before.
    line_breaks: whether a line of a paragraph is shown as a line, as programs for notes do.
    """

    adopted = False
    settings = 0
    line_breaks = False

    def __init__(self, root: Path) -> None:
        """Raises NotAWikiError when there is none, NotPlainError when it lies elsewhere by a symlink."""
        self.place = root / layout.WIKI_DIR
        refuse_leaving(self.place, root)
        if not self.place.is_dir():
            adopt = f"`wikic adopt {root}` takes a directory of Markdown as it is"
            raise NotAWikiError(f"no wiki in {root}", hint=f"`wikic init DOCUMENTS` makes one; {adopt}")
        self.store = TreeStore(self.place)

    def looks(self) -> dict[str, Look]:
        """Every page by path, with how its file looks now, sorted."""
        return catalogue.page_looks(self.place)

    def article_looks(self) -> dict[str, Look]:
        """Every article by page path, with how its file looks now, sorted."""
        return catalogue.article_looks(self.store)

    def shelves(self) -> dict[str, int]:
        """Times of what stands beside pages: another value says that it must be looked at again."""
        return catalogue.shelf_times(self.store)

    def is_page(self, path: str) -> bool:
        """Whether a page path may name a page to read."""
        return layout.is_page(path)

    def is_index(self, path: str) -> bool:
        """Whether a page stands for its directory, and is read as any other."""
        return False

    def on_disk(self, text: str, path: str) -> PageOnDisk | None:
        """The page as the fold reads it back; None for one that wikic did not write."""
        return parse_page(text, path)

    def view(self, text: str, path: str) -> PageView:
        """The page as readers see it; any text is one."""
        return view_of(parse_page(text, path))

    def resolver(self, known: Catalogue) -> Resolver:
        """What links mean among these pages."""
        return Ladder(known.pages, known.names)


class AdoptedTree(PageTree):
    """The pages of a vault: which of its files are some is what ``[lint]`` says."""

    adopted = True

    def __init__(self, root: Path, profile: Profile) -> None:
        """Raises NotAWikiError when there is no such directory."""
        if not root.is_dir():
            raise NotAWikiError(f"{root} is no directory", hint="name another directory with -C")
        self.place = root
        self.store = TreeStore(root)
        self.line_breaks = any((root / name).exists() for name in _NOTE_PROGRAMS)
        self._files = VaultTree(root)
        self._profile = profile
        self.settings = crc32(repr(profile).encode("utf-8", "replace"))

    def looks(self) -> dict[str, Look]:
        found: dict[str, Look] = {}
        for file, stat in self._files.walk(lenient=True):
            if file.endswith(".md") and self.is_page(layout.page_path(file)):
                found[layout.page_path(file)] = stat.mtime_ns, stat.size
        return dict(sorted(found.items()))

    def article_looks(self) -> dict[str, Look]:
        return {}

    def shelves(self) -> dict[str, int]:
        """Every file that is no page, where links may lead and pictures come from; and the settings."""
        found = {}
        for file, stat in self._files.walk(lenient=True):
            if is_path(file) and not (file.endswith(".md") and self.is_page(layout.page_path(file))):
                # Only of what can be shown the time matters; a program's own files change all day.
                shown = file.casefold().endswith(attachment.KINDS)
                found[file] = stat.mtime_ns if shown else 0
        found[SETTINGS] = self.settings
        return dict(sorted(found.items()))

    def is_page(self, path: str) -> bool:
        file = layout.page_file(path)
        if not is_path(file) or path.startswith(_READERS_OWN) or any(map(is_left_out, file.split("/"))):
            return False
        return self._profile.kind_of(file) in ("page", "index")

    def is_index(self, path: str) -> bool:
        return self._profile.is_index(path)

    def on_disk(self, text: str, path: str) -> PageOnDisk | None:
        return None

    def view(self, text: str, path: str) -> PageView:
        return read_page(text, path, self._profile)

    def resolver(self, known: Catalogue) -> Resolver:
        return VaultLinks(known, self._profile)


def page_tree(root: Path) -> PageTree:
    """The pages of the knowledge base at ``root``, as its configuration says.

    Raises NotAWikiError when there are none, NotPlainError when they lie elsewhere by a symlink, ConfigError
    when the configuration cannot be used.
    """
    settings = config.load(root).lint if root.is_dir() else None
    if settings is not None and settings.profile == "vault":
        return AdoptedTree(root, Profile.of(settings))
    return PageTree(root)
