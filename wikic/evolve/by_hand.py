"""``wikic move``, ``rename`` and ``merge``: what a person chooses for one page, or makes one of two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wikic import layout
from wikic.errors import UsageError
from wikic.evolve.carry_out import Decisions, Named, directory_named, list_directories, page_named
from wikic.evolve.coaccess import join_directories
from wikic.model.schema import Identity, Pin, Redirect
from wikic.text import names
from wikic.text.normalise import fold_name, normalise
from wikic.wiki.workspace import Workspace


def move(space: Workspace, name: str, directory: str) -> Decisions | None:
    """What it takes to move a page to a directory; None when it lies there.

    Raises UsageError for names that mean nothing.
    """
    page = page_named(space, name)
    target = directory_named(space, directory)
    if target is None:
        raise UsageError(
            f"{directory!r} is no directory of pages; nothing was changed",
            hint=f"there are {list_directories(space)}; "
            f"new ones go under dimensions: in wiki/{layout.SCHEMA_FILE}",
        )
    if layout.directory(page.path) == target:
        return None
    schema, identity = space.schema, space.fold.identity
    reason = f"move {page.path} to {target}/"
    if not page.group:
        return Decisions(reason, schema, identity, own=((page.path, f"{target}/{layout.stem(page.path)}"),))
    expected = space.fold.groups.expected(page.group)
    home = None if expected is not None and expected.directory == target else target
    return Decisions(reason, schema, identity, homes=((page.path, home),))


def rename(space: Workspace, name: str, title: str) -> Decisions | None:
    """What it takes to give a page a title; None when it has it. Raises UsageError as ``move`` does."""
    page = page_named(space, name)
    title = normalise(title)
    if not any(char.isalnum() for char in title):
        raise UsageError("a title needs a letter or a digit; nothing was changed")
    if not page.group:
        raise UsageError(
            f"{page.path} rests on no source: people wrote it", hint="rename its file; links find it by name"
        )
    if page.title == title:
        return None
    taken = layout.page_stem(title).casefold()
    other = next((path for path in space.state.pages if layout.stem(path).casefold() == taken), page.path)
    if other != page.path:
        raise UsageError(
            f"{other} has that name already; nothing was changed",
            hint=f"`wikic merge {other} {page.path}` makes them one; else add what tells them apart: "
            f"{title} (…)",
        )
    identity, own = space.fold.identity, space.fold.groups.title_of(page.group)
    if title == own:  # as its sources call it: the names it had meanwhile stand in identity.yaml
        overlay = next(overlay for group, _, overlay in space.fold.pages() if group == page.group)
        known = {each.stem for each in identity.redirects} | {layout.page_stem(title)}
        left = (*overlay.redirects, layout.stem(page.path))
        fresh = tuple(Redirect(stem, own) for stem in dict.fromkeys(left) if stem not in known)
        identity = replace(identity, redirects=identity.redirects + fresh)
    reason = f"rename {page.path} to {title!r}"
    return Decisions(reason, space.schema, identity, titles=((page.path, title),))


def merge(space: Workspace, kept: str, other: str, *, despite: bool = False) -> Decisions:
    """What it takes to make ``other`` part of ``kept``: both pages, or both directories.

    despite: also where something says that they are two things.

    Raises UsageError for names that mean nothing, for one thing twice, and for a veto.
    """
    first, second = directory_named(space, kept), directory_named(space, other)
    if first is not None and second is not None:
        return merge_directories(space, first, second, despite=despite)
    for directory, name in ((first, other), (second, kept)):
        if directory is not None:
            raise UsageError(
                f"{directory}/ is a directory and {name!r} is none; nothing was changed",
                hint=f"merge two pages, or two of {list_directories(space)}",
            )
    return _merge_pages(space, page_named(space, kept), page_named(space, other), despite=despite)


def merge_directories(space: Workspace, kept: str, other: str, *, despite: bool = False) -> Decisions:
    """What it takes to make one directory part of another. Raises UsageError."""
    if kept == other:
        raise UsageError(f"{kept}/ cannot be merged with itself")
    if space.schema.fallback == other:
        raise UsageError(
            f"{other}/ takes what no other directory takes and must stay",
            hint=f"merge the other way round: wikic merge {other} {kept}",
        )
    if kept.startswith(f"{other}/"):
        raise UsageError(f"{kept}/ lies in {other}/", hint=f"merge it upwards: wikic merge {other} {kept}")
    _refuse_vetoed([] if despite else _name_vetoes(layout.stem(kept), layout.stem(other)))
    schema, renamed = join_directories(space.schema, kept, other)
    homes = tuple(
        (path, renamed(overlay.home))
        for _, path, overlay in space.fold.pages()
        if overlay.home is not None and renamed(overlay.home) != overlay.home
    )
    own = tuple(
        (path, f"{renamed(layout.directory(path))}/{layout.stem(path)}")
        for path, record in sorted(space.state.pages.items())
        if not record.group and renamed(layout.directory(path)) != layout.directory(path)
    )
    return Decisions(f"merge {other}/ into {kept}/", schema, space.fold.identity, homes, own=own)


def _merge_pages(space: Workspace, kept: Named, other: Named, *, despite: bool) -> Decisions:
    if kept.path == other.path:
        raise UsageError(f"{kept.path} is one page already")
    for page in (kept, other):
        if not page.group:
            raise UsageError(
                f"{page.path} rests on no source: people wrote it",
                hint="move its words to the other page with an editor, and delete it",
            )
    _refuse_vetoed([] if despite else _page_vetoes(space, kept, other))
    identity = space.fold.identity
    title = _own_title(space, kept)
    pins = list(identity.pins)
    same = [list(titles) for titles in identity.same]
    for page in (kept, other):
        if "\0" in page.group:  # parted by a disambiguator, or a work: its name alone does not mean it
            pins += _page_pins(space, page, title, pins)
        elif fold_name(_own_title(space, page)) != fold_name(title) or page is kept:
            same = _unite_titles(same, title, _own_title(space, page))
    redirects = [
        replace(each, title=title) if fold_name(each.title) == fold_name(other.title) else each
        for each in identity.redirects
    ]
    overlay = next(overlay for group, _, overlay in space.fold.pages() if group == other.group)
    left = [layout.stem(other.path), *overlay.redirects]
    if layout.slug(kept.title).casefold() == layout.slug(other.title).casefold():
        left.append(layout.stem(kept.path))  # what told it from the other goes from its name
    known = {each.stem for each in redirects}
    redirects += [Redirect(stem, title) for stem in dict.fromkeys(left) if stem not in known]
    identity = Identity(
        same=tuple(tuple(titles) for titles in same if len(titles) > 1),
        distinct=_without_pair(identity.distinct, _own_title(space, kept), _own_title(space, other)),
        pins=tuple(dict.fromkeys(pins)),
        redirects=tuple(redirects),
    )
    return Decisions(f"merge {other.path} into {kept.path}", space.schema, identity)


def _own_title(space: Workspace, page: Named) -> str:
    """The title as the digests give it; where others share it, with what tells them apart."""
    title = space.fold.groups.title_of(page.group)
    inner = page.group.partition("\0")[2].strip("\0")
    if not inner or page.group.startswith("\0") or fold_name(inner) in fold_name(title):
        return title
    return f"{title} ({inner})"


def _page_pins(space: Workspace, page: Named, title: str, there: Iterable[Pin]) -> list[Pin]:
    taken = {(pin.key, fold_name(pin.entity)) for pin in there}
    resolver = space.fold.resolver
    members = [(key, resolver.symbol((key, at)).title) for key, at in resolver.members(page.group)]
    return [Pin(key, entity, title) for key, entity in members if (key, fold_name(entity)) not in taken]


def _unite_titles(same: list[list[str]], title: str, other: str) -> list[list[str]]:
    """The groups of equal titles with one more pair; ``title`` names the page."""
    names_of = {fold_name(title), fold_name(other)}
    touching = [titles for titles in same if names_of & {fold_name(each) for each in titles}]
    rest = [titles for titles in same if titles not in touching]
    spelled: dict[str, str] = {}
    for each in (title, *(each for titles in touching for each in titles), other):
        spelled.setdefault(fold_name(each), each)
    return [*rest, list(spelled.values())]


def _without_pair(
    distinct: tuple[tuple[str, ...], ...], kept: str, other: str
) -> tuple[tuple[str, ...], ...]:
    """The groups that must stay apart, but for the two that no longer do."""
    both = {fold_name(kept), fold_name(other)}
    found = (
        tuple(each for each in titles if fold_name(each) != fold_name(other))
        if both <= {fold_name(each) for each in titles}
        else titles
        for titles in distinct
    )
    return tuple(titles for titles in found if len(titles) > 1)


# --- what says that they are two ---------------------------------------------------------------


def _page_vetoes(space: Workspace, kept: Named, other: Named) -> list[str]:
    found = _name_vetoes(kept.title, other.title)
    names_of = {fold_name(kept.title), fold_name(other.title)}
    for titles in space.fold.identity.distinct:
        if len(names_of & {fold_name(each) for each in titles}) > 1:
            found.append(f"identity.yaml says that {kept.title!r} and {other.title!r} are distinct")
    resolver = space.fold.resolver
    one, two = (resolver.dimension(resolver.all_members(each.group)) for each in (kept, other))
    if one and two and one != two:
        found.append(f"most documents call the one {one}, the other {two}")
    return found


def _name_vetoes(one: str, two: str) -> list[str]:
    if not names.conflict(one, two):
        return []
    return [f"the names {one!r} and {two!r} exclude each other (numbers, disambiguators or opposites)"]


def _refuse_vetoed(vetoes: list[str]) -> None:
    if vetoes:
        raise UsageError(
            f"these may be two things: {'; '.join(vetoes)}; nothing was changed",
            hint="--despite-veto merges them all the same",
        )
