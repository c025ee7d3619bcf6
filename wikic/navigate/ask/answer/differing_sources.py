"""What an answer says where documents differ: the lines that the fold wrote of that, with all sources."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from wikic.model.page import Citation
from wikic.navigate.ask.answer.follow_relation import Support
from wikic.navigate.ask.answer.short_answer import Draft
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.library import Library

# "Founded: 1861 (Orsgate Observatory); 1863 (Edwin Quill)", as ``wiki.fold.differing`` writes it.
_VALUES: Final = re.compile(r"(?:^[^:(]+: |\); )([^(]+?) \(")


def differing_on(
    cited: Collection[Citation], pages: Iterable[str], exploration: Exploration, library: Library
) -> tuple[Support, ...]:
    """The lines that tell where sources differ on what is cited.

    pages: page paths where they may stand, beside those that the question names.
    """
    named = (path for each in exploration.question.names for path in each.match.paths)
    found = _lines((*pages, *named), library)
    return tuple(each for each in found if not set(cited).isdisjoint(each.fact.citations))


def _lines(pages: Iterable[str], library: Library) -> Iterator[Support]:
    for path in dict.fromkeys(pages):
        view = library.view(path)
        yield from (
            Support(path, fact) for fact in (view.facts if view is not None else ()) if fact.differing
        )


def told_by_all(short: Draft, exploration: Exploration, library: Library) -> Draft:
    """A short answer with the other values that documents give, the line that says so behind its facts."""
    cited = {cite for each in short.supports for cite in each.fact.citations}
    for line in differing_on(cited, (each.page for each in short.supports), exploration, library):
        values = _VALUES.findall(line.fact.text)
        if any(short.text in each or each in short.text for each in values):
            return replace(short, text=" / ".join(values), supports=(*short.supports, line))
    return short
