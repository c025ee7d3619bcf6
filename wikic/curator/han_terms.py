"""Names and terms of one document in Han script: works, people and organisations, by evidence on the spot.

No capital tells a name there, so each needs words around it: title marks; a title, an office or a verb of
saying beside a surname and a given name; the last word of an organisation behind a name that opens it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wikic.language.pack import Pack
from wikic.model.statement import MAX_TERM_BLOCKS, Block, Term

DIMENSION: Final = "terms"
_MARKED: Final = re.compile(r"《([^《》\n]{2,30})》")
_LONGEST: Final = 12  # characters of a person's or an organisation's name


def terms(title: str, blocks: Sequence[Block], pack: Pack) -> Iterator[Term]:
    """Works between title marks; people and organisations where the language has surnames.

    Every use counts like a capital within a sentence: the marks or the words around a name tell as much.
    """
    prose = [block for block in blocks if block.kind not in ("heading", "code")]
    works: dict[str, list[str]] = {}
    for block in prose:
        for name in dict.fromkeys(match[1] for match in _MARKED.finditer(block.text)):
            works.setdefault(name, []).append(block.id)
    for name, ids in works.items():
        yield Term(name, DIMENSION, len(ids), capital=len(ids) + 1, blocks=tuple(ids[:MAX_TERM_BLOCKS]))
    if not pack.words("surnames"):
        return
    text = "\n".join(_MARKED.sub("《》", block.text) for block in prose)
    found = dict.fromkeys((*_people(text, pack), *_organisations(text, pack)))
    names = [name for name in found if len(name) <= _LONGEST and name not in works and name not in title]
    for name, ids in _held(names, prose).items():
        yield Term(name, DIMENSION, len(ids), capital=len(ids), blocks=tuple(ids[:MAX_TERM_BLOCKS]))


def _people(text: str, pack: Pack) -> Iterator[str]:
    """Persons whom a title, an office, a verb of saying or the return of a whole name shows."""
    from wikic.curator.offline.chinese import names, persons

    whole = (name for name in persons.find(text) if names.is_person(name) or names.is_foreign(name))
    beside = (
        match[1]
        for pattern in ("role_and_name", "name_and_saying")
        for match in pack.pattern(pattern).finditer(text)
        if not match[1].startswith(pack.words("function_surnames"))
    )
    common = frozenset((*pack.words("common_words"), *pack.words("not_names")))
    for name in (*whole, *beside):
        if name[:2] not in common and not name.endswith(pack.words("caption_ends")):
            yield name


def _organisations(text: str, pack: Pack) -> Iterator[str]:
    """Organisations by their last word; not those whose other words only say what kind they are of."""
    from wikic.curator.offline.chinese import organisations

    kind = pack.pattern("organisation_kind")
    for name in organisations.find(text, pack.pattern("any_organisation_end")):
        if kind.search(name) is None:
            yield name


def _held(names: Sequence[str], prose: Iterable[Block]) -> dict[str, list[str]]:
    """For each name the ids of the blocks that hold it where no longer one does."""
    held: dict[str, list[str]] = {}
    if not names:
        return held
    longest = sorted(names, key=lambda name: (-len(name), name))
    any_name = re.compile("|".join(map(re.escape, longest)))
    for block in prose:
        for name in dict.fromkeys(any_name.findall(block.text)):
            held.setdefault(name, []).append(block.id)
    return held
