"""Which rules read a document: those of a library, those for Han script or those for alphabets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.text import cjk

# Languages written in Han script.
_HAN_LANGUAGES: Final = ("zh", "yue", "wuu", "lzh", "ja")


def is_chinese(article: Article) -> bool:
    """Whether ``article`` goes through the rules for Han script, by its language, else by its letters."""
    return article.language.split("-")[0] in _HAN_LANGUAGES or cjk.is_cjk(article.text)


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of one article; looks at nothing but it."""
    if schema.layout_of(article.key) == "library":
        from wikic.curator.library import extract as library

        return library.extract(article, blocks)
    if is_chinese(article):
        from wikic.curator.offline.chinese import extract as chinese

        return chinese.extract(article, blocks, schema)
    from wikic.curator.offline import latin

    return latin.extract(article, blocks, schema)
