"""What a group's documents are about, for the line that describes its directory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.group import Group
from wikic.schema.library.han_labels import as_read, han_written
from wikic.schema.library.vectors import centroid, space

_WORDS: Final = 5


def described(
    groups: Sequence[Group], homes: Sequence[str], leaves: Sequence[DocumentFeatures]
) -> list[Group]:
    """``groups``, those that say nothing of their documents with the words that tell these apart.

    homes: the path of each leaf's group, "" for none.
    """
    known = space(leaves)
    readable = han_written(leaves)
    found: list[Group] = []
    for group in groups:
        inside = [at for at, home in enumerate(homes) if home == group.path]
        if group.about or len(inside) < 2:
            said = as_read(group.about, readable, group.label)[:_WORDS]
            found.append(replace(group, about=tuple(said)))
            continue
        middle = centroid(known.vectors[at] for at in inside)
        label = group.label.casefold()
        names = {name.casefold() for at in inside for name in leaves[at].speakers}
        heaviest = sorted(middle, key=lambda word: (-round(middle[word], 9), word))
        words = (word for word in heaviest if word not in label and word not in names)
        said = as_read(words, readable, group.label)
        found.append(replace(group, about=tuple(said[:_WORDS])))
    return found
