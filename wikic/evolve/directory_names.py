"""Names of directories that people would choose: ``director of`` makes directors, ``king`` makes kings.

A label says what role a page has in its relations; what has that role is a kind of thing, and has a name
of its own. A tag that names one thing of a kind becomes its plural; adjectives and other scripts stay.
"""

from __future__ import annotations

from typing import Final

from wikic import layout
from wikic.curator.encyclopaedia.english.vocabulary import NOUNS, PERSON_ENDINGS
from wikic.language.relations import LABELS, relations

# Label of a relation → what the pages that have it are. "X of" needs no line: X in the plural.
_KINDS: Final = {
    label: called
    for each in relations(LABELS)
    for label, called in ((each.label, each.first("called")), (each.inverse, each.first("inverse called")))
    if called
}
_IRREGULAR: Final = {"people": "people", "series": "series", "species": "species", "person": "people"}


def of_label(label: str) -> str:
    """What things with a relation of this label are called: ``founder of`` → ``founders``."""
    known = _KINDS.get(label)
    if known is not None:
        return known
    return plural(label.removesuffix(" of")) if label.endswith(" of") else label


def of_tag(tag: str) -> str:
    """What things with this tag are called: ``village`` → ``villages``; ``American`` stays."""
    last = tag.rpartition(" ")[2]
    noun = last in NOUNS or (last.isascii() and last.islower() and last.endswith(PERSON_ENDINGS))
    return plural(tag) if noun and NOUNS.get(last) != "concept" else tag


def plural(noun: str) -> str:
    """The plural of an English noun by its end."""
    head, space, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        return head + space + _IRREGULAR[last]
    if last.endswith(("man", "woman")) and last not in ("human", "roman"):
        return noun[:-2] + "en"
    if last.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if last.endswith("y") and last[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun + "s"


def of_range(first: str, last: str) -> tuple[str, str]:
    """Name and heading of the names between two beginnings: ``a-c`` and ``A to C``.

    Letters of no alphabet's own (``æ``, ``ʻ``) stand behind z and say nothing to who looks for a z.
    """
    low, high = (each.rstrip("-") or each for each in (first, last))
    if low.isascii() and not high.isascii():
        high = "z"
    name = layout.slug(low) if low == high else f"{layout.slug(low)}-{layout.slug(high)}"
    return name, low.upper() if low == high else f"{low.upper()} to {high.upper()}"
