"""While a batch lands, processes extract the next one: the wiki is as if they had waited."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.bench import Bench
from support.table_curator import Doc, TableCurator

from wikic.compiler import extraction_pool
from wikic.curator.protocol import NOTHING_OFFERED, Offer
from wikic.errors import WorkerError
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block


@dataclass(frozen=True)
class Deadly(TableCurator):
    """A table that one document of kills the process which extracts it.

    log: a file that takes the key of each document that is extracted.
    """

    dead: str = ""
    log: str = os.devnull

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        if source.key == self.dead:
            os._exit(1)
        with open(self.log, "a") as log:
            log.write(f"{source.key}\n")
        return super().extract(source, blocks, schema, offer)


@pytest.fixture(autouse=True)
def _processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of documents is worth processes, and each is a job."""
    monkeypatch.setattr(extraction_pool, "WORTH_A_PROCESS", 0)
    monkeypatch.setattr(extraction_pool, "CHUNK", 1)


def doc(number: int, version: int = 1) -> Doc:
    return Doc(
        f"t/d{number:02}",
        ((f"Ada{number % 5}", "people", ()), (f"Bo{number % 3}", "places", ())),
        (
            (0, f"Ada{number % 5} wrote {version} programs in {number}.", (1,)),
            (1, f"Bo{number % 3} lies {version} miles from {number}.", ()),
        ),
    )


def test_the_next_batch_is_extracted_while_one_lands(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    docs, log = tuple(map(doc, range(4))), tmp_path / "log"
    seen: list[set[str]] = []

    def fault(step: str) -> None:
        if not seen and step.startswith("replace"):  # the first batch is on its way to the disk
            for _ in range(1_000):
                seen[:] = [set(log.read_text().split())]
                if len(seen[0]) == 4:
                    break
                time.sleep(0.05)

    bench.compile(docs, batch=2, jobs=2, curator=Deadly(docs, log=str(log)), faults=fault)
    assert seen == [{each.key for each in docs}]


def test_a_process_that_dies_of_the_next_batch_leaves_this_one(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    docs = tuple(map(doc, range(12)))
    for _ in range(2):
        with pytest.raises(WorkerError, match="a process that extracts died"):
            bench.compile(docs, batch=6, jobs=2, curator=Deadly(docs, dead="t/d06"))
        assert len(list((bench.wiki / "sources/digests").glob("*.md"))) == 6
    bench.compile(docs, batch=6, jobs=2)
    whole = bench.files()
    assert Bench(tmp_path).start().compile(docs, batch=6).added
    assert bench.files() == whole


def test_what_was_deleted_in_a_document_that_comes_meanwhile_stays_away(tmp_path: Path) -> None:
    """A pull brings the digest of a document of the next batch while this one lands."""
    ada = Doc(
        "t/ada", (("Ada", "people", ()),), ((0, "Ada wrote programs.", ()), (0, "Ada liked horses.", ()))
    )
    born = Doc("t/b", (("Ada", "people", ()),), ((0, "Ada was born in London.", ()),))
    cy = Doc("t/c", (("Cy", "people", ()),), ((0, "Cy sang songs.", ()), (0, "Cy stole a boat.", ())))
    (tmp_path / "theirs").mkdir()
    (tmp_path / "ours").mkdir()
    theirs = Bench(tmp_path / "theirs").start()
    theirs.compile((ada, cy))
    page = theirs.wiki / "people/Cy.md"
    page.write_text("".join(line for line in page.read_text().splitlines(True) if "stole" not in line))
    theirs.compile((ada, cy))
    ours = Bench(tmp_path / "ours").start()
    ours.compile((ada,))
    pulled: list[str] = []

    def fault(step: str) -> None:
        if step == "replace people/Ada.md" and not pulled:
            saved = ours.wiki / "people/Ada.md"
            saved.write_text(saved.read_text().replace("liked horses", "loved *horses*"))
            for file in (theirs.wiki / "sources").rglob("t-c-*"):
                shutil.copy(file, ours.wiki / file.relative_to(theirs.wiki))
                pulled.append(file.name)

    ours.compile((ada, born, cy), batch=1, jobs=2, faults=fault)
    assert len(pulled) == 2
    assert "- Cy stole a boat" not in (ours.wiki / "people/Cy.md").read_text()
    assert "- Cy sang songs" in (ours.wiki / "people/Cy.md").read_text()


def test_documents_that_come_change_and_go_give_the_same_bytes(tmp_path: Path) -> None:
    kept: list[list[dict[str, bytes]]] = []
    for jobs in (1, 2):
        rng, state, seen = random.Random(5), dict[int, int](), []
        bench = Bench(tmp_path).start()
        for step in range(5):
            for number in rng.sample(range(24), 8):
                state[number] = rng.randint(1, 3)
            for number in rng.sample(sorted(state), 2):
                del state[number]
            docs = tuple(doc(*each) for each in sorted(state.items()))
            bench.compile(docs, batch=3, jobs=jobs, review=step == 2, prune=step == 3)
            files = (each for each in bench.kb.rglob("*") if each.is_file() and ".wikic" not in each.parts)
            seen.append({each.relative_to(bench.kb).as_posix(): each.read_bytes() for each in files})
        kept.append(seen)
    for one, two in zip(*kept, strict=True):
        assert {file for file in one | two if one.get(file) != two.get(file)} == set()
