"""What is known of a document's page while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from wikic.curator.library.clauses import shortened
from wikic.curator.library.letters import UNFRAMED, Frame
from wikic.curator.library.line_kinds import Words, folded
from wikic.curator.library.outline import Outline
from wikic.curator.library.passage import NO_LEAD, LeadIn, Passage
from wikic.curator.library.plain_words import plain
from wikic.text.structured_blocks import Part
from wikic.wiki.documents.titles import without_reply

_NEAR: Final = 8  # blocks between the heads of a table and its numbers


@dataclass(slots=True)
class Page:
    """The page of one document, as far as it has been read.

    words: of its language.
    outline: the headings that are open.
    titles: what the document is called, as ``line_kinds.folded`` has it.
    headings: all of its headings, likewise.
    story: whether it tells one.
    heading: the first heading, or line, that may be its title; "" for none.
    lead: what announces the parts to come; ``NO_LEAD`` for nothing.
    asked: the question that the document answers, until its answer comes.
    found: the passages so far.
    heads: lines that look like heads of a table whose numbers are still to come.
    leads_around: whether the part being read is of those that only say where else to look.
    tabular: whether the document has tables that lost their bars, whose heads stand about as lines.
    capitals: whether its sentences begin with capitals, so that one that does not is cut off.
    ended: whether nearly all of its sentences have an end.
    running: the heads and feet of the document's pages, without their numbers.
    frame: the lines of its letters that only greet or sign.
    untitled: whether the document has no title that says something.
    """

    words: Words
    outline: Outline
    titles: frozenset[str]
    headings: frozenset[str]
    story: bool
    running: frozenset[str] = frozenset()
    heading: str = ""
    lead: LeadIn = NO_LEAD
    asked: LeadIn = NO_LEAD
    found: list[Passage] = field(default_factory=list)
    heads: list[Part] = field(default_factory=list)
    leads_around: bool = False
    tabular: bool = False
    capitals: bool = False
    ended: bool = False
    frame: Frame = UNFRAMED
    untitled: bool = False

    @property
    def place(self) -> tuple[str, ...]:
        return self.outline.place

    def take_lead(self) -> LeadIn:
        """What announces the part that is read now; it announces nothing else."""
        if self.is_asked():  # the answer has it, and its own heading no more
            self.found = [each for each in self.found if each.blocks != self.lead.blocks]
            self.asked = NO_LEAD
        lead, self.lead = self.lead, NO_LEAD
        return lead

    def is_asked(self) -> bool:
        """Whether the question of the document announces the part that is read now."""
        return bool(self.asked.text) and self.lead == self.asked

    def take_heads(self, first: Part) -> list[Part]:
        """The heads of the table that begins at ``first``, as rows of it; none where they stand apart."""
        heads, self.heads = self.heads, []
        if not heads or first.number - heads[-1].number > _NEAR:
            return []
        return [replace(each, piece=replace(each.piece, cells=(plain(each.piece.text),))) for each in heads]

    def take_lead_or_heading(self) -> LeadIn:
        """What announces a list, else the heading it stands under: "Steps to reproduce:"."""
        lead = self.take_lead()
        return lead if lead.text else self.outline.announcing()

    def repeats_title(self, text: str) -> bool:
        """Whether a line labelled as the title is the title; it is where the document has no other."""
        if not self.words.is_title(text):
            return False
        labelled = without_reply(self.words.without_label(text))
        becomes = self.untitled and not self.heading
        self.heading = self.heading or shortened(labelled, self.words.pack)[0]
        return becomes or any(folded(labelled) in each or each in folded(labelled) for each in self.titles)
