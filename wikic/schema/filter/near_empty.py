"""Near-empty documents (a kind of low-information ones; WikiKV, III-C): no sentence, or a placeholder."""

from __future__ import annotations

from typing import Final

from wikic.language import all_packs
from wikic.schema.filter.document_view import DocumentView, found

_FEWEST: Final = 5  # words: "Nasam is a village in Georgia" is a document
_PLACEHOLDER: Final = 20  # words a document may have beside its placeholder
_LETTERS: Final = 0.3  # share of its words that are not numbers

PLACEHOLDERS: Final = (
    *(
        "lorem ipsum",
        "coming soon",
        "under construction",
        "to be written",
        "to be done",
        "todo",
        "tbd",
        "tba",
    ),
    *("no content", "content goes here", "insert text here", "this page is empty", "this page is a stub"),
    *("intentionally left blank", "nothing here yet", "work in progress", "page vide", "seite im aufbau"),
    *("en construction", "en construcción", "próximamente"),
    *all_packs.words("placeholders"),
)


def is_near_empty(view: DocumentView) -> bool:
    """Whether a document has fewer words than a sentence, or hardly more than a placeholder or numbers."""
    if view.size < _FEWEST:
        return True
    if view.size <= _PLACEHOLDER and found(PLACEHOLDERS, view.text):
        return True
    return sum(map(str.isalpha, view.words)) < _LETTERS * len(view.words)
