"""reStructuredText: its directives, labels, footnotes and code as lines that read like any other text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.text import structure_marks

_SIGN: Final = re.compile(r"^\.\. [\w\[|_]|:[a-z]+:`[^`]+`|`__?(?!\w)", re.M)
_FEWEST: Final = 2  # signs of a text that is written so
_CODE: Final = re.compile(
    r"^([ \t]*)(?:\.\. (?:code-block|sourcecode|code|parsed-literal)::[ \t]*(\S*)|::)[ \t]*$"
)
_OPTION: Final = re.compile(r"^[ \t]+:[\w-]+:")
# ".. _gauge:", ".. |tide| replace:: …", ".. index:: gauge", ".. This is a remark"
_UNSAID: Final = re.compile(
    r"^[ \t]*\.\. (?:_.*:.*|\|.*\| .*|(?:index|highlight|contents|toctree|include|only|currentmodule|module"
    r"|image|figure|raw|math|default-domain|meta)::.*)$"
)
_NUMBERED: Final = re.compile(r"^([ \t]*)#\. (?=\S)")  # by whoever sets it
_FOOTNOTE: Final = re.compile(r"^([ \t]*)\.\. \[[#*\w.-]*\][ \t]*")
_NOTED: Final = re.compile(r"(?<=[.!?:]) \[#?\w*\]_[ \t]*$")  # behind a paragraph, which stays as it stands
_REMARK: Final = re.compile(r"^([ \t]*)\.\. ([a-z]+)::[ \t]*(.*)$")
_OWN_LINES: Final = ("toctree", "contents", "index", "raw", "image", "figure", "math")


def is_restructured(text: str) -> bool:
    """Whether a text has the marks of reStructuredText that Markdown has not."""
    return sum(1 for _ in _SIGN.finditer(text)) >= _FEWEST


def lines(found: Sequence[str]) -> list[str]:
    """The lines of such a text: code between fences, the words of remarks and footnotes, no labels."""
    told: list[str] = []
    at = 0
    while at < len(found):
        line = found[at]
        code = _CODE.match(line)
        end = _body_end(found, at)
        if code is not None and end > at + 1:
            told += _fenced(found[at + 1 : end], code.group(2) or "")
            at = end
        elif _UNSAID.match(line):
            skipped = line.lstrip(". \t").partition("::")[0] in _OWN_LINES
            at = end if skipped else at + 1
            told.append("")
        else:
            ends = at + 1 == len(found) or not found[at + 1].strip()
            told.append(_said(_NOTED.sub("", line) if ends else line))
            at += 1
    return told


def _said(line: str) -> str:
    """A footnote without its number; a remark with the label that directives like ``note`` stand for."""
    bare = _NUMBERED.sub(r"\g<1>1. ", _FOOTNOTE.sub(r"\1", line))
    remark = _REMARK.match(bare)
    return f"{remark[1]}{remark[3]}" if remark is not None else bare


def _body_end(found: Sequence[str], at: int) -> int:
    """The line after what is indented below line ``at``."""
    depth, end = structure_marks.indent(found[at]), at + 1
    last = end
    while end < len(found) and (not found[end].strip() or structure_marks.indent(found[end]) > depth):
        end += 1
        last = end if found[end - 1].strip() else last
    return last


def _fenced(body: Sequence[str], info: str) -> list[str]:
    filled = [line for line in body if not _OPTION.match(line)]
    while filled and not filled[0].strip():
        filled.pop(0)
    least = min((structure_marks.indent(line) for line in filled if line.strip()), default=0)
    return ["", f"```{info}", *(line.expandtabs(4)[least:].rstrip() for line in filled), "```", ""]
