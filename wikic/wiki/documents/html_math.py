"""Formulas of HTML as LaTeX: the TeX that stands beside MathML, else MathML itself, element by element."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_DEEPEST: Final = 60
# Elements of so many parts, which are put into a frame.
_FRAMES: Final = {
    "msup": "{0}^{{{1}}}", "msub": "{0}_{{{1}}}", "msubsup": "{0}_{{{1}}}^{{{2}}}",
    "mfrac": "\\frac{{{0}}}{{{1}}}", "binomial": "{{{0} \\atop {1}}}",
    "mover": "\\overset{{{1}}}{{{0}}}", "munder": "\\underset{{{1}}}{{{0}}}",
    "munderover": "{0}_{{{1}}}^{{{2}}}", "mroot": "\\sqrt[{1}]{{{0}}}",
}  # fmt: skip


def tex(math: LexborNode) -> str:
    """A ``math`` element as LaTeX."""
    said = math.css_first("annotation[encoding*=tex i]")
    if said is not None:
        return (said.text() or "").strip()
    return " ".join(_read(math, 0).split())


def _read(node: LexborNode, depth: int) -> str:
    tag = node.tag or ""
    if tag == "-text":
        return " ".join((node.text_content or "").split())
    if depth > _DEEPEST or tag.startswith(("-", "annotation")):
        return "" if tag.startswith(("-", "annotation")) else (node.text() or "").strip()
    parts = [each for each in (_read(child, depth + 1) for child in _children(node)) if each]
    frame = _FRAMES.get("binomial" if _is_binomial(node, tag) else tag)
    if frame is not None and len(parts) == frame.count("{0}") + frame.count("{1}") + frame.count("{2}"):
        if tag in ("msup", "msub", "msubsup") and len(parts[0]) > 1:
            parts[0] = f"{{{parts[0]}}}"
        return frame.format(*parts)
    if tag == "msqrt":
        return f"\\sqrt{{{' '.join(parts)}}}"
    if tag == "mtext":
        return f"\\text{{{' '.join(parts)}}}"
    if tag == "mtr":
        return " & ".join(parts)
    if tag == "mtable":
        return "\\begin{matrix} " + " \\\\ ".join(parts) + " \\end{matrix}"
    return " ".join(parts)


def _is_binomial(node: LexborNode, tag: str) -> bool:
    """Whether what looks like a fraction has no line: "n choose k" is no quotient."""
    return tag == "mfrac" and re.fullmatch(r"0[a-z]*", node.attributes.get("linethickness") or "") is not None


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next
