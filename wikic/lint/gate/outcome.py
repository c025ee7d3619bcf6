"""A run of the linter as a gate sees it: what is new, what is known, whether it fails."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wikic.lint.gate import baseline
from wikic.lint.gate.baseline import Entry
from wikic.lint.gate.since import Check, Checked, new_since
from wikic.lint.paths import Paths
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
    checked: Checked
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
