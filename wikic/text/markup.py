"""Marks of Markdown and HTML that say nothing themselves: links, images, embeds, tags, footnote anchors.

What only looks like one is code and stays: ``a[i](x)``, ``[[ -f x ]]``, ``argv[0]``, and ``<table-id>``,
which names what a reader has to fill in.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.text.wordlist import words

# Elements that shape prose. ``<title>`` or ``<source>`` in a sentence is a placeholder, or XML talked of.
_ELEMENTS: Final = words(
    """
    a abbr b big blockquote br center cite code dd del details div dl dt em figcaption figure font h1 h2 h3 h4
    h5 h6 hr i img ins kbd li mark nowiki ol p picture pre q ref s samp section small span strike strong sub
    summary sup table tbody td tfoot th thead tr tt u ul var wbr
    """
)
# Of these a sentence may hold one end alone, its other end standing in the next.
_LONE: Final = words("blockquote br center dd div dl dt hr img li nowiki ol p ref span td th tr ul wbr")
_OPENING: Final = words("details figure section summary table tbody thead")  # where it begins a block
_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?P<rest>\s[^<>]*)?/?>")

# What must stand in a text before a pattern is tried, the pattern, what takes its place.
_LINKS: Final[tuple[tuple[str, re.Pattern[str], str], ...]] = tuple(
    (trigger, re.compile(pattern), replacement)
    for trigger, pattern, replacement in (
        ("![", r"!\[[^\]]*\]\([^)]*\)", ""),
        ("![[", r"!\[\[[^\[\]\s:][^\[\]]*\]\]", ""),
        ("[[", r"\[\[(?![\s:])[^\[\]|]*\|([^\[\]|]+)(?<!\s)\]\]", r"\1"),
        ("[[", r"\[\[(?![\s:])([^\[\]|]+)(?<!\s)\]\]", r"\1"),
        # Behind a word only an address makes it a link: ``handlers[name](event)`` is a call.
        (
            "](",
            r"(?:(?<![\w)\]])|(?=\[[^\]]+\]\((?:https?:|mailto:|[#/.])))"
            r"\[([^\]]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)",
            r"\1",
        ),
        ("][", r"(?<![\w)\]])\[([^\]]+)\]\[[^\]]*\](?![\[(])", r"\1"),
        ("[", r"\[(?:citation needed|note \d+)\]", ""),
        # A footnote's number stands behind prose; ``row[0]``, ``sys.argv[1]`` and ``row_2[3]`` are code.
        (
            "[",
            r"((?<![\w.$])(?!arg[vs]\b|arr(?:ay)?\b)(?:[^\W\d_]+|\d+)|(?<![\w)\]$>]))"
            r"\[[1-9]\d{0,2}\](?![\[(.=]\w|\s?=)",
            r"\1",
        ),
        ("[!", r"^\[![a-zA-Z]+\][+-]?\s*", ""),
    )
)


def without_links(text: str) -> str:
    """``text`` with each link as its words, and without images, embeds, callouts and footnote anchors."""
    if "[" in text:
        for trigger, pattern, replacement in _LINKS:
            if trigger in text:
                text = pattern.sub(replacement, text)
    return text


def without_tags(text: str) -> str:
    """``text`` without the HTML tags that shape prose; placeholders and other elements stay.

    A tag is one when it closes, carries attributes, or its end follows; ``<br>`` parts words.
    """
    if "<" not in text:
        return text
    ends = {match["name"].casefold() for match in _TAG.finditer(text) if match["close"]}
    begun = {match["name"].casefold() for match in _TAG.finditer(text) if not match["close"]}

    def shown(tag: re.Match[str]) -> str:
        name = tag["name"].casefold()
        if name not in _ELEMENTS:
            return tag.group()
        if tag["close"]:
            return "" if name in begun or name in _LONE else tag.group()
        lone = name in _LONE or (name in _OPENING and not tag.string[: tag.start()].strip())
        if lone or name in ends or "=" in (tag["rest"] or ""):
            return " " if name == "br" else ""
        return tag.group()

    return _TAG.sub(shown, text)
