"""Quotations and callouts: what one says is one bullet.

People set their own words apart with ``>`` too: quotation marks stand around what is announced or signed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library.line_kinds import Words, folded
from wikic.curator.library.passage import LeadIn, Passage
from wikic.curator.library.plain_words import plain
from wikic.curator.library.prose import joined
from wikic.text.quoted_lines import CALLOUT
from wikic.text.structured_blocks import Part

_LONGEST: Final = 1_200  # characters of a quotation that is one bullet
_SIGNED: Final = re.compile(r"^[-–—]+\s*(?=\S)")
_CLOSED: Final = re.compile(r"[.!?。！？:：…][\"”’)\]]*$")
_IN_MARKS: Final = re.compile(r"^[\"“„«「『].*[\"”“»」』][.!?。]?$")
_REMARK: Final = re.compile(r"^(\S.{0,30}?)[:：]\s")


def title(part: Part) -> str:
    """The title of a callout with a colon behind it; "" of another part."""
    if part.piece.mark != CALLOUT:
        return ""
    text = plain(part.piece.text)
    text = f"{text[:1].upper()}{text[1:]}"
    return text if _CLOSED.search(text) else f"{text}:"


def parts(run: Sequence[Part], at: int) -> Sequence[Part]:
    """The parts of the quotation or callout that begins at ``at``; none where they are too long for one."""
    first = run[at].piece
    if first.shape == "label" and first.mark == CALLOUT:
        return run[at : at + 1]
    end = at
    while end < len(run) and run[end].piece.shape == "quote" and run[end].piece.group == first.group:
        end += 1
    found = run[at:end]
    return found if sum(len(each.piece.text) for each in found) <= _LONGEST else ()


def passage(found: Sequence[Part], lead: LeadIn, words: Words, place: tuple[str, ...]) -> Passage:
    """One bullet of what is quoted, behind what announces it."""
    numbers = (*lead.blocks, *(part.number for part in found))
    head = title(found[0])
    texts = [plain(part.piece.text) for part in (found[1:] if head else found)]
    if head:
        told = " ".join(filter(None, [head if texts else head.removesuffix(":"), joined(texts)]))
    else:
        told = _quoted(texts, words, announced=bool(lead.text))
    return Passage("sentence", f"{lead.text} {told}".strip(), numbers, place)


def _quoted(texts: Sequence[str], words: Words, *, announced: bool) -> str:
    signed = _SIGNED.sub("", texts[-1]) if len(texts) > 1 and _SIGNED.match(texts[-1]) else ""
    said = joined(texts[:-1] if signed else texts)
    remark = _REMARK.match(said)
    apart = remark is not None and folded(remark[1]) in words.pack.callouts
    if (signed or announced) and not (apart or _IN_MARKS.match(said)):
        said = f"“{said}”"
    return f"{said} — {signed}" if signed else said
