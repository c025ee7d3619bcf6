"""Keys of the documents that pages rest on: what retrieval of pages is judged by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wikic.navigate.library import Library


def of_pages(library: Library, paths: Iterable[str]) -> tuple[str, ...]:
    """Keys of the sources of pages, pages and each page's sources in order, each key once."""
    return tuple(dict.fromkeys(_keys(library, paths)))


def _keys(library: Library, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if (source := library.source(path)) is not None and source.article == path:
            yield source.key
        elif (view := library.view(path)) is not None:
            for line in view.sources:
                if (source := library.source(line.digest)) is not None:
                    yield source.key
