"""Where a link leads: the ladder of ``graph.resolve`` for names, the file system's steps for paths."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal
from urllib.parse import unquote

from wikic import layout
from wikic.graph.resolve import Ladder, PageNames, Resolved, fold_target, slug_key
from wikic.lint.profile import WIKIC, FileKind, Profile
from wikic.model.link import Link
from wikic.text.normalise import fold_name

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


ELSEWHERE: Final = Resolution("elsewhere")
ABSENT: Final = Resolution("absent")
NOTHING: Final = Resolution("none")
ITSELF: Final = Resolution("self")  # whatever page the link stands on


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
        self._files = files
        self._names_of = known
        self._profile = profile
        self._known: dict[tuple[str, str], Resolution] = {}
        self._paths: dict[tuple[str, str], Resolution] = {}
        paths = (layout.page_path(file) for file in files if file.endswith(".md"))
        self._ladder = Ladder(paths, self._names, profile.is_source)

    def of_link(self, file: str, link: Link) -> Resolution:
        """Where a link of a file leads: the first rung that holds its target."""
        if link.kind == "markdown":
            key = (link.target, layout.directory(file))
            found = self._paths.get(key)
            if found is None:
                found = self._resolve_path(file, link.target)
                if found is not ELSEWHERE:  # addresses are many, and each stands once
                    self._paths[key] = found
            return found if found is not ITSELF else Resolution("self", (file,))
        target = link.target.strip()
        if not target:
            return Resolution("self", (file,))
        origin = layout.page_path(file)
        found = self.resolve(target, origin=origin)
        if found.rung == "none" and link.heading:
            for joint in ("# ", " #", "#"):
                whole = self.resolve(f"{target}{joint}{link.heading}", origin=origin)
                if whole.rung != "none":
                    return replace(whole, whole=True)
        return found

    def resolve(self, target: str, *, origin: str = "") -> Resolution:
        """What ``[[target]]`` means on the page ``origin`` (a page path); ``target`` carries no heading."""
        key = (target, layout.directory(origin))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._resolve(target.strip(), origin)
        return found

    def _resolve_path(self, file: str, target: str) -> Resolution:
        """A Markdown link: relative to its page, else to the root, as many wikis write it."""
        written, query, _ = target.strip().partition("?")
        target = unquote(written).replace("\\", "/")
        if query and "." not in target.rpartition("/")[2]:
            return ELSEWHERE  # an address of the site that the text comes from: item?id=1
        if not target:
            return ITSELF
        if _URL.match(target) or (target.startswith("((") and self._profile.program.name == "logseq"):
            return ELSEWHERE
        own = "" if target.startswith("/") else layout.directory(file)
        if target.endswith("/") and self._profile.program.anchors in ("github", "mkdocs"):
            return ELSEWHERE  # an address of the site that is made of the pages
        for start in dict.fromkeys((own, "", *self._profile.roots)):
            path = layout.join(start, target)
            if path is None and start == own:
                return ELSEWHERE  # it leaves the wiki: what stands there is not ours to know
            if path is None:
                continue
            for there in (path, f"{path}.md", path.removeprefix(f"{layout.WIKI_DIR}/")):
                if there in self._files or there in self.directories:
                    return Resolution("path", (there,))
        return self._in_vault(file, target) if self._profile.is_vault else NOTHING

    def _in_vault(self, file: str, target: str) -> Resolution:
        """What else a Markdown link means in a vault: Obsidian's shortest path, a site's address."""
        if target.startswith("/") and not target.endswith(".md"):
            return ELSEWHERE  # a route of the site that is made from the vault
        whole = layout.join(layout.directory(file), target) or ""
        steps = (*whole.split("/"), *target.split("/"))
        if any(step.startswith(".") and step.strip(".") for step in steps):
            return ELSEWHERE  # hidden directories are not listed
        for each in self._profile.absent:
            if f"{whole}/".startswith(f"{each}/") or f"{target}/".startswith(f"{each}/"):
                return ABSENT
        if whole.endswith((".html", ".htm")) and f"{whole.rpartition('.')[0]}.md" in self._files:
            return ELSEWHERE  # the page as the site has it
        found = self.resolve(target, origin=layout.page_path(file))
        if found.rung not in ("path", "folder", "stem") and whole:
            found = self.resolve(whole)
        if found.rung not in ("path", "folder", "stem"):
            return NOTHING
        return replace(found, miscased=len(found.files) == 1 and _is_miscased(target, found.files[0]))

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

    @cached_property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file, however deep."""
        found: set[str] = set()
        for file in self._files:
            inside = layout.directory(file)
            while inside and inside not in found:
                found.add(inside)
                inside = layout.directory(inside)
        return frozenset(found)

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
        return filter(None, map(self._names_of, (*self.pages, *self._indexes)))


def is_no_link(target: str) -> bool:
    """Whether what stands in double brackets names no page: ``[[80,100,120]]``, a URL, ``[[sources/]]``."""
    return _NO_LINK.fullmatch(target) is not None


def is_plain(file: str, link: Link, found: Resolution) -> bool:
    """Whether a link leads, by path or stem, to one other page and to nothing inside it."""
    if found.rung == "elsewhere":
        return True
    one = found.rung in ("path", "folder", "stem") and len(found.files) == 1 and not found.miscased
    return one and link.heading is None and link.block is None and found.files[0] != file


def _is_miscased(target: str, file: str) -> bool:
    """Whether a target names a file by its path, or the end of it, but for capital and small letters."""
    named = "/".join(step for step in target.split("/") if step not in ("", ".", ".."))
    one, other = (unicodedata.normalize("NFC", each) for each in (named, file))
    if not layout.stem(one).casefold().endswith(".md"):
        other = other.removesuffix(".md")
    # Who names a page by its file name alone means the one page of that name, wherever it lies.
    return not other.endswith(one) and other.casefold().endswith(one.casefold())


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
