from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english import dependent_sentences
from wikic.document import quotes as blocks


def kept(text: str) -> list[str]:
    return [block.text for block in dependent_sentences.kept_blocks(blocks.segment(text, "en"))]


@pytest.mark.parametrize(
    "text",
    [
        "[Illustration: ST. MICHAEL'S MOUNT.]",
        "*** START OF THE PROJECT GUTENBERG EBOOK ***",
        "THE END.",
        "42",
        "Page 3 of 12",
        "Home | About | Contact",
        "![badge](https://x.y/z.svg)",
        "© 2024 The Harbour Board",
        "All rights reserved.",
        "Dear Sam,",
        "Your loving sister, Hester",
        "See also the catalogue and the picture.",
        "# Only a heading",
        "",
    ],
)
def test_furniture_is_left(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "He drowned.",
        "They had three children:",
        "NASA landed on the Moon.",
        "The Project ended in 1950.",
        "make demo runs everything",
        "- Lantern Regatta, since 1884",
    ],
)
def test_what_says_something_is_kept(text: str) -> None:
    assert len(kept(text)) == 1


def test_a_quotation_that_stands_twice_is_kept_once() -> None:
    assert kept("He came home.\n\nHe came home.") == ["He came home."]
