"""Extraction from a document in a language without rules: its structure, and names by their capitals alone.

No word of another language decides anything here. What a document says is selected as for a library, with
what the pack of its language knows, if there is one; whatever is named is related by mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.library import extract as library
from wikic.language import Pack, pack
from wikic.language.pack_files import UPPER
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, Relation
from wikic.text import names
from wikic.text.normalise import fold_name
from wikic.text.relation_labels import MENTIONS

MOST: Final = 30  # names of a document
LONGEST: Final = 5  # words: longer runs of capitals are headings
# Two words with capitals side by side are a name; a single one proves nothing: in German every noun has one.
_RUN: Final = re.compile(rf"(?<![\w’'-])[{UPPER}][\w’'-]*(?: [{UPPER}][\w’'-]*)+(?![\w’'-])")
_OPENS: Final = re.compile(r"(?:^|[.!?:;…]\s+)[\"“„«(\[]*$")


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """One thing or writing, what its text says, and the names in it, all in the schema's fallback."""
    read = library.extract(article, blocks)
    words = pack(article.language)
    title = read.entities[0].title
    base = names.base(title)
    # A text that begins with its title tells of what the title names; any other is a writing.
    told = bool(read.statements) and base in read.statements[0].text
    itself = Entity(
        "e1",
        title,
        schema.fallback,
        names.disambiguator(title) if told else article.collection_title,
        summary=read.summary,
        principal=told,
        self_=not told,
    )
    found: dict[str, Entity] = {}
    statements = []
    for each in read.statements:
        relations = []
        for name in _find_names(each.text, words):
            key = fold_name(name)
            if key in fold_name(title) or (key not in found and len(found) == MOST):
                continue
            entity = found.setdefault(key, Entity(f"e{len(found) + 2}", name, schema.fallback))
            relations.append(Relation(MENTIONS, entity.id))
        statements.append(replace(each, relations=tuple(dict.fromkeys(relations)), place=None))
    return Extraction(read.summary or title, (itself, *found.values()), tuple(statements))


def _find_names(text: str, words: Pack) -> Iterator[str]:
    """Runs of capitals inside sentences; the first word of a sentence proves nothing."""
    for match in _RUN.finditer(text):
        run = match.group().split()
        if _OPENS.search(text, 0, match.start()):
            run = run[1:]
        plain = {word.casefold() for word in run}
        if 2 <= len(run) <= LONGEST and plain.isdisjoint(words.stopwords | {*words.months}):
            yield " ".join(run)
