"""What an agent is shown: nothing that a document says can leave its fence, and ids tell requests apart."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.llm.agent_request import AgentRequest, render_requests
from wikic.llm.protocol import Message, Request

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"names": {"type": "array", "items": {"type": "string"}}, "required": {"type": "integer"}},
    "required": ["names", "required"],
    "additionalProperties": False,
}
REQUEST = Request("extract", "extract", (Message("system", "told"), Message("user", "shown")), 40, SCHEMA)
_FENCE = re.compile(r"^(`{4,})(\w*)\n(.*?)\n\1$", re.S | re.M)


def of(text: str, about: str = "docs/a.md", beside: tuple[str, ...] = ()) -> AgentRequest:
    messages = (REQUEST.messages[0], Message("user", text))
    return AgentRequest.of(replace(REQUEST, messages=messages, about=about, beside=beside))


def test_what_is_shown_beside_tells_nothing_apart() -> None:
    plain = of("the wiki\nnames: A\nthe document", beside=("names: A",))
    other = of("the wiki\nnames: B, C\nthe document", beside=("names: B, C",))
    assert plain.id == other.id and plain.shown != other.shown
    assert of("the wiki\nthe document").id == plain.id
    assert of("the wiki\nnames: A\nthe document").id != plain.id
    assert of("the document", "docs/b.md").id != of("the document").id


def test_every_turn_of_a_conversation_is_one_request() -> None:
    later = replace(REQUEST, messages=(*REQUEST.messages, Message("assistant", "x"), Message("user", "no")))
    assert AgentRequest.of(later).id == AgentRequest.of(REQUEST).id


def test_a_schema_leaves_out_what_holds_providers_alone() -> None:
    schema = AgentRequest.of(REQUEST).schema
    assert schema["properties"].keys() == {"names", "required"} and schema.keys() == {"type", "properties"}


def test_what_all_begin_and_end_with_is_shown_once_or_not() -> None:
    requests = [of(f"the wiki\nthe document\n{at}\nReturn the JSON.", f"docs/{at}.md") for at in "ab"]
    printed = render_requests(requests, "wikic work answer FILE")
    assert printed.count("the wiki\nthe document") == 1 and "Return the JSON." not in printed
    assert f"### {requests[1].id}: docs/b.md\n\n````data\nb\n````" in printed
    assert (
        f'{{"{requests[0].id}": {{"names": ["…"], "required": 1}},\n "{requests[1].id}": {{…}}}}' in printed
    )


@given(st.lists(st.text(st.sampled_from("`~a\n#<> ")), min_size=1, max_size=3))
@examples(60)
def test_no_text_leaves_its_fence(texts: list[str]) -> None:
    requests = [
        of(f"<document>\n{text}\n</document>", f"docs/{at}\n# {text}") for at, text in enumerate(texts)
    ]
    fenced = [found[3] for found in _FENCE.finditer(render_requests(requests, "c")) if found[2] == "data"]
    assert len(fenced) >= len(texts)
    outside = _FENCE.sub("", render_requests(requests, "c"))
    assert "document>" not in outside
    assert outside.count("\n### ") in (len(texts), len(texts) + 1)
