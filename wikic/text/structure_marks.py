"""The marks of structure in plain text and Markdown, a piece of text between them, and what notes' marks say.

No reader of Markdown sees ``<!-- … -->``, ``%% … %%`` from a line's beginning, and tags alone on a line.
Links to other notes and tags are read as Obsidian and Logseq do; neither is read from code or from
comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from wikic.model.statement import BlockKind

Shape = Literal["heading", "prose", "line", "label", "item", "pair", "figure", "code", "turn", "quote"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One quote with the structure it stands in.

    kind, text: as in ``Block``, the text as it stands in the document.
    shape: ``prose`` is a sentence of a paragraph; a ``line`` stands alone without an end mark; a ``label``
        is a line that ends in a colon; a ``pair`` a line ``Key: value``, or a
        term and what it means (its cells); a ``figure`` a row of a table that lost its bars; a ``turn``
        what one speaker says; a ``quote`` all of a quotation, without its marks.
    group: pieces of one paragraph, item, table, run of pairs or turn share it.
    level: of a heading, from 1; the indent of an item, in columns.
    mark: an item's marker, the speaker of a turn, the key of a pair.
    head: the names of a table's columns; the day of a turn, where one is given.
    cells: the cells of a row; what is said in a turn, without its label.
    """

    kind: BlockKind
    text: str
    shape: Shape = "prose"
    group: int = 0
    level: int = 0
    mark: str = ""
    head: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()


FENCE_INSIDE: Final = re.compile(r"^([ \t]*)(`{3,}|~{3,})(.*)$")
ITEM: Final = re.compile(r"^[ \t]*(?:[-*+•▪◦●·‣–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][)]|[①-⑳]|\d{1,3}、)[ \t]+(?=\S)")
QUOTE: Final = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+")
RULE: Final = re.compile(r"^[ \t]*(?:[-*_=~+^][ \t]*){3,}$")
# A marker that lost its item.
BARE: Final = re.compile(r"^[ \t]*(?:[-*+•▪◦●·‣–]|#+|\(?\d{1,3}[.)]|\(?[a-zA-Z]\))[ \t]*$")
UNDERLINES: Final = "=-~^+*"


def indent(line: str) -> int:
    """The column in which a line's text begins; a tab reaches to the next fourth one."""
    wide = line.expandtabs(4)
    return len(wide) - len(wide.lstrip(" "))


_COMMENT_OPEN, _COMMENT_CLOSE, _COMMENT_MARK = "<!--", "-->", "%%"
_INDENTS: Final = ("    ", "\t")  # of code
# What opens a comment of several lines: the mark alone, or with the name of a setting. "%% Load" is Matlab's.
_ALONE: Final = re.compile(r"%%(?:\s*[\w-]+:[\w-]+)?\s*")
_TAGS: Final = re.compile(
    r"\s*(?:</?(?:details|summary|div|section|center|p|br|span|picture|source)(?:\s[^<>]*)?/?>\s*)+", re.I
)
_SUMMARY: Final = re.compile(r"\s*(?:<details[^<>]*>\s*)?<summary[^<>]*>(.*)</summary>\s*", re.I)
_TICKS: Final = re.compile(r"`+")


def without_comments(lines: Sequence[str]) -> list[str]:
    """``lines`` without comments and tags; code keeps what looks like one, and what never closes is text.

    The number of lines stays: blocks are told by theirs.
    """
    last = {
        _COMMENT_CLOSE: max((at for at, line in enumerate(lines) if _COMMENT_CLOSE in line), default=-1),
        _COMMENT_MARK: max(
            (at for at, line in enumerate(lines) if line.strip() == _COMMENT_MARK), default=-1
        ),
    }
    if not any("<" in line or _COMMENT_MARK in line for line in lines):
        return list(lines)
    kept = list(lines)
    fence = closing = ""
    indented = listed = False
    for at, line in enumerate(lines):
        blank = not line.strip()
        if not (blank or indented or line.startswith(_INDENTS)):
            listed = ITEM.match(line) is not None
        above = at == 0 or not lines[at - 1].strip()
        indented = not listed and line.startswith(_INDENTS) and (above or indented) if not blank else indented
        if indented and not (fence or closing or blank):
            continue
        mark = None if closing else FENCE_INSIDE.match(line)
        if fence or mark:
            if mark and (not fence or mark.group(2).startswith(fence)):
                fence = "" if fence else mark.group(2)
            continue
        below = {close for close, end in last.items() if end > at}
        seen, closing = _seen(line, closing, below)
        kept[at] = _untagged(seen)
    return kept


def _untagged(line: str) -> str:
    """A line of nothing but tags is blank; of a box's heading its words stay."""
    if "<" not in line:
        return line
    heading = _SUMMARY.fullmatch(line)
    if heading is not None:
        return heading.group(1)
    return "" if _TAGS.fullmatch(line) else line


