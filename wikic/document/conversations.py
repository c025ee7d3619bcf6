"""Conversations as passages: who says what, questions with their answers, without the courtesies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.document import talk
from wikic.document.line_kinds import Words, folded, words_of_names
from wikic.document.passage import Passage
from wikic.document.passages import joined
from wikic.model.statement import MAX_TERM_BLOCKS, Term
from wikic.text import sentences
from wikic.text.normalise import CJK

_PAIRED: Final = 3  # speakers: of more, the next one to speak need not answer
_STEM: Final = 5  # letters
_HAN: Final = re.compile(f"[{CJK}]")
_WORD: Final = re.compile(rf"[{CJK}]{{2}}|[^\W_]+")
_MOST_TURNS: Final = 3  # of one bullet; one more that says little
_LONGEST_TALK: Final = 5  # turns of one whose last ones open with "it" or "they"
_NEAR: Final = 2  # turns
_LONGEST_OPENING: Final = 300  # characters said before a question that stand with it
_LONGEST_EXCHANGE: Final = 900  # characters
_LONGEST_THREAD: Final = 1_200  # characters of one with a question that stands in it already
_SHORT_ANSWER: Final = 2  # sentences
_BRIEF: Final = 12  # words
_AT_A_GLANCE: Final = 320  # characters of a turn


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker says at a time.

    speaker: the label.
    numbers, ids: of the blocks.
    said: what is said before the first question, without courtesies, in order.
    asked: the first question that asks something, and what follows it.
    answer: all that is said before the first question, courtesies too: short words can be an answer.
    aside: what it says that is too little to stand, mostly about the message before it.
    """

    speaker: str
    numbers: tuple[int, ...]
    ids: tuple[str, ...]
    said: tuple[str, ...]
    asked: tuple[str, ...]
    answer: tuple[str, ...]
    aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """What somebody says at a time, as it stands in the document.

    speaker: the label, "" for what nobody says.
    text: without its label.
    numbers, ids: of its blocks.
    """

    speaker: str
    text: str
    numbers: tuple[int, ...]
    ids: tuple[str, ...]


def turns(messages: Sequence[Message], words: Words, language: str) -> list[Turn]:
    """The turns of messages that follow each other; what one says in several running is one turn."""
    grouped: list[list[Message]] = []
    for message in messages:
        if grouped and grouped[-1][-1].speaker == message.speaker:
            grouped[-1].append(message)
        else:
            grouped.append([message])
    names = words_of_names({message.speaker for message in messages})
    return [_turn(group, words, language, names, opens=not at) for at, group in enumerate(grouped)]


def _turn(
    group: Sequence[Message], words: Words, language: str, names: frozenset[str], *, opens: bool
) -> Turn:
    sentences = [
        each for message in group for each in talk.spoken(message.text, words, language, names, opens=opens)
    ]
    # A sentence of one word that counts says something beside one that says more.
    telling = any(each.rank == talk.TELLS and not each.asks for each in sentences)
    least = talk.BESIDE if telling else talk.TELLS
    said: list[str] = []
    asked: list[str] = []
    answer: list[str] = []
    aside: list[str] = []
    shown = len(sentences)  # the place behind the last sentence that is told
    for at, each in enumerate(sentences):
        if each.asks:
            asked += [each.text] if each.rank else []
            continue
        if any(map(str.isalnum, each.text)) and not asked:
            answer.append(each.text)
        if each.rank >= least:
            (asked if asked else said).append(f"… {each.text}" if shown < at else each.text)
            shown = at + 1
        elif each.rank:
            aside.append(each.text)
    numbers = tuple(number for message in group for number in message.numbers)
    ids = tuple(id for message in group for id in message.ids)
    return Turn(
        *(group[0].speaker, numbers, ids),
        *(tuple(said), tuple(asked), tuple(answer), tuple(aside)),
    )


def passages(found: Sequence[Turn], words: Words, place: tuple[str, ...]) -> list[Passage]:
    """What is said, turn by turn; what speaks of the message before it stands with it.

    What says little stands with what it follows, or nowhere.
    """
    said: list[Passage] = []
    known: frozenset[str] = frozenset()
    turns = {number: at for at, each in enumerate(found) for number in each.numbers}
    for passage, light in _told(found, words, place):
        before = said[-1] if said else None
        appointed = words.appointed(words.without_courtesies(passage.text))
        if before is not None and _goes_with(passage, before, turns, words, light=light):
            said[-1] = _with_reply(before, passage, words.pack.code)
        elif light and appointed <= known:
            continue  # a day that nobody has named stands, how little else is said
        else:
            said.append(passage)
        known |= appointed
    return said


