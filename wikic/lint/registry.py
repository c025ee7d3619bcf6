"""Every rule, read top to bottom. One line adds one; its documentation is its page in ``rules/pages/``."""

from __future__ import annotations

from typing import Final

from wikic.errors import UsageError
from wikic.lint import disable_comments
from wikic.lint.rule import Rule
from wikic.lint.rules import (
    anchors,
    citations,
    content,
    duplicates,
    frontmatter,
    index,
    links,
    page,
    references,
    schema,
)
from wikic.lint.rules.citations import SOURCED
from wikic.lint.rules.duplicates import BODY, TITLES
from wikic.lint.rules.links import RELATED
from wikic.model.finding import Category, Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# Code, name, category, severity, check; then what its problems depend on, where that is not the whole wiki.
_OF_WIKIS: Final[tuple[Rule, ...]] = (
    Rule("L001", "dangling-link", Category.DANGLING_LINK, ERROR, links.check_dangling, "links"),
    Rule("L002", "ambiguous-link", Category.DANGLING_LINK, ERROR, links.check_ambiguous, "links"),
    Rule("L003", "malformed-wikilink", Category.MALFORMED_REF, ERROR, references.check_brackets, "links"),
    Rule("L004", "self-link", Category.OTHER, WARNING, links.check_self, "links"),
    Rule("L005", "link-by-alias", Category.DANGLING_LINK, WARNING, links.check_indirect, "links"),
    Rule(
        "L006", "one-way-relation", Category.DANGLING_LINK, WARNING, links.check_related, "links", (RELATED,)
    ),
    Rule("L007", "dangling-anchor", Category.DANGLING_LINK, WARNING, anchors.check_anchor, "links"),
    Rule("L008", "unverifiable-link", Category.OTHER, INFO, links.check_absent),
    Rule("L009", "miscased-path", Category.DANGLING_LINK, WARNING, links.check_case, "links"),
    Rule("L010", "duplicate-block-id", Category.OTHER, WARNING, anchors.check_twice, "file"),
    Rule("L011", "undefined-reference", Category.DANGLING_LINK, WARNING, references.check_undefined, "file"),
    Rule("L012", "malformed-markdown-link", Category.MALFORMED_REF, WARNING, references.check_form, "file"),
    Rule("I001", "missing-index-entry", Category.INDEX_INCONSISTENCY, ERROR, index.check_missing),
    Rule("I002", "dead-index-entry", Category.INDEX_INCONSISTENCY, ERROR, index.check_dead),
    Rule("I003", "stale-index", Category.INDEX_INCONSISTENCY, ERROR, index.check_differs, "fold"),
    Rule("P001", "incomplete-page", Category.INCOMPLETE_PAGE, ERROR, page.check_incomplete, "file"),
    Rule("P002", "section-order", Category.INCOMPLETE_PAGE, WARNING, page.check_order, "file"),
    Rule("P003", "empty-page", Category.INCOMPLETE_PAGE, WARNING, page.check_empty, "file"),
    Rule("P004", "long-page", Category.OTHER, WARNING, page.check_long, "file"),
    Rule("P005", "stale-page", Category.INCOMPLETE_PAGE, ERROR, page.check_differs, "fold"),
    Rule("F001", "invalid-frontmatter", Category.MALFORMED_REF, ERROR, frontmatter.check_invalid, "file"),
    Rule("F002", "stacked-frontmatter", Category.MALFORMED_REF, ERROR, frontmatter.check_stacked, "file"),
    Rule("F003", "wrong-value-type", Category.MALFORMED_REF, WARNING, frontmatter.check_types, "file"),
    Rule("F004", "unknown-type", Category.OTHER, ERROR, frontmatter.check_unknown_type, "file"),
    Rule("F005", "missing-key", Category.INCOMPLETE_PAGE, ERROR, frontmatter.check_missing, "file"),
    Rule("F006", "not-utf-8", Category.OTHER, ERROR, frontmatter.check_encoding, "file"),
    Rule("F007", "duplicate-key", Category.MALFORMED_REF, ERROR, frontmatter.check_keys, "file"),
    Rule("C001", "undefined-citation", Category.MALFORMED_REF, ERROR, citations.check_undefined, "links"),
    Rule("C002", "missing-digest", Category.MALFORMED_REF, ERROR, citations.check_digest, "links"),
    Rule("C003", "missing-block", Category.MALFORMED_REF, ERROR, citations.check_block, "links"),
    Rule("C004", "quote-not-in-article", Category.UNSUPPORTED_FACT, ERROR, citations.check_quote, "links"),
    Rule("C005", "uncited-fact", Category.UNSUPPORTED_FACT, ERROR, citations.check_uncited, "file"),
    Rule("C006", "changed-article", Category.UNSUPPORTED_FACT, ERROR, citations.check_article, "links"),
    Rule("C007", "broken-digest", Category.MALFORMED_REF, ERROR, citations.check_digest_content, "file"),
    Rule("C008", "missing-source", Category.MALFORMED_REF, WARNING, citations.check_named, gists=(SOURCED,)),
    Rule("C009", "missing-attachment", Category.MALFORMED_REF, ERROR, citations.check_missing, "links"),
    Rule("C010", "orphaned-attachment", Category.OTHER, WARNING, citations.check_orphaned),
    Rule("S001", "name-form", Category.OTHER, ERROR, schema.check_names, "file"),
    Rule("S002", "too-deep", Category.OTHER, ERROR, schema.check_depth, "file"),
    Rule("S003", "case-clash", Category.OTHER, ERROR, schema.check_case),
    Rule("S004", "fan-out", Category.OTHER, WARNING, schema.check_fan_out),
    Rule("S005", "invalid-schema", Category.OTHER, ERROR, schema.check_schema, "file"),
    Rule("D001", "duplicate-stem", Category.OTHER, ERROR, duplicates.check_stems),
    Rule("D002", "conflict-markers", Category.MALFORMED_REF, ERROR, duplicates.check_conflicts, "file"),
    Rule("D003", "alias-clash", Category.OTHER, WARNING, duplicates.check_aliases, gists=(TITLES,)),
    Rule("D004", "duplicate-title", Category.OTHER, WARNING, duplicates.check_titles, gists=(TITLES,)),
    Rule("D005", "near-duplicate-name", Category.OTHER, WARNING, duplicates.check_near),
    Rule("D006", "identical-body", Category.OTHER, WARNING, duplicates.check_bodies, gists=(BODY,)),
    Rule("D007", "unclosed-block", Category.MALFORMED_REF, WARNING, page.check_unclosed, "file"),
    Rule("K001", "unsupported-fact", Category.UNSUPPORTED_FACT, ERROR, content.check_facts, "links"),
    Rule("K002", "contradiction", Category.CONTRADICTION, INFO, content.check_contradictions, "links"),
    Rule("K003", "unsupported-summary", Category.UNSUPPORTED_FACT, WARNING, content.check_summary, "links"),
    Rule("K004", "stale-page-count", Category.INDEX_INCONSISTENCY, WARNING, index.check_counts),
    Rule("K005", "altered-code", Category.UNSUPPORTED_FACT, ERROR, content.check_code, "file"),
    Rule("W001", "unseen-overwrite", Category.UNSEEN_OVERWRITE, ERROR, page.check_overwrites, "links"),
)
# The last two are about the comments that silence the others.
RULES: Final[tuple[Rule, ...]] = (*_OF_WIKIS, *disable_comments.suppression_rules(_OF_WIKIS))


def rule(code: str) -> Rule:
    """The rule of a code or name. Raises UsageError when there is none."""
    for each in RULES:
        if code.upper() == each.code or code == each.name:
            return each
    raise UsageError(f"no lint rule is called {code!r}", hint="wikic lint --rules lists them")
