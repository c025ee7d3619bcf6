"""The calls and tokens that extracting an article takes at worst, for ``compile --plan``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.model import article_writing, bounds
from wikic.curator.model.document_sections import Section, cut_sections
from wikic.curator.model.extraction_request import NAMES, asked_of
from wikic.curator.model.prompts import WRITING, language_of, prompt
from wikic.curator.model.section_extraction import section_request
from wikic.curator.model.verification import calls
from wikic.curator.protocol import NOTHING_OFFERED
from wikic.llm.protocol import Role
from wikic.llm.tokens import request_tokens, text_tokens
from wikic.model.article import Article
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.wiki.fold.written_articles import Subject

RELATED: Final = 0.5  # the same in a library: relations and lines of things
STATEMENTS: Final = 1.5  # for each block that can be cited; 1.22 was met (133 of 109 sentences)
# Characters of what a prompt shows of the wiki; a character is less than a token, in Chinese just.
_OFFER: Final = bounds.PAGES_CHARS + bounds.NAMES_CHARS + bounds.CONSTRAINTS * bounds.CONSTRAINT
_OFFER_TOKENS: Final = {"zh": _OFFER}
_LATIN_OFFER: Final = _OFFER // 3


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """Calls of one kind for one article.

    role: which model is asked.
    calls: how many, each answered the first time.
    prompt: tokens sent. completion: tokens the replies may have.
    """

    role: Role
    calls: int
    prompt: int
    completion: int


def estimate_calls(source: Article, blocks: Sequence[Block], schema: Schema) -> Iterator[CallEstimate]:
    """The calls of ``extract`` and of ``verify`` for one article."""
    asked = asked_of(source, schema)
    parts = cut_sections(blocks, asked.section)
    requests = [section_request(source, Section(part), schema, NOTHING_OFFERED) for part in parts]
    language = language_of(source.language, source.text)
    shown = _OFFER_TOKENS.get(language, _LATIN_OFFER)
    yield CallEstimate(
        "extract",
        len(requests),
        sum(request_tokens(request) + shown for request in requests),
        sum(request.max_tokens for request in requests),
    )
    cited = [block for block in blocks if block.kind != "heading"]
    share = RELATED if asked is NAMES else STATEMENTS
    checks = calls(round(len(cited) * share))
    told = sum(text_tokens(block.text[: bounds.BLOCK]) for block in cited)
    system = text_tokens(prompt("verify", language).text)
    # A statement is about as long as the sentence it is from, and both are shown.
    yield CallEstimate(
        "verify", checks, checks * system + round(2 * share * told), checks * bounds.SHORT_REPLY
    )


def estimate_article(subject: Subject) -> Iterator[CallEstimate]:
    """The calls of ``write``: the article and its check, and once more for what fails."""
    shown = text_tokens(article_writing.show_subject(subject))
    language = language_of("und", " ".join(each.unit.text for each in subject.units))
    told = {each: text_tokens(prompt(each, language).text) for each in WRITING}
    reply = bounds.ARTICLE
    yield CallEstimate(
        "write", 2, told["write"] + told["rework"] + 2 * shown + reply, reply + bounds.SHORT_REPLY
    )
    yield CallEstimate("verify", 2, 2 * told["check"] + 2 * shown + 2 * reply, 2 * bounds.SHORT_REPLY)
