"""A quote as a sentence one can read: markup taken off, the spacing of brackets, quotes and hyphens repaired.

Only what stands for nothing changes; letters, digits and their order stay, so that a statement is still borne
out by its block. Many corpora were tokenised once and glued together again: "Teutberga( died 875)", "Saxe-
Coburg",
'" Battle Ground" in'.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.text.normalise import normalise

# What must stand in a text before a rule is tried ("" for always), the pattern, what takes its place.
_RULES: Final[tuple[tuple[str, re.Pattern[str], str], ...]] = tuple(
    (trigger, re.compile(pattern), replacement)
    for trigger, pattern, replacement in (
        ("![", r"!\[[^\]]*\]\([^)]*\)", ""),
        ("[[", r"\[\[[^\]|]*\|([^\]|]+)\]\]", r"\1"),
        ("[[", r"\[\[([^\]|]+)\]\]", r"\1"),
        ("](", r"\[([^\]]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)", r"\1"),
        ("][", r"\[([^\]]+)\]\[[^\]]*\]", r"\1"),
        ("*", r"(?<![\w*])\*{1,3}(?=\S)([^*]+?)(?<=\S)\*{1,3}(?![\w*])", r"\1"),
        ("_", r"(?<![\w_])_{1,3}(?=\S)([^_]+?)(?<=\S)_{1,3}(?![\w_])", r"\1"),
        ("`", r"`{1,2}([^`]+)`{1,2}", r"\1"),
        ("<", r"</?(?:[a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?/?>", ""),
        ("[", r"\[(?:\d{1,3}|citation needed|note \d+)\]", ""),
        ("[!", r"^\[![a-zA-Z]+\][+-]?\s*", ""),
        ("==", r"==(?=\S)([^=]+)(?<=\S)==", r"\1"),
        ("%%", r"%%[^%]*%%", ""),
        ("", r"``|''", '"'),
        ("( ", r"(?<=[^\s(\[])\( ", " ("),
        ("", r"([(\[]) +", r"\1"),
        (" ", r" +([)\],;:!?])", r"\1"),
        (" .", r"(?<=\w) +(?=\.(?:\s|$))", ""),
        (")", r"\)(?=[^\W_])", ") "),
        ("(", r"\(\s*[,;–-]?\s*\)", ""),
        ("- ", r"(?<=[^\W\d_])- (?!(?:and|or|to|und|bis|et|y)\b)(?=[^\W\d_])", "-"),
        ("- ", r"(?<=\d)- (?=\d)", "-"),
        ("- ", r"(?<=[^\W\d_])- (?=\d)", " – "),
        ("", r"\b([DdLlOo]['’]) (?=[^\W\d_])", r"\1"),
        ("", r"(?<=\w) +(?=['’](?:s|ll|re|ve|d|m)\b)", ""),
        ("& ", r"(?<=\w)& ", " & "),
        (",", r",(?: ?,)+", ","),
        ("  ", r" {2,}", " "),
    )
)
_NEEDED = re.compile(r"[\[\]*_`<>(&’'\"=%]|- | [),;:!?.]|,,")

_TOKEN = re.compile(r"[^\W_]+")


def tidy(quote: str) -> str:
    """``quote`` as one line of plain text; "" when nothing but markup stood there."""
    text = plain = normalise(quote)
    if _NEEDED.search(text):
        for trigger, pattern, replacement in _RULES:
            if trigger in text:
                text = pattern.sub(replacement, text)
        if '"' in text:
            text = _quotes(text)
    text = normalise(text)
    # Markup inside a word ("1`1`"): taken off, it would make words and numbers that stand nowhere.
    return text if set(_TOKEN.findall(text)) <= set(_TOKEN.findall(plain)) else plain


def _quotes(text: str) -> str:
    """Straight double quotes hug what they enclose, where they come in pairs."""
    parts = text.split('"')
    if len(parts) % 2 == 0:
        return text
    out = parts[0]
    for at in range(1, len(parts), 2):
        inside, after = parts[at].strip(), parts[at + 1]
        if out and not out[-1].isspace() and out[-1] not in "([—–-/'“":
            out += " "
        out += f'"{inside}"'
        if after and (after[0].isalnum() or after[0] == "("):
            out += " "
        out += after
    return out
