from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.written import article_of
from wikic.curator.library.extract import extract
from wikic.document.quotes import segment
from wikic.model.extraction import Extraction

Read = Callable[..., Extraction]


@pytest.fixture
def read() -> Read:
    """Extract one text as a document of a library."""

    def read(text: str, title: str = "Berths", tongue: str = "") -> Extraction:
        article = article_of(text, title, tongue=tongue)
        return extract(article, segment(article.text, article.language))

    return read
