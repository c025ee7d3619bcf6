"""Names and terms of one document in Han script: works, people and organisations, by evidence on the spot.

No capital tells a name there, so each needs words around it: title marks; a title, an office or a verb of
saying beside a surname and a given name; the last word of an organisation behind a name that opens it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.language.pack import Pack
from wikic.model.statement import MAX_TERM_BLOCKS, TERMS, Block, Term
from wikic.text.normalise import CJK

_GAP: Final = re.compile(rf"(?<=[{CJK}]) (?=\w)|(?<=\w) (?=[{CJK}])")  # 听潮集 2 is 听潮集2
_MARKED: Final = re.compile(r"《([^《》\n]{2,30})》")
# A work of which a sentence or a note says something: it opens it, and is no first item of a list.
_TOLD: Final = re.compile(
    r"(?:^|[。！？；])[\s〔〕（）()\[\]【】\d０-９⑴-⒇①-⑳*\\.．、:：“]*《([^《》\n]{2,30})》(?![、《和与及等”]|\s*$)"
)
_LONGEST: Final = 12  # characters of a person's or an organisation's name
_BEFORE: Final = 14  # and of what may stand before it in a sentence that it is the subject of


def terms(title: str, blocks: Sequence[Block], pack: Pack) -> Iterator[Term]:
    """Works between title marks; people and organisations where the language has surnames.

    Every use counts like a capital within a sentence: the marks or the words around a name tell as much.
    """
    works = _Held()
    for block in blocks:
        text = _GAP.sub("", block.text)
        told = {match[1] for match in _TOLD.finditer(text)}
        works.take(block, dict.fromkeys(match[1] for match in _MARKED.finditer(text)), told)
    yield from works.terms(marked=1)
    if not pack.words("surnames"):
        return
    prose = [block for block in blocks if block.kind not in ("heading", "code")]
    text = pack.pattern("reporters").sub("（）", "\n".join(_MARKED.sub("《》", each.text) for each in prose))
    found = dict.fromkeys((*_people(text, pack), *_organisations(text, pack)))
    names = [name for name in found if len(name) <= _LONGEST and name not in works.uses and name not in title]
    yield from _named(names, blocks).terms(marked=0)


@dataclass(slots=True)
class _Held:
    """Where a document holds names.

    uses: for each name whether a block says something of it, and the block's id.
    headings: how many hold it.
    """

    uses: dict[str, list[tuple[bool, str]]] = field(default_factory=dict)
    headings: Counter[str] = field(default_factory=Counter)

    def take(self, block: Block, names: Iterable[str], told: Container[str]) -> None:
        """Take what a block holds; ``told``: names of which it says something."""
        for name in names:
            if block.kind == "heading":
                self.headings[name] += 1
            else:
                self.uses.setdefault(name, []).append((name in told, block.id))

    def terms(self, *, marked: int) -> Iterator[Term]:
        """The names as terms; ``marked``: what their marks count beside their uses."""
        for name, uses in self.uses.items():
            best = sorted(range(len(uses)), key=lambda at: (not uses[at][0], at))
            yield Term(
                name,
                TERMS,
                len(uses),
                capital=len(uses) + marked,
                heading=self.headings[name],
                about=sum(told for told, _ in uses),
                blocks=tuple(uses[at][1] for at in best[:MAX_TERM_BLOCKS]),
            )


def _people(text: str, pack: Pack) -> Iterator[str]:
    """Persons whom a title, an office, a verb of saying or the return of a whole name shows."""
    from wikic.curator.encyclopaedia.chinese import name_shapes, names_in_text

    whole = (
        name
        for name in names_in_text.persons_in(text)
        if name_shapes.is_person(name) or name_shapes.is_foreign(name)
    )
    beside = (
        match[1]
        for pattern in ("role_and_name", "name_and_saying")
        for match in pack.pattern(pattern).finditer(text)
        if not match[1].startswith(pack.words("function_surnames"))
    )
    common = frozenset((*pack.words("common_words"), *pack.words("not_names")))
    lands = frozenset(pack.words("lands_today"))
    for name in (*whole, *beside):
        if name[:2] in common or name in lands or name.endswith(pack.words("caption_ends")):
            continue
        yield name


def _organisations(text: str, pack: Pack) -> Iterator[str]:
    """Organisations by their last word; not those whose other words only say what kind they are of."""
    from wikic.curator.encyclopaedia.chinese import names_in_text

    kind = pack.pattern("organisation_kind")
    for name in names_in_text.organisations_in(text, pack.pattern("any_organisation_end")):
        if kind.search(name) is None:
            yield name


def _named(names: Sequence[str], blocks: Iterable[Block]) -> _Held:
    """Where blocks hold names and no longer one of them; one at the head of a sentence is its subject."""
    held = _Held()
    if not names:
        return held
    any_name = "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))
    inside = re.compile(any_name)
    subject = re.compile(
        rf"(?:^|[。！？；“])[^，。！？；、：“”]{{0,{_BEFORE}}}?({any_name})(?![、和与及等的])"
    )
    for block in blocks:
        if block.kind != "code":
            told = {match[1] for match in subject.finditer(block.text)}
            held.take(block, dict.fromkeys(inside.findall(block.text)), told)
    return held
