"""SVG as a site publishes it: parsed, and written anew from lists of what only draws.

A drawing that is opened by itself runs in the site's origin, so nothing passes because nobody forbade it: an
element or attribute that is not named here, an entity, an instruction, an address outside the file is not
written. Styles are kept as far as they are plain declarations.
"""

from __future__ import annotations

import re
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

_SVG: Final = "http://www.w3.org/2000/svg"
_XLINK: Final = "http://www.w3.org/1999/xlink"
_XML: Final = "http://www.w3.org/XML/1998/namespace"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# No scripts and no HTML; nothing that changes an attribute later (animate, set), or loads (feImage).
_ELEMENTS: Final = _words(
    """svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text tspan
    textPath image marker linearGradient radialGradient stop pattern clipPath mask style filter feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode
    feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence"""
)
_INSTEAD: Final = {"a": "g"}  # its words stay, it leads nowhere
_WORDS: Final = _words("id class lang role aria-label aria-labelledby aria-hidden")
# As attributes and as properties of a style.
_LOOKS: Final = _words(
    """alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
    color-interpolation-filters direction display dominant-baseline enable-background fill fill-opacity
    fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch
    font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color line-height
    marker-end marker-mid marker-start mask mix-blend-mode opacity overflow paint-order shape-rendering
    stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-rendering
    transform transform-origin unicode-bidi vector-effect visibility white-space word-spacing
    writing-mode"""
)
_SHAPES: Final = _words(
    """amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode
    elevation exponent filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3
    k4 kernelMatrix kernelUnitLength lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth
    maskContentUnits maskUnits method mode numOctaves offset operator order orient pathLength
    patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ
    preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry scale seed slope
    spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
    surfaceScale systemLanguage tableValues targetX targetY textLength type values version viewBox width x
    x1 x2 xChannelSelector y y1 y2 yChannelSelector z"""
)
_PLACE: Final = re.compile(r"#[\w.:-]+")
_PICTURE: Final = re.compile(r"data:image/(?:png|jpe?g|gif|webp|bmp|avif);base64,[A-Za-z0-9+/=\s]*+")
# Numbers, words, colours, functions that only count, places of this file: no escapes, and no other address.
_VALUE: Final = re.compile(
    r"""(?:(?<![\w-])(?:rgba?|hsla?|matrix|translate|rotate|scale|skew[XY]|calc|light-dark)\(
        |(?<![\w-])url\(\s*(?:\#[\w.:-]+|'\#[\w.:-]+'|"\#[\w.:-]+")\s*\)
        |"[\w\s.,#+-]*+"|'[\w\s.,#+-]*+'
        |[\w\s.,%#+*/!)-]
    )*+""",
    re.VERBOSE,
)
_REMARK: Final = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_SELECTOR: Final = re.compile(r"\s*[\w*.#][\w\s.#*,>+~:-]*+")


class _Unfit(Exception):
    """It declares entities, or is no SVG."""


def rewrite_svg(data: bytes) -> bytes | None:
    """A drawing that only draws, in UTF-8; None for what is no SVG, declares entities or cannot be parsed."""
    writing = _Writing()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = writing.start
    parser.EndElementHandler = writing.end
    parser.CharacterDataHandler = writing.text
    parser.EntityDeclHandler = writing.entity
    try:
        parser.Parse(data, True)
    except (_Unfit, expat.ExpatError, ValueError, LookupError):  # an encoding that nobody knows
        return None
    return "".join((*writing.parts, "\n")).encode()


class _Writing:
    """One drawing while it is read: ``parts`` of what is written, the elements that are open."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._open: list[str] = []
        self._left_out = 0  # levels of elements within one that is not written
        self._style: list[str] = []  # of the style element that is open

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        element = _INSTEAD.get(local, local)
        known = space == _SVG and element in _ELEMENTS
        if not self._open and not self._left_out and not (known and element == "svg"):
            raise _Unfit
        if self._left_out or not known or self._open[-1:] == ["style"]:
            self._left_out += 1
            return
        spaces = "" if self._open else f' xmlns="{_SVG}" xmlns:xlink="{_XLINK}"'
        kept = (_attribute(element, *each) for each in attributes.items())
        self.parts.append(f"<{element}{spaces}{''.join(kept)}>")
        self._open.append(element)

    def end(self, _: str) -> None:
        if self._left_out:
            self._left_out -= 1
            return
        element = self._open.pop()
        if element == "style":
            self.parts.append(escape(_rules("".join(self._style))))
            self._style.clear()
        self.parts.append(f"</{element}>")

    def text(self, text: str) -> None:
        if self._left_out:
            return
        if self._open[-1] == "style":
            self._style.append(text)
        else:
            self.parts.append(escape(text))

    def entity(self, *_: object) -> None:
        raise _Unfit


def _attribute(element: str, name: str, value: str) -> str:
    """An attribute as it is written, "" for one that is not."""
    space, _, local = name.rpartition(" ")
    if local == "href" and space in ("", _XLINK):
        picture = element == "image" and _PICTURE.fullmatch(value.strip()) is not None
        fits, name = picture or _PLACE.fullmatch(value.strip()) is not None, f"{'xlink:' * bool(space)}href"
    elif space == _XML:
        fits, name = local in ("space", "lang"), f"xml:{local}"
    elif name == "style":
        value = _declarations(value)
        fits = bool(value)
    else:
        drawn = name in _LOOKS or name in _SHAPES
        fits = name in _WORDS or (drawn and _VALUE.fullmatch(value) is not None)
    return f" {name}={quoteattr(value)}" if fits else ""


def _rules(style: str) -> str:
    """What a style sheet says in plain rules; ``@media`` and all that holds rules is none."""
    kept, depth = [], 0
    for piece in _REMARK.sub("", style).split("}"):
        selector, opened, declared = piece.partition("{")
        if opened and not depth and _SELECTOR.fullmatch(selector) and (plain := _declarations(declared)):
            kept.append(f"{selector.strip()}{{{plain}}}")
        depth = max(0, depth + piece.count("{") - 1)
    return "\n".join(kept)


def _declarations(style: str) -> str:
    pairs = (each.partition(":") for each in _REMARK.sub("", style).split(";"))
    kept = ((name.strip().lower(), value.strip()) for name, _, value in pairs)
    return ";".join(
        f"{name}:{value}" for name, value in kept if name in _LOOKS and _VALUE.fullmatch(value) is not None
    )
