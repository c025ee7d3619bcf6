"""A small knowledge base in a temporary directory, compiled with a table, and looked at as bytes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from support.table_curator import DIMENSIONS, Doc, TableCurator

from wikic.compiler.forget import forget_sources
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.protocol import Curator
from wikic.model.schema import Positioning, Schema
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import render_schema


@dataclass(frozen=True)
class Bench:
    """A knowledge base at ``root / "kb"`` and the documents handed to it."""

    root: Path

    @property
    def kb(self) -> Path:
        return self.root / "kb"

    @property
    def wiki(self) -> Path:
        return self.kb / "wiki"

    def start(self) -> Bench:
        """An empty wiki with the table's dimensions, in place of what was there."""
        shutil.rmtree(self.kb, ignore_errors=True)
        self.wiki.mkdir(parents=True)
        schema = Schema(Positioning("a table"), DIMENSIONS)
        (self.wiki / "schema.yaml").write_bytes(render_schema(schema))
        return self

    def compile(
        self,
        docs: Iterable[Doc],
        *,
        batch: int = 4096,
        faults: Faults = no_fault,
        curator: Curator | None = None,
        **more: object,
    ) -> Report:
        """Compile ``docs``, written to a JSONL file first; with a table's curator, if no other is given."""
        docs = tuple(docs)
        file = self.root / "t.jsonl"
        rows = [
            {
                "id": doc.key.removeprefix("t/"),
                "title": doc.entities[0][0],
                "text": doc.text,
                "date": doc.date or "",
                "book": doc.book or "",
                "language": "en",
                "aliases": list(doc.given),
                "tags": list(doc.tags),
            }
            for doc in docs
        ]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        options = Options("2026-11-21", "Table", batch=batch, **more)  # type: ignore[arg-type]
        by = curator or TableCurator(docs)
        return compile_documents(self.kb, [file] if docs else [], by, options, faults=faults)

    def forget(self, keys: Iterable[str]) -> Report:
        """Forget the sources with these keys."""
        return forget_sources(self.kb, list(keys), Options("2026-11-21", "Table"))

    def forget_build(self) -> None:
        """Remove ``.wikic/``."""
        shutil.rmtree(self.kb / ".wikic", ignore_errors=True)

    def files(self) -> dict[str, str]:
        """Every file of the wiki with its text."""
        return {
            path.relative_to(self.wiki).as_posix(): path.read_text("utf-8")
            for path in sorted(self.wiki.rglob("*"))
            if path.is_file()
        }
