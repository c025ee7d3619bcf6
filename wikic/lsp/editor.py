"""Everything one editor has open: its folders, its documents, and the knowledge bases they belong to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wikic import layout
from wikic.config import PYPROJECT
from wikic.lsp.completion import Completion
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.open_documents import UTF16, OpenDocument, OpenDocuments
from wikic.lsp.page_index import PageIndex
from wikic.lsp.place import Place, path_of, place_in, place_of

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
