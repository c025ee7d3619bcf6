"""How many of the seeded defects of a vault are found, and how many of its correct forms are faulted.

``fixtures/yardstick/``: ``«CODE name|text»`` is a defect of that rule, ``«ok name|text»`` a correct form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from support import rule_fixtures
from support.lint_view import opened

from wikic.lint.engine import lint
from wikic.lint.vault.survey import survey
from wikic.model.finding import Finding

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "yardstick"
_MARK = re.compile(r"«(?P<code>ok|[A-Z]\d{3}) (?P<name>[^|»]+)\|(?P<text>[^»]*)»")


@dataclass(frozen=True)
class Spot:
    """One marked place: what must be found there, and on which lines."""

    path: str
    first: int
    last: int
    code: str
    name: str

    def holds(self, finding: Finding) -> bool:
        """Whether a finding stands here."""
        return finding.path == self.path and self.first <= finding.line <= self.last

    def __str__(self) -> str:
        return f"{self.path}:{self.first} {self.code} {self.name}"


def unmarked(path: str, text: str) -> tuple[str, list[Spot]]:
    """A file without its marks, and what they marked."""
    spots: list[Spot] = []
    plain = ""
    at = 0
    for mark in _MARK.finditer(text):
        plain += text[at : mark.start()]
        first = plain.count("\n") + 1
        spots.append(Spot(path, first, first + mark["text"].count("\n"), mark["code"], mark["name"]))
        plain += mark["text"]
        at = mark.end()
    return plain + text[at:], spots


def measured(root: Path) -> tuple[list[Spot], tuple[Finding, ...]]:
    """The vault of the yardstick, written to ``root``, adopted and linted: marked places and findings."""
    spots: list[Spot] = []
    for name in ("vault", "defects", "correct"):
        for case in rule_fixtures.cases(FOLDER / f"{name}.md"):
            for path, data in case.files.items():
                text, marked = unmarked(path, data.decode())
                spots += marked
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
    settings = replace(survey(root).settings, wanted="error")
    return spots, lint(opened(root, settings))


@pytest.fixture(scope="module")
def yardstick(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Spot], tuple[Finding, ...]]:
    return measured(tmp_path_factory.mktemp("yardstick"))


def missed(spots: list[Spot], findings: tuple[Finding, ...]) -> Iterator[Spot]:
    for spot in spots:
        if spot.code != "ok" and not any(spot.holds(each) and each.code == spot.code for each in findings):
            yield spot


def test_seeded_defects_are_found(yardstick: tuple[list[Spot], tuple[Finding, ...]]) -> None:
    spots, findings = yardstick
    seeded = [spot for spot in spots if spot.code != "ok"]
    left = list(missed(spots, findings))
    assert len(seeded) >= 80
    assert not left, "\n".join(map(str, left))


def test_correct_forms_are_left_alone(yardstick: tuple[list[Spot], tuple[Finding, ...]]) -> None:
    spots, findings = yardstick
    assert sum(spot.code == "ok" for spot in spots) >= 89
    seeded = {
        (spot.path, line) for spot in spots if spot.code != "ok" for line in range(spot.first, spot.last + 1)
    }
    wrong = [each for each in findings if (each.path, each.line) not in seeded]
    assert not wrong, "\n".join(f"{each.path}:{each.line} {each.code} {each.message}" for each in wrong)
