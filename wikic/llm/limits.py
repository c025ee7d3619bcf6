"""How the models of one run may be used: what they may cost, and the transcript they write or answer from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """How the models of a run may be used.

    max_cost, max_tokens: US dollars; tokens sent and received; None for no limit.
    record: a file to write a transcript to. replay: a transcript that answers in the models' place.
    """

    max_cost: float | None = None
    max_tokens: int | None = None
    record: Path | None = None
    replay: Path | None = None


UNLIMITED: Final = Limits()
