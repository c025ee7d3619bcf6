"""What ``wikic fix`` did, as a value; the faces print it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Change
from wikic.model.finding import Finding
from wikic.wiki.changes_on_disk import Notice


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
