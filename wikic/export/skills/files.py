"""Where the documents of a skill lie: a file for each, or one for those of a leaf, all in one directory.

The directory is the skill's, not the group's: a group that is called otherwise tomorrow, or gains a document,
leaves the documents where they are.
"""

from __future__ import annotations

import json
import re
import shlex
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.export.skills.entry import Entry
from wikic.export.skills.forest import Branch, Fitted
from wikic.export.skills.wording import Phrasing, cut, description, line

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


SKILL, INDEX = "SKILL.md", "INDEX.md"
_SLUG: Final = 50  # characters of a label in a name (Corpus2Skill, released code)
_TITLE: Final = 160
_LINE: Final = 300  # characters of a group's description


@dataclass(frozen=True, slots=True)
class Writing:
    """What all files of an export have in common.

    wiki: its title. compact: whether leaves are sections of the file above them.
    phrasing: sentences in the language of the wiki.
    """

    wiki: str
    compact: bool
    phrasing: Phrasing


def skill_name(number: int, label: str) -> str:
    """``skill-03-wix-payments``; the format takes a-z, 0-9 and hyphens, so of 票房 the number is left."""
    plain = unicodedata.normalize("NFKD", label.casefold())
    said = _slug("".join(char for char in plain if char.isascii()))
    return f"skill-{number:02d}-{said}" if said else f"skill-{number:02d}"


def group_name(number: int, label: str) -> str:
    """``group-03-payouts``: what stands below a skill may be called in any script."""
    said = _slug(label.casefold())
    return f"group-{number:02d}-{said}" if said else f"group-{number:02d}"


def skill_files(name: str, made: Fitted, writing: Writing) -> dict[str, str]:
    """Every file of a skill by its path below the skill's directory."""
    root = made.branch
    head = _head(name, description(root, writing.wiki, writing.phrasing), root)
    files = _Files(writing, {} if made.bundled else own_files(root))
    contents = files.contents(root, "")
    if not made.bundled:
        files.found |= {files.places[each.path].file: each.text for each in root.entries}
    rules = f"## How to answer\n\n{writing.phrasing.rules}\n"
    return {SKILL: f"{head}{_body(root)}{contents}\n{rules}", **files.found}


class _Files:
    """The files of a skill while they are written, its SKILL.md left out.

    places: of documents, by page path; empty where leaves are bundled, which fills it.
    """

    def __init__(self, writing: Writing, places: dict[str, Place]) -> None:
        self.found: dict[str, str] = {}
        self.places = places
        self._writing = writing
        self._bundled = not places

    def contents(self, branch: Branch, group: str) -> str:
        """What a group lists, after all below it was written; ``group``: its directory."""
        if not branch.children:
            listed = self._listed(branch, group)
            return f"\n### Documents ({_items(len(branch.entries))})\n\n{self._how(branch)}\n\n{listed}"
        phrasing = self._writing.phrasing
        groups, sections = [], []
        for number, child in enumerate(branch.children):
            name = group_name(number, child.name)
            place = f"{group}/{name}" if group else name
            if self._writing.compact and not child.children:
                listed = self._listed(child, place)
                sections.append(f"\n#### {child.label} ({_docs(child)})\n\n{child.overview}\n\n{listed}")
                continue
            inner = self.contents(child, place)
            said = cut(child.summary, _LINE) if child.summary else line(child, phrasing)
            self.found[f"{place}/{INDEX}"] = f"{_head(name, _plain(said), child)}{_body(child)}{inner}"
            groups.append(f"- **{name}/** ({_docs(child)}): {said}\n")
        text = ""
        if groups:
            step = f"{phrasing.descend}{phrasing.stop}{phrasing.back}"
            text += f"\n### Sub-groups (directories)\n\n{step}\n\n{''.join(groups)}"
        if sections:
            leaves = [each for each in branch.children if not each.children]
            count = _items(sum(len(each.entries) for each in leaves))
            text += f"\n### Documents ({count})\n\n{self._how(leaves[0])}\n{''.join(sections)}"
        return text

    def _listed(self, leaf: Branch, group: str) -> str:
        """The documents of a leaf, a line each; bundled, they are written here."""
        if self._bundled:
            text, places = bundle(leaf.entries, group)
            self.places |= places
            self.found[places[leaf.entries[0].path].file] = text
        return "".join(_item(self.places[each.path], each.title) for each in leaf.entries)

    def _how(self, leaf: Branch) -> str:
        """How the documents of a list are read, with the first for an example."""
        phrasing, one = self._writing.phrasing, self.places[leaf.entries[0].path]
        text = phrasing.read_lines if one.last else phrasing.read_file
        return text.format(file=shlex.quote(one.file), first=one.first, last=one.last)


def _item(place: Place, title: str) -> str:
    lines = f" lines {place.first}-{place.last}" if place.last else ""
    return f"- `{place.file}`{lines}: {cut(title, _TITLE)}\n"


def _slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text).strip("-")[:_SLUG].strip("-")


def _head(name: str, said: str, branch: Branch) -> str:
    """Frontmatter; a JSON string is YAML."""
    quoted = json.dumps(said, ensure_ascii=False)
    return (
        f"---\nname: {name}\ndescription: {quoted}\nlevel: {branch.level}\n"
        f"num_documents: {len(branch.entries)}\n---\n\n"
    )


def _body(branch: Branch) -> str:
    return f"# {branch.label}\n\n## Overview\n\n{branch.overview}\n\n## Contents\n"


def _docs(branch: Branch) -> str:
    return f"{len(branch.entries):,} doc{'' if len(branch.entries) == 1 else 's'}"


def _items(count: int) -> str:
    return f"{count:,} item{'' if count == 1 else 's'}"


def _plain(text: str) -> str:
    return text.replace("<", "‹").replace(">", "›")
