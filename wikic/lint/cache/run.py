"""Lint a tree of files, looking again only at what may have changed since the last run.

Findings are those of ``engine.lint`` over the same tree, whatever is cached.
"""

from __future__ import annotations

import gc
import hashlib
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from wikic import layout
from wikic.lint.cache import examine, record_file
from wikic.lint.cache.examine import Examined, Plan, key_of
from wikic.lint.cache.record_file import FINDINGS, LISTED, NAMED, UNKNOWN, Cache, Record, Whole
from wikic.lint.engine import Selection
from wikic.lint.view.text_lines import make_fingerprints
from wikic.lint.view.wiki_state import NAMES, DependencyRecorder, WikiState
from wikic.lint.view.wiki_view import Expect, Reader, WikiView
from wikic.model.finding import Finding
from wikic.wiki.tree import FileStat

# A file so young may be written again within the clock's step: its stat says nothing (git's "racy" files).
YOUNG: Final = 2_000_000_000  # nanoseconds; FAT's step, the coarsest there is
_ENCODER: Final = msgspec.msgpack.Encoder()

Opinion = Callable[[], Expect]


@dataclass(frozen=True, slots=True)
class Linted:
    """A run.

    findings: in order.
    view: the files, for who reports on them; nothing is read yet that need not be.
    examined: how many files were looked at, the others being as they were.
    unkept: why what was found could not be kept for the next run, else "".
    """

    findings: tuple[Finding, ...]
    view: WikiView
    examined: int
    unkept: str = ""

    @property
    def prefix(self) -> str:
        """The text that is shown before each file path."""
        return self.view.profile.prefix

    def fingerprints(self) -> dict[Finding, str]:
        """The fingerprint of each finding."""
        return make_fingerprints(self.findings, self.view.read, self.prefix)


def lint_tree(
    tree: Reader,
    selection: Selection | None = None,
    *,
    opinion: Opinion | None = None,
    cache: Path | None = None,
    workers: int | None = None,
    configuration: str = "",
) -> Linted:
    """Findings of the selected rules, of all rules for a wiki of wikic where nothing is selected.

    opinion: gives, when it is needed, what the fold would have for a page or an index.
    cache: file to keep what was found in; None for none.
    workers: processes; None for as many as pay.
    configuration: what else findings depend on.
    """
    collecting = gc.isenabled()
    gc.disable()  # nothing here forms cycles; looking for them takes a third of a run
    try:
        selection = selection or Selection.of()
        run = _Run(tree, selection, opinion, cache, configuration)
        found = run.findings(examine.count_processes() if workers is None else workers)
        return Linted(selection.report(found, run.view), run.view, run.examined, run.unkept)
    finally:
        if collecting:
            gc.enable()


