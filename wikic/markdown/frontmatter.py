"""YAML frontmatter: where it stands, what it says, and how it is written.

Every scalar is read as text: YAML's guesses (``no``, ``1632``, ``2024-10``, dates) are the commonest
way in which a wiki's metadata goes wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Final

from wikic.errors import FormatError
from wikic.markdown import plain_yaml
from wikic.markdown.plain_yaml import plain_loader, refused_text, refused_value

_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_FENCE = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_KEY = r"[^\W\d][\w .-]*:[ \t]+[^\s][^\n]*\n"
# Lines that need no second look: keys, lists right below a key without a value, indented lines,
# comments, blank lines.
_PLAIN = re.compile(
    rf"(?:{_KEY}|[^\W\d][\w .-]*:[ \t]*\r?\n(?:-[ \t][^\n]*\n|[ \t][^\n]*\n)*|[ \t#][^\n]*\n|\r?\n)*"
)
_KEY_LINE = re.compile(r"""(?:[^\W\d][\w .-]*|"[^"\n]+"|'[^'\n]+'|\?|<<)[ \t]*:(?:[ \t\r]|$)""")
_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?:[ \t][^\n]*)?\r?$|^={7}\r?$", re.MULTILINE)
_CONFLICT_SURE = re.compile(r"^(?:<{7}|>{7})(?=[ \t\r\n]|\Z)", re.MULTILINE)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Numbers of YAML 1.2 that YAML 1.1, which the dumper knows, takes for text: ``5e10``, ``0o17``.
_NUMBER = re.compile(r"[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0[ox][0-9a-fA-F]+")

UNLIMITED: Final = 2**31 - 1  # libyaml's line width is a C int; it never wraps before that


class FrontmatterError(FormatError):
    """Frontmatter that is not a YAML mapping.

    line: line of the fault within the YAML text, from 1.
    problem: what is wrong, without the line.
    """

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(f"frontmatter, line {line}: {problem}")
        self.problem = problem
        self.line = line


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The first frontmatter block of a file.

    start, end: character offsets of the block, fences and the closing fence's line end included.
    yaml: the text between the fences.
    offset: of ``yaml`` in the file's text.
    closed: a closing fence was found; if not, the block ends where the YAML does.
    stacked: another block follows right below.
    body: offset at which the body begins, behind stacked blocks.
    """

    start: int
    end: int
    yaml: str
    offset: int
    closed: bool
    stacked: bool
    body: int


def split(text: str) -> Frontmatter | None:
    """The frontmatter of ``text``, or None when it has none.

    A rule (``---``) further down is not taken for a missing closing fence: lines that can only be
    Markdown end the block.
    """
    if not text.startswith(("---", "\ufeff---")):
        return None
    first = _block(text, 0)
    if first is None:
        return None
    start, end, closed = first
    body = end
    while closed and (following := _stacked(text, body)) is not None:
        body = following
    yaml = text[start : text.rindex("---", start, end) if closed else end]
    return Frontmatter(0, end, yaml, start, closed, body > end, body)


def _stacked(text: str, at: int) -> int | None:
    """Where a second block that begins at ``at``, blank lines aside, ends."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    if not text.startswith("---", at) or text[at - 1] != "\n":
        return None
    block = _block(text, at)
    # A rule and a paragraph are not a block: only a closed one that opens with a key is.
    return block[1] if block and block[2] and _KEY_LINE.match(text, block[0]) else None


def _block(text: str, at: int) -> tuple[int, int, bool] | None:
    """Start of the YAML, end of the block, and whether it is closed."""
    opened = _OPEN.match(text, at)
    if opened is None:
        return None
    start = opened.end()
    fence = _FENCE.search(text, start)
    inner = text[start : fence.start() if fence else len(text)]
    if fence is not None:
        end = min(fence.end() + 1, len(text))
        if _PLAIN.fullmatch(inner) or _only_yaml(inner):
            return start, end, True
    kept = _yaml_part(inner)
    return (start, start + kept, False) if kept else None


def _only_yaml(inner: str) -> bool:
    """Whether everything before a closing fence belongs to the block, right or wrong."""
    lines = inner.split("\n")
    if not any(_KEY_LINE.match(line) for line in lines):
        # No key at all: a hand-made block that is no mapping, unless paragraphs stand between two rules.
        return all(line.strip() for line in lines[:-1])
    if _body_line(lines) is None:
        return True
    try:
        return bool(load(inner))
    except FrontmatterError:
        return False


def _yaml_part(inner: str) -> int:
    """How many characters of ``inner`` belong to a block whose closing fence is missing."""
    lines = inner.split("\n")
    body = _body_line(lines)
    last = 0
    for number, line in enumerate(lines[:body]):
        if line.strip() and not line.startswith("#"):
            last = number + 1
    if not any(_KEY_LINE.match(line) for line in lines[:last]):
        return 0
    return min(sum(len(line) + 1 for line in lines[:last]), len(inner))


