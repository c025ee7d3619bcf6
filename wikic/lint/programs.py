"""The programs that read a vault: told by the settings they leave in it, they decide what a link means.

A vault is one of these or it is not; of one that is not, links are checked by what all of them have in
common, and none is mended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Name = Literal["obsidian", "logseq", "dendron", "foam", "zk", "quartz", "mkdocs", "docusaurus", "hugo", ""]
Anchors = Literal["obsidian", "github", "mkdocs", ""]


@dataclass(frozen=True, slots=True)
class Program:
    """What a program makes of the links of a vault.

    name: as ``[lint] program`` has it; "" where none is known.
    marks: files or directories that it leaves in the vault, or above it: one tells.
    names: what finds a page beside its path and its file's name: the ``title`` and the ``aliases`` it gives
        itself, its first ``heading``, or a ``slug``, letters and digits alone.
    mended: whether a link can be written anew with certainty.
    namespaces: ``a/b`` has a page ``a`` above it, whether it is written or not.
    anchors: who makes the addresses of headings; "" where any will do.
    """

    name: Name
    marks: tuple[str, ...] = ()
    names: tuple[str, ...] = ("title", "aliases", "heading", "slug")
    mended: bool = True
    namespaces: bool = False
    anchors: Anchors = ""


_OBSIDIANS: Final = ("title", "aliases", "slug")

# The first whose marks are there; a site generator may stand beside a program for notes.
PROGRAMS: Final = (
    Program("logseq", ("logseq/config.edn",), ("title", "aliases"), mended=False, namespaces=True),
    Program("dendron", ("dendron.yml",), (), mended=False),
    Program("zk", (".zk",), _OBSIDIANS),
    Program("foam", (".foam", ".vscode/foam.json"), ("aliases", "slug")),
    Program("quartz", ("quartz.config.ts", "quartz.config.yaml"), _OBSIDIANS, anchors="github"),
    Program("mkdocs", ("mkdocs.yml", "mkdocs.yaml"), anchors="mkdocs"),
    Program("docusaurus", ("docusaurus.config.js", "docusaurus.config.ts"), anchors="github"),
    Program("hugo", tuple(f"hugo.{each}" for each in ("toml", "yaml", "yml", "json")), anchors="github"),
    Program("obsidian", (".obsidian",), _OBSIDIANS, anchors="obsidian"),
)  # fmt: skip
UNKNOWN: Final = Program("", mended=False)


def program(name: str) -> Program:
    """The program of a name; ``UNKNOWN`` where there is none."""
    return next((each for each in PROGRAMS if each.name == name), UNKNOWN)
