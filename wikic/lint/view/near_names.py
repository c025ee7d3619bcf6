"""Which page or file a name that leads nowhere may have meant: the one that is a letter or two off."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from wikic import layout
from wikic.lint.view.link_targets import Names
from wikic.lint.view.wiki_view import WikiView
from wikic.model.link import Link
from wikic.text import names
from wikic.text.normalise import fold_name

# Of shorter names one letter makes another word; of long ones two letters do not.
MIN_NAME: Final = 5
LONG_NAME: Final = 9
_DIGITS: Final = re.compile(r"\d+")
_MORE: Final = 3  # candidates that are looked at: of several that are as near none is meant for sure

_EDGE: Final = 3  # letters at either end: a slip leaves one end as it is


@dataclass(frozen=True, slots=True)
class _Known:
    """The names of one listing.

    files: file by folded name, "" where several go by it.
    by_end: names by how they begin and by how they end: of thousands a handful is compared.
    """

    files: dict[str, str]
    by_end: dict[str, list[str]]


_KNOWN: Final[WeakKeyDictionary[Names, _Known]] = WeakKeyDictionary()


def near_name(view: WikiView, link: Link) -> str | None:
    """The file whose name is nearest to a link's target: the same elsewhere, or a slip of the pen away."""
    listed = view.names
    target = unquote(link.target) if link.kind == "markdown" else link.target
    name = fold_name(layout.stem(target.rstrip("/")).removesuffix(".md"))
    if len(name) < MIN_NAME and "/" not in target:
        return None
    known = _KNOWN.get(listed)
    if known is None:
        known = _KNOWN[listed] = _known(view)
    if name in known.files:
        return known.files[name] or None  # there is one, in another directory
    return _nearest(name, known) if len(name) >= MIN_NAME else None


def _known(view: WikiView) -> _Known:
    files = _files_by_name(view)
    by_end: dict[str, list[str]] = {}
    for name in files:
        for end in _ends(name):
            by_end.setdefault(end, []).append(name)
    return _Known(files, by_end)


def _ends(name: str) -> tuple[str, str]:
    return f"{name[:_EDGE]}…", f"…{name[-_EDGE:]}"


def _nearest(name: str, known: _Known) -> str | None:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    cutoff = 2 if len(name) >= LONG_NAME else 1
    among = dict.fromkeys(each for end in _ends(name) for each in known.by_end.get(end, ()))
    found = process.extract(name, list(among), scorer=OSA.distance, score_cutoff=cutoff, limit=_MORE)
    near = [(distance, each) for each, distance, _ in found if not _apart(name, each)]
    if not near:
        return None
    least = min(distance for distance, _ in near)
    files = {known.files[each] for distance, each in near if distance == least}
    return files.pop() or None if len(files) == 1 else None


def _apart(one: str, other: str) -> bool:
    """Whether the names must not be one: "Part 1" is no slip of "Part 2"."""
    return _DIGITS.findall(one) != _DIGITS.findall(other) or names.conflict(one, other)


def _files_by_name(view: WikiView) -> dict[str, str]:
    found: dict[str, str] = {}

    def note(name: str, file: str) -> None:
        key = fold_name(name)
        if key and found.setdefault(key, file) != file:
            found[key] = ""

    for file in view.names.pages:
        note(layout.stem(layout.page_path(file)), file)
    for name, files in view.names.attachments_by_name.items():
        for file in files[:2]:
            note(name, file)
    for known in filter(None, map(view.state.names_of, view.names.pages)):
        file = layout.page_file(known.path)
        for name in (known.title, *known.aliases):
            if found.get(fold_name(name), file) == file:  # a file of that name comes first
                note(name, file)
    return found
