"""Renders what a prompt shows after its instructions. Documents and pages are data: their lines begin with
a number or a dash and stand between two marks that the text itself cannot write.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from wikic import layout
from wikic.curator.model import bounds
from wikic.curator.model.bounds import one_line
from wikic.curator.model.document_sections import Section
from wikic.curator.protocol import Offer
from wikic.llm.prompt_files import Language
from wikic.model.article import Article
from wikic.model.page import Page
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "wiki": "The wiki",
        "focus": "about",
        "dimensions": "Directories (dimension)",
        "constraints": "Mistakes made before; do not make them again",
        "pages": "Pages that the wiki has; if the document means the same thing, use the same title",
        "names": "Names in the wiki; use one only where the document holds it too",
        "known": "Entities of the parts before; use these ids, declare only new ones",
        "document": "The document",
        "title": "title",
        "author": "author",
        "date": "date",
        "book": "from",
        "language": "language",
        "part": "part",
        "before": "before this part",
        "end": "That was the document. Return the JSON, and nothing else.",
        "documents": "The documents",
        "all": "Those were the documents. Return the JSON, and nothing else.",
    },
    "zh": {
        "wiki": "本维基",
        "focus": "内容",
        "dimensions": "目录（dimension）",
        "constraints": "以前犯过的错误，不要再犯",
        "pages": "维基已有的页面；文档说的若是同一事物，用同样的名称",
        "names": "维基已有的名称；文档里也有时才用",
        "known": "前面各部分的条目；沿用这些编号，只声明新的条目",
        "document": "文档",
        "title": "标题",
        "author": "作者",
        "date": "日期",
        "book": "出自",
        "language": "语言",
        "part": "部分",
        "before": "本部分之前",
        "end": "文档到此为止。只返回 JSON，不要别的。",
        "documents": "各文档",
        "all": "各文档到此为止。只返回 JSON，不要别的。",
    },
}


def word(language: Language, name: str) -> str:
    """A heading of a prompt in its language."""
    return _WORDS[language][name]


def fenced(text: str, kind: str) -> str:
    """``text`` between two marks that hold its hash: it cannot close what it does not know."""
    return between(text, kind, layout.short_hash(kind, text)[:8])


def between(text: str, kind: str, mark: str) -> str:
    """``text`` between two marks."""
    return f"<{kind} {mark}>\n{text}\n</{kind} {mark}>"


def numbered(blocks: Iterable[Block]) -> str:
    """Blocks as lines, ``[12] text``; headings, which nobody cites, as ``# text``."""
    lines: list[str] = []
    for block in blocks:
        text = one_line(block.text, bounds.BLOCK)
        lines.append(f"# {text}" if block.kind == "heading" else f"[{block.number}] {text}")
    return "\n".join(lines)


def schema(found: Schema, language: Language) -> str:
    """What the wiki is about and its directories; those inside others are left to placement rules."""
    lines = [f"## {word(language, 'wiki')}"]
    focus = one_line(found.positioning.focus, bounds.LINE)
    if focus:
        lines.append(f"{word(language, 'focus')}: {focus}")
    lines.append(f"## {word(language, 'dimensions')}")
    for each in [each for each in found.dimensions if "/" not in each.name][: bounds.DIMENSIONS]:
        lines.append(f"- {each.name}: {one_line(each.description, bounds.DESCRIPTION)}")
    return "\n".join(lines)


def offer(
    found: Offer,
    language: Language,
    *,
    pages: int = bounds.PAGES,
    names_chars: int = bounds.NAMES_CHARS,
) -> str:
    """What the extraction is shown of the wiki; "" when that is nothing.

    pages: at most so many. names_chars: characters that known names may have.
    """
    parts: list[str] = []
    lessons = [one_line(each, bounds.CONSTRAINT) for each in found.constraints[: bounds.CONSTRAINTS]]
    if lessons:
        parts.append(_listed(language, "constraints", lessons))
    shown = "\n".join(page_lines(found.pages[:pages]))
    if shown:
        parts.append(f"## {word(language, 'pages')}\n{fenced(shown, 'pages')}")
    names = bounds.fitting([f"- {one_line(each, bounds.NAME)}" for each in found.names], names_chars)
    if names:
        joined = "\n".join(names)
        parts.append(f"## {word(language, 'names')}\n{fenced(joined, 'names')}")
    return "\n".join(parts)


def page_lines(found: Sequence[Page]) -> list[str]:
    """Pages as lines; together they have ``bounds.PAGES_CHARS`` characters, each an equal share at least."""
    lines: list[str] = []
    left = bounds.PAGES_CHARS
    for at, page in enumerate(found):
        share = left // (len(found) - at)
        head = f"- {one_line(page.title, bounds.NAME)}"
        if page.head.aliases:
            head += f" (= {'; '.join(one_line(each, bounds.NAME) for each in page.head.aliases[:6])})"
        if page.head.summary:
            head += f": {one_line(page.head.summary, bounds.LINE)}"
        facts = [f"  - {one_line(fact.text, bounds.LINE)}" for fact in page.facts if not fact.superseded]
        shown = [
            one_line(head, max(share, bounds.NAME)),
            *bounds.fitting(facts, share - len(head)),
        ]
        left -= sum(len(line) + 1 for line in shown)
        lines += shown
    return lines


def known(entities: Sequence[Entity], language: Language) -> str:
    """Entities of the sections before; "" for the first section."""
    lines = "\n".join(f"{each.id} = {each.title} ({each.dimension})" for each in entities)
    return f"## {word(language, 'known')}\n{fenced(lines, 'entities')}" if lines else ""


def document(article: Article, section: Section, language: Language) -> str:
    """One section of an article."""
    lines = [about(article, language)]
    if section.of > 1:
        lines.append(f"{word(language, 'part')}: {section.number}/{section.of}")
    if section.before:
        told = " ".join(one_line(block.text, bounds.LINE) for block in section.before)
        lines.append(f"({word(language, 'before')}: {told})")
    lines.append(numbered(section.blocks))
    return "\n".join([f"## {word(language, 'document')}", fenced("\n".join(lines), "document")])


def about(article: Article, language: Language) -> str:
    """What stands above a document's sentences, a line each."""
    told = [(name, value) for name, value in _about(article) if value]
    return "\n".join(f"{word(language, name)}: {one_line(value, bounds.NAME)}" for name, value in told)


def _about(article: Article) -> tuple[tuple[str, str], ...]:
    return (
        ("title", article.title),
        ("author", article.author or ""),
        ("date", article.date or ""),
        ("book", article.collection_title or ""),
        ("language", "" if article.language == "und" else article.language),
    )


def _listed(language: Language, name: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {word(language, name)}", *(f"- {line}" for line in lines)])
