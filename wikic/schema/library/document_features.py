"""What is kept of a document of a library while its topics are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wikic.curator.library.given_titles import as_written
from wikic.document.document_words import document_words
from wikic.document.line_kinds import words_of
from wikic.model.article import Article
from wikic.schema.library.speakers import speakers_of

_OPENING: Final = 800  # characters kept of its text: labels of untitled documents are looked up there


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """One document of a library, as the search for topics needs it.

    key, title: of the article. shown: the title as its page will have it, where the document has one.
    language: BCP 47 tag.
    speakers: who speaks in it, where it is a conversation.
    words: as its digest will carry them.
    opening: the first 800 characters of its text.
    """

    key: str
    title: str
    language: str
    speakers: tuple[str, ...]
    words: tuple[tuple[str, int], ...]
    opening: str = ""
    shown: str = ""

    @property
    def name(self) -> str:
        """What a reader knows it by."""
        return self.shown or self.title


def features_of(article: Article) -> DocumentFeatures:
    """What is kept of ``article``."""
    return DocumentFeatures(
        article.key,
        article.title,
        article.language,
        speakers_of(article.text),
        document_words(article.title, article.text, article.language),
        article.text[:_OPENING],
        as_written(article, words_of(article.language)),
    )
