"""Short names for facts, ``F7``, which are what a model cites: it can only cite what it was shown.

On disk the address of a block costs 18 tokens; a handle costs two, and no other block has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.model.answer import Evidence
from wikic.model.page import Citation
from wikic.model.statement import StatementKind
from wikic.navigate.tools.reading_form import Item, PageRead
from wikic.navigate.tools.rerank import RankedPassage, Ranking
from wikic.navigate.tools.result import Reading, Result
from wikic.navigate.tools.source_read import SourceRead
from wikic.navigate.tools.wiki_read import ReadResult
from wikic.text.tokens import tokens

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


_ONE: Final = rf"(?:{PREFIX}\d+|\^?[fp][0-9a-f]{{8}}|\d{{1,3}})"
# [F7], [F7, F9], 【F7】, (F7), and addresses as pages have them.
CITED: Final = re.compile(
    rf"[ \t]{{0,4}}(?:[\[【(（]\s*(?P<many>{_ONE}(?:\s*[,;，；、]\s*{_ONE})*)\s*[\]】)）]"
    r"|\[\[[^\[\]\n]*#\^(?P<address>[fp][0-9a-f]{8})\]\])",
    re.IGNORECASE,
)
# An address in an answer is where a page that gives orders could carry something out of the wiki.
LINK: Final = re.compile(
    r"!?\[([^\[\]\n]*)\]\(\s*<?(?:[A-Za-z][A-Za-z0-9+.-]*:|www\.|/|\.)[^()]*\)"  # of Markdown, by its target
    r"|(?:(?:https?|ftp|file|data):|www\.)[^\s<>()\[\]]+|</?[A-Za-z!][^<>]*>",
    re.IGNORECASE,
)
_HANDLE: Final = re.compile(rf"{PREFIX}\d+")
_OF_DOCUMENT: Final = 2  # facts that the number of a document stands for, of all that were read


def citation_names(match: re.Match[str]) -> tuple[str, ...]:
    """What one citation names, as it was written; nothing where it is no citation."""
    if match["address"]:
        return (match["address"].lower(),)
    names = tuple(re.findall(_ONE, match["many"], re.IGNORECASE))
    # In round brackets a number is a number.
    return () if match.group().lstrip()[0] in "(（" and all(map(str.isdecimal, names)) else names


def cited_handles(name: str, handles: Handles, words: str = "") -> tuple[str, ...]:
    """The handles of the facts that a citation means; none where it means nothing that was shown.

    words: of the sentence that cites: the number of a document stands for those of its facts that were shown
        and say most of them.
    """
    upper = name.upper()
    if _HANDLE.fullmatch(upper):
        return (upper,) if upper in handles else ()
    if name.isdecimal():
        said = frozenset(tokens(words))
        held = handles.of_document(int(name))
        shared = {handle: len(said.intersection(tokens(handles[handle].text))) for handle in held}
        return tuple(sorted(held, key=lambda handle: -shared[handle])[:_OF_DOCUMENT])
    found = handles.address(name.lstrip("^").lower())
    return () if found is None else (found,)


def without_citations(text: str) -> str:
    """``text`` without its citations."""
    return CITED.sub(lambda match: "" if citation_names(match) else match.group(), text)


class Numbering:
    """Numbers given to documents so far, in order of first citation.

    handles: cited so far, in order.
    """

    def __init__(self, handles: Handles) -> None:
        self.handles: dict[str, None] = {}
        self._all = handles
        self._numbers: dict[str, int] = {}

    def text(self, text: str) -> str:
        """``text`` with numbers for citations; those of words without a source are left out."""
        return CITED.sub(self._number, text)

    def _number(self, match: re.Match[str]) -> str:
        names = citation_names(match)
        if not names:
            return match.group()
        found: dict[int, None] = {}
        for handle in (each for name in names for each in cited_handles(name, self._all)):
            self.handles[handle] = None
            citations = self._all[handle].citations
            if citations:
                found[self._numbers.setdefault(citations[0].digest, len(self._numbers) + 1)] = None
        space = match.group()[: len(match.group()) - len(match.group().lstrip())]
        return space + "".join(f"[{number}]" for number in found) if found else ""
