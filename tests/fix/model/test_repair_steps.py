"""Model repair inside a compile: the Error Book hears of it, people's saves survive, an end is an end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.bench import Bench
from support.repair_curator import RepairCurator, Sources
from support.table_curator import Doc

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.curator.protocol import Amendment
from wikic.fix.model.repair_steps import repair_steps
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.wiki.journal import Faults, no_fault

DOCS = tuple(
    Doc(
        f"t/d{at}",
        ((f"Man {at}", "people", ()), ("Rome", "places", ())),
        ((0, f"Man {at} saw Rome.", (1,)), (0, f"Man {at} was wrong.", ()), (1, "Rome is a city.", ())),
    )
    for at in range(6)
)


class Doubting:
    """Doubts what says "wrong", once extraction has let it pass."""

    def __init__(self) -> None:
        self.checks: list[str] = []

    def __call__(self, text: str) -> bool:
        self.checks.append(text)
        return text.endswith("wrong.") and self.checks.count(text) > 1


def first(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
    return [Amendment(sources[0][0].key, "retire", findings[0].message.split()[0])]


def compiled(bench: Bench, curator: RepairCurator, *, every: int, faults: Faults = no_fault) -> Report:
    file = bench.root / "t.jsonl"
    rows = [
        {"id": doc.key[2:], "title": doc.entities[0][0], "text": doc.text, "language": "en"} for doc in DOCS
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = Options("2026-11-22", "Table", batch=2, waits=True)
    steps = repair_steps(curator, "Table", every=every)
    return CompileRun(bench.kb, curator, options, steps=steps, faults=faults).compile([file])


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path).start()


def test_every_so_many_sources_and_at_the_end(bench: Bench) -> None:
    curator = RepairCurator(DOCS, doubts=Doubting(), mends=first)
    report = compiled(bench, curator, every=2)
    assert not report.failed
    assert all("wrong" not in page for name, page in bench.files().items() if name.startswith("people/"))
    assert [line for line in report.steps if line.startswith("repaired")]


def test_the_error_book_hears_what_repair_finds(bench: Bench) -> None:
    compiled(bench, RepairCurator(DOCS, doubts=Doubting(), mends=first), every=2)
    book = bench.files()["error_book.yaml"]
    assert "rule: unsupported-statement" in book


def test_a_second_compile_repairs_nothing(bench: Bench) -> None:
    compiled(bench, RepairCurator(DOCS, doubts=Doubting(), mends=first), every=2)
    before = bench.files()
    again = RepairCurator(DOCS, doubts=lambda text: True)
    compiled(bench, again, every=2)
    assert (bench.files(), again.asked) == (before, [])
