from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.patience import effort

from wikic.llm.protocol import Message, Request, ToolSpec
from wikic.llm.tokens import request_tokens, text_tokens

REQUEST = Request("ask", "ask", (Message("user", "one two three"),), 10)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """The true count with cl100k_base, whose table litellm brings along."""
    spec = find_spec("litellm")
    assert spec is not None and spec.origin is not None
    tables = Path(spec.origin).parent / "litellm_core_utils" / "tokenizers"
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tables))
    import tiktoken

    encoding = tiktoken.get_encoding("cl100k_base")
    return lambda text: len(encoding.encode(text, disallowed_special=()))


@pytest.mark.parametrize("corpus", ["harbour", "zh", "lint"])
def test_the_estimate_lies_above_the_count_but_not_by_half(
    fixtures: Path, corpus: str, counted: Callable[[str], int]
) -> None:
    files = [path for path in sorted((fixtures / corpus).rglob("*.*")) if path.suffix != ".jpg"]
    texts = [path.read_text("utf-8") for path in files]
    estimate, count = sum(map(text_tokens, texts)), sum(map(counted, texts))
    assert count <= estimate <= 1.5 * count


@given(st.text(), st.text())
def test_more_text_takes_no_fewer_tokens(one: str, two: str) -> None:
    assert text_tokens(one + " " + two) >= max(text_tokens(one), text_tokens(two)) - 1
    assert text_tokens("") == 0


def test_tools_and_schema_count() -> None:
    tools = (ToolSpec("look", "Look at a page of the wiki.", {"type": "object"}),)
    with_tools = Request("ask", "ask", REQUEST.messages, 10, tools=tools)
    with_schema = Request("ask", "ask", REQUEST.messages, 10, schema={"type": "object"})
    assert request_tokens(with_tools) > request_tokens(REQUEST) < request_tokens(with_schema)


def test_a_megabyte_is_counted_in_a_moment() -> None:
    assert effort(lambda: text_tokens("Some words in a sentence, say. " * 32_000)) < 100
