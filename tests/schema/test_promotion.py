"""How many calls to buy make a document promotion."""

from __future__ import annotations

import pytest

from wikic.model.article import Article
from wikic.schema.low_information import DocumentView, is_promotion

CALLS = "Buy now! Free delivery and a special offer. "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A lamp of brass. Buy now!", False),
        ("A lamp of brass. Buy now! Free delivery.", True),
        ("A lamp of brass, 30% off. Buy now!", True),
        (CALLS + "word " * 172, True),  # three calls in 180 words
        (CALLS + "word " * 173, False),
    ],
)
def test_calls_stand_so_close_that_there_is_little_else(text: str, expected: bool) -> None:
    assert is_promotion(DocumentView.at(Article("k", "Lamp", text))) == expected
