"""One walk over the parts of a document: each run of one shape becomes passages of its form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wikic.curator.library import (
    clauses,
    conversations,
    items,
    letters,
    page_furniture,
    pictures,
    prose,
    questions,
    tables,
)
from wikic.curator.library.line_kinds import Words, folded
from wikic.curator.library.lone_lines import family
from wikic.curator.library.outline import DAY_LEVEL, Outline
from wikic.curator.library.page_draft import Page
from wikic.curator.library.paragraphs import Paragraphs
from wikic.curator.library.passage import NO_LEAD, LeadIn
from wikic.curator.library.plain_words import plain
from wikic.curator.library.prose import Sentence
from wikic.curator.library.titles import is_authors, is_name, is_stamp, spelt
from wikic.model.article import Article
from wikic.model.statement import Term
from wikic.text.segment_pieces import TAB_LEVEL
from wikic.text.structured_blocks import Part

_ONE_BY_ONE = ("row", "figure", "pair")  # a run of them ends with its table


class Reader:
    """Reads one document.

    people: who speaks in it, as terms.
    speakers: their names, in order of their first turn.
    """

    def __init__(self, article: Article, parts: Sequence[Part], words: Words) -> None:
        self.people: tuple[Term, ...] = ()
        self.speakers: tuple[str, ...] = ()
        self._parts = parts
        self._language = article.language
        self._figures: Sequence[Part] = ()
        self._tab = False
        self._page = _page(article, parts, words)
        self._paragraphs = Paragraphs(self._page)

    def read(self) -> Page:
        """The page with all that was found."""
        at = 0
        while at < len(self._parts):
            end = self._run_end(at)
            self._take(self._parts[at:end], self._parts[end] if end < len(self._parts) else None)
            at = end
        return self._page

    def _run_end(self, at: int) -> int:
        """The part after the run of one shape that begins at ``at``."""
        first = self._parts[at]
        kind = family(first)
        end = at + 1
        while end < len(self._parts) and kind != "heading":
            following = self._parts[end]
            code_inside = kind == "item" and following.piece.kind == "code" and following.piece.level >= 0
            if (not code_inside and family(following) != kind) or following.piece.tab != first.piece.tab:
                break
            if kind in _ONE_BY_ONE and following.piece.group != first.piece.group:
                break
            end += 1
        if kind == "picture" and pictures.has_caption(self._parts, end):
            end += 1
        return end

    def _take(self, run: Sequence[Part], following: Part | None) -> None:
        kind = family(run[0])
        if self._tab and not run[0].piece.tab:
            self._page.outline.leave(TAB_LEVEL)
        self._tab = run[0].piece.tab
        if kind == "heading":
            head = run[0].piece
            self._page.lead = self._page.asked if questions.answers(head.text, self._page) else NO_LEAD
            around = self._page.words.is_navigation(head.text) or self._page.words.is_pointer(head.text)
            self._page.leads_around = around
            self._page.outline.enter(head.level, "" if around else head.text, run[0].number)
        elif kind == "prose":
            self._paragraphs.read(run, following)
        elif kind == "turn":
            self._talk(run)
        elif kind == "picture":
            self._page.found += pictures.passages(run, self._page.take_lead(), self._page.place)
        elif kind == "item":
            self._items(run, following)
        else:
            self._tabular(kind, run)
            if kind == "pair" and following is not None and family(following) == "item":
                self._lead_on()

    def _items(self, run: Sequence[Part], following: Part | None) -> None:
        page = self._page
        entries = items.entries(run)
        if following is None and page.ended and items.is_cut(entries):
            _shorten(entries, page.words)
        announcing = entries.pop() if _announces_table(entries[-1], following) else None
        lead = self._page.take_lead_or_heading()
        for found in items.lists(entries):
            self._list(found, lead)
            lead = lead if lead.heading else NO_LEAD
        if announcing is not None:
            page.lead = LeadIn(announcing.text, announcing.numbers)

    def _list(self, entries: list[items.Entry], lead: LeadIn) -> None:
        page = self._page
        leads_around = page.words.is_navigation(lead.text) or page.words.is_pointer(lead.text)
        leads_around = leads_around or (
            page.leads_around and all(items.is_name(each.text) for each in entries)
        )
        entries = items.without_label(entries, lead.text)
        if not lead.text or lead.heading:
            verbs = page.words.pack.imperatives
            entries = [each for each in entries if each.below or not items.is_reference(each.text, verbs)]
        if _kept(entries, page.words) and not (leads_around or items.is_navigation(entries, page.headings)):
            page.found += items.passages(_kept(entries, page.words), lead, page.words, page.place)

    def _tabular(self, kind: str, run: Sequence[Part]) -> None:
        page = self._page
        alone = kind == "pair" and len(run) == 1  # says itself what it is of
        lead = page.take_lead() if alone else page.take_lead_or_heading()
        if kind == "row":
            page.found += tables.rows(run, lead, page.place)
        elif kind == "figure":
            # A table that was cut by many labels goes on under the same heads.
            goes_on = bool(self._figures) and self._figures[-1].number + 1 == run[0].number
            above = page.take_heads(run[0])
            heads = tables.heading_rows(self._figures) if goes_on else above
            page.found += tables.figures(run, lead, page.place, page.words, heads)
            self._figures = run
        elif kind == "pair":
            kept = [part for part in run if not page.repeats_title(plain(part.piece.text))]
            if kept and kept[0].piece.cells:
                page.found += tables.definitions(kept, page.place)
            elif kept:
                self._record(kept, lead)
        else:
            page.found += tables.code(run, lead, page.place)

    def _lead_on(self) -> None:
        """The meaning of the last term announces the list below it where it ends in a colon."""
        page = self._page
        last = page.found[-1] if page.found else None
        if last is not None and "\n" not in last.text and last.text.endswith((":", "：")):
            page.lead = LeadIn(last.text, last.blocks)
            page.found.pop()

    def _record(self, run: Sequence[Part], lead: LeadIn) -> None:
        """Pairs; those that follow another run without anything between them go on with it."""
        page = self._page
        before = page.found[-1] if page.found else None
        if before is not None and (lead.heading or not lead.text) and before.blocks[-1] + 1 == run[0].number:
            following, *rest = tables.record(run, NO_LEAD, page.place)
            longer = tables.continued(before, following, [part.piece.mark for part in run])
            if longer is not None:
                page.found[-1:] = [longer, *rest]
                return
        if lead.heading and tables.tell_themselves(page.found, run, lead, page.place):
            lead = NO_LEAD
        page.found += tables.record(run, lead, page.place)

    def _talk(self, run: Sequence[Part]) -> None:
        """A conversation; its days are headings."""
        page = self._page
        turns: list[conversations.Turn] = []
        for day, parts in _days(run):
            if day:
                page.outline.enter(DAY_LEVEL, spelt(day))
            said = conversations.turns(parts, page.words, self._language)
            page.found += conversations.passages(said, page.words, page.place)
            turns += said
        page.outline.leave(DAY_LEVEL)
        self.people = conversations.speakers(turns, page.words)
        names = {term.name for term in self.people}
        self.speakers = tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker in names))


def _days(run: Sequence[Part]) -> list[tuple[str, list[Part]]]:
    """What is said, by the day that a line above it or the stamp of a message names; "" before the first."""
    days: list[tuple[str, list[Part]]] = [("", [])]
    for part in run:
        day = part.piece.head[0] if part.piece.head else days[-1][0]
        if day != days[-1][0]:
            days.append((day, []))
        told = part.piece.cells[0] != part.piece.text.strip()  # a program's, behind the time
        if part.piece.mark or told:
            days[-1][1].append(part)
    return days


def _announces_table(entry: items.Entry, following: Part | None) -> bool:
    """Whether an item says what the table is that stands in it."""
    inside = following is not None and following.piece.shape == "row" and not entry.below
    return inside and entry.text.endswith((":", "："))


def _kept(entries: Sequence[items.Entry], words: Words) -> list[items.Entry]:
    """Items without those that lead around, and what one announces, where a page's breaks were lost."""
    announcing = [words.is_pointer(each.text) and each.text.endswith(":") for each in entries]
    return [
        each
        for at, each in enumerate(entries)
        if not announcing[at]
        and not (at and announcing[at - 1])
        and not words.is_navigation(each.text)
        and not page_furniture.is_of_contents(each.text)
    ]


