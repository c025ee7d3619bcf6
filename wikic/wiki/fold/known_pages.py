"""The pages of groups of entities, and what people changed on them."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from wikic.model.page import NO_OVERLAY, Overlay
from wikic.wiki.fold.tables import Kind, Overflow, Table

_PATH: Final[Kind[str]] = Kind.of(str)


@dataclass(frozen=True, slots=True)
class KnownPage:
    """The page of a group of entities, on disk or still to come.

    path: where it is on disk; "" when it is still to come.
    overlay: what people changed on it.
    title: the title it had, where it has no facts any more.
    """

    path: str
    overlay: Overlay
    title: str = ""


class KnownPages(MutableMapping[str, KnownPage]):
    """Pages by group, without titles. People's words, which few pages have, stay in memory as they are."""

    def __init__(self, overflow: Overflow) -> None:
        """``overflow``: shared by all tables of the fold."""
        self.overflow = overflow
        self._paths: Table[str] = Table(overflow, _PATH)
        self._overlays: dict[str, Overlay] = {}

    def get(self, key: object, default: Any = None) -> Any:
        """The page of a group, or ``default``."""
        path = self._paths.get(key)
        return default if path is None else KnownPage(path, self._overlays.get(str(key), NO_OVERLAY))

    def __contains__(self, key: object) -> bool:
        return key in self._paths

    def __getitem__(self, key: str) -> KnownPage:
        return KnownPage(self._paths[key], self._overlays.get(key, NO_OVERLAY))

    def __setitem__(self, key: str, page: KnownPage) -> None:
        self._paths[key] = page.path
        if page.overlay:
            self._overlays[key] = page.overlay
        else:
            self._overlays.pop(key, None)

    def __delitem__(self, key: str) -> None:
        del self._paths[key]
        self._overlays.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def changed(self) -> Iterator[tuple[str, KnownPage]]:
        """Group and page where people changed anything."""
        return ((group, self[group]) for group in list(self._overlays))
