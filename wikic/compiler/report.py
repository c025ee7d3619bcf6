"""What a writing command did, as a value; the faces print it."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.compiler.digesting import Failed
from wikic.model.change import Change
from wikic.model.finding import Finding
from wikic.wiki.intake import Notice


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a run.

    added, changed, unchanged, forgotten: keys of sources.
    failed: documents that are not in the wiki, each with its reason.
    gone: keys whose documents are no longer where they came from, and that were not forgotten.
    written, deleted: number of knowledge pages.
    notices: things a person should know about single files.
    findings: what the rules report on the pages that were written.
    skipped: lines on files of types wikic does not read.
    dropped: statements that were refused, by reason.
    proposed: with ``dry_run``, what would have been changed, in order of path; else None.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: int = 0
    forgotten: tuple[str, ...] = ()
    failed: tuple[Failed, ...] = ()
    gone: tuple[str, ...] = ()
    written: int = 0
    deleted: int = 0
    notices: tuple[Notice, ...] = ()
    findings: tuple[Finding, ...] = ()
    skipped: tuple[str, ...] = ()
    dropped: tuple[tuple[str, int], ...] = ()
    proposed: tuple[Change, ...] | None = None

    @property
    def clean(self) -> bool:
        """Whether every document is in the wiki and nothing was found."""
        return not self.failed and not self.findings
