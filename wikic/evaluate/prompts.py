"""What models are told that answer, judge or reword."""

from __future__ import annotations

from typing import Final

from wikic.llm.prompt_files import Language, read_prompt

FILES: Final = (
    *("read", "closed", "skills", "arag", "arag-end"),
    *("accuracy", "factuality", "context", "claims", "support", "reword"),
)


def prompt(name: str, language: Language) -> str:
    """One of ``FILES``."""
    return read_prompt("wikic.evaluate", language, name).text
