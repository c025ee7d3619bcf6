"""Lines of a paragraph: which are broken to fit a page, which stand for themselves; ``Key: value`` lines.

In notes people write on right below a list; CommonMark would take all of it for the last item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from wikic.language import all_packs
from wikic.language.pack_files import LOWER
from wikic.text import structure_marks
from wikic.text.normalise import CJK

# Lines longer than this are paragraphs of their own, not parts of a hard-wrapped one.
WRAP_WIDTH: Final = 120
# So much room for the next word, and the line was broken on purpose.
_ROOM: Final = 15
# Lines as short that end no sentence are entries: of a log, of a list without marks.
_NARROW: Final = 45
_SENTENCE: Final = re.compile(r"[.。][\"”’)]*\s*$")
_NUMBER: Final = re.compile(r"^[\W_]*\d[\d.,%()$€£¥\s–—-]*$")
_LOWER: Final = re.compile(rf"\s*[{LOWER}]")
_GOES_ON: Final = re.compile(r"(?:[,;(\[/–—-]|\b(?:[a-z]{1,3}|with|from|that|this|which|when))\s*$")
_PREPOSITION: Final = re.compile(r" (?:[a-z]{2,3}|from|until|since|about|over|under)\s*$")
_LAST_WORD: Final = re.compile(r"\d\.\s*$")
# A sentence that a line breaks before its number: "in fiscal" and "2021.", "rose" and "36 percent".
_LEFT_OPEN: Final = re.compile(rf"\s[{LOWER}]+\s*$")
_COUNTED: Final = re.compile(rf"\s*[$€£]?\d[\d.,]*%?(?:(?<=\d)\.\s*$|\s+[{LOWER}]{{3}}|(?:\s+\S+){{4}})")
_FULL_STOP: Final = re.compile(r"[.!?…:;][\"”’')\]]*\s*$")
_OPEN_END: Final = re.compile(r"(?:[,(\[]|(?<![–—-])[–—-])\s*$")
_SMALL_STARTS: Final = 3  # one start in so many is a habit
_FEWEST_FULL: Final = 3  # lines that reach the edge of a page
_ADDRESS_END: Final = re.compile(r"\w://\S+$")


@dataclass(frozen=True, slots=True)
class Habit:
    """How the lines of a document come to their ends.

    width: of the page whose edge breaks them; 0 where people break them, each where its thought ends.
    small: whether its sentences and lines begin with small letters, which so tell nothing.
    """

    width: int
    small: bool


def habit(lines: Sequence[str], apart: Sequence[range] = ()) -> Habit:
    """What the paragraphs of a document tell of their line breaks; ``apart`` are lines of tables."""
    tabled = {at for run in apart for at in run}
    told = ["" if at in tabled or _is_marked(line) else line.strip() for at, line in enumerate(lines)]
    breaks = [(line, below) for line, below in pairwise(told) if line and below]
    lengths = sorted(min(len(line), WRAP_WIDTH) for line in told if line)
    widest = lengths[len(lengths) * 9 // 10] if lengths else 0
    starts = [
        line for above, line in pairwise(["", *told]) if line and (not above or _FULL_STOP.search(above))
    ]
    small = sum(_LOWER.match(line) is not None for line in starts) * _SMALL_STARTS >= len(starts) > 0
    found = Habit(widest, small)
    full = [runs_over(line, below, found) for line, below in breaks if _room(line, below, widest) < _ROOM]
    enough = len(full) >= _FEWEST_FULL or len(full) * 2 > len(breaks)
    return found if enough and sum(full) * 2 >= len(full) else Habit(0, small)


def _is_marked(line: str) -> bool:
    """Whether a line is no line of a paragraph by its own mark."""
    return structure_marks.ITEM.match(line) is not None or line.lstrip()[:1] in "#>|`~"


def unwrapped(lines: Sequence[str], known: Habit | None = None) -> list[str]:
    """The parts of a paragraph: a wrapped line is joined to the next, one that stands for itself is not.

    known: of the document; without it the paragraph alone tells.
    """
    if known is not None and _on_purpose(lines, known):
        return _parted(lines, known)
    parts: list[list[str]] = []
    width = _width(lines)
    for at, line in enumerate(lines):
        if at and _joined(lines[at - 1], line, width):
            parts[-1].append(line)
        else:
            parts.append([line])
    return ["\n".join(part) for part in parts]


def are_entries(lines: Sequence[str], parts: Sequence[str], known: Habit | None) -> bool:
    """Whether the parts of a paragraph are notes one below the other, of which few are whole sentences."""
    if known is None or len(parts) < 2 or not _on_purpose(lines, known):
        return False
    ended = [part for part in parts if _FULL_STOP.search(part)]
    told = sum(len(part) > WRAP_WIDTH // 2 for part in ended)  # sentences, with their headings between them
    return len(ended) * 3 <= len(parts) and told * 4 <= len(parts)


def _on_purpose(lines: Sequence[str], known: Habit) -> bool:
    """Whether people broke the lines of a paragraph: most have room for another word, and end a thought."""
    breaks = list(pairwise(lines))
    widest = max(known.width or WRAP_WIDTH, *map(len, lines))
    full = sum(_room(line, below, widest) < _ROOM and not _ADDRESS_END.search(line) for line, below in breaks)
    running = sum(runs_over(line, below, known) for line, below in breaks)
    return max(full, running) * 2 < len(breaks)


def _parted(lines: Sequence[str], known: Habit) -> list[str]:
    """Lines that people broke; one whose sentence plainly goes on is joined to the next."""
    parts = [lines[0]]
    for line, below in pairwise(lines):
        if runs_over(line, below, known):
            parts[-1] += f"\n{below}"
        else:
            parts.append(below)
    return parts


def runs_over(line: str, below: str, known: Habit) -> bool:
    """Whether a sentence goes on below its line: it is left open, or the next line begins within one."""
    if _FULL_STOP.search(line):
        return False
    if _counts(line, below) or _OPEN_END.search(line) or line.split()[-1] in _joints():
        return True
    if len(line) > _ROOM and below.split()[0] in _joints():
        return True
    # Where people break lines, a short one that ends no sentence is a note.
    long = len(line) > (2 * _ROOM if known.width else WRAP_WIDTH // 2)
    goes_on = below[0] == "(" or _LOWER.match(below) is not None
    return goes_on and ((long and not known.small) or len(line) > WRAP_WIDTH - 2 * _ROOM)


def breaks_on_purpose(line: str, below: str, known: Habit) -> bool:
    """Whether a line was ended though the next word had room in it, or at the end of its sentence."""
    if not known.width and _FULL_STOP.search(line):
        return True
    return _room(line, below, known.width or WRAP_WIDTH) >= _ROOM


@cache
def _joints() -> frozenset[str]:
    return frozenset(all_packs.words("joints"))


def _room(line: str, below: str, width: int) -> int:
    """What is left of a line of ``width`` behind the first word of the one below."""
    return width - len(line.rstrip()) - 1 - len(below.split(None, 1)[0])


def _width(lines: Sequence[str]) -> int:
    """How wide the page is; 0 for lines that were never wrapped."""
    longest = max(map(len, lines), default=0)
    if longest <= WRAP_WIDTH:
        listed = longest < _NARROW and not any(map(_SENTENCE.search, lines))
        return 0 if listed else longest
    # A page may be wider, when several lines end near its edge.
    near = sum(len(line) >= longest * 0.88 for line in lines)
    return longest if near >= 3 and near * 3 >= len(lines) and longest < 2 * WRAP_WIDTH else 0


def _joined(line: str, following: str, width: int) -> bool:
    if _counts(line, following):
        return True
    if _NUMBER.match(line) or _NUMBER.match(following):
        return False  # a number stands with no label that a page break put beside it
    if line.rstrip().endswith((":", "：")) and len(line) < 4 * _ROOM:
        return False
    if _LOWER.match(following) and not _FULL_STOP.search(line) and len(line) > 2 * _ROOM:
        return True
    if line.split()[:1] == following.split()[:1] and not _LOWER.match(line):
        return False  # "Product 4.1", "Product 4.2": lines of a list
    if len(line) > WRAP_WIDTH // 2 and line.rstrip().endswith((",", "(", "-")):
        return True
    if not width:
        return False
    room = _room(line, following, width)
    if width <= WRAP_WIDTH and _FULL_STOP.search(line) and not line.rstrip().endswith(":"):
        return room < 2 * _ROOM
    return room < _ROOM or _GOES_ON.search(line) is not None or _LOWER.match(following) is not None


def _counts(line: str, following: str) -> bool:
    """Whether the number of a sentence stands on the line below it: "… was drawn in", "1912."."""
    if _NUMBER.match(following) and _LAST_WORD.search(following) and _PREPOSITION.search(line):
        return True
    return len(line) > WRAP_WIDTH // 2 and bool(_LEFT_OPEN.search(line) and _COUNTED.match(following))


_PAIR: Final = re.compile(
    r"^\s*(?:\*\*|__)?(?P<key>[^\W_][\w /().&'’*+-]{0,44}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?"
    r"(?:\s+|(?<=：)|(?<=[A-Z]{4}:))(?P<value>\S.*)$"
)
_KEY_WORDS: Final = 6
_KEY_HAN: Final = 8
_HAN: Final = re.compile(f"[{CJK}]")
_INLINE: Final = re.compile(
    r"(?<=\S)\s+(?=[A-Z][\w/&'-]*(?: (?:[a-z][\w/&'-]*|[A-Z][\w/&'-]*)){0,3}(?: \([^()]{1,40}\))?: )"
)


def pairs(body: Sequence[str], habit: Habit | None = None) -> list[tuple[str, str]]:
    """Key and text of each pair, where a paragraph is a run of pairs; a line without a key goes on.

    habit: of the document; by it such a line may stand for itself, and has the key "".
    """
    if len(body) < 2:
        return []
    found: list[tuple[str, list[str]]] = []
    matched = 0
    known = habit
    for line in body:
        pair = _PAIR.match(line)
        if pair is not None and _is_key(pair["key"]) and not pair["value"].startswith(("//", "“", "「")):
            matched += 1
            found.append((pair["key"].strip(" *_"), [line]))
        elif found and known is not None and not runs_over(found[-1][1][-1], line, known):
            found.append(("", [line]))
        elif found:
            found[-1][1].append(line)
        else:
            return []
    if matched < 2 or matched * 2 < len(body):
        return []
    return [(key, "\n".join(lines)) for key, lines in found]


def _is_key(key: str) -> bool:
    return len(key) <= _KEY_HAN if _HAN.search(key) else len(key.split()) <= _KEY_WORDS


def inline(line: str) -> list[str]:
    """The pairs of one line, each ``Key: value``; none where it holds fewer than two."""
    parts = [part.strip() for part in _INLINE.split(line)]
    keyed = [part for part in parts if _PAIR.match(part)]
    return parts if len(keyed) >= 2 and len(keyed) == len(parts) else []


_LONGEST_BETWEEN: Final = 600  # characters between two steps that belong to the first
_ITEM_NUMBER: Final = re.compile(r"^[ \t]*\(?(\d{1,3})[.)、]")
_ANNOUNCES: Final = ("?", ":", "？", "：")


def beginnings(lines: Sequence[str], habit: Habit) -> frozenset[int]:
    """The lines right below an item that begin something new: a question, an announcement, another note."""
    return frozenset(
        at for item in _items(lines) if (at := _below(lines, item)) and _is_new(lines, item, at, habit)
    )


def between_steps(lines: Sequence[str]) -> frozenset[int]:
    """The lines between a numbered step and the next one, which are the step's, indented or not."""
    found: set[int] = set()
    before: dict[int, tuple[int, int]] = {}  # by indent: line and number of the step above
    for at in _items(lines):
        number, depth = _number(lines[at]), structure_marks.indent(lines[at])
        if not number:
            continue
        start, last = before.get(depth, (at, 0))
        between = lines[start + 1 : at]
        if number == last + 1 > 1 and sum(map(len, between)) <= _LONGEST_BETWEEN:
            found.update(range(start + 1, at))
        before[depth] = (at, number)
    return frozenset(found)


