"""The extraction of one document of a library: one entity, itself; its passages in document order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.curator.library import items, prose, tabular, talk, titling
from wikic.curator.library.outline import LABEL_LEVEL, Outline
from wikic.curator.library.passage import NO_LEAD, LeadIn, Passage
from wikic.curator.library.plain import plain
from wikic.curator.library.prose import Sentence
from wikic.curator.library.summary import summary
from wikic.curator.library.words import Words, folded, is_question, words_of
from wikic.markdown.lines import canonical
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Entity, Term
from wikic.text import cjk, structure
from wikic.text.structure import Part

_ITSELF: Final = "e1"
_PROSE: Final = ("prose", "line", "label", "quote")
_HEADING_WORDS: Final = 9
_HEADING_LENGTH: Final = 70
_PARTED: Final = re.compile(r"[:;]\s|[：；]|^[\d/.-]{8,}$|\w://")  # what no heading has
_GOES_ON: Final = ("; and", "; or", ", and", ", or", "；", ";")
_KEYED: Final = re.compile(r"^[^:：]{1,30}[:：]\s*\S")
_ENDS_OPEN: Final = (":", "：", "--", "—")
_STRAY: Final = re.compile(r"(?:^[*•▪]\s+|\s+[*•▪>-])+$")


def extract(article: Article, blocks: Sequence[Block]) -> Extraction:
    """What one document of a library says; looks at nothing but it.

    blocks: ``segment`` of the article; the numbers of the passages are theirs.
    """
    code = "zh" if article.language == "und" and cjk.is_cjk(article.text) else article.language
    words = words_of(code)
    parts = list(structure.read(article.text, article.language))
    assert len(parts) == len(blocks)
    reader = _Reader(words, article, parts)
    reader.read()
    passages = _once(reader.found) or _once(_everything(parts, words))
    title = titling.title(article, reader.heading, reader.speakers, passages, words)
    about = "" if reader.people or reader.story else summary(passages, words)
    itself = Entity(_ITSELF, title, "", summary=about, principal=True, self_=True)
    statements = tuple(
        ProposedStatement(
            _ITSELF, each.kind, each.text, each.blocks, each.holder, form=each.form, place=each.place
        )
        for each in passages
    )
    return Extraction(about, (itself,), statements, words=(), terms=reader.people)


def _once(found: Sequence[Passage]) -> list[Passage]:
    """Passages as statements hold them, each once."""
    seen: set[tuple[str | None, str]] = set()
    kept: list[Passage] = []
    for each in found:
        text = canonical(each.text)
        if text and (each.holder, text) not in seen and any(map(str.isalnum, text)):
            seen.add((each.holder, text))
            form = each.form if "\n" in text or each.form in ("sentence", "turn") else "sentence"
            kept.append(Passage(form, text, each.blocks, each.place, each.kind, each.holder))
    return kept


def _everything(parts: Sequence[Part], words: Words) -> list[Passage]:
    """Every line of a document of which nothing else was taken, but what leads around."""
    told = [(plain(part.piece.text), part) for part in parts if part.piece.kind != "heading"]
    return [
        Passage("sentence", text, (part.number,))
        for text, part in told
        if any(map(str.isalpha, text)) and not (words.is_navigation(text) or words.is_boilerplate(text))
    ]


@dataclass(slots=True)
class _Reader:
    """One walk over the parts of a document.

    words, article, parts: what is read.
    found: the passages so far.
    lead: what announces the parts to come, or nothing; listing: they are parts of its sentence.
    story: whether the document tells one; figures: the last table without bars.
    people: who speaks, as terms; speakers: the same by name, in order of their first turn.
    heading: the first heading that may be a title.
    """

    words: Words
    article: Article
    parts: list[Part]
    found: list[Passage] = field(default_factory=list)
    people: tuple[Term, ...] = ()
    speakers: tuple[str, ...] = ()
    heading: str = ""
    outline: Outline = field(init=False)
    titles: frozenset[str] = field(init=False)
    headings: frozenset[str] = field(init=False)
    lead: LeadIn = NO_LEAD
    story: bool = False
    figures: Sequence[Part] = ()
    listing: bool = False

    def __post_init__(self) -> None:
        heads = [part.piece for part in self.parts if part.piece.shape == "heading"]
        top = [piece for piece in heads if piece.level == 1]
        if heads and (len(top) == 1 and heads[0] is top[0]):
            self.heading = plain(heads[0].text)
        given = (self.article.title, self.heading)
        self.titles = frozenset(filter(None, (folded(each) for each in given)))
        self.headings = frozenset(folded(plain(piece.text)) for piece in heads)
        self.outline = Outline(given)
        self.story = prose.is_story(
            [
                Sentence(part.piece.text, part.number, part.piece.group)
                for part in self.parts
                if part.piece.shape == "prose"
            ],
            self.words,
            sum(part.piece.shape in ("item", "pair", "row", "figure", "label") for part in self.parts),
        )

    def read(self) -> None:
        """Everything, run by run of parts of one shape."""
        at = 0
        while at < len(self.parts):
            end = self._run_end(at)
            self._take(self.parts[at:end], self.parts[end] if end < len(self.parts) else None)
            at = end

    def _run_end(self, at: int) -> int:
        family = _family(self.parts[at])
        end = at + 1
        while end < len(self.parts) and family != "heading":
            following = self.parts[end]
            code_inside = family == "item" and following.piece.kind == "code" and following.piece.level >= 0
            if not code_inside and _family(following) != family:
                break
            if family in ("row", "figure", "pair") and following.piece.group != self.parts[at].piece.group:
                break
            end += 1
        return end

    def _take(self, run: Sequence[Part], following: Part | None) -> None:
        family = _family(run[0])
        if family == "heading":
            self.lead = NO_LEAD
            if not self.words.is_navigation(run[0].piece.text):
                self.outline.enter(run[0].piece.level, run[0].piece.text)
        elif family == "prose":
            self._prose(run, following)
        elif family == "turn":
            self._talk(run)
        else:
            self._below_lead(family, run)

    def _below_lead(self, family: str, run: Sequence[Part]) -> None:
        lead, self.lead = self.lead, NO_LEAD
        place = self.outline.place
        leads_around = bool(lead.text) and self.words.is_navigation(lead.text)
        if family == "item":
            entries = items.entries(run)
            if not (leads_around or items.is_navigation(entries, self.headings)):
                self.found += items.passages(entries, lead, self.words, place)
        elif family == "row":
            self.found += tabular.rows(run, lead, place)
        elif family == "figure":
            # A table that was cut by many labels goes on under the same heads.
            above = self.figures if self.figures and self.figures[-1].number + 1 == run[0].number else ()
            heads = tabular.heading_rows(above) if above else ()
            self.found += tabular.figures(run, lead, place, self.words, heads)
            self.figures = run
        elif family == "pair":
            kept = [part for part in run if not self._is_title_pair(part)]
            if kept and kept[0].piece.cells:
                self.found += tabular.definitions(kept, place)
            elif kept:
                self.found += tabular.record(kept, lead, place)
        else:
            self.found += tabular.code(run, lead, place)

    def _is_title_pair(self, part: Part) -> bool:
        return self._repeats_title(plain(part.piece.text))

    def _talk(self, run: Sequence[Part]) -> None:
        spoken = [part for part in run if part.piece.mark]
        turns = talk.turns(spoken, self.words, self.article.language)
        self.found += talk.passages(turns, self.words, self.outline.place)
        self.people = talk.speakers(turns, self.words)
        names = {term.name for term in self.people}
        self.speakers = tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker in names))

    # --- prose

    def _prose(self, run: Sequence[Part], following: Part | None) -> None:
        """Paragraphs, with the lines among them that are headings, labels and lists."""
        waiting: list[Sentence] = []
        lines: list[Sentence] = []
        last = len(run) - 1
        told = -1
        for at, part in enumerate(run):
            if at <= told:
                continue
            piece = part.piece
            text = self.words.without_navigation(_STRAY.sub("", plain(piece.text)))
            sentence = Sentence(text, part.number, piece.group)
            below = run[at + 1] if at < last else following
            if prose.says_nothing(text, piece.text, self.words, self.titles) or self._repeats_title(text):
                if text.endswith((":", "：")) and self._announces(below, at == last):
                    self._flush(waiting)
                    self.lead = LeadIn(text, (part.number,))
                continue
            self.listing = self.listing and (text[:1].islower() or bool(lines))
            if self.listing or (piece.shape == "line" and not self._is_heading_line(text, below)):
                self.listing = (self.listing and text[-1:] in ";,；，") or text.endswith(_GOES_ON)
                self._flush(waiting)
                lines.append(sentence)
                continue
            self._lines(lines)
            if piece.shape == "line":
                self._flush(waiting)
                self.outline.enter(LABEL_LEVEL - 1, text)
            elif text.endswith(_ENDS_OPEN) and self._announces(below, at == last or _is_line(below)):
                self._flush(waiting)
                self.lead = LeadIn(text, (part.number,))
            elif text.endswith((":", "：")) and (steps := self._steps(run, at)):
                self._flush(waiting)
                self.found.append(items.steps(LeadIn(text, (part.number,)), steps, self.outline.place))
                told = at + len(steps)
            elif piece.shape == "label":
                self._flush(waiting)
                self._label(text, part, below)
            else:
                waiting.append(sentence)
        self._lines(lines)
        self._flush(waiting)

    def _steps(self, run: Sequence[Part], at: int) -> list[Part]:
        """The sentences of the paragraph below a lead-in, where they tell what to do one after another."""
        steps: list[Part] = []
        for part in run[at + 1 :]:
            ends = plain(part.piece.text).endswith((":", "：")) or is_question(part.piece.text)
            if part.piece.shape != "prose" or ends or (steps and part.piece.group != steps[0].piece.group):
                break
            steps.append(part)
        verbs = self.words.pack.imperatives
        opening = sum(items.opens_with(plain(part.piece.text), verbs) for part in steps)
        return steps if len(steps) > 1 and opening * 10 >= len(steps) * 6 else []

    def _announces(self, below: Part | None, last: bool) -> bool:
        if not last or below is None:
            return False
        return _is_line(below) or _family(below) not in ("heading", "prose", "turn")

    def _label(self, text: str, part: Part, below: Part | None) -> None:
        """A label above a paragraph: a remark's goes with its first sentence, another is a heading."""
        if folded(text) in self.words.pack.callouts:
            self.lead = LeadIn(text, (part.number,))
        elif below is not None and _family(below) == "prose":
            if below.piece.text.lstrip()[:1].islower():  # what it announces are the parts of a sentence
                self.lead = LeadIn(text, (part.number,))
                self.listing = True
            else:
                self.outline.enter(LABEL_LEVEL, text)

    def _repeats_title(self, text: str) -> bool:
        """Whether a line is labelled as the title; where the document has no other, it is its title."""
        if not self.words.is_title(text):
            return False
        self.heading = self.heading or titling.shortened(self.words.without_label(text))
        return True

    def _is_heading_line(self, text: str, below: Part | None) -> bool:
        """Whether a line that stands alone is the heading of what comes below it."""
        if (
            self.story
            or self.lead.text
            or below is None
            or below.piece.shape in ("line", "heading", "turn", "figure")
        ):
            return False
        if len(text) > _HEADING_LENGTH or len(text.split()) > _HEADING_WORDS or text[:1].islower():
            return False
        if text[:1] in "(（[":
            return False
        return (text[-1:].isalnum() or text[-1:] in '?？)）"”') and not _PARTED.search(text)

    def _lines(self, lines: list[Sentence]) -> None:
        """Lines that stand alone: several are a list, one is a sentence where it says something."""
        several = len(lines) > 1
        kept = [each for each in lines if several or _tells(each.text)]
        lead, self.lead = (self.lead, NO_LEAD) if kept else (NO_LEAD, self.lead)
        lines.clear()
        place = self.outline.place
        for at in range(0, len(kept), 12):
            group = kept[at : at + 12]
            numbers = (*lead.blocks, *(each.number for each in group))
            if len(group) == 1:
                self.found.append(Passage("sentence", f"{lead.text} {group[0].text}".strip(), numbers, place))
            else:
                texts = [each.text for each in group]
                keyed = all(map(_KEYED.match, texts))
                head = lead.text or (texts.pop(0) if keyed else "")
                rows = [*([head] if head else []), *(f"- {each}" for each in texts)]
                self.found.append(Passage("record" if keyed else "list", "\n".join(rows), numbers, place))

    def _flush(self, waiting: list[Sentence]) -> None:
        """The sentences read so far as passages; a remark's label goes before the first one."""
        if not waiting:
            return
        lead, self.lead = self.lead, NO_LEAD
        place = self.outline.place
        made = list(prose.passages(waiting, self.words, place, story=self.story))
        if not made and is_question(waiting[-1].text) and self._asks():
            made = [Passage("sentence", each.text, (each.number,), place) for each in waiting]
        if lead.text and made:
            first = made[0]
            made[0] = Passage(first.form, f"{lead.text} {first.text}", (*lead.blocks, *first.blocks), place)
        waiting.clear()
        self.found += made

    def _asks(self) -> bool:
        """Whether the heading above says that a question stands below it."""
        return bool(self.outline.place) and folded(self.outline.place[-1]) in self.words.pack.asking


def _tells(line: str) -> bool:
    """Whether a line that is no sentence says something: it has several words, or a number."""
    return len(line.split()) > 3 or any(map(str.isdigit, line))


def _is_line(part: Part | None) -> bool:
    return part is not None and part.piece.shape == "line"


def _family(part: Part) -> str:
    shape = part.piece.shape
    if shape == "turn" and not part.piece.mark:
        return "turn"
    return "prose" if shape in _PROSE else shape
