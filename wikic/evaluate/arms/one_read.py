"""One search of the wiki and one read of its first pages, without following links (LLM-Wiki, section 5.3)."""

from __future__ import annotations

from typing import Final

from wikic.evaluate.arms.page_documents import of_pages
from wikic.evaluate.arms.passages import Passage
from wikic.navigate import toolbox
from wikic.navigate.library import Library
from wikic.navigate.tools import wiki_read

_PAGES: Final = 3
_TOKENS: Final = 3_000  # of each, as much as the agent is given of a result


def first_pages(library: Library, question: str) -> tuple[Passage, ...]:
    """The pages that a search for ``question`` lists first, as the agent would read them."""
    return tuple(
        Passage(
            of_pages(library, [hit.path]),
            toolbox.call(library, wiki_read.NAME, {"paths": [hit.path], "max_tokens": _TOKENS}).text(),
        )
        for hit in library.search.search(question, limit=_PAGES)
    )
