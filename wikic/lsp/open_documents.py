"""Documents open in the editor: their text is what counts, whatever the disk has."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

from wikic.lint.view.page import ParsedPage, scan
from wikic.lsp.addresses import path_of
from wikic.lsp.place import Place
from wikic.lsp.positions import Positions
from wikic.plain_file import WIKI_FILE

_MARK: Final = "\ufeff"


class OpenDocument:
    """One text as it stands in the editor; another text is another value.

    uri: as the client writes it.
    version: the client's count of changes.
    place, file: the tree it belongs to and its path there, "" for none.
    """

    def __init__(self, uri: str, version: int, text: str, place: Place, file: str) -> None:
        self.uri = uri
        self.version = version
        self.place = place
        self.file = file
        # A byte-order mark is no character of the text that rules see; few clients send one.
        self._mark = text.startswith(_MARK)
        self.text = text.removeprefix(_MARK)

    @cached_property
    def data(self) -> bytes | None:
        """The bytes it would be saved as; None for more than a file of a wiki may have."""
        # What is no character (half of a surrogate pair) has no bytes; "?" is as long.
        data = self.text.encode("utf-8", "replace")
        return data if len(data) <= WIKI_FILE else None

    @cached_property
    def page(self) -> ParsedPage:
        """The document, scanned."""
        return scan(self.file, self.data or b"")

    def positions(self, encoding: str) -> Positions:
        """Its positions in the client's encoding."""
        if self._positions is None or self._positions[0] != encoding:
            self._positions = encoding, Positions(self.text, encoding)
        return self._positions[1]

    _positions: tuple[str, Positions] | None = None


class OpenDocuments:
    """All of them, by address; two addresses that are written differently may mean one file."""

    def __init__(self) -> None:
        self._by_path: dict[Path, OpenDocument] = {}

    def put(self, document: OpenDocument) -> None:
        """Take the text a document has from now on."""
        path = path_of(document.uri)
        if path is not None:
            self._by_path[path] = document

    def close(self, uri: str) -> OpenDocument | None:
        """Forget a document; the disk counts again."""
        path = path_of(uri)
        return None if path is None else self._by_path.pop(path, None)

    def get(self, uri: str) -> OpenDocument | None:
        """The document of an address."""
        path = path_of(uri)
        return None if path is None else self._by_path.get(path)

    def all(self) -> tuple[OpenDocument, ...]:
        """Every open document, in the order they were opened."""
        return tuple(self._by_path.values())

    def of(self, place: Place) -> dict[str, OpenDocument]:
        """The documents of a tree by file path."""
        return {each.file: each for each in self._by_path.values() if each.place == place and each.file}
