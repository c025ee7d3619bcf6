"""The extraction of one document of a library: one entity, itself; what it says, as its tree has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic import language
from wikic.curator.document_terms import terms
from wikic.curator.library import titles
from wikic.curator.library.attendance import attendance
from wikic.curator.library.characters import with_characters, without_passing_names
from wikic.curator.library.han_characters import characters
from wikic.curator.library.sections import is_page
from wikic.curator.library.stories import is_story
from wikic.curator.library.summary import of_talk, summary
from wikic.document.document_passages import ITSELF, itself, read_said, told_text
from wikic.document.document_words import document_words
from wikic.document.line_kinds import folded, words_of
from wikic.markdown.bullet_lines import without_boxes
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Term
from wikic.wiki.fold.symbols import PEOPLE, called

_MAIL: Final = re.compile(r"\.(?:eml|mbox)(?:/|$)", re.I)
TELLING: Final = 8  # words of a document, some of which a title and a summary from its text have


def extract(article: Article, blocks: Sequence[Block]) -> Extraction:
    """What one document of a library says; looks at nothing but it.

    blocks: ``segment`` of the article; the numbers of the passages are theirs.
    """
    read = read_said(article.text, article.title, article.language)
    quoted, code, talk = read.quoted, read.code, read.talk
    assert len(quoted.blocks) == len(blocks)
    words = words_of(code)
    marked = article.text
    article = replace(article, text=told_text(quoted))
    given = titles.given(article, read.heading, talk.speakers if talk is not None else (), words)
    said = [
        replace(each, text=without_boxes(attachment.spoken(each.text)))
        for each in read.passages
        if each.form != "figure"
    ]
    weighed = document_words(given, attachment.spoken(article.text), code, article.tags, marked)
    telling = [word for word, _ in weighed[:TELLING]]
    title = given or titles.of_text(article, said, words, telling)
    story = talk is None and is_story(quoted, words)
    if talk is not None:
        about = of_talk(said, words, [word for word, _ in weighed])
    elif story or (is_page(article.title) and article.text.lstrip()[:1].islower()):
        about = ""  # a page that begins within a sentence tells first what ends there
    else:
        about = summary(said, words, telling, title)
    statements = tuple(
        ProposedStatement(
            ITSELF, each.kind, each.text, each.blocks, each.holder, form=each.form, place=each.place
        )
        for each in read.passages
    )
    people = talk.people if talk is not None else _writer(article) or attendance(quoted)
    form = "story" if story else "talk" if talk is not None else ""
    named = _named(article, title, blocks, code, people, form)
    return Extraction(about, (itself(title, about),), statements, terms=(*people, *named), derived=True)


def _named(
    article: Article, title: str, blocks: Sequence[Block], code: str, people: Sequence[Term], form: str
) -> list[Term]:
    """The names and terms that the document uses, but those of people who speak in it or write it.

    form: ``story``, ``talk`` or "".
    """
    pack = language.pack(code)
    spoken = [replace(block, text=attachment.spoken(block.text)) for block in blocks]
    speaking = {folded(name) for term in people for name in (term.name, *called(term.name))}
    named = [term for term in terms(title, spoken, pack) if folded(term.name) not in speaking]
    if form == "story":
        named = with_characters(named, article.text, pack)
        told = characters(title, spoken, pack)
        names = {each.name for each in told}
        return [*told, *(each for each in named if each.name not in names)]
    return named if form == "talk" else without_passing_names(named)


def _writer(article: Article) -> tuple[Term, ...]:
    """Who wrote a mail, by whole name: one of whom chats of the same people say the first alone."""
    author = article.author or ""
    return (Term(author, PEOPLE, 1),) if _MAIL.search(article.key) and called(author) else ()
