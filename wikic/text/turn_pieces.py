"""The pieces of a conversation: one a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wikic.text import conversation_turns, script, wrapped_lines
from wikic.text.piece import Piece

# A turn beyond this is cited by its sentences.
MAX_TURN: Final = 1500


def pieces(said: Sequence[conversation_turns.Turn], language: str) -> Iterator[Piece]:
    """What is said, a piece a turn; what stands outside of the turns is prose."""
    group = 0
    for at, turn in enumerate(said):
        if at and not (turn.cue and turn.speaker == said[at - 1].speaker):
            group += 1
        day = (turn.day,) if turn.day else ()
        if turn.speaker and len(turn.text) <= MAX_TURN:
            yield Piece("sentence", turn.quote, "turn", group, 0, turn.speaker, day, (turn.text,))
            continue
        for part in wrapped_lines.unwrapped(turn.text.split("\n")):
            for sentence in script.split(part, language):
                yield Piece("sentence", sentence, "turn", group, 0, turn.speaker, day, (sentence,))
