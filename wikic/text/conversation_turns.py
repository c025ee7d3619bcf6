"""Conversations as people keep them: who says what, in the shapes that programs export; heads of letters.

A speaker is a label before a colon that recurs and takes turns with another one. Known shapes: ``Anna: …``
with or without a time or a mark in brackets before it (WhatsApp among them), a line with name and time
above the words (Slack, Telegram). The head of a letter or a ticket are lines ``Key: value`` above what is
said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wikic.text import sentences, wrapped_lines
from wikic.text.full_dates import day_of, stamped_day
from wikic.text.structure_marks import Piece

_FIELD: Final = re.compile(
    r"^[ \t]{0,3}(?:\*\*|__)?(?P<key>[^\W\d_][\w /'’-]{0,23}?)(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?"
    r"(?:[ \t]+(?P<value>.*)|(?<=：)(?P<dense>.+))?$"
)
_KEY_WORDS: Final = 3
_FEWEST: Final = 2  # fields of a head
_LONGEST_LABEL: Final = 80  # characters of a line above the first field
_NO_LABEL: Final = tuple(".!?,;:。！？，；：…")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one letter or ticket.

    label: the line above its first field, "Ticket 12"; "" for none.
    start, end: its lines, the second one excluded.
    fields: keys and values as they are written.
    """

    label: str
    start: int
    end: int
    fields: tuple[tuple[str, str], ...]


def field(line: str) -> tuple[str, str] | None:
    """Key and value of a line ``Key: value``; None for another line."""
    found = _FIELD.match(line)
    if found is None or len(found["key"].split()) > _KEY_WORDS:
        return None
    return found["key"].strip(), (found["value"] or found["dense"] or "").strip()


def head_at(lines: Sequence[str], start: int) -> Head | None:
    """The head that begins at a line: several fields of different keys with nothing right below."""
    fields: list[tuple[str, str]] = []
    end = start
    while end < len(lines) and lines[end].strip():
        found = field(lines[end])
        if found is not None and lines[end][:1] not in " \t":
            fields.append(found)
        elif not fields or lines[end][:1] not in " \t":
            return None
        end += 1
    keys = {key.casefold() for key, _ in fields}
    return Head("", start, end, tuple(fields)) if len(fields) == len(keys) >= _FEWEST else None


def opening(lines: Sequence[str]) -> Head | None:
    """The head that a document opens with, below a line that names it perhaps."""
    filled = [at for at, line in enumerate(lines[:12]) if line.strip()][:3]
    if not filled:
        return None
    if found := head_at(lines, filled[0]):
        return found
    label = lines[filled[0]].strip().strip("#*_ ")
    if len(filled) < 2 or not label or len(label) > _LONGEST_LABEL or label.endswith(_NO_LABEL):
        return None
    below = head_at(lines, filled[1])
    return None if below is None else Head(label, filled[0], below.end, below.fields)


_NAME: Final = r"[^\W\d_][^:：\[\]<>|{}\t]{0,38}?"
_TIME: Final = r"\d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_DATE: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
# [12/01/24, 10:03:11] Anna: · 12/01/2024, 10:03 - Anna: · [D1:3] Anna: · 10:03 Anna: · Anna:
_LABELLED: Final = re.compile(
    rf"^[\u200e\u200f]?(?:\[[^\]\n]{{1,40}}\][ \t]*|(?:{_DATE},?[ \t]+)?{_TIME}[ \t]*(?:[-–—][ \t]*)?"
    rf"|{_DATE},?[ \t]+{_TIME}[ \t]*[-–—][ \t]*)?(?P<name>{_NAME})[:：](?:[ \t]+|(?<=：)|$)(?P<text>.*)$"
)
# Anna  10:03 AM · Anna, [12.01.24 10:03] · Anna 12 January 2024 at 10:03
_ABOVE: Final = re.compile(
    rf"^(?P<name>{_NAME})(?:,[ \t]*\[(?:{_DATE}[ ,]+)?{_TIME}\]"
    rf"|[ \t]{{1,4}}\[?{_TIME}\]?|[ \t]+—[ \t]+.*{_TIME})[ \t]*$"
)
_STAMP: Final = re.compile(rf"^\[?(?:{_DATE},?[ \t]+)?{_TIME}\]?|^\[?{_DATE}")
# So many lines of a conversation are turns; turns go on in the rest, or programs tell something.
_SHARE: Final = 0.5
_LONGEST_NAME: Final = 4  # words
_ROUND: Final = 1.5  # kinds of changes for each label, which the keys of records do not reach
_SPOKEN: Final = 3  # words
_ENDS: Final = re.compile(r"[.!?。！？](?=\s|$|[^\W\d_])")
_CLOCK: Final = re.compile(r"(?<!\d)\d{1,2}:\d{2}(?!\d)")
_HEADING_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class Turn:
    """One stretch of lines by one speaker.

    speaker: the label, or "" for lines before the first turn and what programs say.
    start, end: its lines, the second one excluded.
    text: what is said.
    quote: the same as it stands in the document, with its label.
    day: the day it is stamped with, or that the line names; "" where none is given.
    stamp: what stands with its label, when it was said as a rule; "" where nothing does.
    """

    speaker: str
    start: int
    end: int
    text: str
    quote: str
    day: str = ""
    stamp: str = ""


