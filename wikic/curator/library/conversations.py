"""Conversations as passages: who says what, questions with their answers, without the courtesies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.library.line_kinds import Words, folded, is_question, without_pictures
from wikic.curator.library.passage import Passage
from wikic.curator.library.plain_words import plain
from wikic.curator.library.prose import joined
from wikic.model.statement import MAX_TERM_BLOCKS, Term
from wikic.text import script
from wikic.text.normalise import CJK
from wikic.text.structured_blocks import Part

_LEAST: Final = 2  # words that say something, for a sentence to stand
_PRAISE: Final = 1  # words more, of what is not about the one who speaks
_LEAST_HAN: Final = 4  # characters
_ASIDE: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_PAIRED: Final = 3  # speakers: of more, the next one to speak need not answer
_STEM: Final = 5  # letters
_WORD: Final = re.compile(rf"[{CJK}]{{2}}|[^\W_]+")
_MOST_TURNS: Final = 3  # of one bullet; one more that says little
_LONGEST_TALK: Final = 5  # turns of one whose last ones open with "it" or "they"
_NEAR: Final = 2  # turns
_LONGEST_OPENING: Final = 300  # characters said before a question that stand with it
_LONGEST_EXCHANGE: Final = 900  # characters
_LONGEST_THREAD: Final = 1_200  # characters of one with a question that stands in it already
_SHORT_ANSWER: Final = 2  # sentences
_BRIEF: Final = 12  # words
_PICTURED: Final = re.compile(
    r"(?<=[.!?…。！？])\s*[\U0001F000-\U0010FFFF\u2600-\u27BF\uFE0F\u200D]+\s*(?=\w)"
    r"|\s[\U0001F000-\U0010FFFF\u2600-\u27BF\uFE0F\u200D]+\s+(?=[^\W\da-z_])"
)
_HAN: Final = re.compile(f"[{CJK}]")


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
    sentences = [plain(each) for text in messages.values() for each in _sentences(text, language)]
    sentences = [each for each in sentences if each and not words.is_boilerplate(each)]
    weighed = [(each, words.substance(each, names)) for each in sentences]
    # A sentence of one word that counts says something beside one that says more.
    telling = any(weight >= _least(each, words) and not _asks(each, words) for each, weight in weighed)
    said: list[str] = []
    asked: list[str] = []
    answer: list[str] = []
    aside: list[str] = []
    for sentence, weight in weighed:
        bare = without_pictures(sentence) or sentence
        if _asks(sentence, words):
            if weight >= 1:
                asked.append(bare)
            continue
        if any(map(str.isalnum, bare)) and not asked:
            answer.append(bare)
        if not weight or _praises(sentence, weight, words):
            continue
        if telling or weight >= _least(sentence, words):
            (asked if asked else said).append(bare)
        else:
            aside.append(bare)
    numbers, ids = tuple(part.number for part in group), tuple(part.id for part in group)
    return Turn(
        *(group[0].piece.mark, numbers, ids),
        *(tuple(said), tuple(asked), tuple(answer), tuple(aside[:_SHORT_ANSWER])),
    )


def _sentences(message: str, language: str) -> Iterator[str]:
    """The sentences of a message, of which pictures end some."""
    for sentence in script.split(message, language):
        yield from _PICTURED.split(sentence)


def _asks(sentence: str, words: Words) -> bool:
    """Whether a sentence is a question, with its mark or without."""
    return _is_marked(sentence) or words.asks_unmarked(sentence)


def _is_marked(sentence: str) -> bool:
    """Whether a sentence ends as a question does, a picture sent with it or not."""
    return is_question(_ASIDE.sub("", sentence))


def _least(sentence: str, words: Words) -> int:
    """How much a sentence has to say; one of another than who speaks has to say more."""
    least = _LEAST_HAN if _HAN.search(sentence) else _LEAST
    if words.speaks_of_himself(sentence):
        return least
    return least + _PRAISE + _exclaims(sentence)


def _praises(sentence: str, weight: int, words: Words) -> bool:
    """Whether a sentence only cheers what was said: "Wow, what a painting!"."""
    opens = words.greeting.match(sentence) is not None
    return weight == 1 and opens and _exclaims(sentence) and not words.speaks_of_himself(sentence)


def _exclaims(sentence: str) -> bool:
    return without_pictures(sentence)[-1:] in ("!", "！")


def passages(found: Sequence[Turn], words: Words, place: tuple[str, ...]) -> list[Passage]:
    """What is said, turn by turn; what speaks of the message before it stands with it.

    What says little stands with what it follows, or nowhere.
    """
    said: list[Passage] = []
    for passage, light in _told(found, words, place):
        before = said[-1] if said else None
        if before is not None and _goes_with(passage, before, found, words, light=light):
            said[-1] = _with_reply(before, passage, words.pack.code)
        elif not light:
            said.append(passage)
    return said


def _goes_with(
    passage: Passage, before: Passage, found: Sequence[Turn], words: Words, *, light: bool
) -> bool:
    """Whether a turn answers the message before it: it speaks of what that one said, or says little."""
    lines = 1 + before.text.count("\n")
    if passage.form not in ("turn", "exchange") or before.holder is None or passage.holder is None:
        return False
    lines += 1 + passage.text.count("\n")
    if _is_asked(passage, before, words.pack.code):
        return len(before.text) + len(passage.text) <= _LONGEST_THREAD
    turn = {number: at for at, each in enumerate(found) for number in each.numbers}
    gap = turn[passage.blocks[0]] - turn[before.blocks[-1]]
    first = next(iter(script.split(passage.text.split("\n")[0], words.pack.code)), "")
    length = len(before.text) + len(passage.text)
    if words.stands_in(first) and gap <= 1:
        return lines <= _LONGEST_TALK and length <= _LONGEST_THREAD
    if lines > _MOST_TURNS + 1 or length > _LONGEST_EXCHANGE:
        return False
    if light:  # a courtesy may stand between the two
        return gap <= _NEAR
    if lines > _MOST_TURNS and gap:
        return False
    return gap <= 1 and words.replies(first)


def _with_reply(before: Passage, passage: Passage, code: str) -> Passage:
    opening, *rest = passage.text.split("\n")
    last = before.text.split("\n")[-1].removeprefix("- ") if "\n" in before.text else f"{before.holder}: "
    if last.startswith(f"{passage.holder}: "):  # who spoke last asks about it
        new = [each for each in script.split(opening, code) if each not in last]
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
        each in answer for each in script.split(opening, code)
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
        elif rest := tuple(each for each in turn.asked if not _is_marked(each) or words.proposes(each)):
            yield _said(turn, rest, words, place), False


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
    return tuple(each for each in sentences if not _asks(each, words))


def _stems(sentences: Sequence[str], words: Words) -> set[str]:
    """The beginnings of the words that say something."""
    common = words.pack.stopwords | words.pack.chatter
    found = (word.casefold() for each in sentences for word in _WORD.findall(each))
    return {word[:_STEM] for word in found if word not in common}


def _said(turn: Turn, sentences: Sequence[str], words: Words, place: tuple[str, ...]) -> Passage:
    if not turn.speaker:
        return Passage("sentence", joined(sentences), turn.numbers, place)
    if _is_nobody(turn.speaker, words):
        return Passage("sentence", f"{turn.speaker}: {joined(sentences)}", turn.numbers, place)
    if _is_label(turn.speaker, words):
        return Passage("sentence", joined(sentences), turn.numbers, place)
    return Passage("turn", joined(sentences), turn.numbers, place, "claim", turn.speaker)


def _exchange(
    asking: Turn, opening: tuple[str, ...], reply: Turn, words: Words, place: tuple[str, ...]
) -> Passage:
    numbers = (*asking.numbers, *reply.numbers)
    question = joined((*opening, *asking.asked))
    # What answers may be put as a question: "Maybe around two?"
    proposed = tuple(each for each in reply.asked if _asks(each, words) and words.proposes(each))
    told = reply.said or reply.answer[:_SHORT_ANSWER]
    text = joined((*told, *proposed) or _no_questions(reply.asked, words))
    if any(_is_label(each, words) or _is_nobody(each, words) for each in (asking.speaker, reply.speaker)):
        return Passage("exchange", f"{question}\n- {text}", numbers, place)
    answered = f"{question}\n- {reply.speaker}: {text}"
    return Passage("exchange", answered, numbers, place, "claim", asking.speaker)


def _is_label(speaker: str, words: Words) -> bool:
    """Whether turns are marked as questions and answers, not by who speaks."""
    return folded(speaker) in words.pack.asking | words.pack.answering


def _is_nobody(speaker: str, words: Words) -> bool:
    """Whether a label of minutes is a word and no name: "Actions: …"."""
    return folded(speaker) in words.pack.common


def speakers(found: Sequence[Turn], words: Words) -> tuple[Term, ...]:
    """Who speaks, with the turns that say most."""
    by_name: dict[str, list[Turn]] = {}
    for turn in found:
        if turn.speaker and not _is_label(turn.speaker, words) and not _is_nobody(turn.speaker, words):
            by_name.setdefault(turn.speaker, []).append(turn)
    terms: list[Term] = []
    for name, own in sorted(by_name.items()):
        telling = [turn for turn in own if turn.said]
        best = sorted(telling, key=lambda turn: -sum(words.substance(each) for each in turn.said))
        ids = tuple(turn.ids[0] for turn in best[:MAX_TERM_BLOCKS])
        terms.append(Term(name, "people", len(own), blocks=ids))
    return tuple(terms)
