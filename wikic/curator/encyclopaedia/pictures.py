"""Pictures of a document that is about a thing: they stand on its page, where the document shows them.

Rules for sentences read the words of a picture within a sentence, and neither pictures on lines of their own
nor captions, which are no sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.curator.library import pictures
from wikic.curator.library.passage import NO_LEAD
from wikic.markdown.bullet_lines import canonical
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Entity, Relation
from wikic.text import structured_blocks
from wikic.text.normalise import fold_name
from wikic.text.relation_labels import MENTIONS

_FIGURE: Final = "figure"


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture as a page shows it.

    text: a line with it, and its caption on the next one.
    blocks: numbers of both.
    """

    text: str
    blocks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pictured:
    """A document with pictures, taken apart.

    article, blocks: as rules for sentences read them.
    figures: its pictures, in its order.
    """

    article: Article
    blocks: tuple[Block, ...]
    figures: tuple[Figure, ...]

    def shown(self, found: Extraction) -> Extraction:
        """What was found in the sentences, and the pictures as statements of what the document is about."""
        about = next((each for each in found.entities if each.principal), None)
        if about is None or not self.figures:
            return found
        others = [each for each in found.entities if each is not about]
        added = tuple(
            ProposedStatement(
                about.id, "fact", each.text, each.blocks, relations=_named(each.text, others), form=_FIGURE
            )
            for each in self.figures
        )
        return replace(found, statements=(*found.statements, *added))


def pictured(article: Article, blocks: Sequence[Block]) -> Pictured:
    """The pictures of a document apart from its sentences."""
    if attachment.FOLDER + "/" not in article.text:
        return Pictured(article, tuple(blocks), ())
    parts = list(structured_blocks.read(article.text, article.language))
    figures: list[Figure] = []
    apart: set[int] = set()
    for at, part in enumerate(parts):
        if part.piece.shape == "picture":
            end = at + 2 if pictures.has_caption(parts, at + 1) else at + 1
            (shown,) = pictures.passages(parts[at:end], NO_LEAD, ())
            figures.append(Figure(canonical(shown.text), shown.blocks))
            apart.update(shown.blocks)
        else:
            links = attachment.pictures(blocks[part.number - 1].text)
            figures += [Figure(canonical(link), (part.number,)) for link in links]
    read = [replace(each, text=attachment.spoken(each.text)) for each in blocks if each.number not in apart]
    told = replace(article, text=attachment.spoken(article.text))
    return Pictured(told, tuple(read), tuple(dict.fromkeys(figures)))


def _named(text: str, others: Sequence[Entity]) -> tuple[Relation, ...]:
    """Mentions of the things that a picture's words name."""
    words = f" {fold_name(attachment.spoken(text))} "
    return tuple(
        Relation(MENTIONS, each.id)
        for each in others
        if re.search(rf"(?<!\w){re.escape(fold_name(each.title))}(?!\w)", words)
    )
