"""A sentence cut to the length of a title between its clauses, and nowhere else where that can be."""

from __future__ import annotations

import re
from typing import Final

from wikic.language import Pack
from wikic.text.normalise import CJK

LONGEST: Final = 80  # characters of a title taken from the text
LONGEST_HAN: Final = 32
_FEWEST_WORDS: Final = 3
_STRETCHED: Final = 1.3  # of that, rather than half a sentence
NOTHING, START, END = 0, 4, 8  # what a title lacks of its sentence
_SHORTEST: Final = 8  # characters of one in Han script
_PAIRS: Final = ("（）", "()", "《》", "“”", "「」", "『』", "【】", "[]", "〈〉")
_ASIDE: Final = re.compile(r"\s*(?:（[^（）]*）|\([^()]*\)|\[\d+\])")
_HAN: Final = re.compile(f"[{CJK}]")
# The mark of a number is none of a clause, nor is what stands inside brackets.
_CLAUSE: Final = re.compile(rf"[,;](?=\s)|\s[–—-]\s|[，；：]|——|,(?=[^\s\d])|(?<=[{CJK}])\.(?=\s)")
_END: Final = " .。,，;；:：、—–-!！"
_FULL: Final = re.compile(r"[.。!！]+[\"”’]?$")


def is_wide(line: str) -> bool:
    """Whether a line is mostly in Han script."""
    return len(_HAN.findall(line)) * 3 > len(line)


def is_balanced(line: str) -> bool:
    """Whether every bracket and quotation of a line is closed in it."""
    return all(line.count(first) == line.count(last) for first, last in _PAIRS)


def shortened(sentence: str, pack: Pack, taken: int = 0) -> tuple[str, int]:
    """A sentence as a title, and how much it lacks: nothing, what its first clauses said, or its end.

    taken: characters of the title that stand before it.

    Up to 40 characters in Han script, 80 in others: whole, or without asides, or its first clauses where the
    last of these needs no other; else cut at a word.
    """
    line = sentence.strip()
    wide = is_wide(line)
    longest = (LONGEST_HAN if wide else LONGEST) - taken
    for whole in (line, _ASIDE.sub("", line)):
        if len(_bare(whole)) <= longest:
            return _bare(whole), NOTHING
    line = _ASIDE.sub("", line)
    cuts = [at for at in _cuts(line) if at <= longest]
    for at in reversed(cuts):
        head = _bare(line[:at])
        if len(head) >= _SHORTEST and not is_suspended(_last(head), pack, wide=wide):
            return head, NOTHING
    # What the main clause says without when, where and why.
    starts = [at + 1 for at in cuts if is_suspended(_last(_bare(line[:at])), pack, wide=wide)]
    for start in starts if wide else ():
        rest = line[start:].lstrip(_END)
        for at in (*reversed([at for at in _cuts(rest) if at <= longest]), len(rest)):
            head = _bare(rest[:at])
            opens = head[: (_cuts(head) or [len(head)])[0]]
            needy = any(is_suspended(each, pack, wide=wide) for each in (opens, _last(head)))
            if _SHORTEST <= len(head) <= longest and not needy:
                return head, START
    if len(_bare(line)) <= longest * _STRETCHED:
        return _bare(line), NOTHING
    return _cut(line, cuts, longest, pack, wide=wide), END


def without_end(line: str) -> str:
    """What is whole of a sentence that breaks off: all but its last clause; "" where it has one alone."""
    cuts = _cuts(line)
    return _bare(line[: cuts[-1]]) if cuts else ""


def is_suspended(clause: str, pack: Pack, *, wide: bool) -> bool:
    """Whether a clause needs another to say something."""
    if wide:
        inside = any(len(each) > 1 and each in clause for each in pack.subordinate)
        return inside or clause.startswith(tuple(pack.subordinate)) or clause.endswith(tuple(pack.suspended))
    first, _, _ = clause.casefold().partition(" ")
    return first in pack.subordinate or len(clause.split()) < 3


def _bare(line: str) -> str:
    """A line without the marks at its ends; a bracket stays with what it encloses."""
    return _FULL.sub(lambda found: "”" if "”" in found[0] and "“" in line else "", line.strip(_END)).strip(
        _END
    )


def _last(line: str) -> str:
    return line[([0] + [at + 1 for at in _cuts(line)])[-1] :].strip(_END)


def _cuts(line: str) -> list[int]:
    """Where a clause ends outside brackets."""
    return [found.start() for found in _CLAUSE.finditer(line) if is_balanced(line[: found.start()])]


def _cut(line: str, cuts: list[int], longest: int, pack: Pack, *, wide: bool) -> str:
    """The line cut where it harms least: at its last clause, else behind a word; it says that it goes on."""
    if wide:
        usable = [at for at in cuts if at >= longest // 3]
        return f"{_bare(line[: usable[-1] if usable else longest - 1])}…"
    kept = (
        line[: line.rfind(" ", 0, longest - 1)].split()
        if " " in line[: longest - 1]
        else [line[: longest - 1]]
    )
    while len(kept) > 3 and kept[-1].casefold().strip(",;:") in pack.stopwords:
        kept.pop()
    return f"{_bare(' '.join(kept))}…"
