"""The block rules of the dialect, beside CommonMark's, for markdown-it-py: tables, boxes, tabs, formulas.

``markdown/parse_rules`` notes where inline content stands. Its table keeps rows whole; here they are cut
into cells. Boxes of site generators and of Logseq are containers: nothing is rewritten before reading.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from markdown_it.common.utils import mdTrim
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import blockquote, list_block, table

from wikic.markdown import dialect, parse_rules
from wikic.markdown.note_lines import COLONS_END, KINDS
from wikic.markdown.parse import MAX_NESTING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

BEGINS: Final = "begins"
"""Key of the environment: by number of token, where the block that it opens begins in the text."""

_INTERRUPTING: Final = ["paragraph", "reference", "blockquote", "list"]
_ADMONITION: Final = re.compile(
    r'(?:===[!+]?[ \t]+"(?P<tab>[^"]+)"|(?P<mark>!!!|\?\?\?\+?)[ \t]+(?P<kind>[\w-]+)(?:[ \t]+[\w -]+)?'
    r'(?:[ \t]+"(?P<title>[^"]*)")?)[ \t]*'
)
_COLONS: Final = re.compile(
    r"(?P<fence>:{3,})[ \t]*\{?\.?(?P<kind>[A-Za-z][\w-]*)\}?"
    r"[ \t]*(?P<bracket>\[?)(?P<title>[^\]]*?)\]?[ \t]*"
)
_BEGIN: Final = re.compile(r"#\+BEGIN_(?P<kind>[A-Z]+)[ \t]*", re.I)
_ENDS: Final = "ends"  # key of the environment: what ``_closing_lines`` found
_CONTAINERS: Final = re.compile(r"[ \t>]*(?:(?:[-*+:~]|\d{1,9}[.)]|\[\^[^\]\s]+\]:)[ \t]+)*")
_DEEPEST_BLOCK: Final = 20  # blocks of Logseq within each other
# A container and its first block nest up to four levels: the parser would drop what is deeper than it reads.
_DEEPEST: Final = MAX_NESTING - 4


def install(markdown: MarkdownIt) -> None:
    """Add the rules to a parser."""
    from mdit_py_plugins.deflist import deflist_plugin

    parse_rules.install(markdown)
    dialect.install(markdown)
    deflist_plugin(markdown)
    ruler = markdown.block.ruler
    ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    ruler.at("blockquote", _bounded(blockquote), {"alt": _INTERRUPTING})
    ruler.at("list", _bounded(list_block), {"alt": ["paragraph", "reference", "blockquote"]})
    for name in ("footnote", "deflist"):
        rule = next(each for each in ruler.__rules__ if each.name == name)
        ruler.at(name, _bounded(rule.fn), {"alt": rule.alt})
    ruler.before("fence", "box", _bounded(_box), {"alt": _INTERRUPTING})
    ruler.before(ruler.get_all_rules()[0], "begin", _note_begin)


def _note_begin(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Matches nothing: the token that the matching rule pushes next opens a block that begins here."""
    if not silent:
        state.env[BEGINS][len(state.tokens)] = state.bMarks[start] + state.tShift[start]
    return False


def _bounded(rule: RuleFuncBlockType) -> RuleFuncBlockType:
    """``rule``, unless it would nest deeper than is read: then its lines are a paragraph."""

    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return state.level < _DEEPEST and rule(state, start, end, silent)

    return bounded


# --- tables -------------------------------------------------------------------------------------------


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The library's table, with where each cell stands."""
    count = len(state.tokens)
    if not table(state, start, end, silent):
        return False
    line, cells = -1, list[parse_rules.Places]()
    for token in state.tokens[count:]:
        if token.type == "tr_open" and token.map:
            line, column = token.map[0], 0
            cells = _cells(state, line)
        elif token.type == "inline":
            behind = [(0, state.eMarks[line])]
            token.meta["places"] = cells[column] if column < len(cells) else behind
            column += 1
    return True


def _cells(state: StateBlock, line: int) -> list[parse_rules.Places]:
    """Where the content of each cell of a row stands; a bar behind a backslash is content, without it."""
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    row = state.src[begin:end]
    cuts = [found.start() for found in _BAR.finditer(row) if row[found.start() - 1 : found.start()] != "\\"]
    edges = [-1, *cuts, len(row)]
    cells = list[parse_rules.Places]()
    for before, after in pairwise(edges):
        cell = row[before + 1 : after]
        trimmed = mdTrim(cell)
        first = before + 1 + (cell.index(trimmed[0]) if trimmed else 0)
        places = [(0, begin + first)]
        for removed, found in enumerate(_ESCAPED_BAR.finditer(trimmed), 1):
            places.append((found.start() - removed + 1, begin + first + removed))
        cells.append(places)
    if cells and not mdTrim(row[: cuts[0]] if cuts else row):
        cells.pop(0)
    return cells


_BAR: Final = re.compile(r"\|")
_ESCAPED_BAR: Final = re.compile(r"\\\|")


