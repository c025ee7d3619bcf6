"""What models are told that answer, judge or reword: text files by language, each with its version."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final, Literal

from wikic.text import cjk

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")
FILES: Final = (
    "read",
    "closed",
    "skills",
    "arag",
    "arag-end",
    "accuracy",
    "factuality",
    "context",
    "claims",
    "reword",
)
_HEAD: Final = re.compile(r"\A# [a-z]+/\d+\n")


def language_of(text: str) -> Language:
    """The language in which a model is spoken to; every other than Chinese gets English."""
    return "zh" if cjk.is_cjk(text) else "en"


@cache
def prompt(name: str, language: Language) -> str:
    """One of ``FILES``, without the line that holds its version."""
    file = resources.files("wikic.evaluate").joinpath("prompts", language, f"{name}.txt")
    raw = file.read_text("utf-8")
    head = _HEAD.match(raw)
    assert head is not None, f"{language}/{name}.txt has no version"
    return raw[head.end() :].strip()
