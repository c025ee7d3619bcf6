"""What a writing command did, as a value; the faces print it. What failed is kept for the next run.

``.wikic/failed.json`` names the documents that the last run on them could not take in;
``.wikic/log/documents.txt`` has the tracebacks where wikic itself failed on one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.compiler.article_digest import Failed
from wikic.compiler.options import Options
from wikic.model.change import ABSENT, Change, Write
from wikic.model.finding import Finding
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.disk import replace_cache


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did and found.

    added, changed, forgotten: keys of sources. unchanged: how many.
    pending: sources the run was to take in and did not come to, because it was stopped.
    awaited: keys of documents that wait for answers of an agent.
    failed: documents that are not in the wiki, each with its reason.
    by_rules: documents that rules read in place of a model, each with why it could not.
    gone: keys whose documents are no longer where they came from, or are empty now, and were not forgotten.
    written, deleted: number of knowledge pages.
    notices: things a person should know about single files.
    findings: what the rules report on the pages that were written.
    skipped: lines on files of types wikic does not read.
    dropped: statements that were refused, by reason.
    steps: lines on what was done between batches.
    aside: keys of sources that this run put aside for review.
    waiting: keys of sources that waited before and are as they were.
    rejected: keys of documents that were left out, because a person rejected what they say.
    files: file paths of the wiki that were written, moved or deleted; none where the options leave them out.
    proposed: with ``dry_run``, what would have been changed, in order of path; else None.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: int = 0
    pending: int = 0
    forgotten: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    failed: tuple[Failed, ...] = ()
    by_rules: tuple[Failed, ...] = ()
    gone: tuple[str, ...] = ()
    written: int = 0
    deleted: int = 0
    notices: tuple[Notice, ...] = ()
    findings: tuple[Finding, ...] = ()
    skipped: tuple[str, ...] = ()
    dropped: tuple[tuple[str, int], ...] = ()
    steps: tuple[str, ...] = ()
    proposed: tuple[Change, ...] | None = None
    aside: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every document is in the wiki, by whom it was to be read, and nothing was found."""
        return not self.awaited and not self.failed and not self.by_rules and not self.findings


class Fate(Enum):
    """What became of a file in one run."""

    NEW = auto()
    WRITTEN = auto()
    DELETED = auto()
    PASSING = auto()  # it came and went
    MOVED = auto()  # it came from elsewhere in the wiki


@dataclass(slots=True)
class Tally:
    """The report under way; ``added`` and ``changed`` from the start on, ``landed`` as they are taken in."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: int = 0
    forgotten: list[str] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    by_rules: list[Failed] = field(default_factory=list)
    landed: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    awaited: list[str] = field(default_factory=list)
    # Keys of documents that say nothing: no failure, and of one that said something, as good as gone.
    empty: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    # Keys of unchanged texts whose aliases, tags or links are others than their digests hold, with these.
    given: list[tuple[str, tuple[tuple[str, ...], ...]]] = field(default_factory=list)
    # What became of each file, however many batches touched it: one table, since there may be a million.
    files: dict[str, Fate] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    # Beginnings of keys of which nobody can tell whether their documents went.
    hidden: list[str] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    steps: list[str] = field(default_factory=list)
    proposed: dict[str, Change] = field(default_factory=dict)
    aside: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    # Of sources that wait: as ``given``, and those whose documents say again what the wiki has.
    given_aside: list[tuple[str, tuple[tuple[str, ...], ...]]] = field(default_factory=list)
    reverted: list[str] = field(default_factory=list)


def report_of(tally: Tally, options: Options) -> Report:
    """The report of a run that has ended, or was stopped."""
    pages = Counter(
        fate for file, fate in tally.files.items() if layout.is_knowledge_page(layout.page_path(file))
    )
    return Report(
        added=tuple(key for key in tally.added if key in tally.landed),
        changed=tuple(key for key in tally.changed if key in tally.landed),
        unchanged=tally.unchanged,
        pending=len(
            {*tally.added, *tally.changed} - tally.landed - tally.refused - tally.aside - {*tally.awaited}
        ),
        awaited=tuple(sorted(tally.awaited)),
        forgotten=tuple(tally.forgotten),
        failed=tuple(sorted(tally.failed, key=lambda each: (each.key, each.reason))),
        by_rules=tuple(sorted(tally.by_rules, key=lambda each: each.key)),
        gone=tuple(tally.gone),
        written=pages[Fate.NEW] + pages[Fate.WRITTEN],
        deleted=pages[Fate.DELETED],
        notices=tuple(dict.fromkeys(tally.notices)),
        findings=tuple(sorted(tally.findings, key=lambda finding: finding.sort_key)),
        skipped=tuple(tally.skipped),
        dropped=tuple(tally.dropped.most_common()),
        steps=tuple(tally.steps),
        proposed=_proposed(tally) if options.dry_run else None,
        aside=tuple(sorted(tally.aside)),
        waiting=tuple(tally.waiting),
        rejected=tuple(tally.rejected),
        files=tuple(sorted(tally.files)) if options.names_files and not options.dry_run else (),
    )


def _proposed(tally: Tally) -> tuple[Change, ...]:
    """The changes a dry run reports: for each file the last one proposed, where it differs from the disk."""
    return tuple(
        change
        for _, change in sorted(tally.proposed.items())
        if change.expects != (layout.content_hash(change.content) if isinstance(change, Write) else ABSENT)
    )


def load_failed(build: Path) -> tuple[Failed, ...]:
    """The documents that failed, in order of key; none when the file is missing or not ours."""
    return build_dir.kept(build / layout.LEDGER_FILE, _DECODER.decode) or ()


def save_failed(build: Path, failed: Iterable[Failed]) -> None:
    """Replace the file. Raises DiskError."""
    rows = [Failed(key, reason) for key, reason in sorted({(each.key, each.reason) for each in failed})]
    replace_cache(build / layout.LEDGER_FILE, msgspec.json.format(msgspec.json.encode(rows)) + b"\n")


def note_traces(build: Path, failed: Iterable[Failed]) -> Iterator[Notice]:
    """Write down where wikic itself failed, and give the notice of it. Raises DiskError."""
    traces = [f"{each.key}\n{each.trace}\n" for each in failed if each.trace]
    if traces:
        file = build / layout.LOG_DIR / layout.TRACES_FILE
        replace_cache(file, "".join(traces).encode("utf-8", "replace"))
        yield Notice("", f"how wikic failed on {len(traces):,} of the documents is in {file}")


_DECODER: Final = msgspec.json.Decoder(tuple[Failed, ...])
