"""Boxes and tabs as site generators and Logseq write them, as callouts, each line where it was. Pure.

``text/containers.py`` reads more kinds of them for documents; here no line may come or go, since passages and
links are found by their lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_ANY: Final = re.compile(r"^[ \t]*(?:[-*+] )?(?:===|!!!|\?\?\?|:::|#\+BEGIN_)", re.M)
_FENCE: Final = re.compile(r"^[ \t]*(?:[-*+] )*(`{3,}|~{3,})")
# "!!! note "Title"": what is indented below belongs to it.
_INDENTED: Final = re.compile(
    r'(?P<indent>[ ]*)(?:===[!+]?[ \t]+"(?P<tab>[^"]+)"|(?:!!!|\?\?\?\+?)[ \t]+(?P<kind>[\w-]+)'
    r"(?:[ \t]+[\w -]+)?"
    r'(?:[ \t]+"(?P<title>[^"]*)")?)[ \t]*'
)
_COLONS: Final = re.compile(r":{3,}[ \t]*\{?\.?(?P<kind>[\w-]+)\}?[ \t]*\[?(?P<title>[^\]]*?)\]?[ \t]*")
COLONS_END: Final = re.compile(r":{3,}[ \t]*")
_BEGIN: Final = re.compile(r"(?P<indent>[ \t]*(?:[-*+] )?)#\+BEGIN_(?P<kind>[A-Z]+)[ \t]*", re.I)
KINDS: Final = frozenset({
    "note", "tip", "info", "warning", "danger", "caution", "important", "pinned", "hint", "attention",
    "error", "seealso", "success", "details", "quote",
})  # fmt: skip
_REACH: Final = 400  # lines in which a box ends, so that many of them without an end are read in little time


def as_callouts(markdown: str) -> str:
    """``markdown`` with its boxes and tabs as quotes and callouts; as many lines as before."""
    if _ANY.search(markdown) is None:
        return markdown
    lines = markdown.split("\n")
    fence = ""
    at = 0
    while at < len(lines):
        mark = _FENCE.match(lines[at])
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        at = at + 1 if fence or mark is not None else _read(lines, at)
    return "\n".join(lines)


def _read(lines: list[str], at: int) -> int:
    """Read what begins at a line; the line to go on with."""
    line = lines[at]
    indented = _INDENTED.fullmatch(line)
    if indented is not None:
        return _indented(lines, at, indented)
    colons = _COLONS.fullmatch(line)
    if colons is not None and colons["kind"].casefold() in KINDS:
        end = _closing(lines, at, COLONS_END)
        return at + 1 if end < 0 else _quoted(lines, (at, end), "", (colons["kind"], colons["title"]), "")
    begun = _BEGIN.fullmatch(line)
    if begun is not None and begun["kind"].casefold() in KINDS:
        end = _closing(lines, at, re.compile(rf"[ \t]*#\+END_{begun['kind']}[ \t]*", re.I))
        # An empty line would part the items of a list.
        return at + 1 if end < 0 else _quoted(lines, (at, end), begun["indent"], (begun["kind"], ""), ">")
    return at + 1


def _indented(lines: list[str], at: int, mark: re.Match[str]) -> int:
    end = at + 1
    depth = len(mark["indent"]) + 4
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * depth)):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    quoted = mark["tab"] is None
    for inside in range(at + 1, end):
        rest = lines[inside][depth:]
        lines[inside] = f"{mark['indent']}> {rest}".rstrip() if quoted else f"{mark['indent']}{rest}"
    if quoted:
        lines[at] = f"{mark['indent']}> [!{mark['kind']}] {mark['title'] or ''}".rstrip()
        return end
    lines[at] = f"{mark['indent']}**{mark['tab']}**"
    return at + 1  # boxes may stand in a tab


def _closing(lines: Sequence[str], at: int, ending: re.Pattern[str]) -> int:
    span = range(at + 1, min(len(lines), at + _REACH))
    return next((end for end in span if ending.fullmatch(lines[end])), -1)


def _quoted(lines: list[str], span: tuple[int, int], indent: str, named: tuple[str, str], last: str) -> int:
    at, end = span
    kind, title = named[0].casefold(), named[1]
    below = " " * len(indent) if indent.strip() else indent
    quote = kind == "quote" and not title
    lines[at] = f"{indent}>" if quote else f"{indent}> [!{kind}] {title}".rstrip()
    for inside in range(at + 1, end):
        lines[inside] = f"{below}> {lines[inside].removeprefix(below)}".rstrip()
    lines[end] = f"{below}{last}" if last else ""
    return end + 1
