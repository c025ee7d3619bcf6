"""A document that takes too long is said and put aside, and the rest lands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from support.command import wikic, write

from wikic import layout
from wikic.compiler.extraction_pool import WORTH_A_PROCESS
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import NOTHING_OFFERED, Offer
from wikic.errors import OutOfTime
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.time_limit import bound, within
from wikic.wiki.documents import read
from wikic.wiki.documents.read_outcome import Draft, Unreadable

_BACKTRACKING: Final = re.compile(r"(a|aa)*b")


def _in_python() -> None:
    while True:
        pass


def _in_an_expression() -> None:
    _BACKTRACKING.match("a" * 60)


def _where_errors_are_taken() -> None:
    while True:
        with suppress(Exception):  # as a reader of somebody else's may
            _in_an_expression()


class Slow(OfflineCurator):
    """Never ends on a document that speaks of the Skjern."""

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        if "Skjern" in source.text:
            _where_errors_are_taken()
        return super().extract(source, blocks, schema, offer)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    names = ("guden", "skjern", "storaa", *(f"beck{number}" for number in range(WORTH_A_PROCESS)))
    write(
        tmp_path,
        {f"docs/{name}.md": f"# {name.title()}\n\n{name.title()} is a river in Denmark.\n" for name in names},
    )
    wikic("init", "docs", "-C", "kb", "-q", cwd=tmp_path)
    return tmp_path


def compiled(home: Path, *, jobs: int, seconds: float) -> Report:
    options = Options("2024-01-01", "Rivers", jobs=jobs, seconds=seconds)
    return CompileRun(home / "kb", Slow(), options).compile([home / "docs"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_rest_of_the_batch_lands(home: Path, jobs: int) -> None:
    report = compiled(home, jobs=jobs, seconds=2)
    assert [each.key for each in report.failed] == ["docs/skjern.md"]
    assert report.failed[0].reason.startswith("takes more than 2 s of processor time")
    assert len(report.added) == WORTH_A_PROCESS + 2
    assert (home / "kb/wiki" / layout.page_file(layout.digest_path("docs/storaa.md"))).is_file()


@pytest.mark.parametrize("work", [_in_python, _in_an_expression, _where_errors_are_taken])
def test_what_computes_without_end_is_ended(work: Callable[[], None]) -> None:
    with pytest.raises(OutOfTime):
        within(0.05, work)
    assert within(0.05, lambda: 7) == 7


def test_a_bound_grows_with_a_document_and_may_be_none() -> None:
    assert bound(60, 0) == 60 and bound(60, 2_000_000) == 180
    assert bound(0, 10**9) == 0 and within(0, lambda: 7) == 7


def test_reading_has_the_bound_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that never ends, in the table of readers."""

    def never(text: str) -> Draft:
        if "Skjern" in text:
            _in_python()
        return Draft(text)

    monkeypatch.setattr(read, "_READERS", (((".md",), never),))
    write(tmp_path, {f"docs/{name}.md": f"{name} is a river." for name in ("Guden", "Skjern", "Storaa")})
    found: Iterator[read.Document] = read.read([tmp_path / "docs"], seconds=0.2)
    assert [isinstance(each, Unreadable) for each in found] == [False, True, False]


def test_the_bound_is_a_setting(tmp_path: Path) -> None:
    write(tmp_path, {"kb/wikic.toml": "[compile]\nseconds = -1\n", "docs/a.md": "# A\n\nA is a river.\n"})
    assert (
        "compile.seconds must be 0 or more" in wikic("compile", "docs", "-C", "kb", cwd=tmp_path, code=2).err
    )
