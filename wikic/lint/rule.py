"""What a rule is, and what its check reports. The documentation of a rule is its page in ``rules/pages/``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, Literal

from wikic.errors import UsageError
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model.finding import Category, Edit, Finding, Severity

Scope = Literal["file", "links", "wiki", "fold"]

LINKS: Final = "L"  # the family of rules about links
PAGES: Final = Path(__file__).parent / "rules" / "pages"


@dataclass(frozen=True, slots=True)
class Problem:
    """A defect as a check reports it; ``Rule.finding`` makes a ``Finding`` of it.

    file: file path relative to ``wiki/``.
    line, column: from 1; column counts characters.
    message: one line, without a trailing full stop.
    edits: what would repair it, empty when nothing certain or likely would.
    refold: whether folding the wiki again repairs it.
    safe: whether the edits are certain, or only likely.
    help: what a person can do, or "".
    severity: where it differs from the rule's, or None.
    facts: file and id of each fact in question, that of the place first.
    """

    file: str
    line: int
    column: int
    message: str
    edits: tuple[Edit, ...] = ()
    refold: bool = False
    safe: bool = True
    help: str = ""
    severity: Severity | None = None
    facts: tuple[tuple[str, str], ...] = ()


Check = Callable[[WikiView], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One defect that wikic can find. A check reads the view and writes nothing.

    code: stable, family letter and three digits.
    name: the defect in words, kebab-case; as stable as the code.
    category: of the paper's seven error types, or ``other``.
    severity: unless configured otherwise.
    check: yields the problems of the files in question, in any order.
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
    check: Check
    scope: Scope = "wiki"
    gists: tuple[Gist, ...] = ()

    @property
    def page(self) -> str:
        """Its documentation as Markdown."""
        return (PAGES / f"{self.code}.md").read_text("utf-8")

    @property
    def summary(self) -> str:
        """What is found, one line."""
        return self._section("What it finds")

    @property
    def why(self) -> str:
        """What goes wrong where it stays."""
        return self._section("Why it is bad")

    @property
    def fix(self) -> str:
        """What ``wikic fix`` does about it, behind ``safe: `` or ``unsafe: `` for edits; "" for nothing."""
        found = re.search(r"^Fix: (?P<doing>.*?)(?: \((?P<kind>safe|unsafe)\))?\.$", self.page, re.M)
        if found is None or found["doing"] == "by hand":
            return ""
        return f"{found['kind']}: {found['doing']}" if found["kind"] else found["doing"]

    def _section(self, heading: str) -> str:
        return self.page.partition(f"\n## {heading}\n")[2].partition("\n\n## ")[0]

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
    return tuple(kept if profile.mends_links else map(_without_fix, kept))


def _without_fix(rule: Rule) -> Rule:
    return replace(rule, check=partial(_without_edits, rule.check)) if rule.code[0] == LINKS else rule


def _without_edits(check: Check, view: WikiView) -> Iterator[Problem]:
    return (replace(problem, edits=()) for problem in check(view))


def matches(code: str, name: str, selector: str) -> bool:
    """Whether a selector means the rule: ``L001``, ``L`` or ``dangling-link``, in any case of letters."""
    return bool(selector) and (code.startswith(selector.upper()) or name == selector.lower())


def known(rules: Iterable[Rule], selectors: Iterable[str], where: str = "") -> None:
    """Raise UsageError for a selector that names no rule; ``where`` says who asked."""
    named = [(rule.code, rule.name) for rule in rules]
    for selector in selectors:
        if not any(matches(code, name, selector) for code, name in named):
            place = f"{where}: " if where else ""
            raise UsageError(
                f"{place}no lint rule is called {selector!r}", hint="wikic lint --rules lists them"
            )


def choose(rules: tuple[Rule, ...], select: Iterable[str], ignore: Iterable[str]) -> tuple[Rule, ...]:
    """The rules that are selected and not ignored, in the order of the registry; none selected means all.

    Raises UsageError for a selector that names no rule.
    """
    wanted, unwanted = tuple(select), tuple(ignore)
    known(rules, (*wanted, *unwanted))
    return tuple(
        rule
        for rule in rules
        if (not wanted or any(matches(rule.code, rule.name, each) for each in wanted))
        and not any(matches(rule.code, rule.name, each) for each in unwanted)
    )
