"""A JSON schema in the form providers can hold a model to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

# Words for people and for validators; a grammar cannot hold a model to them.
_DROPPED: Final = frozenset({"default", "title", "examples"})


def strict_schema(schema: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """``schema`` with every property required and no further one allowed, and whether that says all of it.

    OpenAI's strict mode (platform.openai.com, "Structured Outputs") asks for both; an object with free keys
    cannot be said in it, and is then a request, not a promise.
    """
    fits = True

    def walk(node: Any) -> Any:
        nonlocal fits
        if isinstance(node, list):
            return [walk(each) for each in node]
        if not isinstance(node, Mapping):
            return node
        # Under these keys stand names that people chose, not words of the schema.
        named = {
            key: {name: walk(value) for name, value in node[key].items()}
            for key in ("properties", "$defs")
            if key in node
        }
        rest = {key: walk(value) for key, value in node.items() if key not in _DROPPED and key not in named}
        found = rest | named
        if found.get("type") == "object":
            if found.get("additionalProperties") or "properties" not in found:
                fits = False
            else:
                found["additionalProperties"] = False
                found["required"] = list(found["properties"])
        return found

    return walk(schema), fits
