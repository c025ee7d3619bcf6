"""Which wikis belong to a federation, each opened once and kept for the next question; addresses that say
which is meant: ``ada:people/Isaac-Dunn``.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from wikic import layout
from wikic.errors import InputError, WikicError
from wikic.manifest_rows import rows
from wikic.model.answer import Answer, Document, Evidence, Near
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.library import Library
from wikic.store.protocol import Closing

# What stands before the colon of an address: "ada" of "ada:people/Isaac-Dunn".
_NAME: Final = re.compile(r"[^\s:/\\#\[\]|]{1,100}")
_KEYS: Final = ("directory", "name", "readers")
# A fleet's manifest will do: it says what each base is made of.
_OF_FLEET: Final = ("documents", "schema", "title", "mirror")


@dataclass(frozen=True, slots=True)
class Member:
    """One wiki of a federation.

    name: that its addresses begin with. root: the directory that holds ``wiki/``.
    readers: names of those who may read it over HTTP; None for everybody who may read any.
    """

    name: str
    root: Path
    readers: frozenset[str] | None = None

    def open_to(self, reader: str | None) -> bool:
        """Whether ``reader`` may read it; None is whoever sits at this machine."""
        return reader is None or self.readers is None or reader in self.readers


def read_members(where: Path) -> tuple[Member, ...]:
    """The wikis of a folder that holds one knowledge base a folder, by name; or of a manifest, in its order.

    Raises InputError with the place of what is wrong.
    """
    try:
        found = tuple(_list_folders(where) if where.is_dir() else _list_manifest(where))
    except OSError as error:
        raise InputError(f"{where} cannot be read: {error.strerror or error}") from error
    if not found:
        raise InputError(
            f"{where} holds no wiki",
            hint="it is a folder of knowledge bases, each with its wiki/, or a manifest that lists them",
        )
    if not any(each.root.is_dir() for each in found):
        raise InputError(f"{where}: none of its directories is there; the first is {found[0].root}")
    seen: dict[str, Member] = {}
    for each in found:
        # Two folders can be told apart by capitals where the disk can; whoever writes a list slips.
        other = seen.setdefault(each.name if where.is_dir() else each.name.casefold(), each)
        if other is not each:
            raise InputError(
                f"{where}: {other.root} and {each.root} are both called {each.name}",
                hint="give one of them another `name` in a manifest",
            )
    return found


def home(where: Path) -> Path:
    """The directory whose ``.wikic/`` keeps what is known of the wikis of ``where``."""
    return where if where.is_dir() else where.parent


def registry_key(where: Path) -> str:
    """What is known of the wikis of ``where`` is kept under this name there: each manifest has its own."""
    return "folder" if where.is_dir() else sha256(os.fsencode(where.name)).hexdigest()[:12]


def manifest_stamp(where: Path) -> object:
    """Another one where a manifest was written; None for a folder, which is to be looked through."""
    if where.is_dir():
        return None
    try:
        found = where.stat()
    except OSError as error:
        return str(error)
    return found.st_mtime_ns, found.st_size


def _list_folders(folder: Path) -> Iterator[Member]:
    found = [
        each
        for each in sorted(folder.iterdir())
        if not each.is_symlink() and not each.name.startswith(".") and _is_base(each)
    ]
    # What can stand in an address is a wiki's name, whoever comes and goes beside it.
    names = {each: each.name for each in found if _is_name(each.name)}
    slugs = {each: _folder_slug(each.name) for each in found if each not in names}
    taken = Counter(name.casefold() for name in (*names.values(), *slugs.values()))
    for each in found:
        name = names.get(each) or slugs[each]
        if each in slugs and taken[name.casefold()] > 1:
            name += f"-{sha256(os.fsencode(each.name)).hexdigest()[:4]}"
        yield Member(name, each)


def _is_base(folder: Path) -> bool:
    """Whether a folder is a knowledge base; one that may not be looked into may be one, and is named then."""
    try:
        # The latter: adopted.
        return (folder / layout.WIKI_DIR).is_dir() or (folder / layout.CONFIG_FILE).is_file()
    except PermissionError:
        return True


def _list_manifest(manifest: Path) -> Iterator[Member]:
    for place, row in rows(manifest):
        yield _read_member(row, place, manifest.parent)


def _read_member(row: Mapping[str, Any], place: str, near: Path) -> Member:
    if odd := [str(key) for key in row if key not in (*_KEYS, *_OF_FLEET)]:
        raise InputError(f"{place}: there is no {odd[0]!r}; known are {', '.join(_KEYS)}")
    directory, name, readers = row.get("directory"), row.get("name"), row.get("readers")
    for key, value in (("directory", directory), ("name", name)):
        if value is not None and not isinstance(value, str):
            raise InputError(f"{place}: {key} must be a text", hint=f"quote it: {key}: '{str(value)[:60]}'")
    if not isinstance(directory, str) or not directory or "\0" in directory:
        raise InputError(f"{place} has no directory")
    if readers is not None and not (
        isinstance(readers, list) and all(isinstance(each, str) and each for each in readers)
    ):
        raise InputError(f"{place}: readers must be a list of names")
    root = near / directory  # one that is not there is named when it is asked
    if name is None:
        folder = os.path.basename(os.path.realpath(root))
        name = folder if _is_name(folder) else _folder_slug(folder)
    return Member(_member_name(name, place), root, None if readers is None else frozenset(readers))


def _folder_slug(folder: str) -> str:
    """What a wiki is called whose folder's name cannot stand in an address."""
    return layout.slug(os.fsencode(folder).decode(errors="replace"))


