"""What is shown of what the cursor points at: a page's summary, a citation's sentence in its paragraph."""

from __future__ import annotations

from typing import Final

from lsprotocol.types import Hover, MarkupContent, MarkupKind

from wikic import layout
from wikic.lsp import anchors
from wikic.lsp.diagnostics import shown
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.sources import sentence
from wikic.lsp.under_cursor import Citation, citation_of, id_at, link_at, quote_at
from wikic.model.link import Link
from wikic.navigate.reader.page_view import PageView, parse_page, view_of
from wikic.navigate.vault.page import read_page

_LONGEST: Final = 600  # characters of a passage; who wants more opens the page


def hover(knowledge: Knowledge, file: str, offset: int) -> Hover | None:
    """What to show at an offset of a page, None for nothing."""
    page, positions = knowledge.page(file), knowledge.positions(file)
    if page is None or positions is None:
        return None
    link = link_at(page, offset)
    if link is not None:
        citation = citation_of(link)
        text = _quote(knowledge, citation) if citation is not None else _target(knowledge, file, link)
        span = link.start, link.end
    else:
        quoted, id = quote_at(page, offset), id_at(page, offset)
        if quoted is not None:
            text, span = _quote(knowledge, quoted), (offset, offset)
        elif id is not None:
            fact = next((each for each in page.facts if each.id == id.id), None)
            cited = [citation_of(each) for each in fact.links] if fact is not None else []
            quotes = [_quote(knowledge, each) for each in dict.fromkeys(filter(None, cited))]
            text, span = "\n\n---\n\n".join(filter(None, quotes)), (id.start, id.end)
        else:
            return None
    if not text:
        return None
    return Hover(MarkupContent(MarkupKind.Markdown, shown(text)), positions.range(*span))


def _quote(knowledge: Knowledge, citation: Citation) -> str:
    """The sentence a citation rests on, marked in its paragraph."""
    found = sentence(knowledge, citation)
    if found is None:
        return f"No document quotes `^{citation.block}`."
    around = found.paragraph
    at = around.find(found.quote)
    if at >= 0:
        end = at + len(found.quote)
        around = f"{_cut(around[:at], -1)}**{found.quote}**{_cut(around[end:], 1)}"
    else:
        around = around or found.quote
    return f"**{found.title}**\n\n" + "\n".join(f"> {line}" for line in around.split("\n"))


def _target(knowledge: Knowledge, file: str, link: Link) -> str:
    page = knowledge.page(file)
    found = None if page is None else knowledge.view.resolve(page, link)
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
        at = anchors.place_of(there, link.heading, link.block)
        end = next((each.start for each in there.document.headings if each.start > at), len(there.text))
        stop = there.text.find("\n", at) if link.block else end
        part = there.text[at : stop if stop >= 0 else end].strip()
        return f"`{layout.page_path(target)}`\n\n{_cut(part, 1)}"
    return _summary(knowledge, target, there.text)


def _summary(knowledge: Knowledge, file: str, text: str) -> str:
    """A page's title, other names and summary; its first words where it has none."""
    view = _view(knowledge, file, text)
    names = f"\n\n_{', '.join(view.aliases)}_" if view.aliases else ""
    body = view.summary or next((each.text for each in view.facts if each.text.strip()), "")
    return f"**{view.title or layout.stem(view.path)}**{names}\n\n{_cut(body, 1)}\n\n`{view.path}`"


def _view(knowledge: Knowledge, file: str, text: str) -> PageView:
    text = text.encode("utf-8", "replace").decode("utf-8")
    path = layout.page_path(file)
    if knowledge.profile.is_vault:
        return read_page(text, path, knowledge.profile)
    return view_of(parse_page(text, path))


def _cut(text: str, side: int) -> str:
    """The part of a long text that lies at its beginning (1) or its end (-1)."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]} …" if side > 0 else f"… {text[-_LONGEST:]}"
