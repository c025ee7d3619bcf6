"""What a group's documents are about, for the line that describes its directory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from wikic import language
from wikic.document.document_words import WordReader
from wikic.model.placing import document_date
from wikic.schema.library.document_features import DocumentFeatures, centroid, space
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import as_read, han_written
from wikic.schema.library.phrases import TOKEN
from wikic.text.normalise import fold_name
from wikic.wiki.fold.symbols import called

_WORDS: Final = 4
_SHARE: Final = 0.34  # of a group's documents that have a word,
_FEWEST: Final = 2  # how many at least,
_TIMES: Final = 2  # and how much larger this is than the share of the others
_MOST_VOICES: Final = 5  # speakers whom a line names
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MAILS: Final = (".eml", ".msg", ".mbox")
_SMALL: Final = 0.2  # share of a word's uses in lower case from which its capitals are a heading's


def describe_groups(
    groups: Sequence[Group], homes: Sequence[str], leaves: Sequence[DocumentFeatures]
) -> list[Group]:
    """``groups`` with what is said of each: who speaks, what kind of documents, what of, and of which years.

    homes: the path of each leaf's group, "" for none. A year says when by its name.
    """
    known = space(leaves)
    readable = {**common_spellings(leaves), **han_written(leaves)}
    found: list[Group] = []
    for group in groups:
        inside = [at for at, home in enumerate(homes) if home == group.path]
        ours = [leaves[at] for at in inside]
        others = [leaf for leaf, home in zip(leaves, homes, strict=True) if home != group.path]
        holds = tuple(_group_title(each, readable) for each in _groups_within(group, groups))
        words = _common_words(inside, leaves, known.vectors)
        said = as_read(words, readable, group.label)
        found.append(
            replace(
                group,
                title=_group_title(group, readable),
                voices=find_voices(ours, others),
                holds=holds,
                kind=_common_kind(ours),
                years="" if group.date else _year_range(ours),
                about=tuple(said[:_WORDS]) if len(said) > 1 else (),  # one alone may be chance
            )
        )
    return found


def _common_words(
    inside: Sequence[int], leaves: Sequence[DocumentFeatures], vectors: Sequence[Mapping[str, float]]
) -> list[str]:
    """Words that a third of a group's documents have and fewer of the others, the most telling first.

    What people say whatever they talk of is none, and who talks is said elsewhere.
    """
    ours = [leaves[at] for at in inside]
    names = {part for each in ours for name in each.speakers for part in _name_parts(name)}
    chatter = frozenset[str]().union(*(language.pack(each.language).chatter for each in ours))
    counts = Counter(word for at in inside for word in vectors[at])
    every = Counter(word for vector in vectors for word in vector)
    rest = max(1, len(leaves) - len(ours))
    middle = centroid(vectors[at] for at in inside)
    telling = [
        word
        for word, count in counts.items()
        if count >= max(_FEWEST, _SHARE * len(ours), _TIMES * (every[word] - count) / rest * len(ours))
        and word not in chatter
        and word not in names
    ]
    return sorted(telling, key=lambda word: (-round(middle[word], 9), word))


def _common_kind(leaves: Sequence[DocumentFeatures]) -> str:
    """What most of some documents are, as the wording calls it."""
    if 2 * sum(bool(each.speakers) for each in leaves) > len(leaves):
        return "conversations"
    mails = sum(each.key.casefold().endswith(_MAILS) for each in leaves)
    return "mails" if 2 * mails > len(leaves) else "documents"


def _year_range(leaves: Sequence[DocumentFeatures]) -> str:
    """The years of documents most of which are dated, or say a year in their titles: "2021", "2021–2024"."""
    said = (each.date or document_date(each.key, each.title) or _year_of(each.title) for each in leaves)
    years = sorted(day[:4] for day in said if day)
    if not years or 2 * len(years) < len(leaves):
        return ""
    return years[0] if years[0] == years[-1] else f"{years[0]}–{years[-1]}"


def _year_of(title: str) -> str:
    found = _YEAR.search(title)
    return found.group() if found is not None else ""


def find_voices(
    inside: Sequence[DocumentFeatures], outside: Sequence[DocumentFeatures]
) -> tuple[tuple[str, ...], bool]:
    """Who speaks in most conversations of a group, and whether there are others.

    Those first who speak in most of them and in fewest others. Nobody, where most documents are no
    conversations.
    """
    spoken = Counter(name for each in inside for name in each.speakers)
    if 2 * sum(bool(each.speakers) for each in inside) <= len(inside):
        return (), False
    others = Counter(name for each in outside for name in each.speakers)
    order = sorted(spoken, key=lambda name: (-spoken[name], others[name], name))
    return tuple(order[:_MOST_VOICES]), len(order) > _MOST_VOICES


def _name_parts(name: str) -> set[str]:
    """A speaker's name and its words, folded."""
    return {part for text in (name, *called(name)) for part in (fold_name(text), *fold_name(text).split())}


def _groups_within(group: Group, groups: Sequence[Group]) -> list[Group]:
    """The groups right within one; days are told by their number."""
    return [each for each in groups if each.parent == group.path and not each.date]


def _group_title(group: Group, readable: Mapping[str, str]) -> str:
    """What a group is called; a folder "adr" as its documents write it where that is "ADR"."""
    written = readable.get(group.label.casefold(), "") if group.folder else ""
    return written if written.isupper() and written.casefold() == group.label.casefold() else group.label


def common_spellings(leaves: Sequence[DocumentFeatures]) -> dict[str, str]:
    """How documents mostly write each word that is counted in another form: "james" is counted as "jame"."""
    written: dict[str, Counter[str]] = {}
    for leaf in leaves:
        reader = WordReader(leaf.language)
        for word in TOKEN.findall(f"{leaf.title} {leaf.opening}"):
            if counted := reader.folded(word):
                written.setdefault(counted, Counter())[word] += 1
    return {counted: _common_form(forms) for counted, forms in written.items()}


def _common_form(forms: Counter[str]) -> str:
    """The commonest form; where a good part is in lower case, of those: headings and tables shout."""
    small = {form: count for form, count in forms.items() if form.islower()}
    among = small if sum(small.values()) >= _SMALL * forms.total() else forms
    return min(among, key=lambda form: (-among[form], form))
