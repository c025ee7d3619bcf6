"""Paragraphs as passages: a sentence that leans on the one before stands with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.curator.library.line_kinds import Words, folded, is_question
from wikic.curator.library.page_furniture import ENDED, HAN, WORD, is_bare
from wikic.curator.library.passage import Passage
from wikic.curator.library.steps import opens_with

MOST_BLOCKS: Final = 3
MOST_CHARACTERS: Final = 600
_MOST_SPOKEN: Final = 5  # blocks of a conversation within a story: its lines are short
_MOST_TOLD: Final = 800  # letters of a paragraph of a story that stand together, and
_LONGEST_TOLD: Final = 1_200  # with a speech that is not at its end
_CLOSED: Final = re.compile(r"[.!?…。！？][\"'”’」』)\]_*]*$")
_LONG_QUESTION: Final = 30  # words
_BRIEF: Final = 30  # characters: a sentence that short leans on its neighbour
_SHORT_PARAGRAPH: Final = 320  # width of a paragraph that is one thought,
_SHORT_SENTENCE: Final = 70  # and of a sentence that says little without the one before it
_MOST_PAIRS: Final = 12  # of one record
_LONGEST_RECORD: Final = 1200  # characters
_STORY: Final = 15  # sentences
_SPOKEN: Final = re.compile(r"[\"“「『‘][^\"”」』]{2,}|^[—–]\s?\S")
_NOTE: Final = re.compile(r"(?:〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\](?!\())")  # a footnote
_ADDRESS: Final = re.compile(r"^<?\w+://\S+(?:\s*\[\s*\w+://\S+\])?\W*$")
_KEYED: Final = re.compile(r"^[A-Z][\w*() -]{2,30}: \S")  # "Base score: 3.5"
_OPENED: Final = re.compile(r"^[\"“「『‘'—–]")
_LEFT_OPEN: Final = re.compile(r"[“「『][^”」』]*$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence on its way to a bullet.

    text: plain.
    number: of its block.
    paragraph: sentences of one paragraph share it.
    """

    text: str
    number: int
    paragraph: int


def is_story(sentences: Sequence[Sentence], words: Words, others: int) -> bool:
    """Whether a text tells what happened: it is prose, many sentences point back, and there is talk in it.

    others: how many items, pairs, rows and labels stand among the sentences.
    """
    if len(sentences) < _STORY or others * 12 > len(sentences):
        return False
    spoken = sum(_SPOKEN.search(each.text) is not None for each in sentences)
    pointing = sum(words.leans(each.text) for each in sentences)
    return (spoken + pointing) * 4 >= len(sentences) and spoken * 15 >= len(sentences)


def passages(
    sentences: Sequence[Sentence], words: Words, place: tuple[str, ...], *, story: bool
) -> Iterator[Passage]:
    """The passages of a run of paragraphs without headings between them."""
    for group in _groups(sentences, words, story=story):
        while len(group) > 1 and not story and is_question(group[-1].text):
            group.pop()  # nothing answers it
        if len(group) == 1 and not story and is_bare(group[0].text) and not ENDED.search(group[0].text):
            continue
        if len(group) == 1 and is_question(group[0].text) and not _says_more(group[0].text):
            continue
        if all(leads_on(each.text, words) for each in group):
            continue
        if len(group) > 1 and not story and all(_is_pair(each, words) for each in group):
            text = "\n".join([group[0].text, *(f"- {each.text}" for each in group[1:])])
            yield Passage("record", text, tuple(each.number for each in group), place)
            continue
        text = joined([each.text for each in group])
        yield Passage("sentence", text, tuple(each.number for each in group), place)


def has_end(text: str) -> bool:
    """Whether a sentence is at its end: a mark says so, or it announces what follows."""
    return _CLOSED.search(text) is not None or text.endswith((":", "："))