def turns(lines: Sequence[str]) -> list[Turn]:
    """The turns of a conversation in order; none when the lines are something else."""
    for pattern, above in ((_LABELLED, False), (_ABOVE, True)):
        opened = {at: found for at, line in enumerate(lines) if (found := pattern.match(line)) is not None}
        speakers = _speakers(list(opened.values()), lines, above=above)
        if speakers:
            opened = _opened(opened, speakers)
            return list(_between(lines, opened, above=above))
    return []


def _opened(found: dict[int, re.Match[str]], speakers: set[str]) -> dict[int, re.Match[str]]:
    """The lines that open a turn; "Date: 3 May" above the first one opens none, though it has a label."""
    said = {at: each for at, each in found.items() if each["name"].strip() in speakers}
    counts = Counter(each["name"].strip() for each in said.values())
    for at in sorted(said):
        each = said[at]
        timed = _CLOCK.search(each.group()[: each.start("name") - each.start()]) is not None
        if timed or counts[each["name"].strip()] > 1 or len(each.group().split()) > _HEADING_WORDS:
            break
        del said[at]
    return said


def _speakers(found: Sequence[re.Match[str]], lines: Sequence[str], *, above: bool) -> set[str]:
    """The labels that recur and take turns, where they are most of the text."""
    order = [each["name"].strip() for each in found if len(each["name"].split()) <= _LONGEST_NAME]
    counts = Counter(order)
    known = {name for name, count in counts.items() if count >= 2}
    # Three who speak in turn look like the keys of a record, but those have no time before them.
    clocked = _is_clocked(found)
    if clocked and known:  # of a few who speak on a day, most speak once
        known = set(counts)
    if len(known) < 2 and not above and (brief := _brief(found, lines) or _stamped(found, lines)):
        return brief
    if len(known) < 2 or not _take_turns(order, known, in_rounds=clocked or above):
        return set()
    if not above and not _talk([each["text"] for each in found if each["name"].strip() in known]):
        return set()
    # Who speaks once in a conversation of others is a speaker too.
    speakers = known | {name for name in counts if name[:1].isupper()}
    said = sum(name in speakers for name in order)
    filled = [line.strip() for line in lines if line.strip()]
    # What is said may have lists in it: day and time above the first label say that it is talk.
    dated = len(filled) > 1 and bool(day_of(filled[0]) and _CLOCK.search(filled[0]))
    opens = dated and not above and found[0].group().strip() in filled[:2]
    if said * (3 if above else 1) < len(filled) * _SHARE:
        return known if opens and said > 3 else set()
    return speakers if said > 3 else set()


def _is_clocked(found: Sequence[re.Match[str]]) -> bool:
    """Whether a time stands before every label, as somebody happened to write then.

    The times of an agenda are round, and the labels of a log are in capitals.
    """
    times = [_CLOCK.search(each.group()[: each.start("name") - each.start()]) for each in found]
    minutes = [int(time.group().rpartition(":")[2]) for time in times if time is not None]
    happened = len(minutes) == len(found) and any(minute % 5 for minute in minutes)
    return happened and not all(each["name"].isupper() for each in found)


def _brief(found: Sequence[re.Match[str]], lines: Sequence[str]) -> set[str]:
    """The two who exchange three messages or four, below a line with the date perhaps."""
    filled = sum(bool(line.strip()) for line in lines)
    said = [each for each in found if len(each["text"].split()) >= 2 * _SPOKEN]
    names = [each["name"].strip() for each in said]
    turns_taken = all(a != b for a, b in pairwise(names))
    return set(names) if len(set(names)) == 2 and len(names) >= max(3, filled - 1) and turns_taken else set()


