"""Texts as articles: what stands in a text file, as it is behind the door."""

from __future__ import annotations

from wikic.model.article import Article
from wikic.text import language
from wikic.wiki.documents.plain_text import as_markdown


def article_of(text: str, title: str = "Berths", key: str = "library/berths.md", tongue: str = "") -> Article:
    """The article of a text file; tongue: its language, guessed where it is not given."""
    return as_markdown(Article(key, title, text, language=tongue or language.guess(text)))
