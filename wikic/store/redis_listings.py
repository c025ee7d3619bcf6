"""The directories of a wiki in a Redis: as stored, with a change carried out, as commands that write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from wikic.store.codec import encode_directory
from wikic.store.directories import Fate, NameChange, cut, fate, merge
from wikic.store.path_keys import name, parent
from wikic.store.records import DirectoryMeta, DirectoryRecord
from wikic.store.redis_codec import unpack_directory
from wikic.store.redis_link import Link

MANY: Final = 1_000  # names in one command: Lua passes some thousands of arguments at most


@dataclass(slots=True)
class Commands:
    """What the script is to do, in order, each behind the number of its words, and the keys it writes."""

    keys: dict[bytes, None] = field(default_factory=dict)
    words: list[bytes] = field(default_factory=list)

    def add(self, command: str, key: bytes, *arguments: bytes) -> None:
        self.keys[key] = None
        self.words += (str(len(arguments) + 2).encode(), command.encode(), key, *arguments)

    def add_each(self, command: str, key: bytes, arguments: list[bytes], step: int = 1) -> None:
        """One command for many arguments, ``step`` of which belong together."""
        for at in range(0, len(arguments), MANY * step):
            self.add(command, key, *arguments[at : at + MANY * step])


@dataclass(slots=True)
class Listing:
    """What becomes of a directory.

    changed: whether it is to be written. pages: names that its pages hold so far. names: of its files now.
    record: None where it is gone or absent.
    """

    fate: Fate
    changed: bool
    pages: set[str]
    names: tuple[str, ...]
    record: DirectoryRecord | None = None


class Listings:
    """Reads directories of one wiki. ``key`` gives the key of a path in a space."""

    def __init__(self, link: Link, key: Callable[[bytes, str], bytes]) -> None:
        self._link = link
        self._key = key

    def stored(self, files: Iterable[str], more: Iterable[str]) -> dict[str, bytes | None]:
        """The directories of some files, those above them, and ``more``, as they are stored."""
        wanted = {"": None, **dict.fromkeys(more)}
        for path in files:
            directory = parent(path)
            while directory not in wanted:
                wanted[directory] = None
                directory = parent(directory)
        found = self._link.ask("MGET", *(self._key(b"D", each) for each in wanted))
        return dict(zip(wanted, found, strict=True))

    def changed(self, directory: str, data: bytes | None, change: NameChange, generation: int) -> Listing:
        """A directory, stored as ``data``, with ``change`` carried out."""
        old = unpack_directory(data) or DirectoryRecord(name(directory))
        sub_dirs = merge(old.sub_dirs, change.dirs, change.gone_dirs)
        pages: set[str] = set()
        if old.next is not None:
            found = self._link.ask("ZRANGE", self._key(b"L", directory), b"0", b"-1")
            pages.update(each.decode() for each in found)
        names = merge((*old.files, *pages), change.files, change.gone_files)
        entries = len(names) + len(sub_dirs)
        head, following = cut(names, None)
        known = (old.files, old.next, old.sub_dirs, old.meta.entry_count)
        changed = data is None or (head, following, sub_dirs, entries) != known
        changed = changed or (following is not None and pages != set(names))
        listing = Listing(fate(data is not None, directory, entries), changed, pages, names)
        if listing.fate in ("kept", "created"):
            mtime_ns = 0 if changed else old.meta.mtime_ns
            version = generation if changed else old.meta.version
            meta = DirectoryMeta(version, entries, old.meta.access_count, mtime_ns)
            listing.record = DirectoryRecord(old.name, sub_dirs, head, following, meta)
        return listing

    def write(self, directory: str, listing: Listing, commands: Commands) -> None:
        """Add to ``commands`` what makes a directory so."""
        at, pages = self._key(b"D", directory), self._key(b"L", directory)
        record = listing.record
        if record is not None and record.next is not None:
            names = set(listing.names)
            come = [part for each in sorted(names - listing.pages) for part in (b"0", each.encode())]
            commands.add_each("ZADD", pages, come, 2)
            commands.add_each("ZREM", pages, [each.encode() for each in sorted(listing.pages - names)])
        else:
            commands.add("UNLINK", pages)
        if record is None:
            commands.add("UNLINK", at)
        else:
            commands.add("SET", at, encode_directory(record))
