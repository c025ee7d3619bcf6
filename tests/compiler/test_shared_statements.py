"""Sentences that many documents of a library share stand where each says them, as people left them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bench import Bench
from support.depth import examples
from support.table_curator import DIMENSIONS, Doc

from wikic.model.schema import Positioning, Schema
from wikic.wiki.schema_file import render_schema

NOTICE = "All rights reserved by the harbour office."
SAYINGS = [NOTICE, "Call the office on weekdays.", "The lamp burns oil.", "The boat leaks.", "It rains."]


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Bench(Path(folder))


def start(bench: Bench, layout: str = "library") -> Bench:
    bench.start()
    schema = Schema(Positioning("a table"), DIMENSIONS, layout=layout)  # type: ignore[arg-type]
    (bench.wiki / "schema.yaml").write_bytes(render_schema(schema))
    return bench


def document(name: str, *says: str) -> Doc:
    told = tuple((0, text, ()) for text in says)
    return Doc(f"t/{name}", ((f"Page {name}", "", ()),), told, self_=True, place="")


def pages(bench: Bench) -> dict[str, str]:
    return {path: text for path, text in bench.files().items() if path.rsplit("/", 1)[-1].startswith("Page-")}


def with_notice(count: int) -> list[Doc]:
    return [document(f"d{at}", f"Lamp {at} burns oil.", f"Boat {at} leaks.", NOTICE) for at in range(count)]


def test_what_three_documents_share_stands_on_every_page_and_in_every_digest(bench: Bench) -> None:
    start(bench).compile(with_notice(3))
    assert len(pages(bench)) == 3
    assert all(text.count(NOTICE) == 1 for text in pages(bench).values())
    assert sum(NOTICE in text for path, text in bench.files().items() if "digests/" in path) == 3


def test_what_two_share_stands_on_both(bench: Bench) -> None:
    start(bench).compile(with_notice(3))
    bench.forget(["t/d0"])
    assert sum(NOTICE in text for text in pages(bench).values()) == 2


def test_copies_of_a_document_keep_what_they_say(bench: Bench) -> None:
    start(bench).compile([document(f"d{at}", "The lamp burns oil.", NOTICE) for at in range(4)])
    assert all(NOTICE in text and "The lamp" in text for text in pages(bench).values())


def test_things_may_be_said_by_many(bench: Bench) -> None:
    start(bench, "things").compile(with_notice(3))
    assert any(NOTICE in text for text in bench.files().values())


def test_what_people_made_of_a_sentence_stays_when_more_say_it(bench: Bench) -> None:
    docs = with_notice(3)
    start(bench).compile(docs[:2])
    path = next(path for path in pages(bench) if path.endswith("Page-d0.md"))
    file = bench.wiki / path
    file.write_text(file.read_text("utf-8").replace(NOTICE, "The harbour office keeps all rights."))
    bench.compile(docs)
    assert "The harbour office keeps all rights." in bench.files()[path]
    assert [at for at, text in pages(bench).items() if NOTICE in text] == sorted({*pages(bench)} - {path})


def test_a_sentence_that_many_share_was_not_deleted_by_people(bench: Bench) -> None:
    docs = with_notice(3)
    start(bench).compile(docs)
    path = next(path for path in pages(bench) if path.endswith("Page-d0.md"))
    file = bench.wiki / path
    file.write_text(file.read_text("utf-8") + "\n## Mine\nA word of mine.\n")
    bench.compile(docs)
    bench.forget(["t/d2"])
    assert NOTICE in bench.files()[path]
    assert "A word of mine." in bench.files()[path]


@st.composite
def libraries(draw: st.DrawFn) -> list[Doc]:
    said = st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=4, unique=True)
    return [document(f"d{at}", *draw(said)) for at in range(draw(st.integers(1, 7)))]


@examples(40)
@given(libraries(), st.data())
def test_forgetting_is_never_having_compiled(bench: Bench, docs: list[Doc], data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.sampled_from([doc.key for doc in docs]), min_size=1))
    start(bench).compile(docs, batch=data.draw(st.integers(1, 3)))
    bench.forget_build() if data.draw(st.booleans()) else None
    bench.forget(gone)
    after = bench.files()
    start(bench).compile([doc for doc in docs if doc.key not in gone])
    assert after == bench.files()
