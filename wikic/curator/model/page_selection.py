"""``select``: chooses the pages that an article names, by code; a call would cost more than it could save."""

from __future__ import annotations

from collections.abc import Sequence

from wikic.curator.model import bounds
from wikic.model.article import Article
from wikic.model.page import Page
from wikic.text import names
from wikic.text.normalise import fold_name


def select(source: Article, candidates: Sequence[Page]) -> tuple[Page, ...]:
    """At most 5 (LLM-Wiki, section 4.1): those of the article's title first, then those it names most often;
    among equals the order of ``candidates``.
    """
    title, text = fold_name(source.title), fold_name(source.text)
    ranked: list[tuple[bool, int, int, Page]] = []
    for at, page in enumerate(candidates):
        called = {
            fold_name(page.title),
            fold_name(names.base(page.title)),
            *map(fold_name, page.head.aliases),
        }
        called.discard("")
        named = max((text.count(name) for name in called), default=0)
        titled = any(name in title for name in called)
        if named or titled:
            ranked.append((not titled, -named, at, page))
    ranked.sort(key=lambda row: row[:3])
    return tuple(row[3] for row in ranked[: bounds.PAGES])
