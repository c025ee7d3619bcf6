"""F007: a key of the frontmatter that stands twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.rule import Problem
from wikic.lint.view.wiki_view import WikiView

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
