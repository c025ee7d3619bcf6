"""Statements of several lines inside a bullet: lists, steps, tables and code, written and read back.

The text of such a statement is plain lines with Markdown's marks for structure alone: ``1. `` and ``- ``
before steps and items, indented by two spaces a level, table rows between bars, code between fences; a
task's box may stand behind a mark and before the first line. What stands behind a mark is plain text:
``to_markdown`` escapes it, ``from_markdown`` is the exact inverse on texts that ``canonical`` gives. A text
of one line has no other marks; ``markdown.escape`` writes it.

Lists are indented by two columns a level in a text and by the column of their parent's text in Markdown: only
there CommonMark takes an item for one below another. ``nested`` moves the lines, ``levelled`` is the inverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.markdown.escape import escape, unescape
from wikic.model import attachment
from wikic.text.normalise import normalise

_BOX: Final = re.compile(r"^\[[ xX]\] (?=\S)")
_BOXES: Final = re.compile(r"^( *(?:- |\d{1,3}\. )?)\[[ xX]\] (?=\S)", re.M)
_ROW: Final = re.compile(r"^\|.*\|$")
_RULE: Final = re.compile(r"^\|(?: ?:?-{3,}:? ?\|)+$")
_BAR: Final = re.compile(r"(?<!\\)\|")
_DEEPEST: Final = 8  # spaces: what is indented further is code to Markdown


def canonical(text: str) -> str:
    """``text`` as a statement holds it: one normalised line, or the lines of its form.

    Outside of code every line is normalised behind its indent and mark, and empty ones go; code stays as it
    is but for spaces at the ends of lines. Of a text whose second line is empty one line is left.
    """
    if "\n" not in text.strip():
        return normalise(text)
    lines = list(_lines(text.strip("\n").split("\n")))
    return "\n".join(lines) if len(lines) > 1 else normalise("".join(lines))


def _lines(lines: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        end = code_end(lines, at)
        if end:
            yield from (line.rstrip() for line in lines[at:end])
            at = end
            continue
        line = lines[at].rstrip()
        at += 1
        if _ROW.match(line):
            yield line if _RULE.match(line) else _row([normalise(_plain(cell)) for cell in _cells(line)])
            continue
        found = MARK.match(line.expandtabs(2))
        rest = normalise(found["rest"]) if found is not None else ""
        if found is not None and rest:
            indent = min(len(found["indent"]) // 2 * 2, _DEEPEST)
            yield " " * indent + (found["mark"] or "") + rest


def fenced(code: str, language: str = "") -> str:
    """Code between fences longer than any in it."""
    longest = max((len(run) for run in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language if FENCE.match('```' + language) else ''}\n{code}\n{fence}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is its header; cells are plain text."""
    head, *body = ([normalise(cell) for cell in row] for row in rows)
    return "\n".join([_row(head), "|" + " --- |" * len(head), *map(_row, body)])


def to_markdown(text: str) -> list[str]:
    """The lines of a canonical text as Markdown, to stand behind ``- `` and two spaces of indent."""
    lines = text.split("\n")
    if len(lines) == 1:
        return [_escaped_box(text)]
    first, *rest = _written(lines, escape, _escaped_line)
    return nested([_escaped_box(lines[0]) if _BOX.match(lines[0]) else first, *rest])


def from_markdown(lines: Sequence[str]) -> str:
    """The text whose Markdown ``lines`` are, or would be had nobody changed them."""
    if len(lines) == 1:
        return unescape(lines[0])
    return "\n".join(_written(levelled(lines), unescape, unescape))


def _escaped_box(line: str) -> str:
    """A line without a mark, its task's box as it is."""
    box = _BOX.match(line)
    return line[: box.end()] + escape(line[box.end() :]) if box is not None else escape(line)


def without_boxes(text: str) -> str:
    """A text without the boxes of its tasks: they are no words."""
    return _BOXES.sub(r"\1", text) if "[" in text else text


def _escaped_line(line: str) -> str:
    """A line with its mark as it is, and what stands behind it escaped."""
    parts = MARK.match(line)
    assert parts is not None
    return parts["indent"] + (parts["mark"] or "") + escape(parts["rest"])


def _written(lines: Sequence[str], cell: Callable[[str], str], line: Callable[[str], str]) -> list[str]:
    """The lines in the other form; code and the rules of tables stay as they are."""
    found: list[str] = []
    at = 0
    while at < len(lines):
        end = code_end(lines, at)
        if end:
            found += lines[at:end]
            at = end
            continue
        each = lines[at]
        if _RULE.match(each):
            found.append(each)
        elif _ROW.match(each):
            found.append(_row([cell(_plain(one)) for one in _cells(each)]))
        else:
            found.append(line(each))
        at += 1
    return found


