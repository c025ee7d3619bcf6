"""A run of the linter as a gate sees it: what is new, what is known, whether it fails.

Known are the findings that a wiki had when it adopted the gate, its baseline: only others fail it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import msgspec

from wikic import layout
from wikic.errors import ConfigError
from wikic.lint.cache.run import Linted
from wikic.lint.gate.git import Repository
from wikic.lint.open_directory import Paths
from wikic.lint.report.report import encodable
from wikic.lint.view.text_lines import make_fingerprints
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding, Severity
from wikic.plain_file import RECORDING, read_plain, refuse_leaving

HEADER: Final = b'{"wikic_baseline":1}'
_CONFLICT: Final = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")


class Entry(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """One known finding.

    path: as reports show it.
    code: its rule's.
    fingerprint: ``fingerprint.fingerprints`` gives it.
    """

    path: str
    code: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A run beside a baseline.

    new: findings the baseline does not know, in order.
    known: how many it knows.
    gone: its entries that nothing was found for, though their rules ran.
    """

    new: tuple[Finding, ...]
    known: int
    gone: frozenset[Entry]


def configured_baseline(root: Path, file: str) -> Path:
    """Where the baseline lies that ``wikic.toml`` in ``root`` names.

    Raises NotPlainError when that is outside ``root``: who cloned a repository did not choose the name, and
    ``--write-baseline`` writes there.
    """
    path = root / file
    refuse_leaving(path, root)
    return path


def load_baseline(path: Path) -> frozenset[Entry]:
    """The entries of a baseline file. Raises ConfigError when it cannot be used, and names the line."""
    try:
        data = read_plain(path, RECORDING)
    except FileNotFoundError as error:
        raise ConfigError(
            f"there is no baseline {path}", hint="wikic lint --write-baseline makes it"
        ) from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    found: set[Entry] = set()
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    if HEADER not in lines[:2]:  # a conflict may stand above it
        raise ConfigError(f"{path} is no baseline of wikic", hint="wikic lint --write-baseline makes one")
    for number, line in enumerate(lines, start=1):
        if line.strip() and line != HEADER and not line.startswith(_CONFLICT):
            try:
                found.add(msgspec.json.decode(line, type=Entry))
            except msgspec.DecodeError as error:
                raise ConfigError(f"{path}:{number}: {error}") from error
    return frozenset(found)


def baseline_entries(
    findings: Iterable[Finding], prints: Mapping[Finding, str], prefix: str
) -> frozenset[Entry]:
    """The entries of a baseline for these findings."""
    return frozenset(Entry(encodable(prefix + each.path), each.code, prints[each]) for each in findings)


def render_baseline(known: Iterable[Entry]) -> bytes:
    """The file that holds these entries."""
    return b"".join(line + b"\n" for line in (HEADER, *(msgspec.json.encode(each) for each in sorted(known))))


def compare_runs(
    findings: Iterable[Finding], prints: Mapping[Finding, str], known: frozenset[Entry], ran: Collection[str]
) -> Compared:
    """Tell known findings from new ones.

    ran: codes of the rules that ran; an entry of another is no longer needed only if its rule said so.
    """
    everything = tuple(findings)
    named = {each.fingerprint for each in known}
    new = tuple(each for each in everything if prints[each] not in named)
    there = set(prints.values())
    gone = frozenset(each for each in known if each.fingerprint not in there and each.code in ran)
    return Compared(new, len(everything) - len(new), gone)


