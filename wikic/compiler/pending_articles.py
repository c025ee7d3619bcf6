"""Articles that wait to be extracted: more of them than the memory holds, when they are many."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import SpooledTemporaryFile
from typing import Final
from weakref import finalize

from wikic.errors import DiskError
from wikic.model.article import Article

IN_MEMORY: Final = 64 << 20  # bytes; beyond them all lie in a temporary file, which has no name


class PendingArticles:
    """Articles, gone through in order of their keys as often as need be. Both raise DiskError."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](max_size=IN_MEMORY)
        finalize(self, _close, self._file)
        self._places: dict[str, int] = {}  # where each begins, by key

    def add(self, article: Article) -> None:
        """Take one more, of a key that none has."""
        with _disk_errors():
            self._places[article.key] = self._file.seek(0, 2)
            pickle.dump(article, self._file, pickle.HIGHEST_PROTOCOL)

    def remove(self, key: str) -> None:
        """Let go of one."""
        del self._places[key]

    def __len__(self) -> int:
        return len(self._places)

    def keys(self) -> list[str]:
        """The keys, in order."""
        return sorted(self._places)

    def __iter__(self) -> Iterator[Article]:
        for key in self.keys():
            with _disk_errors():
                self._file.seek(self._places[key])
                article: Article = pickle.load(self._file)
            yield article


def _close(file: SpooledTemporaryFile[bytes]) -> None:
    with suppress(OSError):  # what could not be written
        file.close()


@contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DiskError(
            f"the temporary file of documents to take in cannot be used: {error.strerror}",
            hint="TMPDIR names the folder it lies in; it takes as much as the documents' text",
        ) from error
