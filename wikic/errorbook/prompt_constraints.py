"""Chooses the constraints that go into the next prompt of extraction ("inject", LLM-Wiki, section 3.3)."""

from __future__ import annotations

from typing import Final

from wikic.errorbook.entry import Book
from wikic.errorbook.error_counts import ErrorCounts

# A prompt is paid for with every source: eight rules are about 400 tokens, and of more a model obeys fewer.
MAX_CONSTRAINTS: Final = 8
MAX_CHARS: Final = 1_920


def constraints(
    book: Book,
    counts: ErrorCounts,
    language: str | None = None,
    limit: int = MAX_CONSTRAINTS,
    max_chars: int = MAX_CHARS,
) -> tuple[str, ...]:
    """Constraints of the open entries, most frequent first, then by id; each once.

    language: of the document they go with: entries of another one say nothing of it. None for all.
    limit: how many at most. max_chars: their length together; one that is too long for what is left is
        passed over.
    """
    taught = [
        entry
        for entry in book.entries
        if entry.status == "open" and entry.constraint and language in (None, entry.language or language)
    ]
    taught.sort(key=lambda entry: (-counts.times(entry.id), entry.id))
    chosen: dict[str, None] = {}
    left = max_chars
    for entry in taught:
        text = " ".join(entry.constraint.split())
        if len(chosen) < limit and len(text) <= left and text not in chosen:
            chosen[text] = None
            left -= len(text)
    return tuple(chosen)
