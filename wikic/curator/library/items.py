"""Lists and steps: short items are one bullet with what announces them, long ones a bullet each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from wikic.curator.library import item_words
from wikic.curator.library.item_words import SHORT
from wikic.curator.library.line_kinds import Words, announces_questions, folded, is_question
from wikic.curator.library.machine_output import is_message
from wikic.curator.library.passage import LeadIn, Passage
from wikic.curator.library.plain_words import is_link
from wikic.curator.library.steps import opens_with
from wikic.markdown.bullet_lines import fenced
from wikic.model.statement import Form
from wikic.text.structured_blocks import Part

_MOST: Final = 24  # items of one list
_DEEPEST: Final = 32  # lists within lists; what is deeper stands at this depth
_LABEL: Final = 2  # words
_NEAR: Final = 100  # characters of what announces a list, that may stand before each of its items
_LONG_LIST: Final = 1200  # characters
_CARRIED: Final = 240  # characters of an item that may stand before each part of what is under it
_LONG_STEPS: Final = 3000  # characters of a procedure that is still one bullet
_LONG_STEP: Final = 420  # characters: steps that long are paragraphs with numbers
_ORDER: Final = re.compile(r"^\(?(\d{1,3})[.)、]$|^\(?([a-zA-Z])\)$|^([①-⑳])$")
_WHOLE: Final = re.compile(r"[.!?。！？][\"”’)\]]*$")
_TERM: Final = re.compile(r"^.{1,60}?(?::(?!//)|：| [-–—] )\S?")
_REFERENCE: Final = re.compile(
    r"^([^.!?:\[\]]{1,80}?)\s*\[\w+://[^\]\s]+\]?[\s\W]*$"
)  # "Tide tables [https://…]"
_REFERENCE_WORDS: Final = 8
_KEYED: Final = re.compile(r"^\S.{0,40}?[:：]\s")


@dataclass(slots=True)
class Entry:
    """One item with what stands below it.

    indent, mark: as in ``Piece``.
    parts: its own sentences and code.
    below: the items under it.
    """

    indent: int
    mark: str
    parts: list[Part]
    below: list[Entry] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its sentences on one line; code of one line stands in it between backticks."""
        return item_words.joined([item_words.inline(part) for part in self.parts])

    @property
    def box(self) -> str:
        """The box of a task, "[x] " where it is done; "" where it is none."""
        found = item_words.BOX.match(self.parts[0].piece.text) if self.mark else None
        return f"[{found[1].lower()}] " if found is not None else ""

    @property
    def opening(self) -> str:
        """Its words before its first code of several lines; its first words where it begins with code."""
        return next((each for each in self._lines() if not _is_code(each)), "")

    @property
    def rest(self) -> list[str]:
        """What goes on behind ``opening``: code of several lines, and words between."""
        found = self._lines()
        if self.opening:
            found.remove(self.opening)
        return found

    def _lines(self) -> list[str]:
        found: list[str] = []
        words: list[str] = []
        for part in self.parts:
            if part.piece.kind == "code" and not item_words.inline(part):
                found += [item_words.joined(words)] if words else []
                found.append(fenced(part.piece.text.strip("\n"), part.piece.mark))
                words = []
            else:
                words += filter(None, [item_words.inline(part)])
        return [*found, item_words.joined(words)] if words else found

    @property
    def numbers(self) -> tuple[int, ...]:
        own = [part.number for part in self.parts]
        return tuple(sorted({*own, *(number for each in self.below for number in each.numbers)}))

    @property
    def size(self) -> int:
        return len(self.text) + sum(each.size for each in self.below)


def entries(parts: Sequence[Part]) -> list[Entry]:
    """The items of a run of parts, those below another one under it."""
    top: list[Entry] = []
    path: list[Entry] = []
    group: int | None = None
    for part in parts:
        piece = part.piece
        if path and (piece.group == group or (piece.kind == "code" and not piece.mark)):
            path[-1].parts.append(part)
            continue
        group = piece.group
        holder = next((each for each in path if each.parts[0].piece.group == group), None)
        if holder is not None:
            holder.parts.append(part)
            continue
        while path and piece.level <= path[-1].indent:
            path.pop()
        entry = Entry(piece.level, piece.mark, [part])
        (path[:_DEEPEST][-1].below if path else top).append(entry)
        path.append(entry)
    return _nested(top)


