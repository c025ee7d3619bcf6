"""What baselines read: articles as far as they are read, chunks of them, whole and in order."""

from __future__ import annotations

from collections import defaultdict

from wikic.document.quotes import segment
from wikic.evaluate.arms.passages import ARTICLE, Bm25, article_passages, chunk_passages, rank_passages
from wikic.llm.tokens import text_tokens
from wikic.navigate.library import Library
from wikic.navigate.tools.source_parts import PART


def test_every_sentence_stands_in_one_chunk_of_its_document(library: Library) -> None:
    held: dict[str, list[str]] = defaultdict(list)
    for passage in chunk_passages(library):
        title, *lines = passage.text.split("\n")
        assert title
        assert text_tokens("\n".join(lines)) <= PART + 100 or len(lines) == 1
        held[passage.keys[0]] += lines
    for source in library.sources():
        article = library.article(source.article)
        assert article is not None
        assert "\n".join(held[source.key]) == "\n".join(block.text for block in segment(article.text))


def test_an_article_is_read_so_far(library: Library) -> None:
    texts = [each.text for each in article_passages(library)]
    assert len(texts) == len(list(library.sources()))
    assert max(map(len, texts)) <= ARTICLE


def test_the_best_come_first(library: Library) -> None:
    cut = chunk_passages(library)
    find = rank_passages(cut, Bm25([each.text for each in cut]).rank, 3)
    found = find("When was Agnes Varley born?")
    assert any(each.keys == ("harbour/people/agnes-varley.md",) for each in found)
    assert len(found) == 3
    assert find("xyzzy") == []
