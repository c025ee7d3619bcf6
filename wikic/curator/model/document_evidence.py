"""The names and words that a document holds, block by block; a model's texts are checked against them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic.language import all_packs
from wikic.model.article import Article
from wikic.model.statement import Block
from wikic.text import cjk, compare
from wikic.text.tokens import tokens

_APART = re.compile(r"[\W_]+")
_HAN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_LOOSE: Final = frozenset(all_packs.words("loose_words"))
# Whatever they mean, it is not their name.
_VAGUE: Final = frozenset(all_packs.words("pointing_words"))


@dataclass(frozen=True, slots=True)
class _Held:
    """The words of one text, in order, and without anything between them."""

    spoken: str
    single: frozenset[str]
    squeezed: str


class Evidence:
    """One article's text, asked for names.

    title: the document's, which every statement may use.
    """

    def __init__(self, article: Article, blocks: Sequence[Block]) -> None:
        self.title = article.title
        about = " \n ".join(filter(None, (article.title, article.collection_title, article.author)))
        self._about = about
        self._meta = _held(about)
        self._blocks = [(block, _held(block.text)) for block in blocks]
        # The whole document at once: nearly every name is there as it stands, or not at all.
        every = [self._meta, *(held for _, held in self._blocks)]
        self._whole = _Held(
            "\n".join(held.spoken for held in every),
            frozenset[str]().union(*(held.single for held in every)),
            "\n".join(held.squeezed for held in every),
        )

    def holds(self, name: str) -> bool:
        """Whether two sentences side by side, with the document's title, have every word of ``name``."""
        return self.writes(name) or any(self._sharing(name)) or any(self._wording(name))

    def longest(self, name: str) -> str:
        """The longest name of the document that ``name`` is another wording of, as it stands there; or ""."""
        if not _HAN.search(name):
            return _longest_run(name, self._whole)
        return max(
            (_rearranged(name, text) for text in (self.title, *(block.text for block, _ in self._blocks))),
            key=len,
            default="",
        ) or _longest_part(name, self._whole)

    def near(self, number: int, name: str) -> int:
        """The number of the block nearest to ``number`` that has ``name`` and can be cited; 0 for none.

        Those above come first; a signature stands below what it signs.
        """
        found = self.citable(name)
        above = [each for each in found if each <= number]
        return above[-1] if above else next(iter(found), 0)

    def writes(self, name: str) -> bool:
        """Whether ``name`` stands in the title or in a sentence as it is, spacing and punctuation aside."""
        return bool(tokens(name)) and _as_written(name, self._whole)

    def citable(self, name: str) -> tuple[int, ...]:
        """Numbers of the blocks that hold ``name`` as it is and can be cited, in order."""
        if not self.writes(name):
            return ()
        return tuple(
            block.number
            for block, held in self._blocks
            if block.kind != "heading" and _as_written(name, held)
        )

    def _sharing(self, name: str) -> Iterator[bool]:
        """For each sentence, whether it and the title have all words of ``name``."""
        if _HAN.search(name):
            runs = [run for run in map(_squeezed, _APART.split(name)) if run not in self._meta.squeezed]
            if all(run in self._whole.squeezed for run in runs):
                yield from (all(run in held.squeezed for run in runs) for _, held in self._blocks)
            return
        said = frozenset(_spoken(name))
        wanted = said - self._meta.single - _LOOSE
        if said and wanted <= self._whole.single:
            yield from (wanted <= held.single for _, held in self._blocks)

    def _wording(self, name: str) -> Iterator[bool]:
        """For each sentence with the one after it, whether they have all words of ``name`` in any form."""
        if _HAN.search(name):
            return
        texts = [block.text for block, _ in self._blocks]
        for first, second in zip(texts, [*texts[1:], ""], strict=True):
            yield compare.named(name, f"{self._about}\n{first}\n{second}")


def supports(text: str, evidence: Iterable[str]) -> bool:
    """Whether ``evidence`` holds every name, number and date of ``text``."""
    return not compare.unsupported(text, evidence)


def quoted(title: str, quotes: Iterable[str]) -> list[str]:
    """What a statement of a document may use: the title, the quotes, and those of Han script tidied."""
    found = list(quotes)
    return [title, *found, *(cjk.tidy(quote) for quote in found if cjk.is_cjk(quote))]


_CODE: Final = re.compile(r"`[^`]+`|\b\w+\.\w[\w.-]+")
_BETWEEN: Final = 3  # characters that a name written otherwise may have more
_PUNCTUATION: Final = re.compile(r"[，。、；：！？（）“”《》\s]")


