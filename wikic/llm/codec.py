"""Requests and replies as JSON, and the key that tells requests apart: for the cache and for transcripts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from wikic.llm.protocol import Message, Reply, Request, ToolCall, Usage


def request_key(model: str, request: Request, base_url: str = "") -> str:
    """Hex digits over all that shapes a reply: the model, where it is, messages, schema, tools, limits.

    Purpose and role name the operation for people; they do not reach the model and do not count.
    """
    shaped = {"model": model, "base_url": base_url, **request_json(request)}
    del shaped["role"], shaped["purpose"]
    # Lone surrogates have no UTF-8; escaped they do.
    return hashlib.sha256(json.dumps(shaped, ensure_ascii=True).encode()).hexdigest()


def request_json(request: Request) -> dict[str, Any]:
    """A request as JSON values."""
    return {
        "role": request.role,
        "purpose": request.purpose,
        "messages": [_message_json(message) for message in request.messages],
        "max_tokens": request.max_tokens,
        "schema": None if request.schema is None else dict(request.schema),
        "tools": [
            {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
            for tool in request.tools
        ],
        "temperature": float(request.temperature),
        # Named only where they are asked for: replies kept before there were such stay good.
        **({} if request.may_call else {"tool_choice": "none"}),
        **({} if request.effort is None else {"effort": request.effort}),
    }


def _message_json(message: Message) -> dict[str, Any]:
    calls = [_call_json(call) for call in message.calls]
    return {"role": message.role, "text": message.text, "calls": calls, "answers": message.answers}


def _call_json(call: ToolCall) -> dict[str, str]:
    return {"id": call.id, "name": call.name, "arguments": call.arguments}


def reply_json(reply: Reply) -> dict[str, Any]:
    """A reply as JSON values."""
    usage = reply.usage
    return {
        "text": reply.text,
        "calls": [_call_json(call) for call in reply.calls],
        "stop": reply.stop,
        "model": reply.model,
        "usage": [usage.prompt, usage.completion, usage.cached, usage.cost],
    }


def reply_of(value: Mapping[str, Any], *, paid: bool) -> Reply:
    """The reply that ``reply_json`` wrote; its usage only if ``paid``.

    Raises KeyError, TypeError or ValueError for anything else.
    """
    calls = tuple(
        ToolCall(_text(call["id"]), _text(call["name"]), _text(call["arguments"])) for call in value["calls"]
    )
    stop = value["stop"]
    if stop not in ("stop", "length", "calls", "refusal"):
        raise ValueError(stop)
    usage = Usage()
    if paid:
        prompt, completion, cached, cost = value["usage"]
        usage = Usage(int(prompt), int(completion), int(cached), None if cost is None else float(cost))
    return Reply(_text(value["text"]), calls, stop, usage, _text(value["model"]))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value
