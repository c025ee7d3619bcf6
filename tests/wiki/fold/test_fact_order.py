"""The facts of a page stand as the documents tell them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from support.table_curator import DIMENSIONS, TableCurator

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import NOTHING_OFFERED, Offer
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Positioning, Schema
from wikic.model.statement import Block, Entity
from wikic.schema.new_wiki import start_wiki
from wikic.wiki.schema_file import render_schema

MANUAL = """# Bilge pump

The Bilge pump is a pump of the ferry.

To start the Bilge pump, follow these steps:

1. Open the sea valve.
2. Prime the housing with water.
3. Turn the key to the left.
4. Wait for the green lamp.
5. Close the drain cock.
6. Read the pressure gauge.
7. Note the hour in the log.
"""


@dataclass(frozen=True)
class Citing(TableCurator):
    """Says of one thing what it is told, citing the blocks it is told to."""

    says: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        return Extraction(
            summary="",
            entities=(Entity("e1", source.title, "people", principal=True),),
            statements=tuple(ProposedStatement("e1", "fact", text, cited) for text, cited in self.says),
        )


def told(root: Path, page: str) -> list[str]:
    text = (root / "wiki" / page).read_text("utf-8")
    return [line.partition(" [⁂]")[0] for line in text.splitlines() if re.search(r" \[⁂\]\[f\w{8}\]$", line)]


def test_numbered_steps_stand_in_the_order_of_the_document(tmp_path: Path) -> None:
    document = tmp_path / "Bilge-pump.md"
    document.write_text(MANUAL)
    start_wiki(tmp_path / "kb", [document], OfflineCurator(), "Pump")
    compile_documents(tmp_path / "kb", [document], OfflineCurator(), Options("2026-11-21", "Pump"))
    (page,) = (tmp_path / "kb/wiki").glob("*/Bilge-pump.md")
    lines = told(tmp_path / "kb", page.relative_to(tmp_path / "kb/wiki").as_posix())
    steps = [line.partition(".")[2] for line in MANUAL.splitlines() if line[:1].isdigit()]
    places = [next(at for at, line in enumerate(lines) if step.strip(" .") in line) for step in steps]
    assert places == sorted(places)


def test_what_one_sentence_says_stands_as_it_was_extracted(tmp_path: Path) -> None:
    document = tmp_path / "Ada.md"
    document.write_text("# Ada\n\nAda (1815 - 1852) wrote and swam.\n\nAda sang.\n\nAda rode.\n")
    says = (
        ("Ada was born in 1815.", (2,)),
        ("Ada died in 1852.", (2,)),
        ("Ada wrote.", (2,)),
        ("Ada swam.", (2,)),
        ("Ada rode and sang.", (4, 3)),
        ("Ada swam and rode.", (2, 4)),
        ("Ada sang.", (3,)),
        ("Ada wrote and sang.", (2, 3)),
    )
    (tmp_path / "kb/wiki").mkdir(parents=True)
    (tmp_path / "kb/wiki/schema.yaml").write_bytes(render_schema(Schema(Positioning("t"), DIMENSIONS)))
    curator = Citing((), says=says)
    compile_documents(tmp_path / "kb", [document], curator, Options("2026-11-21", "Ada"))
    assert told(tmp_path / "kb", "people/Ada.md") == [
        "- Ada was born in 1815.",
        "- Ada died in 1852.",
        "- Ada wrote.",
        "- Ada swam.",
        "- Ada wrote and sang.",
        "- Ada swam and rode.",
        "- Ada sang.",
        "- Ada rode and sang.",
    ]
