"""How the models of one run may be used: cost, effort, and the transcript they write or answer from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic.llm.protocol import Effort


@dataclass(frozen=True, slots=True)
class Limits:
    """How the models of a run may be used.

    max_cost, max_tokens: US dollars; tokens sent and received; None for no limit.
    record: a file to write a transcript to. replay: a transcript that answers in the models' place.
    effort: how long a model that answers questions thinks; None for as long as it does by itself.
    """

    max_cost: float | None = None
    max_tokens: int | None = None
    record: Path | None = None
    replay: Path | None = None
    effort: Effort | None = None


UNLIMITED: Final = Limits()
