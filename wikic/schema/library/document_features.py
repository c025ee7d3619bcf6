"""What is kept of a document of a library while its topics are looked for: its words, who speaks in it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wikic.curator.library.given_titles import as_written
from wikic.document.document_words import WordReader, document_words
from wikic.document.line_kinds import words_of
from wikic.model.article import Article

# A time or number, "18:40", "[D1:3]", may stand before the name.
_TURN: Final = re.compile(
    r"^[ \t]*(?:[-*>][ \t]+)?(?:[\[(<][^\])>\n]{1,40}[\])>][ \t:,-]*|(?=\S*\d)[^\s*:：]\S{0,19}[ \t]+)?"
    r"(?:\*\*)?(?P<name>[^\W\d_][^\n:：*|<>\[\]{}()\"“”]{0,39}?)(?:\*\*)?[:：](?:\*\*)?[ \t]*\S",
    re.MULTILINE,
)
_MESSAGE: Final = re.compile(_TURN.pattern + r"(?:\S*[ \t]+){5}", re.MULTILINE)  # with a sentence behind it
_READ: Final = 20_000  # characters
_FEWEST_TURNS: Final = 4  # turns of a conversation
_SPOKEN: Final = 0.5  # of its lines that are turns
_NAME_WORDS: Final = 4  # of a name


def speakers_of(text: str) -> tuple[str, ...]:
    """Their names as written, those who speak most first; none where the document is no conversation.

    Labels of a record ("Date:", "Price:") stand once each and have no sentence behind them; speakers have
    several turns and take turns. Of a message or two, all that is said must be theirs.
    """
    text = text[:_READ]
    lines = sum(1 for line in text.split("\n") if line.strip())
    turns = [match["name"].strip() for match in _TURN.finditer(text)]
    turns = [name for name in turns if len(name.split()) <= _NAME_WORDS]
    counts = Counter(turns)
    if len(turns) >= _FEWEST_TURNS and len(turns) >= _SPOKEN * lines:
        changes = sum(a != b for a, b in pairwise(turns))
        again = [name for name, count in counts.items() if count > 1]
        names = again if changes >= 2 and len(again) > 1 else []
    else:
        said = [match["name"].strip() for match in _MESSAGE.finditer(text)]
        names = list(dict.fromkeys(said)) if said and lines - len(said) <= 1 else []
    return tuple(sorted(names, key=lambda name: (-counts[name], name)))


_OPENING: Final = 800  # characters kept of its text: labels of untitled documents are looked up there


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """One document of a library, as the search for topics needs it.

    key, title: of the article. shown: the title as its page will have it, where the document has one.
    language: BCP 47 tag.
    speakers: who speaks in it, where it is a conversation.
    words: as its digest will carry them.
    opening: the first 800 characters of its text.
    tags: that its author gives it, as they are counted among its words.
    date: its own date, or "".
    """

    key: str
    title: str
    language: str
    speakers: tuple[str, ...]
    words: tuple[tuple[str, int], ...]
    opening: str = ""
    shown: str = ""
    tags: tuple[str, ...] = ()
    date: str = ""

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
        document_words(article.title, article.text, article.language, article.tags),
        article.text[:_OPENING],
        as_written(article, words_of(article.language)),
        tuple(dict.fromkeys(map(WordReader(article.language).tag, article.tags))),
        article.date or "",
    )
