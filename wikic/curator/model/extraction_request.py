"""What a model is asked of a document, by its layout: statements, or, in a library, what it names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.curator.model import bounds, document_names, prompt_text
from wikic.curator.model.prompts import prompt
from wikic.curator.model.reply_shapes import (
    ExtractReply,
    NamesPackReply,
    NamesReply,
    PackedNames,
    PackedReply,
    PackReply,
    schema_of,
)
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Message, Request
from wikic.llm.tokens import text_tokens
from wikic.model.article import Article
from wikic.model.schema import Schema
from wikic.model.statement import Block


@dataclass(frozen=True, slots=True)
class Asked:
    """What documents of one layout are asked.

    operation: name of the prompt.
    shape: of the reply to one document. part, pack: of that to one of several, and to all of these.
    section: tokens of sentences in one call. shared: the same where several documents share it.
    reply: tokens that a reply may have for each of the sentences.
    pages: existing pages that are shown in full.
    """

    operation: str
    shape: type[ExtractReply | NamesReply]
    part: type[PackedReply | PackedNames]
    pack: type[PackReply | NamesPackReply]
    section: int
    shared: int
    reply: int
    pages: int


# A reply with statements has 2 tokens (Chinese essays) to 5.5 (short encyclopaedia articles) for each of the
# text (benchmarks/prompts.py): the one to a section stays below what small models write at once, 8,192.
STATEMENTS: Final = Asked("extract", ExtractReply, PackedReply, PackReply, 1_200, 1_000, 6, bounds.PAGES)
NAMES: Final = Asked("names", NamesReply, PackedNames, NamesPackReply, 4_000, 4_000, 2, 0)


def asked_of(source: Article, schema: Schema) -> Asked:
    """What a document is asked: one of a library has a page of its own, and nothing of it is repeated."""
    return NAMES if schema.layout_of(source.key) == "library" else STATEMENTS


def extraction_request(
    asked: Asked,
    schema: Schema,
    language: Language,
    shown: Iterable[str],
    blocks: Iterable[Block],
    *,
    several: bool,
) -> Request:
    """The request; what changes least stands first, so that providers' caches work.

    shown: what stands below the schema. blocks: what the reply is about. several: whether of several
        documents.
    """
    told = [asked.operation, "several"] if several else [asked.operation]
    homes = document_names.of_names(schema) if asked is NAMES else schema
    # A short section must not reserve a long one's price.
    most = 1_500 + asked.reply * text_tokens(prompt_text.numbered(blocks))
    return Request(
        role="extract",
        purpose="extract",
        messages=(
            Message("system", "\n\n".join(prompt(each, language).text for each in told)),
            Message("user", "\n".join(filter(None, (prompt_text.schema(homes, language), *shown)))),
        ),
        max_tokens=min(bounds.REPLY, most),
        schema=schema_of(asked.pack if several else asked.shape),
    )
