"""The parts of a page that repeat: facts, sources with their quotes, names of pages, the drawing.

They are most of a page, so they are put together here and not by a template, which takes several times as
long, and in few bytes: end tags that HTML lets go are not written, and what a script can tell from what
stands there is not said twice. Every text is escaped where it is put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

from markupsafe import Markup

from wikic.markdown.escape import escape as escaped
from wikic.navigate.reader.values import (
    Cited,
    Mention,
    PageName,
    ReaderPage,
    ReaderSource,
    ShownFact,
    ShownSource,
    SourcePiece,
)
from wikic.site.addresses import Addresses
from wikic.site.drawings import WIDTH, drawing
from wikic.site.text_html import TextHtml, plain
from wikic.site.wording import Surroundings, Wording, spoken

_OFFLINE: Final = "offline/"  # readers are not told which rules read a document
_SAID: Final = 180  # characters of what a page says of this one
_ABOVE: Final = 12  # the line and the name in the middle, that is where a relation's label stands
_ENDING: Final = re.compile(r"(?:</(?:p|li|ul|ol|blockquote|td|tr|tbody|table)>\s*)+\Z")
_JOINED: Final = "\u2060"  # keeps the number of a source in the line of what it is the source of


class PageParts:
    """The parts of one page."""

    def __init__(
        self, page: ReaderPage, text: TextHtml, addresses: Addresses, around: Surroundings, say: Wording
    ) -> None:
        self._page = page
        self._text = text
        self._to = addresses
        self._around = around
        self._say = say
        self._named, self._own = own_attributes(around.language, say)

    def facts(self, facts: Iterable[ShownFact]) -> Markup:
        """The facts of a section."""
        return Markup("".join(['<ul class="facts">\n', *map(self._fact, facts), "</ul>\n"]))

    def sources(self) -> Markup:
        """The documents that are cited, each with what is cited of it."""
        page, say = self._page, self._say
        read = any(_told(source) for source in page.sources)
        reworded = any(fact.reworded for section in page.sections for fact in section.facts)
        parts = ['<section class="sources" aria-labelledby="sources"']
        parts += [f' data-read="{escape(say("read_by"))}"'] if read else []
        parts += [f' data-reworded="{escape(say("reworded"))}"'] if reworded else []
        parts += [f'>\n<h2 id="sources">{plain(say("sources"))}</h2>\n<ol>\n']
        parts += map(self._source, page.sources)
        return Markup("".join([*parts, "</ol>\n</section>\n"]))

    def related(self) -> Markup:
        """The related pages by relation."""
        say = self._say
        parts = [
            f'<section aria-labelledby="related">\n<h2 id="related">{plain(say("related"))}</h2>\n<dl>\n'
        ]
        for group in self._page.related:
            label = say.relation(group.label) if group.label else say("named_here")
            parts.append(f"<dt>{plain(label)}\n")
            for each in group.pages:
                about = (
                    f' <span class="about"{self._own}>{plain(each.summary)}</span>' if each.summary else ""
                )
                parts.append(f"<dd>{self._name(each)}{about}\n")
        return Markup("".join([*parts, "</dl>\n</section>\n"]))

    def mentions(self) -> Markup:
        """The pages that name this one, with what they say."""
        return Markup(
            "".join(['<ul class="mentions">\n', *map(self._mention, self._page.mentions), "</ul>\n"])
        )

    def around(self) -> Markup:
        """The drawing of the pages around this one, "" where there are none."""
        made = drawing(self._page, self._say.relation)
        if made is None:
            return Markup()
        half = made.height // 2
        label = escape(self._say("around_label", title=self._page.title))
        parts = [
            f'<section class="around" aria-labelledby="around">\n'
            f'<h2 id="around">{plain(self._say("around"))}</h2>\n'
            f'<svg viewBox="0 0 {WIDTH} {made.height}" role="group" aria-label="{label}">\n'
            f'<path d="{made.lines}"/>\n<g class="label">'
        ]
        parts += [
            f'<text x="{each.said}" y="{(half + 2 * each.y) // 3 - _ABOVE}">{plain(each.label)}</text>'
            for each in made.neighbours
            if each.label
        ]
        side = ""
        for each in made.neighbours:
            if each.anchor != side:
                side = each.anchor
                parts.append(f'</g>\n<g class="{side}">')
            href = escape(self._to.page(each.page.path))
            parts.append(f'<a href="{href}"><text x="{each.x}" y="{each.y}">{plain(each.title)}</text></a>')
        middle = f'</g>\n<text class="middle" x="{WIDTH // 2}" y="{half}">{plain(made.title)}</text>'
        return Markup("".join([*parts, middle, "\n</svg>\n</section>\n"]))

    # --- one of each ------------------------------------------------------------------------------

    def _fact(self, fact: ShownFact) -> str:
        parts = [f'<li id="{escape(fact.id)}"{self._own}>']
        if fact.holder:
            parts.append(f"<b>{plain(fact.holder)}:</b> ")
        html = self._text.fact(fact.markdown, people=fact.reworded)
        ending = _ENDING.search(html)
        # The number of its source stands behind the last words, and not below a list.
        said = len(html) if ending is None else ending.start()
        parts.append(html[:said])
        parts += [self._cite(cite, fact.reworded) for cite in fact.citations]
        if fact.borrowed and fact.citations:
            source = self._page.sources[fact.citations[0].source - 1]
            title = plain(source.title)
            if source.page:
                title = f'<a href="{escape(self._to.page(source.page, fact.id))}">{title}</a>'
            parts.append(f'<span class="about from">{title}</span>')
        if self._around.tended:
            label = escape(self._say("why_edit" if self._around.edited else "why"))
            place = escape(f"{self._to.own('fact')}{self._to.page(self._page.path)}/{fact.id}")
            parts.append(f'{_JOINED}<a class="why" href="{place}" aria-label="{label}">⋯</a>')
        parts.append(html[said:])
        parts += [f'<div class="note"{self._own}>{self._text.passage(note)}</div>' for note in fact.notes]
        return "".join([*parts, "\n"])

    def _cite(self, cite: Cited, reworded: bool) -> str:
        source = self._page.sources[cite.source - 1]
        reached = self._around.sources and source.there
        href = self._to.source(source.article, cite.blocks[0]) if reached else f"#source{cite.source}"
        quotes = ""
        if not reached or len(cite.blocks) > 1:  # of a link to one sentence its address tells which
            ids = " ".join(f"q{cite.source}-{block}" for block in cite.blocks)
            quotes = f' data-quotes="{escape(ids)}"'
        quotes += " data-reworded" if reworded else ""
        label = escape(self._say("source", number=cite.source))
        return (
            f'{_JOINED}<sup><a class="cite" href="{escape(href)}"{quotes} aria-label="{label}">'
            f"{cite.source}</a></sup>"
        )

    def _source(self, source: ShownSource) -> str:
        title = plain(source.title)
        if self._around.sources and source.there:
            title = f'<a href="{escape(self._to.source(source.article))}">{title}</a>'
        about = f"{source.date} · {source.key}" if source.date else source.key
        parts = [
            f'<li id="source{source.number}">\n<cite{self._named}>{title}</cite>\n'
            f'<span class="about">{plain(about)}</span>\n'
        ]
        if source.passages:
            read = f' data-read="{escape(source.compiled_with)}"' if _told(source) else ""
            parts.append(f"<details{read}><summary>{plain(self._say('says'))}</summary>\n")
            for run in source.passages:
                said = " ".join(
                    f'<span id="q{source.number}-{escape(each.id)}">{plain(each.text)}</span>'
                    if each.cited
                    else f"<span>{plain(each.text)}</span>"
                    for each in run
                )
                parts.append(f"<blockquote{self._own}>{said}</blockquote>\n")
            parts.append("</details>\n")
        return "".join(parts)

    def _name(self, page: PageName) -> str:
        if not page.path:
            return f"<span{self._named}>{plain(page.title)}</span>"
        return f'<a href="{escape(self._to.page(page.path))}"{self._named}>{plain(page.title)}</a>'

    def _mention(self, mention: Mention) -> str:
        name = self._name(mention.page)
        if not mention.fact:
            return f"<li>{name}\n"
        href = escape(self._to.page(mention.page.path, mention.fact))
        text = plain(_cut(mention.text))
        return f'<li>{name}\n<a class="says"{self._own} href="{href}">{text}</a>\n'


def own_attributes(language: str, say: Wording) -> tuple[str, str]:
    """Attributes of what is in the wiki's language: of a name within a line, and of what stands by itself.

    The style finds the direction of a name.
    """
    named = "" if spoken(language) == say.language else f' lang="{escape(language)}"'
    return named, f' dir="auto"{named}'


def taken(source: ReaderSource) -> bool:
    """Whether the wiki states something of a source."""
    return any(piece.taken for group in source.groups for piece in group.pieces)


def run_of_pieces(text: TextHtml, pieces: Iterable[SourcePiece]) -> Markup:
    """The sentences of a paragraph, each at the place that facts cite."""
    return Markup(" ".join(_piece(text, each) for each in pieces))


def _piece(text: TextHtml, piece: SourcePiece) -> str:
    place = "" if piece.again else f' id="{escape(piece.id)}"'
    kind = ' class="taken"' if piece.taken else ""
    return f"<span{place}{kind}>{text.verbatim(piece.text)}</span>"


def repeats_summary(page: ReaderPage) -> bool:
    """Whether the first thing that a page says is its summary, which then need not stand above it."""
    first = next((section for section in page.sections if section.facts or section.words), None)
    if first is None or first.words or not page.summary:
        return False
    return first.facts[0].markdown.startswith(page.summary_markdown or escaped(page.summary))


def _told(source: ShownSource) -> bool:
    """Whether readers are told what read a document."""
    return bool(source.compiled_with) and not source.compiled_with.startswith(_OFFLINE)


def _cut(text: str) -> str:
    """The beginning of a text, up to a word's end."""
    if len(text) <= _SAID + 5:
        return text
    return text[: _SAID - 3].rsplit(" ", 1)[0] + "..."
