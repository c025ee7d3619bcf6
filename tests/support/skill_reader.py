"""An agent with a shell in a directory of skills: it follows what files list and reads what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_GROUP = re.compile(r"^- \*\*(?P<name>.+?)/\*\* \((?P<count>[\d,]+) docs?\): (?P<line>.+)$", re.M)
_DOCUMENT = re.compile(
    r"^- `(?P<file>documents/.+?\.md)`(?: lines (?P<first>\d+)-(?P<last>\d+))?: (?P<title>.*)$", re.M
)


@dataclass(frozen=True)
class Listing:
    """A SKILL.md or INDEX.md. file: where it lies. head: its frontmatter."""

    file: Path
    head: dict[str, Any]
    body: str


@dataclass(frozen=True)
class Read:
    """A document as it was listed and as it was read."""

    title: str
    text: str


def listings(skill: Path) -> Iterator[Listing]:
    """Every listing of a skill, in the order in which an agent that reads all of them comes to it."""
    yield from _from(skill / "SKILL.md")


def _from(file: Path) -> Iterator[Listing]:
    text = file.read_text("utf-8")
    assert text.startswith("---\n")
    head, _, body = text[4:].partition("\n---\n")
    yield Listing(file, yaml.safe_load(head), body)
    for group in _GROUP.finditer(body):
        below = list(_from(file.parent / group["name"] / "INDEX.md"))
        assert below[0].head["num_documents"] == int(group["count"].replace(",", ""))
        yield from below


def documents(skill: Path) -> Iterator[Read]:
    """Every document that a skill's listings name, read as they say."""
    for each in listings(skill):
        for found in _DOCUMENT.finditer(each.body):
            text = (skill / found["file"]).read_text("utf-8")
            if found["first"]:
                text = "\n".join(text.split("\n")[int(found["first"]) - 1 : int(found["last"])])
            yield Read(found["title"], text)
