"""Names and terms of one document, with the counts by which the fold decides whether they are worth a page.

A name is a run of words with capitals inside a sentence; in Han script, what stands between title or name
marks. Nothing here knows other documents: a name that is common, or nested in longer ones, is sorted out
where all counts are (``wiki.fold.terms``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.language.pack import Pack
from wikic.model.statement import MAX_TERM_BLOCKS, Block, Term
from wikic.text.normalise import fold_name

DIMENSION: Final = "terms"
MOST: Final = 30  # terms of a document
LONGEST: Final = 5  # words
FEWEST_LETTERS: Final = 2
TITLED: Final = 0.6  # share of capitals from which a line is a heading, and proves nothing
GOOD_LENGTH: Final = (40, 320)  # characters of a sentence that can say something

_WORD: Final = re.compile(r"[^\W_]+(?:[-'’&+./][^\W_]+)*[+#]{0,2}")
_JOINING: Final = frozenset(("of", "the", "de", "da", "del", "della", "di", "du", "van", "von", "der", "for"))
_CODE: Final = re.compile(r"`[^`]*`|https?://\S+|\S*[\\/]\S*[\\/]\S*|<[^<>]{1,60}>|\S+@\S+")
# Exceptions and calls are code wherever they stand.
_NO_NAME: Final = re.compile(
    r"(?:[a-z]\w*)?[A-Z]\w*(?:Error|Exception|Warning)$|^[A-Z]$|^[IVXLC]+$|^\d|^[A-Z]\."
)
_MARKED: Final = re.compile(r"《([^《》\n]{2,30})》")
_ENDS: Final = re.compile(r"[.!?:;…\"“”«»()\[\]•|]\s*$")


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of a block: as written, folded, where it begins and ends, whether it opens a sentence."""

    text: str
    folded: str
    start: int
    end: int
    opens: bool

    @property
    def capital(self) -> bool:
        return any(char.isupper() for char in self.text) and not self.text[0].isdigit()


@dataclass(slots=True)
class _Seen:
    """What the document shows of one name."""

    spellings: dict[str, int] = field(default_factory=dict)
    uses: int = 0
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    heading: int = 0
    blocks: list[tuple[int, str]] = field(default_factory=list)


def terms(title: str, blocks: Sequence[Block], pack: Pack) -> tuple[Term, ...]:
    """The terms of a document, most used first; ``blocks`` are all of the article's, headings included."""
    lines = [(block, _tokens(block.text)) for block in blocks if block.kind != "code"]
    own = fold_name(title)
    lower = {token.folded for _, tokens in lines for token in tokens if not token.capital}
    names: set[tuple[str, ...]] = set()
    for block, tokens in lines:
        if block.kind != "heading" and not _titled(tokens):
            names.update(_names(block.text, tokens, lower, pack))
    seen = {name: _Seen() for name in names if " ".join(name) != own}
    for block, tokens in lines:
        _look(block, tokens, seen, pack)
    found = [_term(name, each) for name, each in seen.items() if each.uses]
    found += _marked(blocks)
    found.sort(key=lambda term: (-term.heading, -term.uses, -len(term.name), term.name))
    return tuple(found[:MOST])


def _tokens(text: str) -> list[_Token]:
    masked = _CODE.sub(lambda match: " " * len(match.group()), text)
    found: list[_Token] = []
    for match in _WORD.finditer(masked):
        before = masked[: match.start()].rstrip(" '‘’*_-–—")
        opens = not before or _ENDS.search(before[-2:]) is not None
        word = match.group().rstrip("./-'’&")
        found.append(_Token(word, word.casefold(), match.start(), match.start() + len(word), opens))
    return found


def _titled(tokens: Sequence[_Token]) -> bool:
    """Whether a line is written as a heading: most of its words have capitals."""
    long = [token for token in tokens if len(token.text) > 3]
    return len(long) > 2 and sum(token.capital for token in long) > TITLED * len(long)


