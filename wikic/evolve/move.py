"""``wikic move`` and ``wikic rename``: what a person chooses for one page."""

from __future__ import annotations

from dataclasses import replace

from wikic import layout
from wikic.errors import UsageError
from wikic.evolve.decisions import Decisions
from wikic.evolve.lookup import directories, directory_named, page_named
from wikic.model.schema import Redirect
from wikic.text.normalise import normalise
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
            hint=f"there are {directories(space)}; "
            f"new ones go under dimensions: in wiki/{layout.SCHEMA_FILE}",
        )
    if layout.directory(page.path) == target:
        return None
    schema, identity = space.schema, space.fold.identity
    reason = f"move {page.path} to {target}/"
    if not page.group:
        return Decisions(reason, schema, identity, own=((page.path, f"{target}/{layout.stem(page.path)}"),))
    expected = space.fold.expected(page.group)
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
    identity, own = space.fold.identity, space.fold.title_of(page.group)
    if title == own:  # as its sources call it: the names it had meanwhile stand in identity.yaml
        overlay = next(overlay for group, _, overlay in space.fold.pages() if group == page.group)
        known = {each.stem for each in identity.redirects} | {layout.page_stem(title)}
        left = (*overlay.redirects, layout.stem(page.path))
        fresh = tuple(Redirect(stem, own) for stem in dict.fromkeys(left) if stem not in known)
        identity = replace(identity, redirects=identity.redirects + fresh)
    reason = f"rename {page.path} to {title!r}"
    return Decisions(reason, space.schema, identity, titles=((page.path, title),))
