"""The words around a letter: whom it greets and who signs it, known by their names in its head.

They stand in the article as all else does; no statement is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from wikic.curator.library.line_kinds import folded
from wikic.language import all_packs
from wikic.text import letter_heads, line_shapes
from wikic.text.letter_heads import Head
from wikic.text.piece import Piece

_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_MOST: Final = 5  # words of a greeting beside the names: "Good morning dear all and hello"
_SIGNING: Final = 4  # words above a name: "With many thanks and"
_FIRST: Final = 30  # characters of a sentence by which the line it begins on is known
_LINES: Final = 3  # behind the name: "Harbour Board"
_QUOTED: Final = re.compile(r"\s{0,3}>")
_SIGNATURE: Final = re.compile(r"-- ?")
_LISTED: Final = re.compile(r"- .*\([\w.+-]+/[\w.+-]+\)|[^\W\d_]+:")  # what a message carries
_INTRODUCES: Final = re.compile(r"[:：]\s*$")


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a document's letters that only greet or sign.

    lines: by their number, as they stand there.
    opens: the lines below a greeting, whose sentence may go on from it in a small letter.
    """

    lines: dict[int, str]
    opens: frozenset[str] = frozenset()

    def without(self, piece: Piece) -> str:
        """The text of a piece without such lines at its head and end; "" where it has no others."""
        if not self.lines or piece.kind != "sentence":
            return piece.text
        near = range(piece.group, piece.group + piece.text.count("\n") + _LINES + 2)
        framing = {self.lines[at] for at in near if at in self.lines}
        said = piece.text.split("\n")
        while said and said[0].strip() in framing:
            del said[0]
        while said and said[-1].strip() in framing:
            del said[-1]
        text = "\n".join(said)
        first = text.strip().split("\n")[0][:_FIRST]
        begins = bool(first) and any(line.startswith(first) for line in self.opens)
        return f"{text[:1].upper()}{text[1:]}" if begins else text


UNFRAMED: Final = Frame({})


def frame(text: str) -> Frame:
    """What frames the letters of a document. Without a sender's name nothing is taken for a signature."""
    lines = line_shapes.body(text)
    heads = list(_heads(lines))
    framing: set[int] = set()
    opens: set[str] = set()
    everybody = frozenset[str]().union(*(_people(head, "letter_senders") for head in heads))
    for head, end in zip(heads, [*(each.start for each in heads), len(lines)][1:], strict=True):
        written = _written(lines, head, end)
        names = _people(head, "letter_receivers") | everybody
        if len(written) > 1 and _greets(lines[written[0]], names):
            framing.add(written.pop(0))
            opens.add(lines[written[0]].strip())
        framing.update(_signature(lines, head.end, end))
        framing.update(_signed(lines, written, _people(head, "letter_senders")))
    return Frame({at: lines[at].strip() for at in framing}, frozenset(opens))


def _heads(lines: Sequence[str]) -> list[Head]:
    """The heads of letters: each has a line that says who sends it."""
    found: list[Head] = []
    for at, line in enumerate(lines):
        if not line[:1].strip() or (found and at < found[-1].end) or (at and _goes_on(lines[at - 1])):
            continue
        named = letter_heads.field(line)
        head = letter_heads.head_at(lines, at) if named else None
        if head is not None and _people(head, "letter_senders"):
            found.append(head)
    return found


def _goes_on(before: str) -> bool:
    """Whether a line above a field is one of its head."""
    return letter_heads.field(before) is not None


def _people(head: Head, labels: str) -> frozenset[str]:
    """The names that stand behind one of the labels."""
    known = all_packs.words(labels)
    told = " ".join(value for key, value in head.fields if key.casefold() in known)
    return frozenset(each.casefold() for each in _WORD.findall(told) if len(each) > 1)


def _signature(lines: Sequence[str], start: int, end: int) -> range:
    """The lines from the mark above a signature that a program adds to its end."""
    first = next((at for at in range(start, end) if _SIGNATURE.fullmatch(lines[at])), end)
    last = next((at for at in range(first, end) if not lines[at].strip()), end)
    return range(first, last)


def _written(lines: Sequence[str], head: Head, end: int) -> list[int]:
    """The lines of one letter that its writer wrote, above the signature and what is quoted at the end."""
    own = _own_end(lines, head.end, _signature(lines, head.end, end).start)
    return [at for at in range(head.end, own) if lines[at].strip()]


def _own_end(lines: Sequence[str], start: int, end: int) -> int:
    """The line after the writer's own last words, above what is quoted or listed below them."""
    quotes = introduces = False
    while end > start:
        line = lines[end - 1].strip()
        # "On Monday, 4 March 2024 at 08:02, Anna Holt" over "wrote:"
        introduces = bool(line) and (introduces or (quotes and _INTRODUCES.search(line) is not None))
        if line and not (_QUOTED.match(line) or _LISTED.fullmatch(line) or introduces):
            break
        quotes = quotes or _QUOTED.match(line) is not None
        end -= 1
    return end


def _greets(line: str, names: frozenset[str]) -> bool:
    """Whether a line ends as an address does and holds a name with few other words."""
    words = [each.casefold() for each in _WORD.findall(line)]
    others = [each for each in words if each not in names]
    ended = line.rstrip().endswith((",", "，", ":", "：", "!", "！"))
    return ended and len(others) < len(words) and len(others) <= _MOST and not re.search(r"\d", line)


def _signed(lines: Sequence[str], written: Sequence[int], names: frozenset[str]) -> list[int]:
    """The lines of the signature, from the courtesy above the name on; none where nobody signs."""
    for at, place in reversed(list(enumerate(written))[-_LINES - 1 :]):
        words = _WORD.findall(lines[place])
        closing, comma, name = lines[place].rpartition(",")
        if words and all(each.casefold() in names for each in words):
            return list(written[at - bool(at and _closes(lines[written[at - 1]])) :])
        own = _WORD.findall(name)
        if comma and own and all(each.casefold() in names for each in own) and _closes(f"{closing},"):
            return list(written[at:])
    return []


def _closes(line: str) -> bool:
    """Whether a line is a courtesy above a name: a known one, or a few words that end in a comma."""
    if folded(line) in _courtesies():
        return True
    return line.rstrip().endswith((",", "，")) and 0 < len(_WORD.findall(line)) <= _SIGNING


@cache
def _courtesies() -> frozenset[str]:
    return frozenset(map(folded, all_packs.words("greetings")))
