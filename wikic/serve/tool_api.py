"""``/-/api/TOOL``: the toolbox for programs without MCP, and OpenAPI written from the tools' own schemas."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from wikic import __version__
from wikic.model.answer import Answer
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Problem
from wikic.navigate.tools.toolbox import TOOLS, call, tools_of
from wikic.serve.exchange import JSON, Reply, Request
from wikic.serve.questions import LONGEST

API: Final = "-/api/"
ASK: Final = "ask"
ASK_PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "question": {"type": "string", "maxLength": LONGEST, "description": "One question, in words."},
        "evidence": {"type": "integer", "minimum": 1, "maximum": 50, "default": 8},
    },
    "required": ["question"],
    "additionalProperties": False,
}
_RESULT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "ok": {"type": "boolean", "description": "Whether there is something to read."},
        "text": {"type": "string", "description": "The reading form, for people and models."},
        "value": {"type": "object", "description": "The same as fields."},
    },
    "required": ["ok", "text", "value"],
}


def arguments_of(request: Request) -> dict[str, Any] | Reply:
    """The JSON object that was sent, or what is wrong with it."""
    if request.kind != JSON:
        return problem(415, "Send the arguments as application/json.")
    try:
        found = msgspec.json.decode(request.body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(400, f"The body is not JSON: {error}")
    return found if isinstance(found, dict) else problem(400, "The arguments are an object.")


def run(library: Library, name: str, arguments: dict[str, Any]) -> Reply:
    """A tool's result: 404 for a tool that is not there, 422 for arguments that do not do."""
    if all(each.name != name for each in tools_of(library)):
        return problem(404, f"There is no tool {name[:60]!r}; see /-/openapi.json.")
    result = call(library, name, arguments)
    status = 422 if isinstance(result, Problem) else 200
    return Reply.json({"ok": result.ok, "text": result.text(), "value": result}, status)


def problem(status: int, text: str) -> Reply:
    """Why there is no result."""
    return Reply.json({"ok": False, "text": text, "value": {}}, status)


def openapi(base: str = "/") -> dict[str, Any]:
    """What programs can call, in OpenAPI 3.1. base: what the addresses of the wiki begin with."""
    paths = {f"/{API}{each.name}": _post(each.name, each.description, each.parameters) for each in TOOLS}
    (answer,), parts = msgspec.json.schema_components((Answer,), ref_template="#/components/schemas/{name}")
    told = "Answer a question with the facts that bear on it, best first."
    paths[f"/{API}{ASK}"] = _post(ASK, told, ASK_PARAMETERS, answer)
    return {
        "openapi": "3.1.0",
        "info": {"title": "wikic", "version": __version__},
        "servers": [{"url": base.rstrip("/") or "/"}],
        "paths": paths,
        "components": {"schemas": {"Result": _RESULT, **parts}},
    }


def _post(name: str, description: str, parameters: Any, result: Any = None) -> dict[str, Any]:
    def holds(schema: Any) -> dict[str, Any]:
        return {"content": {JSON: {"schema": schema}}}

    shape = {"$ref": "#/components/schemas/Result"}
    return {
        "post": {
            "operationId": name,
            "summary": description.partition(". ")[0],
            "description": description,
            "requestBody": {"required": True, **holds(parameters)},
            "responses": {
                "200": {"description": "The result.", **holds(result or shape)},
                "422": {"description": "The arguments do not do; the text says why.", **holds(shape)},
            },
        }
    }
