"""What stands on the page of a name that several documents of a library use."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.wiki.schema_file import render_schema

MORNING = (
    "# A morning\n\nWe saw the Grey Heron off the quay early. Nobody had expected the Grey Heron so soon.\n"
)
VESSELS = (
    "# Vessels\n\nThe Grey Heron is a barque of three masts. The crew of the Grey Heron came from Kelda.\n"
)
HARBOUR = (
    "# Harbour\n\nThe keeper wrote to the Lamp Board twice. The crane was paid by the Lamp Board in May.\n"
)


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, str]:
    kb, docs = tmp_path / "kb", tmp_path / "docs"
    (kb / "wiki").mkdir(parents=True)
    docs.mkdir()
    dimensions = (Dimension("documents", "the documents"), Dimension("terms", "names"))
    schema = Schema(Positioning("a harbour"), dimensions, fallback="documents", layout="library")
    (kb / "wiki" / "schema.yaml").write_bytes(render_schema(schema))
    for name, text in (("a", MORNING), ("b", VESSELS), ("c", HARBOUR)):
        (docs / f"{name}.md").write_text(text)
    compile_documents(kb, [docs], OfflineCurator(), Options("2026-11-21", "Harbour"))
    return {path.stem: path.read_text("utf-8") for path in (kb / "wiki" / "terms").glob("*.md")}


def test_what_a_name_is_stands_above_where_it_was_seen(pages: dict[str, str]) -> None:
    page = pages["Grey-Heron"]
    assert page.index("is a barque of three masts") < page.index("off the quay early")


def test_a_name_that_one_document_has_gets_no_page(pages: dict[str, str]) -> None:
    assert "Lamp-Board" not in pages