def _body_line(lines: list[str]) -> int | None:
    """Number of the first line that can only be Markdown, or None.

    A stray line inside the YAML (a title that goes on, a conflict marker) is none: keys follow it, or
    the closing fence, with no blank line before it.
    """
    parted = False
    listable = False
    sure = 0
    for number, raw in enumerate(lines):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            parted = True
        elif line[0] in " \t" or line[0] in "]})" or _CONFLICT.match(line):
            pass
        elif _KEY_LINE.match(line):
            parted = False
            listable = line.endswith(":") or line[-1] in ",[{|>"
        elif listable and (line == "-" or line.startswith(("- ", "-\t"))):
            parted = False
        elif parted:
            return number
        elif number >= sure:
            # Until the next key, this line and those below it are one question with one answer.
            sure = _goes_on_until(lines, number + 1)
            if not sure:
                return number
    return None


def _goes_on_until(lines: list[str], first: int) -> int:
    """Number of the key line, or of the end, that YAML goes on to; 0 where a blank line comes before."""
    last = len(lines) - 1
    for number in range(first, last):
        if not lines[number].strip():
            return 0
        if _KEY_LINE.match(lines[number]):
            return number
    return last if first <= last else 0


def load(yaml: str) -> dict[str, Any]:
    """The mapping that ``yaml`` holds, scalars as text; ``{}`` when it is empty.

    Raises FrontmatterError, with the line, for anything that is not a mapping: broken YAML, a list, a
    sentence, merge-conflict markers; and for what goes beyond the bounds of ``plain_yaml``.
    """
    if (fault := refused_text(yaml)) is not None:
        raise FrontmatterError(fault, 1)
    if (plain := plain_yaml.read(yaml)) is not None:
        return plain
    from frontmatter.default_handlers import YAMLHandler
    from yaml import MarkedYAMLError, YAMLError

    if (marker := _CONFLICT_SURE.search(yaml)) is not None:
        raise FrontmatterError("merge conflict marker", yaml.count("\n", 0, marker.start()) + 1)
    try:
        value = YAMLHandler().load(yaml, Loader=plain_loader())
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context or "invalid YAML"
        # libyaml puts what is missing at the end behind the last line.
        line = min(mark.line, yaml.rstrip("\r\n").count("\n")) if mark else 0
        raise FrontmatterError(problem, line + 1) from error
    except YAMLError as error:
        raise FrontmatterError(_reader_problem(error), _reader_line(error, yaml)) from error
    except (ValueError, RecursionError) as error:
        raise FrontmatterError("invalid YAML", 1) from error
    if value is None or value == "":
        return {}
    if (fault := refused_value(value, yaml)) is not None:
        raise FrontmatterError(fault, 1)
    if not isinstance(value, dict):
        raise FrontmatterError(f"not a mapping but a {'list' if isinstance(value, list) else 'text'}", 1)
    return value


def _reader_problem(error: Exception) -> str:
    return f"{getattr(error, 'reason', 'invalid YAML')}"


def _reader_line(error: Exception, yaml: str) -> int:
    position = getattr(error, "position", None)
    return yaml.count("\n", 0, position) + 1 if isinstance(position, int) else 1


def _is_day(value: str) -> bool:
    """Whether YAML readers take ``value`` for a calendar day without failing on it (2022-01-00)."""
    if not _DATE.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def dump(mapping: dict[str, Any]) -> str:
    """``mapping`` as a frontmatter block, fences included; ``load`` reads the same back.

    Keys keep their order, lists are in flow style, calendar days stay plain, whatever YAML would read
    as something else than text is quoted, nothing wraps. Values are text, lists and mappings of those.
    """
    from frontmatter.default_handlers import YAMLHandler

    if not mapping:
        return "---\n---\n"
    body = YAMLHandler().export(mapping, Dumper=_dumper(), sort_keys=False, width=UNLIMITED)
    return f"---\n{body}\n---\n"


@cache
def _dumper() -> type[Any]:
    """A YAML dumper for text, flow lists and block mappings."""
    from yaml import SafeDumper
    from yaml.nodes import Node

    try:
        from yaml import CSafeDumper as Base
    except ImportError:  # PyYAML built without libyaml writes the same, slower
        Base = SafeDumper  # type: ignore[misc,assignment]  # the other class under one name

    class Dumper(Base):
        def ignore_aliases(self, data: object) -> bool:
            return True

    def represent_text(dumper: Dumper, value: str) -> Node:
        if _is_day(value):
            return dumper.represent_scalar("tag:yaml.org,2002:timestamp", value)
        style = None
        if _NUMBER.fullmatch(value):
            style = "'"
        elif "\n" in value or value != value.strip():
            style = '"'
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    def represent_list(dumper: Dumper, value: Sequence[Any]) -> Node:
        return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)

    Dumper.add_representer(str, represent_text)
    Dumper.add_representer(list, represent_list)
    Dumper.add_representer(tuple, represent_list)
    return Dumper
