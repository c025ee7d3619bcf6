"""What of a vault's HTML stays: elements that set text, links and pictures that lead where the linter says.

People write HTML among their Markdown. Nothing of it runs, is loaded from elsewhere, or takes a place or
a look of the reader's own: ``nh3`` goes over all of it, and each attribute is asked for here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

from wikic import layout
from wikic.markdown import dialect
from wikic.markdown.dialect import ELEMENTS
from wikic.markdown.parse import MAX_NESTING
from wikic.site import formula_html
from wikic.site.text_html import raw_html, reachable, read_wikilink

# What would swallow all that follows it stays words, as on GitHub.
_SWALLOWING: Final = re.compile(
    r"<(?=/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|noscript|template|svg|math)\b)",
    re.I,
)
_OUTER_HEADING: Final = re.compile(r"<(/?)h1\b", re.I)
_TAGS: Final = (ELEMENTS - {"font", "picture", "source", "h1"}) | formula_html.ELEMENTS
_CLASSES: Final = re.compile(
    r"missing|box|to-(?:left|right|center)|math|footnote|embed|callout|(?:note|tip|warning|danger)-callout"
    r"|[cksnfid]|language-[\w.+#-]{1,40}"
)
_PICTURE: Final = re.compile(r"<img\b(?:[^<>\"']|\"[^\"]{0,2000}\"|'[^']{0,2000}')*>", re.I)
_ELSEWHERE: Final = re.compile(r"\bsrc\s*=\s*[\"']?\s*(?:https?:|//|data:)", re.I)
_WORDS: Final = re.compile(r"\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.I)
_ALIGNED: Final = re.compile(r"left|center|right", re.I)
_APART: Final = "noopener nofollow"
_LINK: Final = re.compile(r'<a((?: [a-z-]+="[^"]*")*)>')
_TO_THE_WEB: Final = re.compile(r' href="(?:https?|mailto):', re.I)
_SMALL_NUMBER: Final = re.compile(r"\d{1,4}")
_NUMBERED: Final = {
    "img": {"width", "height"}, "ol": {"start"}, "li": {"value"}, "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
}  # fmt: skip
_ALIGNS: Final = {"p", "div", "h2", "h3", "h4", "h5", "h6", "td", "th", "tr", "table"}
_ATTRIBUTES: Final = {
    tag: {
        "class",
        "id",
        "title",
        "lang",
        "dir",
        *_NUMBERED.get(tag, ()),
        *(("align",) if tag in _ALIGNS else ()),
    }
    for tag in _TAGS
}
_ATTRIBUTES.update({tag: set(formula_html.ATTRIBUTES) for tag in formula_html.ELEMENTS})
_ATTRIBUTES["a"] |= {"href", "rel"}
_ATTRIBUTES["img"] |= {"src", "alt", "loading"}
_ATTRIBUTES["details"] |= {"open"}


@dataclass(slots=True)
class Guard:
    """What the reader itself wrote into the markup of one page.

    addresses: of links. pictures: their addresses, which no link becomes. places: ids of elements.
    embedded: characters of other pages that stand in it so far.
    """

    addresses: set[str] = field(default_factory=set)
    pictures: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    embedded: int = 0

    def address(self, address: str) -> str:
        """``address``, which is the reader's own from now on."""
        self.addresses.add(address)
        return address

    def picture(self, address: str) -> str:
        """``address`` of a picture, which is the reader's own from now on."""
        self.pictures.add(address)
        return address

    def place(self, place: str) -> str:
        """``place``, which is the reader's own from now on."""
        self.places.add(place)
        return place

    def clean(self, html: str, link: Callable[[str], str | None], source: Callable[[str], str | None]) -> str:
        """``html`` without what people must not write. link, source: where theirs lead, None for nowhere."""

        def kept(tag: str, name: str, value: str) -> str | None:
            if name in ("href", "src"):
                own = self.addresses if name == "href" else self.pictures
                return value if value in own else link(value) if name == "href" else source(value)
            if name == "id":
                return value if value in self.places else None
            if name == "class":
                return " ".join(filter(_CLASSES.fullmatch, value.split())) or None
            if name == "rel":
                return value if value == _APART else None
            if name == "align":
                return value if _ALIGNED.fullmatch(value) else None
            if name in _NUMBERED.get(tag, ()):
                return value if _SMALL_NUMBER.fullmatch(value) else None
            return value

        cleaned = nh3.clean(
            html.encode("utf-8", "replace").decode(),
            tags=_TAGS,
            attributes=_ATTRIBUTES,
            attribute_filter=kept,
            link_rel=None,
        )
        return reachable(_LINK.sub(_kept_apart, cleaned))


def _kept_apart(link: re.Match[str]) -> str:
    """A link as ``nh3`` writes it; one to the web tells nobody where it was followed from."""
    if " rel=" in link[0] or _TO_THE_WEB.search(link[1]) is None:
        return link[0]
    return f'<a{link[1]} rel="{_APART}">'


def tamed(html: str) -> str:
    """People's HTML without what takes all that follows it, pictures of other hosts as their words.

    Headings stand below the page's own.
    """
    return _OUTER_HEADING.sub(r"<\1h2", _SWALLOWING.sub("&lt;", _PICTURE.sub(_words_of, html)))


