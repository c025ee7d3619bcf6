"""What every page holds that others ask for, made once for each; which of many names fit what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final, TypeVar

from wikic.graph.resolve import fold_target
from wikic.lint.view.page import ParsedPage
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.under_cursor import frontmatter_links
from wikic.markdown.document import Heading
from wikic.model.link import Link
from wikic.wiki.tree import FileStat

# As Obsidian reads them: letters, digits, "_", "-" and "/", and not digits alone.
TAG: Final = re.compile(r"(?<![^\s(])#(?P<tag>(?=[\w/-]*[^\W\d])[\w/-]+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One page.

    stat: of the file, or of the text in the editor, that this was read from.
    links: in order, those of the frontmatter first.
    headings: in order.
    tags: of its frontmatter and of its text, without ``#``.
    """

    stat: FileStat
    links: tuple[Link, ...]
    headings: tuple[Heading, ...]
    tags: frozenset[str]


class PageIndex:
    """The entries of one tree, brought up to date when they are asked for."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._entries: dict[str, Entry] = {}

    def entries(self) -> Mapping[str, Entry]:
        """Every page and index by file path, as they stand now."""
        for _ in self.missing():
            pass
        return self._entries

    def missing(self) -> Iterator[str]:
        """Read what changed since it was last read, one file for each step; what is gone goes first."""
        knowledge = self._knowledge
        look = knowledge.look()
        kinds = look.view.state.kinds
        for file in self._entries.keys() - look.stats.keys():
            del self._entries[file]
        for file, stat in look.stats.items():
            entry = self._entries.get(file)
            if kinds.get(file) not in ("page", "index") or (entry is not None and entry.stat == stat):
                continue
            page = knowledge.page(file)
            if page is not None:
                self._entries[file] = self._entry(page, stat)
                look.view.state.forget([file])
            yield file

    def _entry(self, page: ParsedPage, stat: FileStat) -> Entry:
        document = page.document
        links = (*frontmatter_links(page), *document.links)
        return Entry(stat, links, document.headings, frozenset(self._tags(page)))

    def _tags(self, page: ParsedPage) -> Iterator[str]:
        for text in page.texts(*self._knowledge.profile.key_names("tags")):
            yield from filter(None, (tag.strip().removeprefix("#") for tag in text.split(",")))
        for found in TAG.finditer(page.text, page.body):
            if not page.in_code(found.start()):
                yield found["tag"]


Item = TypeVar("Item")


def best(typed: str, items: Iterable[Item], name: Callable[[Item], str], most: int) -> list[Item]:
    """The items whose names hold the typed letters in their order, at most ``most``.

    A name that begins so comes first, then one with a word that does, one that holds it, and any other;
    the shorter first among equals.
    """
    wanted = fold_target(typed)
    if not wanted:
        return nsmallest(most, items, key=lambda item: (fold_target(name(item)), name(item)))
    scattered = re.compile(".*?".join(map(re.escape, wanted.replace(" ", ""))), re.S)
    ranked = []
    for item in items:
        folded = fold_target(name(item))
        at = folded.find(wanted)
        if at == 0:
            rank = 0
        elif at > 0:
            rank = 1 if not folded[at - 1].isalnum() else 2
        elif scattered.search(folded) is not None:
            rank = 3
        else:
            continue
        ranked.append(((rank, len(folded), folded), item))
    return [item for _, item in nsmallest(most, ranked, key=lambda each: each[0])]
