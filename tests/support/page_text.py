"""A page's text as tests look at it."""

from __future__ import annotations

from wikic.wiki import link_form
from wikic.wiki.page_blocks import HIDDEN


def by_stem(text: str) -> str:
    """The text with the links that open its bullets as ``[[stem]]``: where pages lie and what they are called
    is told by tests of its own."""
    lines = text.split("\n")
    return "\n".join(f"- {link_form.by_stem(line[2:])}" if line.startswith("- ") else line for line in lines)


def above(text: str) -> str:
    """What a page says, without the lists and the quotes behind the hidden line."""
    return text.partition(HIDDEN)[0]
