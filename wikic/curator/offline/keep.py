"""Which blocks are worth keeping: nearly all real sentences, none of a document's furniture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.model.statement import Block

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FURNITURE: Final = re.compile(
    r"^\W*(?:"
    r"\[?illustration\b.{0,200}\]?|\[(?:image|figure|transcriber)[^\]]*\]?|"
    r"!\[[^\]]*\]\([^)]*\)(?:\s*(?:\[?!\[[^\]]*\]\([^)]*\)\]?(?:\([^)]*\))?))*|\[!\[.*|"
    r"(?:table of )?contents:?|list of (?:illustrations|figures|tables)|back to top|skip to (?:main "
    r")?content|"
    r"(?:previous|next|home|menu|share|print|edit|login|log in|sign (?:in|up)|subscribe)"
    r"(?:\s*[|»«>·/-]\s*\w+)*|"
    r"page \d+(?: of \d+)?|.{2,80}[ _]frontispiece_?|\d+|"
    r"the end|finis|fin|all rights reserved|copyright\b.{0,100}|©.{0,100}"
    r"|cookies?\b.{0,80}|"
    r"(?:printed|published) (?:in|by) .{0,60}|https?://\S+|www\.\S+|isbn[\s:\d-]+|advertisement|"
    r"see also\b.{0,100}|"
    r"dear [^,.!?]{1,40}[,:]|yours(?: [a-z]+)*,?|your (?:(?:ever|most|very|own) )?"
    r"(?:loving|affectionate|devoted|faithful|obedient|humble|old)\b.{0,40}|"
    r"(?:best |kind )?regards,?|sincerely(?: yours)?,?|"
    r"(?:this|the) (?:article|page) (?:is a stub|needs|does not cite).{0,200}|chapter [ivxlc\d]+\.?"
    r")\W*$",
    re.I,
)
_GUTENBERG = re.compile(
    r"project gutenberg|gutenberg(?:-tm| ebook|\.org)|pgdp\.net|distributed\s+proofread"
    r"|internet\s+archive|transcriber[’']s note|"
    r"produced from (?:images|scanned)|character set encoding|^\W*(?:release date|last updated|credits):|"
    r"right of translation|\*\*\* ?(?:start|end) of",
    re.I,
)
_DOTTED = re.compile(r"(?:\.\s?){5,}\s*[\divxlc]*$|\s\.{2,}\s*\d+$|\s{1,}\d{1,4}$")
_ADDRESS = re.compile(r"^[^a-zà-ÿ]{3,}$")
_SKIPPED_SECTIONS: Final = re.compile(
    r"^\W*(?:(?:table of )?contents|list of (?:illustrations|figures|tables|plates)|illustrations|index"
    r"|navigation|menu|"
    r"external links|see also|footnotes|license|copyright)\W*$",
    re.I,
)
_VERB = re.compile(
    (
        r"\b(?:is|was|are|were|be|been|has|have|had|does|did|do|can|could|will|would|may|might|must"
        r"|should|[a-z]{2,}(?:ed|es|ing))\b"
    ),
    re.I,
)


def kept(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that become statements, in order; a quotation that stands twice is kept once."""
    seen: set[str] = set()
    result: list[Block] = []
    for block in blocks:
        if block.id in seen or not worth(block):
            continue
        seen.add(block.id)
        result.append(block)
    return result


def worth(block: Block) -> bool:
    """Whether a block says something: no heading, marker, navigation, boilerplate, contents line."""
    text = block.text
    if block.kind == "heading":
        return False
    if block.kind == "code":
        return len(text) <= 300 and _LETTERS.search(text) is not None
    words = _LETTERS.findall(text)
    if len(words) < 2 and not (len(words) == 1 and block.kind in ("row", "item") and len(text) > 8):
        return _one_word_of_script(text)
    if len(text) < 400 and (_FURNITURE.match(text) or _GUTENBERG.search(text)):
        return False
    if _SKIPPED_SECTIONS.match(block.section) and not _VERB.search(text):
        return False
    if _SKIPPED_SECTIONS.match(block.section) and (
        block.kind == "item" or _DOTTED.search(text) or text.isupper()
    ):
        return False
    if _DOTTED.search(text) and re.search(r"(?:\. ?){4,}", text):
        return False
    return not (len(text) < 120 and text.isupper() and not text.endswith(("!", "?")) and len(words) < 12)


def _one_word_of_script(text: str) -> bool:
    """Scripts without spaces (Thai, Khmer) make one long word of a sentence."""
    return len(text) > 20 and any(len(word) > 12 and not word.isascii() for word in _LETTERS.findall(text))
