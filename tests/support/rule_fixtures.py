"""Rule tests written as Markdown: ``fixtures/lint/*.md``.

A file is about the rule its name begins with. Each ``##`` is a case; fences of four backticks say what they
hold: ``file PATH``, ``findings`` (``path:line:column severity message``, ``(fold)`` behind what the fold
repairs; no such fence: nothing is found), ``fixed PATH`` after safe fixes, ``unsafe PATH`` after unsafe ones
too, ``config`` the ``[lint]`` table of wikic.toml. Files and configuration that stand before the first case
belong to every case.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from wikic.config import LintConfig
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.tree import FileStat

_ITEM = re.compile(r"^````(?P<info>[^`\n]+)\n(?P<body>.*?)^````$|^## (?P<name>[^\n]+)$", re.M | re.S)


@dataclass(frozen=True)
class Case:
    """One case: the wiki it describes and what must come of it."""

    name: str
    files: dict[str, bytes]
    findings: list[str] = field(default_factory=list)
    fixed: dict[str, bytes] = field(default_factory=dict)
    unsafe: dict[str, bytes] = field(default_factory=dict)
    config: list[str] = field(default_factory=list)

    def settings(self) -> LintConfig:
        """``[lint]`` as the case has it."""
        return msgspec.convert(tomllib.loads("\n".join(self.config)), LintConfig)

    def view(self) -> WikiView:
        """The case's wiki as rules see it."""
        return WikiView.over(Memory(self.files), profile=Profile.of(self.settings()))


def cases(path: Path) -> Iterator[Case]:
    """The cases of one file."""
    case = shared = Case("", {})
    for match in _ITEM.finditer(path.read_text(encoding="utf-8")):
        if match["name"] is not None:
            if case is not shared:
                yield case
            case = Case(match["name"], dict(shared.files), config=list(shared.config))
            continue
        kind, _, name = match["info"].strip().partition(" ")
        if kind in ("findings", "config"):
            {"findings": case.findings, "config": case.config}[kind].extend(match["body"].splitlines())
        else:
            {"file": case.files, "fixed": case.fixed, "unsafe": case.unsafe}[kind][name] = match[
                "body"
            ].encode()
    yield case


@dataclass(frozen=True)
class Memory:
    """Files as a reader of the linter sees a tree."""

    files: dict[str, bytes]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(0, len(data))

    def read(self, file: str) -> bytes | None:
        return self.files.get(file)
