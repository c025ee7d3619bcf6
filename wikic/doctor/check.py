"""One thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# ok: as it should be. note: something is not there, and wikic goes on without it. problem: something that is
# wanted does not work.
State = Literal["ok", "note", "problem"]


@dataclass(frozen=True, slots=True)
class Check:
    """What was found.

    name: what was looked at: "LevelDB".
    said: how it is, and what a lack costs.
    mend: the command or the change that mends it, or "".
    """

    name: str
    state: State
    said: str
    mend: str = ""