def _shorten(entries: list[items.Entry], words: Words) -> None:
    """Take the broken word at the end of a list away, and an item of which too little is left then."""
    last = entries[-1].below[-1] if entries[-1].below else entries[-1]
    part = last.parts[-1]
    text = clauses.without_last_word(plain(part.piece.text), words.pack)
    if text:
        last.parts[-1] = replace(part, piece=replace(part.piece, text=text))
    else:
        (entries[-1].below or entries).pop()


def _is_title(heading: str, article: Article) -> bool:
    """Whether a heading is what the document is called."""
    if not is_name(article.title, article.key):
        return True
    named, own = set(folded(article.title).split()), set(folded(heading).split())
    return not own or len(named & own) * 2 >= min(len(named), len(own))


def _page(article: Article, parts: Sequence[Part], words: Words) -> Page:
    """The empty page of a document, with what its parts tell at a glance."""
    heads = [part.piece for part in parts if part.piece.shape == "heading"]
    top = [piece for piece in heads if piece.level == 1]
    heading = plain(heads[0].text) if len(top) == 1 and heads[0] is top[0] else ""
    # A first heading that says something else than the title is a heading.
    opening = article.text.lstrip().partition("\n")[0].strip()
    stamp = opening if is_stamp(opening) else ""  # when it was written down: no heading
    titles = (article.title, heading if _is_title(heading, article) else "", stamp)
    told = [
        Sentence(each.piece.text, each.number, each.piece.group)
        for each in parts
        if each.piece.shape == "prose"
    ]
    others = sum(part.piece.shape in ("item", "pair", "row", "figure", "label") for part in parts)
    return Page(
        words,
        Outline(titles),
        frozenset(filter(None, map(folded, titles))),
        frozenset(folded(plain(piece.text)) for piece in heads),
        prose.is_story(told, words, others),
        page_furniture.running_heads(part.piece.text for part in parts),
        heading,
        tabular=any(part.piece.shape == "figure" for part in parts),
        ended=sum(prose.has_end(each.text) for each in told[:-1]) * 10 > len(told) * 8,
        frame=letters.frame(article.text),
        untitled=not (is_name(article.title, article.key) or is_authors(article.title, article)),
        capitals=sum(each.text[:1].isupper() for each in told) * 10 > len(told) * 8,
    )
