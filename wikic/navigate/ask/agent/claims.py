"""The sentences of an answer, each with the facts it cites, and what of it these do not hold.

A model that is right in one sentence makes up the next (LLM-Wiki, Table 6: unsupported facts). So each is
held against its own citations: names, numbers and dates must stand in the facts it cites, in what their page
is called, or, of names, in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from wikic.language.pack_files import UPPER
from wikic.navigate.ask.agent.derived import derived_numbers
from wikic.navigate.ask.agent.fact_handles import (
    CITED,
    LINK,
    Handles,
    citation_names,
    cited_handles,
    without_citations,
)
from wikic.text import sentences
from wikic.text.compare import numbers, unsupported
from wikic.text.compare.opposed import stems

_HAN_STOP: Final = re.compile(r"[。！？]+[”』」）]*")
_LATIN: Final = re.compile("[A-Za-z]{2}")
_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_YEAR: Final = re.compile(r"(?:1\d|20)\d\d")
_NUMBER: Final = re.compile(rf"(?P<name>[{UPPER}][\w.]*[ -])?(?P<number>\d+)")
# Between what is known and what is missing: "It was pulled down, but no source says when".
_CLAUSE: Final = re.compile(
    r"[;；]|,? ?\b(?:but|though|although|while|whereas|yet|however)\b|，?(?:但|虽然|而)"
)
_HELD: Final = 0.75  # of the words of a clause or sentence, that facts hold which it does not cite
_WORDS: Final = 3  # that a sentence has for which a fact is looked for
_TRIED: Final = 5
# A sentence on what is missing: it speaks of the wiki, not of the world. "It is not poisonous" does not, nor
# does "The documents were not signed": what denies must deny that the wiki says something.
_WIKI: Final = r"\b(?:wiki|pages?|facts?|sources?|documents?)\b"
_SAYS: Final = (
    r"\b(?:sa(?:y|ys|id)|tells?|told|mention(?:s|ed)?|h[oe]lds?|state[sd]?|contain(?:s|ed)?"
    r"|g[ai]ves?|given|record(?:s|ed)?|describe[sd]?|list(?:s|ed)?|specif(?:y|ies|ied)|include[sd]?"
    r"|provide[sd]?|indicate[sd]?|shows?|shown|explain(?:s|ed)?|identif(?:y|ies|ied)|names?)\b"
)
_NO: Final = r"(?:\b(?:not|no|nothing|none|never|nowhere)|n['’]t)\b"
_ABSENT: Final = re.compile(
    rf"{_WIKI}.{{0,40}}(?:{_NO}(?: \w+){{0,2}} {_SAYS}|{_SAYS}(?: almost)? \b(?:nothing|no|none)\b)"
    rf"|\bn(?:o|either|one)\b.{{0,20}}{_WIKI}[^,;]{{0,40}}{_SAYS}"
    rf"|{_NO}(?: \w+){{0,2}} {_SAYS}.{{0,20}}{_WIKI}"
    r"|\bwiki (?:has|holds) (?:no|nothing)\b|\bno(?:thing)?\b.{0,40}\bin (?:the|this) wiki\b"
    r"|(?:维基|页面|文献|事实|资料).{0,20}(?:没有|未|不)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer.

    text: as it was written, with the space before it, citations as handles.
    words: without citations.
    handles: facts it cites that were shown.
    lost: citations of what was not shown, as they were written.
    missing: its names, numbers and dates that no fact it cites holds.
    bare: whether it says something and cites nothing.
    """

    text: str
    words: str
    handles: tuple[str, ...]
    lost: tuple[str, ...]
    missing: tuple[str, ...]
    bare: bool

    @property
    def stands(self) -> bool:
        """Whether it may be given: what it cites bears it out."""
        return not self.missing and not self.bare


