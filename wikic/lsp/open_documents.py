"""Documents open in the editor, whose text is what counts, and positions in texts as the protocol has them.

A position is a line and a number of code units in it: UTF-16 unless client and server agree on another
encoding. Lines end at ``\\n``, ``\\r\\n`` and ``\\r``, and nowhere else: pygls, which goes by
``str.splitlines``, also ends them at a form feed or U+2028.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

from lsprotocol.types import Position, PositionEncodingKind, Range

from wikic.lint.view.page import ParsedPage, scan_page
from wikic.lsp.place import Place, path_of
from wikic.plain_file import WIKI_FILE

_LINE_END: Final = re.compile(r"\r\n|\r|\n")

_UNITS: Final[dict[str, Callable[[str], int]]] = {
    PositionEncodingKind.Utf32: lambda char: 1,
    PositionEncodingKind.Utf16: lambda char: 2 if ord(char) > 0xFFFF else 1,
    PositionEncodingKind.Utf8: lambda char: len(char.encode("utf-8", "surrogatepass")),
}
UTF16: Final = PositionEncodingKind.Utf16


class Positions:
    """The positions of one text.

    text: as it is shown in the editor; offsets count its characters.
    encoding: what a position counts within its line.
    """

    def __init__(self, text: str, encoding: str = UTF16) -> None:
        self.text = text
        self._units = _UNITS[PositionEncodingKind(encoding)]
        self._one_each = text.isascii() or encoding == PositionEncodingKind.Utf32
        self._last = (-1, 0)  # an offset, and what is counted before it in its line

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def _line(self, number: int) -> tuple[int, int]:
        """Start and end of a line, its line end left out."""
        start = self._starts[number]
        if number + 1 == len(self._starts):
            return start, len(self.text)
        end = self._starts[number + 1] - 1
        crlf = end > start and self.text[end] == "\n" and self.text[end - 1] == "\r"
        return start, end - crlf

    def at(self, offset: int) -> Position:
        """The position of an offset; what lies outside of the text is its beginning or end."""
        offset = min(max(offset, 0), len(self.text))
        number = bisect_right(self._starts, offset) - 1
        start, end = self._line(number)
        offset = min(offset, end)
        if self._one_each:
            return Position(number, offset - start)
        # From the place asked for last, where it is in this line before it: a line may hold thousands.
        counted, units = self._last if start <= self._last[0] <= offset else (start, 0)
        units += sum(map(self._units, self.text[counted:offset]))
        self._last = offset, units
        return Position(number, units)

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets."""
        return Range(self.at(start), self.at(end))

    def offset(self, position: Position) -> int:
        """The offset of a position; what lies behind its line is the line's end.

        In the middle of a character it is the character's beginning.
        """
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._line(max(position.line, 0))
        if self._one_each:
            return min(start + max(position.character, 0), end)
        left = position.character
        for at in range(start, end):
            left -= self._units(self.text[at])
            if left < 0:
                return at
        return end

    def line_end(self, offset: int) -> int:
        """Where the line of an offset ends, its line end left out."""
        return self._line(bisect_right(self._starts, offset) - 1)[1]

    def line_start(self, offset: int) -> int:
        """Where the line of an offset begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def place(self, line: int, column: int) -> int:
        """The offset of a line and column that count from 1, in characters, as findings do."""
        if line > len(self._starts):
            return len(self.text)
        start, end = self._line(max(line - 1, 0))
        return min(start + max(column - 1, 0), end)


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
        return scan_page(self.file, self.data or b"")

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
