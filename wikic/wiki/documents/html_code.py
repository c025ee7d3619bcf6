"""Code in HTML: its characters as they stand, and the language that its classes name."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NEVER: Final = (
    *("script", "style", "noscript", "template", "iframe", "svg", "canvas", "object", "button"),
    *("select", "textarea", "input", "img", "picture", "video", "audio", "map", "datalist"),
    # What is said a second time: formulas as TeX, characters in another script.
    *("annotation", "annotation-xml", "rt", "rp"),
)
# language-python · highlight-python3 (Sphinx) · highlight-source-python (GitHub) · sourceCode python (Pandoc)
_LANGUAGE: Final = re.compile(
    r"\blang(?:uage)?-([\w+#-]+)|\bhighlight-(?:source-|text-)?([\w+#]+)|\bsourceCode ([\w+#-]+)"
)
_NAME: Final = re.compile(r"[\w+#-]{1,30}")
_NO_LANGUAGE: Final = frozenset(
    {"default", "none", "text", "plaintext", "plain", "nohighlight", "notranslate"}
)
_CALLED: Final = {"python3": "python", "pycon3": "pycon", "ipython3": "python", "py3": "python"}


def words(node: LexborNode, skip: Collection[int]) -> str:
    """The characters under a node as they stand, however deep, without what is never shown."""
    parts: list[str] = []
    waiting: list[LexborNode | None] = [node.child]
    while waiting:
        child = waiting.pop()
        if child is None:
            continue
        waiting.append(child.next)
        tag = child.tag or ""
        if tag == "-text":
            parts.append(child.text_content or "")
        elif tag == "br":
            parts.append("\n")
        elif not tag.startswith("-") and tag not in NEVER and child.mem_id not in skip:
            waiting.append(child.child)
    return "".join(parts)


def fence(node: LexborNode, skip: Collection[int]) -> str:
    text = words(node, skip).replace("\r\n", "\n").strip("\n")
    if not text.strip():
        return ""
    marks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{marks}{_language(node)}\n{text}\n{marks}"


def _language(node: LexborNode) -> str:
    """The language of code by the classes of its element, the one in it and the two around it."""
    around = [node.css_first("code"), node, node.parent, node.parent.parent if node.parent else None]
    for each in around:
        if each is None:
            continue
        attributes = each.attributes
        named = attributes.get("data-lang") or attributes.get("data-language") or ""
        found = _LANGUAGE.search(attributes.get("class") or "")
        said = named if _NAME.fullmatch(named) else (found[1] or found[2] or found[3]) if found else ""
        if said:
            return "" if said.lower() in _NO_LANGUAGE else _CALLED.get(said.lower(), said)
    return ""
