"""What a drawing says stays a drawing, in whatever way it says more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.browser import browser, tab
from support.depth import examples

from wikic.export.site.drawing import rewrite_svg

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["browser", "tab"]
SVG = "http://www.w3.org/2000/svg"
FRAME = (
    f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"'
    ' xmlns:s="http://www.w3.org/2000/svg" width="9" height="9">{}<circle id="dot" r="3"/></svg>'
)
# What runs, loads or leads out of the file, each by itself.
HOSTILE = (
    "<script>alert(1)</script>",
    "<s:script>alert(1)</s:script>",
    "<h:script>alert(1)</h:script>",
    "<script href='data:text/javascript,alert(1)'/>",
    "<a xlink:href='java&#115;cript:alert(1)'><text y='9'>x</text></a>",
    "<a href='&#x09;javascript:alert(1)'><rect width='9' height='9'/></a>",
    "<foreignObject><h:iframe onload='alert(1)'/><h:img src='x' onerror='alert(1)'/></foreignObject>",
    "<animate attributeName='href' values='javascript:alert(1)' onbegin='alert(1)' dur='1s'/>",
    "<a><set attributeName='xlink:href' to='javascript:alert(1)'/><text y='9'>x</text></a>",
    "<g onload='alert(1)' ONCLICK='alert(1)'><path d='M0 0h9' onmouseover='alert(1)'/></g>",
    "<rect style='fill:url(https://evil.example/a);behavior:url(x)' fill='url(//evil.example/b#c)'/>",
    "<rect style='fill:u\\72l(https://evil.example/a)' fill=\"url('#a') url(https://evil.example)\"/>",
    "<style>@import 'https://evil.example/a.css'; rect{fill:url(https://evil.example/b)}</style>",
    "<style>/* */ rect{background:image-set('//evil.example' 1x)} @font-face{src:url(//evil)}</style>",
    "<style><![CDATA[</style><script>alert(1)</script>]]></style>",
    "<image href='data:image/svg+xml,&lt;svg onload=alert(1)&gt;'/><image href='https://evil.example/p.png'/>",
    "<use href='data:image/svg+xml;base64,AAAA#x'/><use xlink:href='https://evil.example/a.svg#b'/>",
    "<g xml:base='https://evil.example/'><use href='#a'/></g>",
    "<feImage href='//evil.example/p.png'/><filter id='f'><feImage xlink:href='//evil.example'/></filter>",
    "<metadata><h:script>alert(1)</h:script></metadata><handler type='text/javascript'>alert(1)</handler>",
    "<h:link rel='stylesheet' href='https://evil.example'/><h:meta http-equiv='refresh' content='0;url=/'/>",
    "<?xml-stylesheet href='javascript:alert(1)'?><!-- --><iframe src='javascript:alert(1)'/>",
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le-bom", "utf-16-be-bom", "iso-8859-1")


def encoded(text: str, encoding: str) -> bytes:
    if encoding.endswith("-bom"):
        return f"\ufeff{text}".encode(encoding[:9])
    declared = f"<?xml version='1.0' encoding='{encoding}'?>" if encoding == "iso-8859-1" else ""
    return (declared + text).encode(encoding)


def is_harmless(data: bytes) -> bool:
    """Looked at with another parser: elements of drawings alone, no handler, no address but in the file."""
    for each in ElementTree.fromstring(data).iter():
        space, _, name = each.tag.removeprefix("{").partition("}")
        if space != SVG or name.casefold() in ("script", "foreignobject", "animate", "set", "a", "feimage"):
            return False
        for attribute, value in each.attrib.items():
            local = attribute.rpartition("}")[2].casefold()
            inside = value.startswith(("#", "data:image/png;base64,")) or local != "href"
            if local.startswith("on") or local == "base" or not inside:
                return False
            loads = any(bad in value for bad in ("//", "\\", "javascript", "url(h"))
            if loads and local not in ("id", "class", "href"):
                return False
        if name == "style" and any(bad in (each.text or "") for bad in ("@", "\\", "url(h", "//", "<")):
            return False
    return True


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_nothing_hostile_is_written_in_any_encoding(encoding: str) -> None:
    for inside in HOSTILE:
        made = rewrite_svg(encoded(FRAME.format(inside), encoding))
        assert made is not None, inside
        assert is_harmless(made), made
        assert b'id="dot"' in made  # what is behind it is still drawn
        assert b"evil" not in made and b"alert" not in made


def test_a_browser_opens_what_is_written_and_nothing_runs(tmp_path: Path, tab: Page) -> None:
    tab.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for at, inside in enumerate((*HOSTILE, "".join(HOSTILE))):
        file = tmp_path / f"{at}.svg"
        file.write_bytes(rewrite_svg(encoded(FRAME.format(inside), "utf-16")) or b"")
        tab.goto(file.as_uri())
        tab.mouse.click(4, 4)
        assert tab.locator("#dot").count() == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg",
        b"not a drawing",
        b"<svg><circle r='3'/></svg>",  # of no namespace: no viewer draws it
        b"<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>",
        b"<!DOCTYPE svg [<!ENTITY a '<script/>'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
        b"<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
        b"<!DOCTYPE svg [<!ENTITY % a '<!ENTITY b \"c\">'>%a;]><svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<?xml version='1.0' encoding='utf-7'?><svg xmlns='http://www.w3.org/2000/svg'>+ADw-script+AD4-</svg>",
        b"<?xml version='1.0' encoding='no-such'?><svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<svg xmlns='http://www.w3.org/2000/svg'/><svg xmlns='http://www.w3.org/2000/svg'/>",
    ],
)
def test_what_cannot_be_parsed_is_no_drawing(data: bytes) -> None:
    assert rewrite_svg(data) is None


def test_what_draws_stays_as_it_is() -> None:
    drawing = (
        "<title>Quay &amp; crane</title><defs>"
        "<linearGradient id='a'><stop offset='0' style='stop-color:red'/>"
        "</linearGradient></defs><style>.c, g &gt; #d{fill:rgb(1,2,3);font:12px 'Fira Sans', serif}"
        "@media print{.c{display:none}}</style>"
        "<g class='c' transform='translate(1 2) rotate(-90)' clip-path='url(#clip)'><use xlink:href='#d'/>"
        "<image href='data:image/png;base64,AAAA' width='1'/><path d='M 0,0 L 1e-3 5Z' fill='url(#a)'/>"
        "<text x='1' xml:space='preserve' font-family='Fira Sans'>1 &lt; 2</text></g>"
    )
    made = (rewrite_svg(FRAME.format(drawing).encode()) or b"").decode()
    for part in (
        "<title>Quay &amp; crane</title>",
        'style="stop-color:red"',
        ".c, g &gt; #d{fill:rgb(1,2,3);font:12px 'Fira Sans', serif}</style>",
        'transform="translate(1 2) rotate(-90)" clip-path="url(#clip)"',
        '<use xlink:href="#d">',
        '<image href="data:image/png;base64,AAAA" width="1">',
        'd="M 0,0 L 1e-3 5Z" fill="url(#a)"',
        'xml:space="preserve" font-family="Fira Sans">1 &lt; 2</text>',
    ):
        assert part in made
    assert rewrite_svg(made.encode()) == made.encode()


NAMES = "svg g a use script s:script h:div style rect text image set animate foreignObject filter feImage"
ATTRIBUTES = "href xlink:href style fill onload xml:base id d class src to"
_NAMES = st.sampled_from(NAMES.split())
_ATTRIBUTES = st.sampled_from(ATTRIBUTES.split())
_PIECES = st.sampled_from(
    [
        "url(",
        "#a",
        ")",
        "javascript:",
        "'",
        ";",
        ":",
        "fill",
        "//evil",
        "\\",
        "/*",
        "*/",
        "{",
        "}",
        "@import ",
        "rgb(",
    ]
)
_VALUES = st.lists(_PIECES, max_size=8).map("".join)


def _element(name: str, attributes: dict[str, str], inside: list[str], text: str) -> str:
    written = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{written}>{text}{''.join(inside)}</{name}>"


_TREES = st.recursive(
    _VALUES,
    lambda inner: st.builds(
        _element,
        _NAMES,
        st.dictionaries(_ATTRIBUTES, _VALUES, max_size=3),
        st.lists(inner, max_size=3),
        _VALUES,
    ),
    max_leaves=8,
)


@given(_TREES)
@examples(150)
def test_any_tree_is_written_harmless_and_the_same_again(tree: str) -> None:
    made = rewrite_svg(FRAME.format(tree).encode())
    assert made is not None
    assert is_harmless(made), made
    assert rewrite_svg(made) == made
