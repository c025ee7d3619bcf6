"""What models are told: text files of a package, ``prompts/<language>/<name>.txt``, each with its version."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal

from wikic.text import cjk

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")
_HEAD: Final = re.compile(r"\A# (?P<version>[a-z]+/\d+)\n")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told before it is shown anything.

    version: ``extract/2``.
    text: without the line that holds the version.
    """

    version: str
    text: str


def language_of(text: str) -> Language:
    """The language in which a model is spoken to; every other than Chinese gets English."""
    return "zh" if cjk.is_cjk(text) else "en"


@cache
def read_prompt(package: str, language: Language, name: str) -> Prompt:
    """One file of a package."""
    raw = resources.files(package).joinpath("prompts", language, f"{name}.txt").read_text("utf-8")
    head = _HEAD.match(raw)
    assert head is not None, f"{language}/{name}.txt has no version"
    return Prompt(head["version"], raw[head.end() :].strip())