def _stamped(found: Sequence[re.Match[str]], lines: Sequence[str]) -> set[str]:
    """Who says the one message or the two that stand, and nothing else, below a line with day and time."""
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) not in (2, 3) or not (day_of(filled[0]) and _CLOCK.search(filled[0])):
        return set()
    said = [each for each in found if each.group().strip() in filled[1:]]
    names = {each["name"].strip() for each in said}
    called = all(name[:1].isupper() or not name.isascii() for name in names)
    told = all(len(_ENDS.findall(each["text"])) > (len(filled) == 2) for each in said)
    return names if called and told and len(names) == len(said) == len(filled) - 1 else set()


def _take_turns(order: Sequence[str], known: set[str], *, in_rounds: bool) -> bool:
    """Whether labels follow each other as people do who talk; the keys of records come in one round.

    in_rounds: whether people are known to be meant, who may speak in rounds too.
    """
    said = [name for name in order if name in known]
    changes = sum(a != b for a, b in pairwise(said))
    if changes * 3 < len(said):
        return False
    return in_rounds or len(known) == 2 or len(set(pairwise(said))) > _ROUND * len(known)


def _talk(texts: Sequence[str]) -> bool:
    """Whether what stands behind the labels is said, in words, and no value."""
    spoken = sum(len(text.split()) >= _SPOKEN or (len(text) >= 6 and not text.isascii()) for text in texts)
    return spoken * 2 >= len(texts)


def _names(opened: dict[int, re.Match[str]]) -> dict[str, str]:
    """What each label is called: "Mei Lin" beside "MeiLin" is the same one, by the label that comes most."""
    counts = Counter(each["name"].strip() for each in opened.values())
    called: dict[str, str] = {}
    for name, _ in counts.most_common():
        called.setdefault("".join(name.split()).casefold(), name)
    return {name: called["".join(name.split()).casefold()] for name in counts}


def _between(lines: Sequence[str], opened: dict[int, re.Match[str]], *, above: bool) -> Iterator[Turn]:
    starts, names = sorted(opened), _names(opened)
    for at in range(starts[0]):
        if lines[at].strip() and (day_of(lines[at]) or not _foreign(lines[at])):
            yield Turn("", at, at + 1, lines[at], lines[at], day=day_of(lines[at]))
    for start, following in zip(starts, [*starts[1:], len(lines)], strict=True):
        end = following
        while end > start + 1 and (not lines[end - 1].strip() or _foreign(lines[end - 1])):
            end -= 1
        found = opened[start]
        rest = lines[start + 1 : end]
        said = "\n".join(rest if above else [found["text"], *rest])
        quote = "\n".join([lines[start][found.start("name") :], *rest])
        stamp = lines[start][found.end("name") :] if above else lines[start][: found.start("name")]
        named = names[found["name"].strip()]
        yield Turn(named, start, end, said, quote, day=stamped_day(stamp), stamp=stamp.strip())
        for row in range(end, following):
            told = _STAMP.sub("", lines[row].strip().lstrip("\u200e\u200f")).lstrip(" ,-–—\t")
            if len(told.split()) >= _SPOKEN:
                yield Turn("", row, row + 1, told, lines[row], day=stamped_day(lines[row]))


def _foreign(line: str) -> bool:
    """A line with a time of its own, but no speaker: a message of the program."""
    return _STAMP.match(line.strip().lstrip("\u200e\u200f")) is not None


# A turn beyond this is cited by its sentences.
MAX_TURN: Final = 1500


def conversation(lines: Sequence[str]) -> tuple[int, list[Turn]]:
    """How many lines stand above a conversation and are none of it, and its turns; none of other texts.

    A day above it is its day. What else stands there, as the head of a ticket does, is read as a text is.
    """
    head = opening(lines)
    start = head.end if head is not None else 0
    said = turns(lines[start:])
    if not said:
        start, said = 0, turns(lines)
    first = next((at for at, turn in enumerate(said) if turn.speaker), 0)
    if start == 0 and any(not turn.day for turn in said[:first]):
        start = said[first].start
        said = said[first:]
    return start, said


def turn_pieces(said: Sequence[Turn], language: str) -> Iterator[Piece]:
    """What is said, a piece a turn; what stands outside of the turns is prose."""
    for group, turn in enumerate(said):
        day = (turn.day,) if turn.day else ()
        if len(turn.text) <= MAX_TURN and (turn.speaker or turn.text != turn.quote):
            yield Piece("sentence", turn.quote, "turn", group, 0, turn.speaker, day, (turn.text, turn.stamp))
            continue
        for part in wrapped_lines.unwrapped(turn.text.split("\n")):
            for sentence in sentences.split_by_script(part, language):
                yield Piece("sentence", sentence, "turn", group, 0, turn.speaker, day, (sentence, turn.stamp))
