"""What a model is handed: the best pages whole, as far as they are short, and the best facts of others.

Facts chosen one by one lose what stands beside them: the date in the sentence before, the name two lines up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wikic.model.answer import Answer, Evidence
from wikic.model.page import Fact
from wikic.navigate.library import Library
from wikic.navigate.page_view import PageView
from wikic.navigate.token_estimate import tokens
from wikic.text.names import base
from wikic.text.normalise import normalise

# Beside them this many facts; ``benchmarks/agent.py --handed`` compares.
FACTS: Final = 8
_WHOLE: Final = 2
_CAP: Final = 250  # tokens of a page
_STUB: Final = 2  # fewer facts of its own, and a page is known by what others say of it
_MENTIONS: Final = 6


def handed(answer: Answer, library: Library) -> tuple[Evidence, ...]:
    """Evidence for a model, by page: two pages from their beginning, then what else ``answer`` holds.

    answer: with ``FACTS`` facts, and those that its short answer rests on.
    """
    found: dict[tuple[str, str], Evidence] = {}
    pages = list(dict.fromkeys(each.page for each in answer.evidence))
    for path in pages[:_WHOLE]:
        view = library.view(path)
        chosen = [each for each in answer.evidence if each.page == path]
        left = _CAP - sum(tokens(each.text) for each in chosen)
        found.update((_key(each), each) for each in chosen)
        for each in _around(view, library) if view is not None else ():
            cost = tokens(each.text)
            if _key(each) not in found and cost <= left:
                found[_key(each)] = each
                left -= cost
    found.update((_key(each), each) for each in answer.evidence if _key(each) not in found)
    by_page = {path: at for at, path in enumerate(dict.fromkeys(each.page for each in found.values()))}
    return tuple(sorted(found.values(), key=lambda each: by_page[each.page]))


def _around(view: PageView, library: Library) -> Iterator[Evidence]:
    """The facts of a page in its order; of one that says little, what others say of it."""
    for fact in view.facts:
        yield evidence_of(view, fact, library)
    if sum(not fact.borrowed for fact in view.facts) >= _STUB:
        return
    names = {normalise(name) for name in (view.title, base(view.title), *view.aliases) if name}
    sources = dict.fromkeys(edge.source for edge in library.graph.backlinks(view.path))
    told = 0
    for path in sources:
        other = library.view(path)
        for fact in other.facts if other is not None else ():
            if told < _MENTIONS and other is not None and any(name in normalise(fact.text) for name in names):
                told += 1
                yield evidence_of(other, fact, library)


def evidence_of(view: PageView, fact: Fact, library: Library) -> Evidence:
    """A fact of a page, as a model is handed it."""
    return Evidence(
        view.path,
        view.title,
        fact.id,
        fact.text,
        fact.citations,
        "",
        "",
        0.0,
        kind=fact.kind,
        holder=fact.holder,
        heading=library.heading(fact),
    )


def _key(evidence: Evidence) -> tuple[str, str]:
    return evidence.page, evidence.fact or evidence.text
