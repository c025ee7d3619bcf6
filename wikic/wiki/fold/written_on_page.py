"""A written article on the page of its thing, with what people changed of it, told as on a document's
page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from wikic.document.parse import parse_document
from wikic.model.page import Overlay, Own
from wikic.wiki import document_body, document_page, written_text
from wikic.wiki.document_body import Edits, Parted, is_address
from wikic.wiki.written_text import is_sentence


@dataclass(frozen=True, slots=True)
class ArticleOnPage:
    """What of an article stands on a page.

    body: its Markdown, with people's words. note: what of that the fold wrote.
    overlay: what people changed on the page, settled for the article that is there now.
    """

    body: str
    note: tuple[str, ...]
    overlay: Overlay


_NOTHING: Final = Edits({}, (), ())


def leaves(text: str) -> tuple[tuple[str, str], ...]:
    """Address and words of the leaves of an article."""
    found = document_body.parts(parse_document(text)) if text else ()
    return tuple((document_body.address(leaf), leaf.text) for leaf in found)


def put_on_page(text: str, overlay: Overlay) -> ArticleOnPage:
    """Write an article with what people changed of it; of one that is gone their words join the facts."""
    overlay = without_fallen(overlay, written_text.linked_sentences(text))
    if not text and not _is_touched(overlay):
        return ArticleOnPage("", (), overlay)
    theirs = Overlay(
        rewordings=tuple(each for each in overlay.rewordings if is_address(each[0])),
        bullets=tuple(each for each in overlay.bullets if is_address(each.after)),
    )
    rest = replace(
        overlay,
        refused=tuple(each for each in overlay.refused if not is_sentence(each)),
        rewordings=tuple(each for each in overlay.rewordings if not is_address(each[0])),
        bullets=tuple(each for each in overlay.bullets if not is_address(each.after)),
    )
    if not text:
        words = [each.text.strip("\n") for each in theirs.bullets] + [each for _, each in theirs.rewordings]
        return ArticleOnPage("", (), replace(rest, bullets=(*rest.bullets, *map(Own, words))))
    parted = Parted.of(text)
    theirs = document_page.settled(_on_heirs(theirs, parted, overlay.refused), parted)
    removed: Collection[str] = [each for each in overlay.refused if is_address(each)]
    edits = Edits(dict(theirs.rewordings), removed, theirs.bullets)
    body = document_body.write_body(parted, (), _as_it_is, edits)
    plain = document_body.write_body(parted, (), _as_it_is, replace(_NOTHING, removed=removed))
    merged = replace(
        rest,
        rewordings=tuple(sorted((*rest.rewordings, *theirs.rewordings))),
        bullets=(*rest.bullets, *theirs.bullets),
        refused=tuple(sorted({*rest.refused, *_left_out(parted, edits.rewordings)})),
    )
    return ArticleOnPage(body, document_page.noted(plain, edits.own, parted), merged)


def without_fallen(overlay: Overlay, ids: Collection[str]) -> Overlay:
    """``overlay`` without what the fold wrote in it: sentences of an article that has only ``ids`` by now.

    Of a paragraph that a person changed one word of, the others are the fold's and go with their article.
    """
    reworded = [(each, written_text.without_fallen(each[1], ids)) for each in overlay.rewordings]
    bullets = [(each, written_text.without_fallen(each.text, ids)) for each in overlay.bullets]
    sections = ((each, written_text.without_fallen(each.body, ids)) for each in overlay.sections)
    return replace(
        overlay,
        rewordings=tuple((each[0], words) for each, words in reworded if words or words == each[1]),
        bullets=tuple(replace(each, text=words) for each, words in bullets if words or words == each.text),
        sections=tuple(replace(each, body=words) for each, words in sections),
        refused=tuple(each for each in overlay.refused if not is_sentence(each) or each in ids),
    )


def _on_heirs(theirs: Overlay, article: Parted, refused: Collection[str]) -> Overlay:
    """A person's paragraph whose leaf is gone goes to the one that has its sentences by now.

    What that says besides is added, but for what the person had left out.
    """
    if not theirs.rewordings:
        return theirs
    now = _markdown(article)
    kept = {called: words for called, words in theirs.rewordings if called in now}
    for called, words in theirs.rewordings:
        if called in now:
            continue
        ids = written_text.linked_sentences(words)
        free = (each for each, text in now.items() if each not in kept and each not in refused)
        heir = next(
            (each for each in free if not set(ids).isdisjoint(written_text.linked_sentences(now[each]))), ""
        )
        if heir:
            words = written_text.completed(words, now[heir], {*ids, *refused})
        kept[heir or called] = words
    return replace(
        theirs, rewordings=tuple(sorted(pair for pair in kept.items() if pair[1] != now.get(pair[0])))
    )


def _left_out(article: Parted, rewordings: Mapping[str, str]) -> set[str]:
    """The ids of sentences that people took out of paragraphs of which they left others."""
    now = _markdown(article) if rewordings else {}
    linked = written_text.linked_sentences
    return {id for called, words in rewordings.items() for id in {*linked(now[called])} - {*linked(words)}}


def _markdown(article: Parted) -> dict[str, str]:
    """The text of each leaf of an article, by its address."""
    return {
        document_body.address(each): article.text[each.span.start : each.span.end] for each in article.parts
    }


def _is_touched(overlay: Overlay) -> bool:
    return any(is_address(called) for called, _ in overlay.rewordings) or any(
        is_address(each.after) for each in overlay.bullets
    )


def _as_it_is(target: str) -> None:
    return None
