"""The colours of a report, as terminals take them. No library: the import would cost more than the lint."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, TextIO

from wikic.model.finding import Severity

SEVERITY: Final = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}
STRONG: Final = "1"
FAINT: Final = "2"
FIX: Final = "32"


def paint(words: str, style: str, on: bool) -> str:
    """``words`` in a style (codes of ECMA-48, section 8.3.117), or as they are."""
    return f"\x1b[{style}m{words}\x1b[0m" if on and words else words


def wanted(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is a terminal that may show colours (https://no-color.org: set and not empty)."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return stream.isatty()
