"""Which digests of a wiki are of the documents that a question set names.

A set names documents by id or title; a wiki knows keys, which depend on what was compiled: "set/d00007" of
`set/corpus.jsonl`, "set/corpus/d00007" of the folder `set`, "set/book/03-the-harbour" of a chapter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wikic import layout
from wikic.text.normalise import fold_name


class Documents:
    """The digests of a wiki, by what its documents are called."""

    def __init__(self, sources: Iterable[tuple[str, str]]) -> None:
        """sources: key and title of every document of the wiki."""
        found = list(sources)
        keys = [key for key, _ in found]
        parts = {whole: layout.parts_of(whole, keys) for whole in {key.rpartition("/")[0] for key in keys}}
        self._digests: dict[str, set[str]] = {}
        self._titled: dict[str, set[str]] = {}
        for key, title in found:
            whole, _, last = key.rpartition("/")
            # All chapters of a book are the book, which is called as its file is.
            book = whole.rpartition("/")[2] if key in parts[whole] else ""
            file = fold_name(book.rpartition(".")[0].replace("-", " "))
            digest = layout.digest_path(key)
            for name in {last, book} - {""}:
                self._digests.setdefault(name, set()).add(digest)
            for name in {fold_name(title), file} - {""}:
                self._titled.setdefault(name, set()).add(digest)

    def of(self, document: str, title: str = "") -> Collection[str]:
        """Page paths of the digests of a document, by id, else by title; of a book its chapters'."""
        return self._digests.get(document) or self._titled.get(fold_name(title), set())

    def check(self, documents: Iterable[tuple[str, str]], root: object) -> None:
        """Stop, with a line that says so, where the wiki holds none of these documents (id, title)."""
        if not any(self.of(document, title) for document, title in documents):
            raise SystemExit(
                f"{root} holds none of the documents that the questions name: compile it from DATA"
            )
