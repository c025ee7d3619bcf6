"""What every format prints from: the findings of a run and what they were found in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from wikic import layout
from wikic.lint.view.text_lines import Lines, ReadFile, fingerprints
from wikic.model.finding import Finding, Severity


@dataclass(frozen=True)
class Report:
    """Findings to be printed.

    findings: in order of path, position and code.
    read: content of a file path.
    prefix: what file paths stand behind, seen from the knowledge base: ``wiki/``.
    repository: what the knowledge base stands behind, seen from the root of its repository: ``kb/``, or "".
        Code hosts want paths from there.
    prints: fingerprints of the findings, where they are known already.
    colour: whether the output may be coloured.
    """

    findings: tuple[Finding, ...]
    read: ReadFile
    prefix: str = f"{layout.WIKI_DIR}/"
    repository: str = ""
    prints: Mapping[Finding, str] = field(default_factory=dict)
    colour: bool = False

    @cached_property
    def fingerprints(self) -> Mapping[Finding, str]:
        """The fingerprint of each finding."""
        return self.prints or fingerprints(self.findings, self.read, self.prefix)

    def path(self, file: str) -> str:
        """A file path as it is printed, relative to the knowledge base."""
        return encodable(self.prefix + file)

    def host_path(self, file: str) -> str:
        """A file path relative to the root of the repository."""
        return encodable(self.repository + self.prefix + file)

    def lines(self) -> Lines:
        """The text of the lines that findings stand on."""
        return Lines(self.read)


Write = Callable[[Report], Iterator[str]]


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each severity, and how many the fixer or the fold would repair."""
    found = list(findings)
    return {
        **{each.value: sum(finding.severity is each for finding in found) for each in Severity},
        "fixable": sum(fixable(each) for each in found),
    }


def fixable(finding: Finding) -> bool:
    """Whether ``wikic fix`` repairs it without being told that it may guess."""
    return finding.refold or (bool(finding.edits) and finding.safe)


def summary(findings: Iterable[Finding]) -> str:
    """``3 errors, 1 warning; wikic fix repairs 2``, or ``no findings``."""
    found = counts(findings)
    parts = [f"{found[each]:,} {_plural(each, found[each])}" for each in Severity if found[each]]
    if not parts:
        return "no findings"
    return ", ".join(parts) + (f"; wikic fix repairs {found['fixable']:,}" if found["fixable"] else "")


def _plural(severity: Severity, number: int) -> str:
    return severity.value if number == 1 or severity is Severity.INFO else f"{severity.value}s"


def encodable(words: str) -> str:
    """Text that UTF-8 can hold: bytes of a page or a name that were no UTF-8 become ``?``."""
    return words.encode("utf-8", "replace").decode("utf-8")
