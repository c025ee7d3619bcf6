"""Conversations as passages: who says what, questions with their answers, without the courtesies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.library.passage import Passage
from wikic.curator.library.plain import plain
from wikic.curator.library.words import Words, folded, is_question, without_pictures
from wikic.model.statement import MAX_TERM_BLOCKS, Term
from wikic.text import script
from wikic.text.normalise import CJK
from wikic.text.structure import Part

_LEAST: Final = 2  # words that say something, for a sentence to stand
_LEAST_HAN: Final = 4  # characters
_HAN: Final = re.compile(f"[{CJK}]")
_ASIDE: Final = re.compile(r"^\((?:shares|sends|attaches|posted|photo|image)\b.*\)$", re.I)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker says at a time.

    speaker: the label.
    numbers, ids: of the blocks.
    said: what is neither courtesy nor question, in order.
    asked: questions that ask something.
    answer: what else is said, courtesies and all: enough for an answer.
    """

    speaker: str
    numbers: tuple[int, ...]
    ids: tuple[str, ...]
    said: tuple[str, ...]
    asked: tuple[str, ...]
    answer: tuple[str, ...]


def turns(parts: Sequence[Part], words: Words, language: str) -> list[Turn]:
    """The turns of a run of parts."""
    grouped: list[list[Part]] = []
    for part in parts:
        if grouped and grouped[-1][0].piece.group == part.piece.group:
            grouped[-1].append(part)
        else:
            grouped.append([part])
    names = {part.piece.mark for part in parts}
    return [_turn(group, words, language, names) for group in grouped]


def _turn(group: Sequence[Part], words: Words, language: str, names: set[str]) -> Turn:
    text = " ".join(part.piece.cells[0] for part in group)
    said: list[str] = []
    asked: list[str] = []
    answer: list[str] = []
    for each in script.split(text, language):
        sentence = plain(each)
        if not sentence or words.is_boilerplate(sentence):
            continue
        least = _LEAST_HAN if _HAN.search(sentence) else _LEAST
        if words.substance(sentence, names) >= least:
            (asked if is_question(sentence) else said).append(without_pictures(sentence) or sentence)
        elif not is_question(sentence):
            answer.append(without_pictures(sentence))
    numbers = tuple(part.number for part in group)
    return Turn(
        group[0].piece.mark,
        numbers,
        tuple(part.id for part in group),
        tuple(said),
        tuple(asked),
        tuple(answer),
    )


def passages(found: Sequence[Turn], words: Words, place: tuple[str, ...]) -> Iterator[Passage]:
    """What is said, turn by turn; a question stands with what the next speaker answers."""
    waiting: Turn | None = None
    for turn in found:
        reply = _joined(turn.said or (turn.answer[:2] if waiting is not None else ()))
        if waiting is not None and reply and turn.speaker != waiting.speaker:
            yield _exchange(waiting, turn, reply, words, place)
        elif turn.said:
            yield _said(turn, words, place)
        waiting = turn if turn.asked else None


def _joined(sentences: Sequence[str]) -> str:
    text = ""
    for each in sentences:
        dense = _HAN.match(text[-1:]) is not None and _HAN.match(each[:1]) is not None
        text += each if dense or not text else f" {each}"
    return text


def _said(turn: Turn, words: Words, place: tuple[str, ...]) -> Passage:
    if _is_label(turn.speaker, words):
        return Passage("sentence", _joined(turn.said), turn.numbers, place)
    return Passage("turn", _joined(turn.said), turn.numbers, place, "claim", turn.speaker)


def _exchange(asking: Turn, reply: Turn, text: str, words: Words, place: tuple[str, ...]) -> Passage:
    numbers = (*asking.numbers, *reply.numbers)
    question = _joined(asking.asked)
    if _is_label(asking.speaker, words) or _is_label(reply.speaker, words):
        return Passage("exchange", f"{question}\n- {text}", numbers, place)
    return Passage(
        "exchange", f"{question}\n- {reply.speaker}: {text}", numbers, place, "claim", asking.speaker
    )


def _is_label(speaker: str, words: Words) -> bool:
    """Whether turns are marked as questions and answers, not by who speaks."""
    return folded(speaker) in words.pack.asking | words.pack.answering


def speakers(found: Sequence[Turn], words: Words) -> tuple[Term, ...]:
    """Who speaks, with the turns that say most."""
    by_name: dict[str, list[Turn]] = {}
    for turn in found:
        if turn.speaker and not _is_label(turn.speaker, words):
            by_name.setdefault(turn.speaker, []).append(turn)
    terms: list[Term] = []
    for name, own in sorted(by_name.items()):
        telling = [turn for turn in own if turn.said]
        best = sorted(telling, key=lambda turn: -sum(words.substance(each) for each in turn.said))
        ids = tuple(turn.ids[0] for turn in best[:MAX_TERM_BLOCKS])
        terms.append(Term(name, "people", len(own), blocks=ids))
    return tuple(terms)
