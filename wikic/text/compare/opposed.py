"""Whether a text says the opposite of its evidence, or more, in the same words: a "not" lost, all for some.

What this finds is certain enough to refuse a statement; what is turned round in other words it leaves to a
verifier. Sentences are compared in clauses, by the words that carry meaning: what stands with what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from wikic.language import all_packs, pack, pack_files

# Between two clauses. A point or comma inside of a number parts nothing, nor does the one of "No. 4".
_CUT: Final = re.compile(
    r"[;；，。！？!?()（）—]|[,:：](?!\d)|(?<![A-Z]|\d)\.(?=\s|$)"
    r"|\b(?:and|or|but|while|whereas|which|who|whose|that of)\b"
)
_WORD: Final = re.compile(r"[a-z\u00df-\u024f]+(?:['’-][a-z\u00df-\u024f]+)*", re.I)
# Runs of Chinese characters between numerals, which are compared as numbers.
_NUMERALS: Final = "".join(word for word, _, _ in all_packs.rows("numerals") if word > "\u3000")
_HAN: Final = re.compile(f"(?:(?![{_NUMERALS}])[\u3400-\u4dbf\u4e00-\u9fff])+")
_STEM: Final = 5  # letters: "staff" and "staffed", "copy" and "copying" are one
_STOP: Final = pack("en").stopwords | {*all_packs.words("empty_capitals"), *all_packs.words("numerals")}


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence that says one thing.

    text: its words.
    stems: of the words that carry meaning; of Chinese each two characters side by side.
    """

    text: str
    stems: frozenset[str]


@lru_cache(maxsize=512)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of ``text``, in order."""
    return tuple(Clause(piece, stems(piece)) for piece in map(str.strip, _CUT.split(text)) if piece)


@lru_cache(maxsize=2048)
def stems(text: str) -> frozenset[str]:
    """The stems of the words in ``text`` that carry meaning."""
    words = (word.casefold() for word in _WORD.findall(text))
    found = {stem(word) for word in words if word not in _STOP and len(word) > 2}
    for run in _HAN.findall(text):
        found |= {run[at : at + 2] for at in range(len(run) - 1)}
    return frozenset(found)


def stem(word: str) -> str:
    """The beginning of a word, by which it is known in any form."""
    return word.casefold().removesuffix("'s").removesuffix("’s")[:_STEM]


_HAN_CHAR: Final = re.compile("[\u3400-\u9fff]")
_NOT: Final = re.compile(r"\b(?:not|never|cannot|nobody|no one|against(?= \w+ing\b))\b|n[’']t\b", re.I)
_NOT_HAN: Final = re.compile("没有?|未|不")
_NO_DENIAL: Final = re.compile(pack_files.alternatives(all_packs.words("not_denying")))
_NEXT: Final = re.compile(r"[^\W\d_]+")
_TURN: Final = re.compile(r"\b(?:but|rather|instead)\b|而是|而在")


def _any(names: Sequence[str]) -> re.Pattern[str]:
    """An expression for any of the words; those of scripts with spaces stand alone."""
    spaced = [word for word in names if not _HAN_CHAR.search(word)]
    joined = [word for word in names if _HAN_CHAR.search(word)]
    parts = [rf"\b{pack_files.alternatives(spaced)}\b"] if spaced else []
    return re.compile("|".join([*parts, pack_files.alternatives(joined)] if joined else parts), re.I)


_BOUNDING: Final = _any(all_packs.words("bounding"))
_DENYING: Final = _any(all_packs.words("denying"))
_LIMITING: Final = _any((*all_packs.words("denying"), *all_packs.words("limiting")))
_REPORTING: Final = _any(all_packs.words("reporting"))
_REFUTING: Final = _any(all_packs.words("refuting"))
_INTENDING: Final = _any(all_packs.words("intending"))
_DONE: Final = _any(all_packs.words("done"))
OPPOSITES: Final = tuple(tuple(_any(side.split(", ")) for side in row) for row in all_packs.rows("opposites"))


def opposed(statement: str, evidence: Sequence[str]) -> str:
    """The word of ``statement`` that its evidence denies or says the opposite of; "" for none."""
    if statement in evidence or any(statement.rstrip(".。") in each for each in evidence):
        return ""
    statement = _BOUNDING.sub(" ", statement)
    together = "\n".join(evidence)
    return _denied(statement, evidence) or _added(statement, together) or _contrary(statement, together)


def told_as(statement: str, evidence: Sequence[str]) -> tuple[Literal["", "claim", "denied"], str]:
    """How the evidence tells what ``statement`` says: as somebody's claim, as untrue, or as it is.

    The second value is what stands before the word that says so: it names whoever claims or denies.
    """
    said = stems(statement)
    for quote in evidence:
        for expression, kind in ((_REFUTING, "denied"), (_REPORTING, "claim")):
            for match in expression.finditer(quote):
                behind = said & stems(quote[match.end() :])
                before = (said & stems(quote[: match.start()])) - behind
                if len(behind) > 1 and not before and 2 * len(behind) >= len(said):
                    return ("", "") if expression.search(statement) else (kind, quote[: match.start()])  # type: ignore[return-value]
    return "", ""


def _negated(text: str) -> Iterator[re.Match[str]]:
    yield from _NOT.finditer(text)
    for match in _NOT_HAN.finditer(text):
        if not any(each.start() <= match.start() < each.end() for each in _NO_DENIAL.finditer(text)):
            yield match


def _denied(statement: str, evidence: Sequence[str]) -> str:
    """What the evidence says with a "not" and ``statement`` without any."""
    if any(_negated(statement)) or _DENYING.search(statement):
        return ""
    whole = stems(statement)
    for quote in evidence:
        others = [each for each in evidence if each is not quote and not any(_negated(each))]
        for match in _negated(quote):
            rest = quote[match.end() :]
            if _TURN.search(rest):
                continue
            denied = _behind(rest)
            if _HAN_CHAR.match(rest):
                told = any(rest[:2] in each for each in others) or quote.count(rest[:2]) > 1
                if not told and denied in statement and (quote.count(denied) == 1 or rest[:2] in statement):
                    return rest[:2]
            elif denied and denied in whole and denied not in stems(quote[: match.start()]):
                return denied
    return ""


def _behind(rest: str) -> str:
    """What a "not" denies of the text behind it: a character, or the stem of the first word that tells."""
    if _HAN_CHAR.match(rest):
        return rest[:1]
    told = clauses(rest)
    meant = stems(rest)
    words = (stem(word) for word in _NEXT.findall(told[0].text if told else ""))
    return next((word for word in words if word in meant), "")


def _added(statement: str, evidence: str) -> str:
    """The "not" of ``statement`` before what its evidence, which denies nothing, says.

    In other words a "not" may be right: what "is free" does not charge, and who died did not survive.
    """
    found = list(_negated(statement))
    if not found or any(_negated(evidence)) or _LIMITING.search(evidence):
        return ""
    told = stems(evidence)
    for match in found:
        rest = statement[match.end() :]
        denied = _behind(rest)
        if denied and (denied in evidence if _HAN_CHAR.match(rest) else denied in told):
            return match.group()
    return ""


def _contrary(statement: str, evidence: str) -> str:
    """A word whose opposite the evidence has, and not the word itself."""
    if any(_negated(statement)):
        return ""
    # What is "not closed" is open: a word in a clause that denies says nothing of the other side.
    affirmed = "\n".join(each.text for each in clauses(evidence) if not any(_negated(each.text)))
    for sides in OPPOSITES:
        mine = [(at, found) for at, side in enumerate(sides) if (found := side.search(statement))]
        theirs = any(side.search(affirmed) for side in sides)
        if len(mine) == 1 and theirs and not sides[mine[0][0]].search(evidence):
            return mine[0][1].group()
    if _DONE.search(statement) and _INTENDING.search(evidence) and not _DONE.search(evidence):
        done = _DONE.search(statement)
        return done.group() if done else ""
    return ""


_QUOTED: Final = re.compile(r"\"([^\"“”]+)\"|“([^“”]+)”|「([^「」]+)」")
_PIECE: Final = re.compile(r"\[[^\]]*\]|[,;:.!?…，；：。！？—–]+")
_LETTERS: Final = re.compile(r"[\W_]+")
_WORDS, _CHARACTERS = 4, 7  # from which what stands between marks is somebody's words and no name
_SHARED: Final = 2  # stems that a clause and a statement share, from which one tells of the other


def _expression(*lists: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Any word of these lists, whole where the script has spaces."""
    words = [word for name in lists for word in all_packs.words(name)]
    spaced = pack_files.alternatives([word for word in words if not _HAN_CHAR.search(word)])
    joined = pack_files.alternatives([word for word in words if _HAN_CHAR.search(word)])
    return re.compile(rf"\b{spaced}\b|{joined}", flags)