def leads_on(sentence: str, words: Words) -> bool:
    """Whether a sentence says where more is told and neither gives an address nor anything else."""
    return words.is_pointer(sentence) and "://" not in sentence


def _says_more(question: str) -> bool:
    """Whether a question is so long that it says something itself, as "… , are you ready?" does."""
    return len(WORD.findall(question)) >= _LONG_QUESTION


def joined(texts: Sequence[str]) -> str:
    """Sentences in a row, with a space between them where their script has one."""
    text = "".join(texts[:1])
    for each in texts[1:]:
        dense = HAN.match(each[:1]) or (HAN.match(text[-1:]) and not each[:1].isascii())
        text += each if dense else f" {each}"
    return text


def _groups(sentences: Sequence[Sentence], words: Words, *, story: bool) -> Iterator[list[Sentence]]:
    group: list[Sentence] = []
    whole = frozenset() if story else _short_paragraphs(sentences)
    for each in sentences:
        told = group[1:] if _asks_alone(group[:2]) else group
        together = bool(told) and each.paragraph == told[0].paragraph and each.paragraph in whole
        if group and not together and not _takes(group, each, words, story=story):
            needed = _leans_on_last(group, each, words) or _answers_last(group, each)
            parted = -1 if not story and needed else len(group)
            yield group[:parted]
            group = group[parted:]
        group.append(each)
    if group:
        yield group


def _asks_alone(opening: Sequence[Sentence]) -> bool:
    """Whether a run opens with a question that is a paragraph of its own; what stands below it answers it."""
    asks = bool(opening) and is_question(opening[0].text)
    return asks and all(each.paragraph != opening[0].paragraph for each in opening[1:])


def without_unshown(told: Sequence[Sentence], words: Words, *, story: bool) -> list[Sentence]:
    """Sentences without those that announce a table or picture which is not there and is not spoken of."""
    return [
        each
        for at, each in enumerate(told)
        if story
        or not words.announces_shown(each.text)
        or any(words.leans(after.text) for after in told[at + 1 : at + 2])
    ]


def needs_question(sentence: str, words: Words) -> bool:
    """Whether an answer says nothing without its question: it points back to it or is brief."""
    return words.leans(sentence) or _width(sentence) <= _SHORT_SENTENCE


def _is_pair(sentence: Sentence, words: Words) -> bool:
    """Whether a line is a key with its value, and no remark."""
    key = _KEYED.match(sentence.text)
    return key is not None and folded(key.group().partition(":")[0]) not in words.pack.callouts


def _leans_on_last(group: Sequence[Sentence], following: Sentence, words: Words) -> bool:
    """Whether a sentence that a full group cannot take needs the group's last one, which stands alone."""
    last = group[-1]
    near = last.number + 1 == following.number and len(last.text) + len(following.text) <= MOST_CHARACTERS
    return len(group) > 1 and near and words.leans(following.text) and not words.leans(last.text)


def _answers_last(group: Sequence[Sentence], following: Sentence) -> bool:
    """Whether a full group ends in the question that a sentence answers."""
    last = group[-1]
    near = last.number + 1 == following.number and len(last.text) + len(following.text) <= MOST_CHARACTERS
    return len(group) > 1 and near and is_question(last.text) and not is_question(following.text)


def _goes_on_telling(group: Sequence[Sentence], following: Sentence, words: Words) -> bool:
    """Whether a sentence of a story belongs to those before it: to their paragraph, speech or answer."""
    last = group[-1]
    same = last.paragraph == following.paragraph
    length = sum(_width(each.text) for each in group) + _width(following.text)
    if following.text[:1].islower() or not _CLOSED.search(last.text) or (same and _is_open(group)):
        return length <= _LONGEST_TOLD
    if same:
        return length <= _MOST_TOLD
    if words.stands_in(following.text) and length <= _LONGEST_TOLD:
        return True
    if length > MOST_CHARACTERS or len(group) >= _MOST_SPOKEN:
        return False
    talk = _OPENED.match(last.text) is not None or _OPENED.match(following.text) is not None
    brief = length < MOST_CHARACTERS // 2 and all(_width(each.text) < 4 * _BRIEF for each in group)
    leans = words.leans(following.text) and len(group) < MOST_BLOCKS
    return is_question(last.text) or (brief and talk) or leans


