"""Short names for facts, ``F7``: what a model cites. It can only cite what it was shown.

On disk the address of a block costs 18 tokens; a handle costs two, and no other block has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.model.answer import Evidence
from wikic.model.page import Citation
from wikic.model.statement import StatementKind
from wikic.navigate.tools.read_so_far import Reading
from wikic.navigate.tools.reading_form import Item, PageRead
from wikic.navigate.tools.rerank import RankedPassage, Ranking
from wikic.navigate.tools.result import Result
from wikic.navigate.tools.source_read import SourceRead
from wikic.navigate.tools.wiki_read import ReadResult

PREFIX: Final = "F"


@dataclass(frozen=True, slots=True)
class Shown:
    """A fact, a sentence of a document, or words of people, as a model was shown it.

    page: page path of the page that holds it; of a sentence, the digest's.
    fact: id of the fact, or "".
    text: what it says.
    citations: blocks it rests on; none for words that people wrote.
    kind, holder: of the statement, where it was given as evidence; a page shows them in its text.
    about: what its page is called, and the document it is cited from: what the fact need not say again.
    """

    page: str
    fact: str
    text: str
    citations: tuple[Citation, ...]
    kind: StatementKind = "fact"
    holder: str | None = None
    about: str = ""

    @property
    def evidence(self) -> str:
        """All that a sentence which cites it may say: its text, and what that is about."""
        return f"{self.text}\n{self.holder or ''}\n{self.about}"


class Handles:
    """The handles of one run, in order of first showing.

    reading: what was read, whose numbers of documents the model sees; None where it sees none.
    """

    def __init__(self, reading: Reading | None = None) -> None:
        self._reading = reading
        self._shown: dict[str, Shown] = {}
        self._known: dict[tuple[str, str], str] = {}

    def __contains__(self, handle: str) -> bool:
        return handle in self._shown

    def __getitem__(self, handle: str) -> Shown:
        return self._shown[handle]

    def __len__(self) -> int:
        return len(self._known)

    def all(self) -> Iterable[tuple[str, Shown]]:
        """The facts with their handles, in order of first showing."""
        return self._shown.items()

    def hide(self, first: int, text: str) -> None:
        """Take back handles given since there were ``first`` that stand in no ``text``: it was cut short."""
        for number in range(first + 1, len(self._known) + 1):
            if f"[{PREFIX}{number}]" not in text:
                self._shown.pop(f"{PREFIX}{number}", None)

    def of(self, shown: Shown) -> str:
        """The handle of a fact, the same whenever it is shown."""
        key = (shown.page, shown.fact or shown.text)
        handle = self._known.get(key)
        if handle is None:
            handle = self._known[key] = f"{PREFIX}{len(self._known) + 1}"
        self._shown[handle] = shown
        return handle

    def adopt(self, shown: Shown) -> str:
        """The handle of a fact that came another way than by reading; what is known of it here stays."""
        handle = self._known.get((shown.page, shown.fact or shown.text))
        return handle if handle is not None and handle in self._shown else self.of(shown)

    def address(self, address: str) -> str | None:
        """The handle of a fact's or block's id as pages write it, ``f1a2b3c4``, or None."""
        for handle, shown in self._shown.items():
            if shown.fact == address or any(cite.block == address for cite in shown.citations):
                return handle
        return None

    def of_document(self, number: int) -> tuple[str, ...]:
        """The handles of the facts of a document that were shown, by its number in this reading."""
        digest = self._reading.digest(number) if self._reading is not None else None
        return tuple(
            handle
            for handle, shown in self._shown.items()
            if digest is not None and any(cite.digest == digest for cite in shown.citations)
        )

    def text(self, result: Result) -> str:
        """The reading form of ``result`` with a handle before every fact."""
        if isinstance(result, ReadResult):
            dated = {each.digest: each.text() for each in result.legend}
            entries = tuple(
                self._page(entry, dated)
                if isinstance(entry, PageRead)
                else self._source(entry)
                if isinstance(entry, SourceRead)
                else entry
                for entry in result.entries
            )
            return replace(result, entries=entries).text()
        if isinstance(result, Ranking):
            result = replace(result, passages=tuple(map(self._passage, result.passages)))
        return (self._source(result) if isinstance(result, SourceRead) else result).text()

    def given(self, evidence: Sequence[Evidence], reading: Reading) -> str:
        """Facts that a model is given, by page; they count as read."""
        lines: list[str] = []
        page = ""
        for each in evidence:
            if each.page != page:
                page = each.page
                lines.append(f"# {each.title} ({each.page})")
            reading.blocks.update(each.citations)
            if each.fact:
                reading.facts[each.fact] = each.page
            about = f"{each.title}\n{each.source}"
            shown = Shown(each.page, each.fact, each.text, each.citations, each.kind, each.holder, about)
            said = f"{each.holder}: {each.text}" if each.holder else each.text
            lines.append(f"- [{self.of(shown)}] {said}")
        reading.offer(*(each.page for each in evidence), origin="search")
        return "\n".join(lines)

    def _page(self, page: PageRead, dated: Mapping[str, str]) -> PageRead:
        return replace(page, items=tuple(self._item(page, item, dated) for item in page.items))

    def _item(self, page: PageRead, item: Item, dated: Mapping[str, str]) -> Item:
        if item.kind not in ("fact", "text", "passage"):
            return item
        documents = dict.fromkeys(dated.get(cite.digest, "") for cite in item.citations)
        about = "\n".join((page.title, *page.aliases, item.section, *documents))
        handle = self.of(Shown(page.path, item.id, item.text, item.citations, about=about))
        return replace(item, text=f"[{handle}] {item.text}")

    def _passage(self, passage: RankedPassage) -> RankedPassage:
        fact = passage.id if passage.fact else ""
        shown = Shown(passage.page, fact, passage.text, passage.citations, about=passage.title)
        return replace(passage, text=f"[{self.adopt(shown)}] {passage.text}")

    def _source(self, source: SourceRead) -> SourceRead:
        lines = []
        for line in source.lines:
            if not line.heading:
                cites = (Citation(source.digest, line.id),)
                about = "\n".join((source.title, source.date or "", line.section))
                shown = Shown(source.digest, "", line.text, cites, about=about)
                line = replace(line, text=f"[{self.of(shown)}] {line.text}", id="")  # one name is enough
            lines.append(line)
        return replace(source, lines=tuple(lines))
