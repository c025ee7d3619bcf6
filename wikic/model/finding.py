"""A problem in a wiki is a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is; ``error`` fails a gate by default."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for an error, growing as it matters less."""
        return ("error", "warning", "info").index(self.value)


class Category(StrEnum):
    """The paper's seven error types (LLM-Wiki, Appendix F, Table 6), replies that could not be read at
    first, and ``other``.
    """

    DANGLING_LINK = "dangling-link"
    INCOMPLETE_PAGE = "incomplete-page"
    MALFORMED_REF = "malformed-ref"
    UNSEEN_OVERWRITE = "unseen-overwrite"
    INDEX_INCONSISTENCY = "index-inconsistency"
    UNSUPPORTED_FACT = "unsupported-fact"
    CONTRADICTION = "cross-page-contradiction"
    MALFORMED_REPLY = "malformed-reply"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of one span of one file.

    path: file path relative to ``wiki/``.
    start, end: character offsets into the file's decoded text, line ends as they are on disk.
    replacement: what stands there instead.
    """

    path: str
    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule reports.

    path: file path relative to ``wiki/``, ``/`` separated.
    line, column: from 1; column counts characters.
    code: the rule's stable code, ``L001``.
    message: one line, without a trailing full stop.
    severity: as configured.
    category: the paper's error type.
    edits: what would repair it, empty when nothing certain would.
    refold: whether folding the wiki again repairs it.
    safe: whether the edits are certain, or only likely.
    help: what a person can do, or "".
    facts: file and id of each fact in question, that of the place first.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    severity: Severity
    category: Category
    edits: tuple[Edit, ...] = ()
    refold: bool = False
    safe: bool = True
    help: str = ""
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of reports: path, position, code, message."""
        return (self.path, self.line, self.column, self.code, self.message)