def _items(lines: Sequence[str]) -> Iterator[int]:
    return (at for at, line in enumerate(lines) if structure_marks.ITEM.match(line))


def _number(line: str) -> int:
    found = _ITEM_NUMBER.match(line)
    return int(found[1]) if found is not None else 0


def _below(lines: Sequence[str], item: int) -> int:
    """The first line of the item at ``item`` that stands no deeper than its mark; 0 where none does."""
    depth = structure_marks.indent(lines[item])
    for at in range(item + 1, len(lines)):
        if not lines[at].strip() or structure_marks.ITEM.match(lines[at]):
            return 0
        if structure_marks.indent(lines[at]) <= depth:
            return at
    return 0


def _is_new(lines: Sequence[str], item: int, at: int, habit: Habit) -> bool:
    line, above = lines[at].strip(), lines[at - 1]
    asks = line.endswith(_ANNOUNCES)
    if runs_over(above, line, habit) or (line[0].islower() and not (asks or habit.small)):
        return False
    if line.partition(":")[0].casefold() in _callouts():
        return False
    end = next((each for each in range(at, len(lines)) if _ends(lines[each])), len(lines))
    resumes = end < len(lines) and structure_marks.ITEM.match(lines[end]) is not None
    if resumes and _number(lines[end]) == _number(lines[item]) + 1 > 1:
        return False
    return asks or (not resumes and breaks_on_purpose(above, line, habit))


def _ends(line: str) -> bool:
    return not line.strip() or structure_marks.ITEM.match(line) is not None


@cache
def _callouts() -> frozenset[str]:
    return frozenset(all_packs.words("callouts"))
