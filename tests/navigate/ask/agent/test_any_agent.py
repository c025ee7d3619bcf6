"""Whatever a model says, a run ends, keeps to its budget, and cites only what it was shown."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.llm.protocol import Reply, Stop, ToolCall
from wikic.llm.scripted import ScriptedModel
from wikic.navigate.ask.agent.run_record import Limits
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.trace import Trace, replay_trace, trace_of
from wikic.navigate.library import Library

PAGES = (
    "Dessen",
    "Ernst-I-of-Anbach",
    "people",
    "/",
    "Nobody",
    "",
    "../x",
    "sources/digests/x",
    "[[Dessen]]",
    "1",
)
names = st.sampled_from(["wiki_search", "wiki_read", "wiki_list", "wiki_links", "source_read", "rm", ""])
values = st.one_of(
    st.fixed_dictionaries({"query": st.sampled_from(PAGES)}),
    st.fixed_dictionaries({"paths": st.lists(st.sampled_from(PAGES), max_size=4)}),
    st.fixed_dictionaries({"page": st.sampled_from(PAGES), "limit": st.integers(-1, 10**6)}),
    st.fixed_dictionaries({"source": st.sampled_from(PAGES)}),
    st.fixed_dictionaries({"directory": st.sampled_from(PAGES)}),
).map(json.dumps)
arguments = values | st.text(max_size=10) | st.sampled_from(["{", "[]", "null", "1e999", "NaN"])
call = st.builds(ToolCall, st.sampled_from(["", "a", "b"]), names, arguments)
pieces = st.sampled_from(
    [
        "ANSWER: ",
        "yes",
        "\n",
        "[F1]",
        "[F3, F40]",
        "[1]",
        "NOT IN THE WIKI",
        "```action\n",
        '{"tool": "wiki_list"}',
        "\n```",
        "<tool_call>",
        '{"name": "wiki_read", "arguments": {"paths": ["Dessen"]}}',
        "是",
        "https://x.example",
        "^f00000000",
    ]
)
texts = st.lists(pieces, max_size=8).map("".join)
stops = st.sampled_from(("stop", "length", "refusal", "calls", "stop", "stop"))


def reply(text: str, called: list[ToolCall], stop: Stop) -> Reply:
    return Reply(text, tuple(called), stop)


replies = st.lists(st.builds(reply, texts, st.lists(call, max_size=4), stops), min_size=1, max_size=6)


@examples(60, HealthCheck.function_scoped_fixture)
@given(replies, st.sampled_from(["agent", "auto"]), st.sampled_from(["auto", "native", "text"]))
def test_any_model(library: Library, said: list[Reply], controller: str, tools: str) -> None:
    turns = iter(range(10_000))
    model = ScriptedModel(lambda _: said[next(turns) % len(said)])
    limits = Limits(calls=5)
    shown: list[str] = []
    asker = Asker(library, model=model, limits=limits, tools=tools)  # type: ignore[arg-type]
    question = "Where did Ernst I of Anbach die?"
    asked = asker.ask(question, controller=controller, on_text=shown.append)  # type: ignore[arg-type]
    assert all(run.calls <= limits.calls for run in asked.runs)
    assert len(model.requests) <= len(asked.runs) * (limits.calls + limits.refusals + 6)
    answer = asked.answer
    if answer.by != "heuristic":
        sent = "\n".join(message.text for request in model.requests for message in request.messages[1:])
        for each in answer.evidence:
            assert each.text in sent
        assert not answer.answered or answer.evidence
        assert "[F" not in answer.explanation
        assert "x.example" not in answer.explanation
    trace: Trace = trace_of(asked)
    assert replay_trace(trace, library).answer == answer
