"""A book that is one document: each chapter a document, keyed by its number and name below the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wikic import layout
from wikic.model.article import Article
from wikic.text.chapters import chapters


def parts(article: Article) -> Iterator[Article]:
    """The chapters of a book in order, as those of an .epub are read; any other document as it is.

    The numbers in their keys keep the order of the book on pages that several chapters speak of.
    """
    found = chapters(article.text)
    if not found:
        yield article
        return
    folder = _folder(article.key)
    for number, each in enumerate(found, 0 if not found[0].title else 1):
        key = layout.part_key(article.key, number, len(found), each.title or "front")
        yield replace(
            article,
            key=key,
            title=each.title or article.title,
            text=each.text.replace(f"]({folder}/", f"]({_folder(key)}/"),
            collection_title=article.collection_title or article.title,
            aliases=(),  # they are names of the whole
            attachments=tuple(one for one in article.attachments if f"]({folder}/{one.name})" in each.text),
        )


def _folder(key: str) -> str:
    """The folder of a source's pictures and files, as links name it."""
    return layout.stem(layout.attachments_dir(key))
