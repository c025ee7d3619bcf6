"""``contradictions``: code finds pairs of facts that may exclude each other, a model says which do.

The two stand on one page, or one on another page that names the first one's thing before the same cue:
"His daughter Ada was born in 1816" on the father's page is held against what Ada's own page says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final

from wikic import layout
from wikic.curator import contradictions as offline
from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import supports
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_shapes import ContradictionReply, ContradictionsReply
from wikic.curator.model.typed_call import ask
from wikic.curator.protocol import Contradiction
from wikic.language import all_packs
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Model
from wikic.model.page import Fact, Page
from wikic.text import attributes
from wikic.text.compare import numbers
from wikic.text.normalise import normalise

_PER_PAGE: Final = 12  # pairs; a page with more has one cause many times
_ACROSS: Final = 6  # pairs of which one fact stands on another page, beside these
_PER_CALL: Final = 20
_VALUE: Final = 80  # characters


def _cues() -> Iterator[tuple[str, re.Pattern[str], str]]:
    """Attributes of which a thing has one value, what tells of them in any language, and what values are."""
    rows = all_packs.rows("attribute_cues")
    for attribute, sort in dict.fromkeys((each[0], each[1]) for each in rows):
        cues = "|".join(each[2] for each in rows if each[0] == attribute)
        yield attribute, re.compile(cues), sort


_CUES: Final = tuple(_cues())


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two facts that give a page's thing an attribute, perhaps not the same value.

    page: of the first. where: of the other.
    """

    attribute: str
    page: Page
    one: Fact
    other: Fact
    where: Page


def contradictions(model: Model, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
    """Those of the pairs that a model confirms, in order of page; without a pair no call is made.

    Attribute and facts are code's; a value that does not stand in its fact becomes the fact itself.
    """
    pairs = [pair for page in pages for pair in islice(_pairs(page), _PER_PAGE)]
    pairs += [pair for page in pages for pair in islice(_across(page, pages), _ACROSS)]
    found: list[Contradiction] = []
    for start in range(0, len(pairs), _PER_CALL):
        group = pairs[start : start + _PER_CALL]
        said = ask(model, "contradictions", _language(group), _shown(group), ContradictionsReply)
        taken: set[int] = set()
        for each in said.contradictions:
            if 0 < each.pair <= len(group) and each.pair not in taken:
                taken.add(each.pair)
                found.append(_contradiction(group[each.pair - 1], each))
    return tuple(found)


def _pairs(page: Page) -> Iterator[_Pair]:
    """What the rules are sure of first, then what shares a cue and differs in value."""
    facts = {fact.id: fact for fact in page.facts if fact.kind == "fact" and not fact.superseded}
    called = attributes.called(page.title, (*page.head.aliases, page.title.split()[-1]))
    seen: set[frozenset[str]] = set()
    for each in offline.find([page]):
        one, other = (facts[address.rpartition("^")[2]] for address in each.facts)
        seen.add(frozenset((one.id, other.id)))
        yield _Pair(each.attribute, page, one, other, page)
    for attribute, cue, sort in _CUES:
        telling = [fact for fact in facts.values() if _tells(fact.text, cue, called)]
        for one, other in combinations(telling, 2):
            key = frozenset((one.id, other.id))
            if key not in seen and _differ(one.text, other.text, page.title, sort):
                seen.add(key)
                yield _Pair(attribute, page, one, other, page)


def _across(page: Page, pages: Sequence[Page]) -> Iterator[_Pair]:
    """Facts of the page, and what other pages say of its thing by its whole name."""
    named = [name for name in (page.title, *page.head.aliases) if len(name) > 1]
    called = attributes.called(page.title, (*page.head.aliases, page.title.split()[-1]))
    own = [fact for fact in page.facts if fact.kind == "fact" and not fact.superseded]
    known = {fact.id for fact in page.facts}
    seen: set[tuple[str, str]] = set()
    for where in pages:
        if where.path == page.path:
            continue
        theirs = [
            fact
            for fact in where.facts
            if fact.kind == "fact" and not fact.superseded and fact.id not in known
        ]
        for attribute, cue, sort in _CUES:
            told = [fact for fact in theirs if _tells(fact.text, cue, named)]
            telling = [fact for fact in own if _tells(fact.text, cue, called)] if told else []
            for one, other in product(telling, told):
                new = (one.id, other.id) not in seen
                if new and _differ(one.text, other.text, page.title, sort):
                    seen.add((one.id, other.id))
                    yield _Pair(attribute, page, one, other, where)


def _tells(text: str, cue: re.Pattern[str], called: Sequence[str]) -> bool:
    """Whether the cue comes behind a name of the page: else it tells of something else."""
    found = cue.search(text)
    if found is None:
        return False
    # "Anna's second book was published" tells of the book.
    before = text[: found.start()]
    return any(re.search(rf"{re.escape(name)}(?!['’]s\b|的)", before) for name in called)


def _differ(a: str, b: str, title: str, sort: str) -> bool:
    """Whether each says a number, or a name, that the other does not."""
    if sort == "number":
        return all(
            any(not each.values & numbers.held(theirs) for each in numbers.numbers(mine))
            for mine, theirs in ((a, b), (b, a))
        )
    return not supports(a, [b, title]) and not supports(b, [a, title])


def _language(pairs: Sequence[_Pair]) -> Language:
    return language_of("und", "\n".join(f"{pair.one.text}\n{pair.other.text}" for pair in pairs))


def _shown(pairs: Sequence[_Pair]) -> str:
    lines: list[str] = []
    for number, pair in enumerate(pairs, start=1):
        lines.append(f"[{number}] {bounds.one_line(pair.page.title, bounds.NAME)}: {pair.attribute}")
        lines += [f"  > {bounds.one_line(fact.text, bounds.TEXT)}" for fact in (pair.one, pair.other)]
    return "\n".join(lines)


def _contradiction(pair: _Pair, reply: ContradictionReply) -> Contradiction:
    stems = (layout.stem(pair.page.path), layout.stem(pair.where.path))
    return Contradiction(
        pair.attribute,
        (f"{stems[0]}#^{pair.one.id}", f"{stems[1]}#^{pair.other.id}"),
        (_value(reply.first, pair.one), _value(reply.second, pair.other)),
    )


def _value(raw: str, fact: Fact) -> str:
    value = normalise(raw)
    if value and len(value) <= _VALUE and value in normalise(fact.text):
        return value
    return bounds.one_line(fact.text, _VALUE)
