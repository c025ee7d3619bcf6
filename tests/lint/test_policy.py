"""Severities and paths as a wiki's owners want them."""

from __future__ import annotations

import pytest
from support.wiki_files import WikiFiles

from wikic.config import LintConfig
from wikic.errors import ConfigError
from wikic.lint.engine import Policy, fits, lint
from wikic.lint.view.wiki_view import WikiView

FILES = {
    "notes/n.md": b"# N\n[[a]] [[n]] x\n",
    "notes/old/o.md": b"# O\n[[b]] [[o]] x\n",
}


def judged(**settings: object) -> list[str]:
    view = WikiView.over(WikiFiles(FILES))
    policy = Policy.of(LintConfig(**settings))  # type: ignore[arg-type]
    found = lint(view, select=("L001", "L004"), ignore=policy.off)
    return [f"{each.path} {each.code} {each.severity}" for each in policy.judge(found, "wiki/")]


def test_nothing_said_changes_nothing() -> None:
    assert judged() == [
        "notes/n.md L001 error",
        "notes/n.md L004 warning",
        "notes/old/o.md L001 error",
        "notes/old/o.md L004 warning",
    ]


def test_the_more_exact_name_decides() -> None:
    assert judged(severity={"self-link": "error", "L": "info", "L004": "off"}) == [
        "notes/n.md L001 info",
        "notes/n.md L004 error",
        "notes/old/o.md L001 info",
        "notes/old/o.md L004 error",
    ]
    assert judged(severity={"L004": "off"}) == ["notes/n.md L001 error", "notes/old/o.md L001 error"]


def test_paths() -> None:
    assert judged(per_path_ignores={"wiki/notes/old": ("L",), "n.md": ("self-link",)}) == [
        "notes/n.md L001 error"
    ]


@pytest.mark.parametrize("settings", [{"severity": {"L9": "off"}}, {"per_path_ignores": {"*": ("nope",)}}])
def test_a_rule_there_is_none_of_is_named(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=r"lint\.(severity|per_path_ignores).*no lint rule is called"):
        Policy.of(LintConfig(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "glob", "expected"),
    [
        ("wiki/notes/n.md", "wiki/notes/*.md", True),
        ("wiki/notes/old/n.md", "wiki/notes/*.md", False),
        ("wiki/notes/old/n.md", "wiki/**/n.md", True),
        ("wiki/n.md", "wiki/**/n.md", True),
        ("wiki/notes/old/n.md", "wiki/notes/**", True),
        ("wiki/notes/n.md", "wiki/notes/", True),
        ("wiki/notes2/n.md", "wiki/notes", False),
        ("wiki/notes/n.md", "notes/n.md", False),
        ("wiki/notes/n.md", "n.md", True),
        ("wiki/notes/n.md", "notes", True),
        ("wiki/notes/n.md", "notes/", True),
        ("wiki/a+b (1).md", "wiki/a+b (?).md", True),
        ("wiki/谭 盾.md", "*.md", True),
        ("wiki/n.mdx", "*.md", False),
        ("wiki/n.md", "", False),
    ],
)
def test_globs(path: str, glob: str, expected: bool) -> None:
    assert fits(path, glob) is expected
