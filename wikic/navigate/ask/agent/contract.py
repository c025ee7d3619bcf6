"""What an answer has to be: words in the question's language that cite facts which were read in this run."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Stop
from wikic.navigate.ask.agent.claims import Claim, Ground
from wikic.navigate.ask.agent.fact_handles import CITED, citation_names, cited_handles, without_citations
from wikic.navigate.ask.agent.prompts import read_word
from wikic.navigate.ask.agent.run_record import Draft

MARK: Final = re.compile(
    r"^[ \t>#*_]*+(?:ANSWER|Answer|(?:The )?(?:FINAL ANSWER|[Ff]inal [Aa]nswer)(?: is)?"
    r"|(?:最终|最后的?)?(?:答案|回答))"
    r"[ \t*_]*+[:：][ \t*_]*",
    re.MULTILINE,
)
# The words of the prompt, and how models say it in other words when they forget them.
_NOT_SAID: Final = re.compile(
    r"\W*(?:NOT IN THE (?:WIKI|DOCUMENTS)"
    r"|the wiki (?:does not|doesn't) (?:say|tell)|维基(?:里|中)?没有(?:写|说|提)?)\W*",
    re.IGNORECASE,
)
_THOUGHT: Final = re.compile(r"\A\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
# A form between an answer and "not in the wiki": "Dessen (implied, not stated)".
_IMPLIED: Final = re.compile(
    r"\s*[(（,，;；–—-]*\s*"
    r"(?:implied[,;]? (?:but )?not (?:directly |explicitly )?stated|未明说，由此可知|由此可知，未明说)"
    r"\s*[)）]*\.?\s*$",
    re.IGNORECASE,
)
_QUOTED: Final = 60  # characters of a sentence that a model is told of

_LETTERS: Final = 12  # fewer, Han counted fourfold, are a name, and may be in any script
_SHARE: Final = 0.25  # of an answer's letters in the question's script: names may be in another
_HAN: Final = 4

Wrong = Literal["handle", "number", "none", "bare", "unheld", "language", "unread", "empty", "cut"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an answer.

    kind: of fault.
    parts: what it is about: citations as they were written, beginnings of sentences.
    """

    kind: Wrong
    parts: tuple[str, ...] = ()

    def told(self, language: Language) -> str:
        """The line by which the model is told of the fault."""
        return read_word(f"wrong-{self.kind}", language, handles=", ".join(self.parts[:10]))


def without_thought(text: str) -> str:
    """A reply without what a model thinks aloud before it."""
    return _THOUGHT.sub("", text)


def is_not_said(line: str) -> bool:
    """Whether a short answer says that the wiki does not say."""
    return bool(_NOT_SAID.fullmatch(without_citations(line)))


def answer_start(text: str, at: int) -> int:
    """Where the words of an answer begin behind its mark: behind empty lines, and marks written twice."""
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        again = MARK.match(text[at:])
        if again is None:
            return at
        at += again.end()


def read_draft(text: str) -> Draft:
    """A reply as an answer. Where it has no mark, its first line is the short answer.

    Reasons that stand before the mark are read where those behind it cite nothing.
    """
    text = without_thought(text).strip()
    mark = MARK.search(text)
    body = text[answer_start(text, mark.end()) :] if mark is not None else text
    before = text[: mark.start()].strip() if mark is not None else ""
    first, _, rest = body.partition("\n")
    again = MARK.search(rest)  # a second answer is a draft of the first
    rest = rest[: again.start()] if again is not None else rest
    short, explanation = first.strip(" *_"), rest.strip()
    if before and not cited_in(explanation) and cited_in(before):
        explanation = f"{before}\n\n{explanation}".strip()
    if mark is None and not explanation:
        short, explanation = "", short
    if is_not_said(short):
        return Draft(False, "", explanation, cited_in(f"{short}\n{explanation}"))
    bare = without_citations(short).strip()
    implied = _IMPLIED.search(bare)
    cited = cited_in(f"{short}\n{explanation}")
    if implied is None or not implied.start():
        return Draft(True, bare, explanation, cited)
    return Draft(True, bare[: implied.start()].strip(), explanation, cited, implied.group().strip())


def cited_in(text: str) -> tuple[str, ...]:
    """What the citations of ``text`` name, as they were written, each once."""
    return tuple(dict.fromkeys(name for match in CITED.finditer(text) for name in citation_names(match)))


