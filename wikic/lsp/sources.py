"""From a citation to the sentence it rests on, in the article; from a fact to its record, in the digest."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from wikic import layout
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
    if digest is None or digest.outline is None:
        return None
    quote = dict(digest.outline.blocks).get(citation.block)
    if quote is None:
        return None
    title = digest.digest.title if digest.digest is not None else layout.stem(digest.file)
    article = layout.page_file(layout.article_path(digest.outline.key))
    data = knowledge.view.state.read(article)
    found = None if data is None else _found(decode(data).text, quote)
    if found is not None and data is not None:
        text = decode(data).text
        return Sentence(quote, article, *found, _around(text, *found), title)
    at = _id_line(digest, citation.block)
    return Sentence(quote, digest.file, at, at, "", title)


def _found(text: str, quote: str) -> tuple[int, int] | None:
    """Where an article says something: as it is, else letter for letter, whatever stands between them."""
    front = frontmatter.split(text)
    body = front.end if front is not None and front.closed else 0
    at = text.find(quote, body)
    if at >= 0:
        return at, at + len(quote)
    wanted, _ = _letters(quote, 0)
    said, places = _letters(text, body)
    at = said.find(wanted) if wanted else -1
    if at >= 0:
        return places[at], places[at + len(wanted) - 1] + 1
    row = _row(text, body, quote)
    return None if row is None else row.span()


def _letters(text: str, start: int) -> tuple[str, list[int]]:
    """The letters and digits of a text from an offset on, in one form, and where each stands."""
    found: list[str] = []
    places: list[int] = []
    for at in range(start, len(text)):
        char = text[at]
        if char.isalnum():
            for each in unicodedata.normalize("NFKC", char).casefold():
                found.append(each)
                places.append(at)
    return "".join(found), places


def _row(text: str, body: int, quote: str) -> re.Match[str] | None:
    """The row of a table that a quote "Ship: Patience; Type: schooner" was made from."""
    cells = [part.partition(": ")[2] for part in quote.split("; ")]
    if not all(cells):
        return None
    row = r"[^|\n]*\|(?:[^|\n]*\|)??[ \t]*".join(re.escape(cell.strip()) for cell in cells)
    return re.compile(rf"(?<=\n)\|?[^|\n]*{row}[^\n]*").search(text, body)


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
