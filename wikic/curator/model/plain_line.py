"""Makes a model's text a plain line: no links, markup or control characters; finds paths and addresses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.text.code_tokens import without_tags
from wikic.text.normalise import normalise

_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?: \"[^\"]*\")?\)")
_MARKUP: Final = (
    (re.compile(r"^-{3,} (?:\S+: .*? )?-{3,}(?: |$)"), ""),  # frontmatter
    # ``<name>`` is what a reader fills in; what closes, carries attributes or runs is a tag.
    (re.compile(r"</[a-zA-Z][^<>]*>|<[a-zA-Z][^<>]*=[^<>]*>|<!--.*?-->"), ""),
    (re.compile(r"<(?:script|style|iframe|object|embed|svg|form|input|button|video)\b[^<>]*>", re.I), ""),
    (re.compile(r"`([^`]+)`"), r"\1"),
    (re.compile(r"(?<![\w*/\\.=\"])\*\*(?=[^\s*.,;:/])([^*]+)(?<=\S)\*\*(?![\w*/\\(])"), r"\1"),
    (re.compile(r"^(?:[-*+>] |#{1,6} |-{3,}(?: |$))+"), ""),
    (re.compile(r"(?: ?\[\^?\d{1,3}(?:[,;] ?\d{1,3})*\])+(?=[.。]?$)"), ""),
    (re.compile(r" ?\^[a-z][0-9a-f]{4,}$"), ""),
)
# What would still read as a link or an id when nothing above fitted.
_LEFT = re.compile(r"\[\[+|\]\]+|(?<=\])\(|^\^|(?<= )\^(?=[\w-]+$)")
# Bidirectional overrides show a text in another order than it has.
_UNSEEN = re.compile("[\u202a-\u202e\u2066-\u2069]")
_PATH = re.compile(
    r"(?:(?<![\w./])(?:\.{1,2}|~)?/(?!/)[\w.~-]+(?:/[\w.~-]*)*)"  # ../../etc/x, /etc/x, ./x
    r"|\b[\w.-]+(?:/[\w.-]+)*\.(?:md|ya?ml|toml|json|jsonl)\b"  # wiki/people/x.md
    r"|\b[a-z][a-z0-9+.-]*://\S+"
)
_NAME_PATH = re.compile(r"^(?:\.{1,2}|~)?/|\.\.[/\\]|^[A-Za-z]:\\|[\w-]+/[\w./-]+\.(?:md|ya?ml)$")


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A text made plain.

    text: one line.
    fault: rule of ``slips`` that it broke, or "".
    """

    text: str
    fault: str = ""


def plain_line(raw: str) -> PlainLine:
    """``raw`` as one plain line: links become their words, markup goes. Idempotent on what it returns."""
    text = normalise(_UNSEEN.sub("", "".join(map(_seen, raw))))
    fault = ""
    while True:
        before = text
        text = _LINK.sub(r"\1", _WIKILINK.sub(r"\1", text))
        if text != before:
            fault = "link-in-text"
        unlinked = text
        text = without_tags(text)
        for pattern, replacement in _MARKUP:
            text = pattern.sub(replacement, text)
        text = normalise(_LEFT.sub("", text))
        if text != unlinked:
            fault = fault or "markup-in-text"
        if text == before:
            return PlainLine(text, fault)


def _seen(char: str) -> str:
    """The character; a space for a control character, nothing for half a surrogate pair."""
    category = unicodedata.category(char)
    return " " if category == "Cc" else "" if category == "Cs" else char


def is_path(name: str) -> bool:
    """Whether a name is one of a file, as an order to write one would have it."""
    return _NAME_PATH.search(name) is not None


def foreign_path(text: str, evidence: Iterable[str]) -> str:
    """The first path or address in ``text`` that ``evidence`` does not hold as it stands there, or ""."""
    found = [match.group().rstrip(".,;:!?)") for match in _PATH.finditer(text)]
    if not found:
        return ""
    given = normalise("\n".join(evidence))
    return next((path for path in found if path not in given), "")
