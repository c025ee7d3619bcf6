"""Where the documents of a skill lie: a file for each, or one for those of a leaf, all in one directory.

The directory is the skill's, not the group's: a group that is called otherwise tomorrow, or gains a document,
leaves the documents where they are.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.export.skills.document_forest import Branch
from wikic.export.skills.entry import Entry

DOCUMENTS: Final = "documents"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document is read: a file below the skill's directory, or lines of one.

    first, last: lines from 1; 0 for all of the file.
    """

    file: str
    first: int = 0
    last: int = 0


def own_files(branch: Branch) -> dict[str, Place]:
    """A file for each page path, called as links in texts have it; told apart where two stems are equal."""
    stems = Counter(layout.stem(each.path).casefold() for each in branch.entries)
    found: dict[str, Place] = {}
    for each in branch.entries:
        stem = layout.stem(each.path)
        name = stem if stems[stem.casefold()] == 1 else f"{stem}-{layout.title_hash(each.path)}"
        found[each.path] = Place(f"{DOCUMENTS}/{name}.md")
    return found


def bundle(entries: tuple[Entry, ...], group: str) -> tuple[str, dict[str, Place]]:
    """The documents of a leaf one below the other in one file, and the lines of each.

    group: directory of the leaf, "" of the skill itself.
    """
    file = f"{DOCUMENTS}/{group or 'all'}.md"
    lines: list[str] = []
    found: dict[str, Place] = {}
    for each in entries:
        text = each.text.rstrip("\n").split("\n")
        found[each.path] = Place(file, len(lines) + 1, len(lines) + len(text))
        lines += [*text, ""]
    return "\n".join(lines), found
