"""Apply edits to a text; what they do not name stays as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from wikic.model.finding import Edit

_by_span = attrgetter("start", "end")


def apply(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with ``edits`` made, all of them offsets into ``text``; their ``path`` is the caller's.

    Insertions at one point keep their order and stand before what is replaced there. Raises ValueError
    for edits that overlap or reach out of the text.
    """
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=_by_span):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit.start}-{edit.end} is outside the text of {len(text)} characters")
        if edit.start < at:
            raise ValueError(f"edit {edit.start}-{edit.end} overlaps the one before it, which ends at {at}")
        parts += (text[at : edit.start], edit.replacement)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)
