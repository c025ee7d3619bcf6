"""Saved answers among the pages: searched and read as all pages are, and no evidence for another answer.

Only what `/save` marked counts: `notes/` may be a directory of documents as well, or of people's own pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wikic import layout
from wikic.search.fields import tag_key
from wikic.search.query import filter_query

if TYPE_CHECKING:
    import tantivy


def is_saved(path: str, tags: Iterable[str]) -> bool:
    """Whether a page is an answer that was saved."""
    return path.startswith(f"{layout.NOTES_DIR}/") and any(tag_key(tag) == layout.NOTES_TAG for tag in tags)


def saved(searcher: tantivy.Searcher, schema: tantivy.Schema) -> tuple[int, tantivy.Query | None]:
    """How many saved answers there are, and the query that finds them; None where there are none."""
    query = filter_query(schema, layout.NOTES_DIR, layout.NOTES_TAG)
    found = searcher.search(query, limit=1) if query is not None else None
    count = int(found.count or 0) if found is not None else 0  # type: ignore[attr-defined]  # not in its stubs
    return count, query if count else None


def but(query: tantivy.Query, without: tantivy.Query | None) -> tantivy.Query:
    """``query``, but for the pages that ``without`` finds."""
    from tantivy import Occur, Query

    return query if without is None else Query.boolean_query([(Occur.Must, query), (Occur.MustNot, without)])
