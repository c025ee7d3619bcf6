"""A wiki whose every text tries to be more: what people wrote, what documents say, and what all is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.document.quotes import segment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact, Head, Overlay, Own, Page, Section, SourceLine
from wikic.model.schema import Dimension
from wikic.model.statement import STATEMENT_KINDS, Block, Entity, Statement
from wikic.text.normalise import normalise
from wikic.wiki import article_file, digest_file, index_file, page_render

_TOGETHER: Final = 4  # texts of one document
_HOME: Final = "people"


def write_wiki(root: Path, texts: Sequence[str], *, each: int = 1) -> Path:
    """A document with its digest for a few texts, so that quotes are real; a page for ``each``-th of them."""
    texts = [text.encode("utf-8", "replace").decode().replace("\0", "") for text in texts]
    lines = [normalise(text) or "x" for text in texts]
    files: dict[str, bytes] = {}
    entries: dict[str, index_file.IndexEntry] = {}
    for first in range(0, len(texts), _TOGETHER):
        numbers = range(first, min(first + _TOGETHER, len(texts)))
        key = layout.source_key(lines[first], f"{lines[numbers[-1]]}-{first}")
        article = _article(key, lines[first], [texts[at] for at in numbers])
        digest = _digest(article)
        files[layout.page_file(layout.article_path(key))] = article_file.render(article)
        files[layout.page_file(layout.digest_path(key))] = digest_file.render(digest)
        for at in numbers:
            if at % each == 0:
                # Those that have no page of their own stand on that of their neighbour.
                page = _page(at, [texts[at - back] for back in range(max(each, 2))], digest)
                stem, head = layout.stem(page.path), page.head
                files[layout.page_file(page.path)] = page_render.render(page)
                entries[stem] = index_file.IndexEntry(stem, head.aliases, head.summary, head.tags)
    shelf = Dimension(_HOME, lines[0], lines[1])
    files[f"{_HOME}/_index.md"] = index_file.render_directory(shelf, entries)["_index"]
    files["index.md"] = f"# {lines[2]}\n> {lines[3]}\n".encode()
    for name, data in files.items():
        file = root / layout.WIKI_DIR / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return root


def _article(key: str, line: str, texts: Sequence[str]) -> Article:
    told = [f"# {line}", *(f"Look at {each}" for each in texts), *(f"- {each}" for each in texts)]
    text = "\n\n".join([*told, f"| {line} |\n| --- |\n| {texts[-1]} |"])
    return Article(key, line, text, location=line, date="2026-11-21", language="en", author=line)


def _digest(article: Article) -> Digest:
    text = article_file.stored_text(article.text)
    cited = [each for each in segment(text, "en") if each.kind != "heading"]
    blocks = tuple(Block(each.id, each.text, each.number, each.kind, each.section) for each in cited)
    stated = tuple(
        Statement(layout.statement_id("fact", None, each.text), "e1", "fact", each.text, (each.id,))
        for each in {block.id: block for block in blocks}.values()
    )
    entity = Entity("e1", article.title, _HOME, summary=article.title)
    return Digest(
        article.key, article.title, layout.text_hash(text), None, "2026-11-21", article.title, article.title,
        blocks, (entity,), stated,
    )  # fmt: skip


def _page(at: int, texts: Sequence[str], digest: Digest) -> Page:
    """Facts of every kind, held by and standing under texts, and the texts as people write them."""
    line, other, *_ = (normalise(text) or "x" for text in texts)
    path = layout.digest_path(digest.key)
    told = [(each.text, Citation(path, each.blocks[0])) for each in digest.statements]
    facts = [
        Fact(_id(at, number), text, (cite,), reworded=number == 3) for number, (text, cite) in enumerate(told)
    ]
    held = [
        Fact(_id(at, 900 + number), line, (told[0][1],), kind, other)
        for number, kind in enumerate(STATEMENT_KINDS[1:])
    ]
    placed = Fact(_id(at, 990), line, (told[-1][1],), place=(other,))
    plain = next((text for text in texts if "\n" not in text), "")
    overlay = Overlay(
        keep=Head(summary=plain),
        bullets=(Own(texts[0]),),
        sections=tuple(Section(f"## {normalise(text) or 'x'}", text, "Key Facts") for text in texts),
        extra=(("status", line),),
    )
    head = Head(
        (other, f"{line} {at}"), (line[:40],), plain, (f"[[{line}]] -- {other}", f"[[{other}|{line}]]")
    )
    return Page(
        f"{_HOME}/{layout.slug(line)[:60].strip('-.')}-{at}", line, line, "2026-11-21", head, "",
        (placed, *facts, *held), (SourceLine(path, line, f"r{at:08x}"),), overlay,
    )  # fmt: skip


def _id(page: int, number: int) -> str:
    return f"f{page:04x}{number:04x}"
