"""Everything one editor has open, and when its knowledge bases are looked at again.

That is a while after the last keystroke; the client is told what differs from what it was told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lsprotocol import types

from wikic import layout
from wikic.config import PYPROJECT
from wikic.lsp.completion import Completion
from wikic.lsp.knowledge import Knowledge, PageIndex
from wikic.lsp.open_documents import UTF16, OpenDocument, OpenDocuments
from wikic.lsp.place import Place, path_of, place_in, place_of
from wikic.lsp.protocol_values import list_diagnostics

# A change of one of these may make another knowledge base of a directory.
_SETTINGS = frozenset({layout.CONFIG_FILE, PYPROJECT, layout.SCHEMA_FILE, layout.IDENTITY_FILE})


@dataclass(frozen=True, slots=True)
class Opened:
    """One knowledge base and what is made from it when somebody asks."""

    knowledge: Knowledge
    index: PageIndex
    completion: Completion


class Editor:
    """The state of the server.

    folders: directories opened in the editor.
    encoding: what positions count.
    documents: open in the editor.
    """

    def __init__(self, scratch: Path) -> None:
        """``scratch``: a directory for what is kept while the server runs."""
        self.folders: list[Path] = []
        self.encoding: str = UTF16
        self.documents = OpenDocuments()
        self._scratch = scratch
        self._made = 0
        self._opened: dict[Place, Opened] = {}

    def open_folder(self, folder: Path) -> None:
        """A directory is opened in the editor; documents that are open may belong to it."""
        if folder not in self.folders:
            self.folders.append(folder)
            self._replace()

    def close_folder(self, folder: Path) -> None:
        """A directory is open no more; documents in it are on their own."""
        if folder in self.folders:
            self.folders.remove(folder)
            self._replace()

    def _replace(self) -> None:
        for each in self.documents.all():
            self.put(each.uri, each.version, each.text)
        self._drop(place for place in self._opened if place not in self._wanted())

    def _wanted(self) -> set[Place]:
        places = {each.place for each in self.documents.all()}
        return places | {place for folder in self.folders if (place := place_in(folder)) is not None}

    def _drop(self, places: Iterable[Place]) -> None:
        for place in tuple(places):
            self._opened.pop(place, None)

    def places(self) -> list[Place]:
        """The knowledge bases that are opened as folders, and those that open documents belong to."""
        return sorted(self._wanted(), key=lambda place: (str(place.root), place.inside, place.only or ""))

    def put(self, uri: str, version: int, text: str) -> OpenDocument | None:
        """Take the text of a document; None for one that is no file."""
        path = path_of(uri)
        if path is None:
            return None
        before = self.documents.get(uri)
        place = before.place if before is not None and version != before.version else None
        place = place or place_of(path, self.folders)
        document = OpenDocument(uri, version, text, place, place.file(path) or "")
        self.documents.put(document)
        return document

    def close(self, uri: str) -> OpenDocument | None:
        """A document is closed: what only it belonged to is forgotten."""
        document = self.documents.close(uri)
        if document is not None and document.place not in self._wanted():
            self._drop([document.place])
        return document

    def at(self, place: Place) -> Opened:
        """The knowledge base of a place, opened when it is first asked for."""
        found = self._opened.get(place)
        if found is None:
            scratch = self._scratch / str(self._made)
            scratch.mkdir()
            self._made += 1
            knowledge = Knowledge(place, self.documents, scratch, self.encoding)
            index = PageIndex(knowledge)
            found = self._opened[place] = Opened(knowledge, index, Completion(knowledge, index))
        return found

    def of(self, uri: str) -> tuple[Opened, str] | None:
        """The knowledge base of an address and the file path there; None for what belongs to none."""
        document = self.documents.get(uri)
        if document is not None:
            return (self.at(document.place), document.file) if document.file else None
        path = path_of(uri)
        if path is None:
            return None
        place = place_of(path, self.folders)
        file = place.file(path)
        return None if file is None else (self.at(place), file)

    def opened(self) -> list[Opened]:
        """The knowledge bases opened so far."""
        return list(self._opened.values())

    def disk_changed(self, paths: Iterable[Path]) -> list[Place]:
        """Files were written, came or went: the places that have to be looked at again."""
        paths = list(paths)
        if any(path.name in _SETTINGS for path in paths):
            self._opened.clear()
            self._replace()
            return self.places()
        stale: list[Place] = []
        for place, each in self._opened.items():
            if any(path.is_relative_to(place.home) for path in paths):
                each.knowledge.disk_changed()
                stale.append(place)
        return stale


# Seconds after a keystroke; who types goes on within that time.
PAUSE: Final = 0.15
# Without word from the client of what changed on disk, the disk is listed again after so many seconds.
LISTED: Final = 2.0

Publish = Callable[[types.PublishDiagnosticsParams], None]


class Publishing:
    """Sends what is found in each file when it is not what was sent last.

    whole: whether files count that are not open in the editor.
    watched: whether the client says which files change on disk.
    """

    def __init__(self, editor: Editor, publish: Publish, *, whole: bool) -> None:
        self.whole = whole
        self.watched = False
        self._editor = editor
        self._publish = publish
        self._sent: dict[str, list[types.Diagnostic]] = {}
        self._waiting: dict[Place, asyncio.TimerHandle] = {}
        self._took = 0.0
        self._listed: dict[Place, float] = {}

    def soon(self, place: Place) -> None:
        """Look when nobody has typed for a while; what takes long is done less often."""
        waiting = self._waiting.pop(place, None)
        if waiting is not None:
            waiting.cancel()
        pause = max(PAUSE, 2 * self._took)
        self._waiting[place] = asyncio.get_running_loop().call_later(pause, self.now, place)

    def now(self, place: Place) -> None:
        """Look, and send what differs from what was sent."""
        waiting = self._waiting.pop(place, None)
        if waiting is not None:
            waiting.cancel()
        opened = self._editor.at(place)
        began = time.monotonic()
        if not self.watched and began - self._listed.get(place, 0.0) > LISTED:
            opened.knowledge.listing.renew()
            self._listed[place] = began
        knowledge = opened.knowledge
        found = list_diagnostics(knowledge)
        self._took = time.monotonic() - began
        shown = set(found) | set(knowledge.open) if self.whole else set(knowledge.open)
        wanted = {knowledge.uri(file): found.get(file, []) for file in shown}
        self._send(place, wanted)

    def _send(self, place: Place, wanted: dict[str, list[types.Diagnostic]]) -> None:
        """Files of this place that are wanted no more are cleared."""
        for uri in [uri for uri, sent in self._sent.items() if sent and uri not in wanted]:
            found = self._editor.of(uri)
            if found is None or found[0].knowledge.place == place:
                wanted[uri] = []
        documents = self._editor.documents
        for uri, some in wanted.items():
            if self._sent.get(uri) == some:
                continue
            document = documents.get(uri)
            version = None if document is None else document.version
            self._publish(types.PublishDiagnosticsParams(uri, some, version))
            self._sent[uri] = some

    def closed(self, uri: str) -> None:
        """A document is no longer open: unless the whole wiki counts, nothing is shown of it."""
        if not self.whole and self._sent.pop(uri, []):
            self._publish(types.PublishDiagnosticsParams(uri, []))