class Ground:
    """What the sentences of one answer are held against.

    handles: of the facts that were shown. question: as asked.
    """

    def __init__(self, handles: Handles, question: str) -> None:
        self.handles = handles
        self.question = question
        # That somebody asks for a name brings no false one in; a number asked for may be a false one, unless
        # it is part of a name.
        self._named = _NUMBER.sub(_of_name, question)

    def claims(self, text: str, *, absent: bool = False) -> list[Claim]:
        """The sentences of ``text``; their texts together are the whole of it, citations apart.

        absent: whether it says that the wiki does not say; what cites nothing is on that.
        """
        return [self.claim(text[start:end], absent=absent, whole=text) for start, end in sentence_spans(text)]

    def claim(self, text: str, *, absent: bool = False, whole: str = "") -> Claim:
        """One sentence. whole: of the answer it stands in, whose figures it may reckon with.

        A citation that means nothing, or another fact than the one that says it, gives way to the fact shown
        that alone holds all of the sentence.
        """
        words = " ".join(LINK.sub(lambda link: link[1] or "", without_citations(text)).split())
        found: dict[str, None] = {}
        lost: dict[str, None] = {}

        def exact(match: re.Match[str]) -> str:
            names = citation_names(match)
            if not names:
                return match.group()
            good: dict[str, None] = {}
            for name in names:
                handles = cited_handles(name, self.handles, words)
                good.update(dict.fromkeys(handles))
                if not handles:
                    lost[name] = None
            found.update(good)
            space = match.group()[: len(match.group()) - len(match.group().lstrip())]
            return space + "".join(f"[{handle}]" for handle in good) if good else ""

        exactly = CITED.sub(exact, text)
        cited = tuple(found)
        says = any(map(str.isalnum, words))
        ends = words.endswith((":", "："))
        open_ended = not cited and (
            absent or ends or (bool(_ABSENT.search(words)) and self._is_on_wiki(words))
        )
        missing = (
            self.missing(words, cited, asked=open_ended, operands=whole)
            if says and (cited or open_ended)
            else ()
        )
        if says and not open_ended and (missing or not cited) and (handle := self._said_by(words)):
            exactly = f"{exactly.rstrip()} [{handle}]{exactly[len(exactly.rstrip()) :]}"
            return Claim(exactly, words, (*cited, handle), tuple(lost), (), bare=False)
        return Claim(exactly, words, cited, tuple(lost), missing, bare=says and not cited and not open_ended)

    def _is_on_wiki(self, words: str) -> bool:
        """Whether each clause of a sentence on what is missing is that, or says what was asked or shown."""
        shown = stems("\n".join((self.question, *(each.evidence for _, each in self.handles.all()))))
        clauses = [(clause, stems(clause)) for clause in _CLAUSE.split(words)]
        return all(
            _ABSENT.search(clause) or len(said & shown) >= _HELD * len(said)
            for clause, said in clauses
            if said
        )

    def _said_by(self, words: str) -> str:
        """The fact shown that alone says a sentence: all its names and numbers, most of its words; or ""."""
        said = stems(words)
        if len(said) < _WORDS:
            return ""
        found = [(len(said & stems(shown.evidence)), handle) for handle, shown in self.handles.all()]
        for shared, handle in sorted(found, key=lambda each: -each[0])[:_TRIED]:
            if shared >= _HELD * len(said) and not unsupported(words, (self.handles[handle].evidence,)):
                return handle
        return ""

    def missing(
        self,
        words: str,
        cited: Sequence[str],
        *,
        asked: bool = False,
        short: bool = False,
        operands: str = "",
    ) -> tuple[str, ...]:
        """Names, numbers and dates of ``words`` that the facts ``cited`` do not hold, nor lead to.

        asked: whether it may say what the question says, and all that was shown: it is on what is missing.
        short: whether it is a short answer, whose first word is more likely a name than the beginning of a
            sentence.
        operands: what the answer says besides; it may reckon with figures of the facts that it names.
        """
        shown = [each for _, each in self.handles.all()] if asked else [self.handles[each] for each in cited]
        facts = [each.evidence for each in shown]
        # The first word of a statement passes for no name: so the statement is made to begin before it.
        statement = f"; {words}" if short and not _opens_lower(words) else words
        missing = unsupported(statement, (*facts, self.question if asked else self._named))
        if not missing:
            return ()
        following = (
            derived_numbers(words, facts, f"{operands}\n{words}") if facts and not asked else frozenset[str]()
        )
        told_in = "\n".join(each.text for each in shown)
        latin, han = bool(_LATIN.search(told_in)), bool(_HAN.search(told_in))
        asked_for = self._compared(words, missing) if not short else frozenset[str]()

        def told(part: str) -> bool:
            if part in following:
                return True
            if part[0].isdigit():
                return part in asked_for
            if part.casefold() in _opening_words():
                return True
            # Names are compared with names in their own script.
            return bool(facts) and not (han if _HAN.search(part) else latin)

        return tuple(part for part in missing if not told(part))

    def _compared(self, words: str, missing: Sequence[str]) -> frozenset[str]:
        """The figures of the question that a sentence sets beside those of its facts; years are none."""
        figures = {each.shown for each in numbers.numbers(words)}
        if figures <= set(missing):
            return frozenset()
        return frozenset(
            each for each in missing if each in numbers.held(self.question) and not _YEAR.fullmatch(each)
        )


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Sentences as (start, end) in ``text``; a citation behind a full stop belongs to what is before it."""
    found: list[tuple[int, int]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        bare, places = _place_citations(line)
        starts = [start for start in _sentence_starts(bare) if start]
        cuts = [0, *(places[start] for start in starts), len(line)]
        found += [(at + start, at + end) for start, end in pairwise(cuts) if end > start]
        at += len(line)
    return found


def _sentence_starts(line: str) -> Iterator[int]:
    """Where the sentences of a line begin."""
    cuts = [0, *(match.end() for match in _HAN_STOP.finditer(line)), len(line)]
    for start, end in pairwise(cuts):
        yield from (start + first for first, _ in sentences.spans(line[start:end]))


def _place_citations(line: str) -> tuple[str, list[int]]:
    """A line without its citations, and where each of its characters stands in it."""
    kept: list[int] = []
    at = 0
    for match in CITED.finditer(line):
        if citation_names(match):
            kept += range(at, match.start())
            at = match.end()
    kept += range(at, len(line))
    return "".join(line[place] for place in kept), [*kept, len(line)]


def _of_name(match: re.Match[str]) -> str:
    """A number that belongs to the capitalised word before it, no year; else that word alone."""
    named = match["name"] or ""
    return match.group() if named and not _YEAR.fullmatch(match["number"]) else named


def _opens_lower(words: str) -> bool:
    """Whether a short answer begins with an ordinary word that has its capital for standing first."""
    first, _, rest = words.partition(" ")
    return rest[:1].islower() and first.casefold() in _ordinary_words()


@cache
def _ordinary_words() -> frozenset[str]:
    from wikic.language import pack_files

    return frozenset((*pack_files.words("en", "ordinary"), *pack_files.words("en", "common")))


@cache
def _opening_words() -> frozenset[str]:
    from wikic.language import pack_files

    return frozenset((*pack_files.words("en", "answer_openers"), *pack_files.words("en", "sentence_openers")))