def unmarked(text: str) -> str:
    """What a canonical text says, without the marks of its structure: numbers of steps are not its own, nor
    are the paths of its pictures.
    """
    text = _BOX.sub("", attachment.spoken(text))
    if "\n" not in text:
        return text
    found: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = code_end(lines, at)
        if end:
            found += lines[at + 1 : end - 1]
            at = end
            continue
        line = lines[at]
        at += 1
        if _ROW.match(line):
            found += [] if _RULE.match(line) else [_plain(cell) for cell in _cells(line)]
            continue
        parts = MARK.match(line)
        assert parts is not None
        found.append(parts["rest"])
    return "\n".join(found)


def ends_apart(text: str) -> bool:
    """Whether what follows a text needs a paragraph of its own: it ends in a table or in code."""
    last = text.rpartition("\n")[2]
    return "\n" in text and (bool(_ROW.match(last)) or bool(FENCE.match(last)))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _BAR.split(row[1:-1])]


def _plain(cell: str) -> str:
    return cell.replace("\\|", "|")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


# A task's box belongs to the mark: "- [x] sweep the chimney".
MARK: Final = re.compile(
    r"^(?P<indent> *)(?P<mark>(?P<bullet>- |\d{1,3}\. )(?:\[[ xX]\] )?)?(?P<rest>.*)$", re.S
)
FENCE: Final = re.compile(r"^(?P<fence>`{3,})(?P<info>[\w+#.-]*)$")
_STEP: Final = 2  # columns of a level in a statement's text


def code_end(lines: Sequence[str], at: int, indent: int = 0) -> int:
    """The line after the fenced code that opens at ``at``, ``indent`` columns in; 0 where none does.

    What is never closed is no code.
    """
    margin = " " * indent
    fence = FENCE.match(lines[at].removeprefix(margin).rstrip())
    if fence is None or not lines[at].startswith(margin):
        return 0
    closing = margin + fence["fence"]
    return next((each for each in range(at + 1, len(lines)) if lines[each].rstrip() == closing), -1) + 1


@dataclass(slots=True)
class _Open:
    """The items that a line may stand below: level, column and text column of each, outermost first."""

    items: list[tuple[int, int]] = field(default_factory=list)
    text: int = 0

    def column(self, level: int) -> int:
        """Where a line of ``level`` begins in Markdown; closes the items it does not stand below."""
        while self.items and self.items[-1][0] >= level:
            self.items.pop()
        above, column = self.items[-1] if self.items else (-1, 0)
        return column + _STEP * (level - above - 1)

    def level(self, column: int) -> int:
        """The level of a line that begins at ``column`` in Markdown; closes as ``column`` does."""
        while self.items and self.items[-1][1] > column:
            self.items.pop()
        above, begin = self.items[-1] if self.items else (-1, 0)
        return above + 1 + (column - begin) // _STEP

    def enter(self, level: int, column: int, bullet: str | None) -> None:
        """A line was read: an item may have others below it, and code stands in the last item."""
        if bullet is not None:
            self.items.append((level, column + len(bullet)))
            self.text = column + len(bullet)


def nested(lines: Sequence[str]) -> list[str]:
    """Lines of a statement as Markdown nests them; code below an item stands in it.

    A list that does not begin with 1 needs an empty line before it, below words.
    """
    found: list[str] = []
    open_items = _Open()
    words = -1  # the level of the words right above, -1 for none
    at = 0
    while at < len(lines):
        end = code_end(lines, at)
        if end:
            found += (f"{' ' * open_items.text}{line}" if line else "" for line in lines[at:end])
            at, words = end, -1
            continue
        parts = MARK.match(lines[at])
        assert parts is not None
        level = len(parts["indent"]) // _STEP
        column = open_items.column(level)
        bullet = parts["bullet"]
        if bullet not in (None, "- ", "1. ") and 0 <= words <= level:
            found.append("")
        found.append(" " * column + lines[at][len(parts["indent"]) :])
        open_items.enter(level, column, bullet)
        words = level + (bullet is not None)
        at += 1
    return found


def levelled(lines: Sequence[str]) -> list[str]:
    """The lines of a statement from their Markdown."""
    found: list[str] = []
    open_items = _Open()
    at = 0
    while at < len(lines):
        margin = next((each for each in (open_items.text, 0) if code_end(lines, at, each)), None)
        if margin is not None:
            end = code_end(lines, at, margin)
            found += (line[margin:] if not line[:margin].strip() else line for line in lines[at:end])
            at = end
            continue
        line = lines[at]
        at += 1
        if not line.strip():
            continue
        parts = MARK.match(line)
        assert parts is not None
        column = len(parts["indent"])
        level = open_items.level(column)
        found.append(" " * (_STEP * level) + line[column:])
        open_items.enter(level, column, parts["bullet"])
    return found
