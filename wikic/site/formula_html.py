"""A formula's TeX as MathML, which browsers set without a script; what is not understood stays TeX.

The converter's text is not escaped and its attributes are whatever the TeX says, so its tree is written here
anew from lists of what only sets formulas. The TeX stands beside it as an annotation, to be copied.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING, Final

from wikic.remembered import remembered

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ELEMENTS: Final = _words(
    """math semantics annotation mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle mpadded mphantom
    menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd"""
)
ATTRIBUTES: Final = _words(
    """display displaystyle scriptlevel mathvariant stretchy fence form separator accent accentunder lspace
    rspace minsize maxsize symmetric largeop movablelimits linethickness width height depth columnalign
    rowspacing columnspacing columnlines rowlines notation encoding linebreak"""
)
_VALUE: Final = re.compile(r"[\w.%+ /-]{1,80}")
# What the converter does not know by itself.
_KNOWN_AS: Final = (
    (re.compile(r"\\(begin|end)\{(?:(?:gather|multline|eqnarray)\*?|aligned|gathered)\}"), r"\\\1{split}"),
    (re.compile(r"\\(begin|end)\{[dr]cases\}"), r"\\\1{cases}"),
    (re.compile(r"\\(?:begin|end)\{(?:equation|displaymath)\*?\}|\\(?:nonumber|notag)\b"), ""),
    (re.compile(r"\\arg(?![a-z])"), r"\\operatorname{arg}"),
    (re.compile(r"\\label\{[^{}]*\}"), ""),
    (re.compile(r"\\(?:dfrac|tfrac|cfrac)\b"), r"\\frac"),
)  # fmt: skip
_MOST: Final = 4_000  # characters; what is longer is data
_DEEPEST: Final = 60  # braces; the converter calls itself for each


@remembered(4_096)  # a page shows a symbol again and again
def mathml(tex: str, *, block: bool) -> str | None:
    """``tex`` as a ``math`` element; None where it cannot be set. block: whether it stands by itself."""
    from latex2mathml.converter import convert_to_element

    known = tex
    for pattern, instead in _KNOWN_AS:
        known = pattern.sub(instead, known)
    if not known.strip() or len(known) > _MOST or _depth(known) > _DEEPEST:
        return None
    try:
        tree = convert_to_element(known, display="block" if block else "inline")
    except Exception:  # noqa: BLE001 - TeX that it cannot read fails in any way, and is shown as it is
        return None
    inside = _written(list(tree))
    if inside is None or not inside.replace("<mrow></mrow>", ""):
        return None
    display = ' display="block"' if block else ""
    noted = f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation>'
    inside = inside if len(tree) == 1 else f"<mrow>{inside}</mrow>"
    return f"<math{display}><semantics>{inside}{noted}</semantics></math>"


def _written(elements: list[Element]) -> str | None:
    """Elements as markup; None where one stands for a command that the converter does not know."""
    parts: list[str] = []
    for each in elements:
        text = unescape(each.text or "")
        if each.tag not in ELEMENTS or (each.tag != "mtext" and (text[:1] == "\\" or text == "&")):
            return None
        inside = _written(list(each))
        if inside is None:
            return None
        given = "".join(
            f' {name}="{escape(value)}"'
            for name, value in each.attrib.items()
            if name in ATTRIBUTES and _VALUE.fullmatch(value)
        )
        parts.append(f"<{each.tag}{given}>{escape(text, quote=False)}{inside}</{each.tag}>")
    return "".join(parts)


def _depth(tex: str) -> int:
    deepest = depth = 0
    for letter in tex:
        depth += (letter == "{") - (letter == "}")
        deepest = max(deepest, depth)
    return deepest
