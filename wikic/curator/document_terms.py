"""Names and terms of one document, with the counts by which the fold decides whether they are worth a page.

A name is a run of words with capitals inside a sentence; in Han script, what stands between title or name
marks. Nothing here knows other documents: a name that is common, or nested in longer ones, is sorted out
where all counts are (``wiki.fold.terms``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from wikic.curator import han_terms
from wikic.curator.term_uses import LONGEST, QUOTES, SHORT, Seen, Token, look, tokens_of
from wikic.language.pack import Pack
from wikic.model.statement import MAX_TERM_BLOCKS, TERMS, Block, Term
from wikic.text.normalise import fold_name

MOST: Final = 30  # terms of a document
FEWEST_LETTERS: Final = 2
FEWEST_WORDS: Final = 5  # of a sentence whose capitals prove something
TITLED: Final = 0.6  # share of capitals from which a line is a heading, and proves nothing

LONGEST_SHORT_FORM: Final = 5  # letters of a word in capitals that stands for others

_JOINING: Final = frozenset(("of", "the", "de", "da", "del", "della", "di", "du", "van", "von", "der", "for"))
# Exceptions and calls are code wherever they stand.
_NO_NAME: Final = re.compile(
    r"(?:[a-z]\w*)?[A-Z]\w*(?:Error|Exception|Warning)$|^[A-Z]$|^[IVXLC]+$|^\d|^[A-Z]\."
)
_END: Final = re.compile(r"[.!?。！？][\"”')\]]*\s*$")


def terms(title: str, blocks: Sequence[Block], pack: Pack) -> tuple[Term, ...]:
    """The terms of a document, most used first; ``blocks`` are all of the article's, headings included."""
    lines = [(block, tokens_of(block.text)) for block in blocks if block.kind != "code"]
    reader = _Reader(
        pack, frozenset(token.folded for _, line in lines for token in line if not token.capital)
    )
    names: set[tuple[str, ...]] = set()
    for block, tokens in lines:
        if block.kind != "heading" and _is_sentence(block.text, tokens):
            names.update(reader.names(block.text, tokens))
    own = fold_name(title)
    seen = {name: Seen() for name in names if " ".join(name) != own}
    begin = {name[0] for name in seen}
    for block, tokens in lines:
        look(block, tokens, seen, begin, pack)
    found = [_term(name, each) for name, each in seen.items() if each.uses]
    found += han_terms.terms(title, blocks, pack)
    found.sort(key=lambda term: (-term.heading, -term.uses, -len(term.name), term.name))
    return tuple(found[:MOST])


def _is_sentence(text: str, tokens: Sequence[Token]) -> bool:
    """Whether capitals in a line prove anything: it ends as a sentence does, and most words have none."""
    long = [token for token in tokens if len(token.text) > 3]
    ends = _END.search(text) is not None
    return ends and len(tokens) >= FEWEST_WORDS and sum(token.capital for token in long) <= TITLED * len(long)