class _Run:
    """Lints one tree once: reads what is kept, examines what changed, and keeps what was found."""

    def __init__(
        self,
        tree: Reader,
        selection: Selection,
        opinion: Opinion | None,
        cache: Path | None,
        configuration: str,
    ) -> None:
        self._began = time.time_ns()
        self._tree = tree
        self._opinion = opinion
        self._path = cache
        self._plan = Plan.of(selection.running)
        self._hashes: dict[str, bytes] = {}
        self._stats = dict(tree.walk())
        read = tree.read if cache is None else self._read
        recorder = DependencyRecorder(notes_files=cache is not None)
        self._state = WikiState(frozenset(self._stats), read, selection.profile, recorder)
        self.view = WikiView(self._state, self._state.files)
        self.examined = 0
        self.unkept = ""
        self._kept = Cache()
        self._folds = True
        if cache is not None:
            self._stamp = record_file.make_stamp(
                configuration,
                repr(selection.profile),
                " ".join(f"{rule.code} {rule.severity}" for rule in selection.running),
                " ".join(gist.name for gist in self._plan.gists),
                *(_content_hash(tree, file) for file in (layout.SCHEMA_FILE, layout.IDENTITY_FILE)),
                "" if opinion is None else "fold",
            )
            self._kept = record_file.load_cache(cache, self._stamp)
            self._folds = self._kept.folds

    def _read(self, file: str) -> bytes | None:
        data = self._tree.read(file)
        if data is not None:
            self._hashes[file] = hashlib.blake2b(data, digest_size=16).digest()
        return data

    def findings(self, workers: int) -> list[Finding]:
        """What all rules find, in any order."""
        kept = self._kept.files
        changed, touched = changed_files(kept, self._stats, self._hash)
        moved = changed - kept.keys(), kept.keys() - self._stats.keys()
        listing = bool(moved[0] or moved[1])
        dependents = dependent_files(kept, changed | moved[1], (*moved[0], *moved[1]))
        affected = changed | dependents & self._stats.keys()
        # First of all, while there is room: what the fold would write takes much memory to know.
        expect = self._expectations(changed | moved[1])
        if kept:
            self._remember(affected)
        done = examine.examine_files(self.view, self._plan, affected, self._hashes, workers)
        self.examined = len(affected)
        again = self._renamed(done, affected, listing)
        if again:
            # A title changed: whoever links by title is looked at once more, with the names as they are.
            more = examine.examine_files(self.view, self._plan, again, self._hashes, workers)
            for file in again:
                done.found.pop(file, None)
            done.found.update(more.found)
            done.gists.update(more.gists)
            done.keys.update(more.keys)
            self.examined += len(again)
        records = self._records(done, affected | again, touched)
        found = list(self._of_files(records, done, affected | again))
        wholes = self._wholes(changed | moved[1], listing, done, expect)
        found += (each for whole in wholes.values() for each in whole.found)
        if self._path is not None and (affected or again or touched or moved[1] or not kept):
            self.unkept = record_file.save_cache(self._path, Cache(self._stamp, records, wholes, self._folds))
        # Where the fold has nothing to change, it repairs nothing.
        return found if self._folds else [replace(each, refold=False) for each in found]

    # --- what to look at ----------------------------------------------------------------------------

    def _hash(self, file: str) -> bytes:
        self._read(file)
        return self._hashes.get(file, b"")

    def _renamed(self, done: Examined, affected: set[str], listing: bool) -> set[str]:
        """Files that link by title or alias, where one of those changed."""
        kept = self._kept.files
        if not kept or not (listing or self._differ(done, NAMES)):
            return set()
        return {file for file in kept.keys() & self._stats.keys() - affected if kept[file].flags & NAMED}

    def _differ(self, done: Examined, *gists: str) -> bool:
        """Whether one of these gists is not what it was, for a file that was there before."""
        places = [at for at, gist in enumerate(self._plan.gists) if gist.name in gists]
        for file, values in done.gists.items():
            if file in self._kept.files:
                before = self._gists(file)
                if any(_as_lists(values[at]) != before[at] for at in places):
                    return True
        return False

    # --- what is remembered -------------------------------------------------------------------------

    def _gists(self, file: str) -> list[Any]:
        data = self._kept.files[file].gists
        return msgspec.msgpack.decode(data) if data else [None] * len(self._plan.gists)

    def _remember(self, affected: Collection[str]) -> None:
        """Give the state the gists of files that are as they were, decoded when one is asked for."""
        remembered: dict[str, list[Any]] = {}

        def recall(name: str) -> dict[str, Any]:
            if not remembered:
                remembered.update(
                    (file, self._gists(file))
                    for file in self._stats
                    if file in self._kept.files and file not in affected
                )
            at = next((at for at, gist in enumerate(self._plan.gists) if gist.name == name), None)
            return {} if at is None else {file: values[at] for file, values in remembered.items()}

        self._state.remember(recall)

    def _of_files(
        self, records: Mapping[str, Record], done: Examined, examined: Collection[str]
    ) -> Iterable[Finding]:
        for found in done.found.values():
            yield from found
        for file, record in records.items():
            if record.found and file not in examined:
                yield from FINDINGS.decode(record.found)

    def _records(
        self, done: Examined, examined: Collection[str], touched: Collection[str]
    ) -> dict[str, Record]:
        if self._path is None:
            return {}
        records = {file: record for file, record in self._kept.files.items() if file in self._stats}
        for file in examined:
            record = self._record(file, done)
            if record is None:
                records.pop(file, None)
            else:
                records[file] = record
        for file in touched:
            if file not in examined:
                record, stat = records[file], self._stats[file]
                records[file] = msgspec.structs.replace(record, mtime=self._time(stat, record.hash))
        return records

    def _record(self, file: str, done: Examined) -> Record | None:
        """What is kept of a file that was examined; nothing where it holds what is no text."""
        recorder = self._state.recorder
        stat, hashed = self._stats[file], self._hashes.get(file, b"")
        found, gists, asked = done.found.get(file), done.gists[file], recorder.files.get(file)
        try:
            file.encode()
            return Record(
                self._time(stat, hashed),
                stat.size,
                hashed,
                _ENCODER.encode(found) if found else b"",
                _ENCODER.encode(gists) if any(each is not None for each in gists) else b"",
                "\n".join(("", *sorted(asked), "")).encode("utf-8", "surrogatepass") if asked else b"",
                done.keys.get(file, b""),
                (NAMED if file in recorder.by_name else 0) | (LISTED if file in recorder.by_listing else 0),
            )
        except UnicodeEncodeError:
            return None

    def _time(self, stat: FileStat, hashed: bytes) -> int:
        young = stat.mtime_ns > self._began - YOUNG
        return UNKNOWN if young and hashed else stat.mtime_ns

    # --- rules that look at the whole wiki --------------------------------------------------------------

    def _wholes(
        self, changed: Collection[str], listing: bool, done: Examined, expect: Expect | None
    ) -> dict[str, Whole]:
        kept, recorder = self._kept.wholes, self._state.recorder
        wholes: dict[str, Whole] = {}
        for rule in self._plan.wide:
            before = kept.get(rule.code)
            gists = rule.gists and self._differ(done, *(gist.name for gist in rule.gists))
            if before is not None and not listing and not gists and not _any_changed(before.asked, changed):
                wholes[rule.code] = before
                continue
            with recorder.one_rule(rule.code):
                found = tuple(dict.fromkeys(map(rule.finding, rule.check(self.view))))
            wholes[rule.code] = Whole(found, tuple(sorted(recorder.files.get(rule.code, ()))))
        self._state.forget_all()  # a large wiki has a thousand parts of indexes
        wholes.update(self._of_fold(expect))
        return wholes

    def _expectations(self, changed: Collection[str]) -> Expect | None:
        """What the fold would have for a page or an index; None where that cannot have changed."""
        folds = any(not file.startswith(f"{layout.ARTICLES_DIR}/") for file in changed)
        missing = any(rule.code not in self._kept.wholes for rule in self._plan.folded)
        if self._opinion is None or not self._plan.folded or not (folds or missing):
            return None
        return self._opinion()

    def _of_fold(self, expect: Expect | None) -> dict[str, Whole]:
        """What the rules find that hold the wiki against its fold, looked for only where that may differ."""
        if expect is None:
            kept = self._kept.wholes
            return {rule.code: kept[rule.code] for rule in self._plan.folded if rule.code in kept}
        # Only what the fold objects to is looked at: nothing else is read again for it.
        view = replace(self.view, scope=objected_files(self._state, expect), expected=expect)
        self._folds = bool(view.scope)
        return {
            rule.code: Whole(tuple(dict.fromkeys(map(rule.finding, rule.check(view)))))
            for rule in self._plan.folded
        }


