from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from wikic import layout
from wikic.curator.offline.chinese.dimensions import CHINESE_DIMENSIONS
from wikic.curator.offline.chinese.extract import extract
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Positioning, Schema
from wikic.model.statement import STATEMENT_KINDS, Block
from wikic.text import cjk

SCHEMA = Schema(Positioning(), CHINESE_DIMENSIONS)


def blocks_of(text: str) -> tuple[Block, ...]:
    found: list[Block] = []
    for paragraph in cjk.paragraphs(text):
        heading = cjk.is_heading(paragraph)
        for piece in [paragraph] if heading else cjk.sentences(paragraph):
            kind = "heading" if heading else "sentence"
            found.append(Block(layout.block_id(piece), piece, len(found) + 1, kind))
    return tuple(found)


def run(text: str, title: str = "文章", book: str | None = None, author: str | None = None) -> Extraction:
    article = Article("t/1", title, text, language="zh", collection_title=book, author=author)
    return extract(article, blocks_of(text), SCHEMA)


def titles(extraction: Extraction, dimension: str) -> set[str]:
    return {entity.title for entity in extraction.entities if entity.dimension == dimension}


def check(extraction: Extraction, blocks: tuple[Block, ...]) -> None:
    ids = [entity.id for entity in extraction.entities]
    assert len(ids) == len(set(ids))
    assert sum(entity.principal for entity in extraction.entities) == 1
    assert sum(entity.self_ for entity in extraction.entities) <= 1
    numbers = {block.number for block in blocks if block.kind != "heading"}
    for statement in extraction.statements:
        assert statement.of in ids
        assert statement.kind in STATEMENT_KINDS
        assert statement.blocks and set(statement.blocks) <= numbers
        assert statement.text and "\n" not in statement.text
        assert {relation.entity for relation in statement.relations} <= set(ids) - {statement.of}


PIECES = st.sampled_from(
    "一 的 说 道 ： “ ” 。 ， 《 》 〔 1 2 〕 （ ） 1881 — 1936 王 李明 先生 鲁迅 北京 大学 书局 社 人 浙江 绍兴 · 斯基 阿Ｑ 、 等 著 译 "
    "〈 〉 ！ ？ … ； 他 她 即 名 字 指 是 见 唐代 ``` ※ ① ⑴ a Q".split()
    + ["\n", "\n\n", "\u3000\u3000", " "]
)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(PIECES, max_size=80).map("".join),
    st.sampled_from(["文章", "李明", "《坟》题记", "", "〔1〕", "北京大学"]),
)
def test_any_chinese_text_gives_a_valid_extraction(text: str, title: str) -> None:
    extraction = run(text, title)
    check(extraction, blocks_of(text))
    assert extraction == run(text, title)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.text(max_size=20))
def test_never_raises_on_any_text(text: str, title: str) -> None:
    check(run(text, title), blocks_of(text))
