"""The entities of one document, where each is named, and how they are related by the words beside a name.

Candidates are joined by title and alias; ``mentions`` relates where the words say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.chinese import name_shapes
from wikic.curator.encyclopaedia.chinese.definitions import Definition, dimension_of
from wikic.curator.encyclopaedia.chinese.name_shapes import PACK
from wikic.curator.encyclopaedia.chinese.names_in_text import works_in
from wikic.curator.encyclopaedia.things import Sort, Thing
from wikic.language.relations import values
from wikic.model.schema import Schema
from wikic.model.statement import Entity
from wikic.text.relation_labels import MENTIONS

_WORK_END: Final = PACK.pattern("work_title_end")
(_WORK,) = PACK.words("told_from_person")
_MAX_ALIASES: Final = 8  # other names of one thing


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a line's text where a thing is named."""

    start: int
    end: int
    thing: Thing


class Registry:
    """Things by name. Works are kept apart from all else: ``《孟子》`` is not 孟子."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self._works: dict[str, Thing] = {}
        self._others: dict[str, Thing] = {}
        self._pattern: re.Pattern[str] | None = None

    def add(self, name: str, kind: Sort) -> Thing:
        """The thing called ``name``, new or known; works come as ``《title》`` or plain."""
        self._pattern = None
        if kind == "work":
            title = name.strip("《》") if name.startswith("《") else name
            return self._works.get(title) or self._new(title, kind)
        known = self._others.get(name)
        if known is not None:
            return known
        title = name_shapes.PERIODS.get(name, name) if kind == "period" else name
        thing = self._others.get(title) or self._new(title, kind)
        if title != name:
            thing.aliases.append(name)
            self._others[name] = thing
        return thing

    def define(self, definition: Definition) -> Thing:
        """The thing a definition names, with what the definition says of it."""
        self._pattern = None
        table = self._works if definition.kind == "work" else self._others
        thing = table.get(definition.title)
        if thing is None:
            known = [
                table[alias] for alias in definition.aliases if alias in table and not table[alias].self_
            ]
            thing = (
                known[0]
                if len(known) == 1 and known[0].sort == definition.kind
                else self._new(definition.title, definition.kind)
            )
            if thing.name != definition.title:
                # The headword is how the document calls it; the other name is an alias.
                thing.aliases.insert(0, thing.name)
                thing.name = definition.title
                table[definition.title] = thing
        elif definition.sure and not thing.self_ and not thing.principal:
            thing.sort = definition.kind
        for alias in definition.aliases:
            if alias != thing.name and alias not in thing.aliases and table.setdefault(alias, thing) is thing:
                thing.aliases.append(alias)
        thing.summary = thing.summary or definition.summary
        return thing

    def own(self, thing: Thing) -> Thing:
        """Register the document itself or what it is about."""
        self._pattern = None
        table = self._works if thing.sort == "work" else self._others
        for name in (thing.name, *thing.aliases):
            table.setdefault(name, thing)
        self.things.insert(0, thing)
        return thing

    def call(self, thing: Thing, alias: str) -> None:
        """Give ``thing`` one more name, unless another has it."""
        self._pattern = None
        table = self._works if thing.sort == "work" else self._others
        if alias != thing.name and table.setdefault(alias, thing) is thing and alias not in thing.aliases:
            thing.aliases.append(alias)

    def _new(self, title: str, kind: Sort) -> Thing:
        thing = Thing(title, kind)
        if kind == "work" and _reads_like_a_person(title):
            # Told from the person by the name alone, so that every document tells them apart alike.
            thing.disambiguator = _WORK
        self.things.append(thing)
        (self._works if kind == "work" else self._others)[title] = thing
        return thing

    def mentions(self, text: str) -> list[Mention]:
        """Where ``text`` names things, in order, without overlaps; names inside ``《》`` do not count."""
        found: list[Mention] = []
        at = 0
        for start, end, title in works_in(text):
            found.extend(self._names(text, at, start))
            thing = self._works.get(title)
            if thing is not None:
                found.append(Mention(start, end, thing))
            at = end
        found.extend(self._names(text, at, len(text)))
        return found

    def _names(self, text: str, start: int, end: int) -> Iterator[Mention]:
        if self._pattern is None:
            surfaces = sorted(
                (name for name in self._others if len(name) > 1), key=lambda name: (-len(name), name)
            )
            self._pattern = re.compile("|".join(map(re.escape, surfaces)) or r"(?!)")
        for match in self._pattern.finditer(text, start, end):
            thing = self._others[match.group()]
            if thing.sort != "person" or not _inside_a_name(text, match):
                yield Mention(match.start(), match.end(), thing)


def _reads_like_a_person(title: str) -> bool:
    if title in name_shapes.PEOPLE_OF_OLD or (len(title) <= 3 and title.endswith("子")):
        return True
    return name_shapes.is_person(title) and not _WORK_END.search(title)


def _inside_a_name(text: str, match: re.Match[str]) -> bool:
    """Whether a given name or pen name of two characters stands after a surname: 长虹 in 高长虹."""
    if len(match.group()) != 2 or match.start() == 0:
        return False
    whole = text[match.start() - 1 : match.end()]
    return (
        not name_shapes.is_person(match.group())
        and whole[0] in name_shapes.PLAIN_SURNAMES
        and name_shapes.is_person(whole)
    )


def write_entity(thing: Thing, number: str, schema: Schema) -> Entity:
    """``thing`` as the digest writes it."""
    aliases = tuple(alias for alias in dict.fromkeys(thing.aliases) if alias != thing.name)[:_MAX_ALIASES]
    return Entity(
        id=number,
        title=thing.name,
        dimension=dimension_of(thing.sort, schema),
        disambiguator=thing.disambiguator,
        aliases=aliases,
        summary=thing.summary,
        principal=thing.principal,
        self_=thing.self_,
    )


_MAX_RELATIONS: Final = 12  # of one statement: a list of thirty names relates to none of them
_READ_AFTER: Final = 16  # characters read after a name
_READ_BEFORE: Final = 40  # and before it
_COPULAS: Final = frozenset(PACK.words("copulas"))
_JOINTS: Final = frozenset(("、", "，", *PACK.words("joints")))
_THIS_TEXT: Final = PACK.words("this_text")


@dataclass(frozen=True, slots=True)
class _Cue:
    """A cue of the pack's relations: words beside a name that say how a thing relates to it.

    subject, other: kinds of the two.
    before, after: the words before the other's name and after it; None for any.
    label: read from the subject to the other.
    """

    subject: str
    other: str
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    label: str


def _make_cue(value: str, label: str) -> _Cue:
    ends, before, after = value.split("\t")
    subject, other = ends.split()
    return _Cue(subject, other, _compile_cue(before), _compile_cue(after), label)


def _compile_cue(source: str) -> re.Pattern[str] | None:
    return None if source == "-" else PACK.compiled(source)


# The first that fits decides; words before a name say more than those behind it alone.
_CUES: Final = tuple(
    sorted((_make_cue(*each) for each in values(PACK.code, "cue")), key=lambda cue: cue.before is None)
)


def read_relations(subject: Thing, text: str, mentions: Sequence[Mention]) -> Iterator[tuple[str, Thing]]:
    """Label and other thing for each thing ``text`` names beside ``subject``, each thing once."""
    seen: dict[int, tuple[str, Thing]] = {}
    lead = _leads_with(subject, text, mentions)
    following = ""
    labels: list[str] = []
    for at in range(len(mentions) - 1, -1, -1):
        label = _relation_label(subject, mentions[at], text, mentions[:at]) if lead else MENTIONS
        if label == MENTIONS and following and _are_listed(mentions[at], mentions[at + 1], text):
            label = following  # 鲁迅、郁达夫编辑: the verb after the last name is everyone's
        following = label if label in _SHARED else ""
        labels.append(label)
    for mention, label in zip(mentions, reversed(labels), strict=True):
        other = mention.thing
        if other is subject:
            continue
        known = seen.get(id(other))
        if known is None or known[0] == MENTIONS:
            seen[id(other)] = (label, other)
    found = list(seen.values())
    found.sort(key=lambda pair: pair[0] == MENTIONS)
    yield from found[:_MAX_RELATIONS]


_SHARED: Final = frozenset({"written by", "edited by", "translated by", "founded by"})


def _are_listed(one: Mention, other: Mention, text: str) -> bool:
    return one.thing.sort == other.thing.sort and text[one.end : other.start] in _JOINTS


def _leads_with(subject: Thing, text: str, mentions: Sequence[Mention]) -> bool:
    """Whether the sentence speaks of ``subject``: it opens with it, or with words for it."""
    if subject.self_:
        return text.startswith(_THIS_TEXT)
    first = mentions[0] if mentions else None
    return first is None or first.start > 1 or first.thing is subject


def _relation_label(subject: Thing, mention: Mention, text: str, earlier: Sequence[Mention]) -> str:
    before = text[max(0, mention.start - _READ_BEFORE) : mention.start]
    after = text[mention.end : mention.end + _READ_AFTER]
    for cue in _CUES:
        if cue.subject != subject.sort or cue.other != mention.thing.sort:
            continue
        if cue.before is not None:
            words = cue.before.search(before)
            if words is None or _another_between(
                subject, earlier, mention.start - len(before) + words.start()
            ):
                continue
        if cue.after is not None:
            if cue.after.match(after) is None:
                continue
            if _belongs_to_another(subject, mention, text, earlier):
                continue
        return cue.label
    return MENTIONS


def _another_between(subject: Thing, earlier: Sequence[Mention], verb: int) -> bool:
    """Whether another thing of the subject's kind stands before the verb at ``verb`` and may own it."""
    if subject.self_:
        return False  # 本篇 is the subject of every verb of its note
    return any(
        each.thing.sort == subject.sort and each.thing is not subject and each.end <= verb for each in earlier
    )


def _belongs_to_another(subject: Thing, mention: Mention, text: str, earlier: Sequence[Mention]) -> bool:
    """Whether a thing of the subject's kind stands between it and the cue, which may be about that thing."""
    other_kind = subject.sort != mention.thing.sort
    for each in reversed(earlier):
        if each.thing is subject:
            return False
        if each.thing.sort != subject.sort or each.thing is mention.thing:
            continue
        if other_kind or "。" in text[each.end : mention.start] or text[each.end : each.end + 1] in _COPULAS:
            return True
    return False
