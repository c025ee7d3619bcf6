"""Conversations as text: one form for the exports of all programs, ``[2024-03-04 08:02] Anna: text``.

``text.conversation_turns`` tells speakers by it; that form is what it must know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.wiki.documents.decoding import clean
from wikic.wiki.documents.read_outcome import Draft

_LONGEST_NAME: Final = 38  # characters, and
_NAME_WORDS: Final = 4  # words that text.conversation_turns takes for a name
# A stretch of an endless chat ends with the day on which it has so many messages.
_STRETCH: Final = 40
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_NO_NAME: Final = re.compile(r"[\[\]:：<>|{}\t]+")
_TO_LETTER: Final = re.compile(r"^[\W\d_]+")


@dataclass(frozen=True, slots=True)
class Message:
    """One message: who sent it, when, and its text.

    at: ``2024-03-04 08:02``, or as the export writes it, or "" where nobody knows.
    who: the sender as the export names it.
    text: may have several lines.
    """

    at: str
    who: str
    text: str


def transcript(messages: Sequence[Message]) -> Draft:
    """The document of a conversation; what one alone says is no conversation but a text."""
    spoken = [Message(each.at, name(each.who), _line(each.text)) for each in messages]
    spoken = [each for each in spoken if each.text]
    people = dict.fromkeys(each.who for each in spoken)
    date = next((each.at[:10] for each in spoken if _DAY.match(each.at)), "")
    if len(people) == 1:
        said = "\n\n".join(each.text for each in spoken)
        return Draft(text=said + "\n", date=date, author=next(iter(people)))
    lines = [f"{f'[{each.at}] ' if each.at else ''}{each.who}: {each.text}" for each in spoken]
    return Draft(text="\n".join(lines) + "\n" if lines else "", date=date)


def stretches(messages: Sequence[Message]) -> Iterator[list[Message]]:
    """Runs of whole days. Later messages change the last run only, so the others keep their names."""
    run: list[Message] = []
    for message in messages:
        if len(run) >= _STRETCH and run[-1].at[:10] != message.at[:10]:
            yield run
            run = []
        run.append(message)
    if run:
        yield run


def name(sender: str) -> str:
    """A sender as a label before a colon: "~Anna 🌊" is Anna, a number is "Tel +49…"."""
    bare = " ".join(_NO_NAME.sub(" ", clean(sender)).split())
    named = _TO_LETTER.sub("", bare)
    if not named:
        digits = re.sub(r"\D", "", bare)
        named = f"Tel {digits}" if digits else "Somebody"
    return " ".join(named.split()[:_NAME_WORDS])[:_LONGEST_NAME].strip()


def _line(text: str) -> str:
    return " ".join(clean(text).replace("\u200e", "").replace("\u200f", "").split())