def _words_of(picture: re.Match[str]) -> str:
    if _ELSEWHERE.search(picture[0]) is None:
        return picture[0] if _WORDS.search(picture[0]) else f'<img alt=""{picture[0][4:]}'
    words = _WORDS.search(picture[0])
    return (words[1] or words[2] or "").replace("<", "&lt;").replace(">", "&gt;") if words is not None else ""


_WIDTH: Final = re.compile(r"(?:\A|\|)[ ]*(\d{1,4})(?:x\d{1,4})?[ ]*\Z")
_WEB_ADDRESS: Final = re.compile(r"\bhttps?://[^\s<>\"'`\[\]()|]*[^\s<>\"'`\[\]()|.,;:!?*_~]")
_TASK: Final = re.compile(r"\[([^\[\]\n])\][ \t]+")
_TASK_WORD: Final = re.compile(r"(?:TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS|(DONE)|(CANCELL?ED))(?=\s)")
_BOXES: Final = {" ": "☐", "x": "☑", "X": "☑", "-": "☒", "/": "◩"}
# Kinds of callouts that are more than a note.
_CALLOUTS: Final = {
    "tip": "tip", "hint": "tip", "important": "tip", "success": "tip", "check": "tip", "done": "tip",
    "warning": "warning", "caution": "warning", "attention": "warning", "question": "warning",
    "help": "warning", "faq": "warning", "danger": "danger", "error": "danger", "bug": "danger",
    "failure": "danger", "fail": "danger", "missing": "danger",
}  # fmt: skip


def look_of(kind: str) -> str:
    """How a callout looks: as a ``note``, ``tip``, ``warning`` or ``danger``."""
    return _CALLOUTS.get(kind.casefold(), "note")


def sized(words: str) -> tuple[str, str]:
    """The words of a picture, and how wide it is shown."""
    found = _WIDTH.search(words)
    return (words, "") if found is None else (words[: found.start()], found[1])


def task_box(content: str) -> tuple[str, str]:
    """The box of a task, and the rest of its item; "" for what is none."""
    sign = _TASK.match(content)
    if sign is not None:
        box = _BOXES.get(sign[1], f"[{escape(sign[1])}]")
        return f'<span class="box">{box}</span> ', content[sign.end() :]
    word = _TASK_WORD.match(content)
    if word is None:
        return "", content
    return f'<span class="box">{"☑" if word[1] else "☒" if word[2] else "☐"}</span> ', content


def as_html(token: Token, html: str) -> None:
    """Make a token a block of markup."""
    token.type, token.tag, token.content, token.nesting = "html_block", "", html, 0


def text_token(content: str) -> Token:
    """Words among tokens."""
    token = Token("text", "", 0)
    token.content = content
    return token


def with_web_addresses(tokens: Sequence[Token], guard: Guard) -> Iterator[Token]:
    """Tokens with the addresses of the web that stand in text as links."""
    inside = 0
    for token in tokens:
        inside += (token.type == "link_open") - (token.type == "link_close")
        if token.type != "text" or inside or "://" not in token.content:
            yield token
            continue
        at = 0
        for found in _WEB_ADDRESS.finditer(token.content):
            yield text_token(token.content[at : found.start()])
            href = escape(guard.address(found[0]))
            yield raw_html(f'<a href="{href}" rel="noopener nofollow">{href}</a>')
            at = found.end()
        yield text_token(token.content[at:])


@cache
def reader() -> MarkdownIt:
    """The parser of a vault's pages: CommonMark, tables, definitions, ``dialect``; HTML is cleaned later."""
    from mdit_py_plugins.deflist import deflist_plugin

    made = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    made.enable(["table", "strikethrough"])
    dialect.install(made)
    deflist_plugin(made)
    made.inline.ruler.before("link", "wikilink", read_wikilink)
    return made


class Footnotes:
    """The footnotes of one page.

    alone: whether the page is shown by itself. Shown in another one it has no places: they would be those of
    the other's footnotes.
    """

    def __init__(self, guard: Guard, *, alone: bool) -> None:
        self._guard = guard
        self._alone = alone
        self._numbers: dict[str, int] = {}
        self._referred: set[str] = set()

    def number(self, label: str) -> str:
        """The sign of a footnote, a link to its text; the text leads back to the first."""
        number = self._of(label)
        if not self._alone:
            return f"<sup>{number}</sup>"
        place = ""
        if label not in self._referred:
            self._referred.add(label)
            place = f' id="{self._guard.place(_place(label, "r"))}"'
        href = self._guard.address(f"#{_place(label, 'n')}")
        return f'<sup{place}><a href="{href}">{number}</a></sup>'

    def text(self, token: Token) -> str:
        """What stands before the text of a footnote, or behind it."""
        label = str(token.meta["label"])
        if token.type == "footnote_close":
            if label not in self._referred:
                return "</div>\n"
            href = self._guard.address(f"#{_place(label, 'r')}")
            return f'<a href="{href}">↩</a></div>\n'
        place = f' id="{self._guard.place(_place(label, "n"))}"' if self._alone else ""
        return f'<div class="footnote"{place}><sup>{self._of(label)}</sup>\n'

    def _of(self, label: str) -> int:
        return self._numbers.setdefault(label, len(self._numbers) + 1)


def _place(label: str, kind: str) -> str:
    return f"f{kind}-{layout.short_hash(label)}"
