"""A proper name where it stands in a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mention:
    """A proper name where it stands.

    name: the name as a page would carry it.
    start, end: offsets in the sentence.
    quoted: it stands in quotation marks (a work, as a rule).
    alias: the same name with its honorific, or None.
    office: lower-case words of an office that stood before "of" ("king", "mayor"), or "".
    weak: a single word at the start of a sentence, which may be a common word.
    opens: it stands at the start of a sentence.
    """

    name: str
    start: int
    end: int
    quoted: bool = False
    alias: str | None = None
    office: str = ""
    weak: bool = False
    opens: bool = False
