"""Where what stands at the cursor is defined, and what is shown of it: a page, a sentence, a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from lsprotocol.types import Hover, Location, MarkupContent, MarkupKind

from wikic import layout
from wikic.document.quotes import quote
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import ParsedDigest, block_pattern
from wikic.lsp import under_cursor
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.protocol_values import shown
from wikic.lsp.under_cursor import Citation, citation_of, id_at, link_at, quote_at
from wikic.markdown import frontmatter
from wikic.markdown.source import decode
from wikic.model.link import Link
from wikic.navigate.reader.page_view import PageView, parse_page, view_of
from wikic.navigate.vault.page import read_page


def find_definition(knowledge: Knowledge, file: str, offset: int) -> list[Location]:
    """Every place that is meant; several where a name is several pages'."""
    page = knowledge.page(file)
    if page is None:
        return []
    link = link_at(page, offset)
    id = id_at(page, offset)
    stated = record(knowledge, page, id.id) if id is not None else None
    if stated is not None:
        return _locate_in_file(knowledge, stated[0], stated[1], stated[1])
    if link is not None:
        citation = citation_of(link)
        found = _locate_sentence(knowledge, citation) if citation is not None else []
        return found or of_link(knowledge, file, link)
    quoted = quote_at(page, offset)
    return _locate_sentence(knowledge, quoted) if quoted is not None else []


def of_link(knowledge: Knowledge, file: str, link: Link) -> list[Location]:
    """The places a link of a page leads to."""
    page = knowledge.page(file)
    if page is None:
        return []
    found: list[Location] = []
    resolution = knowledge.view.resolve(page.file, link)
    for target in resolution.files:
        there = knowledge.page(target)
        if there is None:
            found += _locate_in_file(knowledge, target, 0, 0) if target in knowledge.view.state.files else []
            continue
        heading = None if resolution.whole else link.heading
        at = under_cursor.place_of(there, heading, link.block)
        found += _locate_in_file(knowledge, target, at, at)
    return found


def _locate_sentence(knowledge: Knowledge, citation: Citation) -> list[Location]:
    found = sentence(knowledge, citation)
    return [] if found is None else _locate_in_file(knowledge, found.file, found.start, found.end)


def _locate_in_file(knowledge: Knowledge, file: str, start: int, end: int) -> list[Location]:
    positions = knowledge.positions(file)
    return [] if positions is None else [Location(knowledge.uri(file), positions.range(start, end))]


_LONGEST: Final = 600  # characters of a passage; who wants more opens the page


def show_hover(knowledge: Knowledge, file: str, offset: int) -> Hover | None:
    """What to show at an offset of a page, None for nothing."""
    page, positions = knowledge.page(file), knowledge.positions(file)
    if page is None or positions is None:
        return None
    link = link_at(page, offset)
    if link is not None:
        citation = citation_of(link)
        text = (
            _show_quote(knowledge, citation) if citation is not None else _link_target(knowledge, file, link)
        )
        span = link.start, link.end
    else:
        quoted, id = quote_at(page, offset), id_at(page, offset)
        if quoted is not None:
            text, span = _show_quote(knowledge, quoted), (offset, offset)
        elif id is not None:
            fact = next((each for each in page.facts if each.id == id.id), None)
            cited = [citation_of(each) for each in fact.links] if fact is not None else []
            quotes = [_show_quote(knowledge, each) for each in dict.fromkeys(filter(None, cited))]
            text, span = "\n\n---\n\n".join(filter(None, quotes)), (id.start, id.end)
        else:
            return None
    if not text:
        return None
    return Hover(MarkupContent(MarkupKind.Markdown, shown(text)), positions.range(*span))


def _show_quote(knowledge: Knowledge, citation: Citation) -> str:
    """The sentence a citation rests on, marked in its paragraph."""
    found = sentence(knowledge, citation)
    if found is None:
        return f"No document quotes `^{citation.block}`."
    around = found.paragraph
    at = around.find(found.quote)
    if at >= 0:
        end = at + len(found.quote)
        around = f"{_cut_text(around[:at], -1)}**{found.quote}**{_cut_text(around[end:], 1)}"
    else:
        around = around or found.quote
    return f"**{found.title}**\n\n" + "\n".join(f"> {line}" for line in around.split("\n"))


def _link_target(knowledge: Knowledge, file: str, link: Link) -> str:
    page = knowledge.page(file)
    found = None if page is None else knowledge.view.resolve(page.file, link)
    if found is None or found.rung == "elsewhere":
        return ""
    if not found.files:
        return "There is no such page."
    if len(found.files) > 1:
        return "\n".join(("Several pages have this name:", *(f"- {each}" for each in found.files)))
    (target,) = found.files
    there = knowledge.page(target)
    if there is None:
        return f"`{target}`"
    if (link.heading and not found.whole) or link.block:
        at = under_cursor.place_of(there, link.heading, link.block)
        end = next((each.start for each in there.document.headings if each.start > at), len(there.text))
        stop = there.text.find("\n", at) if link.block else end
        part = there.text[at : stop if stop >= 0 else end].strip()
        return f"`{layout.page_path(target)}`\n\n{_cut_text(part, 1)}"
    return _page_summary(knowledge, target, there.text)


def _page_summary(knowledge: Knowledge, file: str, text: str) -> str:
    """A page's title, other names and summary; its first words where it has none."""
    view = _read_view(knowledge, file, text)
    names = f"\n\n_{', '.join(view.aliases)}_" if view.aliases else ""
    body = view.summary or next((each.text for each in view.facts if each.text.strip()), "")
    return f"**{view.title or layout.stem(view.path)}**{names}\n\n{_cut_text(body, 1)}\n\n`{view.path}`"


def _read_view(knowledge: Knowledge, file: str, text: str) -> PageView:
    text = text.encode("utf-8", "replace").decode("utf-8")
    path = layout.page_path(file)
    if knowledge.profile.is_vault:
        return read_page(text, path, knowledge.profile)
    return view_of(parse_page(text, path))


def _cut_text(text: str, side: int) -> str:
    """The part of a long text that lies at its beginning (1) or its end (-1)."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]} …" if side > 0 else f"… {text[-_LONGEST:]}"


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
    found = None if data is None else _found_in(decode(data).text, citation.block, words)
    if found is not None and data is not None:
        text = decode(data).text
        return Sentence(words, article, *found, _paragraph_around(text, *found), title)
    at = _id_line(digest, citation.block)
    return Sentence(words, digest.file, at, at, "", title)


def _found_in(text: str, block: str, words: str) -> tuple[int, int] | None:
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


def _paragraph_around(text: str, start: int, end: int) -> str:
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
