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

from wikic.curator import han_terms
from wikic.language.pack import Pack
from wikic.model.statement import MAX_TERM_BLOCKS, Block, Term
from wikic.text.normalise import fold_name

DIMENSION: Final = "terms"
MOST: Final = 30  # terms of a document
LONGEST: Final = 5  # words
FEWEST_LETTERS: Final = 2
FEWEST_WORDS: Final = 5  # of a sentence whose capitals prove something
TITLED: Final = 0.6  # share of capitals from which a line is a heading, and proves nothing
GOOD_LENGTH: Final = (40, 320)  # characters of a sentence that can say something

_LETTER: Final = r"[^\W_\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]"
_WORD: Final = re.compile(rf"{_LETTER}+(?:[-'’&+./]{_LETTER}+)*[+#]{{0,2}}")
_JOINING: Final = frozenset(("of", "the", "de", "da", "del", "della", "di", "du", "van", "von", "der", "for"))
_CODE: Final = re.compile(r"`[^`]*`|https?://\S+|\S*[\\/]\S*[\\/]\S*|<[^<>]{1,60}>|\S+@\S+")
# Exceptions and calls are code wherever they stand.
_NO_NAME: Final = re.compile(
    r"(?:[a-z]\w*)?[A-Z]\w*(?:Error|Exception|Warning)$|^[A-Z]$|^[IVXLC]+$|^\d|^[A-Z]\."
)
_END: Final = re.compile(r"[.!?。！？][\"”')\]]*\s*$")
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
    reader = _Reader(
        pack, frozenset(token.folded for _, line in lines for token in line if not token.capital)
    )
    names: set[tuple[str, ...]] = set()
    for block, tokens in lines:
        if block.kind != "heading" and _is_sentence(block.text, tokens):
            names.update(reader.names(block.text, tokens))
    own = fold_name(title)
    seen = {name: _Seen() for name in names if " ".join(name) != own}
    for block, tokens in lines:
        _look(block, tokens, seen, pack)
    found = [_term(name, each) for name, each in seen.items() if each.uses]
    found += han_terms.terms(title, blocks, pack)
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


def _is_sentence(text: str, tokens: Sequence[_Token]) -> bool:
    """Whether capitals in a line prove anything: it ends as a sentence does, and most words have none."""
    long = [token for token in tokens if len(token.text) > 3]
    ends = _END.search(text) is not None
    return ends and len(tokens) >= FEWEST_WORDS and sum(token.capital for token in long) <= TITLED * len(long)


def _goes_on(text: str, before: _Token, token: _Token) -> bool:
    """Whether a word goes on with the name before it."""
    touching = text[before.end : token.start] in (" ", "-", "\u00a0")
    return touching and not token.opens and (token.capital or token.folded in _JOINING)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Finds names in one document.

    pack: of its language.
    lower: words the document writes in lower case.
    joining: words that begin a sentence and no name.
    """

    pack: Pack
    lower: frozenset[str]
    joining: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        pack = self.pack
        joining = pack.stopwords | pack.imperatives | pack.leaning | pack.greetings | pack.questions
        object.__setattr__(self, "joining", joining)

    def names(self, text: str, tokens: Sequence[_Token]) -> Iterator[tuple[str, ...]]:
        """The runs of words with capitals inside a sentence."""
        at = 0
        while at < len(tokens):
            end = at + 1
            if not tokens[at].capital:
                at = end
                continue
            while end < len(tokens) and _goes_on(text, tokens[end - 1], tokens[end]):
                end += 1
            # "Click Settings": what follows an order is a label on a screen.
            if not (at and tokens[at - 1].folded in self.pack.imperatives):
                yield from self._trimmed(tokens[at:end])
            at = end

    def _trimmed(self, run: Sequence[_Token]) -> Iterator[tuple[str, ...]]:
        """A run without what has a capital for another reason at its ends."""
        first, last = 0, len(run)
        while first < last and not run[last - 1].capital:
            last -= 1
        while first < last and self._is_joining(run[first]):
            first += 1
        ordered = first > 0 and run[first - 1].folded in self.pack.imperatives
        run = run[first:last]
        if not run or len(run) > LONGEST or run[0].folded in self.pack.months:
            return
        if all(_NO_NAME.search(token.text) or self._is_plain(token) for token in run):
            return
        if len(run) == 1 and (ordered or run[0].opens or len(run[0].text) < FEWEST_LETTERS):
            return  # "Click Board": a label on a screen
        yield tuple(token.folded for token in run)

    def _is_joining(self, token: _Token) -> bool:
        """Whether a word at the head of a run has its capital from the sentence."""
        if not token.capital or token.folded in self.joining or _contracted(token.folded) in self.joining:
            return True
        return token.opens and (token.folded in self.lower or token.folded in self.pack.common)

    def _is_plain(self, token: _Token) -> bool:
        """Whether a word says by itself that it is no name."""
        word = token.folded
        return word in self.pack.common or word in self.joining or _contracted(word) in self.joining


def _contracted(word: str) -> str:
    """The word before an apostrophe: "it's" begins with "it"."""
    return re.split("['’]", word, maxsplit=1)[0]


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
