"""``.wikic/collections.json``: where the documents of each collection lay, seen from the knowledge base.

A collection is called as its folder is. Two folders of one name would share keys: the documents of the first
would be taken for changed, or for gone. A file or folder inside of one that was taken in as a whole (its
place ends in ``/``) is that collection's. Places are relative: whoever copies documents and wiki copies both.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.copy_origin import origin
from wikic.errors import UsageError
from wikic.model.schema import Schema
from wikic.wiki.disk import replace_cache
from wikic.wiki.documents import walk


def inside(root: Path, paths: Sequence[Path], collection: str | None, schema: Schema) -> walk.Known:
    """Which of ``paths`` lie in the folders of collections, each in the nearest one.

    A folder that the schema names is a collection of its own.

    collection: the name that a person gave; what it says is believed, and nothing lies in another then.
    """
    if collection:
        return {}
    kept = _load(root)
    own = {each.name for each in schema.collections} - kept.keys()
    folders: dict[Path, str] = {}
    for name, place in sorted(kept.items()):
        home = _there(root, place) if place.endswith("/") else None
        if home is not None:
            folders.setdefault(home, name)
    found: dict[Path, walk.Within] = {}
    closed = [each.resolve() for each in walk.ours(root)]
    for path in paths:
        named = list(walk.homes([path]))
        if any(name in own or (name in kept and _there(root, kept[name]) == home) for name, home in named):
            continue
        # By the name it was given: a symlink stands where it stands in a walk over the folder.
        whole = path.parent.resolve() / path.name if path.name not in ("", "..") else path.resolve()
        home = next((each for each in whole.parents if each in folders), None)
        if home is None or any(each.is_relative_to(home) and whole.is_relative_to(each) for each in closed):
            continue
        below = whole.relative_to(home).as_posix()
        if not any(step.startswith(".") for step in below.split("/")):
            found[path] = walk.Within(folders[home], home, below)
    return found


def refuse_others(root: Path, paths: Sequence[Path], collection: str | None) -> None:
    """Raise UsageError where a folder has the name of a collection whose documents lie elsewhere.

    One that lay in a folder which is gone has moved.

    collection: the name that a person gave; what it says is believed.
    """
    if collection:
        return
    known = {name: _there(root, place) for name, place in _load(root).items()}
    for name, home in walk.homes(paths):
        before = known.get(name)
        if before is not None and before != home:
            there, here = origin(before), origin(home)
            raise UsageError(
                f"the documents of {name!r} are those of {there}, and {here} has the same name",
                hint=f"--collection NAME tells them apart; --collection {name} says that they are the same",
            )
        known[name] = home


def vanished(root: Path) -> tuple[str, ...]:
    """What the keys of those collections begin with whose folder or file is no longer there."""
    return tuple(f"{name}/" for name, place in _load(root).items() if _there(root, place) is None)


def note(root: Path, paths: Sequence[Path], collection: str | None) -> None:
    """Keep where the documents under ``paths`` lie. Raises DiskError."""
    known = _load(root)
    found = dict(known)
    for path in paths:
        for name, home in walk.homes([path]):
            place, before = _from(root, home), found.get(collection or name, "")
            whole = path.is_dir() or before == f"{place}/"
            found[collection or name] = f"{place}/" if whole else place
    if found != known:
        data = msgspec.json.format(msgspec.json.encode(dict(sorted(found.items())))) + b"\n"
        replace_cache(build_dir.at(root) / layout.COLLECTIONS_FILE, data)


def _from(root: Path, home: Path) -> str:
    """A place as it is kept: relative to the knowledge base, where the file system can say so."""
    try:
        return Path(os.path.relpath(home, root.resolve())).as_posix()
    except ValueError:  # another drive
        return home.as_posix()


def _there(root: Path, place: str) -> Path | None:
    """The folder or file that is kept as ``place``; None where there is none, or what cannot be a path."""
    try:
        found = (root / place).resolve()
        return found if found.exists() else None
    except PermissionError:  # it is there, and somebody else's
        return root / place
    except (OSError, ValueError, RuntimeError):
        return None


def _load(root: Path) -> Mapping[str, str]:
    return build_dir.kept(build_dir.at(root) / layout.COLLECTIONS_FILE, _DECODER.decode) or {}


_DECODER: Final = msgspec.json.Decoder(dict[str, str])
