"""The sections of a knowledge page in their order, and which section a fact stands in."""

from __future__ import annotations

from typing import Final

from wikic.model.page import Fact
from wikic.model.statement import StatementKind

FACTS, HISTORY = "Key Facts", "History"


# What a document says, in its order, under its own headings; what documents say of a name.
CONTENT, BORROWED = "Document", "In Documents"


# Where documents give the thing two values of which one can hold.
DIFFERING: Final = "Sources Differ"


RELATED_PAGES, RELATED_SOURCES = "Related Pages", "Related Sources"


# The section each kind of statement stands in, in page order (LLM-Wiki, Appendix E, gives Key Facts; the
# others keep judgements from being read as facts).
KIND_SECTIONS: Final[tuple[tuple[StatementKind, str], ...]] = (
    ("fact", FACTS),
    ("claim", "Claims"),
    ("judgement", "Judgements"),
    ("quotation", "Quotations"),
)


FACT_SECTIONS: Final = (
    CONTENT, FACTS, DIFFERING, *(name for _, name in KIND_SECTIONS if name != FACTS), HISTORY, BORROWED
)  # fmt: skip


GENERATED_SECTIONS: Final = (*FACT_SECTIONS, RELATED_PAGES, RELATED_SOURCES)


KNOWN_KEYS: Final = (
    "type", "title", "created", "document", "aliases", "tags", "redirects", "home", "keep", "drop", "fold",
    "borrows",
)  # fmt: skip


TOP: Final = 3  # level of a document's own outermost headings on its page


LOWEST: Final = 6


def section_of(fact: Fact) -> str:
    """Name of the section a fact stands in."""
    if fact.superseded:
        return HISTORY
    if fact.borrowed:
        return DIFFERING if fact.differing else BORROWED
    return dict(KIND_SECTIONS)[fact.kind] if fact.place is None else CONTENT
