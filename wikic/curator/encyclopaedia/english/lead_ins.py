"""What a list item, a row or a line of code needs before it to stand alone: its lead-in or its heading.

A sentence that ends with a colon leads in what follows it up to the next sentence, within one section. Where
no sentence does, the document's title and the heading above say what is listed: "Great Storm of 1883, ships
lost – Ship: Grey Heron; Crew: 19".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import pattern
from wikic.model.statement import Block
from wikic.text import compare
from wikic.text.normalise import fold_name

# Longer introductions would drown the item they introduce.
MAX_LEAD: Final = 160
MAX_HEADING: Final = 60
_WHOLE: Final = re.compile(r"[.!?…][\"'”’»)\]]*$")
_PAIR: Final = pattern("label_and_value")
_CAPITAL_WORD: Final = re.compile(r"^[^\W\d_a-z][a-zà-ÿ]+$")


@dataclass(slots=True)
class Leads:
    """What has been announced and not yet ended, while the blocks of a document are read in order.

    title: what the document is called; "" for a writing, whose lines are its own words.
    names: words that keep their capital inside a sentence.
    """

    title: str
    names: frozenset[str] = frozenset()
    _said: str = ""
    _cited: tuple[int, ...] = ()
    _section: str = ""

    def told(self, text: str, block: Block) -> tuple[str, tuple[int, ...]]:
        """The statement of a block and the numbers of the blocks it cites; a sentence needs no lead."""
        if block.kind == "sentence":
            return text, (block.number,)
        if self._said and self._section == block.section:
            return f"{self._said} {text}", (*self._cited, block.number)
        if not self.title or _WHOLE.search(text):
            return text, (block.number,)
        return self._below_heading(text, block), (block.number,)

    def after(self, line: str, text: str, cited: tuple[int, ...], block: Block) -> None:
        """Take note of what was told: a sentence opens or ends a list."""
        if block.kind == "sentence":
            self._said = text if line.endswith(":") and len(text) <= MAX_LEAD else ""
            self._cited = cited
            self._section = block.section

    def _below_heading(self, text: str, block: Block) -> str:
        pair = _PAIR.match(text) if block.kind == "row" else None
        if pair is not None:
            text = f"{pair['label']}: {pair['value']}"
        own = fold_name(self.title)
        heading = block.section.strip(" :*_")
        joint = " – " if ": " in text else ": "
        short = text if own in fold_name(text) else f"{self.title}{joint}{text}"
        if not heading or len(heading) > MAX_HEADING or fold_name(heading).startswith(own):
            return short
        first, _, rest = heading.partition(" ")
        if _CAPITAL_WORD.match(first) and first not in self.names:
            heading = f"{first.lower()} {rest}".strip()
        whole = f"{self.title}, {heading}{joint}{text}"
        # A heading is no block that a statement can cite: what only it says is left out.
        return short if compare.unsupported(whole, [self.title, text]) else whole
