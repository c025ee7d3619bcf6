"""What a document says: as people who speak, or as a text."""

from __future__ import annotations

from collections.abc import Sequence

from wikic.curator.library.line_kinds import words_of
from wikic.curator.library.passage import Passage
from wikic.curator.library.passages import passages
from wikic.curator.library.speech import Conversation, conversation
from wikic.document.quotes import Quoted
from wikic.text import cjk


def read_passages(quoted: Quoted, title: str, language: str) -> tuple[Sequence[Passage], Conversation | None]:
    """The passages of a document in order, and the conversation it is, if it is one.

    title: of the document, which is no heading of a part. language: a BCP 47 primary tag.
    """
    code = code_of(quoted, language)
    words = words_of(code)
    talk = conversation(quoted, words, code)
    return (talk.passages if talk is not None else tuple(passages(quoted, title, words))), talk


def code_of(quoted: Quoted, language: str) -> str:
    """The language whose words are asked: that of Han script where a document's is unknown and it has it."""
    if language != "und":
        return language
    return "zh" if cjk.is_cjk("\n".join(leaf.text for leaf in quoted.leaves)) else language
