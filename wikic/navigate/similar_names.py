"""What may have been meant by a name that no page has."""

from __future__ import annotations

from typing import Final

from wikic.errors import FormatError
from wikic.graph.resolve import Resolved
from wikic.navigate.library import Library
from wikic.navigate.result import Problem

_NEAREST: Final = 5
_SHOWN: Final = 200  # characters of a name that makes no sense


def not_found(library: Library, name: str, resolved: Resolved) -> Problem:
    """The problem with a name that is no page's, or that several pages answer to."""
    if not name.strip():
        return Problem("The name of a page is empty.", next="Call wiki_search or wiki_list to find one.")
    if resolved.ambiguous:
        return Problem(
            f"{name[:_SHOWN]!r} may be one of several pages.", resolved.paths, "Read one of these."
        )
    near = nearest(library, name)
    hint = "Read one of these, or call wiki_search." if near else "Call wiki_search or wiki_list to find one."
    return Problem(f"There is no page {name[:_SHOWN]!r}.", near, hint)


def nearest(library: Library, name: str, limit: int = _NEAREST) -> tuple[str, ...]:
    """Page paths of the pages whose names or text come nearest to ``name``, best first."""
    words = name.rpartition("/")[2].replace("-", " ").removesuffix(".md")
    try:
        hits = library.search.search(words, limit=limit)
    except FormatError:  # damaged since it was opened; the next command builds it again
        return ()
    return tuple(hit.path for hit in hits if library.record(hit.path) is not None)