def _is_name(name: str) -> bool:
    """Whether a name can stand in an address, and is seen there: no control character, no half of one."""
    return name.isprintable() and _NAME.fullmatch(name) is not None and name != layout.READER_DIR


def _member_name(name: object, place: str) -> str:
    if not isinstance(name, str) or not _is_name(name):
        raise InputError(
            f"{place}: {str(name)[:60]!r} cannot stand in an address",
            hint="give it a `name` without spaces, colons, slashes and brackets in a manifest",
        )
    return name


def qualified(wiki: str, path: str) -> str:
    """``path`` of ``wiki``; "" stays as it is."""
    return f"{wiki}:{path}" if path else ""


def parted(address: str, wikis: Container[str]) -> tuple[str, str]:
    """The wiki and the path of an address; "" and all of it where it begins with no known wiki."""
    bare = address.lstrip("[")
    opening = address[: len(address) - len(bare)]
    name, colon, path = bare.partition(":")
    if colon and name.strip() in wikis:
        return name.strip(), f"{opening}{path}"
    return "", address


def title_beside(wiki: str, title: str) -> str:
    """What a wiki calls itself, "" where that says no more than its name."""
    return "" if layout.slug(title).casefold() == layout.slug(wiki).casefold() else title


def with_addresses(wiki: str, answer: Answer) -> Answer:
    """An answer of one wiki with its addresses qualified."""
    return replace(
        answer,
        evidence=tuple(_qualify_evidence(wiki, each) for each in answer.evidence),
        sources=tuple(_qualify_document(wiki, each) for each in answer.sources),
        nearest=tuple(
            Near(qualified(wiki, each.path), each.title, each.summary, each.fact) for each in answer.nearest
        ),
    )


def _qualify_evidence(wiki: str, each: Evidence) -> Evidence:
    citations = tuple(replace(cite, digest=qualified(wiki, cite.digest)) for cite in each.citations)
    return replace(each, page=qualified(wiki, each.page), via=qualified(wiki, each.via), citations=citations)


def _qualify_document(wiki: str, document: Document) -> Document:
    return Document(qualified(wiki, document.digest), qualified(wiki, document.key), document.title)


# What may stay open: wikis, and pages of all of them, of which each takes some 15 KB.
_WIKIS: Final = 64
_PAGES: Final = 50_000
# Seconds in which a wiki that was looked at is taken as it was.
_FRESH: Final = 5.0


@dataclass(slots=True)
class _Held:
    """One open wiki.

    pages: how many it has. looked: when it was seen to be in step. lock: it explores one question at a time.
    users: threads that have it in hand.
    """

    library: Library
    heuristic: Heuristic
    pages: int
    looked: float
    lock: Lock = field(default_factory=Lock)
    users: int = 0


class OpenWikis(Closing):
    """Opens wikis when they are asked and closes those that were not for the longest time. Any threads."""

    def __init__(
        self, *, most: tuple[int, int] = (_WIKIS, _PAGES), clock: Callable[[], float] = time.monotonic
    ) -> None:
        """most: wikis, and pages of all of them, that stay open; one always does."""
        self._most = most
        self._clock = clock
        self._guard = Lock()
        self._opening: dict[Path, Lock] = {}
        self._open: OrderedDict[Path, _Held] = OrderedDict()

    def close(self) -> None:
        """Close all of them."""
        with self._guard:
            held, self._open = list(self._open.values()), OrderedDict()
        for each in held:
            each.library.close()

    @contextmanager
    def library(self, root: Path) -> Iterator[Library]:
        """The wiki in ``root`` for reading, its indexes in step. Raises NotAWikiError."""
        with self._held(root) as held:
            yield held.library

    @contextmanager
    def explorer(self, root: Path) -> Iterator[tuple[Library, Heuristic]]:
        """The same, for one thread at a time, with what explores it."""
        with self._held(root) as held, held.lock:
            yield held.library, held.heuristic

    @contextmanager
    def _held(self, root: Path) -> Iterator[_Held]:
        with self._guard:
            opening = self._opening.setdefault(root, Lock())
        with opening:  # of one wiki one thread makes the indexes, the others wait for it and for no other
            held = self._take(root) or self._opened(root)
            if self._clock() - held.looked > _FRESH:
                held.looked = self._clock()
                with suppress(WikicError, OSError):  # it is read as it was
                    held.library.renew()
                    held.pages = len(held.library.catalogue.pages)
        try:
            yield held
        finally:
            with self._guard:
                held.users -= 1
                surplus = self._surplus()
            for each in surplus:
                each.library.close()

    def _opened(self, root: Path) -> _Held:
        library = Library.current(root)
        pages = len(library.catalogue.pages)
        held = _Held(library, Heuristic(library), pages, self._clock(), users=1)
        with self._guard:
            self._open[root] = held
        return held

    def _take(self, root: Path) -> _Held | None:
        with self._guard:
            held = self._open.get(root)
            if held is not None:
                held.users += 1
                self._open.move_to_end(root)
            return held

    def _surplus(self) -> list[_Held]:
        """Wikis to be closed, those that nobody asked for the longest time; those in use stay."""
        wikis, pages = self._most
        held = sum(each.pages for each in self._open.values())
        closed: list[_Held] = []
        for root in [root for root, each in self._open.items() if not each.users]:
            if len(self._open) <= 1 or (len(self._open) <= wikis and held <= pages):
                break
            closed.append(self._open.pop(root))
            held -= closed[-1].pages
        return closed