def vague(name: str) -> bool:
    """Whether ``name`` is a pronoun, or has no capital behind an article: "he", "The film", "该书"."""
    folded = name.casefold().strip("“”\"' ")  # 《我们》 is a magazine
    if folded in _VAGUE:
        return True
    first, rest = folded.partition(" ")[0], name.partition(" ")[2]
    lower = rest == rest.casefold() and rest != rest.upper()
    return lower and bool(rest) and first in ("the", "a", "an", "his", "her", "their", "its", "this", "that")


def names_any(names: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether one of ``texts`` has one of ``names`` as it is, spacing and punctuation aside."""
    told = [_held(text) for text in texts]
    return any(_as_written(name, held) for name in names for held in told)


def grounded(text: str, quotes: Sequence[str]) -> bool:
    """Whether a quarter of the words of ``text`` stand in ``quotes``: paraphrase may change the rest.

    Numbers and names are told by other words too: "fifty-one" bears 51 out.
    """
    said = [token for token in tokens(text) if len(token) > 3 or _HAN.match(token)]
    if not said:
        return True
    given = {_stem(token) for quote in quotes for token in tokens(quote)}
    same = sum(_stem(token) in given for token in said)
    if 4 * same >= len(said):
        return True
    figures = frozenset[str]().union(*map(compare.numbers.held, quotes))
    counted = compare.numbers.numbers(text)
    same += sum(bool(each.values & figures) for each in counted)
    same += sum(len(text[start:end].split()) for start, end in compare.equal_spans(text, " ".join(quotes)))
    given_code = " ".join(quotes)
    same += sum(each in given_code for each in _CODE.findall(text))
    return 5 * same >= len(said)


def _stem(token: str) -> str:
    """The first letters of a word: "married" and "marries" are one, "writing" and "written" two."""
    return token[:5]


def _rearranged(name: str, text: str) -> str:
    """The stretch of ``text`` with most characters of ``name`` in another order and few others."""
    wanted = Counter(filter(_HAN.match, name))
    figures = compare.numbers.numbers(name)
    least = max(3, -(-4 * wanted.total() // 5))
    best, rank = "", (0, 0)
    places = [at for at, char in enumerate(text) if char in wanted]
    for at, start in enumerate(places):
        for end in places[at + least - 1 : at + 2 * len(name)]:
            stretch = text[start : end + 1]
            if len(stretch) > len(name) + _BETWEEN or _PUNCTUATION.search(stretch):
                break
            shared = (wanted & Counter(stretch)).total()
            if shared >= least and (shared, -len(stretch)) > rank:
                given = compare.numbers.held(stretch)
                if all(each.values & given for each in figures):
                    best, rank = stretch, (shared, -len(stretch))
    return best


def _longest_part(name: str, held: _Held) -> str:
    """What stands behind the last 的 of a Chinese name, or the longest part of it, at least three characters
    and half of it, that the document writes.
    """
    last = name.rpartition("的")[2]
    if last != name and len(last) > 1 and _squeezed(last) in held.squeezed:
        return last
    for length in range(len(name) - 1, max(2, len(name) // 2 - 1), -1):
        for at in range(len(name) - length + 1):
            if _squeezed(name[at : at + length]) in held.squeezed:
                return name[at : at + length]
    return ""


def _longest_run(name: str, held: _Held) -> str:
    """The longest run of at least half of a name's words that the document writes and that has a capital."""
    parts = name.split()
    for length in range(len(parts) - 1, (len(parts) - 1) // 2, -1):
        for at in range(len(parts) - length + 1):
            run = " ".join(parts[at : at + length]).strip(",;:")
            if run[:1].isupper() and _as_written(run, held):
                return run
    return ""


def _as_written(name: str, held: _Held) -> bool:
    if f" {' '.join(_spoken(name))} " in held.spoken:
        return True
    # Corpora glue words together; a short name stands in longer words by accident.
    squeezed = _squeezed(name)
    least = 1 if _HAN.search(name) else 8
    return len(squeezed) >= least and squeezed in held.squeezed


@lru_cache(maxsize=4096)
def _held(text: str) -> _Held:
    spoken = _spoken(text)
    return _Held(f" {' '.join(spoken)} ", frozenset(spoken), _squeezed(text))


def _squeezed(text: str) -> str:
    """Its letters and digits alone, those of full width made narrow."""
    return _APART.sub("", unicodedata.normalize("NFKC", text).casefold())


def _spoken(text: str) -> list[str]:
    """Its words without possessives; "Saxe- Coburg" has the words of "Saxe-Coburg"."""
    return [token.removesuffix("'s") for token in tokens(unicodedata.normalize("NFKC", text))]
