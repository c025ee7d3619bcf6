"""Sentences that tell what to do one after another: a procedure, whose numbers were lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.library.page_draft import Page
from wikic.curator.library.passage import NO_LEAD, LeadIn, Passage
from wikic.curator.library.plain_words import plain
from wikic.text.normalise import CJK
from wikic.text.structured_blocks import Part

_HAN: Final = re.compile(f"[{CJK}]")
_NUMBERED: Final = re.compile(r"^(\d{1,3})\. ", re.M)
_MOST: Final = 3000  # characters of a procedure that is still one bullet


def opens_with(text: str, verbs: frozenset[str]) -> bool:
    """Whether a sentence tells to do something."""
    bare = text.lstrip('("“ ').casefold()
    first = re.match(r"[^\W_]+(?:-[^\W_]+)?(?!\s?[:：])", bare)  # "Note:" tells nobody to do anything
    if first is not None and first.group() in verbs:
        return True
    return any(bare.startswith(verb) for verb in verbs if _HAN.match(verb))


def steps(lead: LeadIn, parts: Sequence[Part], place: tuple[str, ...], verbs: frozenset[str]) -> Passage:
    """Sentences as steps below what announces them; what explains a step stands with it."""
    lines = [*([lead.text] if lead.text else []), *_numbered(parts, verbs, 1)]
    return Passage("procedure", "\n".join(lines), (*lead.blocks, *(part.number for part in parts)), place)


def go_on(before: Passage, parts: Sequence[Part]) -> bool:
    """Whether steps stand right below other steps, parted by a line break, and open no other way to do it."""
    opening = plain(parts[0].piece.text).split()[:2]
    if any(line.partition(". ")[2].split()[:2] == opening for line in before.text.split("\n")):
        return False
    size = len(before.text) + sum(len(part.piece.text) for part in parts)
    return before.form == "procedure" and before.blocks[-1] + 1 == parts[0].number and size <= _MOST


def continued(before: Passage, parts: Sequence[Part], verbs: frozenset[str]) -> Passage:
    """A procedure with the steps that follow it."""
    told = [int(number) for number in _NUMBERED.findall(before.text)]
    lines = [before.text, *_numbered(parts, verbs, told[-1] + 1 if told else 1)]
    return replace(before, text="\n".join(lines), blocks=(*before.blocks, *(part.number for part in parts)))


def _numbered(parts: Sequence[Part], verbs: frozenset[str], first: int) -> list[str]:
    told: list[str] = []
    for part in parts:
        text = plain(part.piece.text)
        if told and not opens_with(text, verbs):
            told[-1] += f" {text}"
        else:
            told.append(text)
    return [f"{at}. {each}" for at, each in enumerate(told, start=first)]


def begins_anew(part: Part, found: Sequence[Part]) -> bool:
    """Whether a sentence opens another way to do it: as the first step does, and no step between: "Go to"."""
    if not found:
        return False
    text, first = plain(part.piece.text), plain(found[0].piece.text)
    if text == first:
        return True
    if len(found) == 1 or text.split()[:2] != first.split()[:2]:
        return False
    return all(plain(each.piece.text).split()[:1] != first.split()[:1] for each in found[1:])


def take(page: Page, lead: LeadIn, found: Sequence[Part]) -> None:
    """Steps onto a page, below those they go on from."""
    lead = NO_LEAD if page.words.is_pointer(lead.text) else lead
    verbs = page.words.pack.imperatives
    before = page.found[-1] if page.found and page.found[-1].place == page.place else None
    if before is not None and (not lead.text or lead.heading) and go_on(before, found):
        page.found[-1] = continued(before, found, verbs)
    else:
        page.found.append(steps(lead, found, page.place, verbs))