_UNIVERSAL: Final = _expression("universal", flags=re.I)
_GENERALISING: Final = _expression("generalising", flags=re.I)
# "May" with a capital is a month.
_HEDGING: Final = re.compile(rf"(?!May\b)(?i:{_expression('hedging').pattern})")
_OPEN: Final = _expression("hedging", "attributing", "denying", "reporting", "intending", flags=re.I)


def overstated(statement: str, evidence: Sequence[str]) -> str:
    """The words by which ``statement`` says more than its evidence; "" for none."""
    together = "\n".join(evidence)
    return _unsaid(statement, together) or _generalised(statement, together) or _certain(statement, evidence)


def _unsaid(statement: str, evidence: str) -> str:
    """What stands between quotation marks and nobody said."""
    given = _dense(evidence)
    for match in _QUOTED.finditer(statement):
        said = match.group()[1:-1]
        long = len(_HAN_CHAR.findall(said)) >= _CHARACTERS or len(said.split()) >= _WORDS
        # "It is so," she said, "and stays so" is one quotation; gaps and brackets are none of it.
        if long and not all(_dense(piece) in given for piece in _PIECE.split(said)):
            return said
    return ""


def _dense(text: str) -> str:
    return _LETTERS.sub("", text).casefold()


def _generalised(statement: str, evidence: str) -> str:
    found = _GENERALISING.search(statement)
    return found.group() if found and not _UNIVERSAL.search(evidence) else ""


def _certain(statement: str, evidence: Sequence[str]) -> str:
    """The word that leaves open what ``statement`` says without any such word."""
    if _OPEN.search(statement):
        return ""
    said = stems(statement)
    every = [each for quote in evidence for each in clauses(quote)]
    best = max(every, key=lambda each: len(said & each.stems), default=None)
    if best is None or len(said & best.stems) < _SHARED:
        return ""
    found = _HEDGING.search(best.text)
    return found.group() if found else ""
