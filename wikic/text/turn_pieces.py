"""The pieces of a conversation: one a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wikic.text import conversation_turns, letter_heads, script, wrapped_lines
from wikic.text.piece import Piece

# A turn beyond this is cited by its sentences.
MAX_TURN: Final = 1500


def conversation(lines: Sequence[str]) -> tuple[int, list[conversation_turns.Turn]]:
    """How many lines stand above a conversation and are none of it, and its turns; none of other texts.

    A day above it is its day. What else stands there, as the head of a ticket does, is read as a text is.
    """
    head = letter_heads.opening(lines)
    start = head.end if head is not None and not _recurs(head, lines) else 0
    said = conversation_turns.turns(lines[start:])
    if not said:
        start, said = 0, conversation_turns.turns(lines)
    first = next((at for at, turn in enumerate(said) if turn.speaker), 0)
    if start == 0 and any(not turn.day for turn in said[:first]):
        start = said[first].start
        said = said[first:]
    return start, said


def _recurs(head: letter_heads.Head, lines: Sequence[str]) -> bool:
    """Whether a key of a head stands below it again, as who speaks does."""
    keys = {key for key, _ in head.fields}
    below = map(letter_heads.field, lines[head.end :])
    return any(found is not None and found[0] in keys for found in below)


def pieces(said: Sequence[conversation_turns.Turn], language: str) -> Iterator[Piece]:
    """What is said, a piece a turn; what stands outside of the turns is prose."""
    for group, turn in enumerate(said):
        day = (turn.day,) if turn.day else ()
        if len(turn.text) <= MAX_TURN and (turn.speaker or turn.text != turn.quote):
            yield Piece("sentence", turn.quote, "turn", group, 0, turn.speaker, day, (turn.text, turn.stamp))
            continue
        for part in wrapped_lines.unwrapped(turn.text.split("\n")):
            for sentence in script.split(part, language):
                yield Piece("sentence", sentence, "turn", group, 0, turn.speaker, day, (sentence, turn.stamp))