def _goes_with(
    passage: Passage, before: Passage, turns: Mapping[int, int], words: Words, *, light: bool
) -> bool:
    """Whether a turn answers the message before it: it speaks of what that one said, or says little.

    turns: by the number of a block, the number of the turn it is of.
    """
    lines = 1 + before.text.count("\n")
    if passage.form not in ("turn", "exchange") or before.holder is None or passage.holder is None:
        return False
    lines += 1 + passage.text.count("\n")
    if _is_asked(passage, before, words.pack.code):
        return len(before.text) + len(passage.text) <= _LONGEST_THREAD
    gap = turns[passage.blocks[0]] - turns[before.blocks[-1]]
    first = next(iter(sentences.split_by_script(passage.text.split("\n")[0], words.pack.code)), "")
    length = len(before.text) + len(passage.text)
    if words.stands_in(first) and gap <= 1:
        return lines <= _LONGEST_TALK and length <= _LONGEST_THREAD
    if light:  # a courtesy may stand between the two
        return gap <= _NEAR and lines <= _LONGEST_TALK + 1 and length <= _LONGEST_THREAD
    if lines > _MOST_TURNS + 1 or length > _LONGEST_EXCHANGE:
        return False
    if lines > _MOST_TURNS and gap:
        return False
    return gap <= 1 and words.replies(first)


def _with_reply(before: Passage, passage: Passage, code: str) -> Passage:
    opening, *rest = passage.text.split("\n")
    last = before.text.split("\n")[-1].removeprefix("- ") if "\n" in before.text else f"{before.holder}: "
    if last.startswith(f"{passage.holder}: "):  # who spoke last asks about it
        new = [each for each in sentences.split_by_script(opening, code) if each not in last]
        lines = [joined([before.text, *new]), *rest]
    else:
        lines = [before.text, f"- {passage.holder}: {opening}", *rest]
    blocks = tuple(dict.fromkeys((*before.blocks, *passage.blocks)))
    form = "exchange" if len(lines) > 1 or "\n" in before.text else before.form
    return Passage(form, "\n".join(lines), blocks, before.place, "claim", before.holder)


def _is_asked(passage: Passage, before: Passage, code: str) -> bool:
    """Whether a sentence of what a passage opens with is of the answer before it."""
    answer = before.text.partition("\n")[2].split("\n")[-1]
    opening = passage.text.split("\n")[0]
    return answer.startswith(f"- {passage.holder}: ") and any(
        each in answer for each in sentences.split_by_script(opening, code)
    )


def _told(found: Sequence[Turn], words: Words, place: tuple[str, ...]) -> Iterator[tuple[Passage, bool]]:
    """What is said, turn by turn, and whether it says little; a question stands with its answer."""
    replied = False
    speaking = {turn.speaker for turn in found if turn.speaker}
    for at, turn in enumerate(found):
        following = found[at + 1] if at + 1 < len(found) and turn.asked else None
        if following is not None and not _answers(
            following, turn, group=len(speaking) > _PAIRED, words=words
        ):
            following = None
        # What a turn before it was answered with, stands there.
        whole = replied and following is None and not (turn.said or turn.answer)
        # A question says what it is about in the sentences before it.
        opening = () if replied or sum(map(len, turn.said)) > _LONGEST_OPENING else turn.said
        if turn.said and not replied and not (following and opening):
            yield _said(turn, turn.said, words, place), False
        elif turn.aside and not (turn.said or replied):
            yield _said(turn, turn.aside, words, place), True
        replied = False
        if not turn.asked or whole:
            continue
        if following is not None:
            yield _exchange(turn, opening, following, words, place), False
            replied = True
        elif rest := _unanswered(turn, words):
            yield _said(turn, rest, words, place), False


def _unanswered(turn: Turn, words: Words) -> tuple[str, ...]:
    """What is left of a question without its answer: what it proposes, and what is said behind it."""
    return tuple(
        each
        for each in turn.asked
        if not talk.is_marked(each) or words.proposes(each) or words.wonders_when(each)
    )


