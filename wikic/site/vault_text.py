"""The Markdown of a vault's page as HTML: what people wrote, links where the linter has them.

Names do not become links here: a page shows what its author wrote. Passages keep places of their own, so that
search, answers and links to ``^blocks`` lead to them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any, Final
from urllib.parse import unquote

from markdown_it.token import Token

from wikic.markdown.parse import MAX_PIECE
from wikic.markdown.wikilink import split_target
from wikic.model import attachment
from wikic.navigate.library import Library
from wikic.navigate.passage_text import CALLOUT, shown_text
from wikic.navigate.unlinked_mentions import NameTable
from wikic.navigate.vault_links import Lead, destination
from wikic.navigate.vault_page import anchor_of, passage_id
from wikic.site.addresses import Addresses
from wikic.site.text_html import DRAWN, WEB, TextHtml, parser, picture, raw_html

_BLOCK_ID: Final = re.compile(r"(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*\Z")
_WIDTH: Final = re.compile(r"\|\d{1,5}(?:x\d{1,5})?\Z")
# What may carry the place of a passage; a list's item before the paragraph in it.
_PLACES: Final = frozenset({"paragraph_open", "list_item_open", "tr_open", "fence", "code_block"})


class VaultText(TextHtml):
    """The texts of one page of a vault. own: page path of the page, "" for none."""

    box = "written"
    kept_ids = frozenset({"p", "li", "tr", "code"})

    def __init__(self, library: Library, addresses: Addresses, own: str = "") -> None:
        super().__init__(NameTable(()), lambda name: None, addresses, own)
        self._library = library
        self._defined: dict[str, Any] | None = None
        self._leads: dict[str, Lead | None] = {}

    def words(self, text: str) -> str:
        """Plain text."""
        return escape(text)

    def told(self, text: str) -> str:
        """A passage in words: its lines stand on their page."""
        return self.words(text)

    def passage(self, markdown: str) -> str:
        """What a person wrote, without places."""
        return self.section(markdown, ())

    def section(self, markdown: str, marks: Sequence[tuple[int, str]]) -> str:
        """A section of the page. marks: lines with the ids of the passages that begin there."""
        tokens: list[Token] = []
        parser().block.parse(markdown, parser(), self._definitions(), tokens)
        left = dict(marks)
        quoted = False
        for token in tokens:
            if token.type in _PLACES and not token.hidden and token.map and token.map[0] in left:
                token.attrSet("id", left.pop(token.map[0]))
            if token.type == "inline":
                self._read(token, quoted=quoted)
            quoted = token.type == "blockquote_open" or (quoted and token.type == "paragraph_open")
        return self._rendered(tokens, True)

    def _read(self, token: Token, *, quoted: bool) -> None:
        """Give an inline token its children. quoted: whether it opens a quote, which may be a callout."""
        content = _BLOCK_ID.sub("", token.content)
        callout = CALLOUT.match(content) if quoted else None
        if callout is None:
            token.children = self._children(content)
            return
        title, _, rest = content[callout.end() :].partition("\n")
        title = title.strip() or callout["kind"].replace("-", " ").capitalize()
        below = [raw_html("<br>"), *self._children(rest)] if rest else []
        token.children = [raw_html("<strong>"), *self._children(title), raw_html("</strong>"), *below]

    def _children(self, content: str) -> list[Token]:
        if len(content) > MAX_PIECE:  # the parser looks for ends of links from each place of it
            plain = Token("text", "", 0)
            plain.content = content
            return [plain]
        parsed: list[Token] = []
        parser().inline.parse(content, parser(), self._definitions(), parsed)
        found: list[Token] = []
        for token in parsed:
            # Escapes and entities stand apart until they are joined with the text around them.
            token.type = "text" if token.type == "text_special" else token.type
            if token.type == "text" and found and found[-1].type == "text":
                found[-1].content += token.content
            else:
                found.append(token)
        for before, token in pairwise(found):
            if token.type == "wikilink" and before.type == "text" and before.content.endswith("!"):
                before.content = before.content[:-1]
                token.info = "embed"
        return found

    def _definitions(self) -> dict[str, Any]:
        """What links by reference mean (``[1]: https://…``) on the whole page."""
        if self._defined is None:
            self._defined = {}
            view = self._library.view(self._own) if self._own else None
            for section in view.written if view is not None else ():
                parser().block.parse(section.markdown, parser(), self._defined, [])
        return self._defined

    # --- links ------------------------------------------------------------------------------------

    def _href(self, target: str) -> str | None:
        if WEB.match(target):
            return target
        page, mark, place = target.partition("#")
        place = unquote(place)
        if not page and mark:
            return f"#{passage_id(self._own, place) if place.startswith('^') else anchor_of(place)}"
        lead = self._lead(destination(target))
        if lead is None:
            return None
        return (
            self._address(lead, block=place[1:])
            if place.startswith("^")
            else self._address(lead, heading=place)
        )

    def _image(self, token: Token) -> Token:
        target = str(token.attrGet("src") or "")
        words = _WIDTH.sub("", token.content)
        lead = self._lead(destination(target)) if not WEB.match(target) else None
        if lead is not None and _is_picture(lead):
            return raw_html(picture(escape(self._addresses.file(lead.path)), words))
        token.content = words
        return super()._image(token)

    def _wikilink(self, token: Token) -> Token:
        embed = token.info == "embed"
        given = token.content if token.content != token.markup.strip() else None
        words = shown_text(token.markup, given, embed=embed)
        page, heading, block = split_target(token.markup)
        named = f"{page}#{heading}" if heading else page
        lead = self._lead(named) if page else Lead("page", self._own)
        if lead is None:
            return raw_html(f'<span class="missing">{escape(words)}</span>')
        if embed and _is_picture(lead):
            return raw_html(picture(escape(self._addresses.file(lead.path)), words))
        href = self._address(lead, heading=heading or "", block=block or "")
        said = escape(words)
        return raw_html(said if href is None else f'<a href="{escape(href)}">{said}</a>')

    def _lead(self, target: str) -> Lead | None:
        """Where a link of this page leads; long lists of links name the same pages again and again."""
        if target not in self._leads:
            self._leads[target] = self._library.lead(target, self._own)
        return self._leads[target]

    def _address(self, lead: Lead, *, heading: str = "", block: str = "") -> str | None:
        if lead.kind == "directory":
            there = self._library.has_directory(lead.path)
            return self._addresses.directory(lead.path) if there else None
        if lead.kind == "file":
            # An SVG may hold a script, which is run where it is opened and not where it is shown.
            return None if lead.path.casefold().endswith(DRAWN) else self._addresses.file(lead.path)
        place = passage_id(lead.path, f"^{block}") if block else ""
        if heading:
            place = anchor_of(heading.rpartition("#")[2])
        return self._addresses.page(lead.path, place)


def _is_picture(lead: Lead) -> bool:
    return lead.kind == "file" and lead.path.casefold().endswith(attachment.PICTURES)
