"""What belongs to a fleet: a YAML or JSONL file that lists knowledge bases, or a folder of folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wikic.errors import InputError, UsageError
from wikic.manifest_rows import rows
from wikic.staging.address import is_address, path_of

_KEYS: Final = ("directory", "documents", "schema", "title", "mirror")
# What `--wikis` goes by: one list serves both.
_OF_FEDERATION: Final = ("name", "readers")


@dataclass(frozen=True, slots=True)
class Base:
    """One knowledge base of a fleet.

    directory: that holds ``wiki/``. documents: files, folders and addresses that it is compiled from.
    schema: file that ``init`` takes its schema from, or None. title: of the wiki, "" for the folder's name.
    mirror: address of the store that it is mirrored to, "" for none.
    """

    directory: Path
    documents: tuple[Path, ...]
    schema: Path | None = None
    title: str = ""
    mirror: str = ""


def read(manifest: Path, to: Path | None = None) -> tuple[Base, ...]:
    """The bases of a manifest, in its order; of a folder, one for each folder in it, by name.

    Paths in a file are relative to it; what has a scheme (``s3://…``) is an address.

    to: where the bases of a folder lie, each called as its documents.

    Raises UsageError where the two do not go together, InputError with the place of what is wrong.
    """
    if manifest.is_dir():
        if to is None:
            raise UsageError(f"{manifest} is a folder; --to DIR says where its knowledge bases go")
        bases = tuple(_list_folders(manifest, to))
    elif to is not None:
        raise UsageError("--to goes with a folder of folders; a manifest names each directory itself")
    else:
        bases = tuple(_read_base(row, place, manifest) for place, row in rows(manifest))
    if not bases:
        raise InputError(f"{manifest} names no knowledge base")
    seen: dict[Path, Path] = {}
    for each in bases:
        whole = _real_path(each.directory)
        if whole in seen:
            raise InputError(f"{manifest}: two knowledge bases are in {each.directory}")
        seen[whole] = each.directory
    _refuse_wikis_among_documents(bases)
    return bases


def _refuse_wikis_among_documents(bases: Sequence[Base]) -> None:
    """Raise InputError where a base would be compiled from what another one is made of."""
    homes: dict[Path, list[Base]] = {}
    for base in bases:
        for each in base.documents:
            if not is_address(str(each)):
                homes.setdefault(_real_path(each), []).append(base)
    for base in bases:
        whole = _real_path(base.directory)
        above = [other for each in (whole, *whole.parents) for other in homes.get(each, ())]
        others = [other for other in above if other is not base]
        if others:
            raise InputError(
                f"{base.directory} lies among the documents of {others[0].directory}",
                hint="keep the knowledge bases in a folder of their own",
            )


def _real_path(path: Path) -> Path:
    """A path without symlinks; one that leads in a circle stays as it is, and is told when it is read."""
    return Path(os.path.realpath(path))


def share(bases: tuple[Base, ...], index: int, of: int) -> tuple[Base, ...]:
    """Every ``of``-th base from ``index`` on, from 0: what one of several machines does."""
    if not 0 <= index < of:
        raise UsageError(f"--shard {index}/{of}: of {of} shards the first is 0 and the last {of - 1}")
    return bases[index::of]


def _list_folders(folder: Path, to: Path) -> Iterator[Base]:
    for each in sorted(folder.iterdir()):
        if each.is_dir() and not each.is_symlink() and not each.name.startswith("."):
            yield Base(to / each.name, (each,))


def _read_base(row: Mapping[str, Any], place: str, manifest: Path) -> Base:
    if odd := [str(key) for key in row if key not in (*_KEYS, *_OF_FEDERATION)]:
        raise InputError(f"{place}: there is no {odd[0]!r}; known are {', '.join(_KEYS)}")
    near = manifest.parent
    documents = row.get("documents")
    listed = [documents] if isinstance(documents, str) else documents
    if not isinstance(listed, list) or not listed or not all(isinstance(each, str) for each in listed):
        raise InputError(f"{place}: documents must be a path or a list of paths")
    texts = {key: row.get(key, "") for key in ("directory", "schema", "title", "mirror")}
    if wrong := [key for key, value in texts.items() if not isinstance(value, str)]:
        raise InputError(f"{place}: {wrong[0]} must be a text")
    if any("\0" in each for each in (*listed, *texts.values())):
        raise InputError(f"{place} holds a character that no path has")
    if not texts["directory"]:
        raise InputError(f"{place} has no directory")
    return Base(
        near / texts["directory"],
        tuple(path_of(each) if is_address(each) else near / each for each in listed),
        near / texts["schema"] if texts["schema"] else None,
        texts["title"],
        texts["mirror"],
    )
