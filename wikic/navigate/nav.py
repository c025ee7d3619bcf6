"""NAV, the budgeted navigation query (WikiKV, section V): records of growing detail until the time is over.

Index, dimensions, pages, articles: detail never falls along the sequence. What is looked for does not depend
on the budget, only how far it gets; so a shorter budget gives a beginning of what a longer one gives, and any
beginning is an answer, if a coarse one. The guard stands before every step that costs something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from typing import Final

from wikic import layout
from wikic.model.answer import Answer, Evidence
from wikic.navigate.answer.compose import DEFAULT_EVIDENCE, compose
from wikic.navigate.heuristic.controller import Exploration, Heuristic
from wikic.navigate.heuristic.options import Budget, Options
from wikic.navigate.library import Library

_DIMENSIONS: Final = 3
_LISTED: Final = 5  # pages named in a dimension's record
_ROUTED: Final = 12  # candidates of the search that choose the dimensions
_AROUND: Final = 600  # characters of an article on either side of the quote


class Detail(IntEnum):
    """How near to the documents a record is."""

    INDEX = 0
    DIMENSION = 1
    PAGE = 2
    ARTICLE = 3


@dataclass(frozen=True, slots=True)
class Record:
    """One step of the descent.

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
    yield _index(library)
    if over():
        return
    routed = Heuristic(library, Options(links=False)).explore(question)
    for record in _dimensions(library, routed):
        if over():
            return
        yield record
    if over():
        return
    answer = compose(Heuristic(library).explore(question), library, limit=evidence)
    for step in (_pages, _articles):
        yield from _until(over, step(library, answer))


def _until(over: Callable[[], bool], records: Iterator[Record]) -> Iterator[Record]:
    """Records while there is time; the next is not made when there is none."""
    while not over():
        record = next(records, None)
        if record is None:
            return
        yield record


def _index(library: Library) -> Record:
    title, about = library.overview()
    lines = [about] if about else []
    lines += [f"{each.path}/: {each.description or each.title}" for each in library.directories()]
    return Record(Detail.INDEX, layout.ROOT_INDEX, title or "Wiki", "\n".join(lines))


def _dimensions(library: Library, routed: Exploration) -> Iterator[Record]:
    """The directories in which the best candidates of the search stand, with those candidates."""
    known = {each.path: each for each in library.directories()}
    found: dict[str, list[str]] = {}
    for candidate in routed.ranked[:_ROUTED]:
        pages = found.setdefault(layout.directory(candidate.passage.path), [])
        if candidate.passage.path not in pages:
            pages.append(candidate.passage.path)
    for directory, pages in list(found.items())[:_DIMENSIONS]:
        here = known.get(directory)
        lines = [here.description] if here is not None and here.description else []
        for path in pages[:_LISTED]:
            entry = library.entry(path)
            summary = f": {entry.summary}" if entry is not None and entry.summary else ""
            lines.append(f"{library.title(path)}{summary}")
        title = here.title if here is not None else directory
        yield Record(Detail.DIMENSION, layout.index_path(directory), title, "\n".join(lines))


def _pages(library: Library, answer: Answer) -> Iterator[Record]:
    """The pages of the evidence with the facts that are evidence; the short answer stands on the first."""
    said = answer.short.text if answer.short is not None else ""
    order = {path: at for at, path in enumerate(dict.fromkeys(each.page for each in answer.evidence))}
    ranked = sorted(answer.evidence, key=lambda each: order[each.page])
    for path, facts in groupby(ranked, key=_page):
        lines = [*([said] if said else []), *(each.text for each in facts)]
        said = ""
        yield Record(Detail.PAGE, path, library.title(path), "\n".join(lines))


def _page(evidence: Evidence) -> str:
    return evidence.page


def _articles(library: Library, answer: Answer) -> Iterator[Record]:
    """The documents cited, around the sentence quoted."""
    seen: set[str] = set()
    for each in answer.evidence:
        source = library.source(each.citations[0].digest) if each.citations else None
        if source is None or source.article in seen:
            continue
        seen.add(source.article)
        article = library.article(source.article)
        if article is not None:
            text = _around(article.text, each.quote)
            yield Record(Detail.ARTICLE, source.article, article.title, text)


def _around(text: str, quote: str) -> str:
    """``text`` on either side of ``quote``, cut at white space; its beginning where there is none."""
    at = max(text.find(quote[:80]), 0)
    start, end = max(0, at - _AROUND), min(len(text), at + len(quote) + _AROUND)
    while 0 < start < at and not text[start - 1].isspace():
        start += 1
    return text[start:end].strip()
