"""What stands in a group, for the line that describes its directory.

How many documents of which kind, whose, of when; and the names that matter: titles of those in the middle. A
counted word, however telling, is no name: where no title says what is inside, number, kind and dates do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import Final

from wikic import language
from wikic.document.document_words import WordReader
from wikic.model.placing import begins, document_date
from wikic.schema.library.document_features import DocumentFeatures, centroid, space
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import as_read, han_written
from wikic.schema.library.phrases import TOKEN
from wikic.text.normalise import fold_name
from wikic.wiki.fold.symbols import called

_NAMES: Final = 4  # names that a line says
_TITLES: Final = 3  # titles that stand for others
_LONGEST_TITLE: Final = 60  # characters
_SHARE: Final = 0.34  # of a group's documents that have a word,
_FEWEST: Final = 2  # how many at least,
_TIMES: Final = 2  # and how much larger this is than the share of the others
_MOST_VOICES: Final = 5  # speakers whom a line names
_YEAR_LETTERS, _MONTH_LETTERS = 4, 7  # characters of a day, 2021-03-04
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MAILS: Final = (".eml", ".msg", ".mbox")
_SMALL: Final = 0.2  # share of a word's uses in lower case from which its capitals are a heading's


def describe_groups(
    groups: Sequence[Group], homes: Sequence[str], leaves: Sequence[DocumentFeatures], scale: float = 1.0
) -> list[Group]:
    """``groups`` with what is said of each: who speaks, what kind of documents, what of, and of which years.

    homes: the path of each leaf's group, "" for none. A year says when by its name.
    scale: how many documents of the collection stand for one of ``leaves``.
    """
    known = space(leaves)
    readable = common_spellings(leaves)
    han = {**readable, **han_written(leaves)}
    found: list[Group] = []
    for group in groups:
        inside = [at for at, home in enumerate(homes) if f"{home}/".startswith(f"{group.path}/")]
        ours = [leaves[at] for at in inside]
        others = [leaves[at] for at in sorted({*range(len(leaves))} - {*inside})]
        holds = tuple(_group_title(each, readable) for each in _groups_within(group, groups))
        about: tuple[str, ...] = ()
        titles: tuple[str, ...] = ()
        if 2 * sum(map(_is_han, ours)) > len(ours):
            said = as_read(_common_words(inside, leaves, known.vectors), han, group.label)
            said = [each for each in said if not each.islower()]  # a small word of another script is no name
            about = tuple(said[:_NAMES]) if len(said) > 1 else ()  # one alone may be chance
        if not (about or holds or group.date) and _common_kind(ours) == "documents":
            titles = _middle_titles(group, ours, [known.vectors[at] for at in inside])
        found.append(
            replace(
                group,
                size=group.size if _is_counted(group) else round(len(inside) * scale),
                title=_group_title(group, readable),
                voices=find_voices(ours, others),
                holds=holds,
                kind=_common_kind(ours),
                years="" if group.date else _year_range(ours),
                about=about,
                titles=titles,
            )
        )
    return found


def _is_counted(group: Group) -> bool:
    """Whether all documents of a group were counted, and not only those that were looked at."""
    return bool(group.folder) and not group.words and not group.date


def _is_han(leaf: DocumentFeatures) -> bool:
    return leaf.language == "zh"


def _middle_titles(
    group: Group, leaves: Sequence[DocumentFeatures], vectors: Sequence[Mapping[str, float]]
) -> tuple[str, ...]:
    """Titles of the documents that have most in common with the others, short ones before long ones.

    None where most have no title.
    """
    middle = centroid(vectors)
    near = [sum(weight * middle.get(word, 0.0) for word, weight in vector.items()) for vector in vectors]
    order = sorted(range(len(leaves)), key=lambda at: (-round(near[at], 9), leaves[at].key))
    named = [leaves[at].name for at in order if _tells(leaves[at])]
    if 2 * len(named) < len(leaves):
        return ()
    titles = dict.fromkeys(_without_label(each, group.label) for each in named)
    said = sorted(titles, key=lambda each: len(each) > _LONGEST_TITLE)
    return tuple(shorten(each, _LONGEST_TITLE, placeholder=" …") for each in said[:_TITLES])


def _without_label(title: str, label: str) -> str:
    """A title without the label that the directory says already: "Router: resetting it"."""
    rest = title[len(label) :].lstrip(" :_–—|-") if begins(fold_name(title), fold_name(label)) else ""
    return rest if rest[:1].isupper() or rest[:1].isdigit() else title


def _tells(leaf: DocumentFeatures) -> bool:
    """Whether a document has a title that is more than a number, a day, the id of a record."""
    title = leaf.name
    recorded = title == leaf.key.rpartition("/")[2]
    return any(map(str.isalpha, title)) and not recorded and not document_date("", title)


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
    """When documents are of, most of which are dated: the years, "2021–2024", or of one year the months."""
    days = (each.date or document_date(each.key, each.title) or _year_of(each.title) for each in leaves)
    said = sorted(filter(None, days))
    if not said or 2 * len(said) < len(leaves):
        return ""
    first, last = said[0], said[-1]
    if first[:_YEAR_LETTERS] == last[:_YEAR_LETTERS] and len(first) > _YEAR_LETTERS < len(last):
        first, last = first[:_MONTH_LETTERS], last[:_MONTH_LETTERS]
        return first if first == last else f"{first} – {last}"
    first, last = first[:_YEAR_LETTERS], last[:_YEAR_LETTERS]
    return first if first == last else f"{first}–{last}"


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
