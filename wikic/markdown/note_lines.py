"""Lines that note programs read: fields (``key:: value``), what Logseq keeps there, boxes. Pure.

Boxes and tabs are rewritten as callouts, each line where it was: no line may come or go, since passages and
links are found by their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

FIELD: Final = re.compile(
    r"[ \t]*(?P<mark>\*\*|__)?(?P<key>[^\W\d_][\w -]{0,40})(?(mark)(?P=mark))::(?:[ \t]+(?P<value>.*))?"
)
# Times of work, how a block is shown, ids of blocks: nothing a reader is told.
UNTOLD: Final = re.compile(
    r"[ \t]*(?:id::[ \t]+[0-9a-f-]{36}[ \t]*|(?:collapsed|heading)::[ \t]+(?:true|false|\d)[ \t]*"
    r"|(?:created-at|updated-at)::[ \t]+\d+[ \t]*|(?:background-color|ls-type|hl-[a-z]+|logseq\.[\w.-]+"
    r"|query-[a-z-]+)::.*|CLOCK:[ \t]*\[.*)",
    re.I,
)
_DRAWER: Final = re.compile(r"^[ \t]*:LOGBOOK:[ \t]*\n(?:.*\n){0,200}?[ \t]*:END:[ \t]*$\n?", re.I | re.M)
_DEFINED: Final = re.compile(r"[ \t]*:[ \t]+(\S.*)")  # below the line that it defines
_ID: Final = re.compile(r"^[ \t]*id::[ \t]+([0-9a-f-]{36})[ \t]*$", re.M)
_SIZE: Final = re.compile(r"(?<=\))\{:[a-z]+[^{}\n]*\}")
_WIDTH: Final = re.compile(r"(!\[[^\[\]\n]*)(\]\([^()\n]*\))\{:[^{}\n]*?:?width[ \t]+(\d{1,4})[^{}\n]*\}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph.

    key: Markdown of a field's name, or of what is defined; else "".
    text: Markdown of it, of a field its value.
    """

    key: str
    text: str


def is_plain(content: str) -> bool:
    """Whether a paragraph holds nothing that is read here."""
    return not ("::" in content or "\n:" in content or "){:" in content or "CLOCK:" in content)


def told(content: str) -> Iterator[Line]:
    """The lines of a paragraph that a reader is told."""
    if is_plain(content):
        yield Line("", content)
        return
    content = _DRAWER.sub("", _SIZE.sub("", _WIDTH.sub(r"\1|\3\2", content)))
    key, words = "", list[str]()
    for line in content.split("\n"):
        if UNTOLD.fullmatch(line):
            continue
        field, defined = FIELD.fullmatch(line), _DEFINED.fullmatch(line)
        term = words.pop().strip() if defined is not None and words and not key else ""
        if field is None and not term and (not key or line[:1].isspace()):
            words.append(line)
            continue
        yield from _line(key, words)
        key, words = "", []
        if field is not None:
            yield from _line(field["key"], [field["value"] or ""] if field["value"] else [])
        elif defined is not None and term:
            key, words = term, [defined[1]]
        else:
            words = [line]
    yield from _line(key, words)


def _line(key: str, words: list[str]) -> Iterator[Line]:
    text = "\n".join(words)
    if text.strip():
        yield Line(key.strip(), text.strip() if key else text)


def block_ids(text: str) -> list[str]:
    """The ids that Logseq gave to blocks of ``text``, in order."""
    return _ID.findall(text) if "id::" in text else []


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
