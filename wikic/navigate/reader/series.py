"""What stands before and behind a page in its directory: documents by their files, notes by their names."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from wikic import layout
from wikic.navigate.library import Library

_NUMBER: Final = re.compile(r"(\d+)")


class Series:
    """The pages of each directory that follow each other. Any threads; a page is asked for in one step."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[str, tuple[object, dict[str, tuple[str, str]]]] = {}

    def beside(self, path: str) -> tuple[str, str]:
        """Page paths of the one before and the one behind, "" where there is none."""
        directory = layout.directory(path)
        entries = self._library.entries(directory)  # the same object until the directory changes
        held = self._known.get(directory)
        if held is None or held[0] is not entries:
            paths = self._ordered([each.path for each in entries])
            places: dict[str, tuple[str, str]] = dict.fromkeys(paths, ("", ""))
            for one, other in pairwise(paths):
                places[one] = places[one][0], other
                places[other] = one, ""
            self._known[directory] = held = entries, places
        return held[1].get(path, ("", ""))

    def _ordered(self, paths: list[str]) -> list[str]:
        if self._library.tree.adopted:
            home = [each for each in paths if self._library.tree.is_index(each)]
            return home + sorted((each for each in paths if each not in home), key=natural)
        pages, sources = self._library.catalogue.pages, self._library.catalogue.sources
        keys = {each: sources[own].key for each in paths if (own := pages[each].article) in sources}
        return sorted(keys, key=lambda each: natural(keys[each]))


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts ``2`` before ``10``."""
    pieces = _NUMBER.split(name.casefold())
    return tuple((int(each), each) if at % 2 else (0, each) for at, each in enumerate(pieces))
