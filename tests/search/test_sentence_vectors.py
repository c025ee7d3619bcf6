"""Rows on disk are found again by the sentence they are of; what is damaged counts as absent."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.search.sentence_vectors import Embedded, SentenceVectors, write_vectors

numbers = st.integers(-5, 5).map(float)
vectors = st.lists(numbers, min_size=3, max_size=3).filter(any)
corpora = st.lists(st.lists(vectors, max_size=4), max_size=5)


def put(
    directory: Path, corpus: list[list[list[float]]], model: str = "m"
) -> list[tuple[str, str, list[float]]]:
    """Write a corpus; every sentence of it with its vector."""
    articles = [
        (f"a{at}", Embedded(f"sha{at}", tuple(f"p{n}" for n in range(len(rows)))), rows)
        for at, rows in enumerate(corpus)
    ]
    write_vectors(directory, model, articles)
    return [
        (path, block, row)
        for path, each, rows in articles
        for block, row in zip(each.blocks, rows, strict=True)
    ]


def cosine(one: list[float], other: list[float]) -> float:
    return float(numpy.dot(one, other) / (numpy.linalg.norm(one) * numpy.linalg.norm(other)))


@given(corpora, vectors, st.integers(1, 6))
def test_the_nearest_are_those_that_comparing_one_by_one_finds(
    tmp_path_factory: pytest.TempPathFactory, corpus: list[list[list[float]]], query: list[float], limit: int
) -> None:
    directory = tmp_path_factory.mktemp("vectors") / "vectors"
    wanted = put(directory, corpus)
    found = SentenceVectors.open(directory)
    assert found is not None and len(found) == len(wanted)
    if not wanted:
        return
    nearest = found.nearest(query, limit)
    assert len(nearest) == min(limit, len(wanted))
    known = {(path, block): cosine(row, query) for path, block, row in wanted}
    for path, block, value in nearest:
        assert value == pytest.approx(known[path, block], abs=1e-5)
    best = sorted(known.values(), reverse=True)[: len(nearest)]
    assert [value for *_, value in nearest] == pytest.approx(best, abs=1e-5)


def test_an_article_keeps_its_rows_when_they_are_written_anew(tmp_path: Path) -> None:
    put(tmp_path / "v", [[[1.0, 0.0, 0.0]], [], [[0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]])
    before = SentenceVectors.open(tmp_path / "v")
    assert before is not None
    write_vectors(
        tmp_path / "v", "m", [(path, before.articles[path], before.of(path)) for path in ("a1", "a2")]
    )
    after = SentenceVectors.open(tmp_path / "v")
    assert after is not None and list(after.articles) == ["a1", "a2"]
    assert after.nearest([0.0, 0.0, 1.0], 1) == [("a2", "p1", 1.0)]
    # Who had the old rows open goes on with them.
    assert before.nearest([1.0, 0.0, 0.0], 1) == [("a0", "p0", 1.0)]
    assert len(list((tmp_path / "v").glob("rows-*"))) == 1


def test_a_vector_of_another_length_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "v", [[[1.0, 0.0, 0.0]]])
    found = SentenceVectors.open(tmp_path / "v")
    assert found is not None
    with pytest.raises(ValueError, match="2 numbers, not 3"):
        found.nearest([1.0, 0.0], 1)


def test_what_is_damaged_or_absent_counts_as_absent(tmp_path: Path) -> None:
    assert SentenceVectors.open(tmp_path / "none") is None
    put(tmp_path / "v", [[[1.0, 0.0, 0.0]]])
    rows = next((tmp_path / "v").glob("rows-*"))
    whole = rows.read_bytes()
    rows.write_bytes(whole[:-1])
    assert SentenceVectors.open(tmp_path / "v") is None
    rows.unlink()
    rows.symlink_to("/etc/hostname")
    assert SentenceVectors.open(tmp_path / "v") is None
    rows.unlink()
    rows.write_bytes(whole)
    assert SentenceVectors.open(tmp_path / "v") is not None
    table = tmp_path / "v/table.json"
    for text in ('{"version": 1}', "[]", table.read_text().replace("rows-1", "../rows-1")):
        table.write_text(text)
        assert SentenceVectors.open(tmp_path / "v") is None