def _is_open(group: Sequence[Sentence]) -> bool:
    """Whether a speech goes on: a quotation is open at the end of the group."""
    said = "".join(each.text for each in group)
    return said.count('"') % 2 == 1 or _LEFT_OPEN.search(said) is not None


def _short_paragraphs(sentences: Sequence[Sentence]) -> frozenset[int]:
    """The paragraphs of few and short sentences, which are read as one."""
    counts: dict[int, int] = {}
    widths: dict[int, int] = {}
    for each in sentences:
        aside = is_question(each.text) or _NOTE.match(each.text) is not None
        counts[each.paragraph] = counts.get(each.paragraph, 0) + 1
        widths[each.paragraph] = widths.get(each.paragraph, 0) + (
            _SHORT_PARAGRAPH if aside else _width(each.text)
        )
    return frozenset(
        paragraph
        for paragraph, width in widths.items()
        if counts[paragraph] <= MOST_BLOCKS and width <= _SHORT_PARAGRAPH
    )


def _width(text: str) -> int:
    """Characters, those of Han script for two."""
    return len(text) + len(HAN.findall(text))


def _takes(group: Sequence[Sentence], following: Sentence, words: Words, *, story: bool) -> bool:
    """Whether a sentence belongs to the group before it."""
    last = group[-1]
    if _NOTE.match(following.text):
        return False
    if story:
        return _goes_on_telling(group, following, words)
    same = last.paragraph == following.paragraph
    if same and following.text[:1].islower() and not ENDED.search(last.text):
        return True
    if same and (is_bare(following.text) or (len(group) == 1 and is_bare(last.text))):
        return True  # a word between two sentences, as behind "max.", says nothing alone
    if _ADDRESS.match(following.text):
        return True
    length = sum(len(each.text) for each in group) + len(following.text)
    if last.number + 1 == following.number and _is_pair(last, words) and _is_pair(following, words):
        return len(group) < _MOST_PAIRS and length <= _LONGEST_RECORD
    aside = following.text[:1] in "(（" and same
    if length > MOST_CHARACTERS or (len(group) >= MOST_BLOCKS and not aside):
        return False
    if (is_question(last.text) and same) or last.text.endswith(":"):
        return True
    if len(group) == 1 and _asks_alone(group):
        return not is_question(following.text)
    if not same and len(group) > 1:
        return words.leans(following.text)
    near = last.number + 1 == following.number and len(following.text) <= 4 * _BRIEF
    if near and not same and _tells_to_do(last, words) and _tells_to_do(following, words):
        return True
    if near and same and _tells_to_do(following, words):
        return True  # one step says nothing alone
    if same and (words.is_pointer(following.text) or words.refers(following.text, last.text)):
        return True
    if near and same and (words.lacks_subject(following.text) or words.points_back(following.text)):
        return True
    brief = _brief(following.text) or (
        _width(following.text) <= _SHORT_SENTENCE
        and sum(_width(each.text) for each in (*group, following)) <= _SHORT_PARAGRAPH
    )
    return aside or words.leans(following.text) or (same and brief)


def _tells_to_do(sentence: Sentence, words: Words) -> bool:
    return opens_with(sentence.text, words.pack.imperatives)


def _brief(text: str) -> bool:
    return len(text) < _BRIEF and len(WORD.findall(text)) < (16 if HAN.search(text) else 4)


def behind(before: Passage, passage: Passage) -> Passage:
    """A passage with another below its last line."""
    blocks = tuple(sorted({*before.blocks, *passage.blocks}))
    return replace(before, text=f"{before.text}\n{passage.text}", blocks=blocks)
