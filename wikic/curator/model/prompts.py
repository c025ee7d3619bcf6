"""The prompts: one text file per operation and language, each with a version of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal

from wikic import layout
from wikic.curator.model import allowed_relations
from wikic.text import cjk
from wikic.text.tokens import tokens

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")
OPERATIONS: Final = (
    "extract",
    "several",
    "verify",
    "position",
    "scaffold",
    "contradictions",
    "same",
    "consolidate",
    "attribute",
    "repair",
    "separable",
    "summarize",
    "label",
)
# Those that decide what a digest says: a change of theirs makes digests stale.
DIGESTING: Final = ("extract", "several", "verify")
# Languages that the Chinese prompts serve; every other gets the English ones, which say that texts stay in
# the document's language.
_CHINESE: Final = ("zh", "yue", "wuu", "lzh")
_HEAD: Final = re.compile(r"\A# (?P<version>[a-z]+/\d+)\n")
_WORDS: Final = 12  # tokens in a row that no document shares with a prompt by accident


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told before it is shown anything.

    version: ``extract/2``.
    text: without the line that holds the version.
    """

    version: str
    text: str


def language_of(language: str, text: str) -> Language:
    """The language of the prompts for a text; ``language`` is its BCP 47 tag, ``und`` when unknown."""
    if language in ("und", ""):
        return "zh" if cjk.is_cjk(text) else "en"
    return "zh" if language.split("-")[0] in _CHINESE else "en"


@cache
def prompt(operation: str, language: Language) -> Prompt:
    """The prompt of an operation."""
    file = resources.files("wikic.curator.model").joinpath("prompts", language, f"{operation}.txt")
    raw = file.read_text("utf-8")
    head = _HEAD.match(raw)
    assert head is not None, f"{language}/{operation}.txt has no version"
    text = raw[head.end() :].strip().replace("{labels}", allowed_relations.listed(language))
    return Prompt(head["version"], text)


@cache
def fingerprint() -> str:
    """Six hex digits over every prompt, in every language, that decides what a digest says."""
    from wikic.curator.model import reply_shapes

    texts = [prompt(operation, language).text for operation in DIGESTING for language in LANGUAGES]
    formed = [
        repr(reply_shapes.schema_of(shape)) for shape in (reply_shapes.ExtractReply, reply_shapes.VerifyReply)
    ]
    return layout.short_hash(*texts, *formed)[:6]


@cache
def _runs() -> frozenset[tuple[str, ...]]:
    every = [tokens(prompt(each, language).text) for each in OPERATIONS for language in LANGUAGES]
    return frozenset(run for text in every for run in _grams(text))


def leaked(text: str, evidence: Sequence[str]) -> bool:
    """Whether ``text`` repeats a stretch of a prompt that ``evidence`` does not hold itself."""
    shared = _runs().intersection(_grams(tokens(text)))
    return bool(shared) and not shared <= set(_grams(tokens(" ".join(evidence))))


def _grams(spoken: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(spoken[at : at + _WORDS]) for at in range(len(spoken) - _WORDS + 1)]