def objected_files(state: WikiState, expect: Expect) -> frozenset[str]:
    """Pages and indexes that the fold would write otherwise."""
    folded = state.by_kind["page"] | state.by_kind["index"]
    return frozenset(file for file in folded if expect(layout.page_path(file)) is not None)


def _as_lists(value: Any) -> Any:
    """A gist's value as msgpack gives it back: tuples as lists."""
    return [_as_lists(each) for each in value] if isinstance(value, list | tuple) else value


def _any_changed(asked: Collection[str], changed: Collection[str]) -> bool:
    return bool(asked) and not frozenset(asked).isdisjoint(changed)


def _content_hash(tree: Reader, file: str) -> str:
    data = tree.read(file)
    return "" if data is None else layout.content_hash(data)


FEW: Final = 16  # changed files; beyond that a set of paths is quicker


def changed_files(
    kept: Mapping[str, Record], stats: Mapping[str, FileStat], hash_of: Callable[[str], bytes]
) -> tuple[set[str], set[str]]:
    """Files that are not as they were, and those that are though their stats are not."""
    changed: set[str] = set()
    touched: set[str] = set()
    for file, stat in stats.items():
        record = kept.get(file)
        if record is None:
            changed.add(file)
        elif record.mtime != stat.mtime_ns or record.size != stat.size:
            if record.hash and record.size == stat.size and hash_of(file) == record.hash:
                touched.add(file)
            else:
                changed.add(file)
    return changed, touched


def dependent_files(kept: Mapping[str, Record], changed: Collection[str], moved: Collection[str]) -> set[str]:
    """Files whose findings rest on others that changed, or on names that came or went."""
    if not kept or not changed:
        return set()
    paths = {file.encode("utf-8", "surrogatepass") for file in changed}
    keys = {key_of(step) for file in moved for step in (file, *_parent_files(file))}
    # The first decision in C, for a handful of changes; sets for a checkout's thousands.
    few = [b"\n" + path + b"\n" for path in paths] if len(paths) <= FEW else None
    found: set[str] = set()
    for file, record in kept.items():
        asked, names = record.asked, record.keys
        if moved and (
            record.flags
            or (names and not keys.isdisjoint(names[at : at + 4] for at in range(0, len(names), 4)))
        ):
            found.add(file)
        elif asked and (
            any(path in asked for path in few)
            if few is not None
            else not paths.isdisjoint(asked.split(b"\n"))
        ):
            found.add(file)
    return found


def _parent_files(file: str) -> Iterable[str]:
    inside = layout.directory(file)
    while inside:
        yield inside
        inside = layout.directory(inside)
