"""One language's words, by what they do in a text, from ``<code>/<list>.txt``: one item a line."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from re import Pattern
from typing import Any, Final

from wikic.language import pack_files
from wikic.language.pack_files import items

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pack:
    """The word lists of one language, case folded; a list that a language does not have is empty.

    code: BCP 47 primary tag, or "generic" for the pack that knows no words.
    stopwords: words that carry no subject matter.
    leaning: words and phrases at the head of a sentence that point back to the one before it.
    common: words that are no names by themselves, whatever their capitals.
    questions: words that open a question.
    greetings: phrases of courtesy and small talk, whole.
    chatter: words that say nothing by themselves when people talk.
    speaking: words with which one who talks speaks of himself.
    pronouns: words with which one who talks speaks of what another one said.
    proposing: words with which a question proposes something.
    saying: verbs with which a story tells who speaks.
    navigation: labels and lines that lead around in a document or a site.
    boilerplate: beginnings of sentences that a site or a publisher puts under every document.
    definite: articles of a thing that is known already.
    callouts: labels of a remark: "note", "tip".
    steps: phrases that announce steps to be done in order.
    imperatives: verbs that open a step.
    asking, answering: labels of a question and of its answer.
    defining: what stands between a name and what it is, in a sentence that defines it.
    untelling: words of titles that name no subject, however often titles have them.
    plurals: endings of plurals, each with what stands in its place behind a space, the first that fits.
    particles: characters that are in no word with a subject matter, of languages written without spaces.
    titling: labels that stand before a document's title: "Title: …".
    midway: words at the head of a sentence that goes on from another: no title begins so.
    joining: words at the head of a sentence without which it still stands.
    unnamed: words for someone or something that is named elsewhere.
    subordinate, suspended: words that open, and words that end, a clause which needs another.
    furniture: what stands in lines of a site and in no title.
    months: names of the months, January first; a line may name one twice.
    given_names: of persons, whatever their gender: evidence for a person, never alone in a manual.
    ranks: titles beside a surname that one bearer of it has and another has not: "Captain".
    addresses: forms of address beside a surname that its whole family shares: "Mrs".
    both: what stands between two names: "and".
    """

    code: str
    stopwords: frozenset[str] = _NONE
    leaning: frozenset[str] = _NONE
    common: frozenset[str] = _NONE
    questions: frozenset[str] = _NONE
    greetings: frozenset[str] = _NONE
    chatter: frozenset[str] = _NONE
    speaking: frozenset[str] = _NONE
    pronouns: frozenset[str] = _NONE
    proposing: frozenset[str] = _NONE
    saying: frozenset[str] = _NONE
    navigation: frozenset[str] = _NONE
    boilerplate: frozenset[str] = _NONE
    definite: frozenset[str] = _NONE
    callouts: frozenset[str] = _NONE
    steps: frozenset[str] = _NONE
    imperatives: frozenset[str] = _NONE
    asking: frozenset[str] = _NONE
    answering: frozenset[str] = _NONE
    defining: frozenset[str] = _NONE
    untelling: frozenset[str] = _NONE
    plurals: tuple[str, ...] = ()
    particles: frozenset[str] = _NONE
    titling: frozenset[str] = _NONE
    midway: frozenset[str] = _NONE
    joining: frozenset[str] = _NONE
    unnamed: frozenset[str] = _NONE
    subordinate: frozenset[str] = _NONE
    suspended: frozenset[str] = _NONE
    furniture: frozenset[str] = _NONE
    months: tuple[str, ...] = ()
    given_names: frozenset[str] = _NONE
    ranks: frozenset[str] = _NONE
    addresses: frozenset[str] = _NONE
    both: str = ""

    def words(self, name: str) -> tuple[str, ...]:
        """A list of a pack's folders as it is written, read when first asked for; empty if there is none."""
        return pack_files.words(self.code, name)

    def rows(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A table of the pack's folders, row by row; empty where there is none."""
        return pack_files.rows(self.code, name)

    def pattern(self, name: str) -> Pattern[str]:
        """A regular expression of ``patterns/``; one that never matches where there is none."""
        return pack_files.pattern(self.code, name)

    def compiled(self, source: str) -> Pattern[str]:
        """A regular expression of a table's row, what its ``{name}`` stand for put in."""
        return pack_files.compiled(self.code, source)


GENERIC: Final = "generic"
_PACKS: Final = Path(__file__).parent
# Other tags under which a language with a pack is known.
_SAME: Final = {"yue": "zh", "wuu": "zh", "lzh": "zh", "cmn": "zh"}
_ORDERED: Final = ("months", "plurals")
_SINGLE: Final = ("both",)


def codes() -> tuple[str, ...]:
    """The languages that have a pack, in order; the generic one is not among them."""
    return tuple(sorted(each.name for each in _PACKS.iterdir() if each.is_dir() and any(each.glob("*.txt"))))


@lru_cache(maxsize=32)
def pack(code: str) -> Pack:
    """The pack of a BCP 47 tag, or the generic one, which knows no words."""
    primary = code.casefold().split("-")[0]
    primary = _SAME.get(primary, primary)
    if primary not in codes():
        return Pack(GENERIC)
    values: dict[str, Any] = {"code": primary}
    for each in fields(Pack):
        file = _PACKS / primary / f"{each.name}.txt"
        if each.name == "code" or not file.is_file():
            continue
        values[each.name] = _value(each.name, items(file))
    return Pack(**values)


def _value(name: str, lines: tuple[str, ...]) -> frozenset[str] | tuple[str, ...] | str:
    if name in _SINGLE:
        return lines[0] if lines else ""
    folded = tuple(line.casefold() for line in lines)
    return folded if name in _ORDERED else frozenset(folded)
