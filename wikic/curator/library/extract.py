"""The extraction of one document of a library: one entity, itself; what it says, as its tree has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic import language
from wikic.curator.document_terms import terms
from wikic.curator.document_words import document_words
from wikic.curator.library import titles
from wikic.curator.library.characters import with_characters, without_passing_names
from wikic.curator.library.document_passages import code_of, read_passages
from wikic.curator.library.han_characters import characters
from wikic.curator.library.line_kinds import folded, words_of
from wikic.curator.library.passage import Passage
from wikic.curator.library.sections import is_page
from wikic.curator.library.speech import Conversation
from wikic.curator.library.stories import is_story
from wikic.curator.library.summary import of_talk, summary
from wikic.document.leaves import Leaf
from wikic.document.nodes import Header, Inline, LineBreak, Para
from wikic.document.plain import plain_text
from wikic.document.quotes import Quoted, quote
from wikic.markdown.bullet_lines import canonical, without_boxes
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Entity, Term
from wikic.wiki.fold.symbols import PEOPLE, called

_MAIL: Final = re.compile(r"\.(?:eml|mbox)(?:/|$)", re.I)
_ITSELF: Final = "e1"
TELLING: Final = 8  # words of a document, some of which a title and a summary from its text have


def extract(article: Article, blocks: Sequence[Block]) -> Extraction:
    """What one document of a library says; looks at nothing but it.

    blocks: ``segment`` of the article; the numbers of the passages are theirs.
    """
    quoted = quote(article.text, article.language)
    assert len(quoted.blocks) == len(blocks)
    code = code_of(quoted, article.language)
    words = words_of(code)
    marked = article.text
    article = replace(article, text=_told(quoted))
    heading = _heading(quoted)
    every, talk = read_passages(quoted, heading or article.title, article.language)
    given = titles.given(article, heading, talk.speakers if talk is not None else (), words)
    found = _once(every)
    said = [
        replace(each, text=without_boxes(attachment.spoken(each.text)))
        for each in found
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
    itself = Entity(_ITSELF, title, "", summary=about, principal=True, self_=True)
    statements = tuple(
        ProposedStatement(
            _ITSELF, each.kind, each.text, each.blocks, each.holder, form=each.form, place=each.place
        )
        for each in found
    )
    people, named = _names(article, title, blocks, code, talk, story=story)
    return Extraction(about, (itself,), statements, words=weighed, terms=(*people, *named))


def _names(
    article: Article,
    title: str,
    blocks: Sequence[Block],
    code: str,
    talk: Conversation | None,
    *,
    story: bool,
) -> tuple[tuple[Term, ...], list[Term]]:
    """Who speaks or writes, and the names and terms that the document uses."""
    pack = language.pack(code)
    spoken = [replace(block, text=attachment.spoken(block.text)) for block in blocks]
    people = talk.people if talk is not None else _writer(article)
    speaking = {folded(name) for term in people for name in (term.name, *called(term.name))}
    named = [term for term in terms(title, spoken, pack) if folded(term.name) not in speaking]
    if story:
        named = with_characters(named, article.text, pack)
        told = characters(title, spoken, pack)
        names = {each.name for each in told}
        named = [*told, *(each for each in named if each.name not in names)]
    elif talk is None:
        named = without_passing_names(named)
    return people, named


def _told(quoted: Quoted) -> str:
    """The words of a document, its paragraphs parted by empty lines and its lines as they are broken."""
    return "\n\n".join(filter(None, map(_lines, quoted.leaves)))


def _lines(leaf: Leaf) -> str:
    if not isinstance(leaf.node, Para):
        return leaf.text
    lines: list[list[Inline]] = [[]]
    for each in leaf.node.inlines:
        if isinstance(each, LineBreak):
            lines.append([])
        else:
            lines[-1].append(each)
    return "\n".join(plain_text(line).strip() for line in lines)


def _heading(quoted: Quoted) -> str:
    """The first heading, where it alone is of the highest level; "" where it may be that of a part."""
    heads = [leaf for leaf in quoted.leaves if leaf.kind == "heading"]
    top = [leaf for leaf in heads if isinstance(leaf.node, Header) and leaf.node.level == 1]
    return heads[0].text if len(top) == 1 and heads[0] is top[0] else ""


def _writer(article: Article) -> tuple[Term, ...]:
    """Who wrote a mail, by whole name: one of whom chats of the same people say the first alone."""
    author = article.author or ""
    return (Term(author, PEOPLE, 1),) if _MAIL.search(article.key) and called(author) else ()


def _once(found: Sequence[Passage]) -> list[Passage]:
    """Passages as statements hold them, each once: what a document says again under another heading is found
    there already, and its page shows both.
    """
    seen: set[tuple[str | None, str]] = set()
    kept: list[Passage] = []
    for each in found:
        text = canonical(each.text)
        if text and (each.holder, text) not in seen and any(map(str.isalnum, text)):
            seen.add((each.holder, text))
            form = each.form if "\n" in text or each.form in ("sentence", "turn", "figure") else "sentence"
            kept.append(Passage(form, text, each.blocks, each.place, each.kind, each.holder))
    return kept
