"""NAV, the budgeted navigation query (WikiKV, section V): records of growing detail until the time is over.

Index, dimensions, pages, articles: detail never falls along the sequence. What is looked for does not depend
on the budget, only how far it gets; so a shorter budget gives a beginning of what a longer one gives, and any
beginning is an answer, if a coarse one. The guard stands before every step that costs something, and reaches
into the exploration, whose result counts only when it is whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from wikic import layout
from wikic.model.answer import Answer, Evidence
from wikic.navigate.ask.answer.compose import DEFAULT_EVIDENCE, compose_answer
from wikic.navigate.ask.asker import Asked, Asker, Controller
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.ask.heuristic.options import Budget
from wikic.navigate.library import Library

_DIMENSIONS: Final = 3  # directories
_LISTED: Final = 5  # pages named in a dimension's record
_ROUTED: Final = 12  # pages of one search that choose the dimensions
_GLANCED: Final = 3  # of them shown by their best line, before any page is read
_ENUMERATED: Final = 30  # pages of a listing, for a question that asks for one
_AROUND: Final = 600  # characters of an article on either side of the quote


class Detail(IntEnum):
    """How near to the documents a record is."""

    INDEX = 0
    DIMENSION = 1
    PAGE = 2
    ARTICLE = 3


@dataclass(frozen=True, slots=True)
class Record:
    """One record on the way down from the index to the documents.

    detail: how fine it is.
    path: page path of what it shows.
    title: of it.
    text: what it says about the question, as plain text.
    """

    detail: Detail
    path: str
    title: str
    text: str


def navigate(
    library: Library, question: str, budget: Budget | None = None, *, evidence: int = DEFAULT_EVIDENCE
) -> Iterator[Record]:
    """Records on ``question`` in order of detail; the first, the index, always comes.

    Raises FormatError when the search index is damaged meanwhile.
    """
    over = (budget or Budget()).deadline()
    yield _index_record(library)
    heuristic = Heuristic(library)

    def answer() -> Answer | None:
        found = heuristic.explore(question, over)
        # What was cut short ranks by something else: half an exploration is none.
        return compose_answer(found, library, limit=evidence) if found.complete else None

    yield from _take_until(over, _descend(library, question, heuristic, answer))


def ask_within(asker: Asker, question: str, seconds: float, *, evidence: int, by: Controller) -> Asked | None:
    """What a model answers within so many seconds; None when it takes longer, and nobody waits for it."""
    answered: SimpleQueue[Asked | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            answered.put(asker.ask(question, evidence=evidence, controller=by))
        except Exception as error:  # noqa: BLE001 - raised again where it is waited for
            answered.put(error)

    Thread(target=ask, name="wikic-ask", daemon=True).start()
    try:
        found = answered.get(timeout=max(seconds, 0.001))
    except Empty:
        return None
    if isinstance(found, Exception):
        raise found
    return found


def _descend(
    library: Library, question: str, heuristic: Heuristic, answer: Callable[[], Answer | None]
) -> Iterator[Record]:
    """All that follows the index; what a record takes is done when it is asked for.

    One search says where to look and shows the best line of a few pages; a question that asks for a list is
    answered by one listing. Only then the wiki is explored.
    """
    listed = heuristic.listed(question)
    if listed:
        yield _listing_record(library, listed)
        hits = []
    else:
        hits = library.search.search(question, limit=_ROUTED, answers=False)
    yield from _dimension_records(library, [hit.path for hit in hits])
    for hit in hits[:_GLANCED]:
        lines = dict.fromkeys(filter(None, (hit.summary, hit.snippet)))
        yield Record(Detail.PAGE, hit.path, hit.title, "\n".join(lines))
    answered = answer()
    if answered is not None:
        yield from _page_records(library, answered)
        yield from _article_records(library, answered)


def _listing_record(library: Library, paths: Sequence[str]) -> Record:
    """The pages of a kind as one record, in the directory that holds most of them."""
    (directory, _), *_ = Counter(map(layout.directory, paths)).most_common(1)
    lines = [_page_title(library, path) for path in paths[:_ENUMERATED]]
    if len(paths) > _ENUMERATED:
        lines.append(f"… and {len(paths) - _ENUMERATED} more")
    return Record(Detail.DIMENSION, layout.index_path(directory), f"{len(paths)} pages", "\n".join(lines))


def _page_title(library: Library, path: str) -> str:
    entry = library.entry(path)
    return f"{library.title(path)}{f': {entry.summary}' if entry is not None and entry.summary else ''}"


def _take_until(over: Callable[[], bool], records: Iterator[Record]) -> Iterator[Record]:
    """Records while there is time; the next is not made when there is none."""
    while not over():
        record = next(records, None)
        if record is None:
            return
        yield record


def _index_record(library: Library) -> Record:
    title, about = library.overview()
    lines = [about] if about else []
    lines += [f"{each.path}/: {each.description or each.title}" for each in library.directories()]
    return Record(Detail.INDEX, layout.ROOT_INDEX, title or "Wiki", "\n".join(lines))


def _dimension_records(library: Library, routed: Sequence[str]) -> Iterator[Record]:
    """The directories in which the pages that a search found stand, with those pages."""
    known = {each.path: each for each in library.directories()}
    found: dict[str, list[str]] = {}
    for path in routed:
        found.setdefault(layout.directory(path), []).append(path)
    for directory, pages in list(found.items())[:_DIMENSIONS]:
        here = known.get(directory)
        lines = [here.description] if here is not None and here.description else []
        lines += [_page_title(library, path) for path in pages[:_LISTED]]
        title = here.title if here is not None else directory
        yield Record(Detail.DIMENSION, layout.index_path(directory), title, "\n".join(lines))


def _page_records(library: Library, answer: Answer) -> Iterator[Record]:
    """The pages of the evidence with the facts that are evidence; the short answer stands on the first."""
    said = answer.short.text if answer.short is not None else ""
    order = {path: at for at, path in enumerate(dict.fromkeys(each.page for each in answer.evidence))}
    ranked = sorted(answer.evidence, key=lambda each: order[each.page])
    for path, facts in groupby(ranked, key=_page_of):
        lines = [*([said] if said else []), *(each.text for each in facts)]
        said = ""
        yield Record(Detail.PAGE, path, library.title(path), "\n".join(lines))


def _page_of(evidence: Evidence) -> str:
    return evidence.page


def _article_records(library: Library, answer: Answer) -> Iterator[Record]:
    """The documents cited, around the sentence quoted."""
    seen: set[str] = set()
    for each in answer.evidence:
        source = library.source(each.citations[0].digest) if each.citations else None
        if source is None or source.article in seen:
            continue
        seen.add(source.article)
        article = library.article(source.article)
        if article is not None:
            text = _text_around(article.text, each.quote)
            yield Record(Detail.ARTICLE, source.article, article.title, text)


def _text_around(text: str, quote: str) -> str:
    """``text`` on either side of ``quote``, cut at white space; its beginning where there is none."""
    at = max(text.find(quote[:80]), 0)
    start, end = max(0, at - _AROUND), min(len(text), at + len(quote) + _AROUND)
    while 0 < start < at and not text[start - 1].isspace():
        start += 1
    return text[start:end].strip()
