"""Needs that code finds by counting: missing pages, and digests that cite few sentences of their document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wikic import layout
from wikic.document.quotes import segment
from wikic.fix.model.need import INCOMPLETE, MAX_SOURCES, MISSING, Need, finding, groups_of, keys_of
from wikic.model.finding import Category
from wikic.model.page import Head, Page
from wikic.model.statement import Block
from wikic.wiki import article_file
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace

# A document of few sentences may well say three things in one statement; of many, half untold is a gap.
MIN_BLOCKS: Final = 6
MIN_CITED: Final = 0.4  # of the sentences; a thorough extraction gives a statement for nearly each
NAMED_BY: Final = 2  # digests from which a thing is worth a page (docs/disk-format.md, "Knowledge page")


def blocks_of(space: Workspace, key: str) -> tuple[Block, ...]:
    """The numbered blocks of a source's article; none when it is gone."""
    file = layout.page_file(layout.article_path(key))
    data = space.tree.read(file)
    if data is None:
        return ()
    article = article_file.parse(data, file)
    return segment(article.text, article.language)


def missing_pages(space: Workspace, keys: Sequence[str]) -> Iterator[Need]:
    """Things that two digests name, one of ``keys`` among them, and that have no page."""
    for group in groups_of(space, keys):
        if space.fold.groups.stem_of(group) is not None:
            continue
        named = keys_of(space, group)
        if len(named) < NAMED_BY:
            continue
        page = _stub(space, group)
        message = f"{page.title!r} is named by {len(named)} documents and has no page"
        what = finding(page.path, MISSING, Category.INCOMPLETE_PAGE, message)
        yield Need(group, page, (what,), named[:MAX_SOURCES])


def incomplete_digests(space: Workspace, keys: Sequence[str]) -> Iterator[Need]:
    """The pages of subjects of those digests of ``keys`` that cite less than 40 % of their article."""
    for key in sorted(set(keys)):
        symbols = space.symbols(key)
        if symbols is None:
            continue
        subject = next((at for at, each in enumerate(symbols.symbols) if each.principal or each.self_), 0)
        group = space.fold.resolver.root_of((key, subject)) if symbols.symbols else None
        if group is None or space.fold.groups.stem_of(group) is None:
            continue
        cited = {block.id for block in space.digest(key).blocks}
        blocks = [block for block in blocks_of(space, key) if block.kind != "heading"]
        left = [block for block in blocks if block.id not in cited]
        if len(blocks) < MIN_BLOCKS or len(blocks) - len(left) >= MIN_CITED * len(blocks):
            continue
        page = space.fold.groups.page(group)
        numbers = ", ".join(str(block.number) for block in left)
        message = f"blocks {numbers} of {key} are cited by no statement"
        yield Need(
            group,
            page,
            (finding(page.path, INCOMPLETE, Category.INCOMPLETE_PAGE, message),),
            (key,),
        )


def _stub(space: Workspace, group: GroupId) -> Page:
    """A page for a group that has none: the title that the digests give it, and no fact."""
    resolver = space.fold.resolver
    members = resolver.all_members(group)
    titles = sorted({resolver.symbol(member).title for member in members})
    home = space.schema.home_of(resolver.dimension(members) or space.schema.fallback)
    return Page(f"{home}/{layout.slug(titles[0])}", home, titles[0], "", Head())
