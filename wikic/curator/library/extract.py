"""The extraction of one document of a library: one entity, itself; its passages in document order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.document_terms import terms
from wikic.curator.document_words import document_words
from wikic.curator.library import announced, footnotes, titles
from wikic.curator.library.characters import with_characters, without_passing_names
from wikic.curator.library.document_walk import Reader
from wikic.curator.library.han_characters import characters
from wikic.curator.library.line_kinds import Words, folded, words_of
from wikic.curator.library.passage import Passage
from wikic.curator.library.plain_words import plain
from wikic.curator.library.sections import is_page
from wikic.curator.library.summary import of_talk, summary
from wikic.language import word_lists as language
from wikic.markdown.bullet_lines import canonical, without_boxes
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Entity, Term
from wikic.text import cjk, structured_blocks
from wikic.text.structured_blocks import Part
from wikic.wiki.fold.symbols import PEOPLE, called

_MAIL: Final = re.compile(r"\.(?:eml|mbox)(?:/|$)", re.I)
_ITSELF: Final = "e1"
TELLING: Final = 8  # words of a document, some of which a title and a summary from its text have


def extract(article: Article, blocks: Sequence[Block]) -> Extraction:
    """What one document of a library says; looks at nothing but it.

    blocks: ``segment`` of the article; the numbers of the passages are theirs.
    """
    code = "zh" if article.language == "und" and cjk.is_cjk(article.text) else article.language
    words = words_of(code)
    parts = list(structured_blocks.read(article.text, article.language))
    assert len(parts) == len(blocks)
    reader = Reader(article, footnotes.placed(parts), words)
    page = reader.read()
    passages = _once(announced.joined(page.found, words)) or _once(_everything(parts, words))
    said = [
        replace(each, text=without_boxes(attachment.spoken(each.text)))
        for each in passages
        if each.form != "figure"
    ]
    given = titles.given(article, page.heading, reader.speakers, words)
    weighed = document_words(given, attachment.spoken(article.text), code)
    telling = [word for word, _ in weighed[:TELLING]]
    title = given or titles.of_text(article, said, words, telling)
    if reader.people:
        about = of_talk(said, words, [word for word, _ in weighed])
    elif page.story or (is_page(article.title) and article.text.lstrip()[:1].islower()):
        about = ""  # a page that begins within a sentence tells first what ends there
    else:
        about = summary(said, words, telling, title, tabular=page.tabular)
    itself = Entity(_ITSELF, title, "", summary=about, principal=True, self_=True)
    statements = tuple(
        ProposedStatement(
            _ITSELF, each.kind, each.text, each.blocks, each.holder, form=each.form, place=each.place
        )
        for each in passages
    )
    pack = language.pack(code)
    spoken = [replace(block, text=attachment.spoken(block.text)) for block in blocks]
    people = reader.people or _writer(article)
    speaking = {folded(name) for term in people for name in (term.name, *called(term.name))}
    named = [term for term in terms(title, spoken, pack) if folded(term.name) not in speaking]
    if page.story:
        named = with_characters(named, article.text, pack)
        told = characters(title, spoken, pack)
        names = {each.name for each in told}
        named = [*told, *(each for each in named if each.name not in names)]
    elif not reader.people:
        named = without_passing_names(named)
    return Extraction(
        about,
        (itself,),
        statements,
        # A title from the text says which words it has and not which of them matter.
        words=weighed,
        terms=(*people, *named),
    )


def _writer(article: Article) -> tuple[Term, ...]:
    """Who wrote a mail, by whole name: one of whom chats of the same people say the first alone."""
    author = article.author or ""
    return (Term(author, PEOPLE, 1),) if _MAIL.search(article.key) and called(author) else ()


def _once(found: Sequence[Passage]) -> list[Passage]:
    """Passages as statements hold them, each once."""
    seen: set[tuple[str | None, str]] = set()
    kept: list[Passage] = []
    for each in found:
        text = canonical(each.text)
        place = each.place[-1] if each.place else ""
        if (each.holder, text) in seen and "\n" in text and place and not text.startswith(place):
            gap = "\n" if text.startswith("```") else " "
            text = canonical(f"{place}:{gap}{text}")  # the same list or code below another heading
        if text and (each.holder, text) not in seen and any(map(str.isalnum, text)):
            seen.add((each.holder, text))
            form = each.form if "\n" in text or each.form in ("sentence", "turn", "figure") else "sentence"
            kept.append(Passage(form, text, each.blocks, each.place, each.kind, each.holder))
    return kept


def _everything(parts: Sequence[Part], words: Words) -> list[Passage]:
    """Every line of a document of which nothing else was taken, but what leads around; who speaks is told."""
    told = [(part.piece.cells[0] if part.piece.shape == "turn" else part.piece.text, part) for part in parts]
    lines = [(plain(text), part) for text, part in told if part.piece.kind != "heading"]
    return [
        Passage("turn", text, (part.number,), kind="claim", holder=part.piece.mark)
        if part.piece.shape == "turn" and part.piece.mark
        else Passage("sentence", text, (part.number,))
        for text, part in lines
        if any(map(str.isalpha, text))
        and not (words.is_navigation(text) or words.is_boilerplate(text) or words.is_notice(text))
    ]
