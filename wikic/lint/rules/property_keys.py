"""F007: a key of the frontmatter that stands twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.problem import Problem
from wikic.lint.rule import Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Severity

_KEY: Final = re.compile(
    r"""^(?P<key>[^\W\d][\w.-]*(?:[ ]+[\w.-]+)*|"[^"\n]+"|'[^'\n]+')[ \t]*:(?=[ \t\r]|$)""", re.M
)


def check(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        front = page.front
        if front is None or page.fault is not None:
            continue
        keys = _KEY.findall(front.yaml)
        if len(keys) == len(set(keys)) and "'" not in "".join(keys) and '"' not in "".join(keys):
            continue
        lines: dict[str, int] = {}
        for match in _KEY.finditer(front.yaml):
            key = match["key"].strip("\"'")
            line, column = page.at(front.offset + match.start())
            first = lines.setdefault(key, line)
            if first != line and key in page.fields:
                yield Problem(page.file, line, column, f"the key {key} stands in line {first} as well")


F007 = Rule(
    code="F007",
    name="duplicate-key",
    category=Category.MALFORMED_REF,
    severity=Severity.ERROR,
    summary="A key of the frontmatter stands twice.",
    why="YAML allows each key once: Obsidian and most programs read nothing of such a frontmatter, others "
    "the second value alone.",
    example="---\nstatus: open\nstatus: closed\n---",
    instead="---\nstatus: closed\n---",
    check=check,
    scope="file",
)
