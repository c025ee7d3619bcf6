"""C: the pictures and files that stand beside articles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.wiki_view import WikiView
from wikic.model import attachment
from wikic.wiki import article_file

_AGAIN: Final = "compile the document again, or take the file from git"


def _folder(article: str) -> str:
    return f"{layout.page_path(article)}{attachment.FOLDER}"


def check_missing(view: WikiView) -> Iterator[Problem]:
    for article in view.articles():
        for each in article_file.listed(article.fields or {}):
            file = f"{_folder(article.file)}/{each.name}"
            if not view.has(file):
                yield Problem(article.file, 1, 1, f"there is no attachment {each.name}", help=_AGAIN)
            elif layout.content_hash(view.read(file) or b"") != each.sha256:
                message = f"the attachment {each.name} is not the file that was taken in"
                yield Problem(article.file, 1, 1, message, help=_AGAIN)


def check_orphaned(view: WikiView) -> Iterator[Problem]:
    inside = f"{layout.ARTICLES_DIR}/"
    named: dict[str, frozenset[str]] = {}
    for file in sorted(view.files):
        folder, _, name = file.rpartition("/")
        if not (folder.startswith(inside) and attachment.is_folder(folder.removeprefix(inside))):
            continue
        if folder not in named:
            article = view.article(layout.page_file(folder.removesuffix(attachment.FOLDER)))
            fields = article.fields if article is not None else None
            named[folder] = frozenset(each.name for each in article_file.listed(fields or {}))
        if name not in named[folder] and file in view.scope:
            yield Problem(file, 1, 1, "no article lists this file", help="delete it")
