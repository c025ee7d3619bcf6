"""A written article on the page of its thing, with what people changed of it, told as on a document's
page.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from wikic.document.parse import parse_document
from wikic.model.page import Overlay, Own
from wikic.wiki import document_body, document_page
from wikic.wiki.document_body import Edits, is_address


@dataclass(frozen=True, slots=True)
class ArticleOnPage:
    """What of an article stands on a page.

    body: its Markdown, with people's words. note: what of that the fold wrote.
    overlay: what people changed on the page, settled for the article that is there now.
    """

    body: str
    note: tuple[str, ...]
    overlay: Overlay


_NOTHING: Final = document_body.Edits({}, (), ())


def leaves(text: str) -> tuple[tuple[str, str], ...]:
    """Address and words of the leaves of an article."""
    found = document_body.parts(parse_document(text)) if text else ()
    return tuple((document_body.address(leaf), leaf.text) for leaf in found)


def put_on_page(text: str, overlay: Overlay) -> ArticleOnPage:
    """Write an article with what people changed of it; of one that is gone their words join the facts."""
    if not text and not _is_touched(overlay):
        return ArticleOnPage("", (), overlay)
    theirs = Overlay(
        rewordings=tuple(each for each in overlay.rewordings if is_address(each[0])),
        bullets=tuple(each for each in overlay.bullets if is_address(each.after)),
    )
    rest = replace(
        overlay,
        rewordings=tuple(each for each in overlay.rewordings if not is_address(each[0])),
        bullets=tuple(each for each in overlay.bullets if not is_address(each.after)),
    )
    if not text:
        words = [each.text.strip("\n") for each in theirs.bullets] + [each for _, each in theirs.rewordings]
        return ArticleOnPage("", (), replace(rest, bullets=(*rest.bullets, *map(Own, words))))
    parted = document_body.Parted.of(text)
    theirs = document_page.settled(theirs, parted)
    removed: Collection[str] = [each for each in overlay.refused if is_address(each)]
    edits = Edits(dict(theirs.rewordings), removed, theirs.bullets)
    body = document_body.write_body(parted, (), _as_it_is, edits)
    plain = document_body.write_body(parted, (), _as_it_is, replace(_NOTHING, removed=removed))
    merged = replace(
        rest,
        rewordings=tuple(sorted((*rest.rewordings, *theirs.rewordings))),
        bullets=(*rest.bullets, *theirs.bullets),
    )
    return ArticleOnPage(body, document_page.noted(plain, edits.own, parted), merged)


def _is_touched(overlay: Overlay) -> bool:
    return any(is_address(called) for called, _ in overlay.rewordings) or any(
        is_address(each.after) for each in overlay.bullets
    )


def _as_it_is(target: str) -> None:
    return None
