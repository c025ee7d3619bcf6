"""What an answer has to be: words in the question's language that cite facts which were read in this run."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final, Literal

from wikic.llm.protocol import Stop
from wikic.navigate.agent.handles import PREFIX, Handles
from wikic.navigate.agent.prompts import Language, word
from wikic.navigate.agent.run import Draft

MARK: Final = re.compile(
    r"^[ \t>#*_]*(?:ANSWER|Answer|FINAL ANSWER|Final answer|答案|回答)[ \t*_]*[:：][ \t*_]*", re.MULTILINE
)
# The words of the prompt, and how models say it in other words when they forget them.
_NOT_SAID: Final = re.compile(
    r"\W*(?:NOT IN THE WIKI|the wiki (?:does not|doesn't) (?:say|tell)|维基(?:里|中)?没有(?:写|说|提)?)\W*",
    re.IGNORECASE,
)
_ONE: Final = rf"(?:{PREFIX}\d+|\^?[fp][0-9a-f]{{8}}|\d{{1,3}})"
# [F7], [F7, F9], 【F7】, (F7), and addresses as pages have them.
CITED: Final = re.compile(
    rf"[ \t]{{0,4}}(?:[\[【(（]\s*(?P<many>{_ONE}(?:\s*[,;，；、]\s*{_ONE})*)\s*[\]】)）]"
    r"|\[\[[^\[\]\n]*#\^(?P<address>[fp][0-9a-f]{8})\]\])",
    re.IGNORECASE,
)
_THOUGHT: Final = re.compile(r"\A\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_HANDLE: Final = re.compile(rf"{PREFIX}\d+")

_LETTERS: Final = 12  # fewer, Han counted fourfold, are a name, and may be in any script
_SHARE: Final = 0.25  # of an answer's letters in the question's script: names may be in another
_HAN: Final = 4

Wrong = Literal["handle", "number", "none", "language", "unread", "empty", "cut"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an answer.

    kind: of fault.
    handles: those that name nothing that was read, as they were written.
    """

    kind: Wrong
    handles: tuple[str, ...] = ()

    def told(self, language: Language) -> str:
        """The line that tells the model."""
        return word(f"wrong-{self.kind}", language, handles=", ".join(self.handles[:10]))


def without_thought(text: str) -> str:
    """A reply without what a model thinks aloud before it."""
    return _THOUGHT.sub("", text)


def names_in(match: re.Match[str]) -> tuple[str, ...]:
    """What one citation names, as it was written; nothing where it is no citation."""
    if match["address"]:
        return (match["address"].lower(),)
    names = tuple(re.findall(_ONE, match["many"], re.IGNORECASE))
    # In round brackets a number is a number.
    return () if match.group().lstrip()[0] in "(（" and all(map(str.isdecimal, names)) else names


def handle_of(name: str, handles: Handles) -> str | None:
    """The handle that a citation means, or None where it means nothing that was shown."""
    upper = name.upper()
    if _HANDLE.fullmatch(upper):
        return upper if upper in handles else None
    return None if name.isdecimal() else handles.address(name.lstrip("^").lower())


def is_not_said(line: str) -> bool:
    """Whether a short answer says that the wiki does not say."""
    return bool(_NOT_SAID.fullmatch(CITED.sub("", line)))


def begin(text: str, at: int) -> int:
    """Where the words of an answer begin behind its mark: behind empty lines, and marks written twice."""
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        again = MARK.match(text[at:])
        if again is None:
            return at
        at += again.end()


def read(text: str) -> Draft:
    """A reply as an answer. Where it has no mark, its first line is the short answer."""
    text = without_thought(text).strip()
    mark = MARK.search(text)
    body = text[begin(text, mark.end()) :] if mark is not None else text
    first, _, rest = body.partition("\n")
    again = MARK.search(rest)  # a second answer is a draft of the first
    rest = rest[: again.start()] if again is not None else rest
    short, explanation = first.strip(" *_"), rest.strip()
    if mark is None and not explanation:
        short, explanation = "", short
    cited = tuple(
        dict.fromkeys(name for match in CITED.finditer(f"{short}\n{explanation}") for name in names_in(match))
    )
    bare = CITED.sub(lambda match: "" if names_in(match) else match.group(), short).strip()
    if is_not_said(short):
        return Draft(False, "", explanation, cited)
    return Draft(True, bare, explanation, cited)


def check(draft: Draft, handles: Handles, question: str, stop: Stop, *, has_read: bool) -> tuple[Fault, ...]:
    """What is wrong with ``draft``; nothing when it can be given."""
    if not (draft.short or draft.explanation) and draft.says:
        return (Fault("cut" if stop == "length" else "empty"),)
    faults: list[Fault] = []
    if stop == "length":
        faults.append(Fault("cut"))
    if not has_read:
        return (*faults, Fault("unread"))
    bad = [name for name in draft.cited if handle_of(name, handles) is None]
    numbers = tuple(name for name in bad if name.isdecimal())
    others = tuple(name for name in bad if not name.isdecimal())
    if others:
        faults.append(Fault("handle", others))
    if numbers:
        faults.append(Fault("number", numbers))
    if draft.says and not draft.cited:
        faults.append(Fault("none"))
    if not in_language(question, draft.explanation or draft.short):
        faults.append(Fault("language"))
    return tuple(faults)


def settle(draft: Draft, handles: Handles) -> tuple[Draft, tuple[str, ...]]:
    """``draft`` with its citations as handles, and those that were left out, as they were written."""
    dropped: dict[str, None] = {}
    kept: dict[str, None] = {}

    def exact(match: re.Match[str]) -> str:
        names = names_in(match)
        if not names:
            return match.group()
        found = [(name, handle_of(name, handles)) for name in names]
        dropped.update(dict.fromkeys(name for name, handle in found if handle is None))
        good = [handle for _, handle in found if handle is not None]
        kept.update(dict.fromkeys(good))
        space = match.group()[: len(match.group()) - len(match.group().lstrip())]
        return space + "".join(f"[{handle}]" for handle in good) if good else ""

    explanation = CITED.sub(exact, draft.explanation)
    for name in draft.cited:  # those of the short answer too
        handle = handle_of(name, handles)
        if handle is None:
            dropped[name] = None
        else:
            kept[handle] = None
    order = sorted(kept, key=lambda handle: list(draft.cited).index(_first(draft, handles, handle)))
    return replace(draft, explanation=explanation, cited=tuple(order)), tuple(dropped)


def _first(draft: Draft, handles: Handles, handle: str) -> str:
    return next(name for name in draft.cited if handle_of(name, handles) == handle)


def in_language(question: str, answer: str) -> bool:
    """Whether ``answer`` is in the script of ``question``, as far as letters tell."""
    asked, said = _scripts(question), _scripts(CITED.sub("", answer))
    total = sum(said.values())
    if not asked or total < _LETTERS:
        return True
    return said[max(asked, key=lambda script: asked[script])] >= _SHARE * total


def _scripts(text: str) -> Counter[str]:
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
