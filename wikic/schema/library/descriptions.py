"""What a group's documents are about, for the line that describes its directory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.library.titles import is_name
from wikic.document.document_words import WordReader
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import as_read, han_written
from wikic.schema.library.phrases import TOKEN
from wikic.schema.library.subjects import subjects, voices
from wikic.schema.library.vectors import centroid, space

_WORDS: Final = 5
_LONGEST: Final = 70  # characters of a title that is shown
_SHARED: Final = 0.25  # share of a group's titles from which a word tells none of them apart
_SMALL: Final = 0.2  # share of a word's uses in lower case from which its capitals are a heading's


def described(
    groups: Sequence[Group], homes: Sequence[str], leaves: Sequence[DocumentFeatures]
) -> list[Group]:
    """``groups`` with what is said of each: who speaks, typical titles, else words that tell it apart.

    homes: the path of each leaf's group, "" for none. A year says what it holds by its name.
    """
    known = space(leaves)
    readable = {**spellings(leaves), **han_written(leaves)}
    found: list[Group] = []
    for group in groups:
        inside = [at for at, home in enumerate(homes) if home == group.path]
        ours = [leaves[at] for at in inside]
        others = [leaf for leaf, home in zip(leaves, homes, strict=True) if home != group.path]
        holds = tuple(_title(each, readable) for each in _held(group, groups))
        group = replace(group, title=_title(group, readable), voices=voices(ours, others), holds=holds)
        if not (group.date or group.speakers):
            group = replace(group, typical=_typical(group, ours, [known.vectors[at] for at in inside]))
        words: Sequence[str] = () if group.typical else group.about
        if group.voices[0] or not (words or group.typical or group.date or group.holds or len(inside) < 2):
            words = subjects(ours, others)
        said = as_read(words, readable, group.label)
        found.append(replace(group, about=tuple(said[:_WORDS])))
    return found


def _held(group: Group, groups: Sequence[Group]) -> list[Group]:
    """The groups right within one; days are told by their number."""
    return [each for each in groups if each.parent == group.path and not each.date]


def _title(group: Group, readable: Mapping[str, str]) -> str:
    """What a group is called; a folder "adr" as its documents write it where that is "ADR"."""
    written = readable.get(group.label.casefold(), "") if group.folder else ""
    return written if written.isupper() and written.casefold() == group.label.casefold() else group.label


def _typical(
    group: Group, leaves: Sequence[DocumentFeatures], vectors: Sequence[Mapping[str, float]]
) -> tuple[str, str] | None:
    """Titles of the two documents nearest to the middle of a group; None where fewer have one.

    Those first that tell a document from the others: of "Ticket 7" the word is in most titles.
    """
    middle = centroid(vectors)
    near = [sum(weight * middle.get(word, 0.0) for word, weight in each.items()) for each in vectors]
    words = [frozenset(WordReader(leaf.language).words(leaf.name)) for leaf in leaves]
    common = Counter(word for each in words for word in each)
    telling = [any(common[word] <= max(1, _SHARED * len(leaves)) for word in each) for each in words]
    order = sorted(range(len(leaves)), key=lambda at: (not telling[at], -round(near[at], 9), leaves[at].key))
    tell = (leaves[at] for at in order if is_name(leaves[at].name, leaves[at].key))
    titles = dict.fromkeys(_shortened(leaf.name.strip()) for leaf in tell)
    said = [each for each in titles if each.casefold() != group.label.casefold()][:2]
    return (said[0], said[1]) if len(said) == 2 else None


def _shortened(title: str) -> str:
    """As many words of a title as a line has room for."""
    return (
        title
        if len(title) <= _LONGEST
        else f"{title[: title.rfind(' ', 0, _LONGEST) + 1 or _LONGEST].rstrip()}…"
    )


def spellings(leaves: Sequence[DocumentFeatures]) -> dict[str, str]:
    """How documents mostly write each word that is counted in another form: "james" is counted as "jame"."""
    written: dict[str, Counter[str]] = {}
    for leaf in leaves:
        reader = WordReader(leaf.language)
        for word in TOKEN.findall(f"{leaf.title} {leaf.opening}"):
            if counted := reader.folded(word):
                written.setdefault(counted, Counter())[word] += 1
    return {counted: _common(forms) for counted, forms in written.items()}


def _common(forms: Counter[str]) -> str:
    """The commonest form; where a good part is in lower case, of those: headings and tables shout."""
    small = {form: count for form, count in forms.items() if form.islower()}
    among = small if sum(small.values()) >= _SMALL * forms.total() else forms
    return min(among, key=lambda form: (-among[form], form))
