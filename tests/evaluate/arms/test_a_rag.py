"""A-RAG's loop with a scripted model: one tool a turn, so many turns, then an answer."""

from __future__ import annotations

import json

import pytest

from wikic.errors import ModelUnavailableError
from wikic.evaluate.arms.a_rag import ARagArm
from wikic.evaluate.arms.chunk_tools import ChunkTools
from wikic.evaluate.arms.passages import Passage
from wikic.evaluate.asking import eval_prompt
from wikic.llm.protocol import Reply, Request, ToolCall
from wikic.llm.scripted import ScriptedModel
from wikic.progress import Silent

CHUNKS = (
    Passage(("ada",), "Ada Lovelace\nAda was born in London.\nHer mother was Anne."),
    Passage(("anne",), "Anne\nAnne was born in Elemore Hall in 1792."),
    Passage(("long",), "A long one\n" + "All work and no play. " * 30_000),
)
TOOLS = ChunkTools(CHUNKS, None, Silent())


def calls(*wanted: tuple[str, dict[str, object]]) -> Reply:
    made = (ToolCall(f"c{at}", name, json.dumps(given)) for at, (name, given) in enumerate(wanted))
    return Reply("", tuple(made), "calls")


SEARCH = calls(("keyword_search", {"keywords": ["Anne"]}))
READ = calls(("chunk_read", {"chunk_ids": ["0", "1"]}))


def test_it_searches_reads_and_answers_from_what_it_cites() -> None:
    said = "ANSWER: 1792\nHer mother was Anne [chunk 0], who was born then [chunk 1]."
    model = ScriptedModel([SEARCH, READ, said.replace("[chunk 0]", "[chunk 2]")])
    reply = ARagArm("a-rag", TOOLS, model, 10).ask("When was Ada's mother born?")
    assert (reply.answered, reply.short) == (True, "1792")
    assert reply.text == "1792\nHer mother was Anne, who was born then."
    assert reply.documents == ("anne", "ada"), "cited first; chunk 2 was never read"
    assert reply.context.startswith("Anne\n") and "Ada was born" in reply.context
    assert reply.tools == 2 and reply.tokens > 0
    first, second, third = model.requests
    assert first.messages[0].text == eval_prompt("arag", "en")
    assert [message.role for message in third.messages] == [
        "system", "user", "assistant", "tool", "assistant", "tool",
    ]  # fmt: skip
    assert third.messages[3].answers == "c0" and "[chunk 1] … Anne" in third.messages[3].text
    assert {spec.name for spec in second.tools} == {"keyword_search", "chunk_read"}
    assert len(model.kept) == 3


def test_of_several_calls_in_a_turn_the_first_is_run() -> None:
    both = calls(("chunk_read", {"chunk_ids": ["0"]}), ("chunk_read", {"chunk_ids": ["1"]}))
    model = ScriptedModel([both, "ANSWER: London\nIt says so [chunk 0]."])
    reply = ARagArm("a-rag", TOOLS, model, 10).ask("Where was Ada born?")
    assert (reply.tools, reply.documents) == (1, ("ada",))
    assert [message.text for message in model.requests[1].messages if message.answers == "c1"] == [
        "Not run: one tool a turn."
    ]


@pytest.mark.parametrize("loops", [1, 3])
def test_at_the_limit_an_answer_is_asked_for(loops: int) -> None:
    def said(request: Request) -> Reply:
        return SEARCH if request.may_call else Reply("ANSWER: 1792")

    model = ScriptedModel(said)
    reply = ARagArm(f"a-rag:{loops}", TOOLS, model, loops).ask("When was Anne born?")
    assert (reply.tools, reply.short) == (loops, "1792")
    assert len(model.requests) == loops + 1
    assert model.requests[-1].messages[-1].text == eval_prompt("arag-end", "en")
    assert model.requests[-1].tools, "their history names them"
    assert reply.documents == ("anne", "ada"), "what searches showed, though nothing was read"


def test_a_full_window_ends_it_too() -> None:
    def said(request: Request) -> Reply:
        return calls(("chunk_read", {"chunk_ids": ["2"]})) if request.may_call else Reply("ANSWER: play")

    reply = ARagArm("a-rag", TOOLS, ScriptedModel(said), 10).ask("What is not done?")
    assert (reply.tools, reply.short) == (1, "play")


def test_no_answer_is_a_refusal_and_a_failure_is_raised() -> None:
    model = ScriptedModel([SEARCH, "ANSWER: NOT IN THE DOCUMENTS\nNothing says it."])
    reply = ARagArm("a-rag", TOOLS, model, 10).ask("What is her airport code?")
    assert (reply.answered, reply.short) == (False, "")
    stubborn = ScriptedModel(lambda _: SEARCH)
    reply = ARagArm("a-rag:2", TOOLS, stubborn, 2).ask("Where?")
    assert (reply.answered, reply.text, stubborn.kept) == (False, "", [])
    with pytest.raises(ModelUnavailableError):
        ARagArm("a-rag", TOOLS, ScriptedModel([ModelUnavailableError("down")]), 10).ask("Where?")


def test_a_chinese_question_is_asked_in_chinese() -> None:
    model = ScriptedModel(["答案：伦敦"])
    assert ARagArm("a-rag", TOOLS, model, 10).ask("她生在哪里？").short == "伦敦"
    assert model.requests[0].messages[0].text == eval_prompt("arag", "zh")
