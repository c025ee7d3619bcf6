"""Times as people write them on a command line."""

from __future__ import annotations

import re
from typing import Final

from wikic.errors import UsageError

_TIME: Final = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s)?", re.IGNORECASE)


def seconds_of(text: str) -> float:
    """``500ms``, ``2s`` or ``500`` (milliseconds) in seconds. Raises UsageError for what is no time."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text!r} is no time", hint="write it as 500ms or 2s")
    return float(found[1]) / (1 if (found[2] or "ms").lower() == "s" else 1000)
