"""docs/rules/ is what the rules say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.errors import UsageError
from wikic.lint.docs import FAMILIES, explain, pages
from wikic.lint.registry import RULES, rule

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"


def test_the_committed_pages_are_up_to_date() -> None:
    # To write them again: python -c "from wikic.lint.docs import write; write('docs/rules')"
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")} == pages()


def test_codes_and_names_are_unique_and_every_family_is_listed() -> None:
    assert len({each.code for each in RULES}) == len({each.name for each in RULES}) == len(RULES)
    assert {each.code[0] for each in RULES} == {family for family, _ in FAMILIES}
    families = [family for family, _ in FAMILIES]
    assert [each.code for each in RULES] == sorted(
        (each.code for each in RULES), key=lambda code: (families.index(code[0]), code)
    )


@pytest.mark.parametrize("each", RULES, ids=lambda each: each.code)
def test_every_rule_is_documented(each: object) -> None:
    assert each in RULES
    for words in (each.summary, each.why, each.example, each.instead):  # type: ignore[attr-defined]
        assert words.strip() == words != ""


def test_explain_takes_a_code_or_a_name() -> None:
    assert explain("L001") == explain("l001") == explain("dangling-link")
    assert "## Use instead" in explain("L001")
    with pytest.raises(UsageError, match="L999"):
        rule("L999")
