"""``search``: what `wikic search` lists; the sources of the pages found, in order."""

from __future__ import annotations

from typing import Final

from wikic.evaluate.arms.page_documents import of_pages
from wikic.evaluate.reply import Reply
from wikic.llm.tokens import text_tokens
from wikic.navigate.library import Library

_PAGES: Final = 20


class SearchArm:
    """See the module."""

    name: Final = "search"

    def __init__(self, library: Library) -> None:
        self._library = library

    def ask(self, question: str) -> Reply:
        """The pages found; their titles and lines are the text."""
        hits = self._library.search.search(question, limit=_PAGES)
        text = "\n".join(f"{hit.title}: {hit.snippet or hit.summary}" for hit in hits)
        return Reply(
            documents=of_pages(self._library, (hit.path for hit in hits)),
            answered=bool(hits),
            text=text,
            tokens=text_tokens(text),
        )
