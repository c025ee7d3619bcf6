"""A run of the linter as a gate sees it: what is new, what is known, whether it fails.

What was not there at a commit is new, wherever in the wiki its cause lies: both states are linted whole,
with today's rules and configuration, and what the old one had is taken off. A deleted page makes its
linkers' findings new, a renamed page takes its own along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from wikic import layout
from wikic.lint.cache.run import Linted
from wikic.lint.gate import baseline
from wikic.lint.gate.baseline import Entry
from wikic.lint.gate.git import Repository
from wikic.lint.open_directory import Paths
from wikic.lint.view.text_lines import fingerprints
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding, Severity

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
        now = baseline.entries(self.checked.findings, self.checked.fingerprints(), self.checked.prefix)
        return baseline.render(now | self.kept)


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
        return Outcome(_in(paths, checked.findings), checked, {})
    prints = checked.fingerprints()
    findings = checked.findings if since is None else new_since(since, root, check, checked)
    findings = _in(paths, findings)
    older = len(_in(paths, checked.findings)) - len(findings)
    if known is None:
        return Outcome(findings, checked, prints, older=older)
    whole = baseline.compare(checked.findings, prints, known, ran)
    new = set(whole.new)
    reported = tuple(each for each in findings if each in new)
    kept = frozenset(each for each in known if each.code not in ran)
    return Outcome(reported, checked, prints, len(findings) - len(reported), older, whole.gone, kept)


def _in(paths: Paths | None, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
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
        moved = renames(then.view, now.view, repository.renames(commit, now.prefix))
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
    return fingerprints(
        sorted(findings, key=lambda each: each.sort_key),
        lambda file: then.view.read(back.get(file, file)),
        then.prefix,
    )


def renames(then: WikiView, now: WikiView, known: Mapping[str, str]) -> dict[str, str]:
    """Old path → new path of files that are gone from the one place and new in the other.

    known: what git says; it does not see files that were never added, so equal bytes, then an equal name
        in another directory, say the rest.
    """
    gone, fresh = then.files - now.files, now.files - then.files
    found = {old: new for old, new in known.items() if old in gone and new in fresh}
    for alike in (_content, _name):
        old = _single(gone - found.keys(), then, alike)
        new = _single(fresh - set(found.values()), now, alike)
        found |= {old[key]: new[key] for key in old.keys() & new.keys()}
    return found


def _single(files: Iterable[str], view: WikiView, alike: Callable[[WikiView, str], str]) -> dict[str, str]:
    """Key → file, for keys that one file only has."""
    keys = {file: alike(view, file) for file in files}
    often = Counter(keys.values())
    return {key: file for file, key in keys.items() if often[key] == 1}


def _content(view: WikiView, file: str) -> str:
    return layout.content_hash(view.read(file) or b"")


def _name(view: WikiView, file: str) -> str:
    return file.rpartition("/")[2]
