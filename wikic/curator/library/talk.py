"""Conversations as passages: who says what, questions with their answers, without the courtesies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.library.passage import Passage
from wikic.curator.library.plain import plain
from wikic.curator.library.prose import joined
from wikic.curator.library.words import Words, folded, is_question, without_pictures
from wikic.model.statement import MAX_TERM_BLOCKS, Term
from wikic.text import script
from wikic.text.normalise import CJK
from wikic.text.structure import Part

_LEAST: Final = 2  # words that say something, for a sentence to stand
_LEAST_HAN: Final = 4  # characters
_ASIDE: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_PAIRED: Final = 3  # speakers: of more, the next one to speak need not answer
_STEM: Final = 5  # letters
_WORD: Final = re.compile(rf"[{CJK}]{{2}}|[^\W_]+")
_SHORT_ANSWER: Final = 2  # sentences
_HAN: Final = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker says at a time.

    speaker: the label.
    numbers, ids: of the blocks.
    said: what is said before the first question, without courtesies, in order.
    asked: the first question that asks something, and what follows it.
    answer: all that is no question, courtesies too: short words can be an answer.
    """

    speaker: str
    numbers: tuple[int, ...]
    ids: tuple[str, ...]
    said: tuple[str, ...]
    asked: tuple[str, ...]
    answer: tuple[str, ...]


def turns(parts: Sequence[Part], words: Words, language: str) -> list[Turn]:
    """The turns of a run of parts; what one says in several messages running is one turn."""
    grouped: list[list[Part]] = []
    for part in parts:
        before = grouped[-1][-1].piece if grouped else None
        if before is not None and (before.group == part.piece.group or before.mark == part.piece.mark):
            grouped[-1].append(part)
        else:
            grouped.append([part])
    names = {part.piece.mark for part in parts}
    return [_turn(group, words, language, names) for group in grouped]


def _turn(group: Sequence[Part], words: Words, language: str, names: set[str]) -> Turn:
    messages: dict[int, str] = {}
    for part in group:  # a sentence of subtitles goes on in the next cue, but in no other message
        messages[part.piece.group] = f"{messages.get(part.piece.group, '')} {part.piece.cells[0]}"
    sentences = [plain(each) for text in messages.values() for each in script.split(text, language)]
    sentences = [each for each in sentences if each and not words.is_boilerplate(each)]
    weights = [words.substance(each, names) for each in sentences]
    # A sentence of one word that counts says something beside one that says more.
    telling = any(
        weight >= _least(each) and not _asks(each) for each, weight in zip(sentences, weights, strict=True)
    )
    said: list[str] = []
    asked: list[str] = []
    answer: list[str] = []
    for sentence, weight in zip(sentences, weights, strict=True):
        bare = without_pictures(sentence) or sentence
        if _asks(sentence):
            if weight >= 1:
                asked.append(bare)
            continue
        if any(map(str.isalnum, bare)):
            answer.append(bare)
        if weight >= (1 if telling else _least(sentence)):
            (asked if asked else said).append(bare)
    numbers, ids = tuple(part.number for part in group), tuple(part.id for part in group)
    return Turn(group[0].piece.mark, numbers, ids, tuple(said), tuple(asked), tuple(answer))


def _asks(sentence: str) -> bool:
    """Whether a sentence is a question, a picture sent with it or not."""
    return is_question(_ASIDE.sub("", sentence))


def _least(sentence: str) -> int:
    """How much a sentence has to say; one that exclaims has to say more."""
    least = _LEAST_HAN if _HAN.search(sentence) else _LEAST
    return least + (without_pictures(sentence)[-1:] in ("!", "！"))


def passages(found: Sequence[Turn], words: Words, place: tuple[str, ...]) -> Iterator[Passage]:
    """What is said, turn by turn; a question stands with what the next speaker answers."""
    replied = False
    speaking = {turn.speaker for turn in found}
    for at, turn in enumerate(found):
        # What a turn before it was answered with, stands there.
        whole = replied and not turn.said and bool(turn.asked)
        if turn.said and not replied:
            yield _said(turn, turn.said, words, place)
        replied = False
        if not turn.asked or whole:
            continue
        following = found[at + 1] if at + 1 < len(found) else None
        if following is not None and _answers(following, turn, group=len(speaking) > _PAIRED, words=words):
            yield _exchange(turn, following, words, place)
            replied = True
        elif rest := tuple(each for each in turn.asked if not _asks(each)):
            yield _said(turn, rest, words, place)


def _answers(turn: Turn, asking: Turn, *, group: bool, words: Words) -> bool:
    """Whether a turn answers the one before it; where many speak, it has to speak of the same."""
    if turn.speaker == asking.speaker or not (turn.said or turn.answer):
        return False  # another question is no answer
    if not group:
        return True
    asked = _stems(asking.asked, words)
    return bool(asked & _stems((*turn.said, *turn.asked, *turn.answer), words))


def _stems(sentences: Sequence[str], words: Words) -> set[str]:
    """The beginnings of the words that say something."""
    common = words.pack.stopwords | words.pack.chatter
    found = (word.casefold() for each in sentences for word in _WORD.findall(each))
    return {word[:_STEM] for word in found if word not in common}


def _said(turn: Turn, sentences: Sequence[str], words: Words, place: tuple[str, ...]) -> Passage:
    if _is_label(turn.speaker, words):
        return Passage("sentence", joined(sentences), turn.numbers, place)
    return Passage("turn", joined(sentences), turn.numbers, place, "claim", turn.speaker)


def _exchange(asking: Turn, reply: Turn, words: Words, place: tuple[str, ...]) -> Passage:
    numbers = (*asking.numbers, *reply.numbers)
    question = joined(asking.asked)
    text = joined(reply.said or reply.asked or reply.answer[:_SHORT_ANSWER])
    if _is_label(asking.speaker, words) or _is_label(reply.speaker, words):
        return Passage("exchange", f"{question}\n- {text}", numbers, place)
    answered = f"{question}\n- {reply.speaker}: {text}"
    return Passage("exchange", answered, numbers, place, "claim", asking.speaker)


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