def _nested(found: Sequence[Entry]) -> list[Entry]:
    """Entries with the bullets between a step and the next one below that step, though they stand as deep."""
    nested: list[Entry] = []
    waiting: list[Entry] = []
    for entry in found:
        if not _is_step(entry):
            waiting.append(entry)
            continue
        goes_on = bool(nested and waiting) and _is_step(nested[-1]) and all(each.mark for each in waiting)
        if goes_on and _first_number([entry]) == _first_number(nested[-1:]) + 1:
            nested[-1].below += waiting
        else:
            nested += waiting
        waiting = []
        nested.append(entry)
    return [*nested, *waiting]


def lists(found: Sequence[Entry]) -> list[list[Entry]]:
    """The steps and the bullets right behind or before them, which are another list; else all as one."""
    changes = [at for at in range(1, len(found)) if _is_step(found[at]) != _is_step(found[at - 1])]
    if len(changes) != 1 or sum(map(_is_step, found)) < 2 or not all(each.mark for each in found):
        return [list(found)]
    return [list(found[: changes[0]]), list(found[changes[0] :])]


def _is_step(entry: Entry) -> bool:
    return _ORDER.match(entry.mark) is not None


def without_label(found: list[Entry], lead: str) -> list[Entry]:
    """Entries without a first one that only says once more what announces them."""
    again = bool(found and lead) and folded(found[0].text) == folded(lead)
    return [*found[0].below, *found[1:]] if again and (found[0].below or found[1:]) else found


def is_navigation(found: Sequence[Entry], headings: frozenset[str]) -> bool:
    """Whether a list leads around: links within the site alone, or the headings of the document."""
    flat = [each for entry in found for each in (entry, *entry.below)]
    if len(flat) < 2:
        return False
    links = sum(len(each.parts) == 1 and is_link(each.parts[0].piece.text) for each in flat)
    named = sum(folded(each.text) in headings for each in flat)
    return links * 10 >= len(flat) * 9 or named * 10 >= len(flat) * 6


def is_name(text: str) -> bool:
    """Whether a line names something and says nothing: it is short and ends no sentence."""
    return _WHOLE.search(text) is None and item_words.length(text) <= SHORT


def is_cut(found: Sequence[Entry]) -> bool:
    """Whether the last item of a list breaks off: it has no end, and all others have one."""
    *others, last = [entry.below[-1] if entry.below else entry for entry in found]
    if not others or _WHOLE.search(last.text) or item_words.length(last.text) < SHORT // 2:
        return False
    return all(_WHOLE.search(each.text) for each in others)


def is_reference(text: str, verbs: frozenset[str]) -> bool:
    """Whether a line is a name with an address behind it, as a link was that lost its marks."""
    named = _REFERENCE.match(text)
    return (
        named is not None and item_words.length(named[1]) <= _REFERENCE_WORDS and not opens_with(text, verbs)
    )


def passages(found: Sequence[Entry], lead: LeadIn, words: Words, place: tuple[str, ...]) -> Iterator[Passage]:
    """The bullets of one list."""
    found = _gathered(found, words)
    announcing = next((at for at, each in enumerate(found[:-1]) if at and _announces(each)), None)
    if announcing is not None:
        entry = found[announcing]
        yield from passages(found[:announcing], lead, words, place)
        yield from passages(found[announcing + 1 :], LeadIn(entry.text, entry.numbers), words, place)
        return
    if _is_procedure(found, lead, words):
        yield from _procedures(found, lead, words, place)
    else:
        yield from _list(found, lead, words, place)


def _announces(entry: Entry) -> bool:
    """Whether an entry of a list that lost its marks says what those behind it are."""
    return not entry.mark and not entry.below and entry.text.endswith((":", "："))


