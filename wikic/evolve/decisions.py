"""What a safe change decides: the next schema and identities, and what is chosen for single pages.

Pages and directories are found by the names people have for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wikic import layout
from wikic.errors import UsageError
from wikic.graph.resolve import Ladder, PageNames
from wikic.model.schema import Identity, Schema
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Decisions:
    """Everything a change of the wiki's shape decides; the fold carries it out.

    reason: one line, for the journal and reports.
    schema, identity: as they will stand.
    homes: pairs of page path and the directory it is moved to, None for the one the rules give.
    titles: pairs of page path and the title it is given.
    own: pairs of page path and new page path, of pages that people wrote themselves.
    """

    reason: str
    schema: Schema
    identity: Identity
    homes: tuple[tuple[str, str | None], ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    own: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A page.

    path: page path.
    group: the group whose page it is, "" for one that people wrote themselves.
    title: as it stands on the page.
    """

    path: str
    group: GroupId
    title: str


def directory_named(space: Workspace, name: str) -> str | None:
    """The directory of knowledge pages that ``name`` means, or None."""
    plain = name.strip().strip("/").removeprefix(f"{layout.WIKI_DIR}/").removesuffix(".md")
    plain = plain.removesuffix(f"/{layout.DIRECTORY_INDEX}")
    holding = {layout.directory(path) for path in space.state.pages}
    return plain if space.schema.dimension(plain) is not None or plain in holding else None


def directories(space: Workspace) -> str:
    """The directories there are, for a hint: those that lie in no other, and how many more."""
    names = {*(each.name for each in space.schema.dimensions), *map(layout.directory, space.state.pages)}
    top = sorted(name for name in names if name and "/" not in name)
    nested = sum(1 for name in names if "/" in name)
    return ", ".join(top) + (f" and {nested:,} below them" if nested else "")


def page_named(space: Workspace, name: str) -> Named:
    """The page that a path, stem, title or alias means. Raises UsageError for none and for several."""
    groups = {path: group for group, path, _ in space.fold.pages()}
    titles = {path: overlay.title for _, path, overlay in space.fold.pages()}

    def title(path: str) -> str:
        group = groups.get(path, "")
        return titles.get(path) or (space.fold.groups.title_of(group) if group else layout.stem(path))

    overlays = {path: overlay for _, path, overlay in space.fold.pages()}
    ladder = Ladder.of(
        PageNames(
            path,
            title(path),
            record.entry.aliases,
            overlays[path].redirects if path in overlays else (),
        )
        for path, record in space.state.pages.items()
    )
    bare = name.strip().removeprefix("[[").removesuffix("]]")
    found = ladder.resolve(bare)
    if not found.paths and "/" in bare:  # the path of a page that has moved since
        found = ladder.resolve(layout.stem(bare))
    if found.path is None:
        raise _unnamed(space, name, found.paths)
    return Named(found.path, groups.get(found.path, ""), title(found.path))


def _unnamed(space: Workspace, name: str, paths: Sequence[str]) -> UsageError:
    """Why a name does not mean one page, and what to do."""
    if paths:
        several = ", ".join(paths[:5]) + (", …" if len(paths) > 5 else "")
        return UsageError(f"{name!r} means several pages: {several}", hint="name it by its path")
    if directory_named(space, name) is not None:
        return UsageError(
            f"{name!r} is a directory, and a page is needed; nothing was changed",
            hint=f"`wikic read {name}` lists its pages",
        )
    return UsageError(f"no page is called {name!r}", hint="`wikic search` finds pages by their words")
