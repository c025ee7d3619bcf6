"""The topics of one collection (folders, participants, chapters, beginnings of titles, days, labels), and
what the documents of each are about, for the line that describes its directory.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from wikic import language
from wikic.document.document_words import WordReader
from wikic.model.placing import TopicPlacer, document_date
from wikic.model.schema import Positioning, Schema
from wikic.model.topics import Topic
from wikic.schema.library.clusters import MOST, count_for, label_first
from wikic.schema.library.document_features import DocumentFeatures, centroid, space
from wikic.schema.library.given_groups import book_groups, conversation_groups, folder_groups, tag_groups
from wikic.schema.library.group import DEEPEST, Group
from wikic.schema.library.han_labels import as_read, han_labels, han_written
from wikic.schema.library.phrases import TOKEN, Phrase, leftover_names, title_phrases, word_phrases
from wikic.schema.library.title_groups import (
    dated_groups,
    is_dated,
    is_one_manual,
    is_series,
    numbered_groups,
    prefix_groups,
    title_opening,
)
from wikic.text.normalise import fold_name
from wikic.wiki.fold.symbols import called

_WORDS: Final = 4  # words of a description
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


FEW: Final = 12  # documents below which topics are not looked for
_WHOLE: Final = 30  # documents below which one directory serves where the author made no order
_TOPICS_SMALL: Final = 48  # documents below which only titles name topics, and one directory serves as well
_GATHERED: Final = 0.5  # share of so few documents that topics must gather
LARGE: Final = 200  # documents of a topic above which it is divided (WikiKV, section III-C: fan-out)
_MORE: Final = 8  # groups that are looked for among what is left, however many there are
_WITHIN: Final = 12  # groups into which one is divided at most
_ROUNDS: Final = 3  # in which more are looked for
_LEFT: Final = 0.05  # share of documents that no group takes from which more groups are looked for
_TWICE: Final = 2  # titles that have a phrase by which a topic is called
_NAMED: Final = 0.5  # share of documents whose titles have a label's phrase where titles carry names


def find_groups(keys: Sequence[str], leaves: Sequence[DocumentFeatures]) -> tuple[list[Group], str]:
    """The groups of one collection and in a word what they are by; none for a handful of documents.

    keys: of all its documents. leaves: some of them, or all, in any order.
    """
    leaves = sorted(leaves, key=lambda each: each.key)
    books = book_groups(keys)
    if not books:
        return _find_topics(keys, leaves)
    inside = {each.key for each, home in zip(leaves, place_documents(books, leaves), strict=True) if home}
    folders = tuple(f"{each.folder}/" for each in books)
    rest = [key for key in keys if not key.partition("/")[2].startswith(folders)]
    groups, how = _find_topics(rest, [each for each in leaves if each.key not in inside])
    return [*describe_groups(books, place_documents(books, leaves), leaves), *groups], how or "book"


def _find_topics(keys: Sequence[str], leaves: Sequence[DocumentFeatures]) -> tuple[list[Group], str]:
    """The groups of documents that are no chapters of books; leaves in order of their keys."""
    groups, how = _given_groups(keys, leaves)
    if not groups:
        if len(leaves) < _WHOLE or is_one_manual(leaves) or is_series(leaves) or is_dated(leaves):
            return [], ""
        groups, how = by_labels(leaves), "topic"
        if len(leaves) < _TOPICS_SMALL and sum(map(bool, place_documents(groups, leaves))) < _GATHERED * len(
            leaves
        ):
            return [], ""
    for _ in range(_ROUNDS):
        more = _find_more(groups, leaves)
        if not more:
            break
        groups = [*groups, *more]
    groups = divide_groups(groups, leaves, len(keys) / max(1, len(leaves)))
    return describe_groups(groups, place_documents(groups, leaves), leaves), how


def _find_more(groups: Sequence[Group], leaves: Sequence[DocumentFeatures]) -> list[Group]:
    """Further groups of what the groups so far leave; none where that is little."""
    left = [leaf for leaf, home in zip(leaves, place_documents(groups, leaves), strict=True) if not home]
    if len(left) <= max(FEW, _LEFT * len(leaves)):
        return []
    known = {each.label.casefold() for each in groups}
    room = max(_MORE, MOST - len([each for each in groups if not each.parent]))
    return [each for each in by_labels(left, room, among=leaves) if each.label.casefold() not in known]


def _given_groups(keys: Sequence[str], leaves: Sequence[DocumentFeatures]) -> tuple[list[Group], str]:
    """Groups that need no words, the first there are: folders, participants, tags, and what titles say."""
    if groups := folder_groups(keys):
        return groups, "folder"
    if groups := conversation_groups(leaves):
        return groups, "participant"
    if groups := tag_groups(leaves):
        return groups, "tag"
    if groups := numbered_groups(leaves):
        return groups, "chapter"
    if groups := prefix_groups(leaves):
        return groups, "beginning of the title"
    return dated_groups(leaves) if len(leaves) >= FEW else [], "date"


def by_labels(
    leaves: Sequence[DocumentFeatures], most: int = MOST, *, among: Sequence[DocumentFeatures] = ()
) -> list[Group]:
    """Label-first topics: phrases of titles where titles carry names, else words of the documents.

    among: all documents, where ``leaves`` are what other topics left; a word that some of those share is a
    word and no topic, but proper names are looked for.
    """
    known = space(leaves)
    phrases = title_phrases(leaves)
    named = {at for each in phrases for at in each.holders}
    names: list[Phrase] = []
    if len(named) < _NAMED * len(leaves):
        words = [] if among or len(leaves) < _TOPICS_SMALL else word_phrases(leaves)
        names = [*title_phrases(leaves, _TWICE), *words]
        phrases = [*words, *han_labels(leaves)]
    if among:
        proper = leftover_names(leaves, known.vectors, among)
        phrases = [*proper, *(each for each in phrases if each.text not in {name.text for name in proper})]
    openings = [title_opening(leaf.title) for leaf in leaves]
    return label_first(known, phrases, min(most, count_for(len(leaves))), openings, names)


def divide_groups(groups: Sequence[Group], leaves: Sequence[DocumentFeatures], scale: float) -> list[Group]:
    """``groups``, each of more than 200 documents followed by those it is divided into.

    scale: how many documents of the collection stand for one of ``leaves``.
    """
    placed = place_documents(groups, leaves)
    parents = {each.parent for each in groups}
    found: list[Group] = []
    for group in groups:
        found.append(group)
        inside = [leaf for leaf, home in zip(leaves, placed, strict=True) if home == group.path]
        if group.path in parents or group.depth >= DEEPEST:
            continue
        if len(inside) * scale <= LARGE or len(inside) < 2 * FEW:
            continue
        known = {each.label for each in groups}
        if within := _dates_within(group, inside):
            found += within
            continue
        for each in by_labels(inside, _WITHIN):
            if each.label not in known:
                # It takes documents of the group alone, in which it lies.
                found.append(replace(each, prefix="", folder=group.folder, parent=group.path))
    return found


def _dates_within(group: Group, inside: Sequence[DocumentFeatures]) -> list[Group]:
    """The years, or months of one year, into which a folder of dated documents, or a year, is divided."""
    if not (group.folder or group.date):
        return []
    return [replace(each, parent=group.path) for each in dated_groups(inside, group.folder)]


def place_documents(groups: Sequence[Group], leaves: Sequence[DocumentFeatures]) -> list[str]:
    """The path of the group that takes each document, "" where none does."""
    topics = tuple(entry for each in groups for entry in topic_entries(each, each.path))
    placer = TopicPlacer(Schema(Positioning(), (), fallback="", topics=topics))
    return [placer.place(each.key, each.title, each.speakers, each.words) for each in leaves]


def topic_entries(group: Group, directory: str, collection: str = "") -> list[Topic]:
    """A group as entries of ``schema.yaml``: one for each way into it."""
    found = [Topic(directory, collection, speaker=name) for name in group.speakers]
    if group.folder and not group.date:
        found.append(Topic(directory, collection, folder=group.folder, words=group.words))
    found += [Topic(directory, collection, prefix=each) for each in (group.prefix, *group.also) if each]
    if group.date:
        return [*found, Topic(directory, collection, folder=group.folder, date=group.date)]
    if group.words and not group.folder:
        found.append(Topic(directory, collection, words=group.words))
    return found