def _gathered(found: Sequence[Entry], words: Words) -> list[Entry]:
    """Entries of a list that lost its marks: a remark, or one without a key, goes to the one before."""
    keyed = sum(_KEYED.match(each.text) is not None for each in found) * 2 > len(found)
    gathered: list[Entry] = []
    for each in found:
        key = _KEYED.match(each.text)
        remark = key is not None and folded(key.group()) in words.pack.callouts
        if gathered and not each.mark and not each.below and (remark or (keyed and key is None)):
            gathered[-1].parts += each.parts
        else:
            gathered.append(each)
    return gathered


def _ordered(found: Sequence[Entry]) -> bool:
    return len(found) > 1 and all(map(_is_step, found))


def _is_procedure(found: Sequence[Entry], lead: LeadIn, words: Words) -> bool:
    if len(found) < 2:
        # One step below its aim: those behind a line break go on from it.
        alone = bool(found) and not found[0].mark and not found[0].below and bool(lead.text)
        return alone and opens_with(found[0].text, words.pack.imperatives)
    if _ordered(found):
        return sum(len(each.text) for each in found) <= _LONG_STEP * len(found)
    if any(each.mark for each in found):
        return False
    # Steps whose numbers were lost: they open with a verb that tells what to do.
    opening = sum(opens_with(each.text, words.pack.imperatives) for each in found)
    return opening * 10 >= len(found) * 6 and bool(lead.text)


def _procedures(
    found: Sequence[Entry], lead: LeadIn, words: Words, place: tuple[str, ...]
) -> Iterator[Passage]:
    """Steps in one bullet; a very long run of them in several, each with what announces it."""
    group: list[Entry] = []
    first = _first_number(found)
    for at, entry in enumerate(found):
        if group and sum(each.size for each in group) + entry.size > _LONG_STEPS:
            yield _procedure(group, lead, words, place, first + at - len(group))
            group = []
        group.append(entry)
    yield _procedure(group, lead, words, place, first + len(found) - len(group))


def _first_number(found: Sequence[Entry]) -> int:
    order = _ORDER.match(found[0].mark)
    return int(order.group(1)) if order is not None and order.group(1) else 1


def _procedure(
    found: Sequence[Entry], lead: LeadIn, words: Words, place: tuple[str, ...], first: int
) -> Passage:
    lines = [lead.text] if lead.text else []
    for number, entry in enumerate(found, start=first):
        lines += _step(entry, f"{number}. ", 0)
    numbers = {*lead.blocks, *(number for each in found for number in each.numbers)}
    steps = sum(opens_with(entry.text, words.pack.imperatives) for entry in found) * 2 >= len(found)
    form: Form = "procedure" if steps or words.pack.code == "generic" else "list"
    return Passage(form, "\n".join(lines), tuple(sorted(numbers)), place)


def _step(entry: Entry, mark: str, depth: int) -> list[str]:
    """The lines of an entry and of what stands under it."""
    lines = [f"{' ' * depth}{mark}{entry.box}{entry.opening}"] if entry.opening else []
    lines += (each if _is_code(each) else f"{' ' * (depth + 2)}{each}" for each in entry.rest)
    ordered = _ordered(entry.below)
    for number, each in enumerate(entry.below, start=_first_number(entry.below) if ordered else 1):
        lines += _step(each, f"{number}. " if ordered else "- ", min(depth + 2, 6))
    return lines


def _is_code(line: str) -> bool:
    return "\n" in line


def _has_code(entry: Entry) -> bool:
    return any(map(_is_code, entry.rest))


def _list(found: Sequence[Entry], lead: LeadIn, words: Words, place: tuple[str, ...]) -> Iterator[Passage]:
    if _listed(found, lead.text):
        bullets = ceil(len(found) / _MOST)
        each = ceil(len(found) / bullets)
        for at in range(0, len(found), each):
            yield _bullets(found[at : at + each], lead, place)
        return
    for entry in found:
        yield from _single(entry, lead, words, place)


