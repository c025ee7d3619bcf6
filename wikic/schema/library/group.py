"""A topic while it is looked for: what it is called and what brings a document into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from wikic import layout

DEEPEST: Final = layout.MAX_DEPTH - 1  # groups within each other, the last of which holds pages


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that belong together.

    label: what a reader calls them.
    size: how many of the documents looked at.
    also: other beginnings of titles that bring a document here.
    folder, prefix, date, words: as in ``model.topics.Topic``; "" or empty where they do not count.
    speakers: any one of whom brings a document here.
    about: names a description says. titles: of documents that stand for the others, where there are none.
    kind: what most of its documents are, as the wording calls it.
    years: of them, "2021–2024", or "".
    voices: those who speak in most of its documents, and whether others do too.
    title: as readers write its label. holds: titles of the groups right within it.
    parent: path of the group it lies in, or "".
    """

    label: str
    size: int
    folder: str = ""
    prefix: str = ""
    date: str = ""
    speakers: tuple[str, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    kind: str = "documents"
    years: str = ""
    voices: tuple[tuple[str, ...], bool] = ((), False)
    title: str = ""
    holds: tuple[str, ...] = ()
    parent: str = ""
    also: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """What tells it from all others: its label behind those of the groups it lies in."""
        return f"{self.parent}/{self.label}"

    @property
    def depth(self) -> int:
        """How many groups it is the last of, each in the one before."""
        return self.path.count("/")
