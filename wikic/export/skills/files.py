"""The files of one skill: SKILL.md at its root, INDEX.md in its groups, documents in its leaves."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.export.skills.limits import Fitted
from wikic.export.skills.phrasing import Phrasing
from wikic.export.skills.tree import Branch
from wikic.export.skills.wording import cut, description, line

SKILL, INDEX, BUNDLE = "SKILL.md", "INDEX.md", "documents.md"
_SLUG: Final = 50  # characters of a label in a name (Corpus2Skill, released code)
_TITLE: Final = 160
_LINE: Final = 300  # characters of a group's description
_TAKEN: Final = frozenset(("skill.md", "index.md", "documents.md"))


@dataclass(frozen=True, slots=True)
class Writing:
    """What all files of an export have in common.

    wiki: its title. compact: whether leaves are sections of the file above them.
    phrasing: sentences in the language of the wiki. modelled: whether a model worded the overviews.
    """

    wiki: str
    compact: bool
    phrasing: Phrasing
    modelled: bool


@dataclass(frozen=True, slots=True)
class _Listed:
    """A document where an agent finds it: a file, or lines of one; 0 for all of it."""

    title: str
    file: str
    first: int = 0
    last: int = 0


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
    summary = root.overview if writing.modelled else ""
    head = _head(name, description(root, writing.wiki, writing.phrasing, summary), root)
    found: dict[str, str] = {}
    contents = _contents(root, "", made.bundled, writing, found)
    return {
        SKILL: f"{head}{_body(root)}{contents}\n## How to answer\n\n{writing.phrasing.rules}\n",
        **found,
    }


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


def _contents(branch: Branch, place: str, bundled: bool, writing: Writing, found: dict[str, str]) -> str:
    """What a group lists; the files below it are added to ``found``.

    place: directory of the group below the skill's, with a slash at its end, "" of the skill itself.
    """
    if not branch.children:
        listed = _documents(branch, place, "", bundled, found)
        return f"\n### Documents ({_items(branch)})\n\n{_how(listed, writing)}\n\n{_list(listed)}"
    groups, sections = [], []
    first: list[_Listed] = []
    for number, child in enumerate(branch.children):
        name = group_name(number, child.label)
        if writing.compact and not child.children:
            listed = _documents(child, place, f"{name}/", bundled, found)
            first = first or listed
            sections.append(f"\n#### {child.label} ({_docs(child)})\n\n{child.overview}\n\n{_list(listed)}")
            continue
        inner = _contents(child, f"{place}{name}/", bundled, writing, found)
        said = cut(child.overview, _LINE) if writing.modelled else line(child, writing.phrasing)
        found[f"{place}{name}/{INDEX}"] = f"{_head(name, _plain(said), child)}{_body(child)}{inner}"
        groups.append(f"- **{name}/** ({_docs(child)}): {said}\n")
    text = ""
    if groups:
        next_step = f"{writing.phrasing.descend}{writing.phrasing.stop}{writing.phrasing.back}"
        text += f"\n### Sub-groups (directories)\n\n{next_step}\n\n{''.join(groups)}"
    if sections:
        count = sum(len(each.entries) for each in branch.children if not each.children)
        text += f"\n### Documents ({count} items)\n\n{_how(first, writing)}\n{''.join(sections)}"
    return text


def _documents(
    branch: Branch, place: str, inside: str, bundled: bool, found: dict[str, str]
) -> list[_Listed]:
    """The documents of a leaf as the file at ``place`` lists them; their own files lie in ``inside``."""
    if not bundled:
        names = _names(branch)
        found |= {f"{place}{inside}{names[each.path]}": each.text for each in branch.entries}
        return [_Listed(cut(each.title, _TITLE), inside + names[each.path]) for each in branch.entries]
    listed: list[_Listed] = []
    lines: list[str] = []
    for each in branch.entries:
        text = each.text.rstrip("\n").split("\n")
        listed.append(
            _Listed(cut(each.title, _TITLE), inside + BUNDLE, len(lines) + 1, len(lines) + len(text))
        )
        lines += [*text, ""]
    found[f"{place}{inside}{BUNDLE}"] = "\n".join(lines)
    return listed


def _names(branch: Branch) -> Mapping[str, str]:
    """The file of each document: its stem, as links in texts have it; told apart where two are equal."""
    stems = [layout.stem(each.path).casefold() for each in branch.entries]
    return {
        each.path: f"{layout.stem(each.path)}.md"
        if stems.count(stem) == 1 and f"{stem}.md" not in _TAKEN
        else f"{layout.stem(each.path)}-{layout.title_hash(each.path)}.md"
        for each, stem in zip(branch.entries, stems, strict=True)
    }


def _how(listed: list[_Listed], writing: Writing) -> str:
    """How the documents of a list are read, with the first for an example."""
    one = listed[0]
    text = writing.phrasing.read_lines if one.last else writing.phrasing.read_file
    return text.format(file=one.file, first=one.first, last=one.last)


def _list(listed: list[_Listed]) -> str:
    return "".join(
        f"- `{each.file}`{f' lines {each.first}-{each.last}' if each.last else ''}: {each.title}\n"
        for each in listed
    )


def _docs(branch: Branch) -> str:
    return f"{len(branch.entries):,} doc{'' if len(branch.entries) == 1 else 's'}"


def _items(branch: Branch) -> str:
    return f"{len(branch.entries):,} item{'' if len(branch.entries) == 1 else 's'}"


def _plain(text: str) -> str:
    return text.replace("<", "‹").replace(">", "›")
