from __future__ import annotations

from collections.abc import Callable

import pytest

from wikic.curator.library.extract import extract
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.text import blocks, language

Read = Callable[..., Extraction]


@pytest.fixture
def read() -> Read:
    """Extract one text as a document of a library."""

    def read(text: str, title: str = "Berths", tongue: str = "") -> Extraction:
        tongue = tongue or language.guess(text)
        article = Article("library/berths.md", title, text, language=tongue)
        return extract(article, blocks.segment(text, tongue))

    return read
