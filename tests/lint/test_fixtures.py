"""The rules against ``fixtures/lint/*.md``: found, near miss, fixed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from wikic.lint.engine import lint
from wikic.lint.fixes import fix
from wikic.lint.registry import RULES
from wikic.lint.view import WikiView
from wikic.model.change import Write
from wikic.model.finding import Finding


def _load(name: str) -> ModuleType:
    """A support file beside this one: tests are no package."""
    spec = importlib.util.spec_from_file_location(f"lint_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


mdtest = _load("mdtest")
FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "lint"
CASES = [
    pytest.param(path.name[:4], case, id=f"{path.name[:4]}-{at}")
    for path in sorted(FOLDER.glob("[A-Z][0-9][0-9][0-9]-*.md"))
    for at, case in enumerate(mdtest.cases(path), start=1)
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
def test_rule(code: str, case: mdtest.Case) -> None:  # type: ignore[name-defined]
    view = case.view()
    assert [shown(each) for each in lint(view, select=[code])] == case.findings, case.name
    fixed = {path: data.decode() for path, data in case.fixed.items()}
    unsafe = {**fixed, **{path: data.decode() for path, data in case.unsafe.items()}}
    assert contents(view, code, unsafe=False) == fixed
    assert contents(view, code, unsafe=True) == unsafe


def test_every_rule_has_a_fixture_named_after_it() -> None:
    names = {path.stem for path in FOLDER.glob("*.md")}
    seams = {"I003", "P005"}  # they compare with a fold that the caller gives: test_seams.py
    assert names == {f"{rule.code}-{rule.name}" for rule in RULES if rule.code not in seams}
