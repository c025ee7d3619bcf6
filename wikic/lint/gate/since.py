"""Findings that were not there at a commit, wherever in the wiki their cause lies.

Both states are linted whole, with today's rules and configuration, and what the old one had is taken off: a
deleted page makes its linkers' findings new, a renamed page takes its own along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from wikic import layout
from wikic.lint.fingerprint import fingerprints
from wikic.lint.gate.git import Repository
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding


@dataclass(frozen=True, slots=True)
class Checked:
    """A wiki that was linted.

    findings: in order.
    view: the state they were found in.
    unkept: why that could not be kept for the next run, else "".
    """

    findings: tuple[Finding, ...]
    view: WikiView
    unkept: str = ""

    @property
    def prefix(self) -> str:
        """The text that is shown before each file path."""
        return self.view.profile.prefix

    def fingerprints(self) -> dict[Finding, str]:
        """The fingerprint of each finding."""
        return fingerprints(self.findings, self.view.read, self.prefix)


Check = Callable[[Path], Checked]


def new_since(ref: str, root: Path, check: Check, now: Checked) -> tuple[Finding, ...]:
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


def _moved_prints(then: Checked, moved: Mapping[str, str]) -> dict[Finding, str]:
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
