"""Whether a text says more than its evidence: all for some, surely for perhaps, words that nobody said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.text.compare.clauses import clauses, stems

_HAN: Final = re.compile("[\u3400-\u9fff]")
_QUOTED: Final = re.compile(r"\"([^\"“”]+)\"|“([^“”]+)”|「([^「」]+)」")
_PIECE: Final = re.compile(r"\[[^\]]*\]|[,;:.!?…，；：。！？—–]+")
_LETTERS: Final = re.compile(r"[\W_]+")
_WORDS, _CHARACTERS = 4, 7  # from which what stands between marks is somebody's words and no name
_SHARED: Final = 2  # stems that a clause and a statement share, from which one tells of the other


def _expression(*lists: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Any word of these lists, whole where the script has spaces."""
    words = [word for name in lists for word in all_packs.words(name)]
    spaced = pack_files.alternatives([word for word in words if not _HAN.search(word)])
    joined = pack_files.alternatives([word for word in words if _HAN.search(word)])
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
        long = len(_HAN.findall(said)) >= _CHARACTERS or len(said.split()) >= _WORDS
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
