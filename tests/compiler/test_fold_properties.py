"""The wiki is the fold of the digests that are there: neither order, batches, runs nor the past matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bench import Bench
from support.depth import examples
from support.drawn_docs import corpora, doc
from support.table_curator import Doc

from wikic.wiki.fold import tables


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    # In memory where there is such a disk: every example is several transactions, each with its barrier.
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Bench(Path(folder))


@examples(60)
@given(corpora(), st.data())
def test_forgetting_is_never_having_compiled(
    bench: Bench, corpus: tuple[Doc, ...], data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.sampled_from([doc.key for doc in corpus]), min_size=1))
    bench.start().compile(corpus)
    bench.forget(gone)
    after = bench.files()
    bench.start().compile([doc for doc in corpus if doc.key not in gone])
    assert after == bench.files()


@examples(60)
@given(corpora(), st.data())
def test_order_of_arrival_and_batches_do_not_matter(
    bench: Bench, corpus: tuple[Doc, ...], data: st.DataObject
) -> None:
    bench.start().compile(corpus)
    at_once = bench.files()
    order = data.draw(st.permutations(corpus))
    cut = data.draw(st.integers(0, len(order)))
    bench.start()
    bench.compile(order[:cut], batch=data.draw(st.integers(1, 3)))
    bench.compile(order[cut:], batch=data.draw(st.integers(1, 3)))
    assert bench.files() == at_once


@examples(40)
@given(corpora())
def test_a_second_run_changes_nothing_with_and_without_what_was_remembered(
    bench: Bench, corpus: tuple[Doc, ...]
) -> None:
    bench.start().compile(corpus)
    before = bench.files()
    report = bench.compile(corpus)
    assert (report.added, report.changed, report.written, report.deleted) == ((), (), 0, 0)
    bench.forget_build()
    report = bench.compile(corpus)
    assert (report.added, report.changed, report.written, report.deleted) == ((), (), 0, 0)
    assert report.notices == ()
    assert bench.files() == before


@examples(30)
@given(corpora(), st.sampled_from([300, 2_000, 20_000]), st.data())
def test_how_much_of_the_fold_stays_in_memory_does_not_matter(
    bench: Bench, corpus: tuple[Doc, ...], room: int, data: st.DataObject
) -> None:
    changed = tuple(data.draw(doc(each.key)) for each in corpus)
    gone = data.draw(st.sets(st.sampled_from([doc.key for doc in corpus]), min_size=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "ROOM", room)
        bench.start().compile(corpus, batch=2)
        bench.compile(changed, batch=1)
        bench.forget(gone)
    little = bench.files()
    bench.start().compile(corpus, batch=2)
    bench.compile(changed, batch=1)
    bench.forget(gone)
    assert little == bench.files()


@examples(60)
@given(corpora(), st.data())
def test_a_changed_document_replaces_exactly_what_came_from_its_old_text(
    bench: Bench, corpus: tuple[Doc, ...], data: st.DataObject
) -> None:
    changed = tuple(data.draw(doc(each.key)) for each in corpus)
    bench.start().compile(corpus)
    bench.compile(changed)
    after = bench.files()
    # Of a text that is as it was, only what the author gives the document is taken anew.
    bench.start().compile(
        [
            replace(old, given=new.given, tags=new.tags) if old.text == new.text else new
            for old, new in zip(corpus, changed, strict=True)
        ]
    )
    assert after == bench.files()
