"""A compiled wiki as values, read from its files: what benchmarks judge is what stands on the pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.markdown.escape import unescape
from wikic.model.article import Article
from wikic.text.normalise import fold_name
from wikic.wiki import article_file, digest_file, page_read
from wikic.wiki.tree import Tree

_RELATED: Final = re.compile(r"^\[\[(?P<stem>[^\]|#]+)\]\] -- (?P<labels>.+)$")


@dataclass(frozen=True, slots=True)
class Cited:
    """A fact of a page.

    id: of its statement.
    text: what it says, plain.
    section: the heading it stands under.
    place: of a document's page, the headings it stands under there, outermost first.
    citations: pairs of the digest's page path and the block's id.
    """

    id: str
    text: str
    section: str
    place: tuple[str, ...]
    citations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A knowledge page.

    path: page path.
    title: its heading.
    aliases: its other names.
    summary: the quote below the heading, or "".
    facts: in order.
    related: labels of Related Pages by the stem they lead to.
    sources: page paths of its digests.
    """

    path: str
    title: str
    aliases: tuple[str, ...]
    summary: str
    facts: tuple[Cited, ...]
    related: dict[str, tuple[str, ...]]
    sources: tuple[str, ...]

    @property
    def stem(self) -> str:
        """What links to it name."""
        return layout.stem(self.path)


class Compiled:
    """The wiki of a knowledge base; pages are read at once, sources when asked for."""

    def __init__(self, root: Path) -> None:
        self.tree = Tree(root)
        files = sorted(file for file, _ in self.tree.walk() if file.endswith(".md"))
        paths = [layout.page_path(file) for file in files]
        self.digests = [path for path in paths if path.startswith(layout.DIGESTS_DIR + "/")]
        self.pages = {
            path: self._entry(path)
            for path in paths
            if not layout.is_index(path) and not path.startswith(layout.SOURCES_DIR + "/")
        }
        self._named: dict[str, list[Entry]] = {}
        for entry in self.pages.values():
            for name in {fold_name(each) for each in (entry.title, *entry.aliases)}:
                self._named.setdefault(name, []).append(entry)

    def named(self, name: str) -> list[Entry]:
        """Pages that carry ``name`` as title; failing that, as alias."""
        found = self._named.get(fold_name(name), [])
        titled = [entry for entry in found if fold_name(entry.title) == fold_name(name)]
        return titled or found

    def article(self, digest: str) -> Article:
        """The article of the digest at this page path."""
        file = layout.page_file(f"{layout.ARTICLES_DIR}/{layout.stem(digest)}")
        return article_file.parse(self.tree.read(file) or b"", file)

    def blocks(self, digest: str) -> dict[str, str]:
        """The quotes of a digest by block id."""
        file = layout.page_file(digest)
        found = digest_file.read_digest(self.tree.read(file) or b"", file, self.tree.read)
        return {block.id: block.text for block in found.blocks}

    def _entry(self, path: str) -> Entry:
        data = self.tree.read(layout.page_file(path)) or b""
        page = page_read.parse(data, path)
        related: dict[str, tuple[str, ...]] = {}
        for line in page.head.related:
            match = _RELATED.match(line)
            if match is not None:
                related[match["stem"]] = tuple(match["labels"].split(", "))
        return Entry(
            path=path,
            title=page.heading or layout.stem(path),
            aliases=page.texts("aliases"),
            summary=page.summary,
            facts=tuple(
                Cited(
                    each.id,
                    unescape(each.markdown),
                    each.section,
                    each.place,
                    tuple((cite.digest, cite.block) for cite in each.cites),
                )
                for each in page.bullets
            ),
            related=related,
            sources=tuple(line.digest for line in page.sources),
        )
