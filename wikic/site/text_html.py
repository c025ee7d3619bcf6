"""Texts of a page as HTML: Markdown without raw HTML, names of pages turned into links.

Texts come from documents and people, so none is trusted: markdown-it-py lets no HTML through, links lead to
pages that are there or to the web, pictures to files beside articles, and nh3 goes over what people wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from typing import Any, Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from wikic import layout
from wikic.markdown import dialect
from wikic.markdown.bullet_lines import to_markdown
from wikic.markdown.parse import MAX_NESTING
from wikic.markdown.wikilink import FROM_BRACKET, split_target
from wikic.model import attachment
from wikic.navigate.indexes.mentions import NameTable
from wikic.site import formula_html
from wikic.site.addresses import Addresses
from wikic.site.code_html import Colours

Resolve = Callable[[str], str | None]
"""From a link's target to the page path of the one page it means, or None."""

# A line without these is no Markdown but words.
_MARKS: Final = re.compile(r"[\\`*_\[\]~|<&$\n]|^\s|\s$|^(?:[-+=#>]|\d{1,9}[.)])")
WEB: Final = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_BLOCK: Final = re.compile(r"p[0-9a-f]{8}")
_BOX: Final = re.compile(r"\[([ xX])\]\s+")
_KEPT: Final = re.compile(attachment.LINK)
DRAWN: Final = ".svg"
_TAGS: Final = {
    "a", "p", "ul", "ol", "li", "em", "strong", "s", "code", "pre", "blockquote", "hr", "br", "img", "span",
    "table", "thead", "tbody", "tr", "th", "td", "h3", "h4", "h5", "h6", *formula_html.ELEMENTS,
}  # fmt: skip
_ATTRIBUTES: Final = {
    "a": {"href", "class", "rel"},
    "img": {"src", "alt", "loading"},
    "ol": {"start"},
    "span": {"class"},
    "code": {"class"},
    "th": {"class"},
    "td": {"class"},
    **{tag: set(formula_html.ATTRIBUTES) for tag in formula_html.ELEMENTS},
}


class TextHtml:
    """The texts of one page. A page is linked where it is named first.

    own: page path of the page, which is not linked to itself.
    files: whether files beside articles can be had; pictures are shown in any case.
    box: class of what stands around what people wrote. outermost: level of its headings at least.
    """

    box = "words"
    outermost = 3

    def __init__(
        self, names: NameTable, resolve: Resolve, addresses: Addresses, own: str = "", *, files: bool = True
    ) -> None:
        self._files = files
        self._names = names
        self._resolve = resolve
        self._addresses = addresses
        self._own = own
        self._linked = {own}
        self.colours = Colours()

    def words(self, text: str) -> str:
        """Plain text, with names as links."""
        parts: list[str] = []
        at = 0
        for start, end, paths in self._names.places(text):
            (path, *more) = paths
            if more or path in self._linked:
                continue
            self._linked.add(path)
            name = plain(text[start:end])
            parts += [plain(text[at:start]), f'<a href="{escape(self._addresses.page(path))}">{name}</a>']
            at = end
        parts.append(plain(text[at:]))
        return "".join(parts)

    def fact(self, markdown: str, *, people: bool = False) -> str:
        """A fact; of one line without a paragraph around it. people: whether a person wrote it."""
        if _MARKS.search(markdown) is None:
            return self.words(markdown)
        tokens = parser().parse(markdown)
        if len(tokens) == 3 and tokens[0].type == "paragraph_open":
            tokens = tokens[1:2]
        return self._rendered(tokens, people)

    def told(self, text: str) -> str:
        """A fact as plain text has it, its lists and tables as a page shows them."""
        return self.fact("\n".join(to_markdown(text))) if "\n" in text else self.words(text)

    def line(self, markdown: str) -> str:
        """A line that a person may have written, without a paragraph around it; names are not linked."""
        if _MARKS.search(markdown) is None:
            return escape(markdown)
        return self._rendered(parser().parseInline(markdown), True, names=False)

    def passage(self, markdown: str) -> str:
        """What a person wrote."""
        return self._rendered(parser().parse(markdown), True)

    def section(self, markdown: str, marks: Sequence[tuple[int, str]]) -> str:
        """What people wrote in a section. marks: as ``ShownSection`` has them; none on a compiled page."""
        return self.passage(markdown)

    def verbatim(self, text: str) -> str:
        """A sentence of a source as it stands there, kept pictures and files in place of their links."""
        parts: list[str] = []
        at = 0
        for found in _KEPT.finditer(text) if ".files/" in text else ():
            sign, _, rest = found[0].partition("[")
            words, _, place = rest[:-1].partition("](")
            parts += [plain(text[at : found.start()]), self._attached(place, words, shown=bool(sign))]
            at = found.end()
        parts.append(plain(text[at:]))
        return "".join(parts)

    def code(self, code: str, language: str) -> str:
        """Code of a source, coloured where its language is known."""
        return self.colours.coloured(code, language)

    def formula(self, tex: str) -> str:
        """A formula of a source that stands by itself."""
        token = Token("formulas", "", 0)
        token.content = tex
        return reachable(formula(token, block=True))

    def _attached(self, place: str, words: str, *, shown: bool) -> str:
        """A picture or file beside an article: shown, linked, or its words alone."""
        if shown or place.endswith(DRAWN):
            return picture(escape(self._addresses.attachment(place)), words)
        href = self._href(place)
        return escape(words) if href is None else f'<a href="{escape(href)}">{escape(words)}</a>'

    def _rendered(self, tokens: Sequence[Token], people: bool, *, names: bool = True) -> str:
        for before, token in zip((None, *tokens), tokens, strict=False):
            if token.type in ("heading_open", "heading_close"):
                token.tag = f"h{min(max(int(token.tag[1]), self.outermost), 6)}"
            if "style" in token.attrs:  # how a column is aligned; the page's policy lets no style in
                token.attrs = {"class": str(token.attrs["style"]).replace("text-align:", "to-")}
            if token.type == "inline" and token.children:
                item = before is not None and before.type == "paragraph_open" and before.hidden
                token.children = list(self._inline(token.children, item, names))
        options: Any = {**parser().options, "highlight": self.colours.coloured}
        html = str(parser().renderer.render(tokens, OptionsDict(options), {}))
        if people:
            html = nh3.clean(_storable(html), tags=_TAGS, attributes=_ATTRIBUTES, link_rel=None)
        return reachable(html)

    def _inline(self, tokens: Sequence[Token], item: bool, names: bool) -> Iterator[Token]:
        """Inline tokens with their links resolved. item: whether they open a list item. names: to links."""
        inside = False
        for at, token in enumerate(tokens):
            if token.type == "link_open":
                href = self._href(str(token.attrGet("href") or ""))
                inside = href is not None
                if href is None:
                    continue
                token.attrSet("href", href)
                if WEB.match(href):
                    token.attrSet("rel", "noopener nofollow")
                yield token
            elif token.type == "link_close":
                if inside:
                    yield token
                inside = False
            elif token.type == "image":
                yield self._image(token)
            elif token.type == "wikilink":
                yield self._wikilink(token)
            elif token.type == "formula":
                yield raw_html(formula(token))
            elif token.type == "text" and not inside:
                text = token.content
                box = _BOX.match(text) if item and at == 0 else None
                sign = "" if box is None else _box(box[1])
                rest = text[box.end() :] if box is not None else text
                yield raw_html(sign + (self.words(rest) if names else escape(rest)))
            else:
                yield token

    def _href(self, target: str) -> str | None:
        """Where a Markdown link leads, or None where it leads nowhere a reader may go."""
        if WEB.match(target):
            return target
        if attachment.is_attachment(target):
            # An SVG may hold a script, which is run where it is opened and not where it is shown.
            openable = self._files and not target.endswith(DRAWN)
            return self._addresses.attachment(target) if openable else None
        page, place, _ = split_target(target)
        inside = layout.join(layout.directory(self._own), page.removesuffix(".md"))
        if inside and inside.startswith(f"{layout.DIGESTS_DIR}/") and place and _BLOCK.fullmatch(place):
            return self._addresses.source(layout.article_of(inside), place)
        path = self._resolve(inside) if inside else None
        return self._place(path) if path is not None else None

    def _place(self, path: str) -> str:
        if path.startswith(f"{layout.SOURCES_DIR}/"):
            return self._addresses.source(f"{layout.ARTICLES_DIR}/{layout.stem(path)}")
        return self._addresses.page(path)

    def _image(self, token: Token) -> Token:
        """A picture that is kept beside an article; another one is a link, or its words."""
        target = str(token.attrGet("src") or "")
        words = escape(token.content)
        if attachment.is_attachment(target):
            return raw_html(picture(escape(self._addresses.attachment(target)), token.content))
        if WEB.match(target):
            return raw_html(
                f'<a href="{escape(target)}" rel="noopener nofollow">{words or escape(target)}</a>'
            )
        return raw_html(words)

    def _wikilink(self, token: Token) -> Token:
        page, _, _ = split_target(token.markup)
        path = self._resolve(page) if page else self._own
        if path is None:
            return raw_html(f'<span class="missing">{escape(token.content)}</span>')
        self._linked.add(path)
        return raw_html(f'<a href="{escape(self._place(path))}">{escape(token.content)}</a>')


