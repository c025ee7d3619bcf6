"""What stands alone: blocks worth keeping, sentences told with the one before, lists with their lead.

"This was followed by a new book" says nothing alone. Where no rule could name what such a sentence speaks
of, its statement is the sentence before and it, and cites both; the one before keeps its own statement,
too. A sentence that ends with a colon leads in what follows it up to the next sentence, within one section.
Where no sentence does, the document's title and the heading above say what is listed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.curator.encyclopaedia.english import subjects
from wikic.curator.encyclopaedia.english.vocabulary import NOUNS, Mention, load_pattern
from wikic.curator.encyclopaedia.things import Thing
from wikic.model.statement import Block
from wikic.text import compare
from wikic.text.normalise import fold_name

# What leans on more than two sentences leans on a story; a bullet is no place for one.
MAX_BEFORE: Final = 2
# Some six lines of a page: beyond this the reader is better off in the source.
MAX_JOINED: Final = 600
# "The hostilities continued.": so few words without a name say nothing of whose.
BARE: Final = 6

_OPENERS: Final = load_pattern("leaning_opener")
_PRONOUN: Final = load_pattern("leaning_pronoun")
_FRONTED: Final = load_pattern("fronted_pronoun")
_FRONTED_SHORT: Final = load_pattern("fronted_short")
_BACK_PLACE: Final = load_pattern("back_place")
_EARLY_TIME: Final = load_pattern("early_time")
_PERSONAL: Final = re.compile(r"\b(?:he|she|him|his|her|them|they|their)\b")
_DEFINITE: Final = load_pattern("definite_subject")
_SOMEBODY: Final = load_pattern("somebody")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def leans_on_previous(
    text: str, named: Sequence[tuple[Mention, Thing | None]] | None, before: str, *, dummy: bool
) -> bool:
    """Whether ``text`` speaks of what only ``before``, the sentence before it, says.

    ``named`` are the names in it, None where the principal was named in place of its first pronoun;
    ``dummy``: it opens with an "it" that means nothing.
    """
    if _OPENERS.match(text) or _EARLY_TIME.search(text, 0, 80):
        return True
    if named is None:
        return False
    if not dummy and _PRONOUN.match(text):
        return True
    first = _PERSONAL.search(text)
    if _FRONTED.match(text) or (_FRONTED_SHORT.match(text) and first is not None):
        at = first.start() if first is not None else len(text)
        if not _names_somebody(text, named, at):
            return True
    elif first is not None and not dummy and not _names_somebody(text, named, first.start()):
        return True
    definite = _DEFINITE.match(text)
    if definite is None or not subjects.says_something(text[definite.end() :]):
        return False
    bare = not named and len(text.split()) <= BARE
    return bare or _is_introduced(definite.group("noun"), before)


def speaks_of_elsewhere(text: str, named: Sequence[tuple[Mention, Thing | None]]) -> bool:
    """Whether ``text`` says "there" of a place that it has not named: of one that a sentence before named."""
    back = _BACK_PLACE.search(text)
    return back is not None and not any(
        mention.start < back.start() and (thing is None or thing.sort == "place") for mention, thing in named
    )


def _names_somebody(text: str, named: Sequence[tuple[Mention, Thing | None]], at: int) -> bool:
    """Whether anybody whom a pronoun at ``at`` could mean stands before it, or it is inside a quotation."""
    if '"' in text[:at] or "“" in text[:at]:
        return True
    if any(
        (thing is not None and thing.principal)
        or (mention.start < at and (thing is None or thing.sort in ("person", "concept")))
        for mention, thing in named
    ):
        return True
    return (
        any(
            NOUNS.get(word) == "person" or (word.endswith("s") and NOUNS.get(word[:-1]) == "person")
            for word in _WORD.findall(text[:at].casefold())
        )
        or _SOMEBODY.search(text[:at]) is not None
    )


def _is_introduced(noun: str, before: str) -> bool:
    """Whether ``before`` brings the noun, or its singular or plural, up as new: not with "the"."""
    forms = "|".join(re.escape(form) for form in {noun, noun + "s", noun.removesuffix("s")})
    return re.search(rf"(?<!\bthe )(?<!\bthis )\b(?:{forms})\b", before.casefold()) is not None


@dataclass(slots=True)
class Thread:
    """The sentences that the next one may lean on.

    breaks: openings of the paragraphs of a text that has several.
    told: the last sentence with what it was told together with, as (block, text).
    adrift: what was told opens with a sentence that leans itself.
    """

    breaks: frozenset[str] = frozenset()
    told: list[tuple[Block, str]] = field(default_factory=list)
    adrift: bool = False

    def tell(self, block: Block, text: str, *, leaning: bool) -> tuple[str, tuple[int, ...]]:
        """The statement of a sentence and the numbers of the blocks it cites."""
        before = self.told[-MAX_BEFORE:] if leaning and self.follows(block) else []
        adrift = bool(before) and (self.adrift or len(before) < len(self.told))
        if adrift:
            # The one they all lean on is too far back: a pronoun gains nothing by another pronoun.
            before = [] if _PRONOUN.match(text) or _FRONTED_SHORT.match(text) else before[-1:]
        while before and len(text) + sum(len(each) + 1 for _, each in before) > MAX_JOINED:
            before = before[1:]
            adrift = True
        self.told = [*before, (block, text)]
        self.adrift = adrift or (leaning and not before)
        return " ".join(each for _, each in self.told), tuple(each.number for each, _ in self.told)

    def follows(self, block: Block) -> bool:
        """Whether ``block`` is the next sentence of the same paragraph."""
        if not self.told:
            return False
        last = self.told[-1][0]
        return (
            block.kind == "sentence"
            and block.number == last.number + 1
            and block.section == last.section
            and block.text[:PARAGRAPH_KEY] not in self.breaks
        )

    def drop(self) -> None:
        """What comes next leans on nothing told so far."""
        self.told = []
        self.adrift = False


PARAGRAPH_KEY: Final = 24  # characters that tell how a paragraph opens
_BREAK: Final = re.compile(r"\n\s*\n\s*(?P<opens>\S[^\n]{0,60})")


def open_thread(text: str) -> Thread:
    """The thread of an article of ``text``."""
    opens = (match.group("opens") for match in _BREAK.finditer(text))
    return Thread(frozenset(" ".join(each.split())[:PARAGRAPH_KEY] for each in opens))


# Longer introductions would drown the item they introduce.
MAX_LEAD: Final = 160
MAX_HEADING: Final = 60  # characters
_WHOLE: Final = re.compile(r"[.!?…][\"'”’»)\]]*$")
_PAIR: Final = load_pattern("label_and_value")
_CAPITAL_WORD: Final = re.compile(r"^[^\W\d_a-z][a-zà-ÿ]+$")


@dataclass(slots=True)
class Leads:
    """What has been announced and not yet ended, while the blocks of a document are read in order.

    title: what the document is called; "" for a writing, whose lines are its own words.
    names: words that keep their capital inside a sentence.
    """

    title: str
    names: frozenset[str] = frozenset()
    _said: str = ""
    _cited: tuple[int, ...] = ()
    _section: str = ""

    def told(self, text: str, block: Block) -> tuple[str, tuple[int, ...]]:
        """The statement of a block and the numbers of the blocks it cites; a sentence needs no lead."""
        if block.kind == "sentence":
            return text, (block.number,)
        if self._said and self._section == block.section:
            return f"{self._said} {text}", (*self._cited, block.number)
        if not self.title or _WHOLE.search(text):
            return text, (block.number,)
        return self._below_heading(text, block), (block.number,)

    def after(self, line: str, text: str, cited: tuple[int, ...], block: Block) -> None:
        """Take note of what was told: a sentence opens or ends a list."""
        if block.kind == "sentence":
            self._said = text if line.endswith(":") and len(text) <= MAX_LEAD else ""
            self._cited = cited
            self._section = block.section

    def _below_heading(self, text: str, block: Block) -> str:
        pair = _PAIR.match(text) if block.kind == "row" else None
        if pair is not None:
            text = f"{pair['label']}: {pair['value']}"
        own = fold_name(self.title)
        heading = block.section.strip(" :*_")
        joint = " – " if ": " in text else ": "
        short = text if own in fold_name(text) else f"{self.title}{joint}{text}"
        if not heading or len(heading) > MAX_HEADING or fold_name(heading).startswith(own):
            return short
        first, _, rest = heading.partition(" ")
        if _CAPITAL_WORD.match(first) and first not in self.names:
            heading = f"{first.lower()} {rest}".strip()
        whole = f"{self.title}, {heading}{joint}{text}"
        # A heading is no block that a statement can cite: what only it says is left out.
        return short if compare.unsupported(whole, [self.title, text]) else whole


_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FURNITURE: Final = load_pattern("furniture_line")


def kept_blocks(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that become statements, in order; a quotation that stands twice is kept once."""
    seen: set[str] = set()
    result: list[Block] = []
    for block in blocks:
        if block.id in seen or not is_worth_keeping(block):
            continue
        seen.add(block.id)
        result.append(block)
    return result


def is_worth_keeping(block: Block) -> bool:
    """Whether a block says something: no heading, marker, navigation, boilerplate, contents line."""
    text = block.text
    if block.kind == "heading":
        return False
    if block.kind == "code":
        return len(text) <= 300 and _LETTERS.search(text) is not None
    words = _LETTERS.findall(text)
    if len(words) < 2 and not (len(words) == 1 and block.kind in ("row", "item") and len(text) > 8):
        return _one_word_of_script(text)
    if len(text) < 400 and _FURNITURE.match(text):
        return False
    return not (len(text) < 120 and text.isupper() and not text.endswith(("!", "?")) and len(words) < 12)


def _one_word_of_script(text: str) -> bool:
    """Scripts without spaces (Thai, Khmer) make one long word of a sentence."""
    return len(text) > 20 and any(len(word) > 12 and not word.isascii() for word in _LETTERS.findall(text))
