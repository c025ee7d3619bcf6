"""Who takes part in a meeting: those whom its minutes list as present, with what they are told to say."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from wikic.document.leaves import Leaf
from wikic.document.line_kinds import folded
from wikic.document.quotes import Quoted
from wikic.language import all_packs
from wikic.model.statement import MAX_TERM_BLOCKS, Block, Term
from wikic.wiki.fold.symbols import PEOPLE

_FEWEST: Final = 2  # people of a list; one alone may be a place
_NAME: Final = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,3}")
_BEHIND: Final = re.compile(r"\s*[@(\[,:;/|<–—]|\s+-|\s*$")  # what a line says behind a name
_AT_A_GLANCE: Final = 320  # characters of what one says


def attendance(quoted: Quoted) -> tuple[Term, ...]:
    """Those whom a list of a document names as present, in order; none where there is no such list.

    What they say stands behind their name and a colon, "Ann Berg: …", or behind a first name that only one of
    them has; else it names them whole.
    """
    listed: dict[str, None] = {}
    inside: set[int] = set()
    for leaf, blocks in zip(quoted.leaves, quoted.of_leaf, strict=True):
        if leaf.kind == "item" and _lists_people(leaf, quoted) and (name := _name(leaf.text)):
            listed[name] = None
            inside.update(block.number for block in blocks)
    if len(listed) < _FEWEST:
        return ()
    first = Counter(name.split()[0] for name in listed)
    told = [block for block in quoted.blocks if block.kind != "heading" and block.number not in inside]
    return tuple(_term(name, first[name.split()[0]] == 1, told) for name in listed)


def _lists_people(leaf: Leaf, quoted: Quoted) -> bool:
    """Whether an item stands below a heading, or behind a line, that says who was there."""
    leads = [leaf.path[-1]] if leaf.path else []
    leads += [quoted.leaves[leaf.lead].text] if leaf.lead is not None else []
    return any(folded(each.strip(" :：*")) in all_packs.words("attendance") for each in leads)


def _name(text: str) -> str:
    """The name that a line begins with: "Ann Berg @berg (chair)"; "" where it is none."""
    found = _NAME.match(text)
    if found is None or not _BEHIND.match(text, found.end()):
        return ""
    words = found.group().rstrip(".").split()
    return " ".join(words) if words[0][0].isupper() and words[-1][0].isupper() else ""


def _term(name: str, alone: bool, told: list[Block]) -> Term:
    """alone: whether nobody else there has the first name."""
    own = [block for block in told if _names(block.text, name, alone)]
    best = sorted(own, key=lambda block: (len(block.text) > _AT_A_GLANCE, -len(block.text), block.number))
    ids = tuple(dict.fromkeys(block.id for block in best))
    return Term(name, PEOPLE, 1 + len(own), blocks=ids[:MAX_TERM_BLOCKS])


def _names(text: str, name: str, alone: bool) -> bool:
    said = [name, *([name.split()[0]] if alone else [])]
    return name in text or any(text.startswith(f"{each}:") for each in said)
