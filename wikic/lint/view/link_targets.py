"""Where a link leads: the ladder for wikilinks, the file system's steps for Markdown links."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, Protocol
from urllib.parse import unquote

from wikic import layout
from wikic.model.link import Link

if TYPE_CHECKING:
    from wikic.lint.profile import Profile

Rung = Literal[
    "self", "path", "folder", "stem", "source", "alias", "title", "redirect", "slug", "none", "absent",
    "elsewhere",
]  # fmt: skip

# What may stand in double brackets and is no link: a URL, a list of numbers, a directory, a wildcard, a
# class of letters, what a shell tests.
# Asked only of what names no page: ``[[2013]]`` and ``[[1.10]]`` may be pages.
_NO_LINK: Final = re.compile(
    r"\d+(?:[\s.,;:/+*-]+\d+)+|\W+|[a-z][a-z0-9+.-]*://.*|mailto:.*|.*/|.*[*{}<>$].*|:\w+:"
    r"|-[a-z] .*|! .*|.* (?:==|!=|=~|&&|-(?:eq|ne|lt|le|gt|ge|nt|ot)) .*",
    re.I | re.S,
)
_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a link leads.

    rung: what matched; ``elsewhere`` is outside the wiki or no link at all, ``absent`` in a directory that
        is not here by design, ``none`` nothing.
    files: file paths it may mean; several make it ambiguous.
    whole: the ``#`` belongs to the name (``[[PR #6420]]``), it opens no heading.
    miscased: a path is spelt in other letters, capital or small, than on disk.
    """

    rung: Rung
    files: tuple[str, ...] = ()
    whole: bool = False
    miscased: bool = False


class Place(Protocol):
    """Where a link stands: ``lint.view.page.ParsedPage``, or no more than this of it."""

    @property
    def file(self) -> str:
        """File path."""
        ...

    @property
    def path(self) -> str:
        """Page path."""
        ...


@dataclass(frozen=True, slots=True)
class Spot:
    """A page as the place of a link, where no more than its name is known."""

    file: str

    @property
    def path(self) -> str:
        """Page path."""
        return layout.page_path(self.file)


class ByName(Protocol):
    """What answers to a name: ``lint.view.page_names.Names``."""

    def resolve(self, target: str, *, origin: str = "") -> Resolution:
        """What ``[[target]]`` means on the page ``origin``."""
        ...


class Listing(Protocol):
    """What there is to lead to: ``lint.view.wiki_view.WikiView``, which stands above this file."""

    @property
    def files(self) -> frozenset[str]:
        """Every file path."""
        ...

    @property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file."""
        ...

    @property
    def profile(self) -> Profile:
        """The profile by which files are read: of a wiki, or of a vault."""
        ...

    @property
    def names(self) -> ByName:
        """The names by which links find pages."""
        ...


ELSEWHERE: Final = Resolution("elsewhere")
ABSENT: Final = Resolution("absent")
NOTHING: Final = Resolution("none")


def resolve(view: Listing, page: Place, link: Link) -> Resolution:
    """The first rung that holds the link's target; ``page`` is the one it stands on."""
    if link.kind == "markdown":
        return _resolve_path(view, page, link.target)
    target = link.target.strip()
    if not target:
        return Resolution("self", (page.file,))
    found = view.names.resolve(target, origin=page.path)
    if found.rung == "none" and link.heading:
        for joint in ("# ", " #", "#"):
            whole = view.names.resolve(f"{target}{joint}{link.heading}", origin=page.path)
            if whole.rung != "none":
                return replace(whole, whole=True)
    return found


def is_no_link(target: str) -> bool:
    """Whether what stands in double brackets names no page: ``[[80,100,120]]``, a URL, ``[[sources/]]``."""
    return _NO_LINK.fullmatch(target) is not None


def is_plain(page: Place, link: Link, found: Resolution) -> bool:
    """Whether a link leads, by path or stem, to one other page and to nothing inside it."""
    if found.rung == "elsewhere":
        return True
    one = found.rung in ("path", "folder", "stem") and len(found.files) == 1 and not found.miscased
    return one and link.heading is None and link.block is None and found.files[0] != page.file


def _resolve_path(view: Listing, page: Place, target: str) -> Resolution:
    """A Markdown link: relative to its page, else to the root, as many wikis write it."""
    written, query, _ = target.strip().partition("?")
    target = unquote(written).replace("\\", "/")
    if query and "." not in target.rpartition("/")[2]:
        return ELSEWHERE  # an address of the site that the text comes from: item?id=1
    if not target:
        return Resolution("self", (page.file,))
    if _URL.match(target) or (target.startswith("((") and view.profile.program.name == "logseq"):
        return ELSEWHERE
    own = "" if target.startswith("/") else layout.directory(page.file)
    if target.endswith("/") and view.profile.program.anchors in ("github", "mkdocs"):
        return ELSEWHERE  # an address of the site that is made of the pages
    for start in dict.fromkeys((own, "", *view.profile.roots)):
        path = layout.join(start, target)
        if path is None and start == own:
            return ELSEWHERE  # it leaves the wiki: what stands there is not ours to know
        if path is None:
            continue
        for file in (path, f"{path}.md", path.removeprefix(f"{layout.WIKI_DIR}/")):
            if file in view.files or file in view.directories:
                return Resolution("path", (file,))
    return _in_vault(view, page, target) if view.profile.is_vault else NOTHING


def _in_vault(view: Listing, page: Place, target: str) -> Resolution:
    """What else a Markdown link means in a vault: Obsidian's shortest path, a site's address."""
    if target.startswith("/") and not target.endswith(".md"):
        return ELSEWHERE  # a route of the site that is made from the vault
    whole = layout.join(layout.directory(page.file), target) or ""
    steps = (*whole.split("/"), *target.split("/"))
    if any(step.startswith(".") and step.strip(".") for step in steps):
        return ELSEWHERE  # hidden directories are not listed
    for each in view.profile.absent:
        if f"{whole}/".startswith(f"{each}/") or f"{target}/".startswith(f"{each}/"):
            return ABSENT
    if whole.endswith((".html", ".htm")) and f"{whole.rpartition('.')[0]}.md" in view.files:
        return ELSEWHERE  # the page as the site has it
    found = view.names.resolve(target, origin=page.path)
    if found.rung not in ("path", "folder", "stem") and whole:
        found = view.names.resolve(whole)
    if found.rung not in ("path", "folder", "stem"):
        return NOTHING
    return replace(found, miscased=len(found.files) == 1 and _is_miscased(target, found.files[0]))


def _is_miscased(target: str, file: str) -> bool:
    """Whether a target names a file by its path, or the end of it, but for capital and small letters."""
    named = "/".join(step for step in target.split("/") if step not in ("", ".", ".."))
    one, other = (unicodedata.normalize("NFC", each) for each in (named, file))
    if not layout.stem(one).casefold().endswith(".md"):
        other = other.removesuffix(".md")
    # Who names a page by its file name alone means the one page of that name, wherever it lies.
    return not other.endswith(one) and other.casefold().endswith(one.casefold())