# --- boxes and tabs -----------------------------------------------------------------------------------


def _first_line(state: StateBlock, start: int) -> str:
    return state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A box or a tab, by the sign it begins with."""
    begin = state.bMarks[start] + state.tShift[start]
    rule = _BOXES.get(state.src[begin : begin + 2])
    return rule is not None and not state.is_code_block(start) and rule(state, start, end, silent)


def _admonition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``!!! note "Title"``, ``??? tip``, ``=== "Tab"``: what is indented below belongs to it."""
    line = _first_line(state, start)
    found = _ADMONITION.fullmatch(line)
    if found is None:
        return False
    indent = state.sCount[start] + 4
    last = start + 1
    while last < end and (state.isEmpty(last) or state.sCount[last] >= indent):
        last += 1
    while state.isEmpty(last - 1):
        last -= 1
    known = found["tab"] is not None or found["kind"].casefold() in KINDS
    if last == start + 1 and not known:
        return False  # "!!! That hurt"
    if silent:
        return True
    folded = {"???": True, "???+": False}.get(found["mark"] or "")
    group = "tab" if found["tab"] is not None else "title"
    kind = "tab" if group == "tab" else found["kind"].casefold()
    _container(state, (start, last), (kind, found[group] or "", found.start(group)), folded, indent)
    state.line = last
    return True


def _colons(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``::: kind Title`` up to ``:::``."""
    line = _first_line(state, start)
    found = _COLONS.fullmatch(line)
    if found is None:
        return False
    kind = found["kind"].casefold()
    if found["title"] and kind not in KINDS and not found["bracket"]:
        return False  # "::: something said"
    return _closed(state, (start, end), (kind, found["title"], found.start("title")), silent)


def _org(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``#+BEGIN_KIND`` up to ``#+END_KIND``, as Logseq writes it."""
    line = _first_line(state, start)
    found = _BEGIN.fullmatch(line)
    if found is None or found["kind"].casefold() not in KINDS:
        return False
    return _closed(state, (start, end), (found["kind"].casefold(), "", 0), silent)


def _closed(state: StateBlock, lines: tuple[int, int], named: tuple[str, str, int], silent: bool) -> bool:
    """A container that a line of its own closes, if it does so before what it stands in ends."""
    start, end = lines
    if _ENDS not in state.env:
        state.env[_ENDS] = _closing_lines(state.src)
    last = state.env[_ENDS].get(start, end)
    within = range(start + 1, min(last, end))
    if last >= end or not all(
        state.isEmpty(line) or state.sCount[line] >= state.blkIndent for line in within
    ):
        return False
    if not silent:
        _container(state, (start, last), named, None, state.blkIndent)
        state.line = last + 1
    return True


def _closing_lines(text: str) -> dict[int, int]:
    """By line that may open a container, the line that closes it: found once, whatever stands around them.

    Of colons as many close as opened, or more; those within each other are told apart so.
    """
    found: dict[int, int] = {}
    colons: list[tuple[int, int]] = []  # line and number of colons
    blocks: list[tuple[int, str]] = []  # line and kind
    for number, raw in enumerate(text.split("\n")):
        line = _CONTAINERS.sub("", raw, count=1)
        if line.startswith(":::"):
            size = len(line) - len(line.lstrip(":"))
            if not COLONS_END.fullmatch(line):
                colons.append((number, size))
                continue
            while colons and colons[-1][1] > size:
                colons.pop()
            if colons:
                found[colons.pop()[0]] = number
        elif line.startswith("#+"):
            kind = line.strip().casefold().partition("_")
            if kind[0] == "#+begin":
                blocks.append((number, kind[2]))
            elif kind[0] == "#+end" and any(name == kind[2] for _, name in blocks[-_DEEPEST_BLOCK:]):
                while blocks[-1][1] != kind[2]:
                    blocks.pop()
                found[blocks.pop()[0]] = number
    return found


def _container(
    state: StateBlock, lines: tuple[int, int], named: tuple[str, str, int], folded: bool | None, indent: int
) -> None:
    """Push a container with the blocks between its first line and the one behind its content.

    named: its kind, its title, where that begins in its first line.
    """
    start, last = lines
    kind, title, column = named
    begin = state.bMarks[start] + state.tShift[start]
    token = state.push("div_open", "div", 1)
    token.map = [start, last]
    token.content = title
    token.meta = {"kind": kind, "box": kind in KINDS, "folded": folded, "places": [(0, begin + column)]}
    token.meta["line"] = (begin, state.eMarks[start])
    kept = state.blkIndent, state.lineMax, state.parentType
    state.blkIndent, state.lineMax, state.parentType = indent, last, "div"
    state.md.block.tokenize(state, start + 1, last)
    state.blkIndent, state.lineMax, state.parentType = kept
    state.push("div_close", "div", -1)


_BOXES: Final[dict[str, RuleFuncBlockType]] = {
    "!!": _admonition,
    "??": _admonition,
    "==": _admonition,
    "::": _colons,
    "#+": _org,
}