def check_draft(
    draft: Draft, settled: Settled, question: str, stop: Stop, *, has_read: bool
) -> tuple[Fault, ...]:
    """What is wrong with ``draft``, of which its facts leave ``settled``; nothing when it can be given."""
    if not (draft.short or draft.explanation) and draft.says:
        return (Fault("cut" if stop == "length" else "empty"),)
    faults: list[Fault] = []
    if stop == "length":
        faults.append(Fault("cut"))
    if not has_read:
        return (*faults, Fault("unread"))
    # What stands on other facts, or on the one that says it, needs no citation that means nothing.
    lost = [name for claim in settled.fallen for name in claim.lost] if settled.draft.cited else settled.lost
    numbers = tuple(name for name in lost if name.isdecimal())
    others = tuple(name for name in lost if not name.isdecimal())
    if others:
        faults.append(Fault("handle", others))
    if numbers:
        faults.append(Fault("number", numbers))
    if draft.says and not (draft.cited or settled.draft.cited):
        faults.append(Fault("none"))
    else:
        faults += _sentence_faults(settled)
    if not in_language(question, draft.explanation or draft.short):
        faults.append(Fault("language"))
    return tuple(faults)


def _sentence_faults(settled: Settled) -> list[Fault]:
    """The faults of single sentences of the answer."""
    bare = tuple(_quote_words(claim.words) for claim in settled.fallen if claim.bare and not claim.lost)
    unheld = [(settled.short, settled.unheld), *((each.words, each.missing) for each in settled.fallen)]
    wrong = [f"{_quote_words(words)}: {', '.join(parts)}" for words, parts in unheld if parts]
    return [*([Fault("bare", bare)] if bare else []), *([Fault("unheld", tuple(wrong))] if wrong else [])]


def _quote_words(words: str) -> str:
    return f"“{words[:_QUOTED]}{'…' if len(words) > _QUOTED else ''}”"


@dataclass(frozen=True, slots=True)
class Settled:
    """What is left of a draft when each sentence was held against what it cites.

    draft: with citations as handles, without what cannot be given.
    short: the short answer as it was.
    unheld: names, numbers and dates of the short answer that no fact cited holds: it was left out.
    fallen: sentences left out.
    lost: citations left out, as they were written.
    """

    draft: Draft
    short: str
    unheld: tuple[str, ...]
    fallen: tuple[Claim, ...]
    lost: tuple[str, ...]

    @property
    def losses(self) -> str:
        """The note that names the citations that were left out."""
        return f"citations of what was not read were left out: {', '.join(self.lost)}"

    @property
    def notes(self) -> Iterator[str]:
        """Notes for the person who asked, on each part that was left out."""
        if self.lost:
            yield self.losses
        if self.unheld:
            yield f"the short answer was left out, no fact cited holds {', '.join(self.unheld)}"
        for claim in self.fallen:
            missing = ", ".join(claim.missing)
            why = f"no fact it cites holds {missing}" if missing else "it cites nothing"
            yield f"left out, {why}: {_quote_words(claim.words)}"


def settle_draft(draft: Draft, ground: Ground) -> Settled:
    """``draft`` with what the facts that it cites hold, sentence by sentence."""
    claims = ground.claims(draft.explanation, absent=not draft.says)
    kept = [claim for claim in claims if claim.stands]
    fallen = tuple(claim for claim in claims if not claim.stands)
    # What the draft cites and no sentence does stands behind the short answer.
    own = [name for name in draft.cited if name not in cited_in(draft.explanation)]
    lost = [name for claim in claims for name in claim.lost]
    lost += [name for name in own if not cited_handles(name, ground.handles, draft.short)]
    behind = [handle for name in own for handle in cited_handles(name, ground.handles, draft.short)]
    cited = tuple(dict.fromkeys((*behind, *(handle for claim in kept for handle in claim.handles))))
    every = dict.fromkeys((*behind, *(handle for claim in claims for handle in claim.handles)))
    unheld: tuple[str, ...] = ()
    if draft.short and every:
        unheld = ground.missing(draft.short, tuple(every), short=True, operands=draft.explanation)
    if draft.implied:  # what is implied bears another name than what implies it; a number does not
        unheld = tuple(part for part in unheld if part[0].isdigit())
    explanation = "".join(claim.text for claim in kept).strip()
    short = draft.short if cited and not unheld else ""
    says = replace(draft, short=short, explanation=explanation, cited=cited)
    return Settled(says, draft.short, unheld, fallen, tuple(dict.fromkeys(lost)))


def in_language(question: str, answer: str) -> bool:
    """Whether ``answer`` is in the script of ``question``, as far as letters tell."""
    asked, said = _count_scripts(question), _count_scripts(without_citations(answer))
    total = sum(said.values())
    if not asked or total < _LETTERS:
        return True
    return said[max(asked, key=lambda script: asked[script])] >= _SHARE * total


def _count_scripts(text: str) -> Counter[str]:
    """Letters by script; Han and kana are one, and count for a syllable's letters."""
    found: Counter[str] = Counter()
    for char in text:
        if char.isalpha():
            name = unicodedata.name(char, "").split(" ")[0]
            if name in ("CJK", "HIRAGANA", "KATAKANA"):
                found["CJK"] += _HAN
            else:
                found[name] += 1
    return found
