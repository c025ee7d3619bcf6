"""What ``wikic fix`` was asked for and what it did, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wikic.config import LintConfig
from wikic.lint.open_directory import Paths
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Change
from wikic.model.finding import Finding
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.transaction_refusals import VAULT, WIKI, Place


@dataclass(frozen=True, slots=True)
class FixRequest:
    """What to fix and how.

    root: the knowledge base, or the vault.
    settings: ``[lint]``.
    title: of the wiki.
    today: ``YYYY-MM-DD``.
    select, ignore: rules, as ``engine.lint`` takes them.
    paths: file paths, and directories with all they hold; None for the whole wiki.
    unsafe: whether edits that are only likely are made too.
    dry_run: change nothing.
    """

    root: Path
    settings: LintConfig
    title: str
    today: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    paths: tuple[str, ...] | None = None
    unsafe: bool = False
    dry_run: bool = False

    @property
    def inside(self) -> str:
        """The directory below ``root`` that file paths are relative to, "" for ``root`` itself."""
        return self.place.inside

    @property
    def place(self) -> Place:
        """Where the fixes land."""
        return VAULT if self.settings.profile == "vault" else WIKI

    def means(self, file: str) -> bool:
        """Whether a file path is to be fixed."""
        return self.paths is None or Paths(self.paths).hold(file)


@dataclass(frozen=True, slots=True)
class Fixed:
    """How much of one rule was fixed.

    code: of the rule.
    findings: how many are gone.
    files: in how many files they stood.
    """

    code: str
    findings: int
    files: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a run fixed, changed and left.

    fixed: by rule, in order of code.
    changes: what was changed, or would be.
    left: findings that are there now, or would be, in order.
    prints: what each of these is known by.
    view: the wiki as it is now, or would be.
    fighting: codes of rules that undid each other; what they did was taken back.
    harmful: codes of edits that were left out because they bring more findings than they mend.
    notices: things a person should know about single files.
    steps: lines on what a model repaired.
    """

    fixed: tuple[Fixed, ...]
    changes: tuple[Change, ...]
    left: tuple[Finding, ...]
    prints: Mapping[Finding, str]
    view: WikiView
    fighting: tuple[str, ...] = ()
    harmful: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    steps: tuple[str, ...] = ()


def counted(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Fixed, ...]:
    """How many findings are gone, by rule: counted in each file, since lines move and change their words."""
    was = Counter((each.code, each.path) for each in before)
    gone = was - Counter((each.code, each.path) for each in after)
    findings, files = Counter[str](), Counter[str]()
    for (code, _), number in gone.items():
        findings[code] += number
        files[code] += 1
    return tuple(Fixed(code, findings[code], files[code]) for code in sorted(findings))
