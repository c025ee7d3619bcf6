"""Pages of separable entities: divided where it pays, by documents of their own or by what a model says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.bench import Bench
from support.table_curator import Doc, TableCurator

from wikic.compiler.options import Options
from wikic.config import EvolveConfig
from wikic.curator.protocol import Part
from wikic.evolve import run

OPTIONS = Options("2026-11-21", "Table")
# A read is worth much: a small wiki must have something to gain.
DEAR = EvolveConfig(beta=100.0)


@dataclass(frozen=True)
class Teller(TableCurator):
    """Tells planets from metals by the word, as a model would."""

    def separable(self, name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
        kinds = ("planet", "metal")
        parts = (tuple(each for each, text in members if kind in text) for kind in kinds)
        return tuple(
            Part(f"{name} ({kind})", kind, ids) for kind, ids in zip(kinds, parts, strict=True) if ids
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    sky = (("Mercury", "concepts", ()), ("Sun", "concepts", ()))
    earth = (("Mercury", "concepts", ()), ("Ore", "concepts", ()))
    bench = Bench(tmp_path).start()
    bench.compile(
        [
            Doc("t/1", sky, ((0, "Mercury is a planet.", (1,)), (0, "The planet turns.", ()))),
            Doc("t/2", earth, ((0, "Mercury is a metal.", (1,)), (0, "The metal flows.", ()))),
            Doc("t/3", (("Sun", "concepts", ()),), ((0, "The sun is bright.", ()),)),
            Doc("t/4", (("Ore", "concepts", ()),), ((0, "Ore is dug.", ()),)),
        ]
    )
    return bench


def facts(bench: Bench) -> list[str]:
    pages = (text for name, text in bench.files().items() if not name.startswith("sources/"))
    return sorted(line for text in pages for line in text.splitlines() if "[⁂][f" in line)


def test_a_model_that_tells_entities_apart_divides_their_page(bench: Bench) -> None:
    before = facts(bench)
    done = run.evolve(bench.kb, OPTIONS, DEAR, Teller(()))
    assert not done.refused
    assert [part.title for part in done.pages[0].parts] == ["Mercury (planet)", "Mercury (metal)"]
    assert done.pages[0].delta < 0
    files = bench.files()
    assert {"concepts/Mercury-planet.md", "concepts/Mercury-metal.md"} <= files.keys()
    assert facts(bench) == before and "concepts/Mercury.md" not in files
    again = run.propose(bench.kb, OPTIONS, DEAR, Teller(()))
    assert not again.pages, "what was divided is not divided again"


def test_without_a_model_documents_that_share_no_page_divide_it(bench: Bench) -> None:
    found = run.propose(bench.kb, OPTIONS, DEAR)
    assert [len(each.parts) for each in found.pages] == [2]
    before = facts(bench)
    assert run.evolve(bench.kb, OPTIONS, DEAR).pages == found.pages
    assert facts(bench) == before


def test_a_page_nobody_reads_is_left_whole(bench: Bench) -> None:
    assert not run.propose(bench.kb, OPTIONS, EvolveConfig(beta=0.001), Teller(())).pages


def test_what_people_wrote_on_is_theirs_to_divide(bench: Bench) -> None:
    page = bench.wiki / "concepts" / "Mercury.md"
    page.write_text(page.read_text("utf-8") + "\n## Notes\nBoth of them.\n", "utf-8")
    bench.compile(())
    assert not run.propose(bench.kb, OPTIONS, DEAR, Teller(())).pages
