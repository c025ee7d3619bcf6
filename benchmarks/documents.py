"""Which digests of a wiki are of the documents that a question set names.

A set names documents by id or title; a wiki knows keys, which depend on what was compiled: "set/d00007" of
`set/corpus.jsonl`, "set/corpus/d00007" of the folder `set`, "set/book/03-the-harbour" of a chapter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wikic import layout
from wikic.evaluate.question import SourceNames


class Documents:
    """The digests of a wiki, by what its documents are called."""

    def __init__(self, sources: Iterable[tuple[str, str]]) -> None:
        """sources: key and title of every document of the wiki."""
        self._names = SourceNames(sources)

    def of(self, document: str, title: str = "") -> Collection[str]:
        """Page paths of the digests of a document, by id, else by title; of a book its chapters'."""
        keys = self._names.of(document) or self._names.of(title)
        return {layout.digest_path(key) for key in keys}

    def check(self, documents: Iterable[tuple[str, str]], root: object) -> None:
        """Stop, with a line that says so, where the wiki holds none of these documents (id, title)."""
        if not any(self.of(document, title) for document, title in documents):
            raise SystemExit(
                f"{root} holds none of the documents that the questions name: compile it from DATA"
            )
