"""What a note's Markdown says beside its words: links to other notes, and tags.

They are read as Obsidian and Logseq do; neither is read from code or from comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.text import structure_marks
from wikic.text.comments import without_comments

_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_INDENTED: Final = ("    ", "\t")
# ``[[ -f x ]]`` is code.
_WIKILINK: Final = re.compile(r"\[\[(?![\s:])([^\[\]|\n]{1,300}?)\\?(?:\|[^\[\]\n]*)?(?<!\s)\]\]")
_TARGET: Final = r"(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))"
_MARKDOWN: Final = re.compile(rf"\]\([ \t]*{_TARGET}")
_DEFINED: Final = re.compile(rf"^ {{0,3}}\[[^\[\]\n]{{1,300}}\]:[ \t]*{_TARGET}")
# ``#6420`` is a number, ``page#place`` an address.
_TAG: Final = re.compile(
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
    found = (one or two for line in _said(text) if "#" in line for one, two in _TAG.findall(line))
    return list(dict.fromkeys(each.strip("/-") for each in found if any(map(str.isalpha, each))))


def _said(text: str) -> Iterator[str]:
    """The lines of ``text`` without code, which is told by fences, backticks and indents, and comments."""
    fence = ""
    above, indented, listed = "", False, False
    for line in without_comments(text.split("\n")):
        mark = structure_marks.FENCE_INSIDE.match(line)
        if fence or mark:
            if mark and (not fence or (mark.group(2).startswith(fence) and not mark.group(3).strip())):
                fence = "" if fence else mark.group(2)
            above = line
            continue
        deep = line.startswith(_INDENTED)
        if line.strip():
            indented = deep and not listed and (indented or not above.strip())
            listed = (listed and deep) or structure_marks.ITEM.match(line) is not None
            if not indented:
                yield _CODE.sub(" ", line) if "`" in line else line
        above = line
