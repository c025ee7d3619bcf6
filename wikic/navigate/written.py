"""What stands on a page as people wrote it: its sections and passages, and where addresses find them."""

from __future__ import annotations

from dataclasses import dataclass

from wikic import layout
from wikic.model.page import Fact
from wikic.navigate.passage_text import plain


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage of a page that wikic did not write.

    line: of its section's Markdown on which it begins, from 0.
    fact: it as a fact without citations.
    markdown: the lines from it up to the next one, as people wrote them.
    links: those in it, as ``vault_links.kept`` gives them.
    """

    line: int
    fact: Fact
    markdown: str
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """What stands under one heading of a page that wikic did not write.

    heading: plain text, "" for what stands above all headings or under the page's title.
    level: 2 for the outermost.
    anchor: place of the heading as addresses name it, "" where there is none.
    markdown: as people wrote it.
    passages: in order. links: all of them, those of the heading included.
    """

    heading: str
    level: int
    anchor: str
    markdown: str
    passages: tuple[WrittenPassage, ...] = ()
    links: tuple[str, ...] = ()


def anchor_of(heading: str) -> str:
    """The place of a heading in its page, as addresses name it: the first of that text has it."""
    # Programs make anchors in several ways; letters and digits are what they have in common.
    key = "".join(filter(str.isalnum, plain(heading).casefold()))
    return f"h-{key or layout.title_hash(heading)}"
