"""The prompts: one text file per operation and language, each with a version of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from wikic import layout
from wikic.curator.model import allowed_relations
from wikic.llm import prompt_files
from wikic.llm.prompt_files import LANGUAGES, Language, Prompt, read_prompt
from wikic.text.tokens import tokens

OPERATIONS: Final = (
    "extract",
    "names",
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
    "write",
    "check",
    "rework",
)
# Those that decide what a digest says: a change of theirs makes digests stale.
DIGESTING: Final = ("extract", "names", "several", "verify")
WRITING: Final = ("write", "check", "rework")
# Languages that the Chinese prompts serve; every other gets the English ones, which say that texts stay in
# the document's language.
_CHINESE: Final = ("zh", "yue", "wuu", "lzh")
_WORDS: Final = 12  # tokens in a row that no document shares with a prompt by accident


def language_of(language: str, text: str) -> Language:
    """The language of the prompts for a text; ``language`` is its BCP 47 tag, ``und`` when unknown."""
    if language in ("und", ""):
        return prompt_files.language_of(text)
    return "zh" if language.split("-")[0] in _CHINESE else "en"


@cache
def prompt(operation: str, language: Language) -> Prompt:
    """The prompt of an operation."""
    found = read_prompt("wikic.curator.model", language, operation)
    return replace(found, text=found.text.replace("{labels}", allowed_relations.listed(language)))


@cache
def fingerprint() -> str:
    """Six hex digits over every prompt, in every language, that decides what a digest says."""
    from wikic.curator.model import reply_shapes

    texts = [prompt(operation, language).text for operation in DIGESTING for language in LANGUAGES]
    shapes = (reply_shapes.ExtractReply, reply_shapes.NamesReply, reply_shapes.VerifyReply)
    formed = [repr(reply_shapes.schema_of(shape)) for shape in shapes]
    return layout.short_hash(*texts, *formed)[:6]


@cache
def writing_fingerprint() -> str:
    """Six hex digits over the prompts that decide what a written article says."""
    return layout.short_hash(*(prompt(each, language).text for each in WRITING for language in LANGUAGES))[:6]


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
