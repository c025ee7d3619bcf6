"""The pages of the rules say what the table of rules says."""

from __future__ import annotations

import re

import pytest

from wikic import layout
from wikic.errors import UsageError
from wikic.lint.profile import VAULT, WIKIC
from wikic.lint.registry import RULES, rule
from wikic.lint.rule import PAGES, Rule
from wikic.lint.rules.page import MAX_CHARACTERS
from wikic.lint.rules.schema import MAX_FAN_OUT

README = (PAGES / "README.md").read_text("utf-8")
FAMILIES = re.findall(r"^## .+\n\n\| code .+\n.+\n\| \[([A-Z])", README, re.M)


def test_there_is_a_page_for_each_rule_and_no_other() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {"README", *(each.code for each in RULES)}


def test_codes_and_names_are_unique_and_every_family_is_listed() -> None:
    assert len({each.code for each in RULES}) == len({each.name for each in RULES}) == len(RULES)
    assert {each.code[0] for each in RULES} == set(FAMILIES)
    assert [each.code for each in RULES] == sorted(
        (each.code for each in RULES), key=lambda code: (FAMILIES.index(code[0]), code)
    )


@pytest.mark.parametrize("each", RULES, ids=lambda each: each.code)
def test_the_head_of_a_page_is_what_the_table_says(each: Rule) -> None:
    title, _, nature, fix, vault, *_ = each.page.split("\n")
    assert title == f"# {each.code} {each.name}"
    assert nature == f"{each.severity.capitalize()}, category `{each.category}`."
    assert fix.startswith("Fix: ")
    assert vault == f"Profile `vault`: {_in_vault(each)}."
    headings = ["What it finds", "Why it is bad", "Example", "Use instead"]
    assert re.findall(r"^## (What .*|Why .*|Example|Use .*)$", each.page, re.M) == headings
    assert "\n" not in each.summary.strip() == each.summary != ""
    assert each.why.strip() == each.why != ""


def _in_vault(each: Rule) -> str:
    severity = VAULT.severity(each.code, each.severity)
    if severity is None:
        return "not checked"
    return f"{severity}{' (only there)' if WIKIC.severity(each.code, each.severity) is None else ''}"


@pytest.mark.parametrize("each", RULES, ids=lambda each: each.code)
def test_the_table_of_pages_has_the_rule(each: Rule) -> None:
    first = re.split(r"\W", each.fix, maxsplit=1)[0]
    kind = first if first in ("safe", "unsafe", "") else "fold"
    finds = each.summary.replace("|", "\\|")
    row = f"| [{each.code}]({each.code}.md) | {each.name} | {each.severity} | {kind} | {finds} |"
    assert f"\n{row}\n" in README


def test_pages_have_the_numbers_of_the_code() -> None:
    assert f"{MAX_CHARACTERS:,} characters" in rule("P004").summary
    assert f"{layout.MAX_DEPTH} levels" in rule("S002").summary
    assert f"{MAX_FAN_OUT} children" in rule("S004").summary


def test_a_rule_is_found_by_code_or_name() -> None:
    assert rule("L001") is rule("l001") is rule("dangling-link")
    with pytest.raises(UsageError, match="L999"):
        rule("L999")
