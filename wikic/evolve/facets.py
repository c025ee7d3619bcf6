"""Ways to part the pages of one directory: by one kind of tag, by relations, by letters. Pure, deterministic.

Tags of one kind exclude each other (nationalities; professions, nearly), tags of two kinds go together. A
facet is grown from a common tag by taking tags that share few pages with it, so a page has one place in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.curator.encyclopaedia.english.vocabulary import NOUNS, PERSON_ENDINGS
from wikic.evolve.census import DocumentFeatures
from wikic.language.relations import LABELS, relations
from wikic.model.schema import initial_key
from wikic.text.relation_labels import LINKS, MENTIONS, inverse

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
    return pluralise_noun(label.removesuffix(" of")) if label.endswith(" of") else label


def of_tag(tag: str) -> str:
    """What things with this tag are called: ``village`` → ``villages``; ``American`` stays."""
    last = tag.rpartition(" ")[2]
    noun = last in NOUNS or (last.isascii() and last.islower() and last.endswith(PERSON_ENDINGS))
    return pluralise_noun(tag) if noun and NOUNS.get(last) != "concept" else tag


def pluralise_noun(noun: str) -> str:
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


SEEDS: Final = 4  # facets tried for a directory; the fifth commonest tag begins none that matters
MAX_SHARED: Final = 0.25  # of a tag's pages may be in the facet already
MAX_PARTS: Final = 60  # more names than that are no easier to choose from than the pages
# Relations that anybody, or any place and any part, may have: they say nothing of what a thing is.
NO_KIND: Final = frozenset(each.label for each in relations(LABELS) if "kindless" in each.keys) | {
    inverse(MENTIONS),
    inverse(LINKS),
}
MAX_STEPS: Final = 4  # letters that tell the bounds of ranges apart


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a facet.

    name: what its pages are, or the bounds of a range.
    tag: what its pages share, "" where it is something else.
    labels: relations of which they have one, likewise.
    first, last: bounds of a range, "" for none.
    title: of a range, to be read.
    leaves: positions of its pages among those parted.
    """

    name: str
    leaves: tuple[int, ...]
    tag: str = ""
    labels: tuple[str, ...] = ()
    first: str = ""
    last: str = ""
    title: str = ""


def by_tags(leaves: Sequence[DocumentFeatures], least: int, banned: frozenset[str]) -> list[list[Part]]:
    """Facets of tags with at least ``least`` pages a part, the widest first.

    banned: tags, labels and names (slugs, case folded) that say nothing new where the parts would lie.
    """
    return _list_facets(leaves, least, banned, lambda leaf: leaf.tags, tagged=True)


def by_labels(leaves: Sequence[DocumentFeatures], least: int, banned: frozenset[str]) -> list[list[Part]]:
    """Facets of relations, the same way: ``director of`` says what somebody is, ``child`` does not."""
    return _list_facets(leaves, least, banned, lambda leaf: sorted(leaf.labels), tagged=False)


def _list_facets(
    leaves: Sequence[DocumentFeatures],
    least: int,
    banned: frozenset[str],
    marks: Callable[[DocumentFeatures], Iterable[str]],
    *,
    tagged: bool,
) -> list[list[Part]]:
    named = of_tag if tagged else of_label
    having: dict[str, set[int]] = {}
    for at, leaf in enumerate(leaves):
        for mark in marks(leaf):
            having.setdefault(mark, set()).add(at)
    telling = [
        mark
        for mark, inside in having.items()
        if len(inside) >= least
        and mark not in NO_KIND | banned
        and layout.slug(named(mark)).casefold() not in banned
    ]
    common = sorted(telling, key=lambda mark: (-len(having[mark]), mark))
    found: list[list[Part]] = []
    used: set[str] = set()
    for seed in common[: SEEDS * 3]:
        if seed in used or len(found) == SEEDS:
            continue
        facet = _grow_parts(seed, common, having, least)
        used.update(name for name, _ in facet)
        if len(facet) > 1 or len(facet[0][1]) < len(leaves):
            found.append(
                [
                    Part(named(mark), tuple(sorted(inside)), tag=mark)
                    if tagged
                    else Part(named(mark), tuple(sorted(inside)), labels=(mark,))
                    for mark, inside in facet
                ]
            )
    return sorted(found, key=lambda facet: (-sum(len(part.leaves) for part in facet), facet[0].name))


def _grow_parts(
    seed: str, common: Sequence[str], having: dict[str, set[int]], least: int
) -> list[tuple[str, set[int]]]:
    """Name and pages of each part, first match first."""
    covered = set(having[seed])
    facet = [(seed, set(having[seed]))]
    for mark in common:
        if mark == seed or len(facet) == MAX_PARTS:
            continue
        new = having[mark] - covered
        if len(new) >= least and len(new) >= (1 - MAX_SHARED) * len(having[mark]):
            facet.append((mark, new))
            covered |= new
    return facet


def by_letters(leaves: Sequence[DocumentFeatures], most: int) -> list[Part]:
    """Ranges of stems with at most ``most`` pages each where letters can tell them apart; none for one range.

    Rules are asked in order, so every range but the last has an end alone, and no name falls between two.
    """
    keys = sorted((initial_key(leaf.stem), at) for at, leaf in enumerate(leaves))
    groups = _name_prefixes([key for key, _ in keys], most, 1)
    ranges: list[list[tuple[str, int]]] = []
    for prefix, size in groups:
        if ranges and sum(each for _, each in ranges[-1]) + size <= most:
            ranges[-1].append((prefix, size))
        else:
            ranges.append([(prefix, size)])
    if len(ranges) < 2:
        return []
    parts: list[Part] = []
    start = 0
    for number, each in enumerate(ranges):
        size = sum(count for _, count in each)
        inside = tuple(sorted(at for _, at in keys[start : start + size]))
        start += size
        name, title = of_range(each[0][0], each[-1][0])
        final = number == len(ranges) - 1
        # The last takes all that no range before it took.
        first, last = (ranges[-2][-1][0], "") if final else ("", each[-1][0])
        parts.append(Part(name, inside, first=first, last=last, title=title))
    return parts


def _name_prefixes(keys: Sequence[str], most: int, length: int) -> list[tuple[str, int]]:
    """Beginnings of names, in order, with how many names begin so; longer where too many do."""
    found: list[tuple[str, int]] = []
    start = 0
    while start < len(keys):
        prefix = keys[start][:length]
        end = start
        while end < len(keys) and keys[end][:length] == prefix:
            end += 1
        whole = end - start
        if whole > most and length < MAX_STEPS and any(len(key) > length for key in keys[start:end]):
            found += _name_prefixes(keys[start:end], most, length + 1)
        else:
            found.append((prefix, whole))
        start = end
    return found
