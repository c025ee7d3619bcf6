"""A quote as a sentence one can read: markup taken off, the spacing of brackets, quotes and hyphens repaired.

Only what stands for nothing changes; letters, digits and their order stay, so that a statement is still borne
out by its block. Many corpora were tokenised once and glued together again: "Teutberga( died 875)", "Saxe-
Coburg",
'" Battle Ground" in'. Code is not repaired: what stands in backticks, and what only code looks like.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.text import code_tokens
from wikic.text.code_tokens import without_links, without_tags
from wikic.text.normalise import normalise

# What must stand in a text before a rule is tried ("" for always), the pattern, what takes its place.
_RULES: Final[tuple[tuple[str, re.Pattern[str], str], ...]] = tuple(
    (trigger, re.compile(pattern), replacement)
    for trigger, pattern, replacement in (
        ("*", r"(?<![\w*/\\.=])\*{1,3}(?=[^\s*.,;:/])([^*]+?)(?<![\s(\[\"=/])\*{1,3}(?![\w*/\\(])", r"\1"),
        ("_", r"(?<![\w_/\\.$<-])_{1,3}(?=[^\s_.,;:/])([^_]+?)(?<=\S)_{1,3}(?![\w_/\\(=])", r"\1"),
        ("==", r"(?<![\w=!<>\"')\]])==(?=[^\s=])([^=]+)(?<=\S)==(?![\w=\"'(])", r"\1"),
        ("%%", r"(?<![\w%])%%(?=\s|\w{2})[^%]*%%(?![\w~%])", ""),
        ("( ", r"(?<=[^\s(\[])\( (?=[^\W_]|[†–—])", " ("),
        ("( ", r"\( +(?=[^\W_]|[†–—])", "("),
        ("( ", r"(?<=\s)\( +(?=\")", "("),
        ("[ ", r"\[ +(?=[^\W_])", "["),
        # What goes on right behind the sign is code, or a face: ":memory:", "!important", ":-)".
        (" ", r"(?<=[^\s\[]) +([)\],;:!?])(?=[)\],;.!?\"”’']*(?:\s|$))", r"\1"),
        (" .", r"(?<=\w) +(?=\.(?:\s|$))", ""),
        (")", r"\)(?=[^\W_])", ") "),
        ("(", r"\s?\((?:\s*[,;]\s*|\s*)\)(?=\s(?![={])|[.,;:]|$)", ""),
        ("- ", r"(?<=[^\W\d_])- (?!(?:and|or|to|und|bis|et|y)\b)(?=[^\W\d_])", "-"),
        ("- ", r"(?<=\d)- (?=\d)", "-"),
        ("- ", r"(?<=[^\W\d_])- (?=\d)", " – "),
        ("", r"\b([DdLlOo]['’]) (?=[^\W\d_])", r"\1"),
        ("", r"(?<=\w) +(?=['’](?:s|ll|re|ve|d|m)\b(?!['’/|,;:#]))", ""),
        ("& ", r"(?<=\w)& ", " & "),
        (",", r",(?: ,)+|,,+(?=\s|$)", ","),
        ("  ", r" {2,}", " "),
    )
)
_NEEDED: Final = re.compile(r"[\[\]*_`<>(&’'\"=%]|- | [),;:!?.]|,,")
# "`` Title '' was", or the half of it that the sentence has.
_TOKENISED: Final = re.compile(r"(?:``|(?<![\w'=(])'')\s*(?=[^\s`'])([^`]{1,400}?)\s*''(?!')")
_HALF: Final = re.compile(
    r"^''(?=[^\W_])(?!.*'')|^(?P<before>[^`]*)``\s*(?=[^\W_])(?=[^`]*$)|(?<=[\w.,!?])\s?''$"
)

_TOKEN: Final = re.compile(r"[^\W_]+")


def tidy_quote(quote: str) -> str:
    """``quote`` as one line of plain text; "" when nothing but markup stood there."""
    plain = normalise(quote)
    if not _NEEDED.search(plain):
        return plain
    text = plain
    if "''" in text or "``" in text:
        text = _HALF.sub(r'\g<before>"', _TOKENISED.sub(r'"\1"', text))
    text, code = code_tokens.masked(text)
    text, code = code_tokens.masked_too(without_tags(without_links(text)), code)
    for trigger, pattern, replacement in _RULES:
        if trigger in text:
            text = pattern.sub(replacement, text)
    if '"' in text:
        text = _tighten_quotes(text)
    text = normalise(code_tokens.unmasked(text, code))
    if code_tokens.PLACEHOLDER.fullmatch(text):
        return ""
    # Markup inside a word ("1`1`"): taken off, it would make words and numbers that stand nowhere.
    held = set(_TOKEN.findall(text)) <= set(_TOKEN.findall(plain))
    return text if held and not code_tokens.altered(text, [plain]) else plain


_GLUED: Final = re.compile(r"(?:[^\W_]|[.,:;!?)])$")
_WORD_BEFORE: Final = re.compile(r"(?<![\w.])[^\W\d_]{3,}$")
_WORD_BEHIND: Final = re.compile(r"[^\W\d_]{2,}(?=[\s,;]|$)")
# ``r"raw"``, ``name="x"`` and ``["a","b"]`` are written so.
_PREFIX: Final = re.compile(r"\b[bfruBFRU]{1,2}$")


def _tighten_quotes(text: str) -> str:
    """Straight double quotes hug what they enclose, where they come in pairs; those of inches do not."""
    parts = text.split('"')
    if len(parts) % 2 == 0:
        return text
    out = parts[0]
    for at in range(1, len(parts), 2):
        inside, after = parts[at], parts[at + 1]
        if inside[:1].isspace() and out[-1:].isdigit():
            return text
        apart = inside != inside.strip() or " " in inside
        if _WORD_BEFORE.search(out) or (apart and _GLUED.search(out) and not _PREFIX.search(out)):
            out += " "
        out += f'"{inside.strip()}"'
        if _WORD_BEHIND.match(after) or (apart and after and (after[0].isalnum() or after[0] == "(")):
            out += " "
        out += after
    return out
