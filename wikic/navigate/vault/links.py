"""Where the links of a vault lead: what the linter says, as pages to read and files to show.

A link is kept with its page as one text, since what it means depends on which files there are:
``Page`` or ``Page#heading`` of a wikilink, the destination of a Markdown link behind ``](``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from wikic import layout
from wikic.graph.resolve import NOTHING, Resolved
from wikic.lint.profile import Profile
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.wiki_state import NAMES, WikiState
from wikic.markdown.wikilink import split_target
from wikic.model import attachment
from wikic.model.link import Link
from wikic.navigate.indexes.catalogue import Catalogue

_DESTINATION: Final = "]("
# It leads somewhere that is no page, by design.
_NO_PAGE: Final = Resolved("path")
_INDEXES: Final = ("index", "_index", "README")


@dataclass(frozen=True, slots=True)
class Lead:
    """The page, file or directory that a link leads to.

    kind: a page, a file that may be shown, or a directory. path: page path, file path or directory path.
    """

    kind: Literal["page", "file", "directory"]
    path: str


class VaultLinks:
    """The links of one vault in one state, as a ``Resolver``; any number of threads."""

    def __init__(self, known: Catalogue, profile: Profile) -> None:
        self._profile = profile
        self._pages = known.pages
        files = {file for file in known.head.shelves if not file.startswith("/")}
        files |= {layout.page_file(path) for path in known.pages}
        self._state = WikiState(frozenset(files), lambda file: None, profile)
        self._state.gists[NAMES] = {
            layout.page_file(path): (entry.title, (*entry.aliases, *entry.redirects), ())
            for path, entry in known.pages.items()
        }

    def resolve(self, target: str, *, origin: str = "") -> Resolved:
        """What a link kept as ``kept`` gives it, or a name, means on the page ``origin``."""
        found = self._found(target, origin)
        paths = tuple(self._pages_of(found))
        if paths:
            return Resolved(found.rung, paths)  # type: ignore[arg-type]
        return NOTHING if found.rung == "none" and not target.startswith(_DESTINATION) else _NO_PAGE

    def lead(self, target: str, *, origin: str = "") -> Lead | None:
        """The one page, file or directory that a link leads to, or None."""
        found = self._found(target, origin)
        paths = tuple(self._pages_of(found))
        if paths:
            return Lead("page", paths[0]) if len(paths) == 1 else None
        if len(found.files) != 1:
            return None
        (file,) = found.files
        if file in self._state.directories:
            return Lead("directory", file)
        return Lead("file", file) if file in self._state.files and is_shown(file) else None

    def _found(self, target: str, origin: str) -> Resolution:
        return self._state.names.of_link(layout.page_file(origin), _parse_target(target))

    def _pages_of(self, found: Resolution) -> Iterator[str]:
        for file in found.files:
            path = layout.page_path(file)
            if file.endswith(".md") and path in self._pages:
                yield path
            elif file in self._state.directories:
                inside = (f"{file}/{name}" for name in _INDEXES)
                yield from [each for each in inside if each in self._pages][:1]


def is_shown(file: str) -> bool:
    """Whether a file of a vault may be sent to a browser: pictures and documents, nothing that runs."""
    return file.casefold().endswith(attachment.KINDS)


def stored_link(link: Link) -> str:
    """A link as it is kept with its page."""
    if link.kind == "markdown":
        return f"{_DESTINATION}{link.target}"
    return f"{link.target}#{link.heading}" if link.heading else link.target


def stored_destination(href: str) -> str:
    """The destination of a Markdown link, without its place in the page, as a link is kept."""
    return f"{_DESTINATION}{href.partition('#')[0]}"


def _parse_target(target: str) -> Link:
    if target.startswith(_DESTINATION):
        return Link("markdown", target.removeprefix(_DESTINATION), None, None, None, False, 0, 0, 1, 1)
    page, heading, block = split_target(target)
    return Link("wiki", page, None, heading, block, False, 0, 0, 1, 1)
