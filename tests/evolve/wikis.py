"""Wikis large enough that evolve finds something to do in them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from support.bench import Bench
from support.table_curator import Doc, TableCurator

from wikic.compiler.batch_steps import Step
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.config import EvolveConfig
from wikic.curator.protocol import NOTHING_OFFERED, Offer
from wikic.evolve import run
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block

OPTIONS = Options("2026-11-21", "Table")
SETTINGS = EvolveConfig()


@dataclass(frozen=True)
class TaggedCurator(TableCurator):
    """The table's curator; the first word of a title is the entity's tag."""

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        found = TableCurator.extract(self, source, blocks, schema)
        tagged = (replace(each, tags=(each.title.split()[0].lower(),)) for each in found.entities)
        return replace(found, entities=tuple(tagged))


def docs(count: int, kinds: Sequence[str], *, seed: int = 0, start: int = 0) -> tuple[Doc, ...]:
    """People of a few kinds who know each other, one document each."""
    rng = random.Random(seed)
    names = [f"{kinds[n % len(kinds)].capitalize()} {letters(start + n)}" for n in range(count)]
    found: list[Doc] = []
    for number, name in enumerate(names):
        other = names[rng.randrange(count)]
        related = () if other == name else ((other, "people", ()),)
        says: list[tuple[int, str, tuple[int, ...]]] = [(0, f"{name} lived well.", ())]
        says += [(0, f"{name} met {other}.", (1,)) for _ in related]
        found.append(Doc(f"t/{start + number}", ((name, "people", ()), *related), tuple(says)))
    return tuple(found)


def letters(number: int) -> str:
    """A name for a number, in letters: numbers that differ would say that names are two things."""
    text = ""
    while number >= 0:
        text = chr(97 + number % 26) + text
        number = number // 26 - 1
    return text.capitalize()


def compile_tagged(
    bench: Bench, found: Sequence[Doc], *, batch: int = 4096, steps: Sequence[Step] = ()
) -> Report:
    """Take documents in, beside those that are there."""
    file = bench.root / "t.jsonl"
    rows = (
        {"id": doc.key.removeprefix("t/"), "title": doc.entities[0][0], "text": doc.text} for doc in found
    )
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = replace(OPTIONS, batch=batch)
    return CompileRun(bench.kb, TaggedCurator(tuple(found)), options, steps=steps).compile([file])


def evolve(bench: Bench) -> run.Evolved:
    return run.evolve(bench.kb, OPTIONS, SETTINGS)


def sizes(wiki: Path) -> dict[str, int]:
    """Children of every directory of pages."""
    found: dict[str, int] = {}
    for index in sorted(wiki.rglob("_index.md")):
        name = index.parent.relative_to(wiki).as_posix()
        found[name] = sum(1 for each in index.parent.iterdir() if each.name != "_index.md")
    return found


def tree_text(wiki: Path) -> str:
    """The directories with their numbers of children, to be read."""
    return "\n".join(f"{'  ' * name.count('/')}{name}/ {count}" for name, count in sizes(wiki).items())