def _listed(found: Sequence[Entry], lead: str = "") -> bool:
    """Whether items are short enough to stand in one bullet, behind ``lead``."""
    flat = [each for entry in found for each in (entry, *entry.below)]
    short = sum(item_words.length(each.text) <= SHORT for each in flat)
    deep = any(below.below for entry in found for below in entry.below)
    if len(found) > 1 and lead and all(not each.mark and not each.below for each in found):
        # A list that lost its marks: which of its sentences are items is not told, so it stays one.
        return not any(map(_has_code, found)) and sum(each.size for each in found) <= _LONG_LIST
    code = any(map(_has_code, flat))
    tasks = all(each.box for each in found)
    # Questions that nobody answers: none says anything without what announces it.
    questions = sum(is_question(each.text) and not each.below for each in found)
    asked = bool(lead) and questions * 10 >= len(found) * 6
    return (
        len(found) > 1 and not deep and not code and (tasks or asked or short * 10 >= len(flat) * 8)
        and sum(each.size for each in found) <= _LONG_LIST
    )  # fmt: skip


def _bullets(found: Sequence[Entry], lead: LeadIn, place: tuple[str, ...]) -> Passage:
    ordered = _ordered(found)
    lines = [lead.text] if lead.text else []
    for number, entry in enumerate(found, start=_first_number(found)):
        lines += _step(entry, f"{number}. " if ordered else "- ", 0)
    numbers = {*lead.blocks, *(number for each in found for number in each.numbers)}
    return Passage("list", "\n".join(lines), tuple(sorted(numbers)), place)


def _single(entry: Entry, lead: LeadIn, words: Words, place: tuple[str, ...]) -> Iterator[Passage]:
    """A long item as a bullet of its own, with what announces it where it needs that."""
    text = entry.text
    asks = is_question(text) and not entry.below
    if asks and not announces_questions(lead.text):
        return
    own = tuple(sorted(part.number for part in entry.parts))
    near = len(lead.text) <= _NEAR and item_words.length(text) <= 2 * SHORT
    # "Notes:" adds nothing to a whole sentence, nor does the heading.
    label = lead.heading or item_words.length(lead.text) <= _LABEL
    alone = _stands_alone(text, words) and (label or not (lead.text and near))
    # What stands under an item says what it is about, so it needs no heading.
    alone = alone or (
        lead.heading and bool(entry.below) and item_words.length(text) > _LABEL and not words.leans(text)
    )
    lead = LeadIn("", ()) if alone and not asks else lead
    if entry.box and lead.text:  # the box stands at the head of a line
        yield _bullets([entry], lead, place)
        return
    head = f"{lead.text} {entry.box}{entry.opening}".strip()
    numbers = tuple(sorted({*lead.blocks, *own}))
    if entry.below:
        yield from _with_below(entry, LeadIn(head, numbers), words, place)
        return
    if text or entry.rest:
        form: Form = "code" if _has_code(entry) else "sentence"
        yield Passage(form, "\n".join([head, *entry.rest]).strip("\n"), numbers, place)


def _with_below(entry: Entry, head: LeadIn, words: Words, place: tuple[str, ...]) -> Iterator[Passage]:
    """An item and what stands under it as one bullet; where that is much, as several that each carry it."""
    ordered = _ordered(entry.below)
    first = _first_number(entry.below) if ordered else 1
    groups: list[list[Entry]] = [[]]
    for each in entry.below:
        if groups[-1] and _size([*groups[-1], each]) > (_LONG_STEPS if ordered else _LONG_LIST):
            groups.append([])
        groups[-1].append(each)
    if len(groups) > 1 and len(head.text) > _CARRIED:
        yield Passage("sentence", "\n".join([head.text, *entry.rest]), head.blocks, place)
        for each in entry.below:
            yield from _single(each, LeadIn("", ()), words, place)
        return
    done = 0
    for group in groups:
        lines = [head.text, *([] if done else entry.rest)]
        for number, each in enumerate(group, start=first + done):
            lines += _step(each, f"{number}. " if ordered else "- ", 0)
        done += len(group)
        blocks = {*head.blocks, *(number for each in group for number in each.numbers)}
        yield Passage("procedure" if ordered else "list", "\n".join(lines), tuple(sorted(blocks)), place)


def _size(found: Sequence[Entry]) -> int:
    return sum(each.size for each in found)


def _stands_alone(text: str, words: Words) -> bool:
    if words.leans(text) or is_message(text):
        return False
    whole = _WHOLE.search(text) is not None and item_words.length(text) >= 5 and not text[:1].islower()
    return whole or _TERM.match(text) is not None