FailOn = Literal["error", "warning", "info", "never"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a gate has to say.

    findings: to be reported, in order.
    checked: the whole run.
    prints: fingerprints of all findings of the run, empty where nothing was compared.
    known: findings that the baseline knows.
    older: findings that were there at the commit of ``--since``.
    gone: entries of the baseline that nothing was found for any more.
    kept: entries of the baseline that this run cannot judge, its rules being ignored.
    """

    findings: tuple[Finding, ...]
    checked: Linted
    prints: Mapping[Finding, str]
    known: int = 0
    older: int = 0
    gone: frozenset[Entry] = frozenset()
    kept: frozenset[Entry] = frozenset()

    def fails(self, at: FailOn) -> bool:
        """Whether a finding is as bad as ``at`` or worse."""
        if at == "never":
            return False
        return any(each.severity.rank <= Severity(at).rank for each in self.findings)

    def new_baseline(self) -> bytes:
        """The baseline that knows every finding of this run."""
        now = baseline_entries(self.checked.findings, self.checked.fingerprints(), self.checked.prefix)
        return render_baseline(now | self.kept)


def run_gate(
    root: Path,
    check: Check,
    ran: Collection[str],
    *,
    known: frozenset[Entry] | None = None,
    since: str | None = None,
    paths: Paths | None = None,
) -> Outcome:
    """Lint a knowledge base and take off what was there before.

    check: lints the knowledge base in a directory.
    ran: codes of the rules it runs.
    known: entries of the baseline, None for none.
    since: a commit; findings it has too are left out.
    paths: what to report on, None for all; the whole knowledge base is linted in any case.

    Raises UsageError for a commit there is none of, ConfigError outside a repository, what ``check`` raises.
    """
    checked = check(root)
    if known is None and since is None:
        return Outcome(_findings_in(paths, checked.findings), checked, {})
    prints = checked.fingerprints()
    findings = checked.findings if since is None else new_since(since, root, check, checked)
    findings = _findings_in(paths, findings)
    older = len(_findings_in(paths, checked.findings)) - len(findings)
    if known is None:
        return Outcome(findings, checked, prints, older=older)
    whole = compare_runs(checked.findings, prints, known, ran)
    new = set(whole.new)
    reported = tuple(each for each in findings if each in new)
    kept = frozenset(each for each in known if each.code not in ran)
    return Outcome(reported, checked, prints, len(findings) - len(reported), older, whole.gone, kept)


def _findings_in(paths: Paths | None, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return findings if paths is None else tuple(each for each in findings if paths.hold(each.path))


Check = Callable[[Path], Linted]


def new_since(ref: str, root: Path, check: Check, now: Linted) -> tuple[Finding, ...]:
    """The findings of ``now`` that the commit ``ref`` does not have.

    root: the knowledge base, in a git work tree; its changes need not be committed.
    check: lints the knowledge base in a directory.

    Raises UsageError for a commit there is none of, ConfigError outside a repository.
    """
    repository = Repository.of(root)
    commit = repository.commit(ref)
    with _checked_out(repository, commit, now.prefix) as before:
        if before is None:
            return now.findings
        then = check(before)
        moved = find_renames(then.view, now.view, repository.renames(commit, now.prefix))
        had = Counter(_moved_prints(then, moved).values())
    new: list[Finding] = []
    for finding, known_by in now.fingerprints().items():
        if had[known_by]:
            had[known_by] -= 1
        else:
            new.append(finding)
    return tuple(new)


@contextmanager
def _checked_out(repository: Repository, commit: str, prefix: str) -> Iterator[Path | None]:
    """The knowledge base as it stood, in a directory that goes again; None where there was none."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="wikic-since-") as directory:
        base = Path(directory) / "kb"
        repository.check_out(commit, prefix, base / prefix if prefix else base)
        yield base if base.exists() else None


def _moved_prints(then: Linted, moved: Mapping[str, str]) -> dict[Finding, str]:
    """Fingerprints of the old findings, under the names their files have now."""
    back = {new: old for old, new in moved.items()}
    findings = [replace(each, path=moved.get(each.path, each.path)) for each in then.findings]
    return make_fingerprints(
        sorted(findings, key=lambda each: each.sort_key),
        lambda file: then.view.read(back.get(file, file)),
        then.prefix,
    )


def find_renames(then: WikiView, now: WikiView, known: Mapping[str, str]) -> dict[str, str]:
    """Old path → new path of files that are gone from the one place and new in the other.

    known: what git says; it does not see files that were never added, so equal bytes, then an equal name
        in another directory, say the rest.
    """
    gone, fresh = then.files - now.files, now.files - then.files
    found = {old: new for old, new in known.items() if old in gone and new in fresh}
    for alike in (_page_content, _page_name):
        old = _single_keys(gone - found.keys(), then, alike)
        new = _single_keys(fresh - set(found.values()), now, alike)
        found |= {old[key]: new[key] for key in old.keys() & new.keys()}
    return found


def _single_keys(
    files: Iterable[str], view: WikiView, alike: Callable[[WikiView, str], str]
) -> dict[str, str]:
    """Key → file, for keys that one file only has."""
    keys = {file: alike(view, file) for file in files}
    often = Counter(keys.values())
    return {key: file for file, key in keys.items() if often[key] == 1}


def _page_content(view: WikiView, file: str) -> str:
    return layout.content_hash(view.read(file) or b"")


def _page_name(view: WikiView, file: str) -> str:
    return file.rpartition("/")[2]
