"""What the documents of this repository refer to is there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parent.parent
DECISIONS = ROOT / "docs/decisions"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_relative_links_lead_to_files(page: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "", text)
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    local = [target for target in targets if not re.match(r"[a-z]+:", target)]
    assert [target for target in local if not (page.parent / unquote(target)).exists()] == []


@cache
def files_of_code() -> tuple[str, ...]:
    """Every file of code, from the root."""
    folders = ("wikic", "tests", "benchmarks")
    return tuple(
        f"/{each.relative_to(ROOT).as_posix()}" for name in folders for each in ROOT.glob(f"{name}/**/*.py")
    )


@pytest.mark.parametrize(
    "page", [each for each in PAGES if each.name != "CHANGELOG.md"], ids=lambda page: page.name
)
def test_files_of_code_that_are_named_are_there(page: Path) -> None:
    """By their whole path, by that below ``wikic/``, or by their end."""
    files = files_of_code()
    named = re.findall(r"`([a-z_][a-z_0-9/]*\.py)`", page.read_text("utf-8"))
    allowed = {"utils.py"}  # named for not being there
    assert [
        each for each in named if each not in allowed and not any(file.endswith(f"/{each}") for file in files)
    ] == []


def test_every_decision_is_listed_once_under_its_title() -> None:
    records = sorted(DECISIONS.glob("[0-9]*.md"))
    numbers = [each.name[:4] for each in records]
    assert len(set(numbers)) == len(numbers), "two records have one number"
    listed = re.findall(
        r"^- \[(\d{4})\]\(([^)]+)\) (.+)$", (DECISIONS / "README.md").read_text("utf-8"), re.MULTILINE
    )
    for number, name, title in listed:
        assert (DECISIONS / name).read_text("utf-8").startswith(f"# {int(number)}. {title}\n"), name
    assert sorted(name for _, name, _ in listed) == [each.name for each in records]


@pytest.mark.parametrize("record", sorted(DECISIONS.glob("[0-9]*.md")), ids=lambda record: record.stem)
def test_a_decision_says_why_what_and_at_what_cost(record: Path) -> None:
    headings = re.findall(r"^## (.+)$", record.read_text("utf-8"), re.MULTILINE)
    assert headings == ["Context", "Decision", "What it costs"]
