"""The bytes that the fold would write for each page and index; lint rules compare them with the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

import msgspec

from wikic import build_dir, layout
from wikic.errors import ConfigError, FormatError
from wikic.model.change import Delete, Write
from wikic.wiki import written_file
from wikic.wiki.fold.last_run import VERSION, frames
from wikic.wiki.schema_file import stamp_of
from wikic.wiki.tree import FileStat, Tree
from wikic.wiki.workspace import Workspace

_Value = TypeVar("_Value")


def expectations(root: Path, title: str) -> Callable[[str], bytes | None]:
    """Fold the wiki at ``root`` without writing anything: what it gives for the path of a page or an index.

    That is ``b""`` where it gives nothing, None where it has no objection to what stands there.

    title: heading of the root index.

    Where every file is as the last run left it, nothing is folded: it would give the same again. Without a
    digest or the schema there is no fold to compare with, and no opinion. Raises NotAWikiError.
    """
    if is_current(Tree(root), title):
        return _no_opinion
    try:
        space = Workspace.open(root, title)
    except (FormatError, ConfigError):
        # A digest or schema.yaml that cannot be read is a finding of its own; nothing can be folded.
        return _no_opinion
    wanted: dict[str, bytes] = {}
    for change in space.propose("lint").changes:
        if isinstance(change, Write):
            wanted[change.path] = change.content
        elif isinstance(change, Delete):
            wanted[change.path] = b""

    return lambda path: wanted.get(layout.page_file(path))


def _no_opinion(path: str) -> None:
    return None


class _Record(msgspec.Struct, gc=False):
    """A remembered file: the two fields that tell whether it has changed."""

    hash: str
    stat: FileStat
    article: str = ""


class _Frame(msgspec.Struct, array_like=True):
    """A frame of ``wiki.fold.last_run``, read for this question alone: a tenth of it is decoded."""

    version: int
    schema: str
    digests: dict[str, _Record | None]
    pages: dict[str, _Record | None]
    indexes: dict[str, str | None]


_DECODER: Final = msgspec.msgpack.Decoder(_Frame)


def _frames(file: BinaryIO, size: int) -> list[_Frame]:
    return [_DECODER.decode(body) for body in frames(file, size)]


def is_current(tree: Tree, title: str) -> bool:
    """Whether no digest, page, index, schema or title changed since the fold wrote what it remembers."""
    log = build_dir.kept_pieces(tree.build / layout.NAMES_FILE, _frames)
    schema = tree.read(layout.SCHEMA_FILE)
    if not log or any(frame.version != VERSION for frame in log) or schema is None:
        return False
    if log[-1].schema != stamp_of(schema, tree.read(layout.IDENTITY_FILE) or b"", title):
        return False
    digests = _last(frame.digests for frame in log)
    known = {layout.page_file(layout.digest_path(key)): record for key, record in digests.items()}
    pages = _last(frame.pages for frame in log)
    known.update((layout.page_file(path), record) for path, record in pages.items())
    articles = {record.article for record in pages.values() if record.article}
    indexes = {layout.page_file(path): hashed for path, hashed in _last(f.indexes for f in log).items()}
    seen = 0
    for file, stat in tree.walk():
        record = known.get(file)
        if record is not None:
            seen += 1
            if record.stat != stat and not _holds(tree, file, record.hash):
                return False
        elif file in articles:
            articles.remove(file)
            if not written_file.is_named_by(file, tree.read(file) or b""):
                return False
        elif file not in indexes and _counts(file):
            return False
    return (
        seen == len(known)
        and not articles
        and all(_holds(tree, file, hashed) for file, hashed in indexes.items())
    )


def _last(changes: Iterable[Mapping[str, _Value | None]]) -> dict[str, _Value]:
    """The last value that the changes give each key; a key whose last value is None is left out."""
    found: dict[str, _Value | None] = {}
    for each in changes:
        found.update(each)
    return {key: value for key, value in found.items() if value is not None}


def _holds(tree: Tree, file: str, hashed: str) -> bool:
    """Whether the file's content has the hash ``hashed``."""
    data = tree.read(file)
    return data is not None and layout.content_hash(data) == hashed


def _counts(file: str) -> bool:
    """Whether the fold would look at a file it does not remember: an object, a page, part of an index."""
    if not file.endswith(".md"):
        return False
    path = layout.page_path(file)
    object_file = file.startswith((f"{layout.DIGESTS_DIR}/", f"{layout.WRITTEN_DIR}/"))
    return object_file or layout.is_knowledge_page(path) or layout.is_index_part(path)
