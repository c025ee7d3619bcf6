"""A document on which wikic itself fails: it is named, and all others are taken in."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command import snapshot, wikic, write
from support.fragments import SCHEMA

from wikic.compiler.batch_steps import Land, Step, StepOutcome
from wikic.compiler.extraction_pool import Packer
from wikic.compiler.options import Options
from wikic.compiler.report import Report, load_failed
from wikic.compiler.run import CompileRun
from wikic.curator.offline import OfflineCurator
from wikic.curator.packs import Claimed, Paper
from wikic.curator.protocol import NOTHING_OFFERED, Offer, Verdict
from wikic.errors import ModelError, QuotaError
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.wiki.documents.read import read
from wikic.wiki.workspace import Workspace

RIVERS = {
    f"docs/{name}.md": f"# {name.title()}\n\n{name.title()} is a river in Denmark.\n"
    for name in ("guden", "skjern", "storaa")
}


class Stumbling(OfflineCurator):
    """Fails on every document that speaks of the Skjern."""

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        if "Skjern" in source.text:
            raise IndexError("no such\nblock")
        return super().extract(source, blocks, schema, offer)


class Broke(OfflineCurator):
    """Has no money left."""

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        raise QuotaError("used up")


class StumblingInPacks(Stumbling):
    """Reads all documents at once, and fails on the Skjern's."""

    def packs(self, papers: Sequence[Paper]) -> tuple[int, ...]:
        return (len(papers),)

    def extract_pack(self, papers: Sequence[Paper], schema: Schema) -> tuple[Extraction | ModelError, ...]:
        return tuple(self.extract(each.source, each.blocks, schema, each.offer) for each in papers)

    def verify_pack(self, claimed: Sequence[Claimed]) -> tuple[tuple[Verdict, ...] | ModelError, ...]:
        return tuple(self.verify(each.title, each.statements, each.blocks, each.entities) for each in claimed)


def compiled(home: Path, curator: OfflineCurator) -> Report:
    options = Options("2024-01-01", "Rivers")
    return CompileRun(home / "kb", curator, options).compile([home / "docs"])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write(tmp_path, RIVERS)
    wikic("init", "docs", "-C", "kb", "-q", cwd=tmp_path)
    return tmp_path


def test_an_extraction_that_fails_fails_alone(home: Path) -> None:
    report = compiled(home, Stumbling())
    assert report.added == ("docs/guden.md", "docs/storaa.md") and report.pending == 0
    (failed,) = report.failed
    assert (failed.key, failed.reason) == (
        "docs/skjern.md",
        "makes wikic fail (IndexError: no such block)",
    )
    traces = home / "kb/.wikic/log/documents.txt"
    assert "docs/skjern.md" in traces.read_text() and "in extract" in traces.read_text()
    assert any(str(traces) in each.message for each in report.notices)
    assert [each.key for each in load_failed(home / "kb/.wikic")] == ["docs/skjern.md"]


def test_the_next_compile_tries_it_again(home: Path) -> None:
    assert compiled(home, Stumbling()).failed
    assert compiled(home, Stumbling()).failed
    report = compiled(home, OfflineCurator())
    assert report.added == ("docs/skjern.md",) and not report.failed
    other = home / "other"
    write(other, RIVERS)
    wikic("init", "docs", "-C", "kb", "-q", cwd=other)
    compiled(other, OfflineCurator())
    assert snapshot(home / "kb/wiki") == snapshot(other / "kb/wiki")


def test_what_ends_a_run_still_ends_it(home: Path) -> None:
    with pytest.raises(QuotaError):
        compiled(home, Broke())


def test_in_a_pack_only_the_one_fails(home: Path) -> None:
    found = [each for each in read([home / "docs"]) if isinstance(each, Article)]
    curator = StumblingInPacks()
    packer = Packer(curator, SCHEMA, "2024-01-01")
    results = packer.digest([(each, None, NOTHING_OFFERED) for each in found])
    assert [getattr(each, "reason", "") for each in results] == [
        "",
        "makes wikic fail (IndexError: no such block)",
        "",
    ]


def test_a_reader_that_fails_fails_alone(home: Path) -> None:
    container = '<?xml version="1.0" encoding="none-such"?><container/>'
    with zipfile.ZipFile(home / "docs/novel.epub", "w") as book:
        book.writestr("META-INF/container.xml", container)
    done = wikic("compile", "docs", "-C", "kb", "--json", cwd=home, code=1)
    report = json.loads(done.out)
    assert report["added"] == sorted(RIVERS)
    (failed,) = report["failed"]
    assert failed["key"] == "docs/novel.epub" and failed["reason"].startswith("makes wikic fail (LookupError")
    assert "in read_epub" in failed["trace"]
    again = json.loads(wikic("compile", "docs", "-C", "kb", "--json", cwd=home, code=1).out)
    assert again["failed"] == report["failed"] and again["written"] == 0


def test_what_fails_behind_the_extraction_is_loud(home: Path) -> None:
    def fail(space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        raise IndexError("no such page")

    options = Options("2024-01-01", "Rivers")
    run = CompileRun(home / "kb", OfflineCurator(), options, steps=[Step("Failing", fail)])
    with pytest.raises(IndexError):
        run.compile([home / "docs"])


def test_an_empty_document_is_no_failure(tmp_path: Path) -> None:
    write(tmp_path, {**RIVERS, "docs/new.md": b"", "docs/blank.txt": " \n", "docs/rows.csv": "\n"})
    wikic("init", "docs", "-C", "kb", "-q", cwd=tmp_path)
    done = wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    assert "3 documents are empty: docs/blank.txt, docs/new.md, docs/rows.csv" in done.out
    assert "failed" not in wikic("status", "-C", "kb", cwd=tmp_path).out
    write(tmp_path, {"docs/new.md": "# Karup\n\nKarup is a river in Denmark.\n"})
    report = json.loads(wikic("compile", "docs", "-C", "kb", "--json", cwd=tmp_path).out)
    assert report["added"] == ["docs/new.md"]


@pytest.mark.parametrize("named", ["docs", "docs/skjern.md"])
def test_a_document_that_was_emptied_counts_as_gone(home: Path, named: str) -> None:
    write(home / "bare", {name: text for name, text in RIVERS.items() if "skjern" not in name})
    wikic("init", "docs", "-C", "kb", "-q", cwd=home / "bare")
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home / "bare")
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    write(home, {"docs/skjern.md": b""})
    before = snapshot(home / "kb/wiki")
    done = wikic("compile", named, "-C", "kb", cwd=home)
    assert "1 source whose documents are gone or empty (--prune forgets them):\n  docs/skjern.md" in done.out
    assert "1 document is empty: docs/skjern.md" in done.out
    assert snapshot(home / "kb/wiki") == before
    wikic("compile", "docs", "-C", "kb", "--prune", cwd=home)
    assert snapshot(home / "kb/wiki") == snapshot(home / "bare/kb/wiki")


def test_prune_refuses_where_all_was_emptied(home: Path) -> None:
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    write(home, dict.fromkeys(RIVERS, b""))
    assert "would forget all 3" in wikic("compile", "docs", "-C", "kb", "--prune", cwd=home, code=2).err