def _answers(turn: Turn, asking: Turn, *, group: bool, words: Words) -> bool:
    """Whether a turn answers the one before it; where many speak, it is a fragment or speaks of the same."""
    proposed = any(map(words.proposes, turn.asked))
    if turn.speaker in (asking.speaker, "") or not (
        turn.said or turn.answer or proposed or _no_questions(turn.asked, words)
    ):
        return False  # another question is no answer
    if not group:
        return True
    if _is_fragment(turn.answer):
        return True
    asked = _stems(asking.asked, words)
    return bool(asked & _stems((*turn.said, *turn.asked, *turn.answer), words))


def _is_fragment(sentences: Sequence[str]) -> bool:
    """Whether what is said is too little to stand: a few words without an end, "not before June"."""
    text = joined(sentences)
    return 0 < len(_WORD.findall(text)) <= _BRIEF and text[-1].isalnum()


def _no_questions(sentences: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(each for each in sentences if not talk.asks(each, words))


def _stems(sentences: Sequence[str], words: Words) -> set[str]:
    """The beginnings of the words that say something."""
    common = words.pack.stopwords | words.pack.chatter
    found = (word.casefold() for each in sentences for word in _WORD.findall(each))
    return {word[:_STEM] for word in found if word not in common}


def _said(turn: Turn, sentences: Sequence[str], words: Words, place: tuple[str, ...]) -> Passage:
    if not turn.speaker:
        return Passage("sentence", _together(sentences), turn.numbers, place)
    if _is_nobody(turn.speaker, words):
        return Passage("sentence", f"{turn.speaker}: {_together(sentences)}", turn.numbers, place)
    if _is_label(turn.speaker, words):
        return Passage("sentence", _together(sentences), turn.numbers, place)
    return Passage("turn", _together(sentences), turn.numbers, place, "claim", turn.speaker)


def _exchange(
    asking: Turn, opening: tuple[str, ...], reply: Turn, words: Words, place: tuple[str, ...]
) -> Passage:
    numbers = (*asking.numbers, *reply.numbers)
    question = _together((*opening, *asking.asked))
    # What answers may be put as a question: "Maybe around two?"
    proposed = tuple(each for each in reply.asked if talk.asks(each, words) and words.proposes(each))
    told = reply.said or tuple(dict.fromkeys((*reply.answer[:_SHORT_ANSWER], *reply.aside)))
    if reply.answer and reply.answer[0] not in told and words.assents(reply.answer[0]):
        told = (reply.answer[0], *told)
    text = _together((*told, *proposed) or _no_questions(reply.asked, words))
    if any(_is_label(each, words) or _is_nobody(each, words) for each in (asking.speaker, reply.speaker)):
        return Passage("exchange", f"{question}\n- {text}", numbers, place)
    answered = f"{question}\n- {reply.speaker}: {text}"
    return Passage("exchange", answered, numbers, place, "claim", asking.speaker)


def _together(sentences: Sequence[str]) -> str:
    """What one says at a time; messages that have no end are told apart."""
    parted = [
        f"{each}{'；' if _HAN.match(each[-1]) else ';'}" if each[-1:].isalnum() else each
        for each in sentences[:-1]
    ]
    return joined([*parted, *sentences[-1:]])


def _is_label(speaker: str, words: Words) -> bool:
    """Whether turns are marked as questions and answers, not by who speaks."""
    return folded(speaker) in words.pack.asking | words.pack.answering


def _is_nobody(speaker: str, words: Words) -> bool:
    """Whether a label of minutes is a word and no name: "Actions: …"."""
    return folded(speaker) in words.pack.common


def speakers(found: Sequence[Turn], words: Words) -> tuple[Term, ...]:
    """Who speaks, with the turns that say most, long ones behind those that are taken in at a glance."""
    by_name: dict[str, list[Turn]] = {}
    for turn in found:
        if turn.speaker and not _is_label(turn.speaker, words) and not _is_nobody(turn.speaker, words):
            by_name.setdefault(turn.speaker, []).append(turn)
    terms: list[Term] = []
    for name, own in sorted(by_name.items()):
        telling = [turn for turn in own if turn.said]
        best = sorted(
            telling,
            key=lambda turn: (
                sum(map(len, turn.said)) > _AT_A_GLANCE,
                -sum(words.substance(words.without_courtesies(each)) for each in turn.said),
            ),
        )
        ids = tuple(turn.ids[0] for turn in best[:MAX_TERM_BLOCKS])
        terms.append(Term(name, "people", len(own), blocks=ids))
    return tuple(terms)
