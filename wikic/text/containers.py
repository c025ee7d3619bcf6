"""Tabs and boxes of documentation, as lines that read like any other text, whatever a site generator writes.

MkDocs (``=== "Linux"``, ``!!! note``), fences of colons (``::: tabs``, ``:::note``), Liquid and Hugo
(``{% tab %}``, ``{{< tab >}}``) and components (``<TabItem label="Linux">``). A box becomes a callout of
Obsidian's, ``> [!note] Title``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.text import structure_marks
from wikic.text.wordlist import words

_ANY: Final = re.compile(r"^[ \t]*(?:===|!!!|\?\?\?|:::|@tab|\{[%{]|</?[A-Z])", re.M)
# "=== "Linux"", "!!! note "Title"": what is indented below belongs to it.
_FRAMED: Final = re.compile(
    r"^(?P<indent>[ \t]*)(?:===[!+]?[ \t]+\"(?P<tab>[^\"]+)\"|(?:!!!|\?\?\?\+?)[ \t]+(?P<box>[\w-]+)"
    r"(?:[ \t]+[\w -]+)?(?:[ \t]+\"(?P<title>[^\"]*)\")?)[ \t]*$"
)
_COLONS: Final = re.compile(
    r"^(?P<indent>[ \t]*):{3,}[ \t]*(?:\{?\.?(?P<name>[\w-]+)[^}\n]*?\}?)?"
    r"(?P<rest>(?<=[\w}])(?:[ \t]+.*|\[.*\]))?[ \t]*$"
)
_TAGGED: Final = re.compile(
    r"^(?P<indent>[ \t]*)(?:\{(?:%-?|\{[<%])[ \t]*(?P<ends>end|/)?(?P<name>tabs?|tabpane|codetabs?)\b"
    r"(?P<rest>.*?)[-%>]?[%}]\}|<(?P<close>/?)(?P<element>Tabs|Tab|TabItem|TabPanel|TabPane|TabList|Tabs\.Tab|CodeGroup)"
    r"(?P<attributes>\s[^<>]*)?>)[ \t]*$"
)
_AT: Final = re.compile(
    r"^(?P<indent>[ \t]*)(?:@tab(?::\w+)?|==)[ \t]+(?P<name>\S.*?)[ \t]*$"
)  # in "::: tabs"
_NAMED: Final = tuple(
    re.compile(rf"{key}\s*=\s*\{{?[\"']([^\"']+)[\"']") for key in ("(?:label|title|name|header)", "value")
)
_QUOTED: Final = re.compile(r"[\"']([^\"']+)[\"']")
_TABS: Final = frozenset(("tab", "tab-item", "tabitem", "tabpanel", "tabpane", "tabs.tab", "codetab"))
_SETS: Final = frozenset(("tabs", "tab-set", "code-group", "codegroup", "tablist", "codetabs", "code-tabs"))
_BOXES: Final = words(
    "note tip info warning danger caution important hint attention error seealso success details"
)
_LABELLED: Final = re.compile(r"^\s*[`~]{3,}.*\[([^\]]+)\][^\[\]]*$")  # "```sh [npm]" among others


@dataclass(slots=True)
class Lines:
    """The lines of a document as they are read.

    lines: without the marks of tabs and boxes.
    tabs: the name of the tab that begins at a line, "" where tabs end.
    """

    lines: list[str]
    tabs: dict[int, str] = field(default_factory=dict)


def read(lines: Sequence[str]) -> Lines:
    """``lines`` with their tabs told; code keeps what looks like a mark."""
    if not any(map(_ANY.match, lines)):
        return Lines(list(lines))
    reader = _Reader(lines)
    reader.read(0, len(lines))
    reader.end_tab()
    return Lines(reader.found, reader.tabs)


@dataclass(slots=True)
class _Reader:
    """Reads lines once.

    found: what stands there so far.
    tabs: as in ``Lines``.
    open: names of the fences of colons that are open.
    begun: where the text of the open tab begins, -1 where none is open.
    margin: indent of what stands in a tab within a step.
    """

    lines: Sequence[str]
    found: list[str] = field(default_factory=list)
    tabs: dict[int, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    begun: int = -1
    margin: str = ""

    def read(self, at: int, end: int) -> None:
        fence = ""
        while at < end:
            line = self.lines[at]
            mark = structure_marks.FENCE_INSIDE.match(line)
            if fence or mark is not None:
                self._label(line, inside=bool(fence))
                if mark is not None and (not fence or mark[2].startswith(fence)):
                    fence = "" if fence else mark[2]
                self._say(line)
                at += 1
                continue
            framed = _FRAMED.match(line)
            if framed is not None:
                at = self._framed(framed, at, end)
                continue
            if not self._mark(line, at):
                self._say(line)
            at += 1

    def _say(self, line: str) -> None:
        if line.strip():
            line = self.margin + line
        self.found.append(f"> {line}".rstrip() if any(each in _BOXES for each in self.open) else line)

    def _label(self, line: str, *, inside: bool) -> None:
        labelled = None if inside or not self.open or self.open[-1] not in _SETS else _LABELLED.match(line)
        if labelled is not None:
            self.end_tab()
            self._tab(labelled[1], "", nested=False)

    def _tab(self, name: str, indent: str, *, nested: bool) -> None:
        """A tab begins: below a heading of its name, or as an item of the step it stands in."""
        if nested:
            self.found.append(f"{indent}{structure_marks.TAB_ITEM} {name}")
            self.margin = "  "
            return
        self.found.append("")
        self.tabs[len(self.found)] = name
        self.found.append("")
        self.begun = len(self.found)

    def end_tab(self) -> None:
        """What stood in a tab loses the indent that all of it has."""
        self.margin = ""
        if self.begun < 0:
            return
        inside = textwrap.dedent("\n".join(self.found[self.begun :]))
        self.found[self.begun :] = inside.split("\n")
        self.tabs[len(self.found)] = ""
        self.found.append("")
        self.begun = -1

    def _framed(self, mark: re.Match[str], at: int, end: int) -> int:
        """A tab or box of MkDocs, and the line after what is indented below it."""
        depth = structure_marks.indent(self.lines[at])
        after = last = at + 1
        while after < end and (
            not self.lines[after].strip() or structure_marks.indent(self.lines[after]) >= depth + 4
        ):
            after += 1
            last = after if self.lines[after - 1].strip() else last
        body = textwrap.dedent("\n".join(self.lines[at + 1 : last])).split("\n")
        indent = " " * depth
        if mark["box"] is not None:
            self.found += ["", f"{indent}> [!{mark['box']}] {mark['title'] or ''}".rstrip()]
            self.found += (f"{indent}> {line}".rstrip() for line in body)
            self.found.append("")
        elif self._in_item(at):
            self._tab(mark["tab"], indent, nested=True)
            self.margin = ""
            self.found += (f"{indent}  {line}" if line else "" for line in body)
        else:
            self.end_tab()
            self._tab(mark["tab"], "", nested=False)
            inner = _Reader(body)  # boxes and tabs may stand in it
            inner.read(0, len(body))
            inner.end_tab()
            shift = len(self.found)
            self.tabs.update({shift + line: name for line, name in inner.tabs.items()})
            self.found += inner.found
            self.end_tab()
        return last

    def _mark(self, line: str, at: int) -> bool:
        """Whether a line is the mark of a container, which is then read."""
        colons = _COLONS.match(line)
        if colons is not None:
            return self._colons(colons, at)
        named = _AT.match(line) if self.open and self.open[-1] in _SETS else None
        if named is not None:
            self.end_tab()
            self._tab(named["name"], named["indent"], nested=self._in_item(at))
            return True
        tagged = _TAGGED.match(line)
        if tagged is None:
            return False
        name = (tagged["name"] or tagged["element"]).casefold()
        self.end_tab()
        self.found.append("")
        if name in _TABS and not (tagged["ends"] or tagged["close"]):
            told = _name(tagged["rest"] or tagged["attributes"] or "")
            if told:
                self._tab(told, tagged["indent"], nested=self._in_item(at))
        return True

    def _colons(self, mark: re.Match[str], at: int) -> bool:
        name = (mark["name"] or "").casefold().removeprefix("callout-")
        rest = (mark["rest"] or "").strip().strip("[]")
        if not name:
            if self.open and self.open.pop() in _SETS | _TABS:
                self.end_tab()
            self.found.append("")
            return True
        if name in _TABS and rest:
            self.end_tab()
            self._tab(rest, mark["indent"], nested=self._in_item(at))
        elif name in _BOXES:
            self.found += ["", f"> [!{name}] {rest}".rstrip()]
        elif rest:
            return False  # "::: something said"
        else:
            self.found.append("")
        self.open.append(name)
        return True

    def _in_item(self, at: int) -> bool:
        """Whether line ``at`` stands in a list's item."""
        depth = structure_marks.indent(self.lines[at])
        above = (
            line
            for line in reversed(self.lines[:at])
            if line.strip() and structure_marks.indent(line) < depth
        )
        return depth >= 2 and structure_marks.ITEM.match(next(above, "")) is not None


def _name(attributes: str) -> str:
    for pattern in (*_NAMED, _QUOTED):
        found = pattern.search(attributes)
        if found is not None:
            return found[1].strip()
    return attributes.strip(" -%>")
