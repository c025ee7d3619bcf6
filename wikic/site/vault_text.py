"""The Markdown of a vault's page as HTML: what people wrote, links where the linter has them.

Names do not become links here: a page shows what its author wrote. Passages keep places of their own, so that
search, answers and links to ``^blocks`` lead to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final
from urllib.parse import unquote

from markdown_it.token import Token

from wikic import layout
from wikic.markdown import dialect, note_lines
from wikic.markdown.parse import MAX_PIECE
from wikic.markdown.wikilink import split_target
from wikic.model import attachment
from wikic.navigate.indexes.mentions import NameTable
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.vault.links import Lead, stored_destination
from wikic.navigate.vault.page import passage_id
from wikic.navigate.vault.passages import CALLOUT, anchor_of, wikilink_text
from wikic.site.addresses import Addresses
from wikic.site.text_html import DRAWN, WEB, TextHtml, formula, picture, raw_html
from wikic.site.vault_html import (
    Footnotes,
    Guard,
    as_html,
    look_of,
    reader,
    sized,
    tamed,
    task_box,
    text_token,
    with_web_addresses,
)

_BLOCK_ID: Final = re.compile(r"(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*\Z")
_LISTED: Final = re.compile(r"[^\n]*[:：]\n *(?:- |\d+\. )")
# What may carry the place of a passage; a list's item before the paragraph in it.
_PLACES: Final = frozenset(
    {"paragraph_open", "list_item_open", "tr_open", "dt_open", "dd_open", "fence", "code_block", "formulas"}
)


class VaultText(TextHtml):
    """The texts of one page of a vault.

    own: page path of the page, "" for none. within: the page that it is shown in, where that is another one.
    """

    box = "written"
    outermost = 2

    def __init__(
        self, library: Library, addresses: Addresses, own: str = "", *, within: VaultText | None = None
    ) -> None:
        super().__init__(NameTable(()), lambda name: None, addresses, own)
        self.library = library
        self.guard: Guard = within.guard if within is not None else Guard()
        self.colours = within.colours if within is not None else self.colours
        self._addresses = addresses
        self._within = within
        self._breaks = library.tree.line_breaks
        self._defined: dict[str, Any] | None = None
        self._leads: dict[str, Lead | None] = {}
        self._footnotes = Footnotes(self.guard, alone=within is None)

    def words(self, text: str) -> str:
        """Plain text."""
        return escape(text)

    def told(self, text: str) -> str:
        """A passage in words: a list as one, other lines stand on their page."""
        return super().told(text) if _LISTED.match(text) else self.words(text)

    def passage(self, markdown: str) -> str:
        """What a person wrote, without places."""
        return self.section(markdown, ())

    def shown_in(self, path: str) -> VaultText | None:
        """The texts of another page that is shown in this one; None where this one is itself shown so."""
        return (
            None if self._within is not None else VaultText(self.library, self._addresses, path, within=self)
        )

    def section(self, markdown: str, marks: Sequence[tuple[int, str]]) -> str:
        """A section of the page. marks: lines with the ids of the passages that begin there."""
        tokens: list[Token] = []
        reader().block.parse(markdown, reader(), self._definitions(), tokens)
        left = dict(marks)
        level = 1
        quote: Token | None = None  # that opened last, while nothing was said in it
        for at, token in enumerate(tokens):
            if token.type in _PLACES and not token.hidden and token.map and token.map[0] in left:
                token.attrSet("id", self.guard.place(left.pop(token.map[0])))
            if token.type == "inline":
                self._read(token, tokens[max(at - 2, 0) : at + 2], quote)
            elif token.type == "heading_open":
                # One within a list or a quote may be of any level; none is left out on the way down to it.
                level = max(min(int(token.tag[1]), level + 1), 2)
                token.tag = tokens[at + 2].tag = f"h{level}"
            elif token.type == "html_block":
                token.content = tamed(token.content)
            elif token.type == "formulas":
                as_html(token, formula(token, block=True))
            elif token.type in ("footnote_open", "footnote_close"):
                as_html(token, self._footnotes.text(token))
            quote = (
                token
                if token.type == "blockquote_open"
                else quote
                if token.type == "paragraph_open"
                else None
            )
        return self._rendered(tokens, True)

    def _read(self, token: Token, around: Sequence[Token], quote: Token | None) -> None:
        """Give an inline token its children.

        around: the two tokens before it, it, and the one behind it.
        quote: the one that it opens, which may be a callout.
        """
        content = _BLOCK_ID.sub("", token.content)
        callout = CALLOUT.match(content) if quote is not None else None
        if quote is not None and callout is not None:
            kind = look_of(callout["kind"])
            quote.attrSet("class", f"callout {kind}-callout")
            title, _, rest = content[callout.end() :].partition("\n")
            title = title.strip() or callout["kind"].replace("-", " ").capitalize()
            below = [raw_html("<br>"), *self._lines(rest)] if rest else []
            token.children = [raw_html("<strong>"), *self._children(title), raw_html("</strong>"), *below]
            return
        opened, closed = around[-3:-1][0], around[-1]
        if opened.type == "paragraph_open":
            shown = embedded(self, content)
            if shown is not None:
                opened.tag = closed.tag = "div"
                token.children = [raw_html(shown)]
                return
        item = len(around) > 3 and around[0].type == "list_item_open"
        box, content = task_box(content) if item else ("", content)
        token.children = [*([raw_html(box)] if box else ()), *self._lines(content)]
        if not token.children and opened.type == "paragraph_open":
            opened.hidden = closed.hidden = True

    def _lines(self, content: str) -> list[Token]:
        """A paragraph; each of its fields stands on a line of its own."""
        found: list[Token] = []
        for line in note_lines.told(content):
            found += [raw_html("<br>")] if found else []
            if line.key:
                found += [raw_html("<strong>"), *self._children(line.key), raw_html(":</strong> ")]
            found += self._children(line.text)
        return found

    def _children(self, content: str) -> list[Token]:
        if len(content) > MAX_PIECE:  # the parser looks for ends of links from each place of it
            return [text_token(content)]
        parsed: list[Token] = []
        reader().inline.parse(content, reader(), self._definitions(), parsed)
        found: list[Token] = []
        for token in map(self._own_token, parsed):
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
            elif token.type == "wikilink" and before.type == "text" and before.content.endswith("#"):
                before.content = before.content[:-1]  # a tag of Logseq's, of several words
        return list(with_web_addresses(found, self.guard))

    def _own_token(self, token: Token) -> Token:
        """A token of ``dialect`` as HTML; others as they are."""
        if token.type == "formula":
            return raw_html(formula(token))
        if token.type == "footnote":
            return raw_html(self._footnotes.number(str(token.meta["label"])))
        if token.type == "block":
            return self._block(str(token.meta["id"]))
        if token.type == "softbreak" and self._breaks:
            token.type, token.tag = "hardbreak", "br"
        if token.type == "html_inline" and dialect.is_words(token.content):
            token.type = "text"
        elif token.type == "html_inline":
            token.content = tamed(token.content)
        return token

    def _definitions(self) -> dict[str, Any]:
        """What links by reference (``[1]: https://…``) and footnotes mean on the whole page."""
        if self._defined is None:
            view = self.library.view(self._own) if self._own else None
            texts = [section.markdown for section in view.written] if view is not None else []
            self._defined = {dialect.FOOTNOTES: frozenset().union(*map(dialect.footnotes, texts))}
            for text in texts:
                if "]:" in text:
                    reader().block.parse(text, reader(), self._defined, [])
        return self._defined

    def _rendered(self, tokens: Sequence[Token], people: bool, *, names: bool = True) -> str:
        html = super()._rendered(tokens, False, names=names)
        return self.guard.clean(html, self._href, self._source)

    # --- links ------------------------------------------------------------------------------------

    def _href(self, target: str) -> str | None:
        found = self._leading(target)
        return None if found is None else self.guard.address(found)

    def _source(self, target: str) -> str | None:
        """Where a picture lies that people name in HTML; one of another host is not loaded."""
        lead = None if WEB.match(target) else self.lead(stored_destination(target))
        return self._file(lead) if lead is not None and _is_picture(lead) else None

    def _leading(self, target: str) -> str | None:
        if WEB.match(target):
            return target
        page, mark, place = target.partition("#")
        place = unquote(place)
        if not page and mark:
            own = passage_id(self._own, place) if place.startswith("^") else self._anchor(self._own, place)
            return f"#{own}"
        lead = self.lead(stored_destination(target))
        if lead is None:
            return None
        return (
            self._address(lead, block=place[1:])
            if place.startswith("^")
            else self._address(lead, heading=place)
        )

    def _image(self, token: Token) -> Token:
        target = str(token.attrGet("src") or "")
        words, width = sized(token.content)
        place = self._source(target)
        if place is not None:
            return raw_html(picture(escape(place), words, width))
        token.content = words
        return super()._image(token)

    def _wikilink(self, token: Token) -> Token:
        embed = token.info == "embed"
        given = token.content if token.content != token.markup.strip() else None
        given, width = sized(given) if embed and given is not None else (given, "")
        words = wikilink_text(token.markup, given, embed=embed)
        page, heading, block = split_target(token.markup)
        named = f"{page}#{heading}" if heading else page
        lead = self.lead(named) if page else Lead("page", self._own)
        if lead is None:
            return raw_html(f'<span class="missing">{escape(words)}</span>')
        if embed and _is_picture(lead):
            return raw_html(picture(escape(self._file(lead)), words, width))
        if lead.kind == "file" and not given:
            words = page
        elif (
            given is None
            and "/" in page
            and page.rpartition("/")[2].removesuffix(".md") == layout.stem(lead.path)
        ):
            words = wikilink_text(token.markup[token.markup.index(page) + page.rindex("/") + 1 :], None)
        return raw_html(
            self._linked_words(self._address(lead, heading=heading or "", block=block or ""), words)
        )

    def _block(self, name: str) -> Token:
        """A block of Logseq's by its id: its words, as a link to it."""
        lead = self.lead(name)
        place = passage_id(lead.path, f"^{name}") if lead is not None and lead.kind == "page" else ""
        view = self.library.view(lead.path) if lead is not None and place else None
        words = next((fact.text for fact in view.facts if fact.id == place), "") if view is not None else ""
        if not words or lead is None:
            return raw_html(f'<span class="missing">(({escape(name)}))</span>')
        return raw_html(self._linked_words(self._address(lead, block=name), words))

    def _linked_words(self, href: str | None, words: str) -> str:
        said = escape(words)
        return said if href is None else f'<a href="{escape(self.guard.address(href))}">{said}</a>'

    def _file(self, lead: Lead) -> str:
        return self.guard.picture(self._addresses.file(lead.path))

    def link_to(self, lead: Lead, words: str, *, heading: str = "", block: str = "") -> str:
        """A link to a place of a page."""
        return self._linked_words(self._address(lead, heading=heading, block=block), words)

    def lead(self, target: str) -> Lead | None:
        """Where a link of this page leads; long lists of links name the same pages again and again."""
        if target not in self._leads:
            self._leads[target] = self.library.lead(target, self._own)
        return self._leads[target]

    def _address(self, lead: Lead, *, heading: str = "", block: str = "") -> str | None:
        if lead.kind == "directory":
            there = self.library.has_directory(lead.path)
            return self._addresses.directory(lead.path) if there else None
        if lead.kind == "file":
            # An SVG may hold a script, which is run where it is opened and not where it is shown.
            return None if lead.path.casefold().endswith(DRAWN) else self._addresses.file(lead.path)
        place = passage_id(lead.path, f"^{block}") if block else ""
        if heading:
            place = self._anchor(lead.path, heading.rpartition("#")[2])
        return self._addresses.page(lead.path, place)

    def _anchor(self, path: str, heading: str) -> str:
        """The place of a heading of a page, which a link may number among those of one text: ``#fixed-1``."""
        place, numbered = anchor_of(heading), _NUMBERED.fullmatch(heading)
        view = self.library.view(path) if numbered else None
        if numbered is None or view is None:
            return place
        there = {section.anchor for section in view.written}
        other = f"{anchor_of(numbered[1])}-{int(numbered[2]) + 1}"
        return other if other in there and place not in there else place


def _is_picture(lead: Lead) -> bool:
    return lead.kind == "file" and lead.path.casefold().endswith(attachment.PICTURES)


_EMBED: Final = re.compile(
    r"[ \t]*(?:!\[\[(?P<link>[^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]"
    r"|!\[[^\[\]\n]*\]\((?P<file>[^()\s<>]+\.md(?:#[^()\s<>]*)?)\)"
    r"|\{\{embed[ \t]+(?:\[\[(?P<page>[^\[\]|\n]+)\]\]|\(\((?P<block>[0-9a-f-]{36})\)\))[ \t]*\}\})[ \t]*"
)
_NUMBERED: Final = re.compile(r"(.+)-(\d{1,4})")
_MOST_EMBEDDED: Final = 20_000  # characters of other pages in one page; what is more is a link


def embedded(text: VaultText, content: str) -> str | None:
    """The HTML of a paragraph that is nothing but embeds of pages that are there, else None."""
    if "![" not in content and "{{embed" not in content:
        return None
    found: list[str] = []
    for line in content.split("\n"):
        embed = _EMBED.fullmatch(line)
        shown = None if embed is None else _embed(text, embed)
        if shown is None:
            return None
        found.append(shown)
    return "".join(found)


def _embed(text: VaultText, embed: re.Match[str]) -> str | None:
    target = embed["link"] or embed["page"] or f"{embed['block']}#^{embed['block']}"
    if embed["file"]:
        target = unquote(embed["file"])
    page, heading, block = split_target(target)
    named = f"{page}#{heading}" if heading and not embed["file"] else page
    lead = text.lead(stored_destination(named) if embed["file"] else named) if page else None
    inner = text.shown_in(lead.path) if lead is not None and lead.kind == "page" else None
    view = text.library.view(lead.path) if lead is not None and inner is not None else None
    if lead is None or inner is None or view is None:
        return None
    parts = list(_parts(view, (heading or "").rpartition("#")[2], block or ""))
    size = sum(len(markdown) for _, markdown in parts)
    if not any(markdown.strip() for _, markdown in parts) or text.guard.embedded + size > _MOST_EMBEDDED:
        return None
    text.guard.embedded += size
    words = view.title if embed["block"] else wikilink_text(target, None)
    named = text.link_to(lead, words, heading=heading or "", block=block or "")
    shown = "".join(
        (f"<p><strong>{escape(title)}</strong></p>" if title else "") + inner.passage(markdown)
        for title, markdown in parts
    )
    return f'<div class="embed"><p>{named}</p>{shown}</div>'


def _parts(view: PageView, heading: str, block: str) -> Iterator[tuple[str, str]]:
    """Headings and Markdown of what is shown of a page: all of it, a section with those below it, a block."""
    if block:
        place = passage_id(view.path, f"^{block}")
        passages = (each for section in view.written for each in section.passages)
        yield from (("", dedent(each.markdown)) for each in passages if each.fact.id == place)
        return
    level = 0
    wanted = anchor_of(heading) if heading else ""
    for section in view.written:
        if not heading or (level and section.level > level):
            yield section.heading, section.markdown
        elif level:
            return
        elif section.anchor == wanted:
            level = section.level
            yield "", section.markdown