def _goes_on(text: str, before: Token, token: Token) -> bool:
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

    def names(self, text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, ...]]:
        """The runs of words with capitals inside a sentence."""
        at = 0
        while at < len(tokens):
            end = at + 1
            if not tokens[at].capital:
                at = end
                continue
            while end < len(tokens) and _goes_on(text, tokens[end - 1], tokens[end]):
                end += 1
            quoted = self._quoted(text, tokens, at)
            # "Click Settings": what follows an order is a label on a screen.
            if at and tokens[at - 1].folded in self.pack.imperatives:
                end = max(end, quoted)
            elif quoted:
                yield tuple(token.folded for token in tokens[at:quoted])
                end = max(end, quoted)
            elif not _shouted(tokens[at:end]):
                yield from self._trimmed(tokens[at:end])
            at = end

    def _quoted(self, text: str, tokens: Sequence[Token], at: int) -> int:
        """Where a name of several words ends that stands between quotation marks; 0 where none begins."""
        if text[: tokens[at].start][-1:] not in QUOTES:
            return 0
        end = at
        while end < min(len(tokens), at + LONGEST):
            token = tokens[end]
            if not (token.capital or token.folded in self.pack.stopwords):
                return 0
            end += 1
            if text[token.end : token.end + 1] in QUOTES:
                named = end - at > 1 and token.capital and not _shouted(tokens[at:end])
                return end if named else 0
            if text[token.end : token.end + 1] != " ":
                return 0
        return 0

    def _trimmed(self, run: Sequence[Token]) -> Iterator[tuple[str, ...]]:
        """A run without what has a capital for another reason at its ends."""
        first, last = 0, len(run)
        while first < last and self._is_trailing(run[last - 1]):
            last -= 1
        while first < last and self._is_joining(run[first]):
            first += 1
        ordered = first > 0 and run[first - 1].folded in self.pack.imperatives
        run = run[first:last]
        if not run or len(run) > LONGEST or run[0].folded in self.pack.months:
            return
        if len(run) == 1 and (run[0].folded in _days(self.pack) or self._is_unlisted(run[0])):
            return
        if all(_NO_NAME.search(token.text) or self._is_plain(token) for token in run):
            return
        if len(run) == 1 and (ordered or run[0].opens or len(run[0].text) < FEWEST_LETTERS):
            return  # "Click Board": a label on a screen
        yield tuple(token.folded for token in run)

    def _is_trailing(self, token: Token) -> bool:
        """Whether a word at the end of a run is none of a name: "of", V8, the "I" of "Glad I came"."""
        joining = token.folded in self.pack.stopwords or _contracted(token.folded) in self.pack.stopwords
        return not token.capital or token.version or (joining and len(token.text) != FEWEST_LETTERS)

    def _is_joining(self, token: Token) -> bool:
        """Whether a word at the head of a run has its capital from the sentence."""
        if not token.capital or token.folded in self.joining or _contracted(token.folded) in self.joining:
            return True
        return token.opens and (token.folded in self.lower or token.folded in self.pack.common)

    def _is_unlisted(self, token: Token) -> bool:
        """Whether a word of a language without a list is one that the document writes small too."""
        if self.pack.stopwords:
            return False
        short = len(token.text) <= SHORT and not token.text.isupper()
        return short or token.folded in self.lower

    def _is_plain(self, token: Token) -> bool:
        """Whether a word says by itself that it is no name."""
        word = token.folded
        return word in self.pack.common or word in self.joining or _contracted(word) in self.joining


def _shouted(run: Sequence[Token]) -> bool:
    """Whether several words are all in capitals, not for being names: THE SECURITIES ACT, but not CICS TS."""
    long = any(len(token.text) > LONGEST_SHORT_FORM for token in run)
    return len(run) > 1 and long and all(token.text.isupper() for token in run)


@cache
def _days(pack: Pack) -> frozenset[str]:
    return frozenset(map(str.casefold, pack.words("days")))


def _contracted(word: str) -> str:
    """The word before an apostrophe: "it's" begins with "it"."""
    return re.split("['’]", word, maxsplit=1)[0]


def _term(name: tuple[str, ...], seen: Seen) -> Term:
    # A name of several words all in capitals is shouted, where it is written otherwise too.
    shouted = {each: " " in each and each.isupper() for each in seen.spellings}
    spelling = min(
        seen.spellings,
        key=lambda each: (shouted[each], -seen.spellings[each], each == each.casefold(), each),
    )
    best = sorted(range(len(seen.blocks)), key=lambda at: (-seen.blocks[at][0], at))
    return Term(
        name=spelling,
        dimension=TERMS,
        uses=seen.uses,
        capital=seen.capital,
        lower=seen.lower,
        before_noun=seen.before_noun,
        heading=seen.heading,
        about=seen.about,
        blocks=tuple(seen.blocks[at][1] for at in best[:MAX_TERM_BLOCKS]),
    )
