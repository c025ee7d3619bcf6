"""Lines that stand alone: which are read together, and what becomes of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library.machine_output import is_message
from wikic.curator.library.page_draft import Page
from wikic.curator.library.passage import NO_LEAD, LeadIn, Passage
from wikic.curator.library.prose import Sentence, leads_on
from wikic.text import listings
from wikic.text.structured_blocks import Part

_PROSE: Final = ("prose", "line", "label", "quote")
MOST_LINES: Final = 12  # of one list
_FEW_LINES: Final = 3
_KEYED: Final = re.compile(r"^[^:：]{1,30}[:：]\s*\S")
_FEWEST_PAIRS: Final = 3
_LONGEST_VALUE: Final = 7  # words
_FEWEST_ANNOUNCING: Final = 4  # words of a line without a colon
_HEADING_WORDS: Final = 9
_PARTED: Final = re.compile(
    r"\s\|\s|[:;]\s|[：；]|^[\d/.-]{8,}$|\w://|^\d{1,2}[:.]\d\d\b\s"
)  # what no heading has
_GOES_ON: Final = ("; and", "; or", ", and", ", or", "；", ";")
_YEAR: Final = re.compile(r"(?:FY ?)?(?:19|20)\d{2}年?")
_HEADING_LENGTH: Final = 70
_ANNOUNCED: Final = ("item", "code", "row", "pair")
_ENDED: Final = re.compile(r"[.!?:;…。！？：；][\"'”’」』)\]*_]*$")


def goes_on(text: str, below: Part | None) -> bool:
    """Whether a line without a colon announces the items below it, which go on in small letters."""
    if below is None or below.piece.shape != "item" or len(text.split()) < _FEWEST_ANNOUNCING:
        return False
    return below.piece.text.lstrip()[:1].islower()


def opens_lines(part: Part, following: Sequence[Part]) -> bool:
    """Whether a line stands above a paragraph of several lines, apart from it."""
    groups = [each.piece.group for each in following if is_line(each)]
    return len(groups) == 2 and groups[0] == groups[1] != part.piece.group


def listed(lines: Sequence[Sentence], lead: LeadIn, place: tuple[str, ...]) -> Passage:
    """Lines below what announces them: a list, or a record where each has a key."""
    numbers = (*lead.blocks, *(each.number for each in lines))
    texts = [each.text for each in lines]
    if len(texts) == 1:
        return Passage("sentence", f"{lead.text} {texts[0]}".strip(), numbers, place)
    keyed = all(map(_KEYED.match, texts))
    head = lead.text or (texts.pop(0) if keyed else "")
    rows = [*([head] if head else []), *(f"- {each}" for each in texts)]
    return Passage("record" if keyed else "list", "\n".join(rows), numbers, place)


def paired(lines: Sequence[Sentence], lead: LeadIn, place: tuple[str, ...]) -> Passage | None:
    """Labels that each have their value on the next line, as a record; None where they do not alternate.

    A line above the first label goes before them.
    """
    for opening in (0, 1):
        labels, values = lines[opening::2], lines[opening + 1 :: 2]
        if len(labels) != len(values) or len(values) < _FEWEST_PAIRS:
            continue
        if any(map(_is_amount, labels)) or not all(map(_is_amount, values)):
            continue
        head = " ".join(filter(None, [lead.text, *(each.text for each in lines[:opening])]))
        rows = [f"{label.text}: {value.text}" for label, value in zip(labels, values, strict=True)]
        text = "\n".join([*([head] if head else [rows.pop(0)]), *(f"- {row}" for row in rows)])
        return Passage("record", text, (*lead.blocks, *(each.number for each in lines)), place)
    return None


def _is_amount(line: Sentence) -> bool:
    few = len(line.text.split()) <= _LONGEST_VALUE
    return few and any(map(str.isdigit, line.text)) and not line.text.endswith((".", ":"))


def is_line(part: Part | None) -> bool:
    return part is not None and part.piece.shape == "line"


def family(part: Part) -> str:
    """Which shapes are read together: all that paragraphs are made of."""
    shape = part.piece.shape
    return "prose" if shape in _PROSE else shape


class LoneLines:
    """The lines read so far that stand alone, one right below the other.

    announced: whether the lines to come are parts of the sentence that announces them.
    """

    def __init__(self, page: Page) -> None:
        self.announced = False
        self._page = page
        self._told: list[Sentence] = []
        self._parts: list[Part] = []

    def __len__(self) -> int:
        return len(self._told)

    def add(self, text: str, part: Part) -> None:
        self._told.append(Sentence(text, part.number, part.piece.group))
        self._parts.append(part)

    def takes(self, text: str, part: Part, below: Part | None, following: Sequence[Part]) -> bool:
        """Whether a part stands for itself: a line that is no heading, a part of what was announced."""
        self.announced = self.announced and (text[:1].islower() or bool(self._told))
        announces = text.endswith((":", "：")) and below is not None and below.piece.shape in _ANNOUNCED
        if announces or not (
            self.announced
            or (part.piece.shape == "line" and not self._is_heading_line(text, part, below, following))
        ):
            return False
        self.announced = (self.announced and text[-1:] in ";,；，") or text.endswith(_GOES_ON)
        return True

    def flush(self) -> None:
        """Lines that stand alone: several are a list, one is a sentence behind its heading."""
        words, lead_text = self._page.words, self._page.lead.text
        if self._told and (words.is_pointer(lead_text) or words.is_navigation(lead_text)):
            self._page.take_lead()
            self._told.clear()
        several = len(self._told) > 1
        if (several or self._page.heads) and self._are_heads():
            self._page.heads += self._parts
            self._told.clear()
        self._parts.clear()
        kept = [each for each in self._told if not leads_on(each.text, words)]
        lead = self._lead_of_lines(kept)
        self._told.clear()
        if (pairs := paired(kept, lead, self._page.place)) is not None:
            self._page.found.append(pairs)
            return
        keyed = all(_KEYED.match(each.text) for each in kept)
        if not lead.text and not keyed and len(kept) <= _FEW_LINES:  # nothing says what they are a list of
            place = self._page.place
            self._page.found += (Passage("sentence", each.text, (each.number,), place) for each in kept)
            return
        for at in range(0, len(kept), MOST_LINES):
            self._page.found.append(listed(kept[at : at + MOST_LINES], lead, self._page.place))

    def _lead_of_lines(self, lines: Sequence[Sentence]) -> LeadIn:
        if not lines:
            return NO_LEAD
        # A line alone needs no heading where it has a label of its own.
        labelled = ":" in lines[0].text and not is_message(lines[0].text)
        alone = len(lines) == 1 and (labelled or not self._page.place)
        return self._page.take_lead() if alone else self._page.take_lead_or_heading()

    def _are_heads(self) -> bool:
        """Whether lines are the heads of a table that was taken apart."""
        texts = [each.text for each in self._told]
        years = sum(_YEAR.fullmatch(each) is not None for each in texts)
        if years * 10 >= len(texts) * 7:
            return True
        return self._page.tabular and not any(_ENDED.search(each) for each in texts)

    def _is_heading_line(self, text: str, part: Part, below: Part | None, following: Sequence[Part]) -> bool:
        """Whether a line that stands alone is the heading of what comes below it."""
        if (
            self._page.story
            or self._page.lead.text
            or (self._parts and self._parts[-1].piece.group == part.piece.group)  # the last of a run of lines
            or below is None
            or below.piece.shape in ("heading", "turn", "figure")
            or (below.piece.shape == "line" and not opens_lines(part, following))
        ):
            return False
        if len(text) > _HEADING_LENGTH or len(text.split()) > _HEADING_WORDS or text[:1].islower():
            return False
        if text[:1] in "(（[-" or sum(map(str.isalpha, text)) < 2 or listings.is_printed(text):
            return False
        return (text[-1:].isalnum() or text[-1:] in '?？)）"”') and not _PARTED.search(text)
