"""What of a vault's HTML stays: elements that set text, links and pictures that lead where the linter says.

People write HTML among their Markdown. Nothing of it runs, is loaded from elsewhere, or takes a place or
a look of the reader's own: ``nh3`` goes over all of it, and each attribute is asked for here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import nh3

from wikic.markdown.dialect import ELEMENTS

# What would swallow all that follows it stays words, as on GitHub.
_SWALLOWING: Final = re.compile(
    r"<(?=/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|noscript|template|svg|math)\b)",
    re.I,
)
_OUTER_HEADING: Final = re.compile(r"<(/?)h1\b", re.I)
_TAGS: Final = ELEMENTS - {"font", "picture", "source", "h1"}
_CLASSES: Final = re.compile(
    r"missing|box|to-(?:left|right|center)|math|footnote|embed|callout|(?:note|tip|warning|danger)-callout"
    r"|language-[\w.+#-]{1,40}"
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
        # What is wider than the page is moved by keys, too.
        return _LINK.sub(_kept_apart, cleaned).replace("<pre", '<pre tabindex="0"')


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
