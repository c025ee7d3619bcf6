"""``_index.md`` of each directory of knowledge pages, and ``index.md`` at the root: generated whole.

Counts and dates are not written, so an index changes only when a page it lists does. The index of a large
directory lists its parts, ``_index-a.md``, ``_index-ma.md`` …, and they list the pages. Parts are cut by how
names begin, like the volumes of a dictionary: a name belongs to the shortest beginning that no more than
``MOST`` names of the directory share. So which parts there are depends on the names alone, and a new page
changes one part.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from wikic import layout
from wikic.layout import INDEX_PART, MAX_SEGMENT_BYTES
from wikic.markdown.escape import escape, unescape
from wikic.model.schema import Dimension, Schema, SectionRule
from wikic.remembered import remembered
from wikic.text.full_dates import says_only_when
from wikic.wiki import link_form

MOST: Final = 2_000  # entries of an index or of a part; names that are alike to the end stay together
_LONGEST: Final = MAX_SEGMENT_BYTES - len(INDEX_PART)  # what shares so much of its beginning stays together
_KEYS_KEPT: Final = 1 << 16


def cut(stems: Iterable[str]) -> dict[str, list[str]]:
    """The stems of each part by its name, ``_index-ab``, in order; of few stems there are no parts."""
    keyed = sorted((_part_key(stem), stem) for stem in stems)
    found: dict[str, list[str]] = {}
    waiting = [("", keyed)] if len(keyed) > MOST else []
    while waiting:
        beginning, group = waiting.pop()
        whole = len(group) <= MOST or group[0][0] == group[-1][0] or len(beginning) == _LONGEST
        if beginning and whole:
            found[f"{INDEX_PART}{beginning}"] = [stem for _, stem in group]
            continue
        depth = len(beginning) + 1
        for longer, inside in groupby(group, key=lambda each: each[0][:depth]):
            named = list(inside)
            if longer == beginning:  # names that end here are no more than their beginning
                found[f"{INDEX_PART}{beginning}"] = [stem for _, stem in named]
            else:
                waiting.append((longer, named))
    return dict(sorted(found.items()))


def labels(parts: Mapping[str, list[str]]) -> dict[str, str]:
    """What each part is called in a list: its beginning, or the first and last letter of what it holds.

    Of parts that would be called alike, one character of another script takes several letters of a name: what
    their first and last stem begin with.
    """
    found = {name: _label(name.removeprefix(INDEX_PART), stems) for name, stems in parts.items()}
    times = Counter(found.values())
    return {name: label if times[label] == 1 else _range(parts[name]) for name, label in found.items()}


def _label(beginning: str, stems: list[str]) -> str:
    if all("".join(_letters(stem)).startswith(beginning) for stem in stems):
        return beginning.capitalize()
    first, last = min(stems)[0].upper(), max(stems)[0].upper()
    return first if first == last else f"{first} … {last}"


def _range(stems: list[str]) -> str:
    """The first and the last stem, up to where they differ."""
    first, last = min(stems), max(stems)
    alike = next(
        (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first)
    )
    return first if first == last else f"{first[: alike + 1]} … {last[: alike + 1]}"


@remembered(_KEYS_KEPT)
def _part_key(stem: str) -> str:
    """A stem as letters and digits without marks; a character of another script as its number."""
    told = [char if char.isascii() else f"u{ord(char):04x}" for char in _letters(stem)]
    return "".join(told) or "0"


def _letters(stem: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", stem).casefold()  # what was ℂ is c only then
    return [char for char in folded if char.isalnum() and not unicodedata.combining(char)]


MAX_ALIASES: Final = 5  # an entry stays one readable line
OTHER_SECTION: Final = "Other"
DIRECTORIES: Final = "Directories"
PAGES: Final = "Pages"  # where directories stand above an undivided list

_NUMBERED: Final = re.compile(r"[0-9]{1,9}(?![0-9A-Za-z])")
_DIGITS: Final = re.compile(r"([0-9]{1,9})")
# A directory as the catalogue lists it.
CATALOGUED: Final = re.compile(
    r"^- (?:\[(?P<linked>(?:\\.|[^\[\]\\\n])+)/\]\([^()\s]*\)|(?P<name>[^\s\[\]][^\n]*?)/)"
    r"(?= -- |[ \t\r]*$)",
    re.M,
)


# Entries whose lines are kept: each batch renders the indexes of the directories it touches.
_KEPT: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A page as its directory's index lists it.

    stem: of the page.
    aliases: names it is also found by, in order.
    summary: one line, or "".
    tags: in order.
    title: of the page, "" for its stem.
    document: key of the document whose page it is, "" for the page of a thing or of people.
    """

    stem: str
    aliases: tuple[str, ...] = ()
    summary: str = ""
    tags: tuple[str, ...] = ()
    title: str = ""
    document: str = ""

    def line(self, *, wikilinks: bool = False) -> str:
        """``- [Title](Stem.md) (alias, alias) -- one-line summary #tag #tag``."""
        return _line(self, wikilinks)

    @property
    def order(self) -> tuple[bool, tuple[list[str | int], str]]:
        """Where it stands in a list: numbered chapters and files by their numbers, behind all others."""
        if _NUMBERED.match(layout.stem(self.document)):
            return True, numbered(self.document)
        return False, numbered(self.stem)


