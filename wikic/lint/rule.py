"""What a rule is. The documentation of a rule lives in the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from wikic.lint.problem import Problem
from wikic.lint.profile import Profile
from wikic.lint.view.gist import Gist
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Finding, Severity

Scope = Literal["file", "links", "wiki", "fold"]


LINKS: Final = "L"  # the family of rules about links
Check = Callable[[WikiView], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One defect that wikic can find. A check reads the view and writes nothing.

    code: stable, family letter and three digits.
    name: the defect in words, kebab-case; as stable as the code.
    category: of the paper's seven error types, or ``other``.
    severity: unless configured otherwise.
    summary: what is found, one line.
    why: what goes wrong where it stays.
    example: a snippet that has the defect.
    instead: the snippet without it, or what to do.
    check: yields the problems of the files in question, in any order.
    fix: what ``wikic fix`` does about it, "" for nothing.
    scope: what the problems depend on, so that they can be kept until that changes. ``file``: the bytes and
        the path of the file they stand in, ``schema.yaml``, ``identity.yaml`` and the configuration.
        ``links``: these, the names of all pages, and what the check asks the view for while it has that
        file in hand; it takes files one by one from the view (``view.pages()``, ``prose()``,
        ``digests()`` …) and yields problems of the one in hand only. ``wiki``: anything; the check runs
        again when the listing changes or a file that it read. ``fold``: what the fold gives, so all files.
    gists: what the check asks of files through ``view.gist``.
    """

    code: str
    name: str
    category: Category
    severity: Severity
    summary: str
    why: str
    example: str
    instead: str
    check: Check
    fix: str = ""
    scope: Scope = "wiki"
    gists: tuple[Gist[WikiView], ...] = ()

    def finding(self, problem: Problem) -> Finding:
        """The finding for one problem of this rule."""
        return Finding(
            path=problem.file,
            line=problem.line,
            column=problem.column,
            code=self.code,
            message=problem.message,
            severity=problem.severity or self.severity,
            category=self.category,
            edits=problem.edits,
            refold=problem.refold,
            safe=problem.safe,
            help=problem.help,
            facts=problem.facts,
        )


def applying(rules: tuple[Rule, ...], profile: Profile) -> tuple[Rule, ...]:
    """The rules that apply to a wiki of this profile, each with the severity it has there.

    Those about links mend none where nobody knows what another one would mean.
    """
    there = ((rule, profile.severity(rule.code, rule.severity)) for rule in rules)
    kept = (replace(rule, severity=severity) for rule, severity in there if severity is not None)
    return tuple(kept if profile.mends_links else map(_unmended, kept))


def _unmended(rule: Rule) -> Rule:
    return replace(rule, check=partial(_without_edits, rule.check)) if rule.code[0] == LINKS else rule


def _without_edits(check: Check, view: WikiView) -> Iterator[Problem]:
    return (replace(problem, edits=()) for problem in check(view))
