"""Pictures of a document that is about a thing: they stand on its page, where the document shows them.

Rules for sentences read the words of a picture within a sentence, and neither pictures on lines of their own
nor captions, which are no sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.document import nodes
from wikic.document.leaves import Leaf
from wikic.document.quotes import Quoted, quote
from wikic.markdown.bullet_lines import canonical
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Entity, Relation
from wikic.text.normalise import fold_name, normalise
from wikic.text.relation_labels import MENTIONS

_FIGURE: Final = "figure"
_LONGEST: Final = 240  # characters of a caption
_NUMBERED: Final = re.compile(
    r"[\s*_]*(?:fig(?:ure)?|abb(?:ildung)?|plate|photo|图|圖)[.\s]*\d", re.IGNORECASE
)


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
                about.id,
                "fact",
                each.text,
                each.blocks,
                relations=_named_relations(each.text, others),
                form=_FIGURE,
            )
            for each in self.figures
        )
        return replace(found, statements=(*found.statements, *added))


def pictured(article: Article, blocks: Sequence[Block]) -> Pictured:
    """The pictures of a document apart from its sentences."""
    if attachment.FOLDER + "/" not in article.text:
        return Pictured(article, tuple(blocks), ())
    quoted = quote(article.text, article.language)
    figures: list[Figure] = []
    apart: set[int] = set()
    for at, (leaf, own) in enumerate(zip(quoted.leaves, quoted.of_leaf, strict=True)):
        links = attachment.pictures(article.text[leaf.span.start : leaf.span.end])
        if not links or not own:
            continue
        captions = _find_caption(quoted, at, links[-1])
        alone = leaf.kind == "figure" or captions is not None
        numbers = tuple(block.number for block in own)
        if not alone:
            figures += [Figure(canonical(link), (_sentence_of(link, own).number,)) for link in links]
            continue
        caption, below = captions or ("", ())
        apart.update((*numbers, *below))
        figures += [Figure(canonical(link), numbers) for link in links[:-1]]
        figures.append(Figure(canonical("\n".join(filter(None, [links[-1], caption]))), (*numbers, *below)))
    read = [each for each in blocks if each.number not in apart]
    told = replace(article, text=attachment.spoken(article.text))
    return Pictured(told, tuple(read), tuple(dict.fromkeys(figures)))


def _sentence_of(link: str, blocks: Sequence[Block]) -> Block:
    """The sentence that a picture stands in."""
    words = normalise(attachment.spoken(link))
    return next((each for each in blocks if words in each.text), blocks[0])


def _find_caption(quoted: Quoted, at: int, link: str) -> tuple[str, tuple[int, ...]] | None:
    """The caption of a picture with the numbers of its blocks; None where it has none.

    It stands on the line right below, or is a paragraph of its own that is set as captions are or begins with
    a figure's number.
    """
    leaf = quoted.leaves[at]
    if isinstance(leaf.node, nodes.Para):
        below = _below_pictures(leaf.node)
        return (below, ()) if below else None
    following = quoted.leaves[at + 1] if at + 1 < len(quoted.leaves) else None
    if following is None or not _is_caption(following):
        return None
    return normalise(following.text), tuple(block.number for block in quoted.of_leaf[at + 1])


def _below_pictures(para: nodes.Para) -> str:
    """What stands below the pictures that open a paragraph, "" where they do not."""
    from wikic.document.plain import plain_text

    at = 0
    while at < len(para.inlines) and isinstance(para.inlines[at], nodes.Image):
        at += 1
    broken = at and at < len(para.inlines) and isinstance(para.inlines[at], nodes.SoftBreak | nodes.LineBreak)
    said = normalise(plain_text(para.inlines[at:])) if broken else ""
    return said if len(said) <= _LONGEST else ""


def _is_caption(leaf: Leaf) -> bool:
    if leaf.kind != "paragraph" or len(leaf.text) > _LONGEST or not isinstance(leaf.node, nodes.Para):
        return False
    inlines = leaf.node.inlines
    emphatic = len(inlines) == 1 and isinstance(inlines[0], nodes.Emph | nodes.Strong)
    return emphatic or _NUMBERED.match(leaf.text) is not None


def _named_relations(text: str, others: Sequence[Entity]) -> tuple[Relation, ...]:
    """Mentions of the things that a picture's words name."""
    words = f" {fold_name(attachment.spoken(text))} "
    return tuple(
        Relation(MENTIONS, each.id)
        for each in others
        if re.search(rf"(?<!\w){re.escape(fold_name(each.title))}(?!\w)", words)
    )