def _seen(line: str, closing: str, below: set[str]) -> tuple[str, str]:
    """What a reader sees of a line, and what closes the comment that is open behind it, or "".

    closing: what closes the comment that is open before it. below: what stands on a line further down.
    """
    if not closing and _COMMENT_OPEN not in line and _COMMENT_MARK not in line:
        return line, ""
    seen: list[str] = []
    at = 0
    while True:
        if closing:
            end = line.find(closing, at)
            if end < 0:
                break
            at, closing = end + len(closing), ""
        start, opens, closes = _opening(line, at, first=not seen)
        if start < 0 or not (closes in below or line.find(closes, start + len(opens)) >= 0):
            seen.append(line[at:])
            break
        seen.append(line[at:start])
        at, closing = start + len(opens), closes
    head, *rest = [each.rstrip() for each in seen] or [""]
    return " ".join([head, *(each.strip() for each in rest if each.strip())]), closing


def _opening(line: str, at: int, *, first: bool) -> tuple[int, str, str]:
    """Where the next comment from ``at`` on begins outside code between backticks, what opens and closes it.

    The place is -1 where there is none. first: whether nothing was seen of the line before.
    """
    mark = line.find(_COMMENT_MARK, at) if first else -1
    if (
        mark >= 0
        and not line[at:mark].strip()
        and (line.find(_COMMENT_MARK, mark + len(_COMMENT_MARK)) >= 0 or _ALONE.fullmatch(line, mark))
    ):
        return mark, _COMMENT_MARK, _COMMENT_MARK
    comment = line.find(_COMMENT_OPEN, at)
    while comment >= 0:
        ticks = _TICKS.search(line, at, comment)
        if ticks is None:
            return comment, _COMMENT_OPEN, _COMMENT_CLOSE
        close = line.find(ticks.group(), ticks.end())
        at = close + len(ticks.group()) if close >= 0 else ticks.end()
        if at > comment:
            comment = line.find(_COMMENT_OPEN, at)
    return -1, "", ""


_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_INDENTED: Final = ("    ", "\t")
# ``[[ -f x ]]`` is code.
_WIKILINK: Final = re.compile(r"\[\[(?![\s:])([^\[\]|\n]{1,300}?)\\?(?:\|[^\[\]\n]*)?(?<!\s)\]\]")
_TARGET: Final = r"(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))"
_MARKDOWN: Final = re.compile(rf"\]\([ \t]*{_TARGET}")
_DEFINED: Final = re.compile(rf"^ {{0,3}}\[[^\[\]\n]{{1,300}}\]:[ \t]*{_TARGET}")
# ``#6420`` is a number, ``page#place`` an address.
_HASHTAG: Final = re.compile(
    r"(?:^|(?<=\s))#(?:\[\[([^\[\]|#\n]{1,100})\]\]|([\w/-]{1,100})(?![\w/#&;=(\[{-]| <))"
)


def wikilinks(text: str) -> list[str]:
    """What each ``[[link]]`` and ``![[embed]]`` names, without heading, block and shown words, each once."""
    if "[[" not in text:
        return []
    found = (link.partition("#")[0].strip() for line in _said(text) for link in _WIKILINK.findall(line))
    return list(dict.fromkeys(filter(None, found)))


def addresses(text: str) -> list[str]:
    """The targets of ``[words](target)`` and ``[name]: target``, as written, each once."""
    if "](" not in text and "]:" not in text:
        return []
    found: list[str] = []
    for line in _said(text):
        found += [one or two for one, two in _MARKDOWN.findall(line)]
        found += [one or two for one, two in _DEFINED.findall(line)]
    return list(dict.fromkeys(filter(None, found)))


def tags(text: str) -> list[str]:
    """The ``#tags`` among the words, without their sign, each once; one has a letter at least."""
    if "#" not in text:
        return []
    found = (one or two for line in _said(text) if "#" in line for one, two in _HASHTAG.findall(line))
    return list(dict.fromkeys(each.strip("/-") for each in found if any(map(str.isalpha, each))))


def _said(text: str) -> Iterator[str]:
    """The lines of ``text`` without code, which is told by fences, backticks and indents, and comments."""
    fence = ""
    above, indented, listed = "", False, False
    for line in without_comments(text.split("\n")):
        mark = FENCE_INSIDE.match(line)
        if fence or mark:
            if mark and (not fence or (mark.group(2).startswith(fence) and not mark.group(3).strip())):
                fence = "" if fence else mark.group(2)
            above = line
            continue
        deep = line.startswith(_INDENTED)
        if line.strip():
            indented = deep and not listed and (indented or not above.strip())
            listed = (listed and deep) or ITEM.match(line) is not None
            if not indented:
                yield _CODE.sub(" ", line) if "`" in line else line
        above = line
