"""What a reader sees of a page, and what a parser that forgives much reads of its frontmatter.

Not wikic's own rendering: markdown-it-py as it comes, with wikilinks put in as their display text.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

_WIKILINK = re.compile(r"\[\[([^\[\]|\n]*[^\[\]|\n\\])(?:\\?\|([^\[\]\n]*))?\]\]")
_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.M | re.S)
_LINE = re.compile(r"(?:[ \t]*(?P<key>\w[\w -]*?)[ \t]*:|[ \t]*-)[ \t]+(?P<value>\S.*)")


def _link(state: StateInline, silent: bool) -> bool:
    match = _WIKILINK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("text", "", 0).content = match[2] or match[1].strip()
    state.pos = match.end()
    return True


_MARKDOWN = MarkdownIt("commonmark").enable("table")
_MARKDOWN.inline.ruler.before("link", "wikilink", _link)
_TAG = re.compile(r"<(?!li>|ol|ul|hr|td|th|code)[^<>]*>")


def seen(text: str) -> list[str]:
    """The lines of the page as it is rendered, without frontmatter; of tags those that draw something."""
    front = _FRONT.match(text)
    html = _MARKDOWN.render(text[front.end() if front else 0 :])
    return [line for each in _TAG.sub("", html).splitlines() if (line := " ".join(each.split()))]


def front_of(text: str) -> str:
    """The YAML of the first block, "" for none."""
    front = _FRONT.match(text)
    return front[1] if front else ""


def values(front: str) -> dict[str, list[str]]:
    """Values by key: of each line what YAML reads of it alone, else what stands there.

    Quotation marks and backslashes are left out: which of them mean themselves is what is broken. A value
    with commas counts in pieces.
    """
    found: dict[str, list[str]] = {}
    key = ""
    for line in front.splitlines():
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            continue
        key = match["key"] or key
        said = ",".join(_read(match["value"])).split(",")
        found.setdefault(key, []).extend(filter(None, map(_bare, said)))
    return found


def _bare(value: str) -> str:
    return " ".join(re.sub(r"[\"'\\]", "", value).split())


def _read(value: str) -> list[str]:
    if value[0] in "!&":  # a tag or an anchor: libyaml and Python's own reader differ on which are whole
        return [value]
    try:
        return [_told(each) for each in _each(yaml.load(f"x: {value}", yaml.BaseLoader)["x"])]
    except (yaml.YAMLError, TypeError, KeyError):
        inside = re.fullmatch(r"\[([^\[\]]*)\]", value)
        return [each.strip() for each in inside[1].split(",")] if inside else [value]


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _told(value: Any) -> str:
    return value if isinstance(value, str) else yaml.safe_dump(value)
