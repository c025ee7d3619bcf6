"""The directories of a library and the entries of ``schema.yaml`` that fill them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final

from wikic import language
from wikic.model.schema import Dimension, Positioning
from wikic.model.topics import Collection, Layout, Topic
from wikic.schema.library.choose_layout import Looked
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.group import Group
from wikic.schema.library.topics import FEW, find_groups, topic_entries
from wikic.schema.scaffold import LONGEST_NAME, name_of, one_line

PEOPLE, TERMS, OTHER, DOCUMENTS = "people", "terms", "other", "documents"
_SHARED: Final = (PEOPLE, TERMS)  # directories that every library has, whatever its documents
_NAMED: Final = 5  # topics that a focus names
# What the directories that every library has are called, and what its positioning says, by what is worded.
Wording = Mapping[str, str]


@dataclass(slots=True)
class Library:
    """What a schema says of its libraries, under way.

    sizes: label and number of documents of its groups, nested ones left out.
    hows: name of a collection and what its topics are by, "" where it has none.
    """

    dimensions: list[Dimension] = field(default_factory=list)
    topics: list[Topic] = field(default_factory=list)
    sizes: list[tuple[int, str]] = field(default_factory=list)
    hows: list[tuple[str, str]] = field(default_factory=list)

    def add(self, each: Dimension) -> None:
        if all(each.name != other.name for other in self.dimensions):
            self.dimensions.append(each)


def propose_library(
    collections: Sequence[Looked], taken: Iterable[str] = (), *, alone: bool = True
) -> Library:
    """Directories and topics of the collections whose layout is ``library``.

    A collection of a few documents is looked at together with others as small. taken: names of directories
    there are already. alone: whether there are no other collections, so that topics need not name theirs.
    """
    found = Library()
    large = [each for each in collections if len(each.keys) >= FEW]
    small = [each for each in collections if len(each.keys) < FEW]
    only = alone and len(collections) == 1
    names = {*taken, PEOPLE, TERMS, OTHER, DOCUMENTS}
    words = _choose_wording([leaf for each in collections for leaf in each.leaves])
    for each in large:
        how = _add_groups(found, each.keys, each.leaves, names, ("" if only else each.name,), words)
        found.hows.append((each.name, how))
    if small:
        keys = [key for each in small for key in each.keys]
        owners = ("",) if only else tuple(each.name for each in small)
        how = _add_groups(found, keys, [leaf for each in small for leaf in each.leaves], names, owners, words)
        found.hows += [(each.name, how) for each in small]
    for dimension in common_directories([leaf for each in collections for leaf in each.leaves]):
        found.add(dimension)
    return found


def common_directories(leaves: Sequence[DocumentFeatures]) -> tuple[Dimension, ...]:
    """The directories of speakers and of terms, in the words of most documents."""
    words = _choose_wording(leaves)
    return tuple(Dimension(name, words[name], words[f"{name}_title"]) for name in (PEOPLE, TERMS))


def _add_groups(
    found: Library,
    keys: Sequence[str],
    leaves: Sequence[DocumentFeatures],
    names: set[str],
    owners: Sequence[str],
    words: Wording,
) -> str:
    """Add the groups of some documents; what they are by.

    owners: the collections they are of, "" for all there are and will be.
    """
    collection = owners[0] if len(owners) == 1 else ""
    groups, how = find_groups(keys, leaves)
    homes: dict[str, str] = {}
    for group in groups:
        if group.folder and not group.parent and name_of(group.label) in _SHARED:
            # The author's folder of people lies with the pages of those who speak and are named.
            homes[group.path] = name_of(group.label)
            found.topics += topic_entries(group, homes[group.path], collection)
            continue
        name = _directory_name(group, homes.get(group.parent, ""), names, collection)
        if not name:
            continue
        names.add(name)
        homes[group.path] = name
        found.add(Dimension(name, _describe_directory(group, words), group.title or group.label))
        found.topics += topic_entries(group, name, collection)
        if not group.parent and not group.date:
            found.sizes.append((group.size, group.label))
    rest = OTHER if homes else DOCUMENTS
    found.add(Dimension(rest, words[rest], words[f"{rest}_title"]))
    found.topics += [Topic(rest, owner) for owner in owners]
    return how


def _describe_directory(group: Group, words: Wording) -> str:
    """What a directory holds, in a line: how many documents of which kind, whose, what of, of which years."""
    names, more = group.voices
    count = f"{group.size:,}"
    said = words[f"one_{group.kind}" if group.size == 1 else f"{group.kind}_counted"].format(count)
    if names:
        who = words["more"].format(_list_names(names, words)) if more else _join_names(names, words)
        said = words["of"].format(said, who)
    if group.about:
        said = words["on"].format(said, _join_names(group.about, words))
    if group.years:
        said = words["in_months" if "-" in group.years else "in_years"].format(said, group.years)
    if group.titles:
        more = len(group.titles) < group.size
        named = (
            words["more"].format(_list_names(group.titles, words))
            if more
            else _join_names(group.titles, words)
        )
        said = words["titled"].format(said, named)
    return one_line(words["apart"].format(_list_names(group.holds, words), said) if group.holds else said)


def _list_names(names: Sequence[str], words: Wording) -> str:
    return reduce(words["pair"].format, names) if names else ""


def _join_names(names: Sequence[str], words: Wording) -> str:
    return words["both"].format(_list_names(names[:-1], words), names[-1]) if len(names) > 1 else names[0]


def _directory_name(group: Group, parent: str, names: set[str], collection: str) -> str:
    """The directory of a group, which no other has; "" where its label cannot be one."""
    # As many words of a label as a directory's name may have.
    base = name_of(group.label) or name_of(group.label[: group.label.rfind(" ", 0, LONGEST_NAME) + 1].strip())
    base = base or name_of(f"{group.label} {DOCUMENTS}")  # a folder called "sources"
    if not base:
        return ""
    above = f"{parent}/" if parent else ""
    tried = (base, f"{base}-{DOCUMENTS}", name_of(f"{collection} {group.label}"))
    free = (f"{above}{each}" for each in tried if each)
    return next((each for each in free if each not in names), "")


def choose_layouts(collections: Sequence[Looked]) -> tuple[Layout, tuple[Collection, ...]]:
    """The layout of most documents, which those of unseen collections take, and that of each collection."""
    library = sum(len(each.keys) for each in collections if each.layout == "library")
    every = sum(len(each.keys) for each in collections)
    default: Layout = "library" if 2 * library > every else "things"
    return default, tuple(Collection(each.name, each.layout) for each in collections)


def word_positioning(found: Library, leaves: Sequence[DocumentFeatures]) -> Positioning:
    """What a wiki of libraries alone is about: its largest topics by name."""
    words = _choose_wording(leaves)
    labels = [label for _, label in sorted(found.sizes, key=lambda each: (-each[0], each[1]))]
    named = _list_names(labels[:_NAMED], words)
    if len(labels) > _NAMED:
        named = words["more"].replace("{}", named)
    focus = words["focus"].replace("{}", named) if labels else words["documents_title"]
    return Positioning(one_line(focus), words["audience"], words["bias"])


def _choose_wording(leaves: Sequence[DocumentFeatures]) -> Wording:
    pack = language.pack("zh" if 2 * sum(each.language == "zh" for each in leaves) > len(leaves) else "en")
    return {row[0]: row[1] for row in pack.rows("wording")}
