"""Paragraphs, with the lines among them that are headings, labels and lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.library import (
    clauses,
    items,
    link_entries,
    lone_lines,
    page_furniture,
    prose,
    questions,
    quotes,
    tables,
)
from wikic.curator.library import machine_output as output_of
from wikic.curator.library import steps as steps_of
from wikic.curator.library.line_kinds import folded, is_question
from wikic.curator.library.outline import LABEL_LEVEL
from wikic.curator.library.page_draft import Page
from wikic.curator.library.passage import NO_LEAD, LeadIn, Passage
from wikic.curator.library.plain_words import plain
from wikic.curator.library.prose import Sentence
from wikic.text.normalise import CJK
from wikic.text.structured_blocks import Part

_LONGEST_SHOWN: Final = 1_500  # characters of code with what is said of it
_HEADING_LENGTH: Final = 70
_ENDS_OPEN: Final = (":", "：", "--", "—")
_ANNOUNCED: Final = ("item", "code", "row", "pair")
_SHOWN: Final = (*_ANNOUNCED, "figure", "picture")
_SHOWS: Final = (":", "...", "…")
_SEARCHED: Final = re.compile(
    r"^[A-Z][a-z]{2,8} \d{1,2}, \d{4}\s+(?:\.{3}|…|·|—)\s+(?=\S)"
)  # a search result's date
_REFERENCE: Final = re.compile(rf"^(?:\[\d{{1,3}}\]\s*)+(?=[{CJK}])")  # of the sentence before
_CUT: Final = re.compile(rf"[{CJK}][^。！？]*\d\.$")  # at the point of a number
_CUT_IN: Final = re.compile(r"^(?:\d[\d.]*[%％亿万]|[，。；、）》％%])")
_STRAY: Final = re.compile(r"^(?:--|[–—]{2})\s+(?=\w)|(?:^[*•▪]\s+|\s+[*•▪>-])+$")
_ANNOUNCING: Final = 240  # characters of a sentence right above code
_LONG_PAGE: Final = 5  # blocks
_CUT_AT: Final = 1_500  # characters: a short document was not cut, and its last line may have no full stop
_ASIDE: Final = re.compile(r"\d[\d.,]*|[(（].*[)）]")
_ENDED: Final = re.compile(r"[.!?:;…。！？：；][\"'”’」』)\]*_]*$")
_KIND: Final = re.compile(r"^\S+(?: \S+)+ [A-Z]{4,}(?: \([A-Z]+\))?$")  # "… session time-out TECHNOTE"
# Names and their addresses. What an address took is not given back: in a line of thirty links there would be
# more ways to part them than can be tried.
_LINKS: Final = re.compile(r"^(?:[^.!?\[]{0,80}?\[?(?<!\w)\w+://\S++\W*+)++$")
_LONGEST_STEP: Final = 240  # characters: a longer sentence tells more than what to do


class Paragraphs:
    """Reads runs of sentences and lines onto a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._waiting: list[Sentence] = []
        self._lines = lone_lines.LoneLines(page)

    def read(self, run: Sequence[Part], following: Part | None) -> None:
        """One run; ``following`` is the part after it."""
        told = -1
        for at, part in enumerate(run):
            if at <= told:
                continue
            if output := [] if self._page.story else output_of.lines(run, at):
                self._lines.flush()
                if self._waiting and self._leads_to_output(output):
                    announced = self._waiting.pop()
                    self._announce(announced.text, announced)
                self._flush()
                self._take_output(output)
                told = at + len(output) - 1
                continue
            if quoted := quotes.parts(run, at):
                self._lines.flush()
                self._take_quote(quoted)
                told = at + len(quoted) - 1
                continue
            said = self._page.frame.without(part.piece)
            if not said.strip():
                continue
            text = self._page.words.without_navigation(_STRAY.sub("", plain(said)))
            text = _SEARCHED.sub("", text)
            if at and run[at - 1].piece.group == part.piece.group:
                text = _REFERENCE.sub("", text)
            text = f"{text[:-2]}:" if text.endswith("::") else text  # announces code in reStructuredText
            last = at + 1 == len(run)
            below = following if last else run[at + 1]
            if below is not None and lone_lines.family(below) == "heading" and self._is_keywords(text):
                continue
            if link_entries.is_entry(part, below):
                self._lines.flush()
                self._flush()
                self._page.outline.enter(LABEL_LEVEL, link_entries.heading(text), part.number)
                self._page.lead = LeadIn(link_entries.lead_in(text), (part.number,))
            elif (
                self._is_left_out(text, part.piece.text)
                and not questions.is_answer(text, part, self._waiting, self._page)
                and not self._ends_sentence(text, part)
            ):
                if text.endswith((":", "：")) and self._announces(below, last or lone_lines.is_line(below)):
                    self._lines.flush()
                    self._announce(text, part)
            elif questions.is_short_answer(part, below, self._waiting, self._page):
                self._waiting.append(Sentence(text, part.number, part.piece.group))
            elif self._lines.takes(text, part, below, run[at + 1 : at + 3]):
                self._flush()
                self._lines.add(text, part)
            elif text.endswith((":", "：")) and (steps := self._steps(run, at + 1)):
                self._lines.flush()
                self._flush()
                steps_of.take(self._page, LeadIn(text, (part.number,)), steps)
                told = at + len(steps)
            elif self._tells_to_do(part) and (steps := self._steps(run, at)):
                self._lines.flush()
                self._flush()
                steps_of.take(self._page, self._page.take_lead_or_heading(), steps)
                told = at + len(steps) - 1
            else:
                self._sentence(text, part, below, last=last)
        self._lines.flush()
        if following is None:
            self._leave_out_cut()
        if following is None or following.piece.shape not in _SHOWN:
            self._waiting = prose.without_unshown(self._waiting, self._page.words, story=self._page.story)
        if self._leads_to(following):
            announced = self._waiting.pop()
            self._announce(announced.text, announced)
        self._flush()

    def _leave_out_cut(self) -> None:
        """The last sentence of a long document goes where it has no end, and the one before it has.

        A long one says that it goes on, where nearly all others of the document have an end. One that ends at
        the point of a number goes in a short one too, where it is not all that is said.
        """
        told = sum(len(each.blocks) for each in self._page.found) + len(self._waiting) - 1
        if not self._waiting or self._page.story:
            return
        before, last = self._waiting[-2:] if len(self._waiting) > 1 else (None, self._waiting[-1])
        short = len(last.text) <= _HEADING_LENGTH and "://" not in last.text
        long = sum(len(each.text) for each in self._page.found) >= _CUT_AT
        cut = not _ENDED.search(last.text) and ((short and long) or (not short and self._page.ended))
        cut = (cut and told >= _LONG_PAGE) or (told > 0 and _CUT.search(last.text) is not None)
        if cut and (before is None or _ENDED.search(before.text)):
            self._waiting.pop()
            whole = clauses.without_last_word(last.text, self._page.words.pack)
            if not short:
                self._waiting.append(replace(last, text=whole or last.text))

    def _is_left_out(self, text: str, raw: str) -> bool:
        page = self._page
        if page.leads_around and (_LINKS.match(text) or items.is_name(text)):
            return True
        announced = page.lead.text or (self._waiting and self._waiting[-1].text.endswith(_SHOWS))
        if not announced and self._leads_away(text):
            return True
        begun = page.heading and not _ENDED.search(text)  # a note below the title
        small = page.capitals and text[:1].islower() and len(text.split()) > 2 and not begun
        cut = _CUT_IN.match(text) or small
        if cut and not (page.found or page.place or page.lead.text or self._waiting):
            return True  # the end of a sentence that stands elsewhere
        if page_furniture.without_numbers(raw) in page.running or page.words.addresses(text):
            return True
        if page_furniture.are_keywords(text) and not page.place:
            return True
        return page_furniture.says_nothing(text, raw, page.words, page.titles) or page.repeats_title(text)

    def _leads_away(self, text: str) -> bool:
        """Whether a line only says where more is told, and does not tell to go there."""
        verbs = self._page.words.pack.imperatives
        if page_furniture.leads_away(text) and not steps_of.opens_with(text, verbs):
            return True
        return not self._lines and items.is_reference(text, verbs)

    def _ends_sentence(self, text: str, part: Part) -> bool:
        """Whether a number or an aside stands behind a sentence of its paragraph: "Cf. ch. 3." """
        same = bool(self._waiting) and self._waiting[-1].paragraph == part.piece.group
        return same and part.piece.shape == "prose" and _ASIDE.fullmatch(text) is not None

    def _is_keywords(self, text: str) -> bool:
        """Whether what stands above the first heading are words for a search and the kind of a document."""
        return not (self._page.found or self._page.place or self._waiting) and _KIND.search(text) is not None

    def _sentence(self, text: str, part: Part, below: Part | None, *, last: bool) -> None:
        """What is no line of a list: a heading, a lead-in, a label, a sentence."""
        self._lines.flush()
        names_tab = below is not None and below.piece.kind == "heading" and below.piece.tab
        if names_tab and text.endswith(_ENDS_OPEN):  # it announces all tabs
            self._flush()
            self._page.found.append(Passage("sentence", text, (part.number,), self._page.place))
        elif questions.is_heading(text, part, self._waiting) and below is not None:
            self._flush()
            self._page.outline.enter(LABEL_LEVEL - 1, text, part.number)
        elif part.piece.shape == "line" and lone_lines.goes_on(text, below):
            self._announce(text, part)
        elif text.endswith(_ENDS_OPEN) and self._announces(below, last or lone_lines.is_line(below)):
            self._announce(text, part)
        elif part.piece.shape == "line":
            self._flush()
            self._page.leads_around = False
            self._page.outline.enter(LABEL_LEVEL - 1, text, part.number)
        elif part.piece.shape == "label":
            self._flush()
            self._label(text, part, below)
        else:
            self._page.leads_around = False  # something is told there all the same
            self._waiting.append(Sentence(text, part.number, part.piece.group))

    def _announce(self, text: str, part: Part | Sentence) -> None:
        before = self._waiting[-1] if self._waiting else None
        if (
            before is not None
            and len(before.text) + len(text) <= _ANNOUNCING
            and (self._page.words.leans(text) or is_question(before.text))
        ):
            self._waiting.pop()  # "It must omit the article. Thus, for instance:", "May I land? Only here:"
            self._flush()
            self._page.lead = LeadIn(prose.joined([before.text, text]), (before.number, part.number))
            return
        self._flush()
        self._page.lead = LeadIn(text, (part.number,))

    def _steps(self, run: Sequence[Part], at: int) -> list[Part]:
        """The sentences from ``at`` on, where they tell what to do one after another.

        A paragraph that does not begin so ends them, and so does one that begins as they began.
        """
        found: list[Part] = []
        for part in run[at:]:
            text = plain(part.piece.text)
            ends = text.endswith((":", "：")) or is_question(text) or self._is_left_out(text, part.piece.text)
            if self._page.story or part.piece.shape != "prose" or ends:
                break
            anew = not found or part.piece.group != found[-1].piece.group
            if (anew and not self._tells_to_do(part)) or steps_of.begins_anew(part, found):
                break
            found.append(part)
        while found and not self._tells_to_do(found[-1]) and not self._explains(found[-1]):
            found.pop()
        opening = sum(map(self._tells_to_do, found))
        return found if opening > 1 and opening * 10 >= len(found) * 5 else []

    def _tells_to_do(self, part: Part) -> bool:
        text, pack = plain(part.piece.text), self._page.words.pack
        if len(text) > _LONGEST_STEP or steps_of.opens_with(text, frozenset(pack.words("referring"))):
            return False
        return steps_of.opens_with(text, pack.imperatives)

    def _explains(self, part: Part) -> bool:
        """Whether a sentence among steps is about the one before it."""
        return self._page.words.leans(plain(part.piece.text))

    def _take_output(self, output: Sequence[Part]) -> None:
        """Several lines, or one that was announced, are code; one more scrap of a trace is nothing."""
        page = self._page
        lead = page.take_lead_or_heading() if len(output) > 1 else page.take_lead()
        if len(output) > 1 or lead.text or not output_of.is_scrap(output[0]):
            page.found += tables.code(output, lead, page.place, gap="\n")

    def _take_quote(self, quoted: Sequence[Part]) -> None:
        """A quotation or callout; the title of one that holds a list or code announces that."""
        page = self._page
        self._flush()
        if quoted[0].piece.shape == "label":
            page.lead = LeadIn(quotes.title(quoted[0]), (quoted[0].number,))
        elif not all(self._is_left_out(plain(each.piece.text), each.piece.text) for each in quoted):
            page.found.append(quotes.passage(quoted, page.take_lead(), page.words, page.place))

    def _leads_to_output(self, output: Sequence[Part]) -> bool:
        """Whether the last sentence says what the lines of a machine right below it are."""
        last = self._waiting[-1]
        near = last.number + 1 == output[0].number and len(last.text) <= _ANNOUNCING
        return last.text.endswith(_SHOWS) or (near and len(output) > 1 and not is_question(last.text))

    def _announces(self, below: Part | None, last: bool) -> bool:
        if below is not None and below.piece.shape == "quote":
            return not quotes.title(below)
        if not last or below is None:
            return False
        return lone_lines.is_line(below) or lone_lines.family(below) not in ("heading", "prose", "turn")

    def _label(self, text: str, part: Part, below: Part | None) -> None:
        """A label above a paragraph: a remark's goes with its first sentence, another is a heading."""
        if folded(text) in self._page.words.pack.callouts:
            self._page.lead = LeadIn(text, (part.number,))
        elif below is not None and lone_lines.family(below) == "prose":
            parts = below.piece.text.lstrip()[:1].islower()  # what it announces are the parts of a sentence
            if parts or self._tells(text):
                self._page.lead = LeadIn(text, (part.number,))
                self._lines.announced = parts
            else:
                self._page.outline.enter(LABEL_LEVEL, text, part.number)

    def _tells(self, text: str) -> bool:
        """Whether a line with a colon at its end is a sentence and names nothing: "You get this error:"."""
        words = self._page.words
        opens = steps_of.opens_with(text, words.pack.imperatives)
        return " " in text and (opens or words.leans(text) or words.stands_in(text))

    def _leads_to(self, following: Part | None) -> bool:
        """Whether the last sentence announces what comes: a question its answer, a sentence its code."""
        if following is None or not self._waiting or self._page.story or self._page.lead.text:
            return False
        last = self._waiting[-1].text
        if is_question(last) or self._page.words.announces_shown(last):
            return following.piece.shape in _SHOWN
        return following.piece.shape == "code" and len(last) <= _ANNOUNCING

    def _flush(self) -> None:
        """The sentences read so far as passages; a remark's label goes before the first one."""
        if not self._waiting:
            return
        page = self._page
        if questions.are_open(self._waiting, page):
            page.found.append(lone_lines.listed(self._waiting, page.take_lead_or_heading(), page.place))
            self._waiting.clear()
            return
        self._waiting = questions.with_question(self._waiting, page)
        if page.is_asked() and not prose.needs_question(self._waiting[0].text, page.words):
            page.lead = page.asked = NO_LEAD
        message = output_of.is_message(self._waiting[0].text)
        lead = page.take_lead_or_heading() if message or self._is_value() else page.take_lead()
        made = list(prose.passages(self._waiting, page.words, page.place, story=page.story))
        if not made and is_question(self._waiting[-1].text) and questions.answered_below(page):
            # It stands below its own heading, or with the first words of an answer that needs it.
            numbers = tuple(each.number for each in self._waiting)
            page.asked = LeadIn(prose.joined([each.text for each in self._waiting]), numbers)
            made = [Passage("sentence", page.asked.text, numbers, page.place)]
        if lead.text and page.words.is_pointer(lead.text):  # "In this article, learn how to:"
            made = made[1:]
        elif lead.text and made:
            first = made[0]
            text, numbers = f"{lead.text} {first.text}", (*lead.blocks, *first.blocks)
            made[0] = Passage(first.form, text, numbers, page.place)
        self._waiting.clear()
        if made and not lead.text and self._speaks_of_code(made[0]):
            page.found[-1] = prose.behind(page.found[-1], made.pop(0))
        page.found += made

    def _is_value(self) -> bool:
        """Whether all that stands right below a heading are one or two words: "Learned", "Patience." """
        page, told = self._page, self._waiting
        short = len(told) == 1 and page_furniture.is_bare(told[0].text) and not is_question(told[0].text)
        return short and not page.story and page.outline.announcing().blocks == (told[0].number - 1,)

    def _speaks_of_code(self, passage: Passage) -> bool:
        """Whether a sentence right below code or a picture points back: "This prints the tide." """
        page = self._page
        before = page.found[-1] if page.found else None
        if before is None or before.form not in ("code", "figure") or before.place != page.place:
            return False
        near = before.blocks[-1] + 1 == passage.blocks[0]
        short = len(before.text) + len(passage.text) <= _LONGEST_SHOWN
        return near and short and passage.form == "sentence" and page.words.leans(passage.text)
