"""How far long work has come: what the engines tell, and the faces show."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told by one thread; calls are cheap."""

    def phase(self, name: str, total: int | None) -> None:
        """A new phase begins, with ``total`` units of work; None when nobody knows."""
        ...

    def advance(self, units: int = 1) -> None:
        """Say that ``units`` more of the phase are done."""
        ...

    def tell(self, line: str) -> None:
        """A few words to stand beside the count: what was spent so far, say."""
        ...


class Silent:
    """Progress that nobody watches."""

    def phase(self, name: str, total: int | None) -> None:
        """Say nothing."""

    def advance(self, units: int = 1) -> None:
        """Say nothing."""

    def tell(self, line: str) -> None:
        """Say nothing."""
