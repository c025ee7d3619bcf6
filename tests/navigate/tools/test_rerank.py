"""``rerank``: scores, what was collected, what is filled up, by words and by vectors."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.hashed_vectors import hashed

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.llm.embedding import Embedder, packed
from wikic.llm.meter import Meter
from wikic.llm.protocol import Reply, Request
from wikic.llm.scripted import ScriptedModel
from wikic.navigate.indexes.embedding import refresh_vectors
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.tools.rerank import BACKFILL, COLLECTED, Ranking
from wikic.navigate.tools.result import Problem, Reading
from wikic.navigate.tools.toolbox import call
from wikic.progress import Silent
from wikic.schema.new_wiki import start_wiki
from wikic.search.sentence_vectors import Meaning, SentenceVectors, vectors_path

TEXTS = {
    "Otter": "The Otter is a cutter. Anna Lind sailed the Otter. The Otter sank off Skarn Point in 1901.",
    "Anna Lind": "Anna Lind (3 May 1870 – 2 June 1931) was a sailor. She was born in Skarn.",
    "Skarn": "Skarn is a village. Skarn has a church of stone.",
}
QUESTION = "Where was Anna Lind born?"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("otter")
    documents = root / "docs"
    documents.mkdir()
    for title, text in TEXTS.items():
        (documents / f"{title}.md").write_text(f"# {title}\n\n{text}\n")
    start_wiki(root / "kb", [documents], OfflineCurator(), "Otter")
    compile_documents(root / "kb", [documents], OfflineCurator(), Options("2026-11-21", "Otter"))
    refresh(root / "kb")
    return root / "kb"


def by_vectors(library: Library) -> None:
    """Give ``library`` vectors and what searches by them."""

    def vectors(request: Request) -> Reply:
        return Reply(packed([hashed(message.text) for message in request.messages]))

    embedder = Embedder(ScriptedModel(vectors), Meter())
    refresh_vectors(library, embedder, Silent())
    held = SentenceVectors.open(vectors_path(library.root))
    assert held is not None
    library.meaning = Meaning(held, embedder)


def rank(library: Library, reading: Reading | None = None, **arguments: object) -> Ranking:
    result = call(library, "rerank", {"question": QUESTION} | arguments, reading)
    assert isinstance(result, Ranking), result.text()
    return result


@pytest.mark.parametrize("vectors", [False, True])
def test_what_was_collected_counts_more_and_what_was_not_read_less(root: Path, vectors: bool) -> None:
    with Library.open(root) as library:
        if vectors:
            by_vectors(library)
        reading = Reading()
        call(library, "wiki_read", {"paths": ["Skarn"]}, reading)
        plain = rank(library, reading)
        assert plain.by == ("vectors" if vectors else "words")
        assert "Anna Lind" in plain.passages[0].title
        assert not plain.passages[0].read
        # Alone and read it counts whole; brought by the search, nine tenths.
        whole = Reading()
        call(library, "wiki_read", {"paths": ["Anna-Lind"]}, whole)
        known = {each.citations: each.score for each in rank(library, whole).passages if each.read}
        filled = [each for each in plain.passages if not each.read and each.citations in known]
        assert filled
        for each in filled:
            assert each.score == pytest.approx(BACKFILL * known[each.citations])
        church = next(each for each in plain.passages if "church" in each.text and each.read)
        collected = rank(library, Reading(facts=dict(reading.facts)), collected=[church.id])
        again = next(each for each in collected.passages if each.id == church.id)
        assert again.collected and again.score == pytest.approx(min(1.0, church.score + COLLECTED))
        assert [each.score for each in collected.passages] == sorted(
            (each.score for each in collected.passages), reverse=True
        )


def test_sentences_of_documents_that_were_read_are_ranked(root: Path) -> None:
    with Library.open(root) as library:
        reading = Reading()
        call(library, "source_read", {"source": "docs/Otter.md"}, reading)
        (first, *_) = rank(library, reading, question="Who sailed the Otter?").passages
        assert first.text == "Anna Lind sailed the Otter." and not first.fact and first.read
        told = rank(library, reading, question="Who sailed the Otter?", collected=[first.id, "f00000000"])
        assert told.passages[0].collected and told.unknown == ("f00000000",)
        assert "not read, so not collected: f00000000" in told.text()


def test_without_anything_read_it_is_what_a_search_finds(root: Path) -> None:
    with Library.open(root) as library:
        reading = Reading()
        found = rank(library, reading, limit=1)
        (best,) = found.passages
        assert not best.read and best.score <= BACKFILL
        assert set(best.citations) <= reading.blocks, "what was shown may be cited"
        assert rank(library, reading, question="zyx", limit=3).by == "words"


def test_a_limit_and_an_empty_question(root: Path) -> None:
    with Library.open(root) as library:
        reading = Reading()
        call(library, "wiki_read", {"paths": ["Otter", "Skarn", "Anna-Lind"]}, reading)
        assert len(rank(library, reading, limit=2).passages) == 2
        assert isinstance(call(library, "rerank", {"question": "  "}), Problem)
        nothing = rank(library, question="zyxwv qqq")
        assert not nothing.ok and nothing.text().startswith("Nothing was read")


def test_a_sentence_without_a_vector_counts_nothing(root: Path) -> None:
    with Library.open(root) as library:
        by_vectors(library)
        assert library.meaning is not None
        known = library.meaning.cosines(QUESTION, [("sources/articles/none", "p00000000")])
        assert known == {}
        path, block, cosine = library.meaning.nearest(QUESTION, 1)[0]
        wanted = {(path, block), (path, "p00000000")}
        assert library.meaning.cosines(QUESTION, wanted) == {(path, block): pytest.approx(cosine)}
