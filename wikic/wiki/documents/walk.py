"""From the paths people name to the files to read, in an order that never changes."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from wikic import layout
from wikic.errors import InputError
from wikic.plain_file import open_folder, open_plain
from wikic.wiki.documents.folder import Folder
from wikic.wiki.documents.office import OFFICE
from wikic.wiki.documents.read_outcome import Skipped, Unreadable

LINES: Final = (".jsonl", ".ndjson")
# Files that may hold several documents.
SEVERAL: Final = (".json", ".csv", ".tsv", ".mbox", ".epub")
RECORDS: Final = (*SEVERAL, *LINES)
_SINGLE: Final = (
    ".md",
    ".markdown",
    ".mdx",
    ".txt",
    ".rst",
    ".html",
    ".htm",
    ".ipynb",
    ".eml",
    ".vtt",
    ".srt",
)
EXTENSIONS: Final = (*_SINGLE, *RECORDS, *OFFICE)

DEEPEST: Final = 100  # folders within folders: each is kept open while those in it are read
# Names that say nothing about the corpus; its directory's name says more.
_GENERIC: Final = frozenset({"corpus", "data", "documents", "docs", "dataset", "articles"})


@dataclass(frozen=True, slots=True)
class File:
    """A file to read.

    path: where it is, as it was named.
    extension: in lower case.
    collection: first part of its key.
    record: rest of its key, unless its records bring their own.
    prefix: what precedes the id of a record in a file of records, "" or ending in ``/``.
    location: collection's folder and path in it, for the article; never absolute.
    folder: where the pictures and files that it shows must lie.
    beside: its directory, relative to ``folder``.
    root: the folder that was walked, symlinks resolved; None for a file that was named itself.
    below: where it lies in ``root``.
    """

    path: Path
    extension: str
    collection: str
    record: str
    prefix: str
    location: str
    folder: Folder
    beside: str = ""
    root: Path | None = None
    below: str = ""

    @property
    def place(self) -> Path:
        """Where it is read."""
        return self.path if self.root is None else self.root / self.below

    def open(self) -> BinaryIO:
        """The file, open; of a folder only what lies in it, whatever its names lead to by now.

        Raises NotPlainError and ``OSError``.
        """
        return open_plain(self.place, inside=self.root, resolved=self.root is not None)


@dataclass(frozen=True, slots=True)
class Within:
    """Where a named path lies in a folder that was taken in before: its documents are that collection's.

    collection: the folder's.
    folder: where it is.
    below: the path in it, "" for the folder itself.
    """

    collection: str
    folder: Path
    below: str


Known = Mapping[Path, Within]  # by path as it was named
NOT_KNOWN: Final[Known] = {}


def ours(root: Path) -> tuple[Path, ...]:
    """Folders that hold no documents: a wiki among its documents, or in the very folder that holds them."""
    return (root, root / layout.WIKI_DIR, root / layout.REVIEW_DIR / layout.SOURCES_DIR)


def check(paths: Sequence[Path]) -> None:
    """Raise InputError for a named path that is missing or cannot be read."""
    for path in paths:
        try:
            mode = path.stat().st_mode
            if stat.S_ISDIR(mode):
                os.scandir(path).close()
            elif stat.S_ISREG(mode):
                open_plain(path).close()
            else:
                raise InputError(f"{path}: is neither a file nor a folder")
        except FileNotFoundError as error:
            raise InputError(f"{path}: there is no such file or folder") from error
        except PermissionError as error:
            raise InputError(f"{path}: no permission to read it") from error
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror})") from error


def walk(
    paths: Sequence[Path],
    collection: str | None = None,
    exclude: Collection[Path] = (),
    known: Known = NOT_KNOWN,
) -> Iterator[File | Unreadable | Skipped]:
    """The files to read under ``paths``: those named in the order given, folders sorted by name.

    exclude: folders not to enter; the wiki itself, when it lies among its documents.
    """
    closed = {path.resolve() for path in exclude}
    for path in paths:
        if path.is_dir():
            yield from _folder(path, collection, closed, known.get(path))
        else:
            yield _named(path, collection, known.get(path))


def _named(path: Path, collection: str | None, within: Within | None) -> File | Unreadable:
    whole = path.resolve()
    parent = _name_of(whole.parent)
    extension = path.suffix.lower()
    if extension not in EXTENSIONS:
        key = layout.source_key(collection or parent, path.name)
        if within is not None:
            key = layout.source_key(within.collection, within.below)
        return Unreadable(key, str(path), f"is of a type wikic does not read ({extension or 'no extension'})")
    if within is not None:
        return _inside(path, within.below, within, Folder(within.folder))
    default = parent
    if extension in RECORDS and path.stem.lower() not in _GENERIC:
        default = path.stem
    location = f"{parent}/{path.name}"
    return File(path, extension, collection or default, path.name, "", location, Folder(whole.parent))


def _inside(
    path: Path, relative: str, within: Within, shown: Folder, walked: Path | None = None, below: str = ""
) -> File:
    """A file that lies ``relative`` in the folder of ``within``, and ``below`` the one that was walked."""
    collection, root = within.collection, within.folder
    extension = path.suffix.lower()
    prefix = relative[: -len(extension)] + "/"
    location, beside = f"{_name_of(root)}/{relative}", layout.directory(relative)
    return File(path, extension, collection, relative, prefix, location, shown, beside, walked, below)


def _folder(
    folder: Path, collection: str | None, closed: Collection[Path], within: Within | None
) -> Iterator[File | Unreadable | Skipped]:
    root = folder.resolve()
    named = within or Within(collection or _name_of(root), root, "")
    shown = Folder(named.folder)
    skipped: list[str] = []
    for entry, problem in _entries(_Walked(root, closed), ""):
        path = folder / entry
        relative = f"{named.below}/{entry}".strip("/")
        if problem is not None:
            yield Unreadable(layout.source_key(named.collection, relative), str(path), problem)
        elif path.suffix.lower() not in EXTENSIONS:
            skipped.append(relative)
        else:
            yield _inside(path, relative, named, shown, root, entry)
    # What documents show is in the wiki with them.
    types = Counter(Path(each).suffix.lower() for each in skipped if each not in shown.taken)
    if types:
        yield Skipped(str(folder), tuple(sorted(types.items(), key=lambda each: (-each[1], each[0]))))


@dataclass(frozen=True, slots=True)
class _Walked:
    """A folder that is walked: where it is, symlinks resolved, and what in it is not entered."""

    root: Path
    closed: Collection[Path]


def _entries(walked: _Walked, below: str, above: int | None = None) -> Iterator[tuple[str, str | None]]:
    """Relative paths of plain files in the folder ``below``, sorted; with a reason for what is none.

    above: the directory that holds it, open: what is listed is what was found there, and no symlink that has
    taken its place since.
    """
    if below.count("/") >= DEEPEST:
        yield below, f"lies more than {DEEPEST} folders deep"
        return
    try:
        handle, entries = _listed(walked, below, above)
    except OSError as error:
        yield below, f"cannot be read ({error.strerror})"
        return
    try:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            relative = f"{below}/{entry.name}" if below else entry.name
            if entry.is_symlink():
                yield from _symlink(walked.root, relative)
            elif entry.is_dir(follow_symlinks=False):
                if not walked.closed or (walked.root / relative) not in walked.closed:
                    yield from _entries(walked, relative, handle)
            elif entry.is_file(follow_symlinks=False):
                yield relative, None
            else:
                yield relative, "is neither a file nor a folder"
    finally:
        if handle is not None:
            os.close(handle)


def _listed(walked: _Walked, below: str, above: int | None) -> tuple[int | None, list[os.DirEntry[str]]]:
    """A directory, open where the system lists open ones, and what is in it. Raises ``OSError``."""
    handle = None
    if os.scandir in os.supports_fd:
        handle = open_folder(walked.root if above is None else below.rpartition("/")[2], below=above)
    try:
        with os.scandir(walked.root / below if handle is None else handle) as found:
            return handle, sorted(found, key=lambda entry: entry.name)
    except BaseException:
        if handle is not None:
            os.close(handle)
        raise


def _symlink(root: Path, relative: str) -> Iterator[tuple[str, str | None]]:
    """A file inside the folder may have a second name; a directory would only be read twice, or for ever."""
    try:
        target = (root / relative).resolve(strict=True)
    except (OSError, RuntimeError):
        known = os.path.splitext(relative)[1].lower() in ("", *EXTENSIONS)
        yield relative, "is a symlink that leads nowhere" if known else None
        return
    if root not in target.parents and target != root:
        yield relative, "is a symlink that leads out of the folder"
    elif target.is_file():
        yield relative, None


def _name_of(directory: Path) -> str:
    return directory.name or "documents"  # the root of the disk has no name


def scopes(paths: Sequence[Path], collection: str | None = None, known: Known = NOT_KNOWN) -> tuple[str, ...]:
    """What every key of a document under ``paths`` begins with, one prefix for each that holds several.

    A source with such a key and no document has lost its document. A single text file has no scope.
    """
    return tuple(
        key_of(path, collection, known) + "/"
        for path in paths
        if path.is_dir() or path.suffix.lower() in RECORDS
    )


def key_of(path: Path, collection: str | None = None, known: Known = NOT_KNOWN) -> str:
    """The key of the document at ``path``; of a folder or file of records, what their keys begin with."""
    within = known.get(path)
    if path.is_dir():
        if within is not None:
            return layout.source_key(within.collection, within.below)
        return layout.source_key(collection or _name_of(path.resolve()), "")
    file = _named(path, collection, within)
    if isinstance(file, Unreadable):
        return file.key
    return layout.source_key(file.collection, file.prefix if file.extension in RECORDS else file.record)


def homes(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The collection of each path's documents by default, and the folder or file it is called after."""
    for path in paths:
        whole = path.resolve()
        if path.is_dir():
            yield _name_of(whole), whole
        elif isinstance(file := _named(path, None, None), File):
            parent = file.collection == _name_of(whole.parent)
            yield file.collection, whole.parent if parent else whole


def hidden_behind(key: str) -> str:
    """What keys may begin with whose documents cannot be seen, because what ``key`` names cannot be read.

    A folder hides what is in it. A file of records hides its whole collection: whether its records' keys
    repeat its name depends on how it was named.
    """
    name, _, extension = key.rpartition(".")
    return key.split("/")[0] + "/" if name and f".{extension.lower()}" in RECORDS else key + "/"
