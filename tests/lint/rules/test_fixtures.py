"""The rules against ``fixtures/lint/*.md``: found, near miss, fixed."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import rule_fixtures
from support.fixed_view import fix

from wikic.lint.engine import lint
from wikic.lint.registry import RULES
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Write
from wikic.model.finding import Finding

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "lint"
CASES = [
    pytest.param(path.name[:4], case, id=f"{path.name[:4]}-{at}")
    for path in sorted(FOLDER.glob("[A-Z][0-9][0-9][0-9]-*.md"))
    for at, case in enumerate(rule_fixtures.cases(path), start=1)
]


def shown(finding: Finding) -> str:
    fold = " (fold)" if finding.refold else ""
    return f"{finding.path}:{finding.line}:{finding.column} {finding.severity} {finding.message}{fold}"


def contents(view: WikiView, code: str, *, unsafe: bool) -> dict[str, str]:
    result = fix(view, select=[code], unsafe=unsafe)
    assert result.fighting == ()
    assert not fix(view.after(result.changes.changes), select=[code], unsafe=unsafe).changes
    return {
        change.path: change.content.decode() for change in result.changes.changes if isinstance(change, Write)
    }


@pytest.mark.parametrize(("code", "case"), CASES)
def test_rule(code: str, case: rule_fixtures.Case) -> None:
    view = case.view()
    assert [shown(each) for each in lint(view, select=[code])] == case.findings, case.name
    fixed = {path: data.decode() for path, data in case.fixed.items()}
    unsafe = {**fixed, **{path: data.decode() for path, data in case.unsafe.items()}}
    assert contents(view, code, unsafe=False) == fixed
    assert contents(view, code, unsafe=True) == unsafe


def test_every_rule_has_a_fixture_named_after_it() -> None:
    names = {path.stem for path in FOLDER.glob("*.md")}
    seams = {"I003", "P005"}  # they compare with a fold that the caller gives
    assert names == {f"{rule.code}-{rule.name}" for rule in RULES if rule.code not in seams}
