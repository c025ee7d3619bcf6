"""Which rules read a document: those of a library, for Han script, for English, or those without words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.encyclopaedia.pictures import pictured
from wikic.document.nodes import ListItem
from wikic.document.quotes import quote
from wikic.language import pack, pack_files
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.text import cjk

# Languages written in Han script.
_HAN_LANGUAGES: Final = ("zh", "yue", "wuu", "lzh", "ja")
_ENGLISH: Final = ("en", "und")
FEWEST: Final = 30  # words from which their share tells the language; a line of names may be of any
LEAST: Final = (
    0.015  # share of words that only English has: one in a hundred of other texts, one in ten of its own
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_TASK: Final = re.compile(r"\[[ xX]\]")


def is_chinese(article: Article) -> bool:
    """Whether ``article`` goes through the rules for Han script, by its language, else by its letters."""
    return article.language.split("-")[0] in _HAN_LANGUAGES or cjk.is_cjk(article.text)


def is_foreign(article: Article) -> bool:
    """Whether ``article`` is in a language that has no rules here.

    A language is guessed from few words where a text is short, so those of English may speak against it.
    """
    code = article.language.split("-")[0]
    if code in _ENGLISH or is_chinese(article):
        return False
    words = [word.casefold() for word in _WORD.findall(article.text)]
    own = pack(code).stopwords
    if own:
        return sum(word in own for word in words) > sum(word in pack("en").stopwords for word in words)
    english = sum(word in pack_files.words("en", "unmistakable") for word in words)
    return len(words) >= FEWEST and english < LEAST * len(words)


def remarks(articles: Iterable[Article], schema: Schema) -> list[str]:
    """A line on the documents that are read without rules for their language, where there are any."""
    found = [
        each.language for each in articles if schema.layout_of(each.key) == "things" and is_foreign(each)
    ]
    if not found:
        return []
    count = f"{len(found):,} document{'s' if len(found) > 1 else ''}"
    return [
        f"{count} in {', '.join(sorted(set(found)))}: read by structure and capitals alone, without typed "
        "relations; the rules know English and Chinese"
    ]


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of one article; looks at nothing but it."""
    if schema.layout_of(article.key) == "library":
        from wikic.curator.library import extract as library

        return library.extract(article, blocks)
    return _with_boxes(_of_things(article, blocks, schema), article)


def _of_things(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    if not is_chinese(article) and is_foreign(article):
        from wikic.curator.encyclopaedia import any_language

        return any_language.extract(article, blocks, schema)
    read = pictured(article, blocks)
    # Lines as they are broken: a byline and the words of a title page stand on their own.
    broken = replace(read.article, text=read.article.text.replace("<br>\n", "\n"))
    if is_chinese(article):
        from wikic.curator.encyclopaedia.chinese import extract as chinese

        return read.shown(chinese.extract(broken, read.blocks, schema))
    from wikic.curator.encyclopaedia.english import extract as english

    return read.shown(english.extract(broken, read.blocks, schema))


def _with_boxes(found: Extraction, article: Article) -> Extraction:
    """What was found, each task behind its box; a box is no word and stands in no quote."""
    if not _TASK.search(article.text):
        return found
    quoted = quote(article.text, article.language)
    boxes = {
        own[0].number: "[x] " if leaf.node.task else "[ ] "
        for leaf, own in zip(quoted.leaves, quoted.of_leaf, strict=True)
        if isinstance(leaf.node, ListItem) and leaf.node.task is not None and own
    }
    statements = (
        replace(each, text=boxes[each.blocks[0]] + each.text)
        if each.blocks[:1] and each.blocks[0] in boxes
        else each
        for each in found.statements
    )
    return replace(found, statements=tuple(statements))
