"""``wikic merge-driver``: what git calls for each file that two branches changed.

``.gitattributes`` names it (``wikic init`` writes that), and one command registers it::

    git config merge.wikic.driver "wikic merge-driver %O %A %B %P %L"
"""

from __future__ import annotations

from pathlib import Path

from wikic import layout
from wikic.errorbook import book_file as book_file
from wikic.errorbook import book_merge as book
from wikic.errors import ConfigError, DiskError, InputError
from wikic.plain_file import WIKI_FILE, read_plain
from wikic.whole_file import replace_file
from wikic.wiki.merging import decisions, digest, index, lines, page
from wikic.wiki.merging.lines import Merged


def merge_files(base: Path, ours: Path, theirs: Path, path: str, marker_size: int = lines.MARKER_SIZE) -> int:
    """Merge into ``ours``, as git asks of a driver; returns how many conflicts are left in it.

    base: the common ancestor, empty when both sides added the file.
    path: where the file stands in the repository.

    Raises InputError for a file that cannot be read, DiskError when the result cannot be written.
    """
    try:
        sides = [read_plain(file, WIKI_FILE) for file in (base, ours, theirs)]
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from error
    merged = merge(*sides, path=path, marker_size=marker_size)
    try:
        replace_file(ours, merged.data, lasting=False)
    except OSError as error:
        raise DiskError(f"{ours}: {error.strerror}") from error
    return merged.conflicts


def merge(base: bytes, ours: bytes, theirs: bytes, *, path: str, marker_size: int) -> Merged:
    """The merge of one file by what it is, and as git does it where it has no units of ours."""
    if ours == theirs or theirs == base:
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    by_unit = _by_unit(base, ours, theirs, path, marker_size)
    return by_unit if by_unit is not None else lines.merge(base, ours, theirs, marker_size)


def _by_unit(base: bytes, ours: bytes, theirs: bytes, path: str, marker_size: int) -> Merged | None:
    # The repository may hold the knowledge base anywhere; the last wiki/ is the one.
    inside = f"/{path}".rpartition(f"/{layout.WIKI_DIR}/")[2]
    if inside == layout.ERROR_BOOK_FILE:
        return _book(base, ours, theirs)
    if decisions.parser(inside) is not None:
        return _decisions(base, ours, theirs, inside, marker_size)
    if not inside.endswith(".md"):
        return None
    match layout.node_kind(layout.page_path(inside)):
        case "index" | "dimension":
            return index.merge(base, ours, theirs)
        case "digest":
            return digest.merge(base, ours, theirs)
        case "entity":
            return page.merge(base, ours, theirs, marker_size)
        case _:
            return None


def _book(base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    try:
        return Merged(book_file.render(book.merge(*map(book_file.parse, (base, ours, theirs)))))
    except ConfigError:
        return None


def _decisions(base: bytes, ours: bytes, theirs: bytes, file: str, marker_size: int) -> Merged | None:
    """By what the files say; as git merges their lines, where that says the same and keeps all comments."""
    by_value = decisions.merge(base, ours, theirs, file)
    by_line = lines.merge(base, ours, theirs, marker_size)
    parse = decisions.parser(file)
    if by_value is None or parse is None:
        return None
    try:
        same = not by_line.conflicts and parse(by_line.data) == parse(by_value)
    except ConfigError:
        same = False
    return by_line if same else Merged(by_value)
