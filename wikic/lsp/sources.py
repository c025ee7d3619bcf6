"""From a citation to the sentence it rests on, in the article; from a fact to its record, in the digest."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wikic import layout
from wikic.document.quotes import quote
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import ParsedDigest, block_pattern
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.under_cursor import Citation, citation_of
from wikic.markdown import frontmatter
from wikic.markdown.source import decode


@dataclass(frozen=True, slots=True)
class Sentence:
    """A quoted sentence where it stands.

    quote: as the digest has it.
    file: the article, or the digest where the article does not hold the sentence as it is.
    start, end: offsets into that file.
    paragraph: what stands around it there, "" in a digest.
    title: of the document.
    """

    quote: str
    file: str
    start: int
    end: int
    paragraph: str
    title: str


def sentence(knowledge: Knowledge, citation: Citation) -> Sentence | None:
    """The sentence a citation means, None where no digest quotes it."""
    digest = knowledge.view.state.digest(citation.digest)
    if digest is None or digest.digest is None:
        return None
    words = next((each.text for each in digest.digest.blocks if each.id == citation.block), None)
    if words is None:
        return None
    title = digest.digest.title
    article = layout.page_file(layout.article_path(digest.digest.key))
    data = knowledge.view.state.read(article)
    found = None if data is None else _found(decode(data).text, citation.block, words)
    if found is not None and data is not None:
        text = decode(data).text
        return Sentence(words, article, *found, _around(text, *found), title)
    at = _id_line(digest, citation.block)
    return Sentence(words, digest.file, at, at, "", title)


def _found(text: str, block: str, words: str) -> tuple[int, int] | None:
    """Where an article says something: as it is, else the leaf that it is cut from."""
    front = frontmatter.split(text)
    body = front.end if front is not None and front.closed else 0
    at = text.find(words, body)
    if at >= 0:
        return at, at + len(words)
    language = frontmatter.load(front.yaml).get("language") if body and front is not None else None
    quoted = quote(text[body:], language if isinstance(language, str) else "und")
    for leaf, blocks in zip(quoted.leaves, quoted.of_leaf, strict=True):
        if any(each.id == block for each in blocks):
            return body + leaf.own_span.start, body + leaf.own_span.end
    return None


def _around(text: str, start: int, end: int) -> str:
    """The paragraph around a span."""
    before = max(text.rfind("\n\n", 0, start) + 2, 0)
    after = text.find("\n\n", end)
    return text[before if before > 1 else 0 : after if after >= 0 else len(text)].strip()


def _id_line(digest: ParsedDigest, block: str) -> int:
    found = re.search(block_pattern(block), digest.text, re.M)
    return found.start() if found is not None else 0


def record(knowledge: Knowledge, page: ParsedPage, fact: str) -> tuple[str, int] | None:
    """The digest that states a fact, and where: one of those that the fact's line cites."""
    bullet = next((each for each in page.facts if each.id == fact), None)
    for link in bullet.links if bullet is not None else ():
        citation = citation_of(link)
        digest = None if citation is None else knowledge.view.state.digest(citation.digest)
        at = -1 if digest is None else digest.text.find(f'"statement":"{fact}"')
        if digest is not None and at >= 0:
            return digest.file, digest.text.rfind("\n", 0, at) + 1
    return None
