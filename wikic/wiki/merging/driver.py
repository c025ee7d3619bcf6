"""``wikic merge-driver``: what git calls for each file that two branches changed.

``.gitattributes`` names it (``wikic init`` writes that), and one command registers it::

    git config merge.wikic.driver "wikic merge-driver %O %A %B %P %L"
"""

from __future__ import annotations

from pathlib import Path

from wikic import layout
from wikic.errors import DiskError, InputError
from wikic.plain_file import WIKI_FILE, read_plain
from wikic.whole_file import replace_file
from wikic.wiki.merging import decisions, generated, page, three_way
from wikic.wiki.merging.three_way import Merged


def merge_files(
    base: Path, ours: Path, theirs: Path, path: str, marker_size: int = three_way.MARKER_SIZE
) -> int:
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
    return by_unit if by_unit is not None else three_way.merge_lines(base, ours, theirs, marker_size)


def _by_unit(base: bytes, ours: bytes, theirs: bytes, path: str, marker_size: int) -> Merged | None:
    # The repository may hold the knowledge base anywhere; the last wiki/ is the one.
    inside = f"/{path}".rpartition(f"/{layout.WIKI_DIR}/")[2]
    if inside == layout.ERROR_BOOK_FILE:
        found = decisions.merge_book(base, ours, theirs)
        return Merged(found) if found is not None else None
    if decisions.parser(inside) is not None:
        return _decisions(base, ours, theirs, inside, marker_size)
    if not inside.endswith(".md"):
        return None
    match layout.node_kind(layout.page_path(inside)):
        case "index" | "dimension":
            return generated.merge_index(base, ours, theirs)
        case "digest":
            return generated.merge_digest(base, ours, theirs)
        case "entity":
            return page.merge_page(base, ours, theirs, marker_size)
        case _:
            return None


def _decisions(base: bytes, ours: bytes, theirs: bytes, file: str, marker_size: int) -> Merged:
    """By what the files say; whole, where they decided one thing in two ways and no line shows it."""
    by_line = three_way.merge_lines(base, ours, theirs, marker_size)
    found = decisions.merge_decisions(base, ours, theirs, file, b"" if by_line.conflicts else by_line.data)
    if found is not None:
        return Merged(found)
    hidden = not by_line.conflicts and all(decisions.is_readable(side, file) for side in (ours, theirs))
    return three_way.whole_files(ours, theirs, marker_size) if hidden else by_line
