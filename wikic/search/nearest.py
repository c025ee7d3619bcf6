"""The nearest of many vectors, exactly: every one is compared. numpy does it, imported where used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wikic.errors import MissingExtraError


class Nearest:
    """Vectors by cosine. Those of 50,000 texts, 1,024 numbers each, take 200 MB."""

    def __init__(self, vectors: Sequence[Sequence[float]]) -> None:
        """vectors: of one length, none of them 0. Raises MissingExtraError without numpy."""
        self._numpy: Final = require_numpy()
        self._rows = self._units(vectors) if vectors else None

    def ranked(self, vector: Sequence[float], limit: int) -> list[tuple[int, float]]:
        """Places of the nearest ``limit`` vectors, with their cosines, best first; the earlier of equals."""
        if self._rows is None:
            return []
        cosines = self._rows @ self._units([vector])[0]
        order = self._numpy.argsort(-cosines, kind="stable")[:limit]
        return [(int(at), float(cosines[at])) for at in order]

    def _units(self, vectors: Sequence[Sequence[float]]) -> Any:
        rows = self._numpy.asarray(vectors, dtype=self._numpy.float32)
        return rows / self._numpy.linalg.norm(rows, axis=1, keepdims=True)


def require_numpy() -> Any:
    """numpy. Raises MissingExtraError without it."""
    try:
        import numpy
    except ImportError:
        raise MissingExtraError(
            "comparing vectors needs numpy, which is not installed", hint="pip install 'wikic[semantic]'"
        ) from None
    return numpy
