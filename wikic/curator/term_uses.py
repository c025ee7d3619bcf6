"""How a document uses each of its names: how often, how written, and in which sentences it is the subject."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from wikic.language.pack import Pack
from wikic.model.statement import Block

LONGEST: Final = 5  # words of a name
SHORT: Final = 3  # letters of a word without a capital in a name: "of"
GOOD_LENGTH: Final = (40, 320)  # characters of a sentence that can say something
QUOTES: Final = frozenset('"“”„«»')

_LETTER: Final = r"[^\W_\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]"
_WORD: Final = re.compile(rf"{_LETTER}+(?:[-'’&+./]{_LETTER}+)*[+#]{{0,2}}")
# Paths and addresses begin where a word does, not far before their signs: a text in Han script is one word.
_CODE: Final = re.compile(
    r"`[^`]*`|https?://\S+|(?<![^\s`>])\S{0,500}[\\/]\S*[\\/]\S*|<[^<>]{1,60}>|(?<![^\s`>])\S{1,500}@\S+"
)
_MAY_BE_CODE: Final = re.compile(r"[`\\/<@]")
_BETWEEN: Final = " '‘’*_-–—"  # what may stand between the end of a sentence and the next one's first word
_ENDS: Final = re.compile(r"[.!?¿¡:;…\"“”«»()\[\]•|]\s*$")
_OWNER: Final = re.compile(r"['’]s$")
_SEVERAL: Final = re.compile(r"(?<=[A-Za-z][A-Z])s$")  # APARs, NaNs
_VERSION: Final = re.compile(r"v?\d", re.IGNORECASE)
_ASIDE: Final = re.compile(r"\s*\([^()]*\)")
_GOES_ON: Final = re.compile(r",? [^\W\d_]")


class Token(NamedTuple):
    """A word of a block: as written, folded, where it begins and ends, whether it opens a sentence.

    capital: whether it has one.
    """

    text: str
    folded: str
    start: int
    end: int
    opens: bool
    capital: bool

    @property
    def version(self) -> bool:
        """Whether it says which one, and is no part of the name: V8."""
        return _VERSION.match(self.text) is not None


@dataclass(slots=True)
class Seen:
    """What the document shows of one name."""

    spellings: dict[str, int] = field(default_factory=dict)
    uses: int = 0
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    heading: int = 0
    about: int = 0
    blocks: list[tuple[int, str]] = field(default_factory=list)


def tokens_of(text: str) -> list[Token]:
    """The words of a block, code and addresses left out."""
    masked = _CODE.sub(lambda match: " " * len(match.group()), text) if _MAY_BE_CODE.search(text) else text
    found: list[Token] = []
    for match in _WORD.finditer(masked):
        start, word = match.start(), match.group()
        before = start
        while before and masked[before - 1] in _BETWEEN:
            before -= 1
        opens = not before or _ENDS.search(masked, max(before - 2, 0), before) is not None
        if not word.isalpha():
            word = _OWNER.sub("", word.rstrip("./-'’&"))
        single = _SEVERAL.sub("", word) if word.endswith("s") else word
        capital = not single.islower() and single.lower() != single and not single[0].isdigit()
        found.append(Token(single, single.casefold(), start, start + len(word), opens, capital))
    return found


@dataclass(frozen=True, slots=True)
class _Run:
    """A name where it stands: ``words[at:end]`` of a block."""

    block: Block
    words: Sequence[Token]
    at: int
    end: int
    pack: Pack

    @property
    def bound(self) -> bool:
        """Whether the words beside it make it a part: "widget settings", "Harbour" in "Harbour Board".

        A name of several words says what it is of before a noun too: "Storm Lamp oil".
        """
        before = self.words[self.at - 1] if self.at else None
        if before is not None and before.capital and not before.opens and self._touch(self.at):
            return True
        if self.end == len(self.words) or not self._touch(self.end):
            return False
        after = self.words[self.end]
        if after.capital:
            return not after.version
        single = self.end - self.at == 1
        return single and bool(self.pack.stopwords) and after.folded not in self.pack.stopwords

    def _touch(self, at: int) -> bool:
        """Whether only a blank parts the words before and behind a place."""
        return self.block.text[self.words[at - 1].end : self.words[at].start].strip('"“”') == " "

    @property
    def subject(self) -> bool:
        """Whether the sentence opens with it, or with an article and it, and goes on to say something."""
        text = self.block.text
        first = self.at - (self.at > 0 and self.words[self.at - 1].folded in self.pack.definite)
        if self.block.kind != "sentence" or not (self.words[first].opens or first == 0) or _asks(text):
            return False
        rest = _ASIDE.sub("", text[self.words[self.end - 1].end :])
        after = next((word for word in self.words[self.end :] if not word.version), None)
        return after is not None and not after.capital and _GOES_ON.match(rest) is not None

    @property
    def worth(self) -> int:
        """How much the sentence may say of it; more is better."""
        low, high = GOOD_LENGTH
        text = self.block.text
        good = self.block.kind == "sentence" and low <= len(text) <= high and not _asks(text)
        return 4 * good + 3 * (self.at <= 1) + 2 * (self.at * 3 <= len(self.words))


def look(
    block: Block,
    words: Sequence[Token],
    seen: dict[tuple[str, ...], Seen],
    begin: Collection[str],
    pack: Pack,
) -> None:
    """Count the names in one block, whose words are given; ``begin``: the first word of each name."""
    here: set[tuple[str, ...]] = set()
    for at in range(len(words)):
        if words[at].folded not in begin:
            continue
        for end in range(at + 1, min(at + LONGEST, len(words)) + 1):
            name = tuple(word.folded for word in words[at:end])
            found = seen.get(name)
            if found is None:
                continue
            if block.kind == "heading":
                found.heading += name not in here
                here.add(name)
                continue
            _spell(found, block.text, words[at:end])
            if name not in here:
                here.add(name)
                run = _Run(block, words, at, end, pack)
                found.uses += 1
                found.before_noun += run.bound
                found.about += run.subject
                found.blocks.append((run.worth, block.id))


def _spell(found: Seen, text: str, run: Sequence[Token]) -> None:
    written = _SEVERAL.sub("", text[run[0].start : run[-1].end])
    found.spellings[written] = found.spellings.get(written, 0) + 1
    if any(not word.capital and len(word.text) > SHORT for word in run):
        found.lower += 1
    elif not run[0].opens or (len(run) > 1 and text[: run[0].start][-1:] in QUOTES):
        found.capital += 1


def _asks(text: str) -> bool:
    """Whether a line says nothing by itself: it asks, or announces what comes."""
    return text.endswith(("?", ":", "？", "："))
