"""An article keeps its document's text, whatever it is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wikic.errors import FormatError
from wikic.model.article import Article
from wikic.wiki import article_file

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t

texts = st.lists(
    st.one_of(t.words, st.sampled_from(["\n", "\r\n", "\r", "\n---\n", "\n\n", "title: x\n"])), max_size=12
).map("".join)
articles = st.builds(
    Article,
    key=t.name,
    title=t.name,
    text=texts,
    location=st.none() | t.name,
    date=t.date,
    language=st.sampled_from(["en", "zh", "und"]),
    collection_title=st.none() | t.name,
    author=st.none() | t.name,
)
PLAIN = Article("a/b", "A", "")


@given(articles)
@example(replace(PLAIN, text="---\ntitle: its own\n---\nText.\n"))
@example(replace(PLAIN, text="\ufeff---\r\ntitle: its own\r\n---\r\nText."))
@example(replace(PLAIN, text="---"))
@example(replace(PLAIN, text="\n---\n\n---\n"))
@example(replace(PLAIN, text="<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n"))
def test_read_back(article: Article) -> None:
    stored = article_file.stored_text(article.text)
    data = article_file.render(article)
    assert article_file.parse(data, "x.md") == replace(article, text=stored)
    assert article_file.render(article_file.parse(data, "x.md")) == data


@given(texts)
def test_the_stored_text_is_stored_as_it_is(text: str) -> None:
    once = article_file.stored_text(text)
    assert article_file.stored_text(once) == once
    assert "\r" not in once and once.endswith("\n")


@given(st.binary(max_size=80))
def test_anything_else_is_a_format_error(noise: bytes) -> None:
    for data in (noise, b"---\n" + noise, b"---\ntype: article\n---\n" + noise):
        with pytest.raises(FormatError, match="x"):
            article_file.parse(data, "x.md")