def _names(text: str, tokens: Sequence[_Token], lower: set[str], pack: Pack) -> Iterator[tuple[str, ...]]:
    """The runs of words with capitals inside the sentences of a block."""
    run: list[_Token] = []
    for token in [*tokens, None]:
        joined = token is not None and run and text[run[-1].end : token.start] in (" ", "-", "\u00a0")
        if token is not None and joined and (token.capital or token.folded in _JOINING) and not token.opens:
            run.append(token)
            continue
        yield from _trimmed(run, lower, pack)
        run = [token] if token is not None and token.capital else []


def _trimmed(run: list[_Token], lower: set[str], pack: Pack) -> Iterator[tuple[str, ...]]:
    """A run without what is capital for another reason at its ends."""
    run = list(run)
    while run and not run[-1].capital:
        run.pop()
    plain = pack.stopwords | pack.imperatives | pack.leaning | pack.greetings | pack.questions
    while run and (run[0].folded in plain or (run[0].opens and run[0].folded in lower)):
        run.pop(0)
        while run and not run[0].capital:
            run.pop(0)
    if not run or len(run) > LONGEST or run[0].folded in pack.months:
        return
    if len(run) == 1:
        word = run[0]
        dated = word.folded in pack.months
        if word.opens or dated or len(word.text) < FEWEST_LETTERS or _NO_NAME.search(word.text):
            return
    if all(_NO_NAME.search(token.text) for token in run):
        return
    yield tuple(token.folded for token in run)


def _look(block: Block, tokens: Sequence[_Token], seen: dict[tuple[str, ...], _Seen], pack: Pack) -> None:
    """Count the names in one block."""
    here: set[tuple[str, ...]] = set()
    for at in range(len(tokens)):
        for length in range(1, min(LONGEST, len(tokens) - at) + 1):
            name = tuple(token.folded for token in tokens[at : at + length])
            found = seen.get(name)
            if found is None:
                continue
            run = tokens[at : at + length]
            if block.kind == "heading":
                found.heading += name not in here
                here.add(name)
                continue
            written = block.text[run[0].start : run[-1].end]
            found.spellings[written] = found.spellings.get(written, 0) + 1
            if all(not token.capital for token in run):
                found.lower += 1
            elif not run[0].opens:
                found.capital += 1
            found.before_noun += _before_noun(block.text, tokens, at + length, pack)
            if name not in here:
                here.add(name)
                found.uses += 1
                found.blocks.append((_says(block, at, len(tokens)), block.id))


def _before_noun(text: str, tokens: Sequence[_Token], at: int, pack: Pack) -> bool:
    """Whether the next word may be a noun that the name only qualifies."""
    if at >= len(tokens) or not pack.stopwords:
        return False
    following = tokens[at]
    touching = text[tokens[at - 1].end : following.start] == " "
    return touching and not following.capital and following.folded not in pack.stopwords


def _says(block: Block, at: int, words: int) -> int:
    """How much a sentence may say of a name at its word ``at``; more is better."""
    low, high = GOOD_LENGTH
    good = (
        block.kind == "sentence"
        and low <= len(block.text) <= high
        and not block.text.endswith(("?", ":", "？"))
    )
    return 4 * good + 3 * (at <= 1) + 2 * (at * 3 <= words)


def _term(name: tuple[str, ...], seen: _Seen) -> Term:
    spelling = min(seen.spellings, key=lambda each: (-seen.spellings[each], each == each.casefold(), each))
    best = sorted(range(len(seen.blocks)), key=lambda at: (-seen.blocks[at][0], at))
    return Term(
        name=spelling,
        dimension=DIMENSION,
        uses=seen.uses,
        capital=seen.capital,
        lower=seen.lower,
        before_noun=seen.before_noun,
        heading=seen.heading,
        blocks=tuple(seen.blocks[at][1] for at in best[:MAX_TERM_BLOCKS]),
    )


def _marked(blocks: Sequence[Block]) -> Iterator[Term]:
    """Works between title marks, as Han script writes them."""
    found: dict[str, list[str]] = {}
    for block in blocks:
        for name in dict.fromkeys(match[1] for match in _MARKED.finditer(block.text)):
            if block.kind != "heading":
                found.setdefault(name, []).append(block.id)
    for name, ids in found.items():
        yield Term(name, DIMENSION, len(ids), capital=len(ids) + 1, blocks=tuple(ids[:MAX_TERM_BLOCKS]))