def plain(text: str) -> str:
    """Text as it stands between tags, where quotation marks mean nothing."""
    return escape(text, quote=False)


def picture(place: str, words: str, width: str = "") -> str:
    """A picture; ``place`` is escaped. width: how wide it is shown, in pixels, "" for as it is."""
    sized = f' width="{escape(width)}"' if width else ""
    return f'<img src="{place}" alt="{escape(words)}" loading="lazy"{sized}>'


def reachable(html: str) -> str:
    """What may be wider than the page is moved by keys, too."""
    for start in ("<pre", "<table", '<p class="math"'):
        html = html.replace(start, f'{start} tabindex="0"')
    return html


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _box(mark: str) -> str:
    return f'<span class="box">{"☐" if mark == " " else "☑"}</span> '


def formula(token: Token, *, block: bool = False) -> str:
    """A formula, set; one that cannot be as its TeX. block: whether it stands by itself."""
    tex = token.content.strip("$").strip()
    place = token.attrGet("id")
    named = f' id="{escape(str(place))}"' if place else ""
    made = formula_html.mathml(tex, block=block or token.markup == "$$")
    if made is None:
        kept = f'<code class="math"{"" if block else named}>{escape(tex)}</code>'
        return f"<pre{named}>{kept}</pre>\n" if block else kept
    if block:
        return f'<p class="math"{named}>{made}</p>\n'
    return f"<span{named}>{made}</span>" if named else made


def raw_html(html: str) -> Token:
    """Markup among tokens."""
    token = Token("html_inline", "", 0)
    token.content = html
    return token


@cache
def parser() -> MarkdownIt:
    """The parser: CommonMark with tables, wikilinks and what is struck out; HTML is text."""
    made = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING})
    made.enable(["table", "strikethrough"])
    dialect.install_formulas(made)
    made.inline.ruler.before("link", "wikilink", read_wikilink)
    return made


def read_wikilink(state: StateInline, silent: bool) -> bool:
    """Rule of the parser for ``[[page|words]]``."""
    match = FROM_BRACKET.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.markup, token.content = match[1].removesuffix("\\"), (match[2] or match[1]).strip()
    state.pos = match.end()
    return True
