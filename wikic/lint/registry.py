"""Every rule, read top to bottom. One line adds one."""

from __future__ import annotations

from typing import Final

from wikic.errors import UsageError
from wikic.lint.rule import Rule
from wikic.lint.rules import (
    anchors,
    attachments,
    brackets,
    citations,
    code,
    conflicts,
    content,
    contradictions,
    counts,
    duplicates,
    frontmatter,
    index,
    links,
    overwrites,
    page,
    property_keys,
    provenance,
    references,
    related,
    schema,
    suppressions,
    unclosed,
)

_OF_WIKIS: Final[tuple[Rule, ...]] = (
    links.L001,
    links.L002,
    brackets.L003,
    links.L004,
    links.L005,
    related.L006,
    anchors.L007,
    links.L008,
    links.L009,
    anchors.L010,
    references.L011,
    references.L012,
    index.I001,
    index.I002,
    index.I003,
    page.P001,
    page.P002,
    page.P003,
    page.P004,
    page.P005,
    frontmatter.F001,
    frontmatter.F002,
    frontmatter.F003,
    frontmatter.F004,
    frontmatter.F005,
    frontmatter.F006,
    property_keys.F007,
    citations.C001,
    citations.C002,
    citations.C003,
    citations.C004,
    citations.C005,
    citations.C006,
    citations.C007,
    provenance.C008,
    attachments.C009,
    attachments.C010,
    schema.S001,
    schema.S002,
    schema.S003,
    schema.S004,
    schema.S005,
    duplicates.D001,
    conflicts.D002,
    duplicates.D003,
    duplicates.D004,
    duplicates.D005,
    duplicates.D006,
    unclosed.D007,
    content.K001,
    contradictions.K002,
    content.K003,
    counts.K004,
    code.K005,
    overwrites.W001,
)
# The last two are about the comments that silence the others.
RULES: Final[tuple[Rule, ...]] = (*_OF_WIKIS, *suppressions.suppression_rules(_OF_WIKIS))


def rule(code: str) -> Rule:
    """The rule of a code or name. Raises UsageError when there is none."""
    for each in RULES:
        if code.upper() == each.code or code == each.name:
            return each
    raise UsageError(f"no lint rule is called {code!r}", hint="wikic lint --rules lists them")
