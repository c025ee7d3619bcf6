"""What a document says: as people who speak, or as a text; and its statements, by which it is cited.

A document of a library is its own page, so its digest keeps none of this: whoever asks cuts the article's
text again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.document.document_words import document_words
from wikic.document.leaves import Leaf
from wikic.document.line_kinds import words_of
from wikic.document.nodes import Header, Inline, LineBreak, Para
from wikic.document.passage import Passage
from wikic.document.passages import passages
from wikic.document.plain import plain_text
from wikic.document.quotes import Quoted, quote
from wikic.document.speech import Conversation, conversation
from wikic.markdown.bullet_lines import canonical
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.statement import Block, Entity, Statement
from wikic.remembered import remembered
from wikic.text import cjk
from wikic.text.normalise import normalise

ITSELF: Final = "e1"  # the document, as an entity of its digest


@dataclass(frozen=True, slots=True)
class Said:
    """What the text of a document says.

    quoted: it as numbered blocks. code: BCP 47 tag of the language whose words are asked.
    heading: its title as its text has it, "" without one.
    passages: as statements hold them, in order, each once.
    talk: the conversation it is, if it is one.
    """

    quoted: Quoted
    code: str
    heading: str
    passages: tuple[Passage, ...]
    talk: Conversation | None


@remembered(8)  # who extracts and who reads back look at one document in a row
def read_said(text: str, title: str, language: str) -> Said:
    """What a document says. title: of its article. language: a BCP 47 primary tag."""
    quoted = quote(text, language)
    heading = _heading(quoted)
    found, talk = read_passages(quoted, heading or title, language)
    return Said(quoted, code_of(quoted, language), heading, tuple(_once(found)), talk)


def read_passages(quoted: Quoted, title: str, language: str) -> tuple[Sequence[Passage], Conversation | None]:
    """The passages of a document in order, and the conversation it is, if it is one.

    title: of the document, which is no heading of a part. language: a BCP 47 primary tag.
    """
    code = code_of(quoted, language)
    words = words_of(code)
    talk = conversation(quoted, words, code)
    return (talk.passages if talk is not None else tuple(passages(quoted, title, words))), talk


def code_of(quoted: Quoted, language: str) -> str:
    """The language whose words are asked: that of Han script where a document's is unknown and it has it."""
    if language != "und":
        return language
    return "zh" if cjk.is_cjk("\n".join(leaf.text for leaf in quoted.leaves)) else language


def document_statements(article: Article) -> tuple[tuple[Block, ...], tuple[Statement, ...]]:
    """The blocks that an article's statements cite, numbered from 1, and these: of the document itself."""
    said = read_said(article.text, article.title, article.language)
    by_number = {block.number: block for block in said.quoted.blocks}
    made: dict[str, Statement] = {}
    for each in said.passages:
        own = [by_number[number] for number in each.blocks]
        if any(block.kind != "heading" for block in own):
            statement = statement_of(each, own)
            made.setdefault(statement.id, statement)
    cited = {block for each in made.values() for block in each.blocks}
    kept = {block.id: block.text for block in said.quoted.blocks if block.id in cited}
    blocks = (Block(id, text, number) for number, (id, text) in enumerate(kept.items(), start=1))
    return tuple(blocks), tuple(made.values())


def statement_of(passage: Passage, blocks: Sequence[Block]) -> Statement:
    """A passage as a statement of its document. blocks: those it is made of."""
    text, holder = canonical(passage.text), normalise(passage.holder or "") or None
    return Statement(
        id=layout.statement_id(passage.kind, holder, text),
        of=ITSELF,
        kind=passage.kind,
        text=text,
        blocks=tuple(dict.fromkeys(block.id for block in blocks)),
        holder=holder,
        form=passage.form,
        place=tuple(filter(None, map(normalise, passage.place))),
    )


def itself(title: str, summary: str) -> Entity:
    """The document as the one thing that its digest names."""
    return Entity(ITSELF, title, "", summary=summary, principal=True, self_=True)


def words_said(article: Article, title: str, tags: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """The words of a document by which it is placed, with their weights.

    tags: that its author gives it.
    title: what it is called; where nobody called it so, it is words of the text and weighs as these.
    """
    said = read_said(article.text, article.title, article.language)
    called = filter(None, (article.title, said.heading))
    given = said.talk is not None or any(title in each or each in title for each in called)
    told = attachment.spoken(told_text(said.quoted))
    return document_words(title if given else "", told, said.code, tags, article.text)


def told_text(quoted: Quoted) -> str:
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