@remembered(_KEPT)
def _line(entry: IndexEntry, wikilinks: bool) -> str:
    # A day in other words is what a question may say, and tells a reader nothing more.
    names = [each for each in entry.aliases if not says_only_when(each)][:MAX_ALIASES]
    aliases = f" ({escape(', '.join(names))})" if names else ""
    summary = f" -- {escape(entry.summary)}" if entry.summary else ""
    tags = "".join(f" #{layout.slug(tag)}" for tag in entry.tags)
    link = link_form.link(entry.stem, entry.title or entry.stem, "", wikilinks=wikilinks)
    return f"- {link}{aliases}{summary}{tags}"


def title_of(dimension: Dimension) -> str:
    """Heading of a dimension's index."""
    return dimension.title or layout.stem(dimension.name).replace("-", " ").capitalize()


def render_directory(
    dimension: Dimension,
    entries: Mapping[str, IndexEntry],
    sections: Iterable[SectionRule] = (),
    below: Iterable[Dimension] = (),
    *,
    wikilinks: bool = False,
) -> dict[str, bytes]:
    """``_index.md``: heading, what belongs here, directories below, entries by section, in their order.

    Returns the bytes of the index and of its parts, by stem.

    entries: by stem, all pages of the directory.
    sections: the directory's rules, first match wins; without any, one list.
    below: directories right below it that hold pages, themselves or further down, in order.
    """
    title = escape(title_of(dimension))
    head = [f"# {title}"]
    if dimension.description:
        head.append(f"> {escape(dimension.description)}")
    inner = [_catalogued(layout.stem(each.name), each.description, wikilinks=wikilinks) for each in below]
    if inner:
        head += ["", f"## {DIRECTORIES}", *inner]
    rules = tuple(sections)
    parts = cut(entries)
    if not parts:
        listed = _listed(entries, rules, titled=bool(inner), wikilinks=wikilinks)
        return {layout.DIRECTORY_INDEX: _encoded(head + listed)}
    named = labels(parts)
    links = [
        f"- [[{dimension.name}/{part}|{label}]]" if wikilinks else f"- {link_form.link(part, label, '')}"
        for part, label in named.items()
    ]
    found = {layout.DIRECTORY_INDEX: _encoded([*head, "", f"## {PAGES}", *links])}
    for part, stems in parts.items():
        inside = {stem: entries[stem] for stem in stems}
        listed = _listed(inside, rules, titled=False, wikilinks=wikilinks)
        found[part] = _encoded([f"# {title}: {escape(named[part])}", *listed])
    return found


def _listed(
    entries: Mapping[str, IndexEntry], rules: tuple[SectionRule, ...], *, titled: bool, wikilinks: bool
) -> list[str]:
    """Entries below the headings of their sections; titled: an undivided list has a heading too."""
    groups: dict[str, list[IndexEntry]] = {rule.heading: [] for rule in rules}
    for entry in sorted(entries.values(), key=attrgetter("order")):
        stem = entry.stem
        home = next((rule.heading for rule in rules if rule.takes(stem, entry.tags)), OTHER_SECTION)
        groups.setdefault(home, []).append(entry)
    lines: list[str] = []
    for heading, group in groups.items():
        if group:
            headed = [f"## {escape(heading if rules else PAGES)}"] if rules or titled else []
            lines += ["", *headed, *(entry.line(wikilinks=wikilinks) for entry in group)]
    return lines


def _encoded(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8")


def render_root(schema: Schema, title: str, directories: Iterable[str]) -> bytes:
    """``index.md``: overview, then the directory catalogue.

    directories: names of the directories that hold pages, besides ``sources``.
    """
    present = set(directories)
    described = {dimension.name: dimension.description for dimension in schema.dimensions}
    overview = schema.overview or schema.positioning.focus
    lines = [f"# {escape(title)}"]
    if overview:
        lines += [f"> {escape(line)}" for line in overview.splitlines() if line.strip()]
    lines += ["", f"## {DIRECTORIES}"]
    for name in sorted(present):
        lines.append(_catalogued(name, described.get(name, ""), wikilinks=schema.links == "wikilinks"))
    lines.append(f"- {layout.SOURCES_DIR}/ -- digests of the documents and their original text")
    return _encoded(lines)


def numbered(stem: str) -> tuple[list[str | int], str]:
    """Where a stem or title stands in a list: session 2 before session 10."""
    parts = _DIGITS.split(stem)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)], stem


def _catalogued(name: str, about: str, *, wikilinks: bool) -> str:
    """A directory as the catalogue lists it."""
    link = f"{name}/" if wikilinks else link_form.link(layout.index_path(name), f"{name}/", "")
    return f"- {link} -- {escape(about)}" if about else f"- {link}"


_LISTED: Final = re.compile(r"(?: \((?P<names>.*?)\))?(?: -- (?P<summary>.*?))?(?P<tags>(?: #\S+)*)[ \t\r]*")


def read_listed(data: bytes, path: str) -> IndexEntry | None:
    """The entry that an index, or a part of one, has for a page; None where it does not list the page.

    It gives the same line again, be the page itself readable or not.
    """
    for line in data.decode("utf-8", "replace").split("\n"):
        found = read_entry(line)
        said = (
            _LISTED.fullmatch(found.rest) if found is not None and found.stem == layout.stem(path) else None
        )
        if found is not None and said is not None:
            names = tuple(unescape(said["names"]).split(", ")) if said["names"] else ()
            tags = tuple(said["tags"].replace(" #", " ").split())
            return IndexEntry(found.stem, names, unescape(said["summary"] or ""), tags, found.text)
    return None


def read_entry(line: str) -> link_form.Entry | None:
    """The page, or part of an index, that a line of an index lists; None for any other line."""
    entry = link_form.read_entry(line[2:]) if line.startswith("- [") else None
    listed = entry is not None and (not layout.is_index(entry.stem) or layout.is_index_part(entry.stem))
    return entry if listed else None
