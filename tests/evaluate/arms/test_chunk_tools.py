"""A-RAG's tools: what each shows, and what a question has read."""

from __future__ import annotations

import json

import pytest
from support.hashed_vectors import hashed

from wikic.evaluate.arms.chunk_tools import ChunkTools, Looking
from wikic.evaluate.arms.passages import Passage
from wikic.llm.embedding import Embedder, packed
from wikic.llm.meter import Meter
from wikic.llm.protocol import ToolCall
from wikic.llm.scripted import ScriptedModel
from wikic.progress import Silent

CHUNKS = (
    Passage(("ada",), "Ada Lovelace\nAda was born in London.\nShe wrote notes on the Analytical Engine."),
    Passage(("ada",), "Ada Lovelace\nHer mother was Anne Isabella."),
    Passage(("london",), "London\nLondon lies on the Thames.\nMany were born in London, London says."),
)


@pytest.fixture
def tools() -> ChunkTools:
    model = ScriptedModel(lambda request: packed([hashed(each.text) for each in request.messages]))
    return ChunkTools(CHUNKS, Embedder(model, Meter()), Silent())


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall("1", name, json.dumps(arguments))


def test_a_chunk_scores_by_how_often_it_holds_long_keywords(tools: ChunkTools) -> None:
    # "london" 1 x 6 and "ada" 2 x 3 in the first, "ada" 1 x 3 in the second, "london" 4 x 6 in the third.
    found = tools.by_keywords(["LONDON", " Ada ", ""], 5)
    assert [at for at, _ in found] == [2, 0, 1]
    assert found[1][1] == ["Ada Lovelace", "Ada was born in London."]
    assert [at for at, _ in tools.by_keywords(["london"], 1)] == [2]
    assert tools.by_keywords(["zeppelin"], 5) == []


def test_a_chunk_is_as_near_as_its_nearest_sentence(tools: ChunkTools) -> None:
    found = tools.by_meaning("who wrote notes on the Engine", 2)
    assert found[0][0] == 0
    assert found[0][1][0] == "She wrote notes on the Analytical Engine."
    assert len(found) == 2


def test_searches_show_sentences_and_reading_shows_all_once(tools: ChunkTools) -> None:
    looking = Looking(tools)
    shown = looking.run(call("keyword_search", keywords=["Anne"]))
    assert shown == "[chunk 1] … Her mother was Anne Isabella. …"
    assert "[chunk 0] … " in looking.run(call("semantic_search", query="wrote notes", top_k=1))
    whole = looking.run(call("chunk_read", chunk_ids=["1", "2"]))
    assert whole == f"[chunk 1]\n{CHUNKS[1].text}\n\n[chunk 2]\n{CHUNKS[2].text}"
    again = looking.run(call("chunk_read", chunk_ids=["1", "0"]))
    assert again.startswith("[chunk 1] This chunk has been read before.") and "[chunk 0]\n" in again
    assert [*looking.read] == [1, 2, 0]
    assert [*looking.found] == [1, 0]
    assert Looking(tools).read == {}, "another question has read nothing"


def test_what_a_model_gets_wrong_is_told(tools: ChunkTools) -> None:
    looking = Looking(tools)
    assert looking.run(call("chunk_read", chunk_ids=["3", "-1", "one", "²"])).count("There is no chunk") == 4
    assert "There is no tool 'look'" in looking.run(call("look"))
    assert "keywords is missing" in looking.run(ToolCall("1", "keyword_search", "no JSON"))
    assert looking.run(call("keyword_search", keywords=["zeppelin"])) == "Nothing was found."
    assert looking.run(call("keyword_search", keywords="Anne", top_k="99")).startswith("[chunk 1]")
    assert looking.read == {}


def test_without_an_embedding_model_there_is_no_search_by_meaning() -> None:
    tools = ChunkTools(CHUNKS, None, Silent())
    assert [spec.name for spec in tools.specs] == ["keyword_search", "chunk_read"]
    assert "There is no tool" in Looking(tools).run(call("semantic_search", query="notes"))
