"""What of the documents stands on no page: blocks that no fact cites and no page of a library holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wikic import layout
from wikic.document.quotes import quote
from wikic.wiki import page_read
from wikic.wiki.fold.symbols import shown
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A block of a document that stands on no page.

    key: of the source. block: its id. text: what it says.
    reason: why the statement that rested on it is not shown, "" where nobody said.
    """

    key: str
    block: str
    text: str
    reason: str = ""


def left_out(root: Path, title: str) -> tuple[LeftOut, ...]:
    """What stands on no page, by document in order of key, as the text has it; headings are left aside.

    title: heading of the root index. Nothing is written. Raises as opening the wiki does, and FormatError
    for an article that cannot be read.
    """
    space = Workspace.open(root, title)
    return tuple(each for key in sorted(space.fold.resolver.digests) for each in _of_source(space, key))


def _of_source(space: Workspace, key: str) -> Iterator[LeftOut]:
    digest, article = space.digest(key), space.article(key)
    there = {block for each in digest.statements if shown(each) for block in each.blocks}
    reasons = {block: each.reason for each in digest.statements if each.retired for block in each.blocks}
    if space.schema.layout_of(key) == "library":
        there = {block.id for body in _pages(space, key) for block in quote(body, article.language).blocks}
    for block in dict.fromkeys(quote(article.text, article.language).blocks):
        if block.id not in there and block.kind != "heading":
            there.add(block.id)  # a document may say it twice
            yield LeftOut(key, block.id, block.text, reasons.get(block.id, ""))


def _pages(space: Workspace, key: str) -> Iterator[str]:
    """The bodies of the pages on which a document of a library stands."""
    for at in range(len(space.fold.resolver.digests[key].symbols)):
        path = space.fold.groups.path_of(space.fold.resolver.root_of((key, at)))
        data = space.tree.read(layout.page_file(path)) if path is not None else None
        if path is not None and data is not None:
            yield page_read.parse(data, path).body
